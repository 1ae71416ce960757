/*
 * The row of the OpenAI Responses wire.
 */
#include <string.h>
#include "base/alloc.h"
#include "llm/backend.h"
#include "llm/responses.h"
#include "llm/server_error.h"

static char *path(const struct model *model)
{
	return xstrdup("/responses");
}

static char *models_path(const struct model *model)
{
	return xstrdup("/models");
}

static const char *refused(const char *words)
{
	if (strcasestr(words, "summar"))
		return "no_summary";
	return strcasestr(words, "encrypted") || strcasestr(words, "reasoning") ? "no_reasoning"
										: NULL;
}

static void headers(const struct model *model, char *out[8])
{
	int n = 0;

	out[n++] = xstrdup("Accept: text/event-stream, application/json");
	if (model->key)
		out[n++] = xasprintf("Authorization: Bearer %s", model->key);
	out[n] = NULL;
}

const struct wire wire_responses = {
    .name = "responses",
    .protocol = "responses",
    .pasted = "/responses",
    .path = path,
    .models_path = models_path,
    .models = models_read,
    .request = responses_request,
    .receive = responses_receive,
    .receive_whole = responses_receive_whole,
    .finish = responses_finish,
    .failure = server_failure,
    .refused = refused,
    .headers = headers,
};
