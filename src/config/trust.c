/* SPDX-License-Identifier: MIT
 * Puts a line for a folder into the YAML text of trust.workspaces, and keeps copies of trusted
 * texts. Where the line goes depends on how the list is written: below its last item, inside its
 * brackets, below a key that has none yet, or at the end of the file. No other form is handled: the
 * result is parsed again and not used unless it says exactly what it should.
 */
#include "config/trust.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "base/yaml/yaml.h"
#include "config/settings_layer.h"

struct trust_edit {
	const char *text;
	size_t len;
	const char *newline;
	const char *item; /* (borrowed) the folder as a quoted YAML scalar */
	struct buf *out;
};

/* Returns the byte offset at which a line (from 1) begins; the length of the text if it has fewer lines. */
static size_t offset_of_line(const struct trust_edit *t, int line)
{
	const char *s = t->text, *end = t->text + t->len;

	for (int n = 1; n < line; n++) {
		const char *newline = memchr(s, '\n', end - s);
		if (!newline)
			return t->len;
		s = newline + 1;
	}
	return s - t->text;
}

static void insert(const struct trust_edit *t, size_t at, const struct buf *what)
{
	buf_add(t->out, t->text, at);
	if (at && t->text[at - 1] != '\n' && memchr(buf_str(what), '\n', what->len))
		buf_adds(t->out, t->newline); /* the last line has no line break */
	buf_add(t->out, what->data, what->len);
	buf_add(t->out, t->text + at, t->len - at);
}

/* Appends "- FOLDER" as a line of its own, indented by this many spaces. */
static void add_item(const struct trust_edit *t, struct buf *what, int indent)
{
	buf_addf(what, "%*s- %s%s", indent, "", t->item, t->newline);
}

static void insert_in_list(const struct trust_edit *t, const struct yaml_marks *marks,
    const char *pointer, const json_t *list, struct mark value)
{
	auto_buf what = BUF_INIT;
	size_t line = offset_of_line(t, value.line), size = json_array_size(list);
	auto_free char *last = xasprintf("%s/%zu", pointer, size - 1);
	struct mark place = value;

	if (line == 0)
		line = text_bom(t->text, t->len);
	const size_t at = line + utf8_offset(t->text + line, t->len - line, value.column - 1);
	if (at < t->len && t->text[at] == '[') {
		buf_addf(&what, "%s%s", t->item, size ? ", " : "");
		insert(t, at + 1, &what);
	} else {
		marks_find(marks, last, NULL, &place);
		add_item(t, &what, value.column - 1);
		insert(t, offset_of_line(t, place.line + 1), &what);
	}
}

static void edit_text(
    const struct trust_edit *t, const json_t *root, const struct yaml_marks *marks)
{
	const json_t *nested = json_object_get(json_object_get(root, "trust"), "workspaces");
	const json_t *dotted = json_object_get(root, "trust.workspaces");
	const char *pointer = dotted   ? "/trust.workspaces"
			      : nested ? "/trust/workspaces"
				       : "/trust";
	const json_t *list = dotted ? dotted : nested;
	struct mark key, value;
	auto_buf what = BUF_INIT;

	if (!marks_find(marks, pointer, &key, &value)) {
		buf_addf(&what, "%strust.workspaces:%s", t->len ? t->newline : "", t->newline);
		add_item(t, &what, 2);
		insert(t, t->len, &what);
	} else if (json_is_array(list)) {
		insert_in_list(t, marks, pointer, list, value);
	} else {
		if (!list)
			buf_addf(&what, "%*sworkspaces:%s", key.column + 1, "", t->newline);
		add_item(t, &what, key.column + (list ? 1 : 3));
		insert(t, offset_of_line(t, key.line + 1), &what);
	}
}

static bool same_but_for(const struct layer *before, const struct layer *after, const char *folder)
{
	const size_t row = setting_find("trust.workspaces") - settings_table;
	const json_t *old = before->entries[row].value;
	json_auto_t *want = json_array();
	int found = 0;

	json_each (listed, after->entries[row].value) {
		if (!strcmp(json_string_value(listed), folder))
			found++;
		else
			json_array_append(want, listed);
	}
	bool same = old ? json_equal(old, want) : json_array_size(want) == 0;
	return same && found == 1 && layer_same_but(before, after, row);
}

bool trust_insert(
    const char *text, size_t len, const char *folder, struct buf *out, struct error *e)
{
	struct trust_edit t = {.text = text, .len = len, .out = out};
	freed_by(layer_free) struct layer before = {0}, after = {0};
	struct yaml_marks *marks = NULL;
	auto_buf item = BUF_INIT;
	const char *first = memchr(text, '\n', len);

	if (!utf8_valid(folder, strlen(folder)))
		return error_set(e, ERR_CONFIG, "a path that is not UTF-8 cannot be written down");
	if (!layer_check(&before, text, len, e))
		return false;
	json_auto_t *root = yaml_parse("agent.yaml", text, len, &marks, NULL);
	t.newline = first && first > text && first[-1] == '\r' ? "\r\n" : "\n";
	json_write_string(&item, folder, strlen(folder));
	t.item = buf_str(&item);
	edit_text(&t, root, marks);
	marks_free(marks);
	return (layer_check(&after, buf_str(out), out->len, NULL) &&
		   same_but_for(&before, &after, folder)) ||
	       error_set(e, ERR_CONFIG,
		   "no line can be added without changing the rest; add `%s` to trust.workspaces",
		   t.item);
}

/* ---- Copies of trusted texts ----------------------------------------------------------------- */

/* Returns the path of the copy kept for a folder; caller frees. The name is a hash: the copy's first line says which
 * folder it is of, so that of two folders with one hash neither is trusted for the other. */
static char *copy_path(const char *folder)
{
	auto_free char *name = xasprintf("trusted/%016llx.yaml",
	    (unsigned long long)hash_bytes(HASH_START, folder, strlen(folder)));
	return file_home(FILE_CONFIG, name);
}

static void write_kept_copy(struct buf *out, const char *folder, const char *text, size_t len)
{
	buf_adds(out, "# ");
	json_write_string(out, folder, strlen(folder));
	buf_addc(out, '\n');
	buf_add(out, text, len);
}

bool trust_holds(const char *folder, const char *text, size_t len)
{
	auto_free char *real = realpath(folder, NULL), *path = real ? copy_path(real) : NULL;
	auto_buf want = BUF_LIMIT(2 * YAML_BYTES), kept = BUF_LIMIT(2 * YAML_BYTES);

	if (!real || !utf8_valid(real, strlen(real)) ||
	    !file_read(path, 2 * YAML_BYTES - 1, &kept, NULL))
		return false;
	write_kept_copy(&want, real, text, len);
	return want.len == kept.len && !memcmp(buf_str(&want), buf_str(&kept), kept.len);
}

bool trust_keep(const char *folder, const char *text, size_t len, struct error *e)
{
	auto_free char *path = copy_path(folder);
	auto_buf copy = BUF_LIMIT(2 * YAML_BYTES);
	if (!utf8_valid(folder, strlen(folder)))
		return error_set(e, ERR_CONFIG, "a path that is not UTF-8 cannot be written down");
	write_kept_copy(&copy, folder, text, len);
	return file_write(path, 0600, buf_str(&copy), copy.len, e);
}

char *trust_inside(const char *folder, const char *path)
{
	auto_free char *root = realpath(folder, NULL);
	const size_t len = root ? strlen(root) : 0;
	char *real = root ? realpath(path, NULL) : NULL;

	if (real && strncmp(real, root, len) == 0 && real[len] == '/')
		return real;
	free(real);
	return NULL;
}
