/* SPDX-License-Identifier: MIT
 * Draws calls, their outcomes, and rows with a tag. A call is one row: a spinner while it runs, then a mark of how it
 * went. An outcome that has something to say stands below it, and the last lines of one that failed are there without
 * being asked for. Other rows have a tag in front of wrapped words.
 */
#include "ui/view/feed/act_row.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/progress.h"
#include "ui/view/diff/diff_lines.h"
#include "ui/view/markdown/highlight.h"
#include "ui/view/markdown/hyperlink.h"

/* ---- A row with a tag ---------------------------------------------------------------------------- */

static int width(const char *s)
{
	return s ? text_width(s, strlen(s)) : 0;
}

int tag_row_room(const struct tag_row *r, int cells)
{
	return cells - TAG_CELLS - (width(r->right) ? 2 + width(r->right) : 1);
}

void tag_row_lines(struct lines *out, const struct tag_row *r, const struct lines *body, int cells)
{
	for (size_t i = 0; i < body->count; i++) {
		if (i == 0) {
			lines_adds(out, STYLE_TEXT, " ");
			lines_adds(out, r->style, r->tag);
			if (width(r->mark)) {
				lines_to(out, STYLE_TEXT, TAG_CELLS - 1 - width(r->mark));
				lines_adds(out, r->mark_style, r->mark);
			}
		}
		lines_to(out, STYLE_TEXT, TAG_CELLS);
		lines_copy(out, body, i);
		if (i == 0 && width(r->right)) {
			lines_to(out, STYLE_TEXT, cells - 1 - width(r->right));
			lines_adds(out, r->right_style, r->right);
		}
		lines_end(out);
	}
}

void tag_row_text(struct lines *out, const struct tag_row *r, enum style style, const char *text,
    size_t len, int cells)
{
	auto_lines body = {0};

	lines_paragraph(&body, style, text, len, tag_row_room(r, cells), NULL);
	tag_row_lines(out, r, &body, cells);
}

#define BAR_CELLS 10 /* the progress bar of a running command, where a row has room for it */
#define BAR_WIDE 70
#define SINCE_CELLS 7
#define TAIL 5 /* this many last lines of a failed outcome are shown */

/* ---- What stands below a row ------------------------------------------------------------------ */

/* Returns the offset at which the last `rows` lines of a text begin. */
static size_t last_rows(const char *s, size_t len, int rows)
{
	size_t at = len;

	for (int n = 0; at > 0 && n < rows; n++)
		for (at--; at > 0 && s[at - 1] != '\n'; at--)
			;
	return at;
}

