/* The focus and the selection follow the plan that is shown (commander.plan). */
#include "ui/tui/panel/plan_focus.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/terminal/redraw.h"

void plan_focus_open(struct tui *t)
{
	struct plan_focus *f = t->focus = xcalloc(1, sizeof *f);

	f->loaded = plan_position_load(setting_string(t->options.settings, "ui.plan"));
	f->position = f->loaded;
}

void plan_focus_free(struct tui *t)
{
	struct plan_focus *f = t->focus;

	plan_position_save(&f->position, &f->loaded);
	keymap_free(&f->keys);
	free(f->id);
	plan_free(&f->pending_plan);
	json_decref(f->pending_edits);
	free(f);
}

void plan_focus_select(struct tui *t, size_t i)
{
	const struct plan *p = t->commander.plan;

	free(t->focus->id);
	t->focus->id = i < p->count ? xstrdup(p->items[i].id) : NULL;
	t->focus->index = i;
}

static bool shown(const struct tui *t, size_t i)
{
	const struct plan_view v = {.hide_done = t->focus->hide_done};

	return !plan_item_hidden(&t->commander.plan->items[i], &v);
}

size_t plan_focus_seek(const struct tui *t, size_t i, int step)
{
	const size_t count = t->commander.plan->count;

	while (i < count && !shown(t, i))
		i += (size_t)step; /* below 0 is above count */
	return i < count ? i : count;
}

size_t plan_focus_near(const struct tui *t, size_t i)
{
	size_t found = plan_focus_seek(t, i, 1);

	return found < t->commander.plan->count ? found : plan_focus_seek(t, i, -1);
}

const struct todo *plan_focus_item(const struct tui *t)
{
	const struct plan *p = t->commander.plan;

	for (size_t i = 0; t->focus->id && i < p->count; i++)
		if (strcmp(p->items[i].id, t->focus->id) == 0)
			return &p->items[i];
	return NULL;
}

size_t plan_focus_index(const struct tui *t)
{
	const struct todo *item = plan_focus_item(t);

	return item ? (size_t)(item - t->commander.plan->items) : t->commander.plan->count;
}

static size_t current_index(const struct plan *p)
{
	const struct todo *now = plan_current(p);
	size_t i = 0;

	if (now)
		return (size_t)(now - p->items);
	while (i < p->count && p->items[i].status != TODO_PENDING)
		i++;
	return i < p->count ? i : p->count ? p->count - 1 : 0;
}

void plan_focus(struct tui *t, bool on)
{
	t->focus->abandon_asked = false;
	if (t->focus->on == on || (on && !t->session))
		return;
	t->focus->on = on;
	t->input->on_card = false;
	redraw_layout(t); /* an empty panel comes and goes with the focus */
	redraw(t, PANEL_ALL);
	if (on)
		plan_focus_select(t, plan_focus_near(t, current_index(t->commander.plan)));
}

void plan_focus_show(struct tui *t, bool show)
{
	if (!show)
		plan_focus(t, false);
	t->focus->position.place = show ? PLAN_PANEL : PLAN_HIDDEN;
	redraw_layout(t);
	redraw(t, PANEL_ALL);
}

void plan_focus_view(const struct tui *t, struct plan_view *v)
{
	v->hide_done = t->focus->hide_done;
	v->collapsed = t->focus->collapsed;
	v->selected = t->focus->on ? t->focus->id : NULL;
}
