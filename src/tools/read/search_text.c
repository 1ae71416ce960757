/* SPDX-License-Identifier: MIT
 * search_text: finds lines that match, in one file or below a folder. The walk names files, search_file.c
 * reads each in steps, search_pattern.c finds. Result data: matches {path, line, text}, files (how
 * many were searched), skipped_binary, truncated.
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include <fcntl.h>
#include "tools/read/read_errors.h"
#include "tools/read/search_file.h"
#include "workspace/walk.h"

#define COSTLY_LINES 500 /* the search ends after the pattern was too costly for this many lines */

struct text_search {
	struct search_pattern *pattern;
	struct search_file *file;
	struct walk *walk; /* NULL: one file */
	size_t start_len;  /* bytes of the searched folder in the walk's paths, with its '/' */
	int max_matches;
	enum shown_matches { SHOW_LINES, SHOW_FILES, SHOW_COUNTS } show;
	json_t *matches, *names; /* (owned) */
	struct buf text;
	int files, binary, unreadable;
};

static void search_text_stop(struct call *c)
{
	struct text_search *s = c->state;

	search_pattern_free(s->pattern);
	search_file_free(s->file);
	walk_free(s->walk);
	json_decref(s->matches);
	json_decref(s->names);
	buf_free(&s->text);
	free(s);
}

static void search_text_describe(const json_t *args, struct buf *line)
{
	const char *glob = json_str(args, "glob", NULL);
	buf_adds(line, "search_text \"");
	add_argument(line, json_str(args, "pattern", ""));
	buf_adds(line, "\" in ");
	add_argument(line, json_str(args, "path", "."));
	if (glob) {
		buf_addc(line, ' ');
		add_argument(line, glob);
	}
}

/* --- the result --- */

static void add_matched_file(struct text_search *s)
{
	const struct search_outcome *seen = search_file_outcome(s->file);
	const struct buf *shown = &seen->shown;
	s->binary += seen->binary;
	s->files += !seen->binary;
	s->unreadable += !seen->binary && seen->failed;
	if (seen->binary || !seen->matches)
		return;
	const char *path =
	    json_str(json_array_get(s->matches, json_array_size(s->matches) - 1), "path", "");
	/* A single line is shown behind the file's name; several are shown below it. */
	bool alone = memchr(shown->data, '\n', shown->len) == shown->data + shown->len - 1;
	if (s->show == SHOW_LINES) {
		buf_adds(&s->text, s->text.len && !alone ? "\n" : "");
		buf_addf(&s->text, alone ? "%s:" : "%s:\n", path);
		buf_add(&s->text, shown->data, shown->len);
	} else if (s->show == SHOW_FILES)
		buf_addf(&s->text, "%s\n", path);
	else
		buf_addf(&s->text, "%s:%d\n", path, seen->matches);
	json_array_append_new(s->names, json_string(path));
}

static void add_count(
    struct buf *out, const char *before, int n, const char *what, const char *after)
{
	if (n)
		buf_addf(out, "; %s%d %s%s%s", before, n, what, text_plural(n, "", "s"), after);
}

static bool too_costly(const struct text_search *s)
{
	return search_pattern_limits(s->pattern) >= COSTLY_LINES;
}

static void add_verdict(struct call *c, struct text_search *s, bool cut)
{
	int count = (int)json_array_size(s->matches);
	auto_buf line = BUF_INIT;
	if (too_costly(s))
		buf_adds(&line, "[stopped: the pattern repeats what it repeats; write it simpler");
	else if (cut)
		buf_addf(&line, "[stopped at %d match%s; narrow the pattern, path or glob", count,
		    text_plural(count, "", "es"));
	else if (!count)
		buf_addf(&line, "[no match in %d file%s", s->files, text_plural(s->files, "", "s"));
	int closed = s->unreadable + (s->walk ? walk_unreadable(s->walk) : 0);
	add_count(&line, "skipped: ", s->binary, "binary file", "");
	add_count(&line, "", closed, "place", " could not be read");
	add_count(&line, "left out by permission rules: ", s->walk ? walk_hidden(s->walk) : 0,
	    "place", "");
	add_count(&line, "given up: ", search_pattern_limits(s->pattern), "line",
	    " too costly for this pattern");
	if (!count && s->walk)
		buf_adds(&line,
		    "; ignored files are searched only below a path that names their folder");
	if (line.len)
		buf_addf(&s->text, "%s%s%s]\n", s->text.len ? "\n" : "",
		    *line.data == ';' ? "[" : "", line.data + (*line.data == ';' ? 2 : 0));
}

