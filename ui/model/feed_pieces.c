/* SPDX-License-Identifier: MIT
 * Reads, places and frees the pieces of a long feed. A piece begins where a round begins (ui_pace),
 * so folding it alone makes the same blocks as folding the whole.
 */
#include "ui/model/feed_pieces.h"

#include "base/base.h"
#include "ui/model/blocks.h"

#define NEAR 3 /* this many pieces are kept on each side of what is in view */

static void add_cut(struct feed_pieces *w, size_t at, int64_t seq)
{
	array_reserve(&w->cuts, &w->cap, w->count + 1, sizeof *w->cuts);
	memmove(w->cuts + at + 1, w->cuts + at, (w->count - at) * sizeof *w->cuts);
	w->cuts[at] = seq;
	w->count++;
}

void feed_pieces_begin(struct feed_pieces *w, struct event_source *past, int64_t from)
{
	w->past = past;
	w->count = 0;
	w->gap = 0;
	w->pace = (struct ui_pace){0};
	add_cut(w, 0, from);
}

void feed_pieces_free(struct feed_pieces *w)
{
	free(w->cuts);
	*w = (struct feed_pieces){0};
}

static void drop_cuts(struct feed_pieces *w, size_t from, size_t to)
{
	memmove(w->cuts + from, w->cuts + to, (w->count - to) * sizeof *w->cuts);
	w->count -= to - from;
}

void feed_pieces_take(struct feed_pieces *w, const struct ui_model *m, const struct event *ev)
{
	if (w->past && !event_is_live(ev->type) && ev->seq > 0 && ui_pace(&w->pace, m, ev))
		add_cut(w, w->count, ev->seq);
}

/* Returns the first block of the piece that begins with this event. */
static size_t block_of(const struct ui_model *m, int64_t seq)
{
	size_t i = m->count;

	while (i > 0 && (m->blocks[i - 1].seq == 0 || m->blocks[i - 1].seq >= seq))
		i--;
	while (i < m->count && m->blocks[i].seq == 0 && i > 0)
		i++;
	return i;
}

/* Puts the blocks of `come`, which may be NULL, in the place of the blocks [at, at + gone). */
static void replace_blocks(
    struct feed_pieces *w, struct ui_model *m, size_t at, size_t gone, struct ui_model *come)
{
	const size_t n = come ? come->count : 0, behind = m->count - at - gone;

	for (size_t i = at; i < at + gone; i++)
		block_free(&m->blocks[i]);
	array_reserve(&m->blocks, &m->cap, at + n + behind, sizeof *m->blocks);
	if (behind)
		memmove(m->blocks + at + n, m->blocks + at + gone, behind * sizeof *m->blocks);
	for (size_t i = 0; i < n; i++) {
		m->blocks[at + i] = come->blocks[i];
		m->blocks[at + i].open = false;
		m->blocks[at + i].version = ++m->version;
	}
	m->count = at + n + behind;
	if (m->turn_block >= at + gone)
		m->turn_block += n - gone;
	else if (m->turn_block > at)
		m->turn_block = at + n;
	m->removed++;
	if (come)
		come->count = 0;
	if (w && w->moved)
		w->moved(w->ctx, at, gone, n);
}

void ui_model_prepend(struct ui_model *m, struct ui_model *older)
{
	replace_blocks(NULL, m, 0, 0, older);
}

/* Reads the piece that seq is in, or the first one from `from` on, with the user's folds. Caller
 * frees *piece. False: the events cannot be read. */
static bool read_piece(struct feed_pieces *w, const struct ui_model *m, int64_t seq, int64_t from,
    struct ui_model *piece, struct ui_seek *way)
{
	ui_model_init(piece);
	ui_seek_begin(way, piece, w->past, seq, from);
	way->piece = from > 0;
	ui_choices_copy(piece, m);
	return ui_seek_step(way, 0, NULL) == UI_SEEK_ARRIVED;
}

