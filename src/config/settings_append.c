/*
 * See settings_append.h. What would be written is read first: a key that is there already is a duplicate, and then nothing is written.
 */
#include "config/settings_append.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/yaml.h"
#include "config/settings_layer.h"

/* filled may be NULL; else it is set where the text is good, and the caller's to free. */
static bool check(const struct buf *text, struct layer *filled, struct error *e)
{
	struct problems problems = PROBLEMS_INIT;
	struct layer layer = {0};
	bool ok;

	layer_init(&layer, "agent.yaml");
	ok = layer_read_text(&layer, buf_str(text), text->len, false, &problems);
	if (!ok && problems.count > 0) {
		char *line = problem_line(&problems.list[0]);

		error_set(e, ERR_CONFIG, "%s", line);
		free(line);
	}
	if (ok && filled)
		*filled = layer;
	else
		layer_free(&layer);
	problems_free(&problems);
	return ok;
}

static bool remember(const char *path, const struct remembered *list, size_t count, struct error *e)
{
	struct buf text = BUF_INIT;
	struct error absent = ERROR_INIT;
	bool ok = file_read(path, YAML_BYTES, &text, &absent);

	if (!ok && absent.code != ERR_NOT_FOUND) {
		error_set(e, absent.code, "%s", absent.message);
		goto out;
	}
	if (text.len && text.data[text.len - 1] != '\n')
		buf_addc(&text, '\n');
	for (size_t i = 0; i < count; i++) {
		if (!list[i].value)
			continue;
		buf_addf(&text, "%s: ", list[i].key);
		json_write_string(&text, list[i].value, strlen(list[i].value));
		buf_addc(&text, '\n');
	}
	ok = check(&text, NULL, e) && file_write(path, 0600, text.data, text.len, e);
out:
	error_free(&absent);
	buf_free(&text);
	return ok;
}

bool settings_remember(const struct remembered *list, size_t count, struct error *e)
{
	char *path = settings_user_file();
	const int lock = file_lock(path, e);
	const bool ok = lock >= 0 && remember(path, list, count, e);

	if (lock >= 0)
		close(lock);
	free(path);
	return ok;
}

static bool comment_at(const char *line, size_t at)
{
	return line[at] == '#' && (line[at - 1] == ' ' || line[at - 1] == '\t');
}

/* Where the value of `key: value  # comment` stands in a line, which ends there or at a comment. */
static bool value_span(const char *line, size_t len, const char *key, size_t *from, size_t *to)
{
	const char *last = strrchr(key, '.');
	const char *names[] = {key, last ? last + 1 : key};
	size_t at = strspn(line, " "), name;

	for (size_t i = 0; i < 2; i++) {
		name = strlen(names[i]);
		if (len <= at + name || strncmp(line + at, names[i], name) != 0 ||
		    line[at + name] != ':')
			continue;
		*from = at + name + 1;
		*from += strspn(line + *from, " ");
		if (*from >= len || strchr("[{|>&*!#", line[*from]))
			return false;
		const char quote = line[*from];
		*to = *from + 1;
		while (*to < len &&
		       (quote == '"' || quote == '\'' ? line[*to - 1] != quote || *to == *from + 1
						      : !comment_at(line, *to)))
			++*to;
		while (*to > *from + 1 && strchr(" \t\r", line[*to - 1]))
			--*to;
		return true;
	}
	return false;
}

static void write_value(struct buf *out, const json_t *value)
{
	char *text = json_dumps(value, JSON_ENCODE_ANY);

	buf_adds(out, text ? text : "null");
	free(text);
}

/* The text with the value of the key in line n, from 1, put in its place; false: it stands there in another form. */
static bool replace(
    const struct buf *text, int n, const char *key, const json_t *value, struct buf *out)
{
	const char *s = buf_str(text);
	size_t at = 0, len, from, to;

	while (n-- > 1 && s[at])
		at += strcspn(s + at, "\n") + 1;
	len = at < text->len ? strcspn(s + at, "\n") : 0;
	if (!len || !value_span(s + at, len, key, &from, &to))
		return false;
	buf_add(out, s, at + from);
	write_value(out, value);
	buf_add(out, s + at + to, text->len - at - to);
	return true;
}

/* Nothing but this key may differ, and it has this value. */
static bool changes_only(
    const struct layer *a, const struct layer *b, size_t row, const json_t *value)
{
	for (size_t i = 0; i < settings_count; i++) {
		const json_t *was = a->entries[i].value, *is = b->entries[i].value;

		if (i == row ? !is || !json_equal(is, value)
			     : (was != NULL) != (is != NULL) || (was && !json_equal(was, is)))
			return false;
	}
	return true;
}

static bool keep(const char *path, const char *key, const json_t *value, struct error *e)
{
	const size_t row = (size_t)(setting_find(key) - settings_table);
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct layer before = {0}, after = {0};
	struct error absent = ERROR_INIT;
	bool ok = file_read(path, YAML_BYTES, &text, &absent) || absent.code == ERR_NOT_FOUND;

	if (!ok)
		error_set(e, absent.code, "%s", absent.message);
	ok = ok && check(&text, &before, e);
	if (ok && before.entries[row].value) {
		ok = replace(&text, before.entries[row].line, key, value, &out);
	} else if (ok) {
		buf_add(&out, buf_str(&text), text.len);
		buf_addf(&out, "%s%s: ", out.len && out.data[out.len - 1] != '\n' ? "\n" : "", key);
		write_value(&out, value);
		buf_addc(&out, '\n');
	}
	if (ok)
		ok = check(&out, &after, NULL) && changes_only(&before, &after, row, value);
	if (!ok && before.entries)
		error_set(e, ERR_CONFIG, "'%s' stands in %s in a form that only its writer changes",
		    key, path);
	ok = ok && file_write(path, 0600, out.data, out.len, e);
	layer_free(&before);
	layer_free(&after);
	error_free(&absent);
	buf_free(&text);
	buf_free(&out);
	return ok;
}

bool settings_keep(const char *key, const json_t *value, struct error *e)
{
	char *path = settings_user_file();
	const int lock = file_lock(path, e);
	const bool ok = lock >= 0 && keep(path, key, value, e);

	if (lock >= 0)
		close(lock);
	free(path);
	return ok;
}
