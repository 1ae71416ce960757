/*
 * The rows of the tools in this folder, one per file. workspace_tools and patch_tools (tool_set.h) list them;
 * who needs one tool only takes it from here.
 */
#ifndef TOOLS_TOOL_ROWS_H
#define TOOLS_TOOL_ROWS_H

#include "tools/tool.h"

extern const struct tool tool_list_files, tool_find_files, tool_search_text, tool_read_file,
    tool_write_file, tool_edit_file, tool_run_command, tool_ask_user, tool_apply_patch, tool_think;

#endif
