/* SPDX-License-Identifier: MIT
 * Arguments as a model sends them, to each tool: refused with a reason that names the tool, or an
 * object that every tool can put into one line of valid text.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/utf8.h"
#include "tools/tool.h"
#include "tools/tool_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_tool(const struct tool *tool, const char *text, size_t len)
{
	struct buf why = BUF_INIT, line = BUF_INIT;
	json_t *args = tool_arguments(tool, NULL, text, len, &why);

	if (args) {
		check(json_is_object(args) && !why.len);
		tool_line(tool, args, &line);
		check(strncmp(buf_str(&line), tool->name, strlen(tool->name)) == 0);
		check(utf8_valid(line.data, line.len));
		check(!strpbrk(line.data, "\n\r\x1b"));
		tool_class_of(tool, args);
	} else {
		check(strstr(buf_str(&why), tool->name) != NULL);
	}
	json_decref(args);
	buf_free(&why);
	buf_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; workspace_tools[i]; i++)
		check_tool(workspace_tools[i], (const char *)data, size);
	return 0;
}
