/*
 * The row of the OpenAI Responses wire.
 */
#include "base/alloc.h"
#include "llm/responses.h"

const struct wire wire_responses = {
    .name = "responses",
    .protocol = "responses",
    .pasted = "/responses",
    .request = responses_request,
    .receive = responses_receive,
    .receive_whole = responses_receive_whole,
    .finish = reply_end,
    .headers = wire_bearer,
};
