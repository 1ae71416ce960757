/* SPDX-License-Identifier: MIT
 * plan_undo: takes back a change by the user. Three snapshots are merged: before the edit, after it, and
 * the plan now. What the edit changed becomes as it was before; whatever else happened since, to other
 * items or by the model, stays.
 */

#include "base/base.h"
#include "plan/plan_item_edit.h"

static bool item_place(const json_t *items, const char *id, size_t *at)
{
	json_each_at (i, item, items)
		if (strcmp(json_str(item, "id", ""), id) == 0) {
			*at = i;
			return true;
		}
	return false;
}

/* Sets the members of `now` that the edit changed to what they were before it. */
static void members_back(json_t *now, const json_t *before, const json_t *after)
{
	static const char *const not [] = {"items", "revision", "updated", "created", "id", NULL};
	const json_t *const sides[] = {before, after};

	for (size_t side = 0; side < 2; side++) {
		json_members (key, value, sides[side]) {
			json_t *was = json_object_get(before, key);
			bool skip = was && json_equal(was, json_object_get(after, key));

			for (size_t i = 0; not [i]; i++)
				skip |= strcmp(not [i], key) == 0;
			if (skip)
				continue;
			if (was)
				json_object_set(now, key, was);
			else
				json_object_del(now, key);
		}
	}
}

/* Removes from `now` the items that the edit added, adds those it removed, and sets the members of the
 * others that it changed to what they were. */
static void items_back(json_t *now, const json_t *before, const json_t *after)
{
	for (size_t i = json_array_size(now); i-- > 0;) {
		const char *id = json_str(json_array_get(now, i), "id", "");
		json_t *was = json_row(before, "id", id), *left = json_row(after, "id", id);

		if (left && !was)
			json_array_remove(now, i);
		else if (left)
			members_back(json_array_get(now, i), was, left);
	}
	json_each_at (i, item, before) {
		const char *id = json_str(item, "id", "");

		if (json_row(after, "id", id) || json_row(now, "id", id))
			continue;
		json_array_insert_new(
		    now, i < json_array_size(now) ? i : json_array_size(now), json_deep_copy(item));
	}
}

static bool order_changed(const json_t *before, const json_t *after)
{
	size_t at, last = 0;

	json_each (item, before) {
		if (!item_place(after, json_str(item, "id", ""), &at))
			continue;
		if (at < last)
			return true;
		last = at;
	}
	return false;
}

/* Puts the items in the order they had before the edit; items that came since follow. */
static void order_back(json_t *now, const json_t *before)
{
	size_t at, slot = 0;

	json_each (item, before)
		if (item_place(now, json_str(item, "id", ""), &at)) {
			json_t *one = json_incref(json_array_get(now, at));

			json_array_remove(now, at);
			json_array_insert_new(now, slot++, one);
		}
}

/* Sets an item that comes back in progress to pending if another one (in p) is in progress now. */
static void single_back(json_t *now, const struct plan *p)
{
	const struct todo *runs = plan_current(p);
	const json_t *still = runs ? json_row(now, "id", runs->id) : NULL;

	if (!text_is(json_str(still, "status", NULL), "in_progress"))
		return;
	json_each (item, now)
		if (item != still && text_is(json_str(item, "status", NULL), "in_progress"))
			json_put_str(item, "status", "pending");
}

static char *undo_edit(struct edit *e)
{
	const json_t *before = json_map(e->args, "before"), *after = json_map(e->args, "after");
	const json_t *was = json_list(before, "items"), *left = json_list(after, "items");
	const bool began = before && strcmp(json_str(before, "id", ""), e->to->id) != 0;
	struct plan next = {0};
	auto_error error = ERROR_INIT;

	if (strcmp(json_str(after, "id", ""), e->to->id) != 0)
		return xstrdup("the plan it was done to is not the plan of now");
	json_auto_t *now = plan_snapshot(e->to);
	json_t *items = json_list(now, "items");
	if (!began) { /* else the edit began this plan, and `before` is loaded as a whole */
		if (before)
			members_back(now, before, after);
		items_back(items, was, left);
		if (order_changed(was, left))
			order_back(items, was);
		single_back(items, e->to);
	}
	if (!plan_load(&next, began ? before : now, &error))
		return xasprintf("it cannot be taken back: %s", error.message);
	plan_take_loaded(e->to, &next, e->to->seen_ms);
	edit_note(e, "took back: %s", json_str(e->args, "text", "the last change"));
	return NULL;
}

struct change plan_undo(
    struct plan *p, const json_t *edit, const struct plan_limits *limits, int64_t now)
{
	return plan_change(p, undo_edit, edit, NULL, AUTHOR_USER, limits, now);
}
