/* SPDX-License-Identifier: MIT
 * Draws each kind of block as rows. Rows of calls and their outcomes are made in act_row.c.
 */
#include "ui/view/feed/feed.h"

#include "base/base.h"
#include "ui/model/question_choices.h"
#include "ui/view/card/card.h"
#include "ui/view/feed/act_row.h"
#include "ui/view/feed/row_groups.h"
#include "ui/view/markdown/markdown.h"

#define THOUGHT 4000   /* this many last bytes of a thought are shown */
#define REFLECT_ROWS 3 /* this many rows are shown of what the model says beside its calls */

#define PROMPT_SHOWN 6 /* lines of a long prompt that is folded */

/* Adds a row of one style, with a word in the column of tags: "[Act]     text". */
static void word_row(struct lines *out, enum style word_style, const char *word, enum style style,
    const char *text, int cells)
{
	const struct tag_row row = {.tag = word, .style = word_style};

	tag_row_text(out, &row, style, text, strlen(text), cells);
}

static void user_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const struct buf *words = b->folded && b->detail.len ? &b->detail : &b->text;
	const bool cut = b->folded && paste_lines(buf_str(words), words->len) > PROMPT_LINES;
	const char *text = buf_str(words), *rest = text;
	auto_lines rows = {0};
	size_t more = 0;

	for (int i = 0; cut && i < PROMPT_SHOWN; i++)
		rest = strchr(rest, '\n') + 1;
	auto_free char *shown = cut ? xstrndup(text, (size_t)(rest - 1 - text)) : xstrdup(text);
	word_row(&rows, STYLE_USER, "you", STYLE_TEXT, shown, v->cells);
	for (more = cut; cut && (rest = strchr(rest, '\n')) && rest[1]; rest++)
		more++;
	if (cut)
		lines_end_with(
		    &rows, STYLE_DIM, "           %s %zu more lines", v->ascii ? ">" : "▸", more);
	for (size_t i = 0; i < rows.count; i++) { /* each row is filled to the width of the feed */
		lines_ground(out, &rows, i, STYLE_ON_PROMPT);
		lines_to(out, STYLE_TEXT | STYLE_ON_PROMPT, v->cells);
		lines_end(out);
	}
}

static void answer_lines(const struct block *b, const struct feed_view *v, struct lines *out,
    struct markdown_place *place)
{
	auto_lines rows = {0};
	const char *bar = !b->open ? " " : v->ascii ? "|" : "▌";

	if (place)
		markdown_more(&rows, buf_str(&b->text), b->text.len, v->cells - 2, v->ascii, place);
	else
		markdown_lines(&rows, buf_str(&b->text), b->text.len, v->cells - 2, v->ascii);
	for (size_t i = 0; i < rows.count; i++) {
		lines_adds(out, b->open ? STYLE_BAR : STYLE_TEXT, bar);
		lines_copy(out, &rows, i);
		lines_end(out);
	}
	if (!b->ok)
		lines_end_with(out, STYLE_WARN, " (interrupted)");
}

static void thinking_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *text = buf_str(&b->text);
	size_t from = b->text.len > THOUGHT ? b->text.len - THOUGHT : 0;
	while (((unsigned char)text[from] & 0xc0) == 0x80)
		from++;
	auto_free char *line = text_line(text + from, THOUGHT);
	auto_buf last = BUF_INIT;

	if (b->folded) { /* folded, only the end of the thought is shown, on one row */
		int room = v->cells - TAG_CELLS - 3;
		size_t len = strlen(line), at = len;
		while (at > 0 && text_width(line + at, len - at) < room - 2)
			at = text_prev(line, at);
		if (at > 0 && strchr(line + at, ' ')) /* it begins with a whole word */
			at = (size_t)(strchr(line + at, ' ') - line) + 1;
		buf_add(&last, line + at, len - at);
	} else {
		buf_adds(&last, text);
	}
	tag_row_text(out,
	    &(struct tag_row){.tag = b->ok ? "thinking" : "cut off",
		.style = STYLE_DIM,
		.right = fold_mark(b->folded, v->ascii),
		.right_style = STYLE_DIM},
	    STYLE_DIM, buf_str(&last), last.len, v->cells);
}

/* Adds what the model says beside its calls: as it is written, but cut where it takes too many
 * rows. */
