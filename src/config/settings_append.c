/* SPDX-License-Identifier: MIT
 * Writes settings into the user's agent.yaml or a profile. The new text is parsed before it is
 * written: if it has a problem, such as a key that is there twice, nothing is written.
 */
#include "config/settings_append.h"

#include "base/base.h"
#include "base/file.h"
#include "base/yaml/yaml.h"
#include "config/settings_layer.h"

/* A settings file (agent.yaml or a profile) being changed, under a lock that one process at a time holds. */
struct rewrite {
	char *path; /* (owned) */
	int lock;   /* -1: not held */
	struct buf before, after;
};

/* Locks and reads the file, which may be absent (then it is empty). profile NULL: agent.yaml.
 * False: e. Must be followed by rewrite_end in either case. */
static bool rewrite_begin(struct rewrite *w, const char *profile, struct error *e)
{
	auto_error absent = ERROR_INIT;

	*w = (struct rewrite){
	    .path = profile ? settings_profile_file(profile, e) : settings_user_file(),
	    .before = BUF_INIT,
	    .after = BUF_INIT};
	w->lock = w->path ? file_lock(w->path, e) : -1;
	if (w->lock < 0)
		return false;
	bool ok =
	    file_read(w->path, YAML_BYTES, &w->before, &absent) || absent.code == ERR_NOT_FOUND;
	return ok || error_set(e, absent.code, "%s", absent.message);
}

/* Writes the new text if `good`, unlocks the file and frees w. Returns whether it was written. */
static bool rewrite_end(struct rewrite *w, bool good, struct error *e)
{
	const bool ok = good && file_write(w->path, 0600, w->after.data, w->after.len, e);

	if (w->lock >= 0)
		close(w->lock);
	buf_free(&w->before);
	buf_free(&w->after);
	free(w->path);
	return ok;
}

/* Copies the text and ends its last line, so that lines can be added. */
static void copy_lines(struct rewrite *w)
{
	buf_add(&w->after, buf_str(&w->before), w->before.len);
	if (w->after.len && w->after.data[w->after.len - 1] != '\n')
		buf_addc(&w->after, '\n');
}

bool settings_remember(const struct remembered *list, size_t count, struct error *e)
{
	freed_by(layer_free) struct layer layer = {0};
	struct rewrite w;
	bool good = rewrite_begin(&w, NULL, e);

	copy_lines(&w);
	for (size_t i = 0; i < count; i++) {
		if (!list[i].value)
			continue;
		buf_addf(&w.after, "%s: ", list[i].key);
		json_write_string(&w.after, list[i].value, strlen(list[i].value));
		buf_addc(&w.after, '\n');
	}
	good = good && layer_check(&layer, buf_str(&w.after), w.after.len, e);
	return rewrite_end(&w, good, e);
}

/* Finds the bytes [*from, *to) of the value in a line `key: value  # comment`. False: the line has
 * another key, or no plain value. */
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
		while (*to < len && (quote == '"' || quote == '\''
					    ? line[*to - 1] != quote || *to == *from + 1
					    : line[*to] != '#' || !strchr(" \t", line[*to - 1])))
			++*to;
		while (*to > *from + 1 && strchr(" \t\r", line[*to - 1]))
			--*to;
		return true;
	}
	return false;
}

/* Appends text to out with the value of the key in line n (from 1) replaced. False: the key stands
 * there in another form. */
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
	json_write(out, value);
	buf_add(out, s + at + to, text->len - at - to);
	return true;
}

/* Makes w->after the text with the key set. It is parsed again: nothing but this key may differ,
 * and the key must have this value. */
static bool put_value(struct rewrite *w, const char *key, const json_t *value, struct error *e)
{
	const size_t row = (size_t)(setting_find(key) - settings_table);
	freed_by(layer_free) struct layer before = {0}, after = {0};
	bool ok = layer_check(&before, buf_str(&w->before), w->before.len, e);

	if (!ok)
		return false;
	if (before.entries[row].value) {
		ok = replace(&w->before, before.entries[row].line, key, value, &w->after);
	} else {
		copy_lines(w);
		buf_addf(&w->after, "%s: ", key);
		json_write(&w->after, value);
		buf_addc(&w->after, '\n');
	}
	ok = ok && layer_check(&after, buf_str(&w->after), w->after.len, NULL) &&
	     layer_same_but(&before, &after, row) && json_equal(after.entries[row].value, value);
	return ok || error_set(e, ERR_CONFIG,
			 "'%s' stands in %s in a form that only its writer changes", key, w->path);
}

bool settings_keep_in(const char *profile, const char *key, const json_t *value, struct error *e)
{
	struct rewrite w;
	const bool good = rewrite_begin(&w, profile, e) && put_value(&w, key, value, e);

	return rewrite_end(&w, good, e);
}

bool settings_keep(const char *key, const json_t *value, struct error *e)
{
	return settings_keep_in(NULL, key, value, e);
}
