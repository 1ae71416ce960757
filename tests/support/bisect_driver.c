/* SPDX-License-Identifier: MIT
 * bisect_driver SEED STEPS [FILES]: stores a session of the current folder with STEPS changes of files, and prints its
 * id and the seq of the change from which on a file holds "broken". Some states hold "skip", but never the two on
 * either side of that change.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "session/session.h"

#define FILES 1000

static uint64_t state;

static int below(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

static int files = 12;
static char last[FILES][40]; /* references; "": there is no such file */

static void change(struct session *s, int step, int file, const char *content)
{
	char path[64], call[32], after[40] = "";

	snprintf(path, sizeof path, "%s/f%d.txt", file % 3 ? "sub/deep" : ".", file);
	snprintf(call, sizeof call, "call_%d", step);
	if (content)
		session_blob_put(s, content, strlen(content), after);
	emit(s, EVENT_TOOL_CALL, xasprintf("write_file %s", path),
	    json_pack("{s:s, s:s}", "call", call, "tool", "write_file"));
	json_t *data =
	    json_pack("{s:s, s:s, s:s?, s:s?, s:i}", "call", call, "path", path, "before",
		*last[file] ? last[file] : NULL, "after", *after ? after : NULL, "mode", 0644);
	if (!*last[file])
		json_object_set_new(data, "created", json_true());
	if (!*after)
		json_object_set_new(data, "removed", json_true());
	emit(s, EVENT_FILE_CHANGE, xstrdup(path), data);
	memcpy(last[file], after, sizeof after);
}

int main(int argc, char **argv)
{
	const int steps = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
	struct error e = ERROR_INIT;
	char *path = file_home(FILE_DATA, "agent.db"), cwd[4096], content[200];
	struct store *store = store_open(path, NULL, &e);

	files = argc > 3 ? (int)strtol(argv[3], NULL, 10) : files;
	state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 1 : 1;
	if (steps < 1 || files < 2 || files > FILES || !store || !getcwd(cwd, sizeof cwd))
		return 1;
	struct session *s = session_new(NULL, store);
	const int culprit = 1 + below(steps), bad = below(files);
	bool skips = false;
	int64_t seq = 0;

	emit(s, EVENT_SESSION_START, NULL, json_pack("{s:s, s:s}", "cwd", cwd, "title", "made"));
	for (int step = 1; step <= steps; step++) {
		const bool near = step >= culprit - 1 && step <= culprit;
		const bool skip = !near && (skips || below(9) == 0) && below(3);
		const int file = step == culprit ? bad
				 : skip || skips ? (bad + 1) % files
						 : below(files);
		const bool removed =
		    step != culprit && file != bad && !skip && below(10) == 0 && *last[file];

		if (step % 10 == 1) {
			session_at(s, step / 10 + 1, 1);
			snprintf(content, sizeof content, "request %d", step / 10 + 1);
			emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", content));
			emit(s, EVENT_PLAN, xstrdup("plan"),
			    json_pack("{s:{s:[{s:s, s:s}]}}", "plan", "items", "content", content,
				"status", "in_progress"));
		}
		snprintf(content, sizeof content, "step %d\n%s%s", step, skip ? "skip\n" : "",
		    file == bad && step >= culprit ? "broken\n" : "");
		change(s, step, file, removed ? NULL : content);
		skips = skip;
		if (step == culprit)
			seq = session_seq(s);
	}
	printf("%s %lld\n", session_id(s), (long long)seq);
	session_free(s);
	store_close(store);
	free(path);
	return 0;
}
