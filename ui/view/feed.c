/*
 * One margin column, the tag in ten more, then text that wraps under itself; at the right edge the
 * mark of what unfolds.
 */
#include "ui/view/feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/model/progress.h"
#include "ui/view/card.h"
#include "ui/view/diff_lines.h"
#include "ui/view/markdown.h"
#include "ui/view/row_groups.h"

#define TAG_CELLS 11
#define BAR_CELLS 10 /* of a running command, where a row has room for it */
#define BAR_WIDE 70
#define SINCE_CELLS 7
#define THOUGHT 4000 /* bytes of which the end is shown */
#define TAG_BLANK "           "

enum style feed_phase_style(enum phase phase)
{
	switch (phase) {
	case PHASE_NONE:
		return STYLE_DIM;
	case PHASE_PLAN:
		return STYLE_PLAN;
	case PHASE_ACT:
		return STYLE_ACT;
	case PHASE_OBS:
		return STYLE_OBS;
	case PHASE_REFLECT:
		return STYLE_REFLECT;
	}
	return STYLE_DIM;
}

/* A call that is running. */
static bool feed_runs(const struct block *b)
{
	return b->open && b->kind == BLOCK_TAGGED && b->phase == PHASE_ACT;
}

bool feed_moves(const struct block *b)
{
	return b->open && (b->kind == BLOCK_QUESTION || b->until_ms || feed_runs(b));
}

bool feed_folds(const struct block *b)
{
	return (b->kind == BLOCK_TAGGED && b->detail.len && !b->open) || b->kind == BLOCK_THINKING;
}

static void blank(struct lines *out)
{
	lines_end(out);
}

/* The first row of `rows` gets `mark` at the right edge. */
static void add_marked(
    struct lines *out, const struct lines *rows, const char *mark, enum style style, int cells)
{
	for (size_t i = 0; i < rows->count; i++) {
		lines_copy(out, rows, i);
		if (i == 0 && *mark) {
			lines_to(out, STYLE_TEXT, cells - 1 - text_width(mark, strlen(mark)));
			lines_adds(out, style, mark);
		}
		lines_end(out);
	}
}

/* "[Act]     text", wrapped under the text; room at the right for a mark. */
static void tag_row(struct lines *out, enum style tag_style, const char *tag, enum style style,
    const struct buf *text, const char *mark, enum style mark_style, int cells)
{
	struct lines body = {0}, rows = {0};
	char first[64];
	int right = *mark ? 2 + text_width(mark, strlen(mark)) : 1;

	lines_paragraph(&body, style, buf_str(text), text->len, cells - TAG_CELLS - right, NULL);
	for (size_t i = 0; i < body.count; i++) {
		if (i == 0) {
			snprintf(first, sizeof first, " %s", tag);
			lines_adds(&rows, tag_style, first);
		}
		lines_to(&rows, STYLE_TEXT, TAG_CELLS);
		lines_copy(&rows, &body, i);
		lines_end(&rows);
	}
	add_marked(out, &rows, mark, mark_style, cells);
	lines_free(&body);
	lines_free(&rows);
}

static void user_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	lines_adds(out, STYLE_USER, " you");
	lines_end(out);
	lines_paragraph(out, STYLE_TEXT, buf_str(&b->text), b->text.len, v->cells - 1,
	    &(struct margin){"   ", "   ", STYLE_TEXT});
}

static void answer_lines(const struct block *b, const struct feed_view *v, struct lines *out,
    struct markdown_place *place)
{
	struct lines rows = {0};
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
	if (!b->ok) {
		lines_adds(out, STYLE_WARN, " (interrupted)");
		lines_end(out);
	}
	lines_free(&rows);
}

static void thinking_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *text = buf_str(&b->text);
	const char *mark = v->ascii ? (b->folded ? ">" : "v") : b->folded ? "▸" : "▾";
	size_t from = b->text.len > THOUGHT ? b->text.len - THOUGHT : 0;
	while (((unsigned char)text[from] & 0xc0) == 0x80)
		from++;
	char *line = text_line(text + from, THOUGHT);
	struct buf last = BUF_INIT;

	if (b->folded) { /* its end, on one row */
		int room = v->cells - TAG_CELLS - 3;
		size_t len = strlen(line), at = len;
		while (at > 0 && text_width(line + at, len - at) < room - 2)
			at = text_prev(line, at);
		buf_add(&last, line + at, len - at);
	} else {
		buf_adds(&last, text);
	}
	tag_row(out, STYLE_DIM, "thinking", STYLE_DIM, &last, mark, STYLE_DIM, v->cells);
	buf_free(&last);
	free(line);
}

