/* SPDX-License-Identifier: MIT
 * Conversions of arguments' values, each a function by its name in config/dialects.yaml. It puts what c->value
 * means into c->args, mostly as c->to. False: the value does not fit.
 */
#include "tools/dialect/dialect_convert.h"

#include "base/base.h"
#include "tools/dialect/argument_types.h"
#include "tools/dialect/dialect_command.h"
#include "tools/dialect/dialect_table.h"

#define GUESS_MS 1000 /* a larger time limit is taken for milliseconds */
#define ID_CHARS 40

/* One value that is converted: where it comes from and where it goes. */
struct conversion {
	json_t *args;
	const char *to;
	json_t *value; /* (borrowed) */
	const struct workspace *workspace;
};

static bool number_from_json(const json_t *value, double *n)
{
	const char *s = json_string_value(value);
	char *end;

	if (json_is_number(value)) {
		*n = json_number_value(value);
		return true;
	}
	if (!s || !*s)
		return false;
	*n = strtod(s, &end);
	return !*end;
}

/* Puts what the value becomes into the arguments. False: it is NULL. */
static bool conversion_put(struct conversion *c, json_t *value /* steals */)
{
	json_put(c->args, c->to, value);
	return value != NULL;
}

/* --- numbers --- */

static bool from_milliseconds(struct conversion *c)
{
	double n;

	return number_from_json(c->value, &n) && conversion_put(c, json_from_number(n / 1000));
}

static bool from_time_guess(struct conversion *c)
{
	double n;

	return number_from_json(c->value, &n) &&
	       conversion_put(c, json_from_number(n >= GUESS_MS ? n / 1000 : n));
}

/* Makes the number of a last line into a number of lines from `offset` on; below 1, as -1 is, it means
 * "to the end" and sets nothing. */
static bool from_last_line(struct conversion *c)
{
	double last, first = 1;

	if (!number_from_json(c->value, &last))
		return false;
	number_from_json(json_object_get(c->args, "offset"), &first);
	first = first < 1 ? 1 : first;
	return (last < first && last < 1) || conversion_put(c, json_from_number(last - first + 1));
}

static bool from_line_range(struct conversion *c)
{
	double first, end;
	struct conversion last = *c;

	if (json_array_size(c->value) != 2 ||
	    !number_from_json(json_array_get(c->value, 0), &first) ||
	    !number_from_json(json_array_get(c->value, 1), &end))
		return false;
	json_object_set(c->args, "offset", json_array_get(c->value, 0));
	last.value = json_array_get(c->value, 1);
	return from_last_line(&last);
}

static bool from_most(struct conversion *c)
{
	double n, most = 0;

	number_from_json(json_object_get(c->args, c->to), &most);
	return number_from_json(c->value, &n) &&
	       conversion_put(c, json_from_number(n > most ? n : most));
}

static bool from_several(struct conversion *c)
{
	double n;

	return number_from_json(c->value, &n) && conversion_put(c, json_boolean(n > 1));
}

static bool from_not(struct conversion *c)
{
	const char *s = json_string_value(c->value);
	bool yes = json_is_true(c->value) || (s && !strcasecmp(s, "true"));

	return (json_is_boolean(c->value) || s) && conversion_put(c, json_boolean(!yes));
}

/* --- commands --- */

static bool from_words(struct conversion *c)
{
	auto_free char *line = command_of_words(c->value);

	return line && conversion_put(c, json_string(line));
}

/* A folder whose name is no UTF-8 does not fit: JSON cannot hold the command line with its cd. */
static bool from_folder(struct conversion *c)
{
	const char *folder = json_string_value(c->value), *command = json_str(c->args, c->to, NULL);
	auto_free char *name = NULL, *line = NULL;

	if (!folder || !command)
		return false;
	if (dialect_path(folder))
		folder = dialect_path(folder);
	if (*folder && c->workspace)
		name = workspace_name(c->workspace, folder, NULL);
	line = command_in_folder(command, name ? name : folder);
	return conversion_put(c, json_string(line));
}

