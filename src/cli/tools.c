/*
 * agent tools: what the model may call, its class, and what would happen when it does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/program.h"
#include "cli/run.h"
#include "plan/door.h"

#define SENTENCE_MAX 160

static const char *const verdict_names[] = {
    [VERDICT_ALLOW] = "allowed",
    [VERDICT_ASK] = "asks",
    [VERDICT_DENY] = "denied",
};

static enum verdict verdict_of(const struct program *p, const struct tool *tool)
{
	struct permissions *permissions = permissions_new(p->settings);
	enum approve_mode mode = isatty(STDIN_FILENO) ? APPROVE_ASK : APPROVE_READ_ONLY;
	enum verdict verdict;

	approve_mode_find(setting_string(p->settings, "approve"), &mode);
	verdict = permission_decide(permissions, mode, tool->class, tool->name, NULL).verdict;
	permissions_free(permissions);
	return verdict;
}

static int run(const struct options *o, char *const *rest)
{
	struct program p;
	struct tool_set *set;
	const struct tool *tool;
	json_t *rows;
	int code = program_configure(&p, o);

	if (code == 0) {
		set = tool_set_new();
		tool_set_add(set, workspace_tools);
		tool_set_add(set, plan_door_tools(plan_door(p.settings, NULL)));
		if (setting_int(p.settings, "delegate.depth") > 0)
			tool_set_add(set, delegate_tools);
		rows = tool_set_describe(set, p.settings);
		for (size_t i = 0; (tool = tool_at(set, i)); i++) {
			const char *words = json_str(json_array_get(rows, i), "description", "");
			char *first = text_sentence(words, SENTENCE_MAX);

			printf("%-14s %-8s %-8s %s\n", tool->name, tool_class_name(tool->class),
			    verdict_names[verdict_of(&p, tool)], first);
			free(first);
		}
		json_decref(rows);
		tool_set_free(set);
	}
	program_close(&p);
	return code;
}

const struct command command_tools = {
    .name = "tools",
    .usage = "",
    .summary = "what the model may call, and what would happen",
    .run = run,
};
