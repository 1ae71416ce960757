/* SPDX-License-Identifier: MIT
 * Checks requests by their protocol (request_check.h): https://platform.openai.com/docs/api-reference/chat,
 * https://docs.anthropic.com/en/api/messages, https://platform.openai.com/docs/api-reference/responses
 */
#include "tests/support/server/request_check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "tests/support/schema_rules.h"
#include "tests/support/server/frames.h"

struct calls {
	json_t *open;	/* id -> true, of calls that are not answered */
	json_t *seen;	/* ids of all calls, and of reasoning */
	bool answering; /* some of the open ones of a reply were answered */
};

static bool is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static bool is_object_text(const char *text)
{
	json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	bool object = json_is_object(value);

	json_decref(value);
	return object;
}

/* Whether name matches ^[a-zA-Z0-9_-]{1,64}$. */
static bool is_name(const char *name)
{
	size_t len = 0;

	while (isalnum((unsigned char)name[len]) || (name[len] && strchr("_-", name[len])))
		len++;
	return len > 0 && len <= 64 && !name[len];
}

static const char *open_call(struct calls *c, const char *id, const char *name, const char *marks)
{
	if (!*id || strlen(id) > 40)
		return "a call without an id, or with one that is too long";
	for (const char *s = id; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr(marks, *s))
			return "an id with a character no id has";
	if (!is_name(name))
		return "a call whose name is none that servers take";
	if (json_object_get(c->seen, id))
		return "two calls with one id";
	json_object_set_new(c->open, id, json_true());
	json_object_set_new(c->seen, id, json_true());
	return NULL;
}

static const char *close_call(struct calls *c, const char *id)
{
	return json_object_del(c->open, id) == 0 ? NULL : "a result without its call";
}

static const char *chat_message(const json_t *m, struct calls *c, size_t at, const char *last)
{
	const char *role = json_str(m, "role", ""), *fault = NULL;
	const json_t *calls = json_list(m, "tool_calls"), *call;
	bool system = is(role, "system") || is(role, "developer");
	size_t i;

	if (system && at != 0)
		return "a system message elsewhere than first";
	if (is(role, "tool"))
		return close_call(c, json_str(m, "tool_call_id", ""));
	if (json_object_size(c->open))
		return "something else before the results of all calls";
	if (!system && is(role, last))
		return "two neighbours of one role";
	if (is(role, "user") && is(last, "tool"))
		return "a user's message right after a result";
	if (is(role, "assistant") && (!*last || is(last, "system") || is(last, "developer")))
		return "a history that does not begin with the user";
	if (!is(role, "assistant"))
		return system || is(role, "user") ? NULL : "a role nobody knows";
	if (!json_array_size(calls) && !json_string_length(json_object_get(m, "content")))
		return "an assistant that says nothing";
	json_array_foreach (calls, i, call) {
		const json_t *function = json_map(call, "function");

		if (!fault)
			fault = open_call(
			    c, json_str(call, "id", ""), json_str(function, "name", ""), "_-.:");
		if (!fault && !is_object_text(json_str(function, "arguments", "")))
			fault = "arguments that are no object";
	}
	return fault;
}

static const char *check_chat(const json_t *body, struct calls *c)
{
	const json_t *message;
	const char *last = "", *fault;
	size_t i;

	json_array_foreach (json_list(body, "messages"), i, message) {
		fault = chat_message(message, c, i, last);
		if (fault)
			return fault;
		last = json_str(message, "role", "");
	}
	return json_object_size(c->open) ? "a call without its result" : NULL;
}

/* Whether a block that frames_messages.c signed is unchanged. */
static bool is_signed(const json_t *block)
{
	char *wanted = signature_of(json_str(block, "thinking", ""));
	bool same = is(wanted, json_str(block, "signature", ""));

	free(wanted);
	return same;
}

static const char *messages_block(
    const json_t *block, const char *role, struct calls *c, bool *others)
{
	const char *type = json_str(block, "type", "");
	bool user = is(role, "user");

	if (is(type, "tool_result")) {
		if (!user || *others)
			return "a result that is not first in the user's message";
		return close_call(c, json_str(block, "tool_use_id", ""));
	}
	*others = true;
	if (user && json_object_size(c->open))
		return "something else before the results of all calls";
	if (is(type, "text")) {
		const char *text = json_str(block, "text", "");

		return text[strspn(text, " \t\r\n")] ? NULL : "a text of blanks alone";
	}
	if (user)
		return "a block that no user says";
	if (is(type, "thinking"))
		return is_signed(block) ? NULL : "thinking that is not what was signed";
	if (is(type, "redacted_thinking"))
		return *json_str(block, "data", "") ? NULL : "redacted thinking without its data";
	if (!is(type, "tool_use"))
		return "a block nobody knows";
	if (!json_is_object(json_object_get(block, "input")))
		return "arguments that are no object";
	return open_call(c, json_str(block, "id", ""), json_str(block, "name", ""), "_-");
}

