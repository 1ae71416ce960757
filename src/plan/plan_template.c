/* SPDX-License-Identifier: MIT
 * Plans by template: fills in the variables, makes the edit that begins the plan, parses /plan template.
 */
#include "plan/plan_template.h"

#include "base/base.h"
#include "config/prompt.h"

json_t *plan_templates(struct problems *problems)
{
	json_auto_t *table = config_table("templates.yaml", problems);
	return json_incref(json_list(table, "templates"));
}

static bool unknown_template(const json_t *templates, const char *name, struct error *e)
{
	auto_free const char **names = xcalloc(json_array_size(templates) + 1, sizeof *names);
	auto_buf known = BUF_INIT;

	json_each_at (i, row, templates) {
		names[i] = json_str(row, "name", "");
		buf_addf(&known, "%s%s", i ? ", " : "", names[i]);
	}
	const char *near = text_nearest(name, names);
	return near ? error_set(e, ERR_USAGE, "no template '%s' (did you mean '%s'?)", name, near)
		    : error_set(
			  e, ERR_USAGE, "no template '%s'; there are %s", name, buf_str(&known));
}

/* Puts the value of each variable into out: the given one, or its default. False (e): one is unknown or has none. */
static bool fill_variables(const json_t *row, const json_t *values, json_t *out, struct error *e)
{
	const json_t *variables = json_list(row, "variables");
	auto_buf missing = BUF_INIT;

	json_members (key, value, values)
		if (!json_row(variables, "name", key))
			return error_set(e, ERR_USAGE, "template '%s': has no variable '%s'",
			    json_str(row, "name", ""), key);
	json_each (variable, variables) {
		const char *name = json_str(variable, "name", "");
		const char *given = json_str(values, name, json_str(variable, "default", NULL));

		if (given && *given)
			json_put_str(out, name, given);
		else
			buf_addf(&missing, "%s%s (%s)", missing.len ? ", " : "", name,
			    json_str(variable, "text", name));
	}
	if (missing.len)
		error_set(e, ERR_USAGE, "template '%s': needs %s", json_str(row, "name", ""),
		    buf_str(&missing));
	return json_object_size(out) == json_array_size(variables);
}

static void put_expanded(
    json_t *to, const json_t *from, const char *key, const json_t *values, int max)
{
	const char *text = json_str(from, key, NULL);
	auto_free char *filled = text ? prompt_fill(text, values) : NULL;
	auto_free char *line = filled ? text_line(filled, (size_t)max) : NULL;

	json_put_str(to, key, line);
}

json_t *plan_template(const json_t *templates, const char *name, const json_t *values,
    const struct plan_limits *limits, struct error *e)
{
	const json_t *row = json_row(templates, "name", name);
	json_auto_t *filled = json_object();

	if (row ? !fill_variables(row, values, filled, e) : !unknown_template(templates, name, e))
		return NULL;
	json_t *edit = plan_edit_plain("create", NULL), *todos = json_list_made(edit, "todos");
	put_expanded(edit, row, "goal", filled, limits->max_goal);
	json_each (item, json_list(row, "items")) {
		json_t *todo = json_pack("{s:s*}", "id", json_str(item, "id", NULL));

		put_expanded(todo, item, "content", filled, limits->max_content);
		put_expanded(todo, item, "active_form", filled, limits->max_content);
		json_put(todo, "gate", json_boolean(json_flag(item, "gate", false)));
		json_array_append_new(todos, todo);
	}
	return edit;
}

json_t *plan_again(const struct plan *p)
{
	json_t *todos = json_array();

	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];

		if (t->status != TODO_SKIPPED)
			json_array_append_new(
			    todos, json_pack("{s:s, s:s, s:s*, s:b}", "id", t->id, "content",
				       t->content, "active_form", t->active_form, "gate", t->gate));
	}
	return event_build_plan_edit(&(struct event_plan_edit){
	    .action = "create", .goal = p->goal ? p->goal : "the plan again", .todos = todos});
}

/* Returns the length of NAME if s begins with "NAME=" of a variable, else 0. */
static size_t assignment_name(const json_t *variables, const char *s)
{
	json_each (variable, variables) {
		const char *name = json_str(variable, "name", "");
		size_t len = strlen(name);

		if (strncmp(s, name, len) == 0 && s[len] == '=')
			return len;
	}
	return 0;
}

/* Returns the end of the value that begins at s: the next assignment, or the end of the string. */
static const char *value_end(const json_t *variables, const char *s)
{
	for (; *s; s++)
		if (isspace((unsigned char)*s) && assignment_name(variables, s + 1))
			break;
	return s;
}

static void put_value(json_t *values, const char *name, size_t name_len, const char *s, size_t len)
{
	auto_free char *key = xstrndup(name, name_len), *raw = xstrndup(s, len);
	auto_free char *line = text_clean_line(raw, len, len + 1);

	json_put_str(values, key, line);
}

json_t *plan_template_words(const json_t *templates, const char *words, char **name)
{
	size_t len = strcspn(words, " \t\n"), key;
	json_t *values = json_object();
	const char *s = words + len, *end;

	*name = xstrndup(words, len);
	const json_t *variables = json_list(json_row(templates, "name", *name), "variables");
	s += strspn(s, " \t\n");
	if (*s && json_array_size(variables) && !assignment_name(variables, s)) {
		const char *first = json_str(json_array_get(variables, 0), "name", "");

		end = value_end(variables, s);
		put_value(values, first, strlen(first), s, (size_t)(end - s));
		s = end + strspn(end, " \t\n");
	}
	for (; (key = assignment_name(variables, s)); s = end + strspn(end, " \t\n")) {
		end = value_end(variables, s + key + 1);
		put_value(values, s, key, s + key + 1, (size_t)(end - s - key - 1));
	}
	return values;
}
