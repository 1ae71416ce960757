/* SPDX-License-Identifier: MIT
 * list_files: shows the tree below a folder, with sizes and, when asked, numbers of lines. Result data:
 * see listing_data; files, folders, types and lines count all entries, shown or not.
 */
#include <fcntl.h>
#include "base/base.h"
#include "tools/read/listing.h"
#include "tools/read/read_errors.h"
#include "tools/tool_set.h"

/* Entries stay in the order of the walk: of each folder its files, then its folders, each followed
 * by what is in it. */

#define TYPES 64     /* so many types are told apart; those met later are OTHER */
#define TYPE_NAME 16 /* bytes of a type's name, with its NUL */
#define NAMED 8	     /* this many types are named in the text */
#define OTHER "other"

struct listing_entry {
	char *path; /* (owned) */
	int depth;
	mode_t mode;
	int64_t bytes, lines; /* lines < 0: not counted */
};

struct type {
	char name[TYPE_NAME]; /* the end of a file's name behind its last dot */
	int files;
	int64_t lines;
};

struct listing {
	size_t max;
	struct listing_entry *list; /* (owned) */
	size_t count, cap, seen;
	int deepest; /* entries below this level are not kept */
	bool cut;
	int files, folders;
	struct type types[TYPES];
	size_t type_count, last_type;
	bool last_kept, lines_counted;
	int64_t lines;
};

struct listing *listing_new(size_t max_entries)
{
	struct listing *l = xcalloc(1, sizeof *l);
	l->max = max_entries;
	l->deepest = INT_MAX;
	memcpy(l->types[l->type_count++].name, OTHER, sizeof OTHER);
	return l;
}

void listing_free(struct listing *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->count; i++)
		free(l->list[i].path);
	free_all(l->list, l);
}

size_t listing_count(const struct listing *l)
{
	return l->seen;
}

static size_t find_type(struct listing *l, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.'),
		   *type = dot && dot != name && dot[1] ? dot + 1 : OTHER;
	if (strlen(type) >= TYPE_NAME || strpbrk(type, " ~"))
		type = OTHER;
	for (size_t i = 0; i < l->type_count; i++)
		if (!strcmp(l->types[i].name, type))
			return i;
	if (l->type_count == TYPES)
		return 0;
	memcpy(l->types[l->type_count].name, type, strlen(type) + 1);
	return l->type_count++;
}

/* Removes the entries of the deepest level; false: there is only one level. */
static bool drop_level(struct listing *l)
{
	int deepest = 0;
	size_t kept = 0;
	for (size_t i = 0; i < l->count; i++)
		deepest = l->list[i].depth > deepest ? l->list[i].depth : deepest;
	if (deepest == 0)
		return false;
	for (size_t i = 0; i < l->count; i++) {
		if (l->list[i].depth < deepest)
			l->list[kept++] = l->list[i];
		else
			free(l->list[i].path);
	}
	l->count = kept;
	l->deepest = deepest - 1;
	return true;
}

void listing_add(struct listing *l, const struct walk_entry *entry)
{
	l->seen++;
	l->folders += entry->folder;
	l->files += !entry->folder;
	l->last_kept = false;
	if (!entry->folder) {
		l->last_type = find_type(l, entry->path);
		l->types[l->last_type].files++;
	}
	if (entry->depth > l->deepest)
		return;
	if (l->count == l->max) {
		l->cut = true;
		if (!drop_level(l))
			l->deepest = 0;
		if (l->count == l->max || entry->depth > l->deepest)
			return;
	}
	array_push(l->list, l->count, l->cap,
	    (struct listing_entry){.path = xstrdup(entry->path),
		.depth = entry->depth,
		.mode = entry->st.st_mode,
		.bytes = entry->st.st_size,
		.lines = -1});
	l->last_kept = true;
}

/* --- showing --- */

static int more_frequent(const void *a, const void *b)
{
	const struct type *x = a, *y = b;
	if (x->lines != y->lines)
		return x->lines < y->lines ? 1 : -1;
	return x->files != y->files ? y->files - x->files : strcmp(x->name, y->name);
}

/* Sorts the types that occur; returns how many there are. */
static size_t sort_types(const struct listing *l, struct type sorted[TYPES])
{
	size_t n = 0;
	for (size_t i = 0; i < l->type_count; i++)
		if (l->types[i].files)
			sorted[n++] = l->types[i];
	qsort(sorted, n, sizeof *sorted, more_frequent);
	return n;
}

