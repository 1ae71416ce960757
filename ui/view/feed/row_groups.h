/* SPDX-License-Identifier: MIT
 * Rows that one row stands for, and rows that are not drawn. Consecutive rows of reading tools become
 * one that names them all; with ui.reasoning: rolling the rows of a finished turn become one that sums
 * it up, and so do those of the running one but the last. What is of use only while it is the last row,
 * and what says what the row above said, is not drawn. Nothing is lost: unrolled once, rows stay.
 */
#ifndef UI_VIEW_FEED_ROW_GROUPS_H
#define UI_VIEW_FEED_ROW_GROUPS_H

#include "ui/view/feed/feed.h"

enum row_group { ROW_ALONE, ROW_IN_GROUP, ROW_GROUP_FIRST };
/* Returns how block i is drawn. ROW_GROUP_FIRST: its row stands for the blocks [i, *end).
 * ROW_IN_GROUP: it has no rows. */
enum row_group row_group_of(
    const struct ui_model *m, size_t i, const struct feed_view *v, size_t *end);
/* Whether the question of block i asks about the call whose row stands directly above. */
bool row_asks_of_call(const struct ui_model *m, size_t i);
/* Whether block i is a notice of passing use that something else has followed, so that it is not drawn. */
bool row_group_passed(const struct ui_model *m, size_t i, const struct feed_view *v);
/* Whether the row may be rolled up: it is of a finished turn, or far enough from the end of this
 * one. A group whose first row may stands for (a part of) a turn, any other for a run of
 * readings. */
bool row_rolls_up(const struct ui_model *m, size_t i, const struct feed_view *v);
/* Appends what the run of readings [i, end) read: "search_text "a" in src/; read_file b.c". */
void row_group_text(const struct ui_model *m, size_t i, size_t end, struct buf *out);
/* Appends what the blocks [i, end) of a turn came to: "9 calls · 2 files +13 −2 · tests ✘ ✔ · 17
 * s"; one call is named; the time only of a turn that ended. */
void row_group_sum(
    const struct ui_model *m, size_t i, size_t end, const struct feed_view *v, struct buf *out);
/* Appends what the turn that block i sums up came to: "2m 03s · 9 calls · 2 files +13 −2 · $0.03 · 05:29". */
void row_turn_sum(const struct ui_model *m, size_t i, const struct feed_view *v, struct buf *out);
/* Lets the blocks [i, end) be shown by themselves from now on, as the user opened them. */
void row_group_open(struct ui_model *m, size_t i, size_t end);

#endif
