/* SPDX-License-Identifier: MIT
 * Commands may write where it lies, so its path is opened once, as a new file; what becomes of the path afterwards is
 * never followed.
 */
#include "agent/hook/hook_transcript.h"

#include <fcntl.h>
#include <time.h>

#include "agent/agent_internal.h"
#include "base/base.h"
#include "base/file.h"
#include "sandbox/sandbox.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

static void hook_transcript_make(struct agent *a, struct hook_transcript *t)
{
	auto_free char *name = xasprintf("transcript-%s.jsonl", session_id(a->session));

	t->path = a->sandbox ? sandbox_tmp_file(a->sandbox, name, &t->seen) : NULL;
	t->fd = t->path ? open(t->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
	if (t->fd >= 0)
		return;
	free_all(t->path, t->seen);
	t->path = t->seen = NULL;
}

static json_t *line_of(const struct agent *a, struct hook_transcript *t, const json_t *item)
{
	const bool result = text_is(json_str(item, "type", NULL), "tool_result");
	const char *role = result ? "user" : event_read_message(item).role;
	char id[37], when[32];
	const time_t now = time(NULL);
	struct tm tm;

	uuid_new(id);
	strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
	json_t *line = json_pack("{s:s, s:s?, s:s, s:s, s:s, s:s, s:b, s:s, s:{s:s, s:o}}", "type",
	    role, "parentUuid", *t->before ? t->before : NULL, "uuid", id, "timestamp", when,
	    "sessionId", session_id(a->session), "cwd", workspace_label(a->workspace),
	    "isSidechain", a->level > 0, "version", AGENT_VERSION, "message", "role", role,
	    "content", result ? result_blocks(item) : message_blocks(item));
	memcpy(t->before, id, sizeof id);
	return line;
}

void hook_transcript_write(struct agent *a)
{
	struct hook_transcript *t = &a->hooks.transcript;

	if (!t->fd)
		hook_transcript_make(a, t);
	json_each (item, t->path ? a->conversation.items : NULL) {
		const int64_t seq = json_int(item, "seq", 0);

		if (seq <= t->last)
			continue;
		t->last = seq;
		json_auto_t *line = line_of(a, t, item);
		auto_free char *text = json_line(line);
		if (!file_write_all(t->fd, text, strlen(text)) || !file_write_all(t->fd, "\n", 1))
			return;
	}
}

void hook_transcript_free(struct hook_transcript *t)
{
	if (t->path) {
		unlink(t->path);
		close(t->fd);
	}
	free_all(t->path, t->seen);
}
