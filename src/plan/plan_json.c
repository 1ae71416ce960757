/* SPDX-License-Identifier: MIT
 * The plan's stored form: what a `plan` event carries, and its inverse. Members a newer version
 * wrote on an item are kept.
 */

#include "base/base.h"
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

static size_t name_index(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return 0;
}

static const struct {
	const char *name;
	enum user_set part;
} user_set_parts[] = {{"status", USER_SET_STATUS}, {"content", USER_SET_CONTENT}};

/* Which parts of an item the user set, as a list of words; NULL where the user set none. */
static json_t *user_set_snapshot(int user_set)
{
	json_t *list = user_set ? json_array() : NULL;

	for (size_t i = 0; i < sizeof user_set_parts / sizeof *user_set_parts; i++)
		if (user_set & (int)user_set_parts[i].part)
			json_array_append_new(list, json_string(user_set_parts[i].name));
	return list;
}

static int user_set_load(const json_t *list)
{
	int user_set = 0;

	json_each (name, list)
		for (size_t i = 0; i < sizeof user_set_parts / sizeof *user_set_parts; i++)
			if (json_is_string(name) &&
			    strcmp(json_string_value(name), user_set_parts[i].name) == 0)
				user_set |= (int)user_set_parts[i].part;
	return user_set;
}

static json_t *todo_snapshot(const struct todo *t)
{
	json_t *o = t->rest ? json_copy(t->rest) : json_object();

	json_put_str(o, "id", t->id);
	json_put_str(o, "content", t->content);
	json_put_str(o, "whole", t->whole);
	json_put_str(o, "active_form", t->active_form);
	json_put_str(o, "status", todo_status_name(t->status));
	json_put_int(o, "created", t->created_ms);
	json_put_int(o, "updated", t->updated_ms);
	json_put_int(o, "attempts", t->attempts);
	if (t->total > 0)
		json_put(o, "progress",
		    json_pack("{s:i, s:i}", "processed", t->processed, "total", t->total));
	if (t->started_ms)
		json_put_int(o, "started", t->started_ms);
	json_put_int(o, "active_ms", t->active_ms);
	json_put_str(o, "result", t->result);
	json_put_str(o, "error", t->error);
	json_put(o, "evidence", evidence_snapshot(&t->spent));
	json_put(o, "claimed", json_boolean(t->claimed));
	json_put(o, "gate", json_boolean(t->gate));
	json_put_str(o, "by", author_names[t->by]);
	json_put(o, "hand", user_set_snapshot(t->user_set));
	return o;
}

json_t *plan_snapshot(const struct plan *p)
{
	json_t *o = p->rest ? json_copy(p->rest) : json_object(), *items = json_array();

	json_put_str(o, "id", p->id);
	json_put_int(o, "revision", p->revision);
	json_put_str(o, "goal", p->goal);
	json_put_str(o, "status", plan_status_names[p->status]);
	json_put_str(o, "focus", p->focus);
	json_put_str(o, "note", p->note);
	json_put_str(o, "why", p->why);
	json_put_int(o, "created", p->created_ms);
	json_put_int(o, "updated", p->updated_ms);
	json_put_str(o, "next", p->next);
	if (p->ordered)
		json_put(o, "ordered", json_true());
	if (p->removed)
		json_put(o, "removed", json_copy(p->removed));
	if (p->former)
		json_put(o, "former", json_copy(p->former));
	if (p->task)
		json_put(o, "task", json_copy(p->task));
	for (size_t i = 0; i < p->count; i++)
		json_array_append_new(items, todo_snapshot(&p->items[i]));
	json_put(o, "items", items);
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
	int64_t n = json_int(o, key, 0);

	return n < 0 ? 0 : n > INT32_MAX ? INT32_MAX : (int)n;
}

static int64_t time_of(const json_t *o, const char *key)
{
	const int64_t most = (int64_t)1 << 50;
	int64_t n = json_int(o, key, 0);

	return n < 0 ? 0 : n > most ? most : n;
}

/* Loads one line of a stored text, made safe again: the store may come from anywhere. */
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
	t->by = name_index(author_names, 3, json_str(o, "by", "model"));
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

static int by_id(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool ids_differ(const struct plan *p)
{
	const char **ids = xcalloc(p->count + 1, sizeof *ids);
	bool differ = true;

	for (size_t i = 0; i < p->count; i++)
		ids[i] = p->items[i].id;
	qsort(ids, p->count, sizeof *ids, by_id);
	for (size_t i = 1; i < p->count; i++)
		differ &= strcmp(ids[i - 1], ids[i]) != 0;
	free(ids);
	return differ;
}

static bool items_load(struct plan *p, const json_t *items, struct error *e)
{
	if (json_array_size(items) > PLAN_ITEMS_MAX)
		return error_set(e, ERR_PARSE, "items: has %zu items, more than %d",
		    json_array_size(items), PLAN_ITEMS_MAX);
	for (size_t i = 0; i < json_array_size(items); i++)
		if (!todo_load(plan_append(p), json_array_get(items, i)))
			return error_set(e, ERR_PARSE,
			    "items[%zu]: is no plan item (id, content and a known status)", i);
	if (!ids_differ(p))
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
	snprintf(next.id, sizeof next.id, "%s", json_str(snapshot, "id", ""));
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
	next.status = name_index(plan_status_names, 4, json_str(snapshot, "status", "none"));
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