static void search_finish(struct call *c)
{
	struct text_search *s = c->state;
	bool cut = (int)json_array_size(s->matches) >= s->max_matches || too_costly(s);
	size_t len = s->text.len;
	size_t count = json_array_size(s->matches);
	struct buf line = BUF_INIT;
	add_verdict(c, s, cut);
	if (count) {
		buf_addf(&line, "%s%zu match%s in ", cut ? "first " : "", count,
		    text_plural(count, "", "es"));
		add_names(&line, s->names, json_array_size(s->names));
		buf_adds(&line, json_array_size(s->names) > 3 ? " files" : "");
	} else {
		buf_adds(&line, "no match for \"");
		add_argument(&line, json_str(c->args, "pattern", ""));
		buf_addf(&line, "\" in %d file%s", s->files, text_plural(s->files, "", "s"));
	}
	c->result.output = (struct output_part){
	    .after = s->text.len - len, .missing = cut ? "the search stopped early" : NULL};
	c->result.data = json_pack("{s:O, s:i, s:i, s:b}", "matches", s->matches, "files", s->files,
	    "skipped_binary", s->binary, "truncated", cut);
	call_succeed(c, buf_str(&s->text), s->text.len, buf_take(&line));
}

/* --- the search --- */

/* Begins to search the file at fd, which is taken; false: fd is -1. */
static bool search_open(struct text_search *s, int fd, const char *path)
{
	auto_free char *shown = path_shown(path);
	if (fd >= 0)
		search_file_open(s->file, fd, shown);
	return fd >= 0;
}

/* Opens the next file of the walk, if there is one before the deadline. False: the walk is over. */
static bool next_file(struct call *c, struct text_search *s, int64_t deadline_us)
{
	const char *glob = json_str(c->args, "glob", NULL);
	struct walk_entry entry;
	enum walk_status status;
	if (!s->walk)
		return false;
	do {
		status = walk_poll(s->walk, &entry);
		if (status != WALK_ENTRY || !S_ISREG(entry.st.st_mode) ||
		    !(!glob || glob_match(glob, entry.path) ||
			(s->start_len && glob_match(glob, entry.path + s->start_len))))
			continue;
		s->unreadable += !search_open(s, walk_openat(s->walk), entry.path);
	} while (status != WALK_END && !search_file_busy(s->file) && clock_mono_us() < deadline_us);
	return status != WALK_END;
}

static bool search_text_step(struct call *c)
{
	struct text_search *s = c->state;
	int64_t deadline = clock_mono_us() + STEP_US;
	do {
		if (search_file_busy(s->file)) {
			if (search_file_step(s->file, deadline, s->matches) && !too_costly(s))
				continue;
			add_matched_file(s);
		}
		if ((int)json_array_size(s->matches) >= s->max_matches || too_costly(s) ||
		    !next_file(c, s, deadline)) {
			search_finish(c);
			return false;
		}
	} while (clock_mono_us() < deadline);
	return true;
}

/* Begins a walk if path is a folder, else opens the file. False: e says why not. */
static bool search_begin(struct call *c, struct text_search *s, const char *path, struct error *e)
{
	struct workspace *w = c->host->workspace;
	struct stat st;
	auto_free char *name = workspace_name(w, path, e);
	if (!name || !workspace_stat(w, name, &st, e))
		return false;
	if (S_ISDIR(st.st_mode)) {
		s->walk = call_walk(c, name, WALK_NO_STAT, e);
		s->start_len = strcmp(name, ".") ? strlen(name) + 1 : 0;
		return s->walk != NULL;
	}
	return search_open(s, workspace_openat(w, name, O_RDONLY, 0, e), name);
}

static void search_text_start(struct call *c)
{
	const char *text = json_str(c->args, "pattern", ""), *path = json_str(c->args, "path", ".");
	const struct settings *settings = c->host->settings;
	auto_error e = ERROR_INIT;
	struct text_search *s = c->state = xcalloc(1, sizeof *s);
	s->pattern = search_pattern_new(text, strlen(text), json_flag(c->args, "literal", false),
	    json_flag(c->args, "ignore_case", false), &e);
	if (!s->pattern) {
		call_fail(c, "%s; \"literal\": true searches for the plain text", e.message);
		return;
	}
	s->max_matches = (int)setting_int(settings, "tools.max_matches");
	const char *mode = json_str(c->args, "output_mode", "");

	s->show = !strcmp(mode, "files_with_matches") ? SHOW_FILES
		  : !strcmp(mode, "count")	      ? SHOW_COUNTS
						      : SHOW_LINES;
	s->file = search_file_new(&(struct search_want){.pattern = s->pattern,
	    .context = (int)json_int(c->args, "context", 0),
	    .line_bytes = (size_t)setting_int(settings, "tools.line_bytes"),
	    .max_matches = s->max_matches});
	s->matches = json_array();
	s->names = json_array();
	if (search_begin(c, s, path, &e))
		search_text_step(c);
	else
		call_fail_path(c, path, &e);
}

const struct tool tool_search_text = {
    .name = "search_text",
    .class = TOOL_READS,
    .describe = search_text_describe,
    .start = search_text_start,
    .step = search_text_step,
    .stop = search_text_stop,
};
