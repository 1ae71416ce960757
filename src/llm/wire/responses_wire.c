/*
 * The row of the OpenAI Responses wire.
 */
#include "base/core/alloc.h"
#include "llm/wire/responses.h"

/* https://developers.openai.com/api/reference/resources/responses/subresources/input_tokens */
static const char *const counted[] = {
    "model", "input", "instructions", "tools", "tool_choice", "reasoning", "text", NULL};

const struct wire wire_responses = {
    .name = "responses",
    .protocol = "responses",
    .pasted = "/responses",
    .count_path = "/input_tokens",
    .count_members = counted,
    .request = responses_request,
    .receive = responses_receive,
    .receive_whole = responses_receive_whole,
    .finish = reply_end,
    .headers = wire_bearer,
};
