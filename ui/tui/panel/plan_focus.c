/* SPDX-License-Identifier: MIT
 * The focus on the plan and its selection, which follow the plan that is shown (commander.plan).
 * The plan's place is kept in screen.json of the state folder.
 */
#include "ui/tui/panel/plan_focus.h"

#include "base/base.h"
#include "base/file.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/view/plan_view.h"

/* ---- Where the plan stands ----------------------------------------------------------------------- */

#define STATE_BYTES 4096
#define SIZE_MOST 1000

static const char *const places[] = {
    [PLAN_AUTO] = "auto", [PLAN_LINE] = "line", [PLAN_PANEL] = "panel", [PLAN_HIDDEN] = "hidden"};

static enum plan_place plan_place_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		if (strcmp(places[i], name) == 0)
			return (enum plan_place)i;
	return PLAN_AUTO;
}

static int size_of(const json_t *state, const char *key)
{
	const int64_t size = json_int(state, key, 0);

	return size > 0 && size < SIZE_MOST ? (int)size : 0;
}

static struct plan_position read_place_file(void)
{
	auto_free char *path = file_home(FILE_STATE, "screen.json");
	struct plan_position position = {PLAN_AUTO};
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (file_read(path, STATE_BYTES, &text, &e)) {
		json_auto_t *state = json_parse(buf_str(&text), text.len, &e);
		position = (struct plan_position){plan_place_named(json_str(state, "plan", "")),
		    size_of(state, "panel_cells"), size_of(state, "panel_rows")};
	}
	return position;
}

void plan_focus_open(struct tui *t)
{
	struct plan_focus *f = t->focus = xcalloc(1, sizeof *f);
	const enum plan_place set =
	    plan_place_named(setting_string(t->options.settings, "ui.plan"));

	f->position = read_place_file();
	if (set != PLAN_AUTO)
		f->position.place = set;
	f->loaded = f->position;
}

void plan_focus_free(struct tui *t)
{
	auto_free struct plan_focus *f = t->focus;

	if (f->position.place != f->loaded.place || f->position.cells != f->loaded.cells ||
	    f->position.rows != f->loaded.rows) {
		const struct plan_position kept = read_place_file();
		const bool moved = f->position.place != f->loaded.place;
		json_auto_t *state =
		    json_pack("{s:s}", "plan", places[moved ? f->position.place : kept.place]);
		if (f->position.cells)
			json_put_int(state, "panel_cells", f->position.cells);
		if (f->position.rows)
			json_put_int(state, "panel_rows", f->position.rows);
		auto_free char *path = file_home(FILE_STATE, "screen.json");
		auto_free char *line = json_line(state);
		auto_error e = ERROR_INIT; /* a failed write is ignored */
		file_write(path, 0600, line, strlen(line), &e);
	}
	keymap_free(&f->keys);
	free(f->id);
	plan_free(&f->pending_plan);
	json_decref(f->pending_edits);
}

void plan_focus_select(struct tui *t, size_t i)
{
	const struct plan *p = t->commander.plan;

	string_set(&t->focus->id, i < p->count ? p->items[i].id : NULL);
	t->focus->index = i;
}

size_t plan_focus_seek(const struct tui *t, size_t i, int step)
{
	const size_t count = t->commander.plan->count;
	const struct plan_view v = {.hide_done = t->focus->hide_done};

	while (i < count && plan_item_hidden(&t->commander.plan->items[i], &v))
		i += (size_t)step; /* -1 wraps to more than count */
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

void plan_focus(struct tui *t, bool on)
{
	t->focus->abandon_asked = false;
	if (t->focus->on == on || (on && !t->session))
		return;
	t->focus->on = on;
	t->input->on_card = false;
	redraw_layout(t); /* an empty plan has a panel only with the focus */
	redraw(t, PANEL_ALL);
	if (!on)
		return;
	const struct plan *p = t->commander.plan;
	const struct todo *now = plan_current(p);
	size_t i = now ? (size_t)(now - p->items) : 0;
	while (!now && i < p->count && p->items[i].status != TODO_PENDING)
		i++;
	plan_focus_select(t, plan_focus_near(t, i < p->count ? i : p->count ? i - 1 : 0));
}

void plan_focus_show(void *face, bool show)
{
	struct tui *t = face;
	if (!show)
		plan_focus(t, false);
	t->focus->position.place = show ? PLAN_PANEL : PLAN_HIDDEN;
	redraw_layout(t);
	redraw(t, PANEL_ALL);
}
