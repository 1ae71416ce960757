/* SPDX-License-Identifier: MIT
 * Reads the sources of settings and flattens them to entries. A key may be nested or dotted, and a table's members
 * too (`backend.headers.X-Org: y`), so names are joined on the way down and looked up at each step: a row takes the
 * value, a section is descended into, anything else is unknown. The same key in both spellings is a duplicate.
 */
#include "config/settings_layer.h"

#include "base/base.h"
#include "base/file.h"
#include "base/yaml/yaml.h"
#include "config/prompt.h"
#include "config/settings_value.h"

struct flatten {
	struct layer *layer;
	const struct yaml_marks *marks;
	struct problems *problems;
	struct buf pointer; /* JSON pointer of the member being read */
	bool trusted;	    /* the program's own defaults: a test has checked them */
	int failures;	    /* problems so far; the walk ends beyond FAILURES */
};
#define FAILURES 100

void layer_init(struct layer *l, const char *name)
{
	*l = (struct layer){
	    .name = xstrdup(name), .entries = xcalloc(settings_count, sizeof *l->entries)};
}

void layer_free(struct layer *l)
{
	for (size_t i = 0; l->entries && i < settings_count; i++)
		json_decref_all(l->entries[i].value, l->entries[i].lines);
	free(l->entries);
	buf_free(&l->text);
	free(l->name);
	*l = (struct layer){0};
}

static struct mark place(const struct flatten *f, bool of_key)
{
	struct mark key = {0}, value = {0};

	marks_find(f->marks, buf_str(&f->pointer), &key, &value);
	return of_key ? key : value;
}

#define WRONG(f, mark, ...) \
	((f)->failures++, \
	    problem_add((f)->problems, (f)->layer->name, (mark).line, (mark).column, __VA_ARGS__))

static bool is_section(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < settings_count; i++)
		if (!strncmp(settings_table[i].name, name, len) &&
		    settings_table[i].name[len] == '.')
			return true;
	return false;
}

/* Returns the table that a name such as "backend.headers.X-Org" is a member of, and the member's
 * name; NULL: of none. */
static const struct setting *table_of(const char *name, const char **member)
{
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		size_t len = strlen(row->name);

		if (row->type == SETTING_TABLE && !strncmp(row->name, name, len) &&
		    name[len] == '.' && name[len + 1]) {
			*member = name + len + 1;
			return row;
		}
	}
	return NULL;
}

static struct setting_entry *entry_of(struct layer *l, const struct setting *row)
{
	return &l->entries[row - settings_table];
}

static bool duplicate(struct flatten *f, const char *name, int first)
{
	return WRONG(f, place(f, true), "duplicate key '%s' (first set in line %d)", name, first);
}

static void put(struct flatten *f, struct setting_entry *entry, json_t *value)
{
	json_decref(entry->value);
	entry->value = value;
	entry->line = place(f, true).line;
}

static void take_member(
    struct flatten *f, const struct setting *row, const char *member, json_t *value, bool part)
{
	struct setting_entry *entry = entry_of(f->layer, row);
	auto_buf why = BUF_INIT;

	if (json_object_get(entry->value, member)) {
		auto_free char *name = xasprintf("%s.%s", row->name, member);
		duplicate(f, name, entry->line);
		return;
	}
	json_t *table = setting_accept_member(row, member, value, &why);
	if (!table) {
		WRONG(f, place(f, false), "%s", buf_str(&why));
	} else if (!entry->value) {
		put(f, entry, table);
		entry->part = part;
	} else {
		json_object_update(entry->value, table);
		entry->part &= part;
		json_decref(table);
	}
}

static void take_table(struct flatten *f, const struct setting *row, json_t *value)
{
	struct setting_entry *entry = entry_of(f->layer, row);
	size_t len = f->pointer.len;

	json_members (name, member, value) {
		json_pointer_add(&f->pointer, name, strlen(name));
		take_member(f, row, name, member, false);
		buf_cut(&f->pointer, len);
	}
	if (!entry->value)
		put(f, entry, json_object());
	entry->part = false;
}

static json_t *item_lines(struct flatten *f, const json_t *list)
{
	json_t *lines = json_array();
	size_t len = f->pointer.len;

	for (size_t i = 0; i < json_array_size(list); i++) {
		buf_addf(&f->pointer, "/%zu", i);
		json_array_append_new(lines, json_integer(place(f, false).line));
		buf_cut(&f->pointer, len);
	}
	return lines;
}

static void flatten_setting(struct flatten *f, const struct setting *row, json_t *value)
{
	struct setting_entry *entry = entry_of(f->layer, row);
	auto_buf why = BUF_INIT;
	int item;

	if (f->trusted) {
		put(f, entry, json_incref(value));
		return;
	}
	if (row->type == SETTING_TABLE && json_is_object(value)) {
		take_table(f, row, value);
		return;
	}
	if (entry->line) {
		duplicate(f, row->name, entry->line);
		return;
	}
	entry->line = place(f, true).line; /* a second one is a duplicate even if this is refused */
	json_t *accepted = setting_accept(row, row->name, value, &why, &item);
	if (accepted) {
		put(f, entry, accepted);
		if (row->type == SETTING_MAPS)
			entry->lines = item_lines(f, accepted);
	} else {
		size_t len = f->pointer.len;

		if (item >= 0)
			buf_addf(&f->pointer, "/%d", item);
		WRONG(f, place(f, false), "%s", buf_str(&why));
		buf_cut(&f->pointer, len);
	}
}

