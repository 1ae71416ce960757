/* SPDX-License-Identifier: MIT
 * Draws one item of the plan. An icon says the status, never the colour alone; marks are words:
 * claimed (ticked, but nothing was done for it), gate (only the user lets it start), the number of
 * the try. The time stands at the right edge of the item's last row.
 */
#include "ui/view/plan_item.h"

#include "base/base.h"
#include "ui/model/model.h"

#define FILES_NAMED 2
#define INDENT "     "
#define TIME_CELLS 6 /* the width of a time such as "1m 05s" */

static const struct {
	const char *icon, *ascii;
	enum style style, text;
} looks[] = {
    [TODO_PENDING] = {"·", "[ ]", STYLE_DIM, STYLE_TEXT},
    [TODO_IN_PROGRESS] = {"▸", "[>]", STYLE_PLAN, STYLE_STRONG},
    [TODO_COMPLETED] = {"✔", "[x]", STYLE_GOOD, STYLE_DIM},
    [TODO_FAILED] = {"✘", "[!]", STYLE_BAD, STYLE_TEXT},
    [TODO_SKIPPED] = {"↷", "[-]", STYLE_DIM, STYLE_DIM},
};

const char *plan_icon(enum todo_status status, bool ascii)
{
	return ascii ? looks[status].ascii : looks[status].icon;
}

enum style plan_icon_style(enum todo_status status)
{
	return looks[status].style;
}

const char *plan_item_text(const struct todo *t)
{
	return t->status == TODO_IN_PROGRESS && t->active_form ? t->active_form : t->content;
}

void plan_add_words(struct lines *l, enum style s, const char *text, int cells, bool ascii)
{
	auto_free char *line = text_clean_line(text, strlen(text), 400);

	lines_cut(l, s, line, strlen(line), cells, ascii);
}

/* Adds how long the item took, at the right edge, where there is room. */
static void add_time(const struct todo *t, const struct plan_view *v, struct lines *out)
{
	int64_t ms = todo_active_ms(t, v->now_ms);
	char took[24];

	clock_spell_ticking(ms, took);
	const int at = v->cells - 1 - (int)strlen(took);
	if (ms < 1000 || lines_cells(out) + 2 > at)
		return;
	lines_to(out, STYLE_DIM, at);
	lines_adds(out, STYLE_DIM, took);
}

bool plan_item_claimed(const struct todo *t)
{
	return t->claimed && t->status == TODO_COMPLETED;
}

/* Adds the words and marks of an item, whole or cut to one row. */
static void words_rows(
    const struct todo *t, const struct plan_view *v, bool whole, bool timed, struct lines *out)
{
	const bool selected = v->selected && strcmp(v->selected, t->id) == 0;
	const enum style style = selected ? STYLE_CURSOR : looks[t->status].text;
	const char *icon = plan_icon(t->status, v->ascii);
	const int indent = 2 + text_width(icon, strlen(icon)), cells = v->cells - indent - 1;
	const char *text = whole && t->whole ? t->whole : plan_item_text(t);
	auto_free char *line = text_clean_line(text, strlen(text), 4000);
	auto_lines one = {0}, body = {0};
	auto_buf marks = BUF_INIT;

	if (t->gate)
		buf_adds(&marks, " (gate)");
	if (plan_item_claimed(t))
		buf_adds(&marks, " (claimed)");
	if (t->attempts > 1)
		buf_addf(&marks, " (try %d)", t->attempts);
	if (whole)
		lines_adds(&one, style, line);
	else
		lines_cut(&one, style, line, strlen(line), cells - (int)marks.len, v->ascii);
	lines_end_with(&one, STYLE_WARN, "%s", buf_str(&marks));
	lines_wrap(&body, &one, 0, cells, NULL);
	for (size_t i = 0; i < body.count; i++) {
		if (i == 0) {
			lines_adds(out, STYLE_KEY, !selected ? " " : v->ascii ? ">" : "›");
			lines_addf(out, looks[t->status].style, "%s ", icon);
		}
		lines_to(out, STYLE_TEXT, indent);
		lines_copy(out, &body, i);
		if (timed && i + 1 == body.count)
			add_time(t, v, out);
		lines_end(out);
	}
}

static void add_part(struct buf *out, const char *part)
{
	buf_adds(out, out->len ? ", " : "");
	buf_adds(out, part);
}

