/* SPDX-License-Identifier: MIT
 * Counts tokens by classes of characters, always towards more.
 */
#include "llm/model/token_count.h"

#include "base/base.h"
#include "session/event/event_data.h"

#define AROUND 16 /* tokens of a template around a message, a call or a result */

int64_t tokens_at_most(const char *text, double bytes_per_token)
{
	int64_t runs = 0, signs = 0;

	for (const char *at = text; at && *at; at++)
		if (*at & 0x80 || *at == ' ' || *at == '\n' || *at == '\t' ||
		    ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z'))
			runs++;
		else
			signs++;
	return signs + (int64_t)((double)runs / bytes_per_token) + (runs > 0);
}

static int64_t json_tokens(const json_t *value, double bytes_per_token)
{
	auto_free char *line = json_line(value);
	return tokens_at_most(line, bytes_per_token);
}

static int64_t item_tokens(const json_t *item, double bytes_per_token)
{
	const json_t *parts = json_list(item, "parts");
	int64_t tokens = AROUND;

	if (!parts)
		return tokens + tokens_at_most(json_str(item, "text", NULL), bytes_per_token);
	json_each (part, parts) {
		tokens += event_read_file_part(part).tokens;
		tokens += part_type(part) == PART_TEXT
			      ? tokens_at_most(event_read_text_part(part).text, bytes_per_token)
			      : AROUND + json_tokens(part, bytes_per_token);
	}
	return tokens;
}

size_t context_head_bytes(const struct context *context)
{
	auto_free char *tools = context->tools ? json_line(context->tools) : NULL;
	return (context->system ? strlen(context->system) : 0) + (tools ? strlen(tools) : 0);
}

int64_t context_tokens_at_most(const struct context *context, size_t from, double bytes_per_token)
{
	int64_t tokens = tokens_at_most(context->tail, bytes_per_token);

	if (context->answer)
		tokens += json_tokens(context->answer->schema, bytes_per_token);
	for (size_t i = from; i < json_array_size(context->items); i++)
		tokens += item_tokens(json_array_get(context->items, i), bytes_per_token);
	return tokens;
}
