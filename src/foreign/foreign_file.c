/* SPDX-License-Identifier: MIT
 * Reads the text of a session into records: JSON lines, or one document if it does not begin with such a line. A
 * newer version of a record takes the place of the older one; of a tree only the branch to the last record counts.
 */
#include "foreign/foreign_file.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "foreign/foreign_table.h"

#define FILE_MOST ((size_t)2 << 30)
#define SIGN_RECORDS 40 /* this many first records are checked for a format's signs */
#define EACH_DEEPEST 3

void foreign_lose(struct foreign_file *f, const char *what)
{
	auto_free char *name = text_line(what, 60);

	json_put_int(f->loss, name, json_int(f->loss, name, 0) + 1);
}

static json_t *fact_of(const json_t *value, const json_t *path)
{
	json_t *found = foreign_at(value, path);
	const json_t *less = json_list(json_array_get(path, 0), "less");

	if (!less)
		return found && !(json_is_string(found) && !json_string_length(found))
			   ? json_incref(found)
			   : NULL;
	if (!json_object_get(value, "schema_version"))
		return NULL;
	found = json_copy((json_t *)value);
	json_each (key, less)
		json_object_del(found, json_string_value(key));
	return found;
}

static void take_facts(struct foreign_file *f, const json_t *value)
{
	static const char *const last[] = {"model", "title", "tools", "system"};

	json_members (name, path, json_map(f->format, "session")) {
		bool newest = !json_object_get(f->facts, name);

		for (size_t i = 0; !newest && i < ARRAY_SIZE(last); i++)
			newest = strcmp(name, last[i]) == 0;
		if (newest)
			json_put(f->facts, name, fact_of(value, path));
	}
}

static void add_record(
    struct foreign_file *f, json_t *value /* steals */, const json_t *row, uint64_t hash)
{
	const json_t *tree = json_map(f->format, "tree");
	const char *id =
	    foreign_text(value, json_object_get(tree ? tree : f->format, tree ? "id" : "replaces"));
	json_t *known = id ? json_object_get(f->ids, id) : NULL;
	size_t at = f->count;

	if (known && !tree) {
		at = (size_t)json_integer_value(known);
		json_decref(f->list[at].value);
	} else {
		array_reserve(&f->list, &f->cap, f->count + 1, sizeof *f->list);
		f->count++;
		if (id && !known)
			json_put_int(f->ids, id, (int64_t)at);
	}
	f->list[at] = (struct foreign_record){value, row, hash, id, false};
}

static void take_record(
    struct foreign_file *f, json_t *value /* steals */, uint64_t hash, int depth)
{
	const json_t *row = foreign_row(json_list(f->format, "records"), value);
	const char *back = foreign_text(value, json_object_get(f->format, "rewinds"));
	json_t *list =
	    foreign_is(row, "each") ? foreign_at(value, json_object_get(row, "list")) : NULL;

	take_facts(f, value);
	if (back) { /* that record is taken back, with all after it */
		const json_t *at = json_object_get(f->ids, back);
		const size_t from = at ? (size_t)json_integer_value(at) : f->count;

		while (f->count > from) {
			struct foreign_record *r = &f->list[--f->count];

			if (r->id)
				json_object_del(f->ids, r->id);
			json_decref(r->value);
		}
		json_decref(value);
		return;
	}
	if (!json_is_array(list) || depth >= EACH_DEEPEST) {
		add_record(f, value, row, hash);
		return;
	}
	json_each (one, list) {
		auto_free char *line = json_line(one);

		take_record(
		    f, json_incref(one), hash_bytes(HASH_START, line, strlen(line)), depth + 1);
	}
	json_decref(value);
}

/* ---- Lines and documents --------------------------------------------------------------------------- */

/* Takes whole lines, and at the end what is JSON without its newline. Returns how many bytes were taken. */
static size_t take_lines(struct foreign_file *f, const char *text, size_t len)
{
	size_t at = 0;

	while (at < len) {
		const char *end = memchr(text + at, '\n', len - at);
		const size_t size = end ? (size_t)(end - text) - at : len - at;
		const bool blank = strspn(text + at, " \t\r") >= size;
		json_t *value = blank ? NULL : json_parse_foreign(text + at, size, NULL);

		if (!value && !end)
			break;
		if (json_is_object(value)) {
			take_record(f, value, hash_bytes(HASH_START, text + at, size), 0);
		} else if (!blank) {
			foreign_lose(f, "a line that is no JSON object");
			json_decref(value);
		}
		at += size + (end != NULL);
	}
	return at;
}