static void reflect_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *words = block_words(b);
	struct tag_row row = {.tag = block_tag(b),
	    .style = b->by_rules ? STYLE_DIM : feed_phase_style(b->phase),
	    .right = fold_mark(true, v->ascii),
	    .right_style = STYLE_DIM};
	auto_lines body = {0};
	const int room = tag_row_room(&row, v->cells);

	markdown_lines(&body, words, strlen(words), room, v->ascii);
	if (b->folded && v->level != FEED_FULL && body.count > REFLECT_ROWS) {
		auto_lines last = {0};
		size_t len;
		const char *s = lines_text(&body, REFLECT_ROWS - 1, &len);
		const char *more = v->ascii ? "..." : "…";
		len = text_fit(s, len, room - (int)text_width(more, strlen(more)));
		lines_copy(&last, &body, REFLECT_ROWS - 1);
		lines_end(&last);
		lines_keep(&body, REFLECT_ROWS - 1);
		lines_slice(&body, &last, 0, 0, len);
		lines_end_with(&body, STYLE_DIM, "%s", more);
	} else if (body.count > REFLECT_ROWS) {
		row.right = fold_mark(false, v->ascii);
	} else {
		row.right = NULL;
	}
	tag_row_lines(out, &row, &body, v->cells);
}

static void tagged_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const struct tag_row row = {
	    .tag = phase_tag(b->phase), .style = feed_phase_style(b->phase)};

	if (b->phase == PHASE_ACT)
		act_lines(b, v, out);
	else if (b->phase == PHASE_REFLECT)
		reflect_lines(b, v, out);
	else if (b->phase == PHASE_OBS || feed_folds(b))
		outcome_lines(b, v, out);
	else
		tag_row_text(out, &row, STYLE_TEXT, buf_str(&b->text), b->text.len, v->cells);
}

static void row_group_line(
    const struct ui_model *m, size_t i, size_t end, const struct feed_view *v, struct lines *out)
{
	if (row_rolls_up(m, i, v)) {
		auto_buf text = BUF_LIMIT(4000);

		row_group_sum(m, i, end, v, &text);
		lines_addf(out, STYLE_DIM, " %s ", v->ascii ? ">" : "▸");
		lines_cut(out, STYLE_DIM, buf_str(&text), text.len, v->cells - lines_cells(out) - 3,
		    v->ascii);
		lines_end(out);
	} else {
		/* A run of readings is named in one row, marked as gone well: one that failed is in no run. */
		const struct tag_row row = {.tag = phase_tag(PHASE_ACT),
		    .style = feed_phase_style(PHASE_ACT),
		    .mark = ok_mark(true, v->ascii),
		    .mark_style = STYLE_GOOD,
		    .right = fold_mark(true, v->ascii),
		    .right_style = STYLE_DIM};
		auto_buf text = BUF_LIMIT(4000);
		auto_lines body = {0};
		row_group_text(m, i, end, &text);
		lines_cut(&body, STYLE_TEXT, buf_str(&text), text.len, tag_row_room(&row, v->cells),
		    v->ascii);
		lines_end(&body);
		tag_row_lines(out, &row, &body, v->cells);
	}
}

/* Adds the question, and behind it what was answered. */
static void asked_row(
    const struct block *b, bool approval, const struct feed_view *v, struct lines *out)
{
	const struct tag_row row = {.tag = approval ? "[Act]" : "question",
	    .style = approval ? STYLE_ACT : STYLE_WARN,
	    .right = b->destructive ? "destructive" : NULL,
	    .right_style = STYLE_WARN};
	auto_lines one = {0}, body = {0};
	const int room = tag_row_room(&row, v->cells);

	if (b->open || !b->answer || v->level == FEED_FULL) {
		tag_row_text(out, &row, STYLE_TEXT, buf_str(&b->text), b->text.len, v->cells);
		return;
	}
	lines_paragraph(&one, STYLE_TEXT, buf_str(&b->text), b->text.len, 1 << 20, NULL);
	for (size_t i = 0; i + 1 < one.count; i++)
		lines_wrap(&body, &one, i, room, NULL);
	auto_lines last = {0};
	if (one.count)
		lines_copy(&last, &one, one.count - 1);
	lines_adds(&last, STYLE_DIM, "  ");
	lines_end_with(&last, STYLE_DIM, "%s", b->answer);
	lines_wrap(&body, &last, 0, room, NULL);
	tag_row_lines(out, &row, &body, v->cells);
}

