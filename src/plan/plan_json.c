/* SPDX-License-Identifier: MIT
 * The plan's stored form: makes the snapshot that a `plan` event carries, and loads it. Members of a
 * plan or an item that this version does not know are kept.
 */

#include "base/base.h"
#include "base/text/names.h"
#include "plan/plan_item_edit.h"

static const char *const plan_status_names[] = {
    [PLAN_NONE] = "none",
    [PLAN_ACTIVE] = "active",
    [PLAN_COMPLETED] = "completed",
    [PLAN_ABANDONED] = "abandoned",
};
static const char *const author_names[] = {
    [AUTHOR_MODEL] = "model",
    [AUTHOR_USER] = "user",
    [AUTHOR_TEXT] = "text",
};

const char *plan_status_name(enum plan_status status)
{
	return plan_status_names[status];
}

static const struct {
	const char *name;
	enum user_set part;
} user_set_parts[] = {{"status", USER_SET_STATUS}, {"content", USER_SET_CONTENT}};

/* Returns the names of the bits in user_set, an array, new reference; NULL if none is set. */
static json_t *user_set_snapshot(int user_set)
{
	json_t *list = user_set ? json_array() : NULL;

	for (size_t i = 0; i < ARRAY_SIZE(user_set_parts); i++)
		if (user_set & (int)user_set_parts[i].part)
			json_array_append_new(list, json_string(user_set_parts[i].name));
	return list;
}

static int user_set_load(const json_t *list)
{
	int user_set = 0;

	for (size_t i = 0; i < ARRAY_SIZE(user_set_parts); i++)
		if (json_holds_str(list, user_set_parts[i].name))
			user_set |= (int)user_set_parts[i].part;
	return user_set;
}

static json_t *todo_snapshot(const struct todo *t)
{
	json_t *progress =
	    t->total > 0 ? json_pack("{s:i, s:i}", "processed", t->processed, "total", t->total)
			 : NULL;
	json_t *o = json_pack(
	    "{s:s, s:s, s:s*, s:s*, s:s, s:I, s:I, s:i, s:o*, s:o*, s:I, s:s*, s:s*,"
	    " s:o, s:b, s:b, s:s, s:o*}",
	    "id", t->id, "content", t->content, "whole", t->whole, "active_form", t->active_form,
	    "status", todo_status_name(t->status), "created", (json_int_t)t->created_ms, "updated",
	    (json_int_t)t->updated_ms, "attempts", t->attempts, "progress", progress, "started",
	    t->started_ms ? json_integer(t->started_ms) : NULL, "active_ms",
	    (json_int_t)t->active_ms, "result", t->result, "error", t->error, "evidence",
	    evidence_snapshot(&t->spent), "claimed", t->claimed, "gate", t->gate, "by",
	    author_names[t->by], "hand", user_set_snapshot(t->user_set));

	json_object_update_missing(o, t->rest);
	return o;
}

json_t *plan_snapshot(const struct plan *p)
{
	json_t *items = json_array();

	for (size_t i = 0; i < p->count; i++)
		json_array_append_new(items, todo_snapshot(&p->items[i]));
	json_t *o = json_pack(
	    "{s:s, s:i, s:s*, s:s, s:s*, s:s*, s:s*, s:I, s:I, s:s*, s:o*, s:o*, s:o*,"
	    " s:o*, s:o}",
	    "id", p->id, "revision", p->revision, "goal", p->goal, "status",
	    plan_status_names[p->status], "focus", p->focus, "note", p->note, "why", p->why,
	    "created", (json_int_t)p->created_ms, "updated", (json_int_t)p->updated_ms, "next",
	    p->next, "ordered", p->ordered ? json_true() : NULL, "removed", json_copy(p->removed),
	    "former", json_copy(p->former), "task", json_copy(p->task), "items", items);

	json_object_update_missing(o, p->rest);
	return o;
}

static const char *const plan_members[] = {"id", "revision", "goal", "status", "focus", "note",
    "why", "created", "updated", "next", "ordered", "removed", "former", "task", "items", NULL};
static const char *const todo_members[] = {"id", "content", "whole", "active_form", "status",
    "created", "updated", "attempts", "progress", "started", "active_ms", "result", "error",
    "evidence", "claimed", "gate", "by", "hand", NULL};

static json_t *unknown_members(const json_t *o, const char *const *known)
{
	json_t *rest = json_copy((json_t *)o);

	for (size_t i = 0; known[i]; i++)
		json_object_del(rest, known[i]);
	if (json_object_size(rest) > 0)
		return rest;
	json_decref(rest);
	return NULL;
}

