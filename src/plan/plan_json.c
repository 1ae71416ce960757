/*
 * The plan's stored form: what a `plan` event carries, and its inverse. Members a newer version
 * wrote on an item are kept.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "plan/item.h"

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

static size_t name_index(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return 0;
}

static json_t *todo_snapshot(const struct todo *t)
{
	json_t *o = t->rest ? json_copy(t->rest) : json_object();

	json_put_str(o, "id", t->id);
	json_put_str(o, "content", t->content);
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
	json_put(o, "evidence", json_pack("{s:i}", "calls", t->calls));
	json_put(o, "claimed", json_boolean(t->claimed));
	json_put(o, "gate", json_boolean(t->gate));
	json_put_str(o, "by", author_names[t->by]);
	return o;
}

json_t *plan_snapshot(const struct plan *p)
{
	json_t *o = json_object(), *items = json_array();

	json_put_str(o, "id", p->id);
	json_put_int(o, "revision", p->revision);
	json_put_str(o, "goal", p->goal);
	json_put_str(o, "status", plan_status_names[p->status]);
	json_put_str(o, "focus", p->focus);
	json_put_str(o, "note", p->note);
	json_put_int(o, "updated", p->updated_ms);
	for (size_t i = 0; i < p->count; i++)
		json_array_append_new(items, todo_snapshot(&p->items[i]));
	json_put(o, "items", items);
	return o;
}

static json_t *unknown_members(const json_t *item)
{
	static const char *const known[] = {"id", "content", "active_form", "status", "created",
	    "updated", "attempts", "progress", "started", "active_ms", "result", "error",
	    "evidence", "claimed", "gate", "by", NULL};
	json_t *rest = json_copy((json_t *)item);

	for (size_t i = 0; known[i]; i++)
		json_object_del(rest, known[i]);
	if (json_object_size(rest) > 0)
		return rest;
	json_decref(rest);
	return NULL;
}

static bool todo_load(struct todo *t, const json_t *o)
{
	const char *id = json_str(o, "id", NULL), *content = json_str(o, "content", NULL);
	json_t *progress = json_map(o, "progress");

	if (!id || !content || !todo_status_find(json_str(o, "status", NULL), &t->status))
		return false;
	t->id = xstrdup(id);
	t->content = xstrdup(content);
	t->active_form = xstrdup(json_str(o, "active_form", NULL));
	t->result = xstrdup(json_str(o, "result", NULL));
	t->error = xstrdup(json_str(o, "error", NULL));
	t->by = name_index(author_names, 3, json_str(o, "by", "model"));
	t->created_ms = json_int(o, "created", 0);
	t->updated_ms = json_int(o, "updated", 0);
	t->started_ms = json_int(o, "started", 0);
	t->active_ms = json_int(o, "active_ms", 0);
	t->attempts = (int)json_int(o, "attempts", 0);
	t->processed = (int)json_int(progress, "processed", 0);
	t->total = (int)json_int(progress, "total", 0);
	t->calls = (int)json_int(json_map(o, "evidence"), "calls", 0);
	t->claimed = json_flag(o, "claimed", false);
	t->gate = json_flag(o, "gate", false);
	t->rest = unknown_members(o);
	return true;
}

bool plan_load(struct plan *p, const json_t *snapshot, struct error *e)
{
	json_t *items = json_list(snapshot, "items");
	struct plan next = {0};

	for (size_t i = 0; i < json_array_size(items); i++)
		if (!todo_load(plan_append(&next), json_array_get(items, i))) {
			plan_free(&next);
			return error_set(e, ERR_PARSE,
			    "$.items[%zu]: is no plan item (id, content and a known status)", i);
		}
	snprintf(next.id, sizeof next.id, "%s", json_str(snapshot, "id", ""));
	next.revision = (int)json_int(snapshot, "revision", 0);
	next.goal = xstrdup(json_str(snapshot, "goal", NULL));
	next.focus = xstrdup(json_str(snapshot, "focus", NULL));
	next.note = xstrdup(json_str(snapshot, "note", NULL));
	next.updated_ms = json_int(snapshot, "updated", 0);
	next.status = name_index(plan_status_names, 4, json_str(snapshot, "status", "none"));
	plan_free(p);
	*p = next;
	return true;
}
