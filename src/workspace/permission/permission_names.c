/* Names of modes, classes and verdicts, for rules and for people. */
#include "workspace/permission/permission.h"

#include <string.h>

static const char *const mode_names[APPROVE_MODES] = {"plan", "read-only", "ask", "edits", "all"};
/* Wherever a mode is explained, in the chat and in the documents, it is by these words. */
static const char *const mode_words[APPROVE_MODES] = {
    [APPROVE_PLAN] = "read and plan only, until you accept the plan",
    [APPROVE_READ_ONLY] = "nothing is written, only commands that read run",
    [APPROVE_ASK] = "writing and running ask first",
    [APPROVE_EDITS] = "files are written, commands without a sandbox ask",
    [APPROVE_ALL] = "nothing asks but gates and your rules",
};
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

const char *approve_mode_words(enum approve_mode mode)
{
	return mode_words[mode];
}
