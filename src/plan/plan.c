/* SPDX-License-Identifier: MIT
 * The plan as a value: its items, and what is read off them. The rules of change are in
 * plan_change.c and the two doors (plan_replace.c, plan_edit.c), what happens while an item is
 * worked on in plan_fold.c, the stored form in plan_json.c, what the model is shown in
 * plan_context.c.
 */
#include "plan/plan.h"

#include "base/base.h"
#include "base/regex.h"
#include "base/text/names.h"
#include "config/prompt.h"
#include "plan/plan_item_edit.h"

struct plan_limits plan_limits_of(const struct settings *s)
{
	const bool asks = !text_is(setting_string(s, "approve"), "all");

	return (struct plan_limits){
	    .max_todos = (int)setting_int(s, "planner.max_todos"),
	    .max_id = (int)setting_int(s, "planner.max_id"),
	    .max_content = (int)setting_int(s, "planner.max_content"),
	    .max_focus = (int)setting_int(s, "planner.max_focus"),
	    .max_note = (int)setting_int(s, "planner.max_note"),
	    .max_items = (int)setting_int(s, "planner.max_items"),
	    .max_goal = (int)setting_int(s, "planner.max_goal"),
	    .gates = asks ? setting_json(s, "planner.gates") : NULL,
	    .go_on = setting_json(s, "planner.go_on"),
	    .max_result = (int)setting_int(s, "planner.max_result"),
	};
}

/* Items and their statuses. While an item is in progress its clock runs and evidence is gathered in
 * `since`; when it leaves that status, todo_stop adds both to the item's totals. */

static const char *const status_names[] = {
    [TODO_PENDING] = "pending",
    [TODO_IN_PROGRESS] = "in_progress",
    [TODO_COMPLETED] = "completed",
    [TODO_FAILED] = "failed",
    [TODO_SKIPPED] = "skipped",
};

const char *todo_mark(enum todo_status status)
{
	static const char *const marks[] = {
	    [TODO_PENDING] = "[ ]",
	    [TODO_IN_PROGRESS] = "[>]",
	    [TODO_COMPLETED] = "[x]",
	    [TODO_FAILED] = "[!]",
	    [TODO_SKIPPED] = "[-]",
	};

	return marks[status];
}

const char *todo_status_name(enum todo_status status)
{
	return status_names[status];
}

bool todo_status_find(const char *name, enum todo_status *out)
{
	const size_t i = row_named(status_names, name);

	if (i < ARRAY_SIZE(status_names))
		*out = i;
	return i < ARRAY_SIZE(status_names);
}

/* Frees its contents and zeroes it. */
static void todo_free(struct todo *t)
{
	free_all(t->id, t->content, t->whole, t->active_form, t->result, t->error);
	evidence_free(&t->spent);
	evidence_free(&t->since);
	json_decref(t->rest);
	*t = (struct todo){0};
}

void todo_set_words(struct todo *t, const json_t *said)
{
	string_set(&t->content, json_str(said, "content", NULL));
	string_set(&t->whole, json_str(said, "whole", NULL));
}

bool todo_open(const struct todo *t)
{
	return t->status == TODO_PENDING || t->status == TODO_IN_PROGRESS;
}

bool todo_in_part(const struct todo *t)
{
	return t->total > 0 && t->status != TODO_COMPLETED && t->status != TODO_SKIPPED;
}

void todo_add_part(const struct todo *t, struct buf *out)
{
	if (todo_in_part(t))
		buf_addf(out, " (%d of %d)", t->processed, t->total);
}

int64_t todo_active_ms(const struct todo *t, int64_t now)
{
	const int64_t counts = t->clock_ms && now > t->clock_ms ? now - t->clock_ms : 0;

	return t->active_ms + (t->status == TODO_IN_PROGRESS ? t->ran_ms + counts : 0);
}

void todo_stop(struct todo *t, int64_t now)
{
	t->active_ms = todo_active_ms(t, now);
	t->ran_ms = t->clock_ms = 0;
	evidence_merge(&t->spent, &t->since);
}

