/* SPDX-License-Identifier: MIT
 * view_image: a picture of the workspace, for models that see. Its bytes stay with the session; the agent puts them
 * into the conversation behind the results (result_image).
 */
#include "base/base.h"
#include "tools/tool.h"
#include "tools/tool_set.h"

static void view_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "view_image ");
	line_add(line, json_str(args, "path", ""), EVENT_SUMMARY_MAX);
}

static void view_start(struct call *c)
{
	const char *path = json_str(c->args, "path", ""), *slash = strrchr(path, '/');
	const size_t most = (size_t)setting_int(c->host->settings, "attach.max_bytes");
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED), line = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!workspace_read(c->host->workspace, path, most, &bytes, NULL, &e) ||
	    !result_image(c, slash ? slash + 1 : path, buf_str(&bytes), bytes.len, &line, &e)) {
		call_fail(c, "%s", e.message);
		return;
	}
	result_text(c, buf_str(&line), line.len);
	c->result.ok = true;
	c->result.summary = buf_take(&line);
	call_finish(c);
}

const struct tool tool_view_image = {
    .name = "view_image",
    .class = TOOL_READS,
    .describe = view_describe,
    .start = view_start,
};
