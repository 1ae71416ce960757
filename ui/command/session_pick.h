/*
 * Stored sessions to choose from: searched over titles and text while one types, each with its age,
 * outcome, what it cost, how far its plan came and its folder; renamed and deleted there and then.
 */
#ifndef UI_INPUT_SESSION_PICK_H
#define UI_INPUT_SESSION_PICK_H

#include "session/store.h"
#include "ui/command/slash.h"

struct session_pick { /* copied, the store borrowed until the list is closed */
	struct store *store;
	const char *title;
	const char *cwd;  /* sessions of this folder first; NULL: of all */
	const char *here; /* the open one: it cannot be deleted; NULL: none */
	enum go enter;	  /* what Enter means */
	bool only;	  /* nothing but that */
	/* The list is closed by then. */
	void (*chosen)(void *ctx, enum go where, const char *id);
	void *ctx;
};
void session_pick(struct commander *c, const struct session_pick *wanted);

/* How a session stands, from its end: {outcome?, tokens, cost_usd?, done?, items?}. Kept in the
 * store's cache; made in steps until_us (0: at once). NULL: not finished yet. New reference. */
struct session_sum;
struct session_sum *session_sum_new(struct store *s, const char *id);
json_t *session_sum_step(struct session_sum *s, int64_t until_us);
void session_sum_free(struct session_sum *s);	     /* NULL is accepted */
void session_spell_age(int64_t ms, struct buf *out); /* "now", "2 h ago" */
/* "2 h ago · answered · $0.03 · 3/4". sum may be NULL: not known yet. */
void session_spell(const json_t *row, const json_t *sum, int64_t now_ms, struct buf *out);

#endif
