/* SPDX-License-Identifier: MIT
 * Finds sessions of other agents by walking their folders. Of a file the beginning is read, for the session's folder.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "base/base.h"
#include "base/file.h"
#include "foreign/foreign.h"
#include "foreign/foreign_table.h"

#define DEEPEST 6
#define BEGINNING ((size_t)256 << 10) /* bytes in which a session says its folder */

struct search {
	struct foreign_places *found;
	const char *name; /* of the format; NULL: any */
	const char *cwd;
	const json_t *suffixes; /* (borrowed) of the files that may be sessions */
};

static bool ends_so(const char *path, const json_t *suffix)
{
	const size_t len = strlen(path), n = json_string_length(suffix);
	bool ends = n && len > n && strcmp(path + len - n, json_string_value(suffix)) == 0;

	json_each (one, suffix)
		ends |= ends_so(path, one);
	return ends;
}

/* Whether the session in a file was begun in s->cwd, as far as its beginning, or a file beside it, says. */
static bool is_of_folder(const struct search *s, const char *path)
{
	auto_buf text = BUF_INIT;
	struct foreign_file f;
	auto_error why = ERROR_INIT;
	FILE *file = s->cwd ? fopen(path, "rbe") : NULL;

	if (!s->cwd)
		return true;
	if (!file)
		return false;
	auto_free char *bytes = xmalloc(BEGINNING);
	buf_add(&text, bytes, fread(bytes, 1, BEGINNING, file));
	fclose(file);
	foreign_open_text(&f, buf_str(&text), text.len, s->name, &why);
	foreign_look_beside(&f, path);
	const bool is = strcmp(json_str(f.facts, "cwd", ""), s->cwd) == 0;
	foreign_close(&f);
	return is;
}

static void place_add(
    struct foreign_places *p, const char *path, const char *session, int64_t at_ms)
{
	array_push(p->list, p->count, p->cap,
	    (struct foreign_place){xstrdup(path), session ? xstrdup(session) : NULL, at_ms});
}

static void add_database(struct search *s, const char *path, int64_t at_ms)
{
	auto_error why = ERROR_INIT;

	json_members (name, format, foreign_formats()) {
		const json_t *database = json_map(format, "database");

		if (!database || (s->name && strcmp(s->name, name) != 0))
			continue;
		json_auto_t *ids = foreign_database_sessions(path, database, &why);

		json_each (id, ids) {
			struct foreign_file f;
			auto_error bad = ERROR_INIT;
			const bool ok = foreign_open(&f, path, json_string_value(id), name, &bad);

			if (ok && (!s->cwd || strcmp(json_str(f.facts, "cwd", ""), s->cwd) == 0))
				place_add(s->found, path, json_string_value(id), at_ms--);
			foreign_close(&f);
		}
	}
}

static void walk(struct search *s, const char *folder, int depth)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct stat st;

	while (dir && (entry = readdir(dir))) {
		auto_free char *path = file_join(folder, entry->d_name);

		if (entry->d_name[0] == '.' || stat(path, &st) != 0)
			continue;
		if (S_ISDIR(st.st_mode) && depth < DEEPEST &&
		    strcmp(entry->d_name, "subagents") != 0)
			walk(s, path, depth + 1);
		else if (S_ISREG(st.st_mode) && foreign_is_database(path))
			add_database(s, path, (int64_t)st.st_mtim.tv_sec * 1000);
		else if (S_ISREG(st.st_mode) && ends_so(path, s->suffixes) && is_of_folder(s, path))
			place_add(s->found, path, NULL,
			    (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000);
	}
	if (dir)
		closedir(dir);
}

/* Expands a folder of the table, "$NAME/below" or "~/below". NULL: its variable is not set. Caller frees. */
static char *place_folder(const char *text)
{
	const size_t len = strcspn(text, "/");
	auto_free char *name = xstrndup(text, len);
	const char *value = name[0] == '$' ? getenv(name + 1) : NULL;

	if (name[0] != '$')
		return file_expand(text);
	return value && *value ? xasprintf("%s%s", value, text + len) : NULL;
}

static int newest_first(const void *a, const void *b)
{
	const struct foreign_place *one = a, *other = b;

	return one->at_ms != other->at_ms ? (one->at_ms < other->at_ms ? 1 : -1)
					  : strcmp(one->path, other->path);
}

bool foreign_find(struct foreign_places *p, const char *format, const char *folder, const char *cwd,
    struct error *e)
{
	json_auto_t *suffixes = json_array();
	struct search s = {p, format, cwd, suffixes};
	const json_t *wanted = format ? json_map(foreign_formats(), format) : NULL;
	auto_buf names = BUF_INIT;

	*p = (struct foreign_places){0};
	json_members (name, row, foreign_formats()) {
		buf_addf(&names, "%s%s", names.len ? ", " : "", name);
		if (!wanted || row == wanted)
			json_array_append(suffixes, json_object_get(row, "suffix"));
	}
	if (format && !wanted)
		return error_set(
		    e, ERR_USAGE, "no agent '%s': there are %s", format, buf_str(&names));
	if (folder)
		walk(&s, folder, 0);
	json_each (one, folder ? NULL : json_list(wanted, "folders")) {
		auto_free char *path = place_folder(json_string_value(one));

		if (path)
			walk(&s, path, 0);
	}
	if (p->count)
		qsort(p->list, p->count, sizeof *p->list, newest_first);
	return true;
}

void foreign_places_free(struct foreign_places *p)
{
	for (size_t i = 0; i < p->count; i++)
		free_all(p->list[i].path, p->list[i].session);
	free(p->list);
}
