/*
 * The tools of the workspace, in the order the model is told of them.
 */
#include "tools/tool.h"

#include "tools/tool_rows.h"
#include "tools/tool_set.h"

const struct tool *const workspace_tools[] = {
    &tool_list_files,
    &tool_find_files,
    &tool_search_text,
    &tool_read_file,
    &tool_write_file,
    &tool_edit_file,
    &tool_run_command,
    &tool_ask_user,
    NULL,
};

const struct tool *const patch_tools[] = {
    &tool_apply_patch,
    &tool_think,
    NULL,
};