static const char *messages_message(const json_t *m, struct calls *c, const char *last)
{
	const char *role = json_str(m, "role", ""), *fault;
	const json_t *content = json_list(m, "content"), *block;
	bool others = false;
	size_t i;

	if (!is(role, "user") && !is(role, "assistant"))
		return "a role nobody knows";
	if (is(role, last))
		return "two neighbours of one role";
	if (!*last && !is(role, "user"))
		return "a history that does not begin with the user";
	if (!json_array_size(content) && !json_string_length(json_object_get(m, "content")))
		return "a message that says nothing";
	if (is(role, "assistant") && json_object_size(c->open))
		return "a call without its result";
	json_array_foreach (content, i, block) {
		fault = messages_block(block, role, c, &others);
		if (fault)
			return fault;
	}
	return is(role, "user") && json_object_size(c->open) ? "a call without its result" : NULL;
}

static size_t marks_in(const json_t *value)
{
	const json_t *child;
	const char *key;
	size_t i, n = json_object_get(value, "cache_control") != NULL;

	json_array_foreach (value, i, child)
		n += marks_in(child);
	json_object_foreach ((json_t *)value, key, child)
		n += marks_in(child);
	return n;
}

/* Returns a fault if the request has a budget of thinking and its last reply does not begin with thinking. */
static const char *check_thinking(const json_t *body)
{
	const json_t *messages = json_list(body, "messages"), *m, *content;
	size_t i = json_array_size(messages);

	if (!is(json_str(json_map(body, "thinking"), "type", ""), "enabled"))
		return NULL;
	while (i-- > 0) {
		m = json_array_get(messages, i);
		content = json_list(m, "content");
		if (is(json_str(m, "role", ""), "assistant"))
			return strstr(json_str(json_array_get(content, 0), "type", ""), "thinking")
				   ? NULL
				   : "a last reply that does not begin with its thinking";
	}
	return NULL;
}

/* Checks output_config: the effort, and the schema of the answer, which cannot be asked of an answer already begun. */
static const char *check_output_config(const json_t *body)
{
	const json_t *config = json_object_get(body, "output_config"),
		     *format = json_object_get(config, "format"),
		     *messages = json_list(body, "messages"),
		     *last = json_array_get(messages, json_array_size(messages) - 1);
	const char *effort = json_str(config, "effort", "high");

	if (config && !json_object_size(config))
		return "output_config that says nothing";
	if (!is(effort, "low") && !is(effort, "medium") && !is(effort, "high") &&
	    !is(effort, "xhigh") && !is(effort, "max"))
		return "an effort nobody knows";
	if (json_object_size(config) >
	    (json_object_get(config, "effort") != NULL) + (size_t)(format != NULL))
		return "output_config with a member nobody knows";
	if (!format)
		return NULL;
	if (!is(json_str(format, "type", ""), "json_schema") || json_object_size(format) != 2)
		return "a format that is no schema alone";
	if (is(json_str(last, "role", ""), "assistant"))
		return "a format beside an answer that was begun";
	return schema_rules_fault(json_object_get(format, "schema"));
}

static const char *check_messages(const json_t *body, struct calls *c)
{
	const json_t *message;
	const char *last = "", *fault;
	size_t i;

	if (json_int(body, "max_tokens", 0) < 1)
		return "max_tokens is missing";
	if (marks_in(body) > 4)
		return "more than four marks of what is to be kept";
	json_array_foreach (json_list(body, "messages"), i, message) {
		fault = messages_message(message, c, last);
		if (fault)
			return fault;
		last = json_str(message, "role", "");
	}
	if (json_object_size(c->open))
		return "a call without its result";
	if (json_object_size(c->seen) && !json_list(body, "tools"))
		return "a conversation with calls and no tools";
	fault = check_thinking(body);
	return fault ? fault : check_output_config(body);
}

/* Returns what is wrong with a reasoning item before `next`. The items of a reply are sent back whole and in order,
 * "input += response.output", followed by the outputs of its calls
 * (https://platform.openai.com/docs/guides/function-calling): so words and reasoning may stand between calls, and
 * nothing between their outputs. Reasoning without the item it was made with is refused: "Item 'rs_...' of type
 * 'reasoning' was provided without its required following item"; of several in a row the last one leads to that item
 * (https://platform.openai.com/docs/guides/reasoning). */
