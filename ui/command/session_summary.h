/* SPDX-License-Identifier: MIT
 * How a session stands, in a few figures and in a line of text.
 */
#ifndef UI_COMMAND_SESSION_SUMMARY_H
#define UI_COMMAND_SESSION_SUMMARY_H

#include "session/store/store.h"

struct session_sum;
/* Begins to sum a session up. The store is borrowed until session_sum_free, which accepts NULL. Never
 * NULL. */
struct session_sum *session_sum_new(struct store *s, const char *id);
void session_sum_free(struct session_sum *s);
/* Works until that time (monotonic microseconds; 0: to the end). Returns {outcome?, tokens,
 * cost_usd?, done?, items?, skipped?} as of the session's end, a new reference, also kept in the
 * store's cache; NULL: it is not finished yet. */
json_t *session_sum_step(struct session_sum *s, int64_t until_us);
/* Appends an age in milliseconds: "now", "2 h ago". */
void session_spell_age(int64_t ms, struct buf *out);
/* Appends a row of store_list as a line: "2 h ago · answered · $0.03 · 3/4". sum NULL: not known
 * yet. */
void session_spell(const json_t *row, const json_t *sum, int64_t now_ms, struct buf *out);

#endif
