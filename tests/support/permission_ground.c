/* SPDX-License-Identifier: MIT
 * Permissions and tables of verdicts for tests (permission_ground.h).
 */
#include "tests/support/permission_ground.h"

#include <stdarg.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/core/alloc.h"
#include "tests/support/scratch.h"

struct settings *settings_with(const char *rules)
{
	char *assignment = rules ? xasprintf("permissions.rules=%s", rules) : NULL;
	const char *const assignments[] = {assignment, NULL};
	struct problems problems = PROBLEMS_INIT;
	struct settings *s;

	setenv("XDG_CONFIG_HOME", "/nonexistent/config", 1); /* not those of whoever runs this */
	setenv("XDG_DATA_HOME", "/nonexistent/data", 1);
	s = settings_load(
	    &(struct settings_request){.workspace = "/nonexistent", .assignments = assignments},
	    &problems);
	if (!s)
		fail_msg("%s", problems.list[0].text);
	problems_free(&problems);
	free(assignment);
	return s;
}

struct permissions *permissions_with(const char *rules)
{
	struct settings *s = settings_with(rules);
	struct permissions *p = permissions_new(s);

	settings_free(s);
	return p;
}

char verdict_letter(enum verdict verdict)
{
	return "A?-"[verdict];
}

void check_verdicts(const char *rules, const struct verdict_row *rows, size_t count)
{
	char *dir = scratch_new();
	struct workspace *w = workspace_open(dir, NULL);
	struct permissions *p = permissions_with(rules);
	bool ok = true;

	for (size_t i = 0; i < count; i++) {
		struct act act = {TOOL_RUNS, "run_command", rows[i].command, .workspace = w};
		struct decision d = permission_decide(p, rows[i].mode, &act);

		if (verdict_letter(d.verdict) != rows[i].verdict) {
			print_error("mode %s: %s\n  wanted %c, got %c: %s\n",
			    approve_mode_name(rows[i].mode), rows[i].command, rows[i].verdict,
			    verdict_letter(d.verdict), d.reason);
			ok = false;
		}
	}
	assert_true(ok);
	permissions_free(p);
	workspace_free(w);
	scratch_free(dir);
}
