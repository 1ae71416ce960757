/*
 * The row of the Chat Completions wire.
 */
#include "base/alloc.h"
#include "llm/openai.h"

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
    .path = "/chat/completions",
    .request = openai_request,
    .receive = openai_receive,
    .receive_whole = openai_receive_whole,
    .finish = openai_finish,
    .failure = openai_failure,
    .headers = headers,
};
