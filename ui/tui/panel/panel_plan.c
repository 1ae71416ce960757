/* SPDX-License-Identifier: MIT
 * The panels of the plan: beside the feed or above the input, and as one line. */
#include "ui/model/forecast.h"
#include "ui/tui/panel/panel.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/tui/terminal/paint.h"
#include "ui/view/criteria_lines.h"
#include "ui/view/plan_view.h"

static struct plan_view view_of(const struct tui *t, const struct rect *r)
{
	return (struct plan_view){.cells = r->cells,
	    .rows = r->rows,
	    .ascii = tui_ascii(t),
	    .now_ms = tui_now(t),
	    .before = t->model.plans,
	    .hide_done = t->focus->hide_done,
	    .collapsed = t->focus->collapsed,
	    .selected = t->focus->on ? t->focus->id : NULL};
}

static void draw(struct tui *t, const struct rect *r)
{
	struct plan_view v = view_of(t, r);
	auto_lines out = {0};
	auto_free char *key = tui_key(t, "plan");
	bool alone = !plan_shown(t->commander.plan) && !t->focus->on && t->model.criteria.approach;
	auto_buf estimate = BUF_INIT;
	int below = criteria_rows(&t->model.criteria, r->cells, alone ? r->rows : r->rows / 2);

	v.key = key;
	if (forecast_get(t->forecast)) {
		forecast_text(forecast_get(t->forecast), r->cells - 2, v.ascii, &estimate);
		v.estimate = buf_str(&estimate);
	}
	v.rows -= below;
	if (!alone)
		plan_panel_lines(t->commander.plan, &v, &out);
	criteria_lines(&t->model.criteria, r->cells, below, v.ascii, &out);
	screen_lines(&t->screen, r, &out);
}

static void draw_line(struct tui *t, const struct rect *r)
{
	const struct criteria *criteria = &t->model.criteria;
	struct plan_view v = view_of(t, r);
	auto_lines out = {0};

	if (!plan_shown(t->commander.plan) && criteria->approach)
		criteria_one_line(criteria, r->cells, v.ascii, &out);
	else if (criteria->count) {
		/* The state of each criterion stands at the end of the plan's line. */
		auto_lines plan = {0}, marks = {0};
		criteria_marks(criteria, v.ascii, &marks);
		v.cells -= lines_cells(&marks) + 2;
		lines_end(&marks);
		plan_one_line(t->commander.plan, &v, &plan);
		lines_copy(&out, &plan, 0);
		lines_adds(&out, STYLE_TEXT, "  ");
		lines_copy(&out, &marks, 0);
		lines_end(&out);
	} else
		plan_one_line(t->commander.plan, &v, &out);
	screen_lines(&t->screen, r, &out);
}

const struct panel panel_plan = {.place = offsetof(struct layout, plan), .draw = draw};
const struct panel panel_plan_line = {
    .place = offsetof(struct layout, plan_line), .draw = draw_line};
