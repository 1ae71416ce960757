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

static const char *refused(const char *words)
{
	if (strcasestr(words, "summar"))
		return "no_summary";
	return strcasestr(words, "encrypted") || strcasestr(words, "reasoning") ? "no_reasoning"
										: NULL;
}

const struct wire wire_responses = {
    .name = "responses",
    .protocol = "responses",
    .pasted = "/responses",
    .path = path,
    .models_path = wire_models_below,
    .models = models_read,
    .request = responses_request,
    .receive = responses_receive,
    .receive_whole = responses_receive_whole,
    .finish = responses_finish,
    .failure = server_failure,
    .refused = refused,
    .headers = wire_bearer,
};
