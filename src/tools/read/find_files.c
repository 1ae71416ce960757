/* SPDX-License-Identifier: MIT
 * find_files: finds files whose path matches a glob, sorted by path. Result data: paths, truncated. The
 * glob is matched with the path from the workspace and with that from the folder searched.
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include "tools/read/read_errors.h"
#include "workspace/walk.h"

struct finding {
	struct walk *walk;
	char *pattern; /* (owned) without its '/' at the end */
	bool folders;  /* the pattern had a '/' at its end, so folders are wanted */
	char **paths;  /* (owned) as shown */
	size_t count, cap, max;
	size_t skip; /* bytes of the searched folder in paths, with its '/' */
	int seen;
	bool cut;
};

static void find_files_stop(struct call *c)
{
	struct finding *f = c->state;

	walk_free(f->walk);
	for (size_t i = 0; i < f->count; i++)
		free(f->paths[i]);
	free_all(f->paths, f->pattern, f);
}

static void find_files_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "find_files ");
	add_argument(line, json_str(args, "pattern", ""));
	buf_adds(line, " in ");
	add_argument(line, json_str(args, "path", "."));
}

static int by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_finish(struct call *c)
{
	struct finding *f = c->state;
	auto_buf text = BUF_INIT;
	struct buf line = BUF_INIT;
	json_t *paths = json_array();
	if (f->count)
		qsort(f->paths, f->count, sizeof *f->paths, by_path);
	for (size_t i = 0; i < f->count; i++) {
		buf_addf(&text, "%s\n", f->paths[i]);
		json_array_append_new(paths, json_string(f->paths[i]));
	}
	if (f->count) {
		buf_addf(&line, "%s%zu %s%s: ", f->cut ? "first " : "", f->count,
		    f->folders ? "folder" : "file", text_plural(f->count, "", "s"));
		add_names(&line, paths, f->count);
	} else {
		buf_adds(&line, "nothing matches ");
		add_argument(&line, json_str(c->args, "pattern", ""));
	}
	size_t len = text.len;
	if (f->cut)
		buf_addf(&text, "[stopped at %zu; narrow the pattern or path]\n", f->count);
	else if (!f->count)
		buf_addf(&text,
		    "[none of %d %s matches; a pattern without '/' is held against names, one with "
		    "'/' against whole paths (\"**/\" for any depth); ignored files are found with "
		    "\"ignored\": true]\n",
		    f->seen, f->folders ? "folders" : "files");
	add_unseen(f->walk, &text);
	c->result.output = (struct output_part){
	    .after = text.len - len, .missing = f->cut ? "the search stopped early" : NULL};
	c->result.data = json_pack("{s:o, s:b}", "paths", paths, "truncated", f->cut);
	call_succeed(c, buf_str(&text), text.len, buf_take(&line));
}

static bool find_files_step(struct call *c)
{
	struct finding *f = c->state;
	int64_t deadline = clock_mono_us() + STEP_US;
	struct walk_entry entry;
	do {
		enum walk_status status = walk_poll(f->walk, &entry);
		const bool wanted = status == WALK_ENTRY && entry.folder == f->folders;
		f->seen += wanted;
		if (wanted && (glob_match(f->pattern, entry.path) ||
				  (f->skip && glob_match(f->pattern, entry.path + f->skip)))) {
			f->cut = f->count == f->max;
			if (!f->cut)
				array_push(f->paths, f->count, f->cap, path_shown(entry.path));
		}
		if (status == WALK_END || f->cut) {
			find_finish(c);
			return false;
		}
	} while (clock_mono_us() < deadline);
	return true;
}

static void find_files_start(struct call *c)
{
	const char *path = json_str(c->args, "path", "."),
		   *pattern = json_str(c->args, "pattern", "");
	int ignored = json_flag(c->args, "ignored", false) ? WALK_IGNORED : 0;
	struct error e = ERROR_INIT;
	struct finding *f = c->state = xcalloc(1, sizeof *f);
	size_t len = strlen(pattern);
	f->folders = len > 1 && pattern[len - 1] == '/';
	f->pattern = xstrndup(pattern, len - f->folders);
	f->max = (size_t)setting_int(c->host->settings, "tools.max_entries");
	auto_free char *name = workspace_name(c->host->workspace, path, &e);
	if (name)
		f->walk = call_walk(c, name, WALK_NO_STAT | ignored, &e);
	f->skip = name && strcmp(name, ".") ? strlen(name) + 1 : 0;
	if (f->walk)
		find_files_step(c);
	else
		call_fail_path(c, path, &e);
}

const struct tool tool_find_files = {
    .name = "find_files",
    .class = TOOL_READS,
    .describe = find_files_describe,
    .start = find_files_start,
    .step = find_files_step,
    .stop = find_files_stop,
};
