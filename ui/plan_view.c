/*
 * An icon says the status, never the colour alone. Items are laid out whole and a window of them is
 * shown around the current one.
 */
#include "ui/plan_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/clock.h"
#include "base/text.h"

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

bool plan_shown(const struct plan *p)
{
	return p->count > 0 && p->status != PLAN_NONE;
}

int64_t plan_active_ms(const struct plan *p, int64_t now_ms)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->count; i++)
		sum += todo_active_ms(&p->items[i], now_ms);
	return sum;
}

static int done(const struct plan *p)
{
	return plan_count(p, TODO_COMPLETED);
}

/* Whole seconds: a clock that ticks once a second shows no tenths. */
static void spell_seconds(int64_t ms, char out[24])
{
	if (ms < 60000)
		snprintf(out, 24, "%ds", (int)(ms / 1000));
	else
		clock_spell(ms, out);
}

static void add_safe(struct lines *l, enum style s, const char *text, int cells, bool ascii)
{
	char *safe = text_clean(text, strlen(text));
	char *line = text_line(safe, 400);

	lines_cut(l, s, line, strlen(line), cells, ascii);
	free(line);
	free(safe);
}

static const char *item_text(const struct todo *t)
{
	return t->status == TODO_IN_PROGRESS && t->active_form ? t->active_form : t->content;
}

static const char *outcome_words(const struct todo *t)
{
	if (t->error)
		return t->error;
	if (t->result)
		return t->result;
	return t->claimed ? "claimed: nothing was done for it" : "";
}

/* How long it took, at the right edge, where there is room. */
static void add_time(const struct todo *t, const struct plan_view *v, struct lines *out)
{
	int64_t ms = todo_active_ms(t, v->now_ms);
	char took[24];

	if (ms < 1000)
		return;
	spell_seconds(ms, took);
	int at = v->cells - 1 - (int)strlen(took);
	if (lines_cells(out) + 2 > at)
		return;
	lines_to(out, STYLE_DIM, at);
	lines_adds(out, STYLE_DIM, took);
}

static void item_row(const struct todo *t, const struct plan_view *v, struct lines *out)
{
	struct lines body = {0};
	const char *icon = v->ascii ? looks[t->status].ascii : looks[t->status].icon;
	int indent = 2 + text_width(icon, strlen(icon));
	char *safe = text_clean(item_text(t), strlen(item_text(t)));

	lines_paragraph(
	    &body, looks[t->status].text, safe, strlen(safe), v->cells - indent - 1, NULL);
	for (size_t i = 0; i < body.count; i++) {
		if (i == 0)
			lines_addf(out, looks[t->status].style, " %s ", icon);
		lines_to(out, STYLE_TEXT, indent);
		lines_copy(out, &body, i);
		if (i + 1 == body.count && !*outcome_words(t) && t->status != TODO_IN_PROGRESS)
			add_time(t, v, out);
		lines_end(out);
	}
	lines_free(&body);
	free(safe);
}

/* What came of it, and how long it took. */
static void outcome_row(const struct todo *t, const struct plan_view *v, struct lines *out)
{
	const char *words = outcome_words(t);
	char progress[48] = "";

	if (!*words && t->total > 0) {
		snprintf(progress, sizeof progress, "%d / %d", t->processed, t->total);
		words = progress;
	}
	if (!*words)
		return;
	lines_adds(out, STYLE_TEXT, "     ");
	add_safe(out, t->error ? STYLE_BAD : STYLE_DIM, words, v->cells - 11, v->ascii);
	add_time(t, v, out);
	lines_end(out);
}

static void bar_row(const struct plan *p, const struct plan_view *v, struct lines *out)
{
	char took[24], tail[64];
	int width, full;

	spell_seconds(plan_active_ms(p, v->now_ms), took);
	snprintf(tail, sizeof tail, "  %d/%zu  %s", done(p), p->count, took);
	width = v->cells - 2 - (int)strlen(tail);
	width = width > 20 ? 20 : width;
	full = width > 0 ? width * done(p) / (int)p->count : 0;
	lines_adds(out, STYLE_TEXT, " ");
	lines_fill(out, STYLE_BAR, v->ascii ? "#" : "█", full);
	lines_fill(out, STYLE_RULE, v->ascii ? "-" : "░", width - full);
	lines_adds(out, STYLE_TEXT, tail);
	lines_end(out);
}

