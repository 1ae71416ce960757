/* SPDX-License-Identifier: MIT
 * Tasks that look at something: the folder as a whole, its files, one file, and what was piped
 * in.
 */
#include <fnmatch.h>

#include "base/base.h"
#include "llm/offline/offline.h"

#define TYPES_SAID 6
#define FOLDERS_SAID 12

static const char *path_of(const struct task *t)
{
	const char *path = task_value(t, "path");

	return path ? path : ".";
}

/* Returns the first file of the entries whose name fits a pattern of this list of the table, or NULL. */
static const char *entry_named(const struct offline *o, const json_t *entries, const char *list)
{
	json_each (entry, entries)
		json_each (pattern, json_list(o->config, list))
			if (strcmp(json_str(entry, "kind", ""), "file") == 0 &&
			    fnmatch(json_string_value(pattern), json_str(entry, "path", ""), 0) ==
				0)
				return json_str(entry, "path", "");
	return NULL;
}

/* Returns the first paragraph that is not a heading, a badge or a picture. Caller frees; *first: its line. */
static char *first_paragraph(const char *text, int *first)
{
	struct buf out = BUF_INIT;

	for (const char *line = text; line && *line; line = strchr(line, '\n')) {
		char *words;

		/* read_file numbers its lines: "  12\ttext". */
		line += *line == '\n';
		const int n = (int)strtol(line, &words, 10);
		const bool numbered = words > line && *words++ == '\t';
		size_t len = numbered ? strcspn(words, "\n") : 0;
		if (len == 0 || strchr(out.len ? "#-" : "#[!<=`-", words[0])) {
			if (out.len)
				break;
			continue;
		}
		if (!out.len)
			*first = n;
		buf_addf(&out, "%s%.*s", out.len ? " " : "", (int)len, words);
	}
	return buf_take(&out);
}

static void add_number(struct buf *out, int64_t n, const char *what, const char *after)
{
	buf_addf(out, "%lld %s%s%s", (long long)n, what, text_plural(n, "", "s"), after);
}

static void say_overview(struct offline *o, const json_t *entries, const json_t *data,
    const json_t *readme, const char *readme_path, const char *build)
{
	const json_t *types = json_list(data, "types");
	size_t folders = 0;
	int line = 1;

	add_number(&o->answer, json_int(data, "files", 0), "file", " with ");
	add_number(&o->answer, json_int(data, "lines", 0), "line", " in ");
	add_number(&o->answer, json_int(data, "folders", 0), "folder", "");
	json_each_at (i, type, types)
		if (i < TYPES_SAID)
			buf_addf(&o->answer, "%s%s %lld",
			    i ? ", " : " by type: ", json_str(type, "type", ""),
			    (long long)json_int(type, "files", 0));
	buf_adds(&o->answer, ".\n");
	if (readme && json_flag(readme, "ok", false)) {
		auto_free char *words = first_paragraph(json_str(readme, "text", ""), &line);

		if (*words)
			buf_addf(&o->answer, "\n%s (%s:%d)\n", words, readme_path, line);
	}
	if (build)
		buf_addf(&o->answer, "\nIt is built by `%s`.\n", build);
	json_each (entry, entries)
		if (strcmp(json_str(entry, "kind", ""), "folder") == 0 &&
		    !strchr(json_str(entry, "path", ""), '/') && folders < FOLDERS_SAID)
			buf_addf(&o->answer, "%s`%s/`",
			    folders++ ? " " : "Folders: ", json_str(entry, "path", ""));
	buf_adds(&o->answer, folders ? "\n" : "");
}

static void describe_folder(struct offline *o, struct task *t)
{
	const json_t *top = offline_result(o, "list_files", json_pack("{s:i}", "depth", 1));
	const json_t *all =
	    offline_result(o, "list_files", json_pack("{s:i, s:b}", "depth", 20, "lines", true));
	const json_t *readme = NULL;
	json_t *entries = json_list(json_map(top, "data"), "entries");

	if (!top || !all || offline_failed(o, top) || offline_failed(o, all))
		return;
	const char *path = entry_named(o, entries, "readmes");
	const char *build = entry_named(o, entries, "build_files");
	int64_t files = json_int(json_map(all, "data"), "files", 0);
	offline_reflect(o, "The folder has %lld file%s; %s.", (long long)files,
	    text_plural(files, "", "s"),
	    path ? "its README says what it is" : "there is no README, so its files must tell");
	if (path) {
		readme = offline_result(
		    o, "read_file", json_pack("{s:s, s:i}", "path", path, "limit", 40));
		if (!readme)
			return;
		offline_reflect(o, "%s tells what the project is for.", path);
	}
	say_overview(o, entries, json_map(all, "data"), readme, path, build);
}