static void flatten(struct flatten *f, json_t *map, const char *prefix)
{
	size_t len = f->pointer.len;

	json_members (key, value, map) {
		auto_free char *name = prefix ? xasprintf("%s.%s", prefix, key) : xstrdup(key);
		const struct setting *row = setting_find(name);
		const char *member;

		if (f->failures > FAILURES)
			return;
		json_pointer_add(&f->pointer, key, strlen(key));
		if (row) {
			flatten_setting(f, row, value);
		} else if ((row = table_of(name, &member))) {
			take_member(f, row, member, value, true);
		} else if (!is_section(name)) {
			auto_free char *text = setting_unknown(prefix, key);
			WRONG(f, place(f, true), "%s", text);
		} else if (json_is_object(value)) {
			flatten(f, value, name);
		} else if (!json_is_null(value)) { /* null: all its keys are comments */
			WRONG(f, place(f, false), "'%s' is a section: its keys go below it", name);
		}
		buf_cut(&f->pointer, len);
	}
}

/* Reads a parsed document into the layer. Steals root and marks. */
static bool read_root(struct layer *l, json_t *root, struct yaml_marks *marks, bool trusted,
    struct problems *problems)
{
	struct flatten f = {.layer = l, .problems = problems, .trusted = trusted, .marks = marks};

	if (json_is_object(root))
		flatten(&f, root, NULL);
	else if (!json_is_null(root))
		WRONG(&f, place(&f, false), "settings must be a mapping, `key: value`");
	/* Members were checked one by one, for their places; limits on their number are checked here. */
	for (size_t i = 0; !trusted && i < settings_count; i++) {
		const struct setting_entry *entry = &l->entries[i];
		const struct setting *row = &settings_table[i];
		struct mark at = {entry->line, 0};
		auto_buf why = BUF_INIT;
		int item;

		if (row->type != SETTING_TABLE || !entry->value)
			continue;
		json_auto_t *accepted = setting_accept(row, row->name, entry->value, &why, &item);
		if (!accepted)
			WRONG(&f, at, "%s", buf_str(&why));
	}
	json_decref(root);
	marks_free(marks);
	buf_free(&f.pointer);
	return !f.failures;
}

bool layer_read_text(
    struct layer *l, const char *text, size_t len, bool trusted, struct problems *problems)
{
	struct yaml_marks *marks = NULL;
	json_t *root = yaml_parse(l->name, text, len, trusted ? NULL : &marks, problems);

	return root && read_root(l, root, marks, trusted, problems);
}

bool layer_check(struct layer *l, const char *text, size_t len, struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;

	layer_init(l, "agent.yaml");
	bool ok = layer_read_text(l, text, len, false, &problems);
	if (!ok && problems.count > 0) {
		auto_free char *line = problem_line(&problems.list[0]);

		error_set(e, ERR_CONFIG, "%s", line);
	}
	if (!ok)
		layer_free(l);
	return ok;
}

bool layer_same_but(const struct layer *a, const struct layer *b, size_t row)
{
	for (size_t i = 0; i < settings_count; i++) {
		const json_t *one = a->entries[i].value, *other = b->entries[i].value;

		if (i != row && one != other && !json_equal(one, other))
			return false;
	}
	return true;
}

bool layer_read_defaults(struct layer *l, struct problems *problems)
{
	return read_root(l, config_builtin("default.yaml"), NULL, true, problems);
}

bool layer_read_file(struct layer *l, const char *path, struct problems *problems)
{
	auto_error e = ERROR_INIT;

	l->text = (struct buf)BUF_LIMIT(YAML_BYTES);
	if (!file_read(path, YAML_BYTES, &l->text, &e))
		return problem_add(problems, l->name, 0, 0, "%s", e.message);
	return layer_read_text(l, buf_str(&l->text), l->text.len, false, problems);
}

bool layer_read_environment(struct layer *l, struct problems *problems)
{
	auto_buf why = BUF_INIT;
	bool ok = true;

	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		const char *text = row->environment ? getenv(row->environment) : NULL;

		if (!text || !*text)
			continue;
		buf_clear(&why);
		l->entries[i].value = setting_accept_text(row, row->environment, text, &why);
		l->entries[i].variable = row->environment;
		if (!l->entries[i].value)
			ok = problem_add(problems, l->name, 0, 0, "%s", buf_str(&why));
	}
	return ok;
}

/* Sets one setting or table member. Of several assignments to a name the last wins, as with any option. */
static bool assign(struct layer *l, const char *name, const char *text, struct buf *why)
{
	const struct setting *row = setting_find(name);
	const char *member = NULL;
	json_t *value;

	if (!row)
		row = table_of(name, &member);
	if (!row) {
		auto_free char *unknown = setting_unknown(NULL, name);
		buf_adds(why, unknown);
		return false;
	}
	if (member) {
		json_auto_t *string = json_string(text);
		value = string ? setting_accept_member(row, member, string, why) : NULL;
	} else {
		value = setting_accept_text(row, name, text, why);
	}
	if (!value)
		return false;
	struct setting_entry *entry = entry_of(l, row);
	if (member && entry->value) {
		json_object_update(entry->value, value);
		json_decref(value);
	} else {
		json_decref(entry->value);
		entry->value = value;
		entry->part = member;
	}
	return true;
}

bool layer_read_assignments(
    struct layer *l, const char *const *assignments, struct problems *problems)
{
	auto_buf why = BUF_INIT;
	bool ok = true;

	for (; assignments && *assignments; assignments++) {
		size_t len = strcspn(*assignments, "=");
		auto_free char *name = xstrndup(*assignments, len);

		buf_clear(&why);
		if (!(*assignments)[len])
			buf_addf(&why, "'%s' is not KEY=VALUE", name);
		else
			assign(l, name, *assignments + len + 1, &why);
		if (why.len)
			ok = problem_add(problems, l->name, 0, 0, "%s", buf_str(&why));
	}
	return ok;
}
