/*
 * An intent owns its data and nothing else.
 */
#include "session/intent.h"

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
	case INTENT_COMPACT:
		return "compact";
	case INTENT_QUIT:
		break;
	}
	return "quit";
}
