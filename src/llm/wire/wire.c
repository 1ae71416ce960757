/* SPDX-License-Identifier: MIT
 * The list of protocols, their URLs, and how what comes is given to them. A base URL that was
 * pasted with the end of a protocol's path is taken without it.
 */
#include "llm/wire/wire.h"

#include "base/base.h"
#include "llm/http/endpoint.h"
#include "llm/http/server_error.h"

const struct wire *const wires[] = {&wire_openai_chat, &wire_messages, &wire_responses, NULL};

const struct wire *wire_by_protocol(const char *protocol)
{
	for (const struct wire *const *w = wires; protocol && *w; w++)
		if (strcmp((*w)->protocol, protocol) == 0)
			return *w;
	return NULL;
}

const struct wire *wire_pasted(const char *base_url)
{
	for (const struct wire *const *w = wires; *w; w++)
		if (endpoint_ends_with(base_url, (*w)->pasted))
			return *w;
	return NULL;
}

const struct wire *wire_of(const struct model *model)
{
	const struct wire *w = wire_by_protocol(model->protocol);

	if (!w)
		w = wire_pasted(model->base_url);
	return w ? w : wires[0];
}

char *wire_base(const struct model *model)
{
	const struct wire *pasted = wire_pasted(model->base_url);

	return endpoint_url(model->base_url, pasted ? pasted->pasted : "", "");
}

static char *url_of(const struct wire *w, const struct model *model, const char *end)
{
	auto_free char *base = wire_base(model), *path = NULL;

	path = xasprintf("%s%s",
	    (w->adds_version || model->adds_version) && !endpoint_names_version(base) ? "/v1" : "",
	    end);
	char *url = endpoint_url(base, "", path);
	return endpoint_for(url, model->id);
}

bool wire_version_missing(const struct wire *w, const struct model *model)
{
	return !w->adds_version && !model->adds_version && !wire_pasted(model->base_url) &&
	       !endpoint_names_version(model->base_url) && !strchr(model->base_url, '{');
}

char *wire_url(const struct wire *w, const struct model *model)
{
	if (wire_pasted(model->base_url) == w) /* a whole endpoint was pasted */
		return endpoint_for(endpoint_url(model->base_url, "", ""), model->id);
	return url_of(w, model, w->pasted);
}

char *wire_models_url(const struct wire *w, const struct model *model)
{
	const char *path = json_str(model->quirks, "models_path", NULL);

	if (path)
		return endpoint_at(model->base_url, path);
	auto_free char *url = url_of(w, model, "/models");
	return w->list_query ? xasprintf("%s%c%s", url, strchr(url, '?') ? '&' : '?', w->list_query)
			     : xstrdup(url);
}

char *wire_count_url(const struct wire *w, const struct model *model)
{
	auto_free char *url = w->count_path ? wire_url(w, model) : NULL;
	return url ? endpoint_url(url, "", w->count_path) : NULL;
}

char *wire_count_body(const struct wire *w, const char *request, size_t len)
{
	json_auto_t *whole = w->count_path ? json_parse(request, len, NULL) : NULL, *part = NULL;

	if (!json_is_object(whole))
		return NULL;
	part = json_object();
	for (const char *const *name = w->count_members; *name; name++)
		if (json_object_get(whole, *name))
			json_put(part, *name, json_incref(json_object_get(whole, *name)));
	return json_line(part);
}

int64_t wire_count_read(const char *answer, size_t len)
{
	json_auto_t *told = json_parse_foreign(answer, len, NULL);
	int64_t tokens = json_int(told, "input_tokens", 0);

	return tokens > 0 ? tokens : 0;
}

void wire_bearer(const struct model *model, char *out[8])
{
	int n = 0;

	out[n++] = xstrdup("Accept: text/event-stream, application/json");
	if (model->key && strcmp(json_str(model->quirks, "key_header", ""), "api-key") == 0)
		out[n++] = xasprintf("api-key: %s", model->key);
	else if (model->key)
		out[n++] = xasprintf("Authorization: Bearer %s", model->key);
	out[n] = NULL;
}

bool wire_receive(
    const struct wire *w, struct reply *r, const struct sse_event *ev, struct error *e)
{
	const bool fails = strcmp(ev->event, "error") == 0;
	size_t len = ev->len;

	if (r->ended || !ev->len || (!fails && reply_fast(r, ev->data, ev->len)))
		return true;
	while (len && strchr(" \t", ev->data[len - 1]))
		len--;
	if (!fails && len == 6 && memcmp(ev->data, "[DONE]", 6) == 0) {
		r->ended |= w->mark_ends;
		r->finished |= w->mark_ends;
		return true;
	}
	json_auto_t *value = json_parse_foreign(ev->data, ev->len, NULL), *words = NULL;
	bool ok = false;
	if (json_is_object(value)) {
		ok = w->take_event(r, ev->event, value, e);
	} else if (fails) { /* an event named error fails the reply, whatever it holds */
		words = value ? json_incref(value) : json_text(ev->data, ev->len);
		reply_refuse(r, words, e);
	} else {
		reply_not_json(ev->data, ev->len, e);
	}
	buf_clear(&r->last); /* a learnt chunk would add to another part now */
	if (ok && w->is_plain(r, ev->event, value))
		reply_fast_learn(r, ev->data, ev->len, w->plain_key);
	return ok;
}

bool wire_receive_whole(
    const struct wire *w, struct reply *r, const char *body, size_t len, struct error *e)
{
	json_auto_t *value = json_parse_foreign(body, len, NULL);
	const bool ok =
	    json_is_object(value) ? w->take_body(r, value, e) : reply_not_json(body, len, e);

	if (ok)
		r->ended = r->finished = true;
	return ok;
}

bool wire_no_reply(struct reply *r, const json_t *body, struct error *e)
{
	return server_error_in(body)
		   ? reply_refuse(r, body, e)
		   : error_set(e, ERR_PARSE, "the server's answer holds no reply");
}
