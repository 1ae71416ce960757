/* SPDX-License-Identifier: MIT
 * Describes the project for a role. The listing is bounded by entries and by time: it is made while a turn begins.
 * Build targets are read from the project's files by config/builds.yaml: foreign text, so names are made safe.
 */

#include "agent/context/project_view.h"

#include "agent/state/agent_state.h"
#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "tools/read/listing.h"
#include "workspace/file/workspace.h"
#include "workspace/walk.h"

#define DEPTH 2
#define LOOK_US 4000

struct visible_paths *project_sight(const struct agent *a)
{
	const struct act act = {
	    .class = TOOL_READS, .tool = "list_files", .path = ".", .workspace = a->workspace};
	enum approve_mode mode = APPROVE_READ_ONLY;

	approve_mode_find(setting_string(a->settings, "approve"), &mode);
	return visible_paths_new(a->permissions, mode, &act);
}

/* ---- What can be built and tested ---------------------------------------------------------------- */

#define FILE_BYTES 262144
#define NAME_CHARS 60

static void add_name(json_t *names, const char *bytes, size_t len, size_t most)
{
	auto_free char *raw = xstrndup(bytes, len), *name = text_line(raw, NAME_CHARS);

	if (*name && json_array_size(names) < most && !json_holds_str(names, name))
		json_array_append_new(names, json_string(name));
}

/* Collects the targets in the text of one file, by a row of the table; each once. */
static void targets_in(const json_t *row, const char *text, size_t len, size_t most, json_t *names)
{
	const char *pattern = json_str(row, "pattern", NULL), *line = text, *end = text + len,
		   *member = json_str(row, "members", NULL);
	struct regex *regex = pattern ? regex_new(pattern, strlen(pattern), REGEX_UTF, NULL) : NULL;
	json_auto_t *value = !pattern && member ? json_parse_foreign(text, len, NULL) : NULL;

	while (regex && line < end && json_array_size(names) < most) {
		const char *nl = memchr(line, '\n', (size_t)(end - line));
		size_t from, to, bytes = (size_t)((nl ? nl : end) - line);

		if (regex_find(regex, line, bytes, 0, NULL, NULL) == REGEX_YES &&
		    regex_group(regex, 1, &from, &to))
			add_name(names, line + from, to - from, most);
		line += bytes + 1;
	}
	regex_free(regex);
	json_members (name, target, json_map(value, member))
		add_name(names, name, strlen(name), most);
}

static void write_build_line(const json_t *row, const json_t *names, struct buf *out)
{
	const char *run = json_str(row, "run", NULL);

	buf_addf(out, "- %s%s ", run ? run : "", run ? ":" : json_str(row, "file", ""));
	if (!run)
		buf_adds(out, "is there: ");
	json_each_at (i, name, names)
		buf_addf(out, "%s%s", i ? ", " : "", json_string_value(name));
	buf_addc(out, '\n');
}

void build_targets(struct workspace *w, struct visible_paths *sight, size_t most, struct buf *out)
{
	json_auto_t *table = config_table("builds.yaml", NULL), *done = json_array();

	json_each (row, json_list(table, "builds")) {
		const char *file = json_str(row, "file", ""), *group = json_str(row, "group", "");
		json_auto_t *names = json_deep_copy(json_list(row, "commands"));
		auto_buf text = BUF_INIT;

		if (!names)
			names = json_array();
		if (!json_holds_str(done, group) && (!sight || visible_paths_shows(sight, file)) &&
		    workspace_read(w, file, FILE_BYTES, &text, NULL, NULL)) {
			targets_in(row, buf_str(&text), text.len, most, names);
			if (json_array_size(names) > 0)
				write_build_line(row, names, out);
			json_array_append_new(done, json_string(group));
		}
	}
}

static void add_listing(struct agent *a, struct buf *out)
{
	size_t most = (size_t)setting_int(a->settings, "strategy.entries");
	struct listing *listing = listing_new(most ? most : 1);
	struct walk *walk = most ? walk_new(a->workspace, ".", 0, NULL) : NULL;
	int64_t until = clock_mono_us() + LOOK_US;
	enum walk_status status = WALK_MORE;

	if (walk)
		walk_guard(walk, project_sight(a));
	while (walk && status != WALK_END && clock_mono_us() < until) {
		struct walk_entry entry;

		status = walk_poll(walk, &entry);
		if (status != WALK_ENTRY)
			continue;
		listing_add(listing, &entry);
		if (entry.depth + 1 >= DEPTH)
			walk_prune(walk);
	}
	if (listing_count(listing) > 0)
		listing_write(listing, a->workspace, 0, out);
	walk_free(walk);
	listing_free(listing);
}

/* Appends a text under the heading of a prompt, nothing if it is empty; frees it. */
static void add_heading_part(struct buf *out, const char *prompt, struct buf *text)
{
	tags_neutralise(text);
	if (text->len) {
		auto_free char *part = prompt_with(prompt, {"text", buf_str(text)});
		buf_adds(out, part);
	}
	buf_free(text);
}

char *project_view(struct agent *a)
{
	size_t bytes = (size_t)setting_int(a->settings, "strategy.instructions_bytes");
	auto_free char *some =
	    text_excerpt(a->head.instructions ? a->head.instructions : "", bytes);
	struct visible_paths *sight = project_sight(a);
	struct buf out = BUF_INIT, said = BUF_INIT, builds = BUF_INIT, entries = BUF_INIT;

	buf_adds(&said, some);
	build_targets(
	    a->workspace, sight, (size_t)setting_int(a->settings, "strategy.targets"), &builds);
	add_listing(a, &entries);
	add_heading_part(&out, "roles/strategist/instructions", &said);
	add_heading_part(&out, "roles/strategist/builds", &builds);
	add_heading_part(&out, "roles/strategist/entries", &entries);
	visible_paths_free(sight);
	return buf_take(&out);
}
