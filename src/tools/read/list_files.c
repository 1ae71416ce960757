/*
 * list_files: the tree below a folder, with sizes and, when asked, lines. Result data: see
 * listing_data; files, folders, types and lines count all that was met, shown or not.
 */
#include "tools/tool_rows.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "tools/read/line_count.h"
#include "tools/read/listing.h"
#include "tools/read/read_errors.h"

#define DEPTH 2
#define COUNTED 100 /* so many times tools.max_entries are counted when they are not shown */

struct tree {
	struct walk *walk;
	struct listing *listing;
	char *shown; /* (owned) of the folder */
	size_t skip; /* bytes of paths before what is below it */
	int depth;
	size_t most;
	bool lines, counting;
	struct line_count count;
};

static void tree_free(struct tree *t)
{
	line_count_stop(&t->count);
	walk_free(t->walk);
	listing_free(t->listing);
	free(t->shown);
	free(t);
}

static void list_files_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "list_files ");
	add_argument(line, json_str(args, "path", "."));
}

static void list_finish(struct call *c)
{
	struct tree *t = c->state;
	struct buf text = BUF_INIT, line = BUF_INIT;
	listing_write(t->listing, c->host->workspace, t->skip, &text);
	size_t len = text.len;
	listing_write_totals(t->listing, &text);
	if (t->walk && walk_unreadable(t->walk))
		buf_addf(&text, "[%d folder%s could not be read]\n", walk_unreadable(t->walk),
		    text_plural(walk_unreadable(t->walk), "", "s"));
	add_hidden(t->walk, &text);
	listing_totals(t->listing, &line);
	buf_addf(&line, " in %s", t->shown);
	c->result.output = (struct output_part){.after = text.len - len,
	    .missing = listing_cut(t->listing) ? "not all entries are shown" : NULL};
	c->result.ok = true;
	c->result.data = listing_data(t->listing);
	c->result.summary = buf_take(&line);
	result_text(c, buf_str(&text), text.len);
	buf_free(&text);
	c->state = NULL;
	tree_free(t);
	call_finish(c);
}

/* Takes the next entry of the walk. False where none is left. */
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
		line_count_begin(&t->count, walk_openat(t->walk));
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
			listing_lines(t->listing, t->count.lines);
		} else if (!next_entry(t)) {
			list_finish(c);
			return false;
		}
	} while (clock_mono_us() < deadline);
	return true;
}

/* Begins the listing; a path that is a file becomes a tree of one entry. */
static bool list_begin(struct call *c, struct tree *t, const char *path, struct error *e)
{
	struct workspace *w = c->host->workspace;
	struct walk_entry entry = {.depth = 0};
	char *name = workspace_name(w, path, e);
	bool ok = name && workspace_stat(w, name, &entry.st, e);
	if (ok)
		t->shown = path_shown(name);
	if (ok && !S_ISDIR(entry.st.st_mode)) {
		entry.path = name;
		listing_add(t->listing, &entry);
		t->counting = t->lines;
		if (t->counting)
			line_count_begin(&t->count, workspace_openat(w, name, O_RDONLY, 0, NULL));
	} else if (ok) {
		t->skip = strcmp(name, ".") ? strlen(name) + 1 : 0;
		t->walk =
		    walk_new(w, name, json_flag(c->args, "ignored", false) ? WALK_IGNORED : 0, e);
		ok = t->walk != NULL;
		if (ok)
			call_guard_walk(c, t->walk);
	}
	free(name);
	return ok;
}

static void list_files_start(struct call *c)
{
	const char *path = json_str(c->args, "path", ".");
	size_t max = (size_t)setting_int(c->host->settings, "tools.max_entries");
	struct error e = ERROR_INIT;
	struct tree *t = xcalloc(1, sizeof *t);
	t->listing = listing_new(max);
	t->depth = (int)json_int(c->args, "depth", DEPTH);
	t->most = max * COUNTED;
	t->lines = json_flag(c->args, "lines", false);
	t->count.fd = -1;
	if (!list_begin(c, t, path, &e)) {
		tree_free(t);
		call_fail_path(c, path, &e);
		return;
	}
	c->state = t;
	list_files_step(c);
}

static void list_files_stop(struct call *c)
{
	if (c->state)
		tree_free(c->state);
	c->state = NULL;
}

const struct tool tool_list_files = {
    .name = "list_files",
    .class = TOOL_READS,
    .describe = list_files_describe,
    .start = list_files_start,
    .step = list_files_step,
    .stop = list_files_stop,
};
