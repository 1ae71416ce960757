/* SPDX-License-Identifier: MIT
 * What a server says of its thinking: the text under any of its names, the entries of
 * reasoning_details, signatures. All of it goes back as it came (openai_history.c).
 */
#include "base/base.h"
#include "llm/wire/chat_completions.h"

bool openai_add_thinking(struct reply *r, const json_t *text)
{
	if (!json_is_string(text) || !json_string_length(text))
		return false;
	reply_add_thinking(r, json_string_value(text), json_string_length(text));
	return true;
}

static void put_extra(struct reply *r, const char *key, json_t *value)
{
	if (!r->extras)
		r->extras = json_object();
	json_put(r->extras, key, value);
}

void openai_take_thinking(struct reply *r, const json_t *delta)
{
	static const char *const fields[] = {"reasoning_content", "reasoning", "reasoning_text"};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		if (openai_add_thinking(r, json_object_get(delta, fields[i]))) {
			r->thinking_field = fields[i];
			return;
		}
		/* Servers that want their thinking back want a field that is there and empty too. */
		if (json_is_string(json_object_get(delta, fields[i])) &&
		    !json_object_get(r->extras, "empty"))
			put_extra(r, "empty", json_string(fields[i]));
	}
}

/* More of an entry of reasoning_details: texts grow, what else it says stands as it came last. */
static void detail_grow(json_t *entry, const json_t *more)
{
	static const char *const grows[] = {"text", "summary", "data"};

	json_members (key, value, more) {
		const char *before = json_str(entry, key, NULL);
		bool adds = false;

		for (size_t i = 0; i < sizeof grows / sizeof *grows; i++)
			adds |= strcmp(key, grows[i]) == 0;
		if (adds && before && json_is_string(value))
			json_object_set_new(
			    entry, key, json_sprintf("%s%s", before, json_string_value(value)));
		else if (!json_is_null(value))
			json_object_set(entry, key, value);
	}
}

#define DETAILS 1000 /* entries of one reply */

/* What OpenRouter and others want back as it came; a stream sends each entry in pieces. */
void openai_take_details(struct reply *r, const json_t *delta)
{
	json_t *more = json_list(delta, "reasoning_details"), *list;

	if (json_array_size(more) == 0)
		return;
	if (!r->extras)
		r->extras = json_object();
	list = json_list_made(r->extras, "reasoning_details");
	json_each (entry, more) {
		const int64_t index = json_int(entry, "index", -1);
		bool found = false;

		json_each (known, list)
			if (index >= 0 && json_int(known, "index", -1) == index) {
				detail_grow(known, entry);
				found = true;
				break;
			}
		if (!found && json_is_object(entry) && json_array_size(list) < DETAILS)
			json_array_append_new(list, json_copy(entry));
	}
}

/* Gemini signs the words of a reply as it signs calls. */
void openai_take_signature(struct reply *r, const json_t *delta)
{
	json_t *extra = json_map(delta, "extra_content");

	if (extra)
		put_extra(r, "extra_content", json_incref(extra));
}