/* Appends "12 files, 3 folders". */
static void listing_totals(const struct listing *l, struct buf *out)
{
	buf_addf(out, "%d file%s, %d folder%s", l->files, text_plural(l->files, "", "s"),
	    l->folders, text_plural(l->folders, "", "s"));
}

void listing_write(const struct listing *l, const struct workspace *w, size_t skip, struct buf *out)
{
	for (const struct listing_entry *e = l->list; e < l->list + l->count; e++) {
		const char *slash = strrchr(e->path + skip, '/');
		auto_free char *shown = path_shown(slash ? slash + 1 : e->path + skip);
		buf_addf(out, "%*s%s", 2 * e->depth, "", shown);
		if (S_ISDIR(e->mode)) {
			buf_addc(out, '/');
		} else if (S_ISLNK(e->mode)) {
			char target[PATH_MAX];
			ssize_t n = readlinkat(workspace_fd(w), e->path, target, sizeof target - 1);
			target[n > 0 ? n : 0] = '\0';
			auto_free char *to = path_shown(target);
			if (n > 0)
				buf_addf(out, " -> %s", to);
		} else if (S_ISREG(e->mode)) {
			buf_addc(out, ' ');
			add_size(out, e->bytes);
			if (e->lines >= 0)
				buf_addf(out, ", %lld line%s", (long long)e->lines,
				    text_plural(e->lines, "", "s"));
		} else {
			buf_adds(out, " (no file)");
		}
		buf_addc(out, '\n');
	}
}

/* Appends the last line, in brackets: the totals, the types, and what was left out. */
static void listing_write_totals(const struct listing *l, struct buf *out)
{
	buf_addc(out, '[');
	listing_totals(l, out);
	if (l->lines_counted)
		buf_addf(out, ", %lld line%s", (long long)l->lines, text_plural(l->lines, "", "s"));
	struct type sorted[TYPES];
	size_t types = l->cut || l->lines_counted ? sort_types(l, sorted) : 0;
	for (size_t i = 0; i < types && i < NAMED; i++) {
		buf_addf(out, "%s%s %d", i ? ", " : ": ", sorted[i].name, sorted[i].files);
		if (l->lines_counted)
			buf_addf(out, " (%lld line%s)", (long long)sorted[i].lines,
			    text_plural(sorted[i].lines, "", "s"));
	}
	if (l->cut) {
		buf_addf(out, "; only %zu %s shown", l->count,
		    text_plural(l->count, "entry is", "entries are"));
		if (l->deepest < INT_MAX && l->deepest > 0)
			buf_addf(out, ", down to depth %d", l->deepest + 1);
		buf_adds(out, ", list one folder or find files by name");
	}
	buf_adds(out, "]\n");
}

/* Returns {entries [{path, kind, bytes, lines?}], files, folders, types [{type, files, lines}], lines?,
 * truncated}, the types with the most lines first. New reference. */
static json_t *listing_data(const struct listing *l)
{
	json_t *entries = json_array(), *types = json_array();
	struct type sorted[TYPES];
	size_t n = sort_types(l, sorted);
	for (size_t i = 0; i < l->count; i++) {
		const struct listing_entry *e = &l->list[i];
		auto_free char *shown = path_shown(e->path);
		const char *kind = S_ISREG(e->mode)   ? "file"
				   : S_ISDIR(e->mode) ? "folder"
				   : S_ISLNK(e->mode) ? "link"
						      : "other";

		json_array_append_new(
		    entries, json_pack("{s:s, s:s, s:I, s:o*}", "path", shown, "kind", kind,
				 "bytes", (json_int_t)(S_ISREG(e->mode) ? e->bytes : 0), "lines",
				 e->lines >= 0 ? json_integer(e->lines) : NULL));
	}
	for (size_t i = 0; i < n; i++)
		json_array_append_new(
		    types, json_pack("{s:o, s:i, s:I}", "type",
			       json_text(sorted[i].name, strlen(sorted[i].name)), "files",
			       sorted[i].files, "lines", (json_int_t)sorted[i].lines));
	return json_pack("{s:o, s:i, s:i, s:o, s:o*, s:b}", "entries", entries, "files", l->files,
	    "folders", l->folders, "types", types, "lines",
	    l->lines_counted ? json_integer(l->lines) : NULL, "truncated", l->cut);
}

#define DEPTH 2
#define COUNTED 100 /* the walk ends after this many times tools.max_entries */

