/* SPDX-License-Identifier: MIT
 * The files are the project's, so what they say is foreign text: names are made safe, bounded in length and
 * number.
 */
#include "agent/context/build_targets.h"

#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "workspace/file/workspace.h"
#include "workspace/walk.h"

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
