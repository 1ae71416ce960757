/* SPDX-License-Identifier: MIT
 * Draws the plan as a panel or one line. Items are laid out whole and a window of them is shown
 * around the selected or the current one. Where they are too many for that, they lose rows: first
 * the evidence, then what came of them, so that the one before and the one after stay in view.
 */
#include "ui/view/plan_view.h"

#include "base/base.h"
#include "ui/view/plan_item.h"

bool plan_shown(const struct plan *p)
{
	return p->count > 0 && p->status != PLAN_NONE;
}

bool plan_item_hidden(const struct todo *t, const struct plan_view *v)
{
	return v->hide_done && (t->status == TODO_COMPLETED || t->status == TODO_SKIPPED);
}

static int tail_cells(const struct buf *tail)
{
	return text_width(buf_str(tail), tail->len);
}

/* Adds the counts and the time: "  2/4, 1 skipped  12s", or "  2/4 ↷1  12s" where that leaves
 * too little room for what stands before. */
static void add_plan_tail(
    const struct plan *p, const struct plan_view *v, int room, struct buf *tail)
{
	enum { LEFT = 8 }; /* cells that the bar or the words keep at least */
	const int skipped = plan_count(p, TODO_SKIPPED);
	char took[24];

	int64_t sum = 0;
	for (size_t i = 0; i < p->count; i++)
		sum += todo_active_ms(&p->items[i], v->now_ms);
	clock_spell_ticking(sum, took);
	buf_adds(tail, "  ");
	plan_progress(p, tail);
	buf_addf(tail, "  %s", took);
	if (skipped == 0 || room - tail_cells(tail) >= LEFT)
		return;
	buf_clear(tail);
	buf_addf(tail, "  %d/%zu %s%d  %s", plan_count(p, TODO_COMPLETED), p->count,
	    plan_icon(TODO_SKIPPED, v->ascii), skipped, took);
}

struct items { /* the items shown, as rows */
	const struct plan *plan;
	const struct plan_view *view;
	size_t *index; /* (owned) of the items shown */
	size_t *start; /* (owned) the first row of each, and one past the last */
	size_t count, hidden, anchor;
	/* the items [from, to) are laid out: those around the anchor that may be seen */
	size_t from, to;
	struct lines rows;
};

static const struct todo *next_item(const struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == TODO_PENDING)
			return &p->items[i];
	return NULL;
}

static void choose_window(struct items *s)
{
	/* What stays in view: the selected item, else the current, the next, the last. */
	const struct plan *p = s->plan;
	const struct todo *anchor = plan_current(p) ? plan_current(p) : next_item(p);

	if (!anchor && p->count)
		anchor = &p->items[p->count - 1];
	for (size_t i = 0; s->view->selected && i < p->count; i++)
		if (strcmp(p->items[i].id, s->view->selected) == 0)
			anchor = &p->items[i];

	s->index = xcalloc(p->count + 1, sizeof *s->index);
	s->start = xcalloc(p->count + 1, sizeof *s->start);
	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];
		if (plan_item_hidden(t, s->view)) {
			s->hidden++;
			continue;
		}
		if (t <= anchor)
			s->anchor = s->count;
		s->index[s->count++] = i;
	}
}

/* Levels of detail, from most to least. The last one always serves, and a collapsed plan is
 * shown in it. */
static const struct {
	enum item_detail others, anchor;
	bool all; /* taken only where every row fits */
} details[] = {
    {ITEM_WHOLE, ITEM_WHOLE, true},
    {ITEM_OUTCOME, ITEM_WHOLE, false},
    {ITEM_OUTCOME, ITEM_OUTCOME, false},
    {ITEM_ROW, ITEM_WHOLE, false},
    {ITEM_ROW, ITEM_OUTCOME, false},
    {ITEM_ROW, ITEM_ROW, false},
};

#define DETAILS ARRAY_SIZE(details)

