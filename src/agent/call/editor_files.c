/* SPDX-License-Identifier: MIT
 * Exchanges the files of calls with the user's editor. The disk is read first: the editor is not asked for a file that
 * is no text, and its text counts as unchanged if only the byte order mark or the line ends differ from the disk.
 */
#include "agent/call/editor_files.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/file.h"
#include "session/event/event_data.h"

/* Returns the paths of a call of the classes `least` to TOOL_WRITES, if the editor offers what `offer` names ("read",
 * "write"); new reference, NULL: none. */
static json_t *files_of(const struct call_slot *s, const char *offer, enum tool_class least)
{
	const struct tool *tool = s->call.tool;

	if (s->turn->agent->level > 0 ||
	    !json_holds_str(setting_json(s->turn->settings, "acp.files"), offer) || !tool ||
	    !s->call.args || tool_class_of(tool, s->call.args) < least ||
	    tool_class_of(tool, s->call.args) > TOOL_WRITES)
		return NULL;
	return tool->paths ? tool->paths(s->call.args)
			   : json_pack("[s*]", json_str(s->call.args, "path", NULL));
}

static bool read_disk(const struct agent *a, const char *path, struct buf *out)
{
	const size_t most = (size_t)setting_int(a->settings, "tools.read_bytes");

	return workspace_read(a->workspace, path, most, out, NULL, NULL) &&
	       !text_is_binary(buf_str(out), out->len) && utf8_valid(buf_str(out), out->len);
}

/* Sends the editor a request about a file and waits; *answer: new reference. False: cancelled. */
static bool ask_editor(struct agent *a, const char *method, const char *path, json_t **answer)
{
	auto_free char *name = workspace_name(a->workspace, path, NULL),
		       *whole = file_join(workspace_path(a->workspace), name);

	return client_await(a->session, method,
	    json_pack("{s:o}", "path", json_text(whole, strlen(whole))), answer);
}

/* Appends a text without its byte order mark, its lines ended by `end`. */
static void add_lines(struct buf *out, const char *text, const char *end)
{
	for (text += text_bom(text, strlen(text)); *text; text++)
		if (strncmp(text, "\r\n", 2) == 0 || *text == '\n') {
			buf_adds(out, end);
			text += *text == '\r';
		} else {
			buf_addc(out, *text);
		}
}

static void take_buffer(const struct agent *a, const char *path, const char *disk, const char *text)
{
	auto_buf was = BUF_LIMIT(BUF_UNBOUNDED), is = BUF_LIMIT(BUF_UNBOUNDED);

	add_lines(&was, disk, "\n");
	add_lines(&is, text, "\n");
	if (strcmp(buf_str(&was), buf_str(&is)) == 0)
		return;
	buf_clear(&is);
	buf_add(&is, disk, text_bom(disk, strlen(disk)));
	add_lines(&is, text, strstr(disk, "\r\n") ? "\r\n" : "\n");
	workspace_lay(a->workspace, path, buf_str(&is), is.len);
}

bool editor_files_take(struct call_slot *s)
{
	struct agent *a = s->turn->agent;
	json_auto_t *files = files_of(s, "read", TOOL_READS);

	json_each (file, files) {
		auto_buf disk = BUF_LIMIT(BUF_UNBOUNDED);
		json_auto_t *answer = NULL;
		const char *path = json_string_value(file);

		if (!read_disk(a, path, &disk))
			continue;
		if (!ask_editor(a, "fs/read_text_file", path, &answer))
			return false;
		const struct event_answer said = event_read_answer(answer);
		if (text_is(said.choice, "done"))
			take_buffer(a, path, buf_str(&disk), said.text ? said.text : "");
	}
	return true;
}

void editor_files_give(struct call_slot *slots, size_t count)
{
	struct agent *a = slots->turn->agent;

	workspace_lay(a->workspace, NULL, NULL, 0);
	for (size_t i = 0; i < count; i++) {
		json_auto_t *files = files_of(&slots[i], "write", TOOL_WRITES);

		json_each (file, files) {
			auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
			json_auto_t *answer = NULL;
			const char *path = json_string_value(file);

			if (!slots[i].call.result.ok || !read_disk(a, path, &text) ||
			    !ask_editor(a, "fs/write_text_file", path, &answer))
				continue;
			const struct event_answer said = event_read_answer(answer);
			if (!text_is(said.choice, "done"))
				emit_notice(a->session, "warning",
				    "the editor did not take what was written to %s: %s", path,
				    said.text ? said.text : "");
		}
	}
}
