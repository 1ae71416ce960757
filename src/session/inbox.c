/*
 * The inbox: intents in the order they came. An answer never waits in it: it belongs to the open
 * question or to nobody.
 */
#include <stdlib.h>
#include "base/alloc.h"
#include "session/state.h"

void inbox_push(struct session *s, struct intent in)
{
	struct letter *letter;

	if (in.kind == INTENT_ANSWER) {
		question_answer(s, &in);
		return;
	}
	if (in.kind == INTENT_STOP || in.kind == INTENT_QUIT)
		s->cancel.requested = true;
	letter = xcalloc(1, sizeof *letter);
	letter->in = in;
	*s->inbox_last = letter;
	s->inbox_last = &letter->next;
}

bool inbox_take(struct session *s, struct intent *out)
{
	struct letter *letter = s->inbox;

	if (!letter)
		return false;
	s->inbox = letter->next;
	if (!s->inbox)
		s->inbox_last = &s->inbox;
	*out = letter->in;
	free(letter);
	return true;
}

bool inbox_peek(struct session *s, enum intent_kind kind)
{
	for (const struct letter *letter = s->inbox; letter; letter = letter->next) {
		if (letter->in.kind == kind)
			return true;
	}
	return false;
}

struct cancel *session_cancel(struct session *s)
{
	return &s->cancel;
}
