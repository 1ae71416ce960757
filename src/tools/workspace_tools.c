/* SPDX-License-Identifier: MIT
 * The list of the workspace's tools, in the order models are told of them; think, view_image and ask_user.
 */
#include "base/base.h"
#include "config/prompt.h"
#include "tools/tool.h"
#include "tools/tool_set.h"

/* think: models trained on other agents call it to note a thought. It does nothing, and is never
 * offered, since thinking needs no call. */

static void think_start(struct call *c)
{
	auto_free char *text = prompt_text("turn/thought", NULL, 0);

	call_succeed(c, text, strlen(text), xstrdup("noted"));
}

const struct tool tool_think = {
    .name = "think",
    .class = TOOL_READS,
    .start = think_start,
};

/* view_image: shows a picture of the workspace to models that can see. Its bytes stay with the session;
 * the agent puts them into the conversation after the results (result_image). */

static void view_start(struct call *c)
{
	const char *path = json_str(c->args, "path", ""), *slash = strrchr(path, '/');
	const size_t most = (size_t)setting_int(c->host->settings, "attach.max_bytes");
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED), line = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!workspace_read(c->host->workspace, path, most, &bytes, NULL, &e) ||
	    !result_image(c, slash ? slash + 1 : path, buf_str(&bytes), bytes.len, &line, &e))
		call_fail(c, "%s", e.message);
	else
		call_succeed(c, buf_str(&line), line.len, xstrdup(buf_str(&line)));
}

const struct tool tool_view_image = {
    .name = "view_image",
    .class = TOOL_READS,
    .names = "path",
    .start = view_start,
};

/* ask_user: a question for the person. Tools never wait, so the agent asks (ask_await) and puts
 * the answer into c->state; this tool turns it into a result. c->state NULL: there was nobody to
 * ask. */

#define LINE_MAX_CHARS 120

static void ask_user_describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "ask_user ");
	line_add(line, json_str(args, "question", ""), LINE_MAX_CHARS);
}

static void ask_user_start(struct call *c)
{
	const struct event_answer said = event_read_answer(c->state);
	/* The person's own words win over the option chosen; a denial without words is no answer. */
	const char *answer = said.text && *said.text			     ? said.text
			     : *said.choice && strcmp(said.choice, "denied") ? said.choice
									     : NULL;
	struct buf line = BUF_INIT;

	if (!answer) {
		call_fail(c, "nobody to ask: choose a reasonable assumption, go on, and say in the "
			     "answer what was assumed");
		return;
	}
	c->result.data = json_pack("{s:s}", "answer", answer);
	buf_adds(&line, "answer: ");
	line_add(&line, answer, LINE_MAX_CHARS);
	call_succeed(c, answer, strlen(answer), buf_take(&line));
}

const struct tool tool_ask_user = {
    .name = "ask_user",
    .class = TOOL_ASKS,
    .describe = ask_user_describe,
    .start = ask_user_start,
};

const struct tool *const workspace_tools[] = {
    &tool_list_files,
    &tool_find_files,
    &tool_search_text,
    &tool_read_file,
    &tool_view_image,
    &tool_write_file,
    &tool_edit_file,
    &tool_run_command,
    &tool_fetch_url,
    &tool_ask_user,
    NULL,
};

const struct tool *const patch_tools[] = {
    &tool_apply_patch,
    &tool_think,
    NULL,
};