/* --- words --- */

static bool from_file_type(struct conversion *c)
{
	const char *type = json_string_value(c->value), *known;

	if (!type || !*type || json_object_get(c->args, c->to))
		return false;
	known = json_str(json_map(dialect_table(), "file_types"), type, NULL);
	return conversion_put(c, known ? json_string(known) : json_sprintf("*.%s", type));
}

/* Makes one pattern, "{a,b}", of a list of patterns. */
static bool from_patterns(struct conversion *c)
{
	auto_buf all = BUF_INIT;

	json_each_at (i, one, c->value)
		buf_addf(&all, "%s%s", i ? "," : "", json_string_value(one));
	const bool one_alone = json_array_size(c->value) == 1;
	return all.len > 0 &&
	       conversion_put(c, json_sprintf(one_alone ? "%s" : "{%s}", buf_str(&all)));
}

/* --- lists --- */

static void merge_missing(json_t *into, const json_t *from)
{
	json_members (key, value, from)
		if (!json_object_get(into, key))
			json_object_set(into, key, value);
}

static bool from_only_one(struct conversion *c)
{
	const json_t *one = json_array_get(c->value, 0);

	if (json_array_size(c->value) != 1 || !json_is_object(one))
		return false;
	merge_missing(c->args, one);
	return true;
}

static bool from_labels(struct conversion *c)
{
	static const char *const names[] = {"label", "text", "title", "value", "option", NULL};

	if (!json_is_object(json_array_get(c->value, 0)))
		return false;
	json_t *labels = json_array();
	json_each (one, c->value)
		for (size_t k = 0; names[k]; k++)
			if (json_str(one, names[k], NULL)) {
				json_array_append(labels, json_object_get(one, names[k]));
				break;
			}
	return conversion_put(c, labels);
}

/* Moves the first of a list of edits into the call itself: {path, edits: [a, b]} becomes edit a with
 * edits: [b]. */
static bool from_first_edit(struct conversion *c)
{
	if (!json_is_object(json_array_get(c->value, 0)) ||
	    json_object_get(c->args, "old_string") || json_object_get(c->args, "insert_line"))
		return false;
	json_auto_t *rest = json_copy(c->value);
	merge_missing(c->args, json_array_get(rest, 0));
	json_array_remove(rest, 0);
	if (json_array_size(rest))
		json_object_set(c->args, c->to, rest);
	else
		json_object_del(c->args, c->to);
	return true;
}

/* Returns an id made of the item's words, so that these have the same id in the next list. Owned. */
static char *todo_id(const json_t *list, const json_t *item, size_t i)
{
	auto_free char *slug = text_slug(json_str(item, "content", ""), ID_CHARS - 4);
	char *id = xstrdup(slug);

	for (size_t n = i + 1; !*id || json_row(list, "id", id); n++) {
		free(id);
		id = xasprintf("%s-%zu", *slug ? slug : "item", n);
	}
	return id;
}

static bool from_named_items(struct conversion *c)
{
	bool any = false;

	json_each_at (i, one, c->value) {
		const json_t *given = json_object_get(one, "id");

		if (!json_is_object(one) || json_is_number(given) || json_string_length(given))
			continue;
		auto_free char *id = todo_id(c->value, one, i);
		json_put_str(one, "id", id);
		any = true;
	}
	return any;
}

/* --- scripts and patches --- */

static bool from_script(struct conversion *c)
{
	const char *interpreter = json_string_value(c->value),
		   *script = json_str(c->args, c->to, NULL);

	return interpreter && script &&
	       conversion_put(c,
		   json_sprintf("%s - <<'END_OF_SCRIPT'\n%s\nEND_OF_SCRIPT", interpreter, script));
}

static bool from_deletion(struct conversion *c)
{
	const char *path = json_string_value(c->value), *patch = json_str(c->args, c->to, NULL),
		   *within;

	if (!path || !patch || *patch)
		return false;
	within = dialect_path(path);
	return conversion_put(c, json_sprintf("*** Begin Patch\n*** Delete File: %s\n*** End Patch",
				     within ? within : path));
}

