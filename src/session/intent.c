/* SPDX-License-Identifier: MIT
 * The inbox, a queue of intents in the order of their arrival, and intents as JSON lines. inbox_push is in
 * question.c, because an answer goes to the open question.
 */
#include "session/intent.h"

#include "base/base.h"
#include "session/session_state.h"

/* ---- The inbox ----------------------------------------------------------------------------------- */

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

/* Removes the intent that *link points to and moves it to *out. False: *link is NULL. */
static bool take_link(struct session *s, struct queued_intent **link, struct intent *out)
{
	auto_free struct queued_intent *letter = *link;

	if (!letter)
		return false;
	*link = letter->next;
	if (s->inbox_last == &letter->next)
		s->inbox_last = link;
	*out = letter->in;
	return true;
}

bool inbox_take(struct session *s, struct intent *out)
{
	return take_link(s, &s->inbox, out);
}

/* Takes the oldest intent of a kind (is true) or of any other kind (is false). False: there is none. */
static bool take_where(struct session *s, enum intent_kind kind, bool is, struct intent *out)
{
	struct queued_intent **link = &s->inbox;

	while (*link && ((*link)->in.kind == kind) != is)
		link = &(*link)->next;
	return take_link(s, link, out);
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
	return last && take_link(s, last, out);
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

static const struct {
	const char *name;
	bool own;	    /* only the user's own program may send it */
	const char *member; /* the required member, a string; NULL: none */
} intents[] = {
    [INTENT_PROMPT] = {"prompt", true, "text"},
    [INTENT_STEER] = {"steer", false, "text"},
    [INTENT_STOP] = {"stop"},
    [INTENT_ANSWER] = {"answer", false, "id"},
    [INTENT_PLAN_EDIT] = {"plan_edit", true, "action"},
    [INTENT_SET] = {"set", true, "key"},
    [INTENT_ALLOW] = {"allow", true},
    [INTENT_UNDO] = {"undo", true},
    [INTENT_COMPACT] = {"compact", true},
    [INTENT_JOB] = {"job", true, "action"},
    [INTENT_CONTEXT] = {"context", true},
    [INTENT_RUN] = {"run", true, "command"},
    [INTENT_ROADMAP] = {"roadmap", true},
    [INTENT_MEMORY] = {"memory", true},
    [INTENT_QUIT] = {"quit", true},
};

void intent_free(struct intent *in)
{
	json_decref(in->data);
	in->data = NULL;
}

const char *intent_name(enum intent_kind kind)
{
	return intents[kind].name;
}

bool intent_from_json(struct intent *in, const json_t *line, bool own, struct error *e)
{
	const char *name = json_str(line, "intent", "");

	for (size_t i = 0; i < ARRAY_SIZE(intents); i++) {
		const char *member = intents[i].member;

		if (strcmp(intents[i].name, name) != 0 || (intents[i].own && !own))
			continue;
		if (member && !json_str(line, member, NULL))
			return error_set(
			    e, ERR_PARSE, "the intent '%s' needs the string '%s'", name, member);
		*in = (struct intent){(enum intent_kind)i, json_copy((json_t *)line)};
		return true;
	}
	return error_set(e, ERR_PARSE, "'%s' is no intent; known are answer, steer and stop%s",
	    name, own ? ", prompt, set, plan_edit and the others of docs/cli.md" : "");
}
