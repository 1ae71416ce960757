/*
 * The row of the Anthropic Messages wire. Its clients append /v1/messages to a base URL, those of
 * Chat Completions name one that ends in /v1: both are taken.
 */
#include <ctype.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/wire/messages.h"

#define VERSION "2023-06-01"

/* The provider's own server takes its own header alone; others take either, and nobody knows
 * which. */
static void headers(const struct model *model, char *out[8])
{
	const char *header = json_str(model->quirks, "key_header", NULL);
	int n = 0;

	out[n++] = xstrdup("Accept: text/event-stream, application/json");
	out[n++] = xstrdup("anthropic-version: " VERSION);
	if (model->key && (!header || strcmp(header, "x-api-key") == 0))
		out[n++] = xasprintf("x-api-key: %s", model->key);
	if (model->key && (!header || strcmp(header, "authorization") == 0))
		out[n++] = xasprintf("Authorization: Bearer %s", model->key);
	out[n] = NULL;
}

/* https://platform.claude.com/docs/en/api/messages/count_tokens */
static const char *const counted[] = {
    "model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", NULL};

const struct wire wire_messages = {
    .name = "messages",
    .protocol = "messages",
    .pasted = "/messages",
    .adds_version = true,
    .list_query = "limit=1000", /* a page has 20 */
    .schema_by_quirk = true,
    .count_path = "/count_tokens",
    .count_members = counted,
    .request = messages_request,
    .receive = messages_receive,
    .receive_whole = messages_receive_whole,
    .finish = messages_finish,
    .headers = headers,
};
