/*
 * The inbox: intents in the order they came (question.c lets them in).
 */
#include <stdlib.h>
#include "base/core/alloc.h"
#include "session/session_state.h"

void inbox_add(struct session *s, struct intent in)
{
	struct queued_intent *letter = xcalloc(1, sizeof *letter);

	letter->in = in;
	*s->inbox_last = letter;
	s->inbox_last = &letter->next;
}

void inbox_divert(
    struct session *s, unsigned kinds, void (*fn)(void *ctx, const struct intent *in), void *ctx)
{
	s->divert.kinds = kinds;
	s->divert.fn = fn;
	s->divert.ctx = ctx;
}

static void take_link(struct session *s, struct queued_intent **link, struct intent *out)
{
	struct queued_intent *letter = *link;

	*link = letter->next;
	if (s->inbox_last == &letter->next)
		s->inbox_last = link;
	*out = letter->in;
	free(letter);
}

bool inbox_take(struct session *s, struct intent *out)
{
	if (!s->inbox)
		return false;
	take_link(s, &s->inbox, out);
	return true;
}

/* Takes the oldest intent of a kind, or with is false the oldest of any other kind. */
static bool take_where(struct session *s, enum intent_kind kind, bool is, struct intent *out)
{
	struct queued_intent **link = &s->inbox;

	while (*link && ((*link)->in.kind == kind) != is)
		link = &(*link)->next;
	if (!*link)
		return false;
	take_link(s, link, out);
	return true;
}

bool inbox_take_but(struct session *s, enum intent_kind kind, struct intent *out)
{
	return take_where(s, kind, false, out);
}

bool inbox_take_of(struct session *s, enum intent_kind kind, struct intent *out)
{
	return take_where(s, kind, true, out);
}

bool inbox_retract(struct session *s, struct intent *out)
{
	struct queued_intent **last = NULL;

	for (struct queued_intent **link = &s->inbox; *link; link = &(*link)->next) {
		enum intent_kind kind = (*link)->in.kind;
		if (kind == INTENT_PROMPT || kind == INTENT_STEER || kind == INTENT_RUN)
			last = link;
	}
	if (last)
		take_link(s, last, out);
	return last != NULL;
}

const struct intent *inbox_at(const struct session *s, size_t i)
{
	const struct queued_intent *letter = s->inbox;

	while (letter && i-- > 0)
		letter = letter->next;
	return letter ? &letter->in : NULL;
}

bool inbox_peek(struct session *s, enum intent_kind kind)
{
	for (const struct queued_intent *letter = s->inbox; letter; letter = letter->next) {
		if (letter->in.kind == kind)
			return true;
	}
	return false;
}

struct cancel *session_cancel(struct session *s)
{
	return &s->cancel;
}