static void list_folder(struct offline *o, struct task *t)
{
	const json_t *result =
	    offline_call(o, "list_files", json_pack("{s:s, s:i}", "path", path_of(t), "depth", 3));

	if (!result)
		return;
	int64_t files = json_int(json_map(result, "data"), "files", 0);
	offline_reflect(
	    o, "%lld file%s there.", (long long)files, text_plural(files, " is", "s are"));
	offline_fence(&o->answer, json_str(result, "text", ""));
}

static void find_files(struct offline *o, struct task *t)
{
	const json_t *result =
	    offline_call(o, "find_files", json_pack("{s:s}", "pattern", path_of(t)));
	size_t n, max = (size_t)offline_limit(o, "places");

	if (!result)
		return;
	json_t *paths = json_list(json_map(result, "data"), "paths");
	n = json_array_size(paths);
	offline_reflect(
	    o, "%zu file%s match%s.", n, text_plural(n, "", "s"), text_plural(n, "es", ""));
	buf_addf(&o->answer, "%zu file%s match%s `%s`%s\n", n, text_plural(n, "", "s"),
	    text_plural(n, "es", ""), path_of(t), n ? ":" : ".");
	for (size_t i = 0; i < n && i < max; i++)
		buf_addf(&o->answer, "- %s\n", json_string_value(json_array_get(paths, i)));
	if (n > max)
		buf_addf(&o->answer, "- and %zu more\n", n - max);
}

static void show_file(struct offline *o, struct task *t)
{
	const char *from = task_value(t, "from"), *to = task_value(t, "to");
	json_t *args = json_pack("{s:s}", "path", path_of(t)), *data;
	int first = from ? (int)strtol(from, NULL, 10) : 1;
	int last = to	  ? (int)strtol(to, NULL, 10)
		   : from ? first
			  : first + offline_limit(o, "shown_lines") - 1;

	first = first > 0 ? first : 1;
	json_put_int(args, "offset", first);
	json_put_int(args, "limit", last > first ? last - first + 1 : 1);
	const json_t *result = offline_call(o, "read_file", args);
	if (!result)
		return;
	data = json_map(result, "data");
	int64_t lines = json_int(data, "lines", 0);
	offline_reflect(
	    o, "%s has %lld line%s.", path_of(t), (long long)lines, text_plural(lines, "", "s"));
	buf_addf(&o->answer, "%s:%lld-%lld\n", path_of(t), (long long)json_int(data, "from", 1),
	    (long long)json_int(data, "to", 0));
	offline_fence(&o->answer, json_str(result, "text", ""));
	if (json_int(data, "to", 0) < lines && !from)
		buf_addf(&o->answer, "%lld lines in all; ask for `lines A-B of %s` to see more.\n",
		    (long long)lines, path_of(t));
}

static void outline_file(struct offline *o, struct task *t)
{
	const json_t *result = offline_call(o, "search_text",
	    json_pack(
		"{s:s, s:s}", "pattern", json_str(o->config, "outline", ""), "path", path_of(t)));

	if (!result)
		return;
	json_t *matches = json_list(json_map(result, "data"), "matches");
	offline_reflect(o, "%zu line%s its outline.", json_array_size(matches),
	    text_plural(json_array_size(matches), " makes", "s make"));
	buf_addf(&o->answer, "Outline of %s:\n", path_of(t));
	json_each (m, matches)
		buf_addf(&o->answer, "- %s:%lld `%s`\n", json_str(m, "path", ""),
		    (long long)json_int(m, "line", 0), json_str(m, "text", ""));
	if (json_array_size(matches) == 0)
		buf_adds(&o->answer, "- nothing that looks like a definition or a heading\n");
}