static void add_names(const json_t *a, const json_t *b, const char *word, struct buf *out)
{
	const json_t *lists[] = {a, b};
	size_t named = 0, count = json_array_size(a) + json_array_size(b);

	for (size_t k = 0; k < 2; k++) {
		json_each (value, lists[k]) {
			if (named == FILES_NAMED)
				break;
			auto_free char *number =
			    json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);
			add_part(out, named == 0 ? word : "");
			buf_adds(out, number ? number : json_string_value(value));
			named++;
		}
	}
	if (count > named)
		buf_addf(out, " +%zu", count - named);
}

static void word_row(const struct todo *t, const struct plan_view *v, enum style style,
    const char *words, bool timed, struct lines *out)
{
	auto_free char *line = text_clean_line(words, strlen(words), 400);
	const int cells = v->cells - (int)strlen(INDENT);

	timed = timed && todo_active_ms(t, v->now_ms) >= 1000;
	lines_adds(out, STYLE_TEXT, INDENT);
	lines_cut_clause(
	    out, style, line, strlen(line), cells - (timed ? TIME_CELLS : 1), v->ascii);
	if (timed)
		add_time(t, v, out);
	lines_end(out);
}

#define ERROR_ROWS 3

/* Adds the rows of an error: as many as are needed to read it, up to a few. */
static void error_rows(const struct todo *t, const struct plan_view *v, const char *words,
    bool timed, struct lines *out)
{
	auto_lines body = {0};
	auto_free char *line = text_clean_line(words, strlen(words), 400);
	int cells = v->cells - (int)strlen(INDENT) - TIME_CELLS - 1;

	lines_paragraph(&body, STYLE_BAD, line, strlen(line), cells, NULL);
	size_t rows = body.count < ERROR_ROWS ? body.count : ERROR_ROWS;
	for (size_t i = 0; i < rows; i++) {
		lines_adds(out, STYLE_TEXT, INDENT);
		lines_copy(out, &body, i);
		if (i + 1 == rows && rows < body.count)
			lines_adds(out, STYLE_BAD, v->ascii ? "~" : "…");
		if (timed && i + 1 == rows)
			add_time(t, v, out);
		lines_end(out);
	}
}

void plan_item_lines(
    const struct todo *t, const struct plan_view *v, enum item_detail detail, struct lines *out)
{
	const char *words = t->error		   ? t->error
			    : t->result		   ? t->result
			    : plan_item_claimed(t) ? "nothing was done"
						   : NULL;
	auto_buf outcome = BUF_INIT, evidence = BUF_INIT;

	if (detail >= ITEM_OUTCOME && todo_in_part(t))
		buf_addf(&outcome, "%d / %d, %d%%", t->processed, t->total,
		    (int)(100 * (int64_t)t->processed / t->total));
	if (detail >= ITEM_OUTCOME && words)
		buf_addf(&outcome, "%s%s", outcome.len ? "; " : "", words);
	if (detail == ITEM_WHOLE) {
		/* What was done in all attempts: "3 calls, csv.c, qif.c +1, exit 2, 0, 1.2k tok, $0.012". */
		const struct evidence *a = &t->spent, *b = &t->since;
		int calls = a->calls + b->calls;
		int64_t tokens = a->tokens + b->tokens;
		double cost = a->cost_usd + b->cost_usd;
		char spelled[40];
		if (calls)
			buf_addf(&evidence, "%d call%s", calls, text_plural(calls, "", "s"));
		add_names(a->files, b->files, "", &evidence);
		add_names(a->exits, b->exits, "exit ", &evidence);
		if (tokens) {
			ui_spell_tokens(tokens, spelled);
			add_part(&evidence, spelled);
		}
		if (cost > 0 && !a->unpriced && !b->unpriced) {
			snprintf(spelled, sizeof spelled, "$%.3f", cost);
			add_part(&evidence, spelled);
		}
	}
	bool bare = !outcome.len && !evidence.len && t->status != TODO_IN_PROGRESS;
	words_rows(t, v, detail != ITEM_ROW, bare, out);
	if (outcome.len && t->error && detail == ITEM_WHOLE)
		error_rows(t, v, buf_str(&outcome), !evidence.len, out);
	else if (outcome.len)
		word_row(
		    t, v, t->error ? STYLE_BAD : STYLE_DIM, buf_str(&outcome), !evidence.len, out);
	if (evidence.len)
		word_row(t, v, STYLE_DIM, buf_str(&evidence), true, out);
}
