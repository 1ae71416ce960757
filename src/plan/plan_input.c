/* SPDX-License-Identifier: MIT
 * Cleans and checks the arguments of plan_replace and plan_edit before any rule looks at them. Lengths
 * are counted in characters. A refusal names the argument and the rule, so that a model can act on it.
 */
#include "base/base.h"
#include "base/secret.h"
#include "plan/plan_item_edit.h"
#include "tools/tool.h"

/* Whether s is printable ASCII with single blanks between words, and has nothing that could begin a tag: true
 * of nearly every id and of most texts, which then need no copy. */
static bool is_clean(const char *s)
{
	char before = ' ';

	for (; *s; before = *s++)
		if (*s < ' ' || *s > '~' || *s == '<' || (*s == ' ' && before == ' '))
			return false;
	return before != ' ';
}

static bool is_clean_value(const json_t *value)
{
	if (json_is_string(value))
		return is_clean(json_string_value(value));
	json_each (child, value)
		if (!is_clean_value(child))
			return false;
	json_members (key, child, value)
		if (!is_clean_value(child))
			return false;
	return true;
}

json_t *edit_clean(const json_t *value)
{
	json_t *copy;

	if (!secret_any() && is_clean_value(value))
		return json_incref((json_t *)value);
	if (json_is_string(value)) {
		/* One safe line without secrets and without tags that could pass for the program's. */
		auto_buf text = BUF_INIT;

		text_sanitise(&text, json_string_value(value), json_string_length(value));
		if (secret_any())
			secret_redact(&text);
		tags_neutralise(&text);
		auto_free char *line = text_line(buf_str(&text), BUF_MAX_DEFAULT);
		return json_string(line);
	}
	if (json_is_array(value)) {
		copy = json_array();
		json_each (child, value)
			json_array_append_new(copy, edit_clean(child));
		return copy;
	}
	if (!json_is_object(value))
		return json_incref((json_t *)value);
	copy = json_object();
	json_members (key, child, value) {
		json_object_set_new(copy, key, edit_clean(child));
		if (json_is_string(child) && !json_string_length(json_object_get(copy, key)))
			json_object_del(copy, key); /* nothing is left of it */
	}
	return copy;
}

/* The texts that are shortened instead of refused: an item's content by whoever it is, the others only by a model. */
static const struct {
	const char *name;
	size_t limit; /* offset of its limit in struct plan_limits */
	bool kept;    /* the full text is kept as "whole" */
} shortened[] = {
    {"content", offsetof(struct plan_limits, max_content), true},
    {"active_form", offsetof(struct plan_limits, max_content), false},
    {"focus", offsetof(struct plan_limits, max_focus), false},
    {"note", offsetof(struct plan_limits, max_note), false},
    {"goal", offsetof(struct plan_limits, max_goal), false},
    {"result", offsetof(struct plan_limits, max_result), false},
    {"error", offsetof(struct plan_limits, max_result), false},
};

static json_t *shorten_texts(
    json_t *o /* steals */, enum author by, const struct plan_limits *limits)
{
	json_t *copy = json_copy(o);

	json_object_del(copy, "whole");
	for (size_t i = 0; i < ARRAY_SIZE(shortened); i++) {
		const char *s = json_str(o, shortened[i].name, NULL);
		const int max = *(const int *)((const char *)limits + shortened[i].limit);

		if (!s || (by == AUTHOR_USER && !shortened[i].kept) ||
		    utf8_count(s, strlen(s)) <= (size_t)max)
			continue;
		auto_free char *cut = text_line(s, (size_t)max);
		json_put_str(copy, shortened[i].name, cut);
		if (shortened[i].kept)
			json_put_str(copy, "whole", s);
	}
	json_decref(o);
	return copy;
}

json_t *edit_shorten(json_t *args, enum author by, const struct plan_limits *limits)
{
	json_t *list = json_list(args, "todos"), *todos;

	args = shorten_texts(args, by, limits);
	if (!list)
		return args;
	todos = json_array();
	json_each (todo, list)
		json_array_append_new(todos, json_is_object(todo)
						 ? shorten_texts(json_incref(todo), by, limits)
						 : json_incref(todo));
	json_object_set_new(args, "todos", todos);
	return args;
}

char *check_text(const json_t *o, const char *path, const char *key, int max, bool needed)
{
	const json_t *value = json_object_get(o, key);
	const char *s = json_string_value(value);

	if (!value && !needed)
		return NULL;
	if (value && !s)
		return xasprintf("%s%s%s: must be a string", path, *path ? "." : "", key);
	if (s && *s && utf8_count(s, strlen(s)) <= (size_t)max)
		return NULL;
	return xasprintf("%s%s%s: must have %s%d characters", path, *path ? "." : "", key,
	    needed ? "1 to " : "at most ", max);
}

char *check_id(const struct plan *p, const char *path, const char *id, const struct todo **found)
{
	auto_buf known = BUF_INIT;

	*found = plan_find(p, id);
	if (*found)
		return NULL;
	for (size_t i = 0; i < p->count && i < 20; i++)
		buf_addf(&known, "%s'%s'", i ? ", " : "", p->items[i].id);
	return xasprintf("%s: no item has the id '%s'; there %s %s", path, id ? id : "",
	    text_plural(p->count, "is", "are"), p->count ? buf_str(&known) : "none");
}