/* Lays the items out in as much detail as fits. Returns the first row shown, so that the anchor is in view. */
static size_t fit_rows(struct items *s, size_t room)
{
	size_t from = 0, to = 0;

	s->from = s->anchor > room ? s->anchor - room : 0;
	s->to = s->count - s->anchor > room + 1 ? s->anchor + room + 1 : s->count;
	for (size_t i = s->view->collapsed ? DETAILS - 1 : 0; i < DETAILS && s->count; i++) {
		lines_clear(&s->rows);
		for (size_t k = s->from; k < s->to; k++) {
			s->start[k] = s->rows.count;
			plan_item_lines(&s->plan->items[s->index[k]], s->view,
			    k == s->anchor ? details[i].anchor : details[i].others, &s->rows);
		}
		s->start[s->to] = s->rows.count;
		if (s->rows.count <= room)
			return 0;
		from = s->start[s->anchor > s->from ? s->anchor - 1 : s->anchor];
		to = s->start[s->anchor + 2 < s->to ? s->anchor + 2 : s->to];
		if (!details[i].all && to - from <= room)
			break;
	}
	if (to - from > room)
		from = s->count ? s->start[s->anchor] : 0;
	else
		from -= from < (room - (to - from)) / 2 ? from : (room - (to - from)) / 2;
	if (s->rows.count <= room)
		return 0;
	if (from + room > s->rows.count)
		from = s->rows.count - room;
	/* The window never begins with the second row of an item. */
	for (size_t i = s->from; i < s->to; i++)
		if (s->start[i] >= from)
			return s->start[i];
	return from;
}

/* Adds the head, "Plan  Ctrl-T  3 hidden     ↑2 ↓3", which says what there is beyond the rows
 * below. */
static void head_row(const struct items *s, size_t first, size_t room, struct lines *out)
{
	const struct plan_view *v = s->view;
	size_t above = s->from, below = s->count - s->to;
	auto_buf more = BUF_INIT, count = BUF_INIT;

	plan_progress(s->plan, &count);
	for (size_t i = s->from; i < s->to; i++) {
		above += s->start[i] < first;
		below += s->start[i] >= first + room;
	}
	if (above)
		buf_addf(&more, " %s%zu", v->ascii ? "^" : "↑", above);
	if (below)
		buf_addf(&more, " %s%zu", v->ascii ? "v" : "↓", below);
	lines_adds(out, STYLE_TITLE, " Plan");
	if (s->plan->status == PLAN_ABANDONED)
		lines_adds(out, STYLE_WARN, "  abandoned");
	if (s->hidden)
		lines_addf(out, STYLE_DIM, "  %zu hidden", s->hidden);
	else if (v->rows <= 3) /* the bar has no row */
		lines_addf(out, STYLE_TEXT, "  %s", buf_str(&count));
	else if (v->key && *v->key)
		lines_addf(out, STYLE_DIM, "  %s", v->key);
	if (more.len)
		lines_to(out, STYLE_TEXT, v->cells - 1 - tail_cells(&more));
	lines_end_with(out, STYLE_DIM, "%s", buf_str(&more));
}

/* Adds the plans of before, the newest first, where the items leave room for a heading and one
 * of them. */
static void before_rows(const struct plan_view *v, size_t room, struct lines *out)
{
	const size_t count = json_array_size(v->before);

	if (count == 0 || room < 3)
		return;
	lines_end(out);
	lines_end_with(out, STYLE_DIM, " Before");
	for (size_t i = 0; i < count && i + 2 < room; i++) {
		const json_t *plan = json_array_get(v->before, count - 1 - i);
		const bool done = strcmp(json_str(plan, "status", ""), "completed") == 0;
		const enum todo_status looks = done ? TODO_COMPLETED : TODO_SKIPPED;
		char tail[40];
		snprintf(tail, sizeof tail, "  %d/%d", (int)json_int(plan, "done", 0),
		    (int)json_int(plan, "items", 0));
		lines_addf(out, plan_icon_style(looks), " %s ", plan_icon(looks, v->ascii));
		plan_add_words(out, STYLE_DIM, json_str(plan, "goal", "a plan"),
		    v->cells - lines_cells(out) - (int)strlen(tail) - 1, v->ascii);
		lines_end_with(out, STYLE_DIM, "%s", tail);
	}
}

