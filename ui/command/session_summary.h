/*
 * How a session stands, in a few figures and in a line.
 */
#ifndef UI_COMMAND_SESSION_SUMMARY_H
#define UI_COMMAND_SESSION_SUMMARY_H

#include "session/store.h"

/* From its end: {outcome?, tokens, cost_usd?, done?, items?}. Kept in the store's cache; made in steps
 * until_us (0: at once). NULL: not finished yet. New reference. */
struct session_sum;
struct session_sum *session_sum_new(struct store *s, const char *id);
json_t *session_sum_step(struct session_sum *s, int64_t until_us);
void session_sum_free(struct session_sum *s);	     /* NULL is accepted */
void session_spell_age(int64_t ms, struct buf *out); /* "now", "2 h ago" */
/* "2 h ago · answered · $0.03 · 3/4". sum may be NULL: not known yet. */
void session_spell(const json_t *row, const json_t *sum, int64_t now_ms, struct buf *out);

#endif
