/*
 * The row of the Anthropic Messages wire. Its clients append /v1/messages to a base URL, those of
 * Chat Completions name one that ends in /v1: both are taken.
 */
#include <ctype.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "llm/backend.h"
#include "llm/messages.h"
#include "llm/server_error.h"

#define VERSION "2023-06-01"

/* Whether the path of a base URL ends with a version: "/v1", "/v1beta". */
static bool is_versioned(const char *base)
{
	size_t len = strcspn(base, "?#"), at;

	while (len && base[len - 1] == '/')
		len--;
	for (at = len; at && isalnum((unsigned char)base[at - 1]);)
		at--;
	return at > 1 && base[at - 1] == '/' && base[at - 2] != '/' && base[at] == 'v' &&
	       isdigit((unsigned char)base[at + 1]);
}

static char *path_for(const struct model *model, const char *path)
{
	return xasprintf("%s%s", is_versioned(model->base_url) ? "" : "/v1", path);
}

static char *path(const struct model *model)
{
	return path_for(model, "/messages");
}

static char *models_path(const struct model *model)
{
	return path_for(model, "/models");
}

static const char *refused(const char *words)
{
	if (strcasestr(words, "cache_control"))
		return "no_cache_marks";
	return strcasestr(words, "thinking") ? "no_thinking" : NULL;
}

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

const struct wire wire_messages = {
    .name = "messages",
    .protocol = "messages",
    .pasted = "/messages",
    .path = path,
    .models_path = models_path,
    .models = models_read,
    .request = messages_request,
    .receive = messages_receive,
    .receive_whole = messages_receive_whole,
    .finish = messages_finish,
    .failure = server_failure,
    .refused = refused,
    .headers = headers,
};