/* Finds the format, or checks the one that is wanted, by the signs of a record. False: it has none of them. */
static bool know_format(struct foreign_file *f, const json_t *value)
{
	json_members (name, format, foreign_formats()) {
		if (f->name && strcmp(f->name, name) != 0)
			continue;
		json_each (sign, json_list(format, "signs")) {
			if (!foreign_fits(sign, value))
				continue;
			f->name = name;
			f->format = format;
			return true;
		}
	}
	return false;
}

/* Detects the format of the text, and whether it is lines. False: no format is known. */
static bool recognise(struct foreign_file *f, const char *text, size_t len)
{
	size_t at = 0;

	for (int i = 0; i < SIGN_RECORDS && at < len; i++) {
		const char *end = memchr(text + at, '\n', len - at);
		const size_t size = end ? (size_t)(end - text) - at : len - at;
		json_auto_t *value = json_parse_foreign(text + at, size, NULL);

		f->lines |= json_is_object(value);
		if (value && know_format(f, value)) {
			/* A document may stand on one line: it has its records in a list. */
			const json_t *row = foreign_row(json_list(f->format, "records"), value);
			f->lines &= !json_flag(f->format, "checked", false) &&
				    !(size + 1 >= len && foreign_is(row, "each"));
			return true;
		}
		if (i == 0 && !value && strspn(text, " \t\r\n") < size)
			break;
		at += size + (end != NULL);
	}
	if (f->lines)
		return false;
	json_auto_t *document = json_parse_foreign(text, len, NULL);
	return know_format(f, document);
}

/* Returns how many of the first `count` records there are up to the last one that is of the tree. */
static size_t way_before(const struct foreign_file *f, const json_t *aside, size_t count)
{
	while (count > 0 &&
	       (!f->list[count - 1].id || (aside && foreign_fits(aside, f->list[count - 1].value))))
		count--;
	return count;
}

/* Marks what is not on the branch to the last record as aside. Without a parent a record follows the one above it. */
static void follow_tree(struct foreign_file *f)
{
	const json_t *tree = json_map(f->format, "tree"), *parent = json_object_get(tree, "parent");
	const json_t *aside = json_map(tree, "aside");
	size_t at = f->count;
	int64_t off = 0;

	if (!tree)
		return;
	for (size_t i = 0; i < f->count; i++)
		f->list[i].aside = f->list[i].id != NULL;
	for (at = way_before(f, aside, at); at > 0;) {
		struct foreign_record *r = &f->list[at - 1];
		const char *id = foreign_text(r->value, parent);
		const json_t *before = id ? json_object_get(f->ids, id) : NULL;

		r->aside = false;
		at = before && (size_t)json_integer_value(before) < at - 1
			 ? (size_t)json_integer_value(before) + 1
			 : way_before(f, aside, at - 1);
	}
	/* Of parallel calls only one result is on the branch, as each hangs on its call: the others count, too. */
	for (size_t i = 0; i < f->count; i++) {
		struct foreign_record *r = &f->list[i];
		const char *id = r->aside && foreign_is(r->row, "results")
				     ? foreign_text(r->value, parent)
				     : NULL;
		const json_t *before = id ? json_object_get(f->ids, id) : NULL;

		if (before && !f->list[json_integer_value(before)].aside)
			r->aside = false;
	}
	for (size_t i = 0; i < f->count; i++)
		off += f->list[i].aside;
	if (off)
		json_put_int(f->loss, "a record of another branch", off);
}

static void forget_records(struct foreign_file *f)
{
	for (size_t i = 0; i < f->count; i++)
		json_decref(f->list[i].value);
	f->count = 0;
	json_object_clear(f->ids);
	json_object_clear(f->loss);
}

