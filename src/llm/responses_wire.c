/*
 * The row of the OpenAI Responses wire.
 */
#include <string.h>
#include "base/alloc.h"
#include "llm/responses.h"

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
    .request = responses_request,
    .receive = responses_receive,
    .receive_whole = responses_receive_whole,
    .finish = reply_end,
    .refused = refused,
    .headers = wire_bearer,
};
