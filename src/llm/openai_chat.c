/*
 * The row of the Chat Completions wire.
 */
#include "base/alloc.h"
#include "llm/backend.h"
#include "llm/openai.h"
#include "llm/server_error.h"

static char *path(const struct model *model)
{
	return xstrdup("/chat/completions");
}

const struct wire wire_openai_chat = {
    .name = "openai_chat",
    .protocol = "chat",
    .pasted = "/chat/completions",
    .path = path,
    .models_path = wire_models_below,
    .models = models_read,
    .request = openai_request,
    .receive = openai_receive,
    .receive_whole = openai_receive_whole,
    .finish = openai_finish,
    .failure = server_failure,
    .headers = wire_bearer,
};