bool todo_move(struct todo *t, enum todo_status status, int64_t now, bool resting)
{
	bool began = t->status == TODO_IN_PROGRESS;
	int acts = began ? t->since.calls : t->spent.calls;

	if (t->status == status)
		return false;
	if (began)
		todo_stop(t, now);
	if (status == TODO_IN_PROGRESS) {
		t->attempts++;
		t->started_ms = now;
		t->clock_ms = resting ? 0 : now;
		t->ran_ms = 0;
		string_set(&t->result, NULL);
	}
	t->claimed = status == TODO_COMPLETED && acts == 0;
	string_set(&t->error, NULL);
	t->status = status;
	t->updated_ms = now;
	return status == TODO_COMPLETED && !began;
}

void plan_free(struct plan *p)
{
	for (size_t i = 0; i < p->count; i++)
		todo_free(&p->items[i]);
	free_all(p->items, p->goal, p->focus, p->note, p->why, p->next);
	json_decref(p->removed);
	json_decref(p->former);
	json_decref(p->task);
	json_decref(p->rest);
	*p = (struct plan){0};
}

void plan_copy(struct plan *to, const struct plan *from)
{
	*to = *from;
	to->goal = xstrdup(from->goal);
	to->focus = xstrdup(from->focus);
	to->note = xstrdup(from->note);
	to->why = xstrdup(from->why);
	to->next = xstrdup(from->next);
	to->removed = json_copy(from->removed);
	to->former = json_copy(from->former);
	to->task = json_copy(from->task);
	to->rest = json_copy(from->rest);
	to->cap = from->count;
	to->items = from->count ? xcalloc(from->count, sizeof *to->items) : NULL;
	for (size_t i = 0; i < from->count; i++) {
		const struct todo *t = &from->items[i];
		struct todo *copy = &to->items[i];

		*copy = *t;
		copy->id = xstrdup(t->id);
		copy->content = xstrdup(t->content);
		copy->whole = xstrdup(t->whole);
		copy->active_form = xstrdup(t->active_form);
		copy->result = xstrdup(t->result);
		copy->error = xstrdup(t->error);
		copy->rest = json_copy(t->rest);
		evidence_copy(&copy->spent, &t->spent);
		evidence_copy(&copy->since, &t->since);
	}
}

struct todo *plan_find(const struct plan *p, const char *id)
{
	for (size_t i = 0; id && i < p->count; i++)
		if (strcmp(p->items[i].id, id) == 0)
			return &p->items[i];
	return NULL;
}

struct todo *plan_find_near(const struct plan *p, const char *id, size_t at)
{
	if (at < p->count && strcmp(p->items[at].id, id) == 0)
		return &p->items[at];
	return plan_find(p, id);
}

struct todo *plan_append(struct plan *p)
{
	array_reserve(&p->items, &p->cap, p->count + 1, sizeof *p->items);
	p->items[p->count] = (struct todo){0};
	return &p->items[p->count++];
}

void plan_place(struct plan *p, size_t from, size_t to)
{
	struct todo t = p->items[from];

	if (to < from)
		memmove(&p->items[to + 1], &p->items[to], (from - to) * sizeof t);
	else
		memmove(&p->items[from], &p->items[from + 1], (to - from) * sizeof t);
	p->items[to] = t;
}

void plan_cut(struct plan *p, size_t at)
{
	todo_free(&p->items[at]);
	memmove(&p->items[at], &p->items[at + 1], (p->count - at - 1) * sizeof *p->items);
	p->count--;
}

int plan_count(const struct plan *p, enum todo_status status)
{
	int n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].status == status;
	return n;
}

int plan_open(const struct plan *p)
{
	return plan_count(p, TODO_PENDING) + plan_count(p, TODO_IN_PROGRESS);
}

static struct todo *first_of(const struct plan *p, enum todo_status status)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == status)
			return &p->items[i];
	return NULL;
}

struct todo *plan_current(const struct plan *p)
{
	return first_of(p, TODO_IN_PROGRESS);
}

