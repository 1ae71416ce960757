/* SPDX-License-Identifier: MIT
 * Makes a reply as events of OpenAI Responses: reasoning as an item whose encrypted content shows whether it
 * comes back unchanged, a message, calls.
 */
#include "tests/support/server/frames.h"
#include "tests/support/server/request_check.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"

static int items; /* numbers the items, each of which has an id of its own, whatever the response */

static json_t *usage_of(const json_t *map)
{
	const json_t *usage = json_map(map, "usage");

	if (usage == NULL)
		return json_null();
	return json_pack("{sI s{sI} sI s{sI}}", "input_tokens",
	    (json_int_t)json_int(usage, "prompt_tokens", 0), "input_tokens_details",
	    "cached_tokens",
	    (json_int_t)json_int(json_map(usage, "prompt_tokens_details"), "cached_tokens", 0),
	    "output_tokens", (json_int_t)json_int(usage, "completion_tokens", 0),
	    "output_tokens_details", "reasoning_tokens", (json_int_t)0);
}

static void delta(struct making *m, const char *kind, size_t index, const char *text, size_t len)
{
	bool thinks = strcmp(kind, "reasoning") == 0, words = strcmp(kind, "text") == 0;
	const char *type = thinks  ? "response.reasoning_summary_text.delta"
			   : words ? "response.output_text.delta"
				   : "response.function_call_arguments.delta";
	char *id = xasprintf("item_%d", items);

	add_delta_event(m, type,
	    json_pack("{ss sI ss so}", "type", type, "output_index", (json_int_t)index, "item_id",
		id, "delta", json_stringn(text, len)));
	free(id);
}

static json_t *message_item(const json_t *text)
{
	return json_pack("{ss ss ss s[{ss sO}]}", "type", "message", "role", "assistant", "status",
	    "completed", "content", "type", "output_text", "text", text);
}

static json_t *reasoning_item(const json_t *text)
{
	char *sealed = signature_of(json_string_value(text));
	json_t *item = json_pack("{ss s[{ss sO}] ss}", "type", "reasoning", "summary", "type",
	    "summary_text", "text", text, "encrypted_content", sealed);

	free(sealed);
	return item;
}

static json_t *call_item(const json_t *call, size_t number)
{
	char *arguments = arguments_of(call), *id = id_of(call, number);
	json_t *item = json_pack("{ss ss ss ss ss}", "type", "function_call", "call_id", id, "name",
	    json_str(call, "name", ""), "arguments", arguments, "status", "completed");

	free(arguments);
	free(id);
	return item;
}

/* Adds the events of an item from its beginning to its end, with its pieces between. */
static void add_item(
    struct making *m, size_t index, json_t *item, const char *kind, const json_t *pieces)
{
	static const char *const grows[] = {"summary", "content", "arguments", "encrypted_content"};
	json_t *empty = json_copy(item);
	char *id = xasprintf("item_%d", ++items);

	for (size_t i = 0; i < sizeof grows / sizeof *grows; i++)
		if (json_object_get(empty, grows[i]))
			json_object_set_new(empty, grows[i],
			    json_is_array(json_object_get(empty, grows[i])) ? json_array()
									    : json_string(""));
	json_object_set_new(empty, "id", json_string(id));
	json_object_set_new(item, "id", json_string(id));
	add_event(m, "response.output_item.added",
	    json_pack("{ss sI so}", "type", "response.output_item.added", "output_index",
		(json_int_t)index, "item", empty));
	add_pieces(m, kind, index, pieces);
	if (strcmp(kind, "text") == 0)
		add_flood(m);
	add_event(m, "response.output_item.done",
	    json_pack("{ss sI so}", "type", "response.output_item.done", "output_index",
		(json_int_t)index, "item", item));
	free(id);
}

static json_t *response_of(const struct making *m, json_t *output)
{
	const char *finish = json_str(m->map, "finish", "stop");
	bool cut = strcmp(finish, "length") == 0 || strcmp(finish, "content_filter") == 0;
	json_t *value = json_pack("{ss ss ss so sO*}", "id", "resp_1", "object", "response",
	    "model", m->model, "output", output, "service_tier",
	    json_object_get(json_map(m->map, "usage"), "service_tier"));

	json_object_set_new(value, "status", json_string(cut ? "incomplete" : "completed"));
	if (cut)
		json_object_set_new(value, "incomplete_details",
		    json_pack("{ss}", "reason",
			strcmp(finish, "length") == 0 ? "max_output_tokens" : finish));
	json_object_set_new(value, "usage", usage_of(m->map));
	return value;
}

static void ending(struct making *m)
{
	const json_t *error = json_object_get(m->map, "error_in_stream");
	json_t *response = response_of(m, json_array());
	bool cut = json_object_get(response, "incomplete_details") != NULL;
	const char *type = cut ? "response.incomplete" : "response.completed";

	if (error != NULL) {
		json_object_set_new(response, "status", json_string("failed"));
		json_object_set_new(response, "error",
		    json_pack("{ss ss}", "code", json_str(error, "code", "server_error"), "message",
			json_is_string(error) ? json_string_value(error)
					      : json_str(error, "message", "scripted failure")));
		type = "response.failed";
	}
	if (error == NULL && json_flag(m->map, "no_finish", false))
		json_decref(response);
	else
		add_event(m, type, json_pack("{ss so}", "type", type, "response", response));
}

void make_responses(struct making *m)
{
	json_t *calls = json_list(m->map, "calls"), *one;
	json_t *text = joined_text(m->map, "text"), *thought = joined_text(m->map, "reasoning");
	bool huge = json_int(m->map, "huge_line", 0) > 0;
	size_t i, index = 0;

	m->delta = delta;
	add_event(m, "response.created",
	    json_pack("{ss s{ss ss ss}}", "type", "response.created", "response", "id", "resp_1",
		"model", m->model, "status", "in_progress"));
	if (json_is_string(thought))
		add_item(m, index++, reasoning_item(thought), "reasoning",
		    json_object_get(m->map, "reasoning"));
	if (json_is_string(text) || huge) {
		json_t *words = json_is_string(text) ? json_incref(text) : json_string("");

		add_item(m, index++, message_item(words), "text", json_object_get(m->map, "text"));
		json_decref(words);
	}
	json_array_foreach (calls, i, one) {
		json_t *item = call_item(one, i),
		       *arguments = json_incref(json_object_get(item, "arguments"));

		add_item(m, index++, item, "arguments", arguments);
		json_decref(arguments);
	}
	if (!stopped(m))
		ending(m);
	json_decref(text);
	json_decref(thought);
}

char *whole_responses(const struct making *m)
{
	json_t *calls = json_list(m->map, "calls"), *one, *output = json_array();
	json_t *text = joined_text(m->map, "text");
	size_t i;

	if (json_is_string(text))
		json_array_append_new(output, message_item(text));
	json_array_foreach (calls, i, one)
		json_array_append_new(output, call_item(one, i));
	json_t *whole = response_of(m, output);
	char *line = json_line(whole);
	json_decref(whole);
	json_decref(text);
	return line;
}
