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

static char *models_path(const struct model *model)
{
	return xstrdup("/models");
}

static void headers(const struct model *model, char *out[8])
{
	int n = 0;

	out[n++] = xstrdup("Accept: text/event-stream, application/json");
	if (model->key)
		out[n++] = xasprintf("Authorization: Bearer %s", model->key);
	out[n] = NULL;
}

const struct wire wire_openai_chat = {
    .name = "openai_chat",
    .protocol = "chat",
    .pasted = "/chat/completions",
    .path = path,
    .models_path = models_path,
    .models = models_read,
    .request = openai_request,
    .receive = openai_receive,
    .receive_whole = openai_receive_whole,
    .finish = openai_finish,
    .failure = server_failure,
    .headers = headers,
};