static int small_int(const json_t *o, const char *key)
{
	return (int)plan_bounded(json_int(o, key, 0), INT32_MAX);
}

static int64_t time_of(const json_t *o, const char *key)
{
	return plan_bounded(json_int(o, key, 0), PLAN_NUMBER_MAX);
}

/* Returns a stored text made one line again, since a store may come from anywhere. Caller frees; NULL of NULL. */
static char *line_load(const char *s)
{
	return s && strpbrk(s, "\n\t") ? text_line(s, strlen(s)) : xstrdup(s);
}

static bool todo_load(struct todo *t, const json_t *o)
{
	const char *id = json_str(o, "id", NULL), *content = json_str(o, "content", NULL);
	json_t *progress = json_map(o, "progress");

	if (!id || !content || !todo_status_find(json_str(o, "status", NULL), &t->status))
		return false;
	t->id = xstrdup(id);
	t->content = line_load(content);
	t->whole = line_load(json_str(o, "whole", NULL));
	t->active_form = line_load(json_str(o, "active_form", NULL));
	t->result = line_load(json_str(o, "result", NULL));
	t->error = line_load(json_str(o, "error", NULL));
	const size_t by = row_named(author_names, json_str(o, "by", "model"));
	t->by = by < ARRAY_SIZE(author_names) ? by : AUTHOR_MODEL;
	t->created_ms = time_of(o, "created");
	t->updated_ms = time_of(o, "updated");
	t->started_ms = time_of(o, "started");
	t->clock_ms = t->status == TODO_IN_PROGRESS ? t->started_ms : 0;
	t->active_ms = time_of(o, "active_ms");
	t->attempts = small_int(o, "attempts");
	t->processed = small_int(progress, "processed");
	t->total = small_int(progress, "total");
	evidence_load(&t->spent, json_map(o, "evidence"));
	t->claimed = json_flag(o, "claimed", false);
	t->gate = json_flag(o, "gate", false);
	t->user_set = user_set_load(json_list(o, "hand"));
	t->rest = unknown_members(o, todo_members);
	return true;
}

static bool items_load(struct plan *p, const json_t *items, struct error *e)
{
	json_auto_t *ids = json_object();

	if (json_array_size(items) > PLAN_ITEMS_MAX)
		return error_set(e, ERR_PARSE, "items: has %zu items, more than %d",
		    json_array_size(items), PLAN_ITEMS_MAX);
	json_each_at (i, item, items) {
		if (!todo_load(plan_append(p), item))
			return error_set(e, ERR_PARSE,
			    "items[%zu]: is no plan item (id, content and a known status)", i);
		json_put(ids, p->items[i].id, json_null());
	}
	if (json_object_size(ids) < p->count)
		return error_set(e, ERR_PARSE, "items: two items have one id");
	if (plan_count(p, TODO_IN_PROGRESS) > 1)
		return error_set(e, ERR_PARSE, "items: more than one is in_progress");
	return true;
}

bool plan_load(struct plan *p, const json_t *snapshot, struct error *e)
{
	struct plan next = {0};

	if (!json_is_object(snapshot))
		return error_set(e, ERR_PARSE, "it is no plan");
	if (!items_load(&next, json_list(snapshot, "items"), e)) {
		plan_free(&next);
		return false;
	}
	const char *id = json_str(snapshot, "id", "");
	const size_t len = strlen(id);
	memcpy(next.id, id, len < sizeof next.id ? len : utf8_start(id, sizeof next.id - 1));
	next.revision = small_int(snapshot, "revision");
	next.goal = line_load(json_str(snapshot, "goal", NULL));
	next.focus = xstrdup(json_str(snapshot, "focus", NULL));
	next.note = xstrdup(json_str(snapshot, "note", NULL));
	next.why = xstrdup(json_str(snapshot, "why", NULL));
	next.next = xstrdup(json_str(snapshot, "next", NULL));
	next.ordered = json_flag(snapshot, "ordered", false);
	next.removed = json_copy(json_list(snapshot, "removed"));
	next.former = json_copy(json_list(snapshot, "former"));
	next.task = json_copy(json_map(snapshot, "task"));
	next.created_ms = time_of(snapshot, "created");
	next.updated_ms = time_of(snapshot, "updated");
	const size_t status = row_named(plan_status_names, json_str(snapshot, "status", "none"));
	next.status = status < ARRAY_SIZE(plan_status_names) ? status : PLAN_NONE;
	next.rest = unknown_members(snapshot, plan_members);
	plan_free(p);
	*p = next;
	return true;
}

bool plan_equal(const struct plan *a, const struct plan *b)
{
	json_auto_t *x = plan_snapshot(a), *y = plan_snapshot(b);
	return json_equal(x, y);
}
