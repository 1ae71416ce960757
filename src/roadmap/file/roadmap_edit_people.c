/* SPDX-License-Identifier: MIT
 * The operations on the people of a plan, their hours and days off. See roadmap_edit.h.
 */
#include "base/base.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/file/roadmap_editing.h"

#define ABSENCE_DAYS 400 /* at most, of one operation */

void roadmap_name_worker(json_t *owner, const char *person)
{
	json_each (node, json_list(owner, "nodes")) {
		const char *level = json_str(node, "level", "");

		roadmap_name_worker(node, person);
		if (!json_list(node, "nodes") && !json_object_get(node, "resources") &&
		    strcmp(level, "milestone") != 0 && strcmp(level, "phase") != 0 &&
		    strcmp(level, "goal") != 0)
			json_object_set_new(node, "resources", json_pack("[s]", person));
	}
}

static void replace_worker(json_t *owner, const char *gone, const char *instead)
{
	json_each (node, json_list(owner, "nodes")) {
		json_auto_t *list = document_list(json_object_get(node, "resources"));

		replace_worker(node, gone, instead);
		if (edit_links_drop(list, gone)) { /* needs are spelled like links */
			if (json_array_size(list) == 0)
				json_array_append_new(list, json_string(instead));
			json_object_set(node, "resources", list);
		}
	}
}

/* Returns the resource of that id, added if `made`; else NULL: there is none. The "me" of a plan that names no
 * resources is written into it. */
static json_t *person_of(json_t *document, const char *id, bool made)
{
	json_t *list = json_list(document, "resources"), *found;
	const char *first = json_str(json_array_get(list, 0), "id", "me");

	found = json_row(list, "id", id);
	if (found || (!made && (list || strcmp(id, "me") != 0)))
		return found;
	if (!list) {
		list = json_list_made(document, "resources");
		json_array_append_new(list, json_pack("{s:s}", "id", "me"));
		if (strcmp(id, "me") == 0)
			return json_array_get(list, 0);
	}
	if (json_array_size(list) == 1)
		roadmap_name_worker(document, first);
	found = json_pack("{s:s}", "id", id);
	json_array_append_new(list, found);
	return found;
}

json_t *edit_person(struct roadmap_editing *ed)
{
	const char *id = json_str(ed->op, "person", "");
	json_t *owner = *id ? person_of(ed->document, id, false) : ed->document;

	if (!owner)
		error_set(ed->e, ERR_USAGE,
		    "%s: no person '%s' in the plan; the operation person adds one", ed->row->name,
		    id);
	return owner;
}

bool edit_apply_person(struct roadmap_editing *ed, json_t *of)
{
	const char *id = json_str(ed->op, "id", "");
	json_t *list = json_list(ed->document, "resources");

	if (!*id)
		return error_set(ed->e, ERR_USAGE, "person: wants an id");
	if (!json_flag(ed->op, "remove", false)) {
		edit_put_fields(person_of(ed->document, id, true), ed->op, ed->row->keys);
		return true;
	}
	json_each_at (i, one, list)
		if (strcmp(json_str(one, "id", ""), id) == 0 && json_array_size(list) > 1) {
			json_array_remove(list, i);
			replace_worker(
			    ed->document, id, json_str(json_array_get(list, 0), "id", "me"));
			return true;
		}
	return error_set(ed->e, ERR_USAGE, "person: '%s' is not there, or is the only one", id);
}

static bool parse_day_field(struct roadmap_editing *ed, const char *key, int64_t *day)
{
	const char *text = json_str(ed->op, key, "");
	int64_t at;
	bool alone;

	if (!moment_parse(text, zone_find("UTC", NULL), false, &at, &alone) || !alone)
		return error_set(
		    ed->e, ERR_USAGE, "%s: '%s': is no day like 2026-03-02", ed->row->name, text);
	*day = day_of(at);
	return true;
}

bool edit_apply_absence(struct roadmap_editing *ed, json_t *owner)
{
	const bool gone = json_flag(ed->op, "remove", false);
	int64_t from;

	if (!parse_day_field(ed, "from", &from))
		return false;
	int64_t to = from;
	if (json_object_get(ed->op, "to") && !parse_day_field(ed, "to", &to))
		return false;
	if (to < from || to - from > ABSENCE_DAYS)
		return error_set(ed->e, ERR_USAGE,
		    "absence: its last day lies before the first, or more than %d days later",
		    ABSENCE_DAYS);
	json_t *exceptions = json_map_made(owner, "exceptions");
	for (; from <= to; from++) {
		auto_free char *text = day_text(from);

		if (gone)
			json_object_del(exceptions, text);
		else
			json_put_str(exceptions, text, json_str(ed->op, "hours", "off"));
	}
	if (json_object_size(exceptions) == 0)
		json_object_del(owner, "exceptions");
	return true;
}

bool edit_apply_holiday(struct roadmap_editing *ed, json_t *owner)
{
	const bool gone = json_flag(ed->op, "remove", false);
	json_t *list = json_list_made(owner, "holidays");
	json_auto_t *dates = document_list(json_object_get(ed->op, "date"));

	json_each (date, dates) {
		for (size_t i = json_array_size(list); i-- > 0;)
			if (json_equal(json_array_get(list, i), date))
				json_array_remove(list, i);
		if (!gone && json_is_string(date))
			json_array_append(list, date);
	}
	if (json_array_size(list) == 0)
		json_object_del(owner, "holidays");
	return true;
}

bool edit_apply_hours(struct roadmap_editing *ed, json_t *owner)
{
	json_t *profile = json_object_get(ed->document, "profile");

	edit_put_fields(owner, ed->op, "hours timezone");
	if (owner != ed->document) {
		edit_put_fields(owner, ed->op, "max_per_day max_per_week");
		return true;
	}
	edit_put_fields(owner, ed->op, "hours_per_day start");
	if (json_is_string(profile))
		json_object_set_new(owner, "profile", json_pack("{s:O}", "strategy", profile));
	edit_put_fields(json_map_made(owner, "profile"), ed->op, EDIT_PROFILE_KEYS);
	if (json_object_size(json_map(owner, "profile")) == 0)
		json_object_del(owner, "profile");
	return true;
}

bool edit_apply_deadline(struct roadmap_editing *ed, json_t *owner)
{
	json_t *date = json_object_get(ed->op, "date");

	if (!date || edit_is_blank(date))
		json_object_del(owner, "deadline");
	else
		json_object_set(owner, "deadline", date);
	return true;
}

bool edit_apply_baseline(struct roadmap_editing *ed, json_t *of)
{
	const json_t *value = json_object_get(ed->op, "revision");
	const char *text = json_is_string(value) ? json_string_value(value) : "";
	const long long revision =
	    json_is_integer(value) ? json_integer_value(value) : strtoll(text, NULL, 10);

	if (value && edit_is_blank(value)) {
		json_object_del(ed->document, "baseline");
		return true;
	}
	if (revision < 1)
		return error_set(ed->e, ERR_USAGE, "'%s' is no revision of the plan", text);
	return json_object_set_new(ed->document, "baseline", json_integer(revision)) == 0;
}