static void count_folder(struct offline *o, const char *path)
{
	const json_t *result = offline_call(o, "list_files",
	    json_pack("{s:s, s:i, s:b}", "path", path, "depth", 20, "lines", true));

	if (!result)
		return;
	json_t *data = json_map(result, "data");
	int64_t files = json_int(data, "files", 0);
	offline_reflect(
	    o, "%lld file%s counted.", (long long)files, text_plural(files, " was", "s were"));
	add_number(&o->answer, json_int(data, "lines", 0), "line", " in ");
	add_number(&o->answer, files, "file", "");
	buf_addf(&o->answer, "%s%s%s.\n", strcmp(path, ".") ? " below `" : "",
	    strcmp(path, ".") ? path : "", strcmp(path, ".") ? "`" : "");
	const json_t *types = json_list(data, "types");
	buf_adds(&o->answer, "\n| type | files | lines |\n|---|---:|---:|\n");
	json_each (type, types)
		buf_addf(&o->answer, "| %s | %lld | %lld |\n", json_str(type, "type", ""),
		    (long long)json_int(type, "files", 0), (long long)json_int(type, "lines", 0));
}

/* Counts the lines of a file where the path names one (it has a suffix), else those of a folder
 * by type. */
static void count_workspace_lines(struct offline *o, struct task *t)
{
	const char *path = path_of(t), *name = strrchr(path, '/');

	name = name ? name + 1 : path;
	if (!task_value(t, "path") || !strchr(name + 1, '.') || strpbrk(name, "*{")) {
		count_folder(o, path);
		return;
	}
	const json_t *result =
	    offline_call(o, "read_file", json_pack("{s:s, s:i}", "path", path, "limit", 1));
	if (!result)
		return;
	long long lines = (long long)json_int(json_map(result, "data"), "lines", 0);
	offline_reflect(o, "%s was counted.", path);
	buf_addf(&o->answer, "%s has %lld line%s.\n", path, lines, text_plural(lines, "", "s"));
}

static size_t count_words(const char *s)
{
	size_t n = 0;

	for (bool in = false; *s; s++) {
		bool word = !strchr(" \t\n", *s);

		n += word && !in;
		in = word;
	}
	return n;
}

static void count_input(struct offline *o, struct task *t)
{
	const char *unit = task_value(t, "unit"), *s = o->stdin_text;
	char kind = unit ? (unit[0] | 0x20) : 'l';
	size_t lines = *s && s[strlen(s) - 1] != '\n';

	for (const char *at = s; (at = strchr(at, '\n')); at++)
		lines++;
	static const char *const names[] = {"lines", "words", "characters", "bytes"};
	const size_t counts[] = {lines, count_words(s), utf8_count(s, strlen(s)), strlen(s)};
	size_t at = 0;
	while (at < 3 && *names[at] != kind)
		at++;
	const char *name = names[at];
	const size_t n = counts[at];

	buf_addf(&o->answer, "%zu %.*s %s piped in.\n", n, (int)strlen(name) - (n == 1), name,
	    text_plural((int64_t)n, "was", "were"));
}

static void search_input(struct offline *o, struct task *t)
{
	const char *word = task_value(t, "word"), *line = o->stdin_text;
	size_t found = 0, max = (size_t)offline_limit(o, "places");
	auto_buf hits = BUF_INIT;

	for (int n = 1; line && *line; n++) {
		size_t len = strcspn(line, "\n");

		if (memmem(line, len, word, strlen(word)) && ++found <= max)
			buf_addf(&hits, "- line %d: %.*s\n", n, (int)len, line);
		line += len + (line[len] == '\n');
	}
	buf_addf(&o->answer, "\"%s\" is in %zu line%s of what was piped in%s\n%s", word, found,
	    text_plural(found, "", "s"), found ? ":" : ".", buf_str(&hits));
	if (found > max)
		buf_addf(&o->answer, "- and %zu more\n", found - max);
}

const struct offline_rule offline_look_rules[] = {
    {"overview", describe_folder},
    {"list", list_folder},
    {"find_files", find_files},
    {"show", show_file},
    {"outline", outline_file},
    {"count_lines", count_workspace_lines},
    {"count_input", count_input},
    {"search_input", search_input},
    {NULL, NULL},
};