struct tree {
	struct walk *walk;
	struct listing *listing;
	char *shown; /* (owned) the folder's path, by path_shown */
	size_t skip; /* bytes of the folder in paths, with its '/' */
	int depth;
	size_t most;
	bool lines, counting;
	struct line_count count;
};

static void list_files_stop(struct call *c)
{
	struct tree *t = c->state;

	line_count_stop(&t->count);
	walk_free(t->walk);
	listing_free(t->listing);
	free_all(t->shown, t);
}

static void list_files_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "list_files ");
	add_argument(line, json_str(args, "path", "."));
}

static void list_finish(struct call *c)
{
	struct tree *t = c->state;
	auto_buf text = BUF_INIT;
	struct buf line = BUF_INIT;
	listing_write(t->listing, c->host->workspace, t->skip, &text);
	size_t len = text.len;
	listing_write_totals(t->listing, &text);
	add_unseen(t->walk, &text);
	listing_totals(t->listing, &line);
	buf_addf(&line, " in %s", t->shown);
	c->result.output = (struct output_part){.after = text.len - len,
	    .missing = t->listing->cut ? "not all entries are shown" : NULL};
	c->result.data = listing_data(t->listing);
	call_succeed(c, buf_str(&text), text.len, buf_take(&line));
}

/* Takes the next entry of the walk, if it has one by now. False: it was the last, or t->most are there. */
static bool next_entry(struct tree *t)
{
	struct walk_entry entry;
	enum walk_status status = t->walk ? walk_poll(t->walk, &entry) : WALK_END;
	if (status != WALK_ENTRY)
		return status == WALK_MORE;
	listing_add(t->listing, &entry);
	if (entry.depth + 1 >= t->depth)
		walk_prune(t->walk);
	t->counting = t->lines && S_ISREG(entry.st.st_mode);
	if (t->counting)
		t->count = (struct line_count){.fd = walk_openat(t->walk)};
	return listing_count(t->listing) < t->most;
}

static bool list_files_step(struct call *c)
{
	struct tree *t = c->state;
	int64_t deadline = clock_mono_us() + STEP_US;
	do {
		if (t->counting) {
			if (line_count_step(&t->count, deadline))
				continue;
			t->counting = false;
			t->listing->lines_counted = true;
			t->listing->lines += t->count.lines;
			t->listing->types[t->listing->last_type].lines += t->count.lines;
			if (t->listing->last_kept)
				t->listing->list[t->listing->count - 1].lines = t->count.lines;
		} else if (!next_entry(t)) {
			list_finish(c);
			return false;
		}
	} while (clock_mono_us() < deadline);
	return true;
}

/* A path that is a file becomes a tree of one entry. */
static void list_files_start(struct call *c)
{
	struct workspace *w = c->host->workspace;
	const char *path = json_str(c->args, "path", ".");
	size_t max = (size_t)setting_int(c->host->settings, "tools.max_entries");
	int ignored = json_flag(c->args, "ignored", false) ? WALK_IGNORED : 0;
	struct error e = ERROR_INIT;
	struct tree *t = c->state = xcalloc(1, sizeof *t);
	struct walk_entry entry = {.depth = 0};
	t->listing = listing_new(max);
	t->depth = (int)json_int(c->args, "depth", DEPTH);
	t->most = max * COUNTED;
	t->lines = json_flag(c->args, "lines", false);
	t->count.fd = -1;
	auto_free char *name = workspace_name(w, path, &e);
	bool ok = name && workspace_stat(w, name, &entry.st, &e);
	t->shown = ok ? path_shown(name) : NULL;
	if (ok && S_ISDIR(entry.st.st_mode)) {
		t->skip = strcmp(name, ".") ? strlen(name) + 1 : 0;
		t->walk = call_walk(c, name, ignored, &e);
		ok = t->walk != NULL;
	} else if (ok) {
		entry.path = name;
		listing_add(t->listing, &entry);
		t->counting = t->lines;
		if (t->counting)
			t->count.fd = workspace_openat(w, name, O_RDONLY, 0, NULL);
	}
	if (ok)
		list_files_step(c);
	else
		call_fail_path(c, path, &e);
}

const struct tool tool_list_files = {
    .name = "list_files",
    .class = TOOL_READS,
    .describe = list_files_describe,
    .start = list_files_start,
    .step = list_files_step,
    .stop = list_files_stop,
};