static void words_row(
    const struct plan_view *v, enum style style, const char *words, struct lines *out)
{
	lines_adds(out, STYLE_TEXT, " ");
	plan_add_words(out, style, words, v->cells - 2, v->ascii);
	lines_end(out);
}

void plan_panel_lines(const struct plan *p, const struct plan_view *v, struct lines *out)
{
	struct items s = {.plan = p, .view = v};
	const bool roomy = v->rows > 8, goal = roomy && p->goal, bar = v->rows > 3;
	bool estimate = roomy && v->estimate && p->status == PLAN_ACTIVE;
	size_t begin = out->count, rows = (size_t)v->rows;
	size_t used = 1 + bar + goal + estimate + roomy, room = rows > used ? rows - used : 0;

	choose_window(&s);
	size_t first = fit_rows(&s, room);
	head_row(&s, first, room, out);
	if (goal)
		words_row(v, STYLE_TEXT, p->goal, out);
	if (bar) {
		auto_buf tail = BUF_INIT;
		add_plan_tail(p, v, v->cells - 2, &tail);
		int width = v->cells - 2 - tail_cells(&tail);
		width = width > 20 ? 20 : width;
		int full = width > 0 && p->count
			       ? width * plan_count(p, TODO_COMPLETED) / (int)p->count
			       : 0;
		lines_adds(out, STYLE_TEXT, " ");
		lines_fill(out, STYLE_BAR, v->ascii ? "#" : "█", full);
		lines_fill(out, STYLE_RULE, v->ascii ? "-" : "░", width - full);
		lines_end_with(out, STYLE_TEXT, "%s", buf_str(&tail));
	}
	if (estimate)
		words_row(v, STYLE_DIM, v->estimate, out);
	if (roomy)
		lines_end(out);
	for (size_t i = first; i < s.rows.count && i < first + room; i++) {
		lines_copy(out, &s.rows, i);
		lines_end(out);
	}
	if (s.count == 0 && room > 0)
		lines_end_with(
		    out, STYLE_DIM, "%s", s.hidden ? "   all done" : "   nothing planned yet");
	if (roomy)
		before_rows(v, rows - (out->count - begin), out);
	while (out->count - begin < rows)
		lines_end(out);
	lines_free(&s.rows);
	free_all(s.index, s.start);
}

void plan_one_line(const struct plan *p, const struct plan_view *v, struct lines *out)
{
	enum { WORDS = 24 }; /* cells that the words of the item keep at least beside it */
	const struct todo *t = plan_current(p) ? plan_current(p) : next_item(p);
	const enum todo_status left = plan_count(p, TODO_FAILED) ? TODO_FAILED
				      : p->count		 ? TODO_COMPLETED
								 : TODO_PENDING;
	const enum todo_status status = t ? t->status : left;
	auto_buf tail = BUF_INIT, failed = BUF_INIT, part = BUF_INIT;

	lines_addf(out, plan_icon_style(status), " %s ", plan_icon(status, v->ascii));
	add_plan_tail(p, v, v->cells - lines_cells(out) - 1, &tail);
	int room = v->cells - lines_cells(out) - tail_cells(&tail) - 1;
	if (left == TODO_FAILED) /* the mark alone where the words need the room */
		buf_addf(&failed, "  %s", plan_icon(TODO_FAILED, v->ascii));
	if (left == TODO_FAILED && room >= WORDS + (int)strlen("  [!] 10 failed"))
		buf_addf(&failed, " %d failed", plan_count(p, TODO_FAILED));
	if (t)
		todo_add_part(t, &part);
	plan_add_words(out, t && t->status == TODO_IN_PROGRESS ? STYLE_STRONG : STYLE_TEXT,
	    t	       ? plan_item_text(t)
	    : p->goal  ? p->goal
	    : p->count ? "plan done"
		       : "nothing planned yet",
	    room - tail_cells(&failed) - tail_cells(&part), v->ascii);
	lines_adds(out, STYLE_TEXT, buf_str(&part));
	lines_adds(out, STYLE_BAD, buf_str(&failed));
	lines_end_with(out, STYLE_DIM, "%s", buf_str(&tail));
}