/* The last rows of what a running command printed. */
static void live_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *s = buf_str(&b->detail);
	size_t len = b->detail.len, at = len;
	int rows = 0;

	if (len && s[len - 1] == '\n')
		at = --len;
	while (at > 0 && rows < v->live_rows) {
		while (at > 0 && s[at - 1] != '\n')
			at--;
		if (++rows < v->live_rows && at > 0)
			at--;
	}
	while (at < len) {
		const char *nl = memchr(s + at, '\n', len - at);
		size_t end = nl ? (size_t)(nl - s) : len, to = end;
		progress_seen(s, &at, &to);
		lines_adds(out, STYLE_DIM, TAG_BLANK);
		lines_cut(out, STYLE_DIM, s + at, to - at, v->cells - TAG_CELLS - 2, v->ascii);
		lines_end(out);
		at = end + 1;
	}
}

/* A file that was read: numbers, then its lines as code. What stands around them is text. */
static void code_rows(
    const struct language *language, const char *s, size_t len, int cells, struct lines *out)
{
	struct highlight h = {.language = language};

	for (size_t at = 0, end; at < len; at = end + 1) {
		const char *nl = memchr(s + at, '\n', len - at);
		end = nl ? (size_t)(nl - s) : len;
		size_t number = at + strspn(s + at, " ");
		number += strspn(s + number, "0123456789");
		bool code = number < end && s[number] == '\t';
		struct lines one = {0};
		char margin[48] = TAG_BLANK;
		if (code)
			snprintf(margin, sizeof margin, "%s%.*s  ", TAG_BLANK,
			    (int)(number - at < 20 ? number - at : 20), s + at);
		char *rest = xasprintf("%*s", (int)strlen(margin), "");
		if (code)
			highlight_line(&h, STYLE_TEXT, s + number + 1, end - number - 1, &one);
		else
			lines_add(&one, STYLE_DIM, s + at, end - at);
		lines_end(&one);
		lines_wrap(out, &one, 0, cells, &(struct margin){margin, rest, STYLE_DIM});
		lines_free(&one);
		free(rest);
	}
}

static void detail_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *s = buf_str(&b->detail);
	size_t len = b->detail.len;
	const struct language *language = b->path ? highlight_path(b->path) : NULL;

	while (len && s[len - 1] == '\n')
		len--;
	if (b->diff)
		diff_lines(
		    out, s, len, &(struct diff_view){TAG_BLANK, v->cells - 1, v->ascii, language});
	else if (language)
		code_rows(language, s, len, v->cells - 1, out);
	else
		lines_paragraph(out, STYLE_DIM, s, len, v->cells - 1,
		    &(struct margin){TAG_BLANK, TAG_BLANK, STYLE_DIM});
}

/* How far a running call says it is, and for how long it runs. The bar leaves room for the time, so
 * that nothing moves when it comes. */
static void running_mark(const struct block *b, const struct feed_view *v, struct buf *out)
{
	const int64_t ran = v->now_ms - b->at_ms;
	const int told = progress_told(buf_str(&b->detail), b->detail.len, v->live_rows);
	char since[24] = "";

	if (ran >= 1000)
		snprintf(since, sizeof since, "%lld s", (long long)(ran / 1000));
	if (told >= 0)
		progress_bar(out, told, v->cells < BAR_WIDE ? 0 : BAR_CELLS, v->ascii);
	buf_addf(out, "%*s", told >= 0 ? SINCE_CELLS : 0, since);
}