static bool read_text(struct foreign_file *f, struct error *e)
{
	const char *text = buf_str(&f->text);
	const size_t len = f->text.len;

	if (!f->format && !recognise(f, text, len))
		return error_at(e, ERR_PARSE, f->path, "no session of an agent that is known here");
	if (f->lines) {
		f->read += take_lines(f, text, len);
	} else {
		json_t *document = json_parse_foreign(text, len, e);

		if (!document ||
		    (json_flag(f->format, "checked", false) && !atif_check(document, f->path, e))) {
			json_decref(document);
			return false;
		}
		forget_records(f);
		take_record(f, document, hash_bytes(HASH_START, text, len), 0);
	}
	follow_tree(f);
	return true;
}

static bool read_from(struct foreign_file *f, struct error *e)
{
	FILE *file = fopen(f->path, "rbe");
	char piece[65536];
	size_t n;

	if (!file)
		return error_set(e, ERR_IO, "cannot read '%s': %s", f->path, strerror(errno));
	f->text.max = FILE_MOST;
	bool ok = fseeko(file, (off_t)f->read, SEEK_SET) == 0;
	while (ok && (n = fread(piece, 1, sizeof piece, file)) > 0)
		ok = buf_add(&f->text, piece, n);
	if (!ok || ferror(file))
		ok = error_set(
		    e, ERR_IO, "cannot read '%s': %s", f->path, strerror(errno ? errno : EFBIG));
	fclose(file);
	return ok;
}

bool foreign_more(struct foreign_file *f, struct error *e)
{
	buf_free(&f->text);
	if (f->session) {
		if (!foreign_database_read(
			f->path, json_map(f->format, "database"), f->session, &f->text, e))
			return false;
		f->read = 0;
		forget_records(f);
	} else if (!read_from(f, e)) {
		return false;
	}
	return read_text(f, e);
}

static struct foreign_file begun(const char *path, const char *format)
{
	return (struct foreign_file){.path = xstrdup(path),
	    .name = format,
	    .ids = json_object(),
	    .facts = json_object(),
	    .loss = json_object()};
}

static bool find_in_database(struct foreign_file *f, const char *session, struct error *e)
{
	json_members (name, format, foreign_formats()) {
		if (!json_map(format, "database") || (f->name && strcmp(f->name, name) != 0))
			continue;
		json_auto_t *all =
		    foreign_database_sessions(f->path, json_map(format, "database"), e);
		const char *newest = json_string_value(json_array_get(all, 0));

		f->name = name;
		f->format = format;
		f->lines = true;
		if (session || newest)
			f->session = xstrdup(session ? session : newest);
		return f->session || (e->code == ERR_NONE &&
					 error_at(e, ERR_NOT_FOUND, f->path, "no sessions in it"));
	}
	return error_at(e, ERR_PARSE, f->path, "a database that is known of no agent");
}

void foreign_look_beside(struct foreign_file *f, const char *path)
{
	const char *beside = json_str(f->format, "beside", NULL), *slash = strrchr(path, '/');
	auto_free char *file = xasprintf(
	    "%.*s/%s", slash ? (int)(slash - path) : 1, slash ? path : ".", beside ? beside : "");
	auto_buf text = BUF_INIT;

	if (beside && !json_object_get(f->facts, "cwd") && file_read(file, 4096, &text, NULL) &&
	    text.len)
		json_put(f->facts, "cwd", json_text(text.data, strcspn(buf_str(&text), "\n")));
}

bool foreign_open(struct foreign_file *f, const char *path, const char *session, const char *format,
    struct error *e)
{
	*f = begun(path, format);
	if ((foreign_is_database(path) && !find_in_database(f, session, e)) || !foreign_more(f, e))
		return false;
	foreign_look_beside(f, path);
	return true;
}

bool foreign_open_text(
    struct foreign_file *f, const char *text, size_t len, const char *format, struct error *e)
{
	*f = begun("-", format);
	buf_add(&f->text, text, len);
	return read_text(f, e);
}

void foreign_close(struct foreign_file *f)
{
	forget_records(f);
	json_decref_all(f->ids, f->facts, f->loss);
	buf_free(&f->text);
	free_all(f->path, f->session, f->list);
	*f = (struct foreign_file){0};
}