/* The window of item rows that holds the rows [from, to) of the current item, its neighbours too
   where they fit. */
static size_t window_start(size_t count, size_t room, size_t from, size_t to)
{
	size_t around = room > to - from ? (room - (to - from)) / 2 : 0;
	size_t start = from > around ? from - around : 0;

	return start + room > count ? (count > room ? count - room : 0) : start;
}

static void more_row(struct lines *out, size_t rows, bool up, bool ascii)
{
	lines_addf(out, STYLE_DIM, "   %s %zu more",
	    ascii ? (up ? "^" : "v")
	    : up  ? "↑"
		  : "↓",
	    rows);
	lines_end(out);
}

static void items_window(
    const struct lines *all, size_t from, size_t to, size_t room, bool ascii, struct lines *out)
{
	size_t start = window_start(all->count, room, from, to);
	size_t end = start + room < all->count ? start + room : all->count;

	for (size_t i = start; i < end; i++) {
		if (i == start && start > 0) {
			more_row(out, start + 1, true, ascii);
		} else if (i == end - 1 && end < all->count) {
			more_row(out, all->count - end + 1, false, ascii);
		} else {
			lines_copy(out, all, i);
			lines_end(out);
		}
	}
}

void plan_panel_lines(const struct plan *p, const struct plan_view *v, struct lines *out)
{
	struct lines all = {0};
	size_t from = 0, to = 1, begin = out->count, rows = (size_t)v->rows;
	bool roomy = v->rows > 8;

	lines_adds(out, STYLE_TITLE, " Plan");
	if (v->key && *v->key)
		lines_addf(out, STYLE_DIM, "  %s", v->key);
	lines_end(out);
	if (roomy && p->goal) {
		lines_adds(out, STYLE_TEXT, " ");
		add_safe(out, STYLE_TEXT, p->goal, v->cells - 2, v->ascii);
		lines_end(out);
	}
	bar_row(p, v, out);
	if (roomy)
		lines_end(out);
	for (size_t i = 0; i < p->count; i++) {
		size_t row = all.count;
		item_row(&p->items[i], v, &all);
		outcome_row(&p->items[i], v, &all);
		if (p->items[i].status == TODO_IN_PROGRESS) {
			from = row;
			to = all.count;
		}
	}
	if (!plan_current(p) && done(p) == (int)p->count)
		to = (from = all.count ? all.count - 1 : 0) + 1;
	size_t used = out->count - begin;
	if (rows > used)
		items_window(&all, from, to, rows - used, v->ascii, out);
	while (out->count - begin < rows)
		lines_end(out);
	lines_free(&all);
}

static const struct todo *next_item(const struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_PENDING)
			return &p->items[i];
	return NULL;
}

void plan_one_line(const struct plan *p, const struct plan_view *v, struct lines *out)
{
	const struct todo *t = plan_current(p);
	char took[24], tail[64];

	spell_seconds(plan_active_ms(p, v->now_ms), took);
	snprintf(tail, sizeof tail, "  %d/%zu  %s", done(p), p->count, took);
	if (!t)
		t = next_item(p);
	const char *icon =
	    v->ascii ? (t ? looks[t->status].ascii : "[x]") : (t ? looks[t->status].icon : "✔");
	lines_addf(out, t ? looks[t->status].style : STYLE_GOOD, " %s ", icon);
	add_safe(out, t && t->status == TODO_IN_PROGRESS ? STYLE_STRONG : STYLE_TEXT,
	    t	      ? item_text(t)
	    : p->goal ? p->goal
		      : "plan done",
	    v->cells - lines_cells(out) - (int)strlen(tail) - 1, v->ascii);
	lines_adds(out, STYLE_DIM, tail);
	lines_end(out);
}