bool plan_abandon(struct plan *p, int64_t now)
{
	struct todo *runs = plan_current(p);

	if (p->status != PLAN_ACTIVE)
		return false;
	if (runs)
		todo_move(runs, TODO_PENDING, now, p->resting);
	p->status = PLAN_ABANDONED;
	p->revision++;
	p->updated_ms = now;
	return true;
}

void plan_progress(const struct plan *p, struct buf *out)
{
	int skipped = plan_count(p, TODO_SKIPPED);

	buf_addf(out, "%d/%zu", plan_count(p, TODO_COMPLETED), p->count);
	if (skipped > 0)
		buf_addf(out, ", %d skipped", skipped);
}

/* Appends " Teaching the parser ISO (3 of 10)". */
static void add_current(const struct todo *t, struct buf *out)
{
	buf_addf(out, " %s", t->active_form ? t->active_form : t->content);
	todo_add_part(t, out);
}

void plan_line(const struct plan *p, struct buf *out)
{
	const struct todo *now = plan_current(p), *next = first_of(p, TODO_PENDING);
	int done = plan_count(p, TODO_COMPLETED), skipped = plan_count(p, TODO_SKIPPED);
	int failed = plan_count(p, TODO_FAILED);

	if (p->revision <= 1 && done + skipped == 0) {
		buf_addf(out, "%zu step%s", p->count, text_plural(p->count, "", "s"));
		if (now) {
			buf_addc(out, ';');
			add_current(now, out);
		}
		return;
	}
	if (p->status == PLAN_COMPLETED) {
		buf_addf(out, "%d/%zu done", done, p->count);
		if (skipped > 0)
			buf_addf(out, ", %d skipped", skipped);
		return;
	}
	plan_progress(p, out);
	if (now && skipped > 0)
		buf_addc(out, ',');
	if (now) {
		add_current(now, out);
	} else if (p->status == PLAN_ABANDONED) {
		buf_adds(out, " abandoned");
	} else {
		if (failed > 0)
			buf_addf(out, ", %d failed", failed);
		if (next)
			buf_addf(out, ", next: %s", next->content);
	}
}

char *plan_reminder(const struct plan *p, int rounds, const struct settings *s)
{
	const int every = (int)setting_int(s, "planner.remind_rounds");
	const struct todo *now = plan_current(p), *item = now ? now : first_of(p, TODO_PENDING);
	const struct todo *failed = item ? NULL : first_of(p, TODO_FAILED);
	char count[16];

	item = item ? item : failed;
	if (p->status != PLAN_ACTIVE || !item || every == 0 || rounds <= 0 || rounds % every != 0)
		return NULL;
	snprintf(count, sizeof count, "%d", rounds);
	return prompt_text(now	    ? "plan/reminder"
			   : failed ? "plan/reminder_failed"
				    : "plan/reminder_idle",
	    (struct prompt_var[]){{"rounds", count}, {"id", item->id}, {"item", item->content}}, 3);
}

bool plan_stale(const struct plan *p, const struct settings *s)
{
	int64_t turns = setting_int(s, "planner.abandon_turns");

	/* idle_turns also counts the turn of the last update, once it has ended */
	return p->status == PLAN_ACTIVE && turns > 0 && p->idle_turns > turns;
}

bool plan_trivial(const struct plan *p, const struct settings *s)
{
	return (int64_t)p->count < setting_int(s, "planner.trivial_todos");
}

/* A pattern that exceeds the matcher's limits counts as found: what may be destructive becomes a gate
 * (planner.gates), which only the user opens. */
bool edit_matches(const json_t *patterns, const char *text)
{
	json_each (pattern, patterns) {
		struct regex *r = regex_new(json_string_value(pattern), json_string_length(pattern),
		    REGEX_UTF | REGEX_CASELESS, NULL);
		const bool found =
		    r && regex_find(r, text, strlen(text), 0, NULL, NULL) != REGEX_NO;

		regex_free(r);
		if (found)
			return true;
	}
	return false;
}

void edit_gate(struct edit *e, struct todo *t)
{
	if (e->by != AUTHOR_USER && !t->gate)
		t->gate = edit_matches(e->limits->gates, t->whole ? t->whole : t->content);
}
