/* SPDX-License-Identifier: MIT
 * Makes a reply as events of Anthropic Messages: thinking with a signature that shows whether it comes back
 * unchanged, text, calls.
 */
#include "tests/support/server/frames.h"
#include "tests/support/server/request_check.h"

#include <stdlib.h>
#include <string.h>

static json_t *usage_of(const json_t *map)
{
	const json_t *usage = json_map(map, "usage");
	int64_t cached = json_int(json_map(usage, "prompt_tokens_details"), "cached_tokens", 0);

	if (usage == NULL)
		return json_object();
	return json_pack("{sI sI sI sI sO*}", "input_tokens",
	    (json_int_t)(json_int(usage, "prompt_tokens", 0) - cached), "cache_read_input_tokens",
	    (json_int_t)cached, "cache_creation_input_tokens", (json_int_t)0, "output_tokens",
	    (json_int_t)json_int(usage, "completion_tokens", 0), "service_tier",
	    json_object_get(usage, "service_tier"));
}

static const char *stop_reason(const json_t *map)
{
	static const char *const words[][2] = {{"stop", "end_turn"}, {"length", "max_tokens"},
	    {"tool_calls", "tool_use"}, {"content_filter", "refusal"}};
	bool calls = json_array_size(json_list(map, "calls")) > 0;
	const char *finish = json_str(map, "finish", calls ? "tool_calls" : "stop");

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i][0], finish) == 0)
			return words[i][1];
	return finish;
}

static void delta(struct making *m, const char *kind, size_t index, const char *text, size_t len)
{
	bool thinks = strcmp(kind, "reasoning") == 0, words = strcmp(kind, "text") == 0;
	const char *type = thinks ? "thinking_delta" : words ? "text_delta" : "input_json_delta";
	const char *key = thinks ? "thinking" : words ? "text" : "partial_json";

	add_delta_event(m, "content_block_delta",
	    json_pack("{ss sI s{ss so}}", "type", "content_block_delta", "index", (json_int_t)index,
		"delta", "type", type, key, json_stringn(text, len)));
}

static void block(struct making *m, const char *event, size_t index, json_t *block)
{
	json_t *value = json_pack("{ss sI}", "type", event, "index", (json_int_t)index);

	if (block != NULL)
		json_object_set_new(value, "content_block", block);
	add_event(m, event, value);
}

static void think(struct making *m, size_t index)
{
	json_t *text = joined_text(m->map, "reasoning");
	char *signature = signature_of(json_string_value(text));

	block(m, "content_block_start", index,
	    json_pack("{ss ss ss}", "type", "thinking", "thinking", "", "signature", ""));
	add_pieces(m, "reasoning", index, json_object_get(m->map, "reasoning"));
	add_event(m, "content_block_delta",
	    json_pack("{ss sI s{ss ss}}", "type", "content_block_delta", "index", (json_int_t)index,
		"delta", "type", "signature_delta", "signature", signature));
	block(m, "content_block_stop", index, NULL);
	free(signature);
	json_decref(text);
}

static void call(struct making *m, const json_t *call, size_t number, size_t index)
{
	char *arguments = arguments_of(call), *id = id_of(call, number);
	json_t *text = json_string(arguments);

	block(m, "content_block_start", index,
	    json_pack("{ss ss ss s{}}", "type", "tool_use", "id", id, "name",
		json_str(call, "name", ""), "input"));
	add_pieces(m, "arguments", index, text);
	block(m, "content_block_stop", index, NULL);
	json_decref(text);
	free(arguments);
	free(id);
}

static void ending(struct making *m)
{
	const json_t *error = json_object_get(m->map, "error_in_stream");

	if (error != NULL) {
		add_event(m, "error",
		    json_pack("{ss s{ss ss}}", "type", "error", "error", "type",
			json_str(error, "type", "api_error"), "message",
			json_is_string(error) ? json_string_value(error)
					      : json_str(error, "message", "scripted failure")));
		return;
	}
	if (!json_flag(m->map, "no_finish", false))
		add_event(m, "message_delta",
		    json_pack("{ss s{ss sn} so}", "type", "message_delta", "delta", "stop_reason",
			stop_reason(m->map), "stop_sequence", "usage", usage_of(m->map)));
	if (!json_flag(m->map, "no_done", false))
		add_event(m, "message_stop", json_pack("{ss}", "type", "message_stop"));
}

void make_messages(struct making *m)
{
	json_t *calls = json_list(m->map, "calls"), *one;
	bool floods = json_int(m->map, "deltas", 0) > 0 || json_int(m->map, "huge_line", 0) > 0;
	size_t i, index = 0;

	m->delta = delta;
	add_event(m, "message_start",
	    json_pack("{ss s{ss ss ss s[] ss so}}", "type", "message_start", "message", "id",
		"msg_1", "type", "message", "role", "assistant", "content", "model", m->model,
		"usage", usage_of(m->map)));
	if (json_object_get(m->map, "reasoning") != NULL)
		think(m, index++);
	if (json_object_get(m->map, "text") != NULL || floods) {
		block(m, "content_block_start", index,
		    json_pack("{ss ss}", "type", "text", "text", ""));
		add_pieces(m, "text", index, json_object_get(m->map, "text"));
		add_flood(m);
		block(m, "content_block_stop", index++, NULL);
	}
	json_array_foreach (calls, i, one)
		call(m, one, i, index++);
	if (!stopped(m))
		ending(m);
}

char *whole_messages(const struct making *m)
{
	json_t *calls = json_list(m->map, "calls"), *one, *content = json_array();
	json_t *text = joined_text(m->map, "text");
	size_t i;

	if (json_is_string(text))
		json_array_append_new(content, json_pack("{ss sO}", "type", "text", "text", text));
	json_array_foreach (calls, i, one) {
		char *arguments = arguments_of(one), *id = id_of(one, i);
		json_t *input = json_loads(arguments, 0, NULL);

		json_array_append_new(content,
		    json_pack("{ss ss ss so}", "type", "tool_use", "id", id, "name",
			json_str(one, "name", ""), "input", input ? input : json_object()));
		free(arguments);
		free(id);
	}
	json_t *whole = json_pack("{ss ss ss so ss ss so}", "id", "msg_1", "type", "message",
	    "role", "assistant", "content", content, "model", m->model, "stop_reason",
	    stop_reason(m->map), "usage", usage_of(m->map));
	char *line = json_line(whole);
	json_decref(whole);
	json_decref(text);
	return line;
}