static const char *reasoning_fault(const json_t *item, const json_t *next, struct calls *c)
{
	const json_t *summary = json_array_get(json_list(item, "summary"), 0);
	const char *type = json_str(next, "type", "");
	char *wanted = signature_of(json_str(summary, "text", ""));
	bool same = is(wanted, json_str(item, "encrypted_content", ""));

	free(wanted);
	if (!same)
		return "reasoning that is not what was encrypted";
	if (c->answering)
		return "reasoning between the results of calls";
	if (json_object_get(c->seen, json_str(item, "id", "")))
		return "reasoning that was there before";
	if (json_str(item, "id", NULL))
		json_object_set_new(c->seen, json_str(item, "id", NULL), json_true());
	return is(type, "function_call") || is(type, "reasoning") ||
		       is(json_str(next, "role", ""), "assistant")
		   ? NULL
		   : "reasoning without what it led to";
}

static const char *responses_item(const json_t *item, const json_t *next, struct calls *c)
{
	const char *type = json_str(item, "type", "message"), *role = json_str(item, "role", "");

	if (is(type, "reasoning"))
		return reasoning_fault(item, next, c);
	if (is(type, "function_call") && c->answering)
		return "a call between the results of others";
	if (is(type, "function_call"))
		return is_object_text(json_str(item, "arguments", ""))
			   ? open_call(
				 c, json_str(item, "call_id", ""), json_str(item, "name", ""), "_-")
			   : "arguments that are no object";
	if (is(type, "function_call_output")) {
		const char *fault = json_is_string(json_object_get(item, "output"))
					? close_call(c, json_str(item, "call_id", ""))
					: "a result without output";

		c->answering = json_object_size(c->open) > 0;
		return fault;
	}
	if (!is(type, "message"))
		return "an item nobody knows";
	if (json_object_size(c->open) && (c->answering || !is(role, "assistant")))
		return "something else before the results of all calls";
	return is(role, "user") || is(role, "assistant") ? NULL : "a role nobody knows";
}

static const char *check_responses(const json_t *body, struct calls *c)
{
	const json_t *input = json_list(body, "input"), *item;
	const char *fault;
	size_t i;

	if (json_flag(body, "store", true))
		return "a request that the server is to store";
	json_array_foreach (input, i, item) {
		fault = responses_item(item, json_array_get(input, i + 1), c);
		if (fault)
			return fault;
	}
	return json_object_size(c->open) ? "a call without its result" : NULL;
}

/* Returns the description of a tool, without the object that some protocols wrap it in. */
static const json_t *tool_in(const json_t *tool)
{
	return json_map(tool, "function") ? json_map(tool, "function") : tool;
}

static const char *check_tools(const json_t *body)
{
	json_t *seen = json_object(), *tool;
	const char *fault = NULL;
	size_t i;

	json_array_foreach (json_list(body, "tools"), i, tool) {
		const json_t *t = tool_in(tool);
		const char *name = json_str(t, "name", "");

		if (!is_name(name))
			fault = "a tool whose name is none that servers take";
		else if (json_object_get(seen, name))
			fault = "two tools of one name";
		else if (!json_map(t, "parameters") && !json_map(t, "input_schema"))
			fault = "a tool without a schema";
		json_object_set_new(seen, name, json_true());
	}
	json_decref(seen);
	if (json_object_get(body, "tool_choice") && !json_array_size(json_list(body, "tools")))
		fault = "a choice of tools where there are none";
	if (json_object_get(body, "tools") && !json_array_size(json_list(body, "tools")))
		fault = "a list of no tools";
	return fault;
}

const char *request_fault(const char *path, const json_t *body)
{
	static const struct {
		const char *end, *list;
		const char *(*check)(const json_t *body, struct calls *c);
	} rows[] = {
	    {"/chat/completions", "messages", check_chat},
	    {"/messages", "messages", check_messages},
	    {"/responses", "input", check_responses},
	};
	struct calls c = {json_object(), json_object(), false};
	const char *fault = NULL;
	size_t len = strlen(path);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t end = strlen(rows[i].end);

		if (len >= end && is(path + len - end, rows[i].end) &&
		    json_array_size(json_list(body, rows[i].list)))
			fault = rows[i].check(body, &c);
	}
	json_decref(c.open);
	json_decref(c.seen);
	return fault ? fault : check_tools(body);
}

bool is_count(const char *path)
{
	static const char *const ends[] = {"/messages/count_tokens", "/responses/input_tokens"};
	const size_t len = strlen(path);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (len >= strlen(ends[i]) && is(path + len - strlen(ends[i]), ends[i]))
			return true;
	return false;
}

const char *count_fault(const json_t *body)
{
	static const char *const taken[] = {"model", "messages", "input", "system", "instructions",
	    "tools", "tool_choice", "thinking", "output_config", "reasoning", "text"};
	const char *name;
	json_t *value;

	json_object_foreach ((json_t *)body, name, value) {
		bool known = false;

		for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
			known = known || is(name, taken[i]);
		if (!known)
			return "Extra inputs are not permitted";
	}
	return check_tools(body);
}
