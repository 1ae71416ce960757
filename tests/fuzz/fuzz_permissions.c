/* SPDX-License-Identifier: MIT
 * Rules of an agent.yaml and a command line, the file's first line: whatever they are, a decision
 * to deny has a reason, its parts explain it, and a line that a rule denies as a whole is not allowed by
 * what stands in front of it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tests/fuzz/folder.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void decide(const struct permissions *p, const struct act *act)
{
	for (enum approve_mode mode = APPROVE_PLAN; mode <= APPROVE_ALL; mode++) {
		struct decision one = permission_decide(p, mode, act), two;
		json_t *parts = permission_explain(p, mode, act, &two);

		check(one.verdict == two.verdict && one.by);
		check(one.verdict != VERDICT_DENY || *one.reason);
		check(mode > APPROVE_READ_ONLY || act->class == TOOL_READS ||
		      one.verdict != VERDICT_ALLOW || permission_reads(p, act->command));
		json_decref(parts);
	}
}

/* The file's rules, and one that denies every "rm". */
static struct settings *load(const uint8_t *data, size_t size)
{
	static const char *const words[] = {"permissions.rules=[{deny: {command: rm}}]", NULL};
	struct problems problems = PROBLEMS_INIT;
	struct settings_request request = {.workspace = fuzz_folder(), .assignments = words};
	struct settings *s;

	fuzz_file("agent/agent.yaml", data, size);
	s = settings_load(&request, &problems);
	problems_free(&problems);
	return s;
}

static void judge(const struct settings *s, const char *line)
{
	struct permissions *p = permissions_new(s);
	struct workspace *w = workspace_open(fuzz_folder(), NULL);
	char *more = xasprintf("%s\nrm behind", line);
	struct act act = {TOOL_RUNS, "run_command", line, .workspace = w};

	decide(p, &act);
	act.command = more;
	check(permission_decide(p, APPROVE_ALL, &act).verdict != VERDICT_ALLOW ||
	      strchr(line, '\\') || strpbrk(line, "'\"`#<"));
	act = (struct act){TOOL_WRITES, "write_file", .path = line, .workspace = w};
	decide(p, &act);
	act = (struct act){TOOL_READS, "read_file", .path = line, .workspace = w};
	decide(p, &act);
	free(more);
	workspace_free(w);
	permissions_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nl = size ? memchr(data, '\n', size) : NULL;
	size_t len = nl ? (size_t)(nl - data) : size;
	struct settings *s = load(data + len + (nl != NULL), size - len - (nl != NULL));
	char *line = xstrndup((const char *)data, len < 4000 ? len : 4000);

	if (s && *line)
		judge(s, line);
	settings_free(s);
	free(line);
	return 0;
}
