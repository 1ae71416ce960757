/* SPDX-License-Identifier: MIT
 * What a request takes is known as a whole, from what servers reported; each part has the share of it that it has
 * of the bytes.
 */
#include "agent/context/context_report.h"

#include "agent/agent_internal.h"
#include "agent/context/window_meter.h"
#include "base/base.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"

enum part { PART_HEAD, PART_TOOLS, PART_PLAN, PART_CONVERSATION, PART_FILES, PART_RESULTS, PARTS };
static const char *const names[PARTS] = {
    [PART_HEAD] = "head",
    [PART_TOOLS] = "tools",
    [PART_PLAN] = "plan",
    [PART_CONVERSATION] = "conversation",
    [PART_FILES] = "files",
    [PART_RESULTS] = "results",
};

static enum part part_of(const json_t *item)
{
	if (strcmp(json_str(item, "type", ""), "tool_result") == 0) {
		const char *tool = event_read_tool_result(item).tool;

		return tool && strcmp(tool, tool_read_file.name) == 0 ? PART_FILES : PART_RESULTS;
	}
	if (strcmp(json_str(item, "kind", ""), "context") == 0)
		return PART_PLAN;
	return attach_is_in(item) ? PART_FILES : PART_CONVERSATION;
}

void context_show(struct agent *a)
{
	const int64_t used = a->head.text ? window_measure(a) : 0;
	size_t bytes[PARTS] = {0}, all = 0;
	json_t *parts = json_array();
	/* The files of instructions are those of the head, then those of folders. */
	json_t *files = a->head.files ? json_copy(a->head.files) : json_array();
	int64_t told = 0;

	json_each (item, a->conversation.items)
		if (event_read_message(item).instructions)
			json_array_append(files, event_read_message(item).instructions);
	bytes[PART_HEAD] = a->head.text ? strlen(a->head.text) : 0;
	bytes[PART_TOOLS] =
	    a->window.head > bytes[PART_HEAD] ? a->window.head - bytes[PART_HEAD] : 0;
	bytes[PART_PLAN] = a->window.tail;
	json_each (item, a->conversation.items)
		bytes[part_of(item)] += item_bytes(item);
	for (size_t i = 0; i < PARTS; i++)
		all += bytes[i];
	for (size_t i = 0; i < PARTS; i++) {
		const bool last = i + 1 == PARTS;
		const int64_t share =
		    all ? (int64_t)((double)used * (double)bytes[i] / (double)all) : 0;

		json_array_append_new(
		    parts, event_build_context_part(&(struct event_context_part){.name = names[i],
			       .tokens = last && bytes[i] ? used - told : share}));
		told += share;
	}
	emit(a->session, EVENT_CONTEXT, NULL,
	    event_build_context(&(struct event_context){.window = a->backend->context_tokens,
		.used = used,
		.parts = parts,
		.files = files}));
}