size_t feed_pieces_earlier(struct feed_pieces *w, struct ui_model *m)
{
	size_t more = 0;

	while (w->past && w->count && w->cuts[0] > 1 && more == 0) {
		struct ui_model older;
		struct ui_seek way;

		if (read_piece(w, m, w->cuts[0] - 1, 0, &older, &way)) {
			more = older.count;
			w->gap += w->gap ? more : 0;
			replace_blocks(w, m, 0, 0, &older);
		}
		add_cut(w, 0, way.from < w->cuts[0] ? way.from : 1);
		ui_model_free(&older);
	}
	return more;
}

static size_t cut_of(const struct feed_pieces *w, int64_t seq)
{
	size_t i = 0;

	while (i < w->count && w->cuts[i] < seq)
		i++;
	return i;
}

size_t feed_pieces_later(struct feed_pieces *w, struct ui_model *m)
{
	size_t more = 0;

	while (w->gap && more == 0) {
		struct ui_model newer;
		struct ui_seek way;

		const bool there = read_piece(w, m, w->gap_to - 1, w->gap_from, &newer, &way);
		more = newer.count;
		add_cut(w, cut_of(w, w->gap_from), w->gap_from);
		const size_t at = w->gap;
		w->gap += more;
		replace_blocks(w, m, at, 0, &newer);
		if (!there || newer.seq < w->gap_from || newer.seq + 1 >= w->gap_to)
			w->gap = 0;
		w->gap_from = newer.seq + 1;
		ui_model_free(&newer);
	}
	return more;
}

/* Whether blocks [from, to) may be freed: none is open, and the events up to seq can be read again. */
static bool may_go(
    struct feed_pieces *w, const struct ui_model *m, size_t from, size_t to, int64_t seq)
{
	for (; from < to; from++)
		if (m->blocks[from].open)
			return false;
	return w->last ? seq <= w->last
		       : event_source_last(w->past) >= seq || !event_source_store(w->past);
}

void feed_pieces_trim(struct feed_pieces *w, struct ui_model *m, size_t first, size_t last)
{
	if (!w->past || w->count <= 2 * NEAR + 1)
		return;
	size_t k = 0;
	while (k + NEAR + 1 < w->count && block_of(m, w->cuts[k + NEAR + 1]) <= first &&
	       (!w->gap || w->cuts[k + 1] < w->gap_from))
		k++;
	const size_t gone = k ? block_of(m, w->cuts[k]) : 0;
	if (gone != 0 && may_go(w, m, 0, gone, w->cuts[k] - 1)) {
		drop_cuts(w, 0, k);
		w->gap -= w->gap ? gone : 0;
		replace_blocks(w, m, 0, gone, NULL);
	}
	const size_t tail = w->count - 1;
	size_t n = 0;
	while (n < tail && block_of(m, w->cuts[n]) <= last)
		n++;
	n += NEAR;
	if (n >= tail || (w->gap && w->gap_from <= w->cuts[n] && w->gap_to == w->cuts[tail]))
		return;
	/* Pieces that follow an existing gap are added to it. */
	const int64_t from = w->gap && w->gap_from < w->cuts[n] ? w->gap_from : w->cuts[n];
	const size_t at = w->gap && from == w->gap_from ? w->gap : block_of(m, from);
	const size_t behind = block_of(m, w->cuts[tail]);
	if (behind < at || at == 0 || !may_go(w, m, at, behind, w->cuts[tail] - 1))
		return;
	w->gap_from = from;
	w->gap_to = w->cuts[tail];
	w->gap = at;
	drop_cuts(w, cut_of(w, from), tail);
	replace_blocks(w, m, at, behind - at, NULL);
}

void feed_pieces_end(struct feed_pieces *w, struct ui_model *m)
{
	const size_t gone = w->gap;

	if (!gone)
		return;
	drop_cuts(w, 0, cut_of(w, w->gap_to));
	w->gap = 0;
	replace_blocks(w, m, 0, gone, NULL);
}