static void tagged_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const char *fold = v->ascii ? (b->folded ? ">" : "v") : b->folded ? "▸" : "▾";
	const char *mark = feed_folds(b) ? fold : "";
	enum style mark_style = STYLE_DIM;

	struct buf runs = BUF_INIT;
	if (feed_runs(b))
		running_mark(b, v, &runs);
	if (runs.len)
		mark = buf_str(&runs);
	if (b->destructive) {
		mark = "destructive";
		mark_style = STYLE_WARN;
	}
	tag_row(out, feed_phase_style(b->phase), phase_tag(b->phase),
	    b->ok ? STYLE_TEXT : STYLE_BAD, &b->text, mark, mark_style, v->cells);
	buf_free(&runs);
	if (b->open)
		live_lines(b, v, out);
	else if (feed_folds(b) && !b->folded)
		detail_lines(b, v, out);
}

static void row_group_line(
    const struct ui_model *m, size_t i, size_t end, const struct feed_view *v, struct lines *out)
{
	struct buf text = BUF_LIMIT(4000);

	row_group_text(m, i, end, &text);
	lines_adds(out, STYLE_DIM, " ...");
	lines_to(out, STYLE_TEXT, TAG_CELLS);
	lines_cut(out, STYLE_DIM, buf_str(&text), text.len, v->cells - TAG_CELLS - 3, v->ascii);
	lines_to(out, STYLE_TEXT, v->cells - 2);
	lines_adds(out, STYLE_DIM, v->ascii ? ">" : "▸");
	lines_end(out);
	buf_free(&text);
}

static void question_lines(
    const struct ui_model *m, size_t i, const struct feed_view *v, struct lines *out)
{
	const struct block *b = &m->blocks[i];
	bool approval = strcmp(json_str(b->data, "kind", ""), "approval") == 0;
	bool follows = approval && row_asks_of_call(m, i);

	if (!follows)
		tag_row(out, approval ? STYLE_ACT : STYLE_WARN, approval ? "[Act]" : "question",
		    STYLE_TEXT, &b->text, b->destructive ? "destructive" : "", STYLE_WARN,
		    v->cells);
	if (b->open) {
		struct card_view cv = {.cells = v->cells - 1,
		    .margin = "    ",
		    .ascii = v->ascii,
		    .answer = CARD_ELSEWHERE};
		card_lines(b->data, &cv, out);
	} else if (b->answer) {
		struct buf answer = BUF_INIT;
		buf_adds(&answer, b->answer);
		tag_row(out, STYLE_DIM, "answer", STYLE_DIM, &answer, "", STYLE_DIM, v->cells);
		buf_free(&answer);
	}
}

static void notice_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	static const struct {
		const char *word;
		enum style style;
	} levels[] = {[LEVEL_INFO] = {"note", STYLE_DIM},
	    [LEVEL_WARNING] = {"warning", STYLE_WARN},
	    [LEVEL_ERROR] = {"error", STYLE_BAD}};
	const char *word = b->kind == BLOCK_END ? "end" : levels[b->level].word;
	struct buf text = BUF_INIT;

	buf_add(&text, buf_str(&b->text), b->text.len);
	if (b->open && b->until_ms > v->now_ms)
		buf_addf(&text, "%s%lld s", v->ascii ? " - " : " · ",
		    (long long)(b->until_ms - v->now_ms + 999) / 1000);
	tag_row(out, levels[b->level].style, b->until_ms ? "waiting" : word,
	    b->level == LEVEL_INFO ? STYLE_DIM : STYLE_TEXT, &text, "", STYLE_DIM, v->cells);
	buf_free(&text);
}

bool feed_passes(const struct block *b, enum phase only)
{
	if (only == PHASE_NONE || b->kind == BLOCK_USER || b->kind == BLOCK_QUESTION)
		return true;
	return b->kind == BLOCK_TAGGED && b->phase == only;
}

/* People and answers stand apart; rows of work stand together. */
static bool apart(const struct ui_model *m, size_t i)
{
	enum block_kind kind = m->blocks[i].kind;
	enum block_kind before = i ? m->blocks[i - 1].kind : BLOCK_NOTICE;

	if (i == 0)
		return false;
	return kind == BLOCK_USER || kind == BLOCK_ANSWER || before == BLOCK_USER ||
	       before == BLOCK_ANSWER;
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
	if (g->rows == 0 && apart(m, i))
		blank(out);
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
	if (apart(m, i))
		blank(out);
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
	case BLOCK_NOTICE:
	case BLOCK_END:
		notice_lines(b, v, out);
		break;
	}
}