/* Adds the last rows of what a command printed. */
static void tail_lines(
    const char *s, size_t len, int rows, const struct feed_view *v, struct lines *out)
{
	size_t at = last_rows(s, len, rows);

	len -= len && s[len - 1] == '\n';
	while (at < len) {
		const char *nl = memchr(s + at, '\n', len - at);
		size_t end = nl ? (size_t)(nl - s) : len, to = end;
		progress_visible_part(s, &at, &to);
		lines_adds(out, STYLE_DIM, TAG_BLANK);
		lines_cut(out, STYLE_DIM, s + at, to - at, v->cells - TAG_CELLS - 2, v->ascii);
		lines_end(out);
		at = end + 1;
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
	else if (language) {
		/* A file that was read has numbers, then its lines as code. What stands around
		 * them is text. */
		struct highlight h = {.language = language};
		for (size_t begin = 0, end; begin < len; begin = end + 1) {
			const char *nl = memchr(s + begin, '\n', len - begin);
			end = nl ? (size_t)(nl - s) : len;
			size_t number = begin + strspn(s + begin, " ");
			number += strspn(s + number, "0123456789");
			bool code = number < end && s[number] == '\t';
			auto_lines one = {0};
			char margin[48] = TAG_BLANK;
			if (code)
				snprintf(margin, sizeof margin, "%s%.*s  ", TAG_BLANK,
				    (int)(number - begin < 20 ? number - begin : 20), s + begin);
			auto_free char *rest = xasprintf("%*s", (int)strlen(margin), "");
			if (code)
				highlight_line(
				    &h, STYLE_TEXT, s + number + 1, end - number - 1, &one);
			else
				lines_add(&one, STYLE_DIM, s + begin, end - begin);
			lines_end(&one);
			lines_wrap(
			    out, &one, 0, v->cells - 1, &(struct margin){margin, rest, STYLE_DIM});
		}
	} else
		lines_paragraph(out, STYLE_DIM, s, len, v->cells - 1,
		    &(struct margin){TAG_BLANK, TAG_BLANK, STYLE_DIM});
}

/* ---- The call ---------------------------------------------------------------------------------- */

static void add_call_named(
    const struct block *b, const struct feed_view *v, const struct tag_row *row, struct lines *body)
{
	auto_buf text = BUF_INIT, said = BUF_INIT, asked = BUF_INIT;
	auto_lines one = {0};

	block_call_text(b, buf_str(&b->text), &text);
	/* Behind the call's text stands what was said to its card, and the time of a call whose row
	 * is all there is of it. */
	char took[24];
	if (b->answer)
		buf_adds(&said, b->answer);
	if (b->joined && !b->diff && !(b->path && b->added + b->removed > 0) && b->took_ms > 0) {
		clock_spell(b->took_ms, took);
		buf_addf(&said, "%s%s", said.len ? (v->ascii ? " - " : " · ") : "", took);
	}
	/* A command stands in the colours of a shell; else the file that the call names is a link. */
	const char *s = buf_str(&text), *at = b->path && *b->path ? strstr(s, b->path) : NULL;
	const unsigned link = at && v->folder ? hyperlink_file(v->folder, b->path) : 0;
	const size_t before = link ? (size_t)(at - s) : text.len;
	struct highlight shell = {.language = highlight_language("sh", 2)};
	if (text_is(event_read_tool_call(b->data).tool, "run_command"))
		highlight_line(&shell, STYLE_TEXT, s, before, &one);
	else
		lines_add(&one, STYLE_TEXT, s, before);
	if (link) {
		lines_adds(&one, STYLE_TEXT | STYLE_LINK_TO(link), b->path);
		lines_adds(&one, STYLE_TEXT, at + strlen(b->path));
	}
	if (b->asked)
		block_call_text(b, b->asked, &asked);
	if (asked.len)
		lines_adds(&one, STYLE_DIM, "  not: ");
	lines_add(&one, STYLE_STRIKE, buf_str(&asked), asked.len);
	if (said.len)
		lines_adds(&one, STYLE_DIM, "  ");
	lines_add(&one, STYLE_DIM, buf_str(&said), said.len);
	lines_end(&one);
	lines_wrap(body, &one, 0, tag_row_room(row, v->cells), NULL);
}

void act_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	struct tag_row row = {.tag = phase_tag(b->phase),
	    .style = feed_phase_style(b->phase),
	    .right = feed_folds(b) ? fold_mark(b->folded, v->ascii) : NULL,
	    .right_style = STYLE_DIM};
	auto_buf runs = BUF_INIT;
	auto_lines body = {0};

	if (block_runs(b)) {
		static const char *const turns[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"};
		static const char *const ascii[] = {"|", "/", "-", "\\"};
		const size_t turn = (size_t)(v->now_ms / SPINNER_MS);
		row.mark =
		    v->ascii ? ascii[turn % ARRAY_SIZE(ascii)] : turns[turn % ARRAY_SIZE(turns)];
		row.mark_style = STYLE_BAR;
		/* How far a running call says it is, and for how long it runs. The bar leaves room
		 * for the time, so that nothing moves when the time comes. */
		const int64_t ran = v->now_ms - b->at_ms;
		const int told = progress_percent(buf_str(&b->detail), b->detail.len, v->live_rows);
		char since[24] = "";
		if (ran >= 1000)
			snprintf(since, sizeof since, "%lld s", (long long)(ran / 1000));
		if (told >= 0)
			progress_bar(&runs, told, v->cells < BAR_WIDE ? 0 : BAR_CELLS, v->ascii);
		buf_addf(&runs, "%*s", told >= 0 ? SINCE_CELLS : 0, since);
	} else {
		row.mark = block_mark(b, v->ascii);
		row.mark_style = b->runs_on ? STYLE_BAR : b->ok ? STYLE_GOOD : STYLE_BAD;
	}
	if (runs.len)
		row.right = buf_str(&runs);
	if (b->destructive) {
		row.right = "destructive";
		row.right_style = STYLE_WARN;
	}
	add_call_named(b, v, &row, &body);
	tag_row_lines(out, &row, &body, v->cells);
	if (b->open)
		tail_lines(buf_str(&b->detail), b->detail.len, v->live_rows, v, out);
	else if (feed_folds(b) && !b->folded)
		detail_lines(b, v, out);
}

/* ---- The outcome ------------------------------------------------------------------------------- */

void outcome_lines(const struct block *b, const struct feed_view *v, struct lines *out)
{
	const bool tail = !b->ok && b->folded && b->detail.len && v->level != FEED_FULL;
	struct tag_row row = {.tag = phase_tag(b->phase),
	    .style = feed_phase_style(b->phase),
	    .right = feed_folds(b) ? fold_mark(b->folded, v->ascii) : NULL,
	    .right_style = STYLE_DIM};
	auto_buf text = BUF_INIT;

	/* The row leaves the last line of the output out where that stands below it. */
	const char *whole = buf_str(&b->text), *detail = buf_str(&b->detail), *at;
	size_t from = last_rows(detail, b->detail.len, 1), len = b->detail.len - from;
	while (len && detail[from + len - 1] == '\n')
		len--;
	auto_free char *said = xasprintf(" · %.*s", (int)len, detail + from);
	at = (tail || !b->folded) && len ? strstr(whole, said) : NULL;
	buf_add(&text, whole, at ? (size_t)(at - whole) : b->text.len);
	if (at)
		buf_adds(&text, at + strlen(said));
	tag_row_text(out, &row, b->ok ? STYLE_TEXT : STYLE_BAD, buf_str(&text), text.len, v->cells);
	if (tail)
		tail_lines(buf_str(&b->detail), b->detail.len, TAIL, v, out);
	else if (feed_folds(b) && !b->folded)
		detail_lines(b, v, out);
}
