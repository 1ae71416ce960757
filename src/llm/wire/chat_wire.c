/*
 * The row of the Chat Completions wire.
 */
#include "base/core/alloc.h"
#include "llm/wire/chat_completions.h"

const struct wire wire_openai_chat = {
    .name = "openai_chat",
    .protocol = "chat",
    .pasted = "/chat/completions",
    .request = openai_request,
    .receive = openai_receive,
    .receive_whole = openai_receive_whole,
    .finish = openai_finish,
    .headers = wire_bearer,
};
