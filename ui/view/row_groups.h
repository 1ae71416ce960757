/*
 * Rows that one row stands for. Consecutive rows of reading tools become one that names them all;
 * with ui.reasoning: rolling, so do the rows of a finished turn, and of the running one all but the
 * last. Nothing is lost: unrolled once, they stay.
 */
#ifndef UI_VIEW_ROW_GROUPS_H
#define UI_VIEW_ROW_GROUPS_H

#include "ui/view/feed.h"

enum row_group { ROW_ALONE, ROW_IN_GROUP, ROW_GROUP_FIRST };
/* HERE: block i stands for the blocks up to `end`. */
enum row_group row_group_of(
    const struct ui_model *m, size_t i, const struct feed_view *v, size_t *end);
/* The question of block i asks about the call whose row stands directly above. */
bool row_asks_of_call(const struct ui_model *m, size_t i);
/* "search_text "a" in src/; read_file b.c", and how many rows of which tags. */
void row_group_text(const struct ui_model *m, size_t i, size_t end, struct buf *out);
/* Shows again what is rolled up with block i. */
void row_group_open(struct ui_model *m, size_t i, size_t end);

#endif
