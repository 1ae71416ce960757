/*
 * What may happen without asking: the approval mode, the class of the tool, exact command lines the
 * user said "always" to, and the destructive patterns. Pure: a decision and its reason.
 */
#ifndef WORKSPACE_PERMISSION_H
#define WORKSPACE_PERMISSION_H

#include <jansson.h>
#include "config/settings.h"

enum approve_mode { APPROVE_PLAN, APPROVE_READ_ONLY, APPROVE_ASK, APPROVE_EDITS, APPROVE_ALL };
enum verdict { VERDICT_ALLOW, VERDICT_ASK, VERDICT_DENY };
/* What a tool does to the world: approval, plan mode and what may run side by side go by it. */
enum tool_class {
	TOOL_READS,
	TOOL_WRITES,
	TOOL_RUNS,
	TOOL_ASKS,
	TOOL_PLANS,
	TOOL_NETWORK,
	TOOL_DELEGATES, /* starts agents under the same mode: each of their acts is judged there */
};
#define TOOL_CLASSES (TOOL_DELEGATES + 1)

struct decision {
	enum verdict verdict;
	const char *by;	  /* "mode", "rule", "user" */
	char reason[160]; /* for the card or the denial: "approval mode read-only: running commands
			     is denied; allow it with --approve ask or all" */
	bool destructive; /* matches permissions.destructive */
};
struct permissions;
struct permissions *permissions_new(const struct settings *
	s); /* reads approve, permissions.* ; dies never: patterns were checked with the settings */
void permissions_free(struct permissions *p);
bool approve_mode_find(const char *name, enum approve_mode *out);
const char *approve_mode_name(enum approve_mode mode);
const char *tool_class_name(enum tool_class class); /* "reads", "writes", ... */
struct decision permission_decide(const struct permissions *p, enum approve_mode mode,
    enum tool_class class, const char *tool, const char *command /* NULL unless TOOL_RUNS */);
void permission_always(struct permissions *p, const char *tool,
    const char *command); /* the exact line, for this session */

#endif
