/* SPDX-License-Identifier: MIT
 * Which results join the row of their call. A change of a file always does: its diff belongs there. A
 * command that went well, a file that was read, an answer that the card shows: the row above says it
 * already. What was found, listed or went wrong is said in an [Obs] of its own.
 */
#include "ui/model/result_join.h"

#include "base/base.h"
#include "base/text/diff.h"
#include "tools/tool.h"
#include "tools/tool_set.h"
#include "ui/model/blocks.h"
#include "ui/model/progress.h"

#define DIFF_SHOWN 100 /* a diff of more lines is folded at first */

bool call_tests(const json_t *tool_call)
{
	const struct event_tool_call call = event_read_tool_call(tool_call);
	const char *command = json_str(call.arguments, "command", NULL);

	return command && progress_is_test(command, strlen(command));
}

const struct tool *tool_named(const char *name)
{
	for (size_t i = 0; workspace_tools[i]; i++)
		if (text_is(name, workspace_tools[i]->name))
			return workspace_tools[i];
	return NULL;
}

static const char *class_of(const char *class, const char *tool)
{
	if (class)
		return class;
	const struct tool *known = tool_named(tool);

	return known ? tool_class_name(known->class) : "";
}

const char *call_class(const json_t *tool_call)
{
	const struct event_tool_call call = event_read_tool_call(tool_call);

	return class_of(call.class, call.tool);
}

bool result_changes_file(const struct event_tool_result *result)
{
	return result->ok && json_object_get(result->data, "added");
}

bool result_joins(const struct event_tool_result *result)
{
	/* Of these classes success is all there is to say; of the tools that read, only a file is known by its
	 * call alone. */
	static const char *const plain[] = {"writes", "runs", "asks", "remembers"};
	const char *class = class_of(result->class, result->tool);
	bool says_all = text_is(result->tool, "read_file");

	if (result_changes_file(result))
		return true;
	/* A command that still runs, or that the sandbox made fail, has more to say; a picture can be looked at. */
	if (text_is(result->by, "user") || json_flag(result->data, "running", false) ||
	    json_str(result->data, "sandbox", NULL) || json_object_get(result->data, "images"))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++)
		says_all = says_all || strcmp(class, plain[i]) == 0;
	return result->denied || (result->ok && says_all);
}

void result_keep_path(struct block *b, const struct event_tool_result *result)
{
	string_set(&b->path, json_str(result->data, "path", NULL));
}

/* Returns what the card of this call showed, or NULL where the result shows the change itself. The
 * card is looked for below the call, since a server may use the id of an earlier call again. */
static const struct buf *card_detail(const struct ui_model *m, const struct block *call)
{
	blocks_back (b, m, (size_t)(call - m->blocks) + 1)
		if (b->kind == BLOCK_QUESTION &&
		    text_is(event_read_question(b->data).call, call->key))
			return &b->detail;
	return NULL;
}

const char *result_output(const struct ui_model *m, const struct event_tool_result *result)
{
	const char *text = result->text ? result->text : "";
	const int64_t own = m->full ? 0 : json_int(result->output, "before", 0);

	return own > 0 && (size_t)own <= strlen(text) ? text + own : text;
}

void result_join(struct ui_model *m, struct block *call, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);

	call->joined = true;
	if (result_changes_file(&result)) {
		/* The diff is shown without the words for the model behind it and without "src/a.c:2-3  +2 -1"
		 * before its first hunk, which the row above says; where there is none, that of the card is. */
		const char *said = result.text ? result.text : "";
		const size_t len = strlen(said),
			     after = (size_t)json_int(result.output, "after", 0);
		auto_free char *text = xstrndup(said, after < len ? len - after : len);
		const struct buf *card = diff_has_hunk(text) ? NULL : card_detail(m, call);
		const char *path = json_str(result.data, "path", ""), *second = strchr(text, '\n');
		const bool head = second && strncmp(second + 1, "@@ ", 3) == 0 && *path &&
				  strncmp(text, path, strlen(path)) == 0;
		call->added = (int)json_int(result.data, "added", 0);
		call->removed = (int)json_int(result.data, "removed", 0);
		buf_addf(&call->text, "  +%d -%d", call->added, call->removed);
		if (card && diff_has_hunk(buf_str(card)))
			buf_add(&call->detail, buf_str(card), card->len);
		else
			block_append(&call->detail, head ? second + 1 : text);
		call->diff = diff_has_hunk(buf_str(&call->detail));
		call->folded = !call->diff ||
			       paste_lines(buf_str(&call->detail), call->detail.len) > DIFF_SHOWN;
	} else if (!result.denied)
		block_append(&call->detail, result_output(m, &result));
	else if (!call->answer)
		call->answer = xstrdup(ev->summary ? ev->summary : "denied");
	result_keep_path(call, &result);
}
