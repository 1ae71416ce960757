/* Names of modes, classes and verdicts, for rules and for people. */
#include "workspace/permission/permission.h"

#include <string.h>

static const char *const mode_names[APPROVE_MODES] = {"plan", "read-only", "ask", "edits", "all"};
static const char *const class_names[TOOL_CLASSES] = {
    [TOOL_READS] = "reads",
    [TOOL_WRITES] = "writes",
    [TOOL_RUNS] = "runs",
    [TOOL_ASKS] = "asks",
    [TOOL_PLANS] = "plans",
    [TOOL_NETWORK] = "network",
    [TOOL_DELEGATES] = "delegates",
    [TOOL_REMEMBERS] = "remembers",
};

const char *tool_class_name(enum tool_class class)
{
	return class_names[class];
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
	    [VERDICT_ALLOW] = "allowed", [VERDICT_ASK] = "asks", [VERDICT_DENY] = "denied"};

	return names[verdict];
}

bool approve_mode_find(const char *name, enum approve_mode *out)
{
	for (int i = 0; i < APPROVE_MODES; i++)
		if (name && !strcmp(mode_names[i], name)) {
			*out = (enum approve_mode)i;
			return true;
		}
	return false;
}

const char *approve_mode_name(enum approve_mode mode)
{
	return mode_names[mode];
}
