/*
 * An intent owns its data and nothing else. From another process come only those a running turn
 * takes.
 */
#include "session/intent.h"

#include <string.h>
#include "base/json/json.h"

static const struct {
	enum intent_kind kind;
	bool own;	    /* only the user's own program may send it */
	const char *member; /* the string without which it says nothing; NULL: it needs none */
} from_lines[] = {
    {INTENT_ANSWER, false, "id"},
    {INTENT_STEER, false, "text"},
    {INTENT_STOP, false, NULL},
    {INTENT_PROMPT, true, "text"},
    {INTENT_PLAN_EDIT, true, "action"},
    {INTENT_SET, true, "key"},
    {INTENT_ALLOW, true, NULL},
    {INTENT_UNDO, true, NULL},
    {INTENT_COMPACT, true, NULL},
    {INTENT_JOB, true, "action"},
    {INTENT_CONTEXT, true, NULL},
    {INTENT_RUN, true, "command"},
    {INTENT_ROADMAP, true, NULL},
    {INTENT_MEMORY, true, NULL},
    {INTENT_QUIT, true, NULL},
};

void intent_free(struct intent *in)
{
	json_decref(in->data);
	in->data = NULL;
}

const char *intent_name(enum intent_kind kind)
{
	switch (kind) {
	case INTENT_PROMPT:
		return "prompt";
	case INTENT_STEER:
		return "steer";
	case INTENT_STOP:
		return "stop";
	case INTENT_ANSWER:
		return "answer";
	case INTENT_PLAN_EDIT:
		return "plan_edit";
	case INTENT_SET:
		return "set";
	case INTENT_ALLOW:
		return "allow";
	case INTENT_MEMORY:
		return "memory";
	case INTENT_ROADMAP:
		return "roadmap";
	case INTENT_CONTEXT:
		return "context";
	case INTENT_JOB:
		return "job";
	case INTENT_RUN:
		return "run";
	case INTENT_UNDO:
		return "undo";
	case INTENT_COMPACT:
		return "compact";
	case INTENT_QUIT:
		break;
	}
	return "quit";
}

bool intent_from_json(struct intent *in, const json_t *line, bool own, struct error *e)
{
	const char *name = json_str(line, "intent", "");

	for (size_t i = 0; i < sizeof from_lines / sizeof *from_lines; i++) {
		const char *member = from_lines[i].member;

		if (strcmp(intent_name(from_lines[i].kind), name) != 0 ||
		    (from_lines[i].own && !own))
			continue;
		if (member && !json_str(line, member, NULL))
			return error_set(
			    e, ERR_PARSE, "the intent '%s' needs the string '%s'", name, member);
		*in = (struct intent){from_lines[i].kind, json_copy((json_t *)line)};
		return true;
	}
	return error_set(e, ERR_PARSE, "'%s' is no intent; known are answer, steer and stop%s",
	    name, own ? ", prompt, set, plan_edit and the others of docs/cli.md" : "");
}