static bool from_item(struct conversion *c)
{
	const char *action = json_str(c->args, "action", ""), *form;

	if (!json_is_string(c->value) || strcmp(action, "add") || json_object_get(c->args, c->to))
		return false;
	form = argument_key(c->args, "active_form");
	json_object_set_new(c->args, c->to,
	    json_pack("[{s:O, s:O*}]", "content", c->value, "active_form",
		form ? json_object_get(c->args, form) : NULL));
	json_object_del(c->args, form ? form : "");
	return true;
}

/* Returns what follows the next line that begins with `mark`, which is at *before. NULL: there is none. */
static const char *behind_line(const char *at, const char *mark, const char **before)
{
	const char *found = at;

	while ((found = strstr(found, mark)) && found > at && found[-1] != '\n')
		found++;
	if (!found)
		return NULL;
	*before = found;
	found += strcspn(found, "\n");
	return *found ? found + 1 : found;
}

/* Returns the text between two places, without its last line break. New reference. */
static json_t *words_between(const char *from, const char *to)
{
	return json_text(from, (size_t)(to - from) - (to > from && to[-1] == '\n'));
}

static bool from_search_blocks(struct conversion *c)
{
	const char *at = json_string_value(c->value), *old, *new, *mark, *end;
	json_auto_t *edits = json_array();

	while (at && ((old = behind_line(at, "<<<<<<< SEARCH", &mark)) ||
			 (old = behind_line(at, "------- SEARCH", &mark)))) {
		while (*old == ':' || !strncmp(old, "-------\n", 8)) {
			old += strcspn(
			    old, "\n"); /* what Roo puts there: ":start_line:7", "-------" */
			old += *old == '\n';
		}
		if (!(new = behind_line(old, "=======", &mark)) ||
		    (!(at = behind_line(new, ">>>>>>> REPLACE", &end)) &&
			!(at = behind_line(new, "+++++++ REPLACE", &end))))
			break;
		json_array_append_new(
		    edits, json_pack("{s:o, s:o}", "old_string", words_between(old, mark),
			       "new_string", words_between(new, end)));
	}
	return json_array_size(edits) > 0 && conversion_put(c, json_incref(edits));
}

static const struct {
	const char *name;
	bool (*convert)(struct conversion *c); /* false where the value does not fit */
} kinds[] = {
    {"milliseconds", from_milliseconds},
    {"time_guess", from_time_guess},
    {"last_line", from_last_line},
    {"line_range", from_line_range},
    {"not", from_not},
    {"most", from_most},
    {"several", from_several},
    {"words", from_words},
    {"in_folder", from_folder},
    {"file_type", from_file_type},
    {"patterns", from_patterns},
    {"only_one", from_only_one},
    {"labels", from_labels},
    {"first_edit", from_first_edit},
    {"named_items", from_named_items},
    {"script", from_script},
    {"search_blocks", from_search_blocks},
    {"deletion", from_deletion},
    {"item", from_item},
};

void dialect_convert(
    json_t *args, const json_t *row, const struct workspace *workspace, json_t *notes)
{
	struct conversion c = {.args = args, .to = json_str(row, "to", ""), .workspace = workspace};
	const char *as = json_str(row, "as", "");

	json_each (name, json_list(row, "from")) {
		const char *key = argument_key(args, json_string_value(name));
		auto_free char *from = xstrdup(key);
		json_t *value = key ? json_object_get(args, key) : NULL, *list;

		if (!value || json_is_null(value))
			continue;
		list = json_inside(value, JSON_ARRAY);
		c.value = list ? list : json_incref(value);
		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
			if (strcmp(kinds[i].name, as) || !kinds[i].convert(&c))
				continue;
			arguments_note(notes, "%s: as %s", from, c.to);
			if (strcmp(from, c.to))
				json_object_del(args, from);
		}
		json_decref(c.value);
	}
}
