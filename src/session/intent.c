/*
 * An intent owns its data and nothing else. From another process come only those a running turn
 * takes.
 */
#include "session/intent.h"

#include <string.h>
#include "base/json/json.h"

static const struct {
	enum intent_kind kind;
	const char *member; /* without it the intent says nothing; NULL: it needs none */
} foreign[] = {
    {INTENT_ANSWER, "id"},
    {INTENT_STEER, "text"},
    {INTENT_STOP, NULL},
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

bool intent_from_json(struct intent *in, const json_t *line, struct error *e)
{
	const char *name = json_str(line, "intent", "");

	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		if (strcmp(intent_name(foreign[i].kind), name) != 0)
			continue;
		if (foreign[i].member && !json_str(line, foreign[i].member, NULL))
			return error_set(e, ERR_PARSE, "the intent '%s' needs the string '%s'",
			    name, foreign[i].member);
		*in = (struct intent){foreign[i].kind, json_copy((json_t *)line)};
		return true;
	}
	return error_set(e, ERR_PARSE, "'%s' is no intent; known are answer, steer and stop", name);
}