static void question_lines(
    const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out)
{
	const struct block *b = &m->blocks[i];
	const struct event_question q = event_read_question(b->data);
	bool approval = question_is(&q, "approval");
	bool follows = approval && row_asks_of_call(m, i);

	if (b->joined && !b->open)
		return;
	if (!follows)
		asked_row(b, approval, v, out);
	if (b->open) {
		struct card_view cv = {.cells = v->cells - 1,
		    .margin = "    ",
		    .ascii = v->ascii,
		    .answer = CARD_ELSEWHERE};
		card_lines(&q, &cv, out);
	} else if (b->answer && (follows || v->level == FEED_FULL)) {
		word_row(out, STYLE_DIM, "answer", STYLE_DIM, b->answer, v->cells);
	}
}

static void notice_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *word = b->kind == BLOCK_END ? "end" : level_looks[b->level].word;
	auto_buf text = BUF_INIT;

	buf_add(&text, buf_str(&b->text), b->text.len);
	if (b->open && b->until_ms > v->now_ms)
		buf_addf(&text, "%s%lld s", v->ascii ? " - " : " · ",
		    (long long)(b->until_ms - v->now_ms + 999) / 1000);
	word_row(out, level_looks[b->level].style, b->until_ms ? "waiting" : word,
	    b->level == LEVEL_INFO ? STYLE_DIM : STYLE_TEXT, buf_str(&text), v->cells);
}

static void sum_line(
    const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out)
{
	const bool ok = m->blocks[i].ok;
	auto_buf text = BUF_INIT;

	row_turn_sum(m, i, v, &text);
	word_row(out, ok ? STYLE_GOOD : STYLE_WARN, ok_mark(ok, v->ascii), STYLE_DIM,
	    buf_str(&text), v->cells);
}

bool feed_passes(const struct block *b, enum phase only)
{
	return only == PHASE_NONE || b->kind == BLOCK_USER || b->kind == BLOCK_QUESTION ||
	       (b->kind == BLOCK_TAGGED && b->phase == only);
}

/* Whether an empty row stands above the block: above what people say and above answers, but not
 * between rows of work. */
static bool stands_apart(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	enum block_kind kind = m->blocks[i].kind, before;
	size_t above = i;

	while (above > 0 &&
	       (row_group_passed(m, above - 1, v) || !feed_passes(&m->blocks[above - 1], v->only)))
		above--;
	if (above == 0)
		return false;
	before = m->blocks[above - 1].kind;
	if (v->only != PHASE_NONE) /* rows of a single tag stand together */
		return kind == BLOCK_USER;
	return kind == BLOCK_USER || kind == BLOCK_ANSWER || before == BLOCK_USER ||
	       (before == BLOCK_ANSWER && kind != BLOCK_SUM);
}

bool feed_grows(const struct block *b)
{
	return b->kind == BLOCK_ANSWER && b->open;
}

void feed_grow(const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out,
    struct feed_growth *g)
{
	const struct block *b = &m->blocks[i];

	lines_keep(out, g->rows);
	if (!feed_passes(b, v->only))
		return;
	if (g->rows == 0 && stands_apart(m, i, v))
		lines_end(out);
	const size_t stay = out->count;
	answer_lines(b, v, out, &g->place);
	g->rows = stay + g->place.rows;
}

void feed_block(const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out)
{
	const struct block *b = &m->blocks[i];
	size_t end = 0;
	enum row_group rolled = row_group_of(m, i, v, &end);

	if (!feed_passes(b, v->only) || rolled == ROW_IN_GROUP ||
	    (v->card_apart && b->kind == BLOCK_QUESTION && b->open))
		return;
	if (stands_apart(m, i, v))
		lines_end(out);
	switch (b->kind) {
	case BLOCK_USER:
		user_lines(b, v, out);
		break;
	case BLOCK_ANSWER:
		answer_lines(b, v, out, NULL);
		break;
	case BLOCK_THINKING:
		thinking_lines(b, v, out);
		break;
	case BLOCK_TAGGED:
		if (rolled == ROW_GROUP_FIRST)
			row_group_line(m, i, end, v, out);
		else
			tagged_lines(b, v, out);
		break;
	case BLOCK_QUESTION:
		question_lines(m, i, v, out);
		break;
	case BLOCK_SUM:
		sum_line(m, i, v, out);
		break;
	case BLOCK_NOTICE:
	case BLOCK_END:
		notice_lines(b, v, out);
		break;
	}
}
