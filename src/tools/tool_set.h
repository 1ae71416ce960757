/* SPDX-License-Identifier: MIT
 * The set of tools a model is offered, in the order it is told of them, and what is said of each: its
 * description and the schema of its arguments. The rows are static; the set owns the list alone.
 */
#ifndef TOOLS_TOOL_SET_H
#define TOOLS_TOOL_SET_H

#include "tools/tool.h"

struct tool_set;
/* Returns an empty set, never NULL. */
struct tool_set *tool_set_new(void);
void tool_set_free(struct tool_set *set); /* NULL is accepted */

/* Both add rows that end with NULL; the rows are borrowed until the set is freed. Unlisted tools run when
 * they are called but are not offered; of these, a name that is in the set already is passed over. */
void tool_set_add(struct tool_set *set, const struct tool *const *rows);
void tool_set_add_unlisted(struct tool_set *set, const struct tool *const *rows);

/* Return the tool of exactly this name, and the i-th of the set, listed or not. NULL: there is none. */
const struct tool *tool_find(const struct tool_set *set, const char *name);
const struct tool *tool_at(const struct tool_set *set, size_t i);
/* Whether the i-th is offered; false past the end too. */
bool tool_is_listed(const struct tool_set *set, size_t i);
/* Appends the error for a name that is no tool: "no tool 'x' (did you mean 'y'?); tools: a, b". */
void tool_set_unknown(const struct tool_set *set, const char *name, struct buf *why);

/* ---- What a model is told of a tool; all return new references, never NULL ---- */

/* Returns {name, description, parameters} of one tool. s: has the number that the description names
 * (tool.setting); NULL: it is not filled in. show: an array of names of arguments that are accepted but
 * normally not offered, to be offered here; NULL: none. */
json_t *tool_describe(const struct tool *tool, const struct settings *s, const json_t *show);
/* Returns an array of the listed tools, each as by tool_describe. */
json_t *tool_set_describe(const struct tool_set *set, const struct settings *s);
/* Returns the schema that arguments are checked by, with the limits that are settings filled in. s
 * NULL: such limits are left out. */
json_t *tool_schema(const struct tool *tool, const struct settings *s);
/* Returns the schema as it is sent: without bounds and whatever else some server refuses. show: as for
 * tool_describe. */
json_t *tool_schema_sent(const struct tool *tool, const json_t *show);

/* Parses and checks arguments as a model sent them; blank text is {}. Returns a new reference, or NULL
 * with the reason appended to why, in words for the model. Implemented in dialect.c. */
json_t *tool_arguments(const struct tool *tool, const struct settings *s, const char *text,
    size_t len, struct buf *why);

/* The rows of src/tools, NULL-terminated: list_files to ask_user; and, not offered to every model,
 * apply_patch, a second way to change files, and think. */
extern const struct tool *const workspace_tools[];
extern const struct tool *const patch_tools[];

/*
 * The rows of the tools in this folder. workspace_tools and patch_tools list them; these names are for
 * callers that need one tool only.
 */
extern const struct tool tool_list_files, tool_find_files, tool_search_text, tool_read_file,
    tool_view_image, tool_write_file, tool_edit_file, tool_run_command, tool_fetch_url,
    tool_ask_user, tool_apply_patch, tool_think;

#endif
