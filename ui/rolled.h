/*
 * Rows that one row stands for. Consecutive rows of reading tools become one that names them all;
 * with ui.reasoning: rolling, so do the rows of a finished turn, and of the running one all but the
 * last. Nothing is lost: unrolled once, they stay.
 */
#ifndef UI_ROLLED_H
#define UI_ROLLED_H

#include "ui/feed.h"

enum rolled { ROLLED_NOT, ROLLED_AWAY, ROLLED_HERE };
/* HERE: block i stands for the blocks up to `end`. */
enum rolled feed_rolled(const struct ui_model *m, size_t i, const struct feed_view *v, size_t *end);
/* "search_text "a" in src/; read_file b.c", and how many rows of which tags. */
void rolled_text(const struct ui_model *m, size_t i, size_t end, struct buf *out);
/* Shows again what is rolled up with block i. */
void ui_unroll(struct ui_model *m, size_t i, size_t end);

#endif
