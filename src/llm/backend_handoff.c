/* SPDX-License-Identifier: MIT
 * A backend on its way into another process. What arrives was checked against a schema before it
 * comes here; the key is checked again, since it goes into a header.
 */
#include "base/base.h"
#include "base/secret.h"
#include "llm/backend.h"
#include "llm/http/api_key.h"
#include "llm/http/endpoint.h"

json_t *backend_hand_over(const struct backend *b)
{
	json_t *to = json_object();

	json_put_str(to, "provider", b->name);
	if (b->hand_over)
		b->hand_over(b, to);
	return to;
}

static struct backend *online(
    struct loop *l, const struct settings *s, const json_t *given, struct error *e)
{
	const char *url = json_str(given, "base_url", NULL);
	struct model model = {
	    .id = json_str(given, "model", NULL),
	    .base_url = url,
	    .key = json_str(given, "key", NULL),
	    .key_name = json_str(given, "key_name", "key"),
	    .temperature = json_num(given, "temperature", NAN),
	    .max_tokens = (int)json_int(given, "max_tokens", 0),
	    .quirks = json_map(given, "quirks"),
	    .protocol = json_str(given, "protocol", NULL),
	    .effort = json_str(given, "effort", NULL),
	};

	if (!url || !endpoint_valid(url)) {
		error_set(e, ERR_USAGE, "base_url '%s' is no http or https URL", url ? url : "");
		return NULL;
	}
	if (!key_is_one(model.key)) {
		error_set(e, ERR_USAGE, "the key holds a character no key has");
		return NULL;
	}
	secret_add(model.key_name, model.key);
	struct backend *b = backend_http_new(l, s, &model);
	if (!b->context_tokens)
		b->context_tokens = json_int(given, "context_tokens", 0);
	return b;
}

struct backend *backend_given(
    struct loop *l, const struct settings *s, const json_t *given, struct error *e)
{
	const char *provider = json_str(given, "provider", "");

	if (strcmp(provider, "offline") == 0)
		return backend_offline_new(l);
	if (strcmp(provider, "openai") == 0)
		return online(l, s, given, e);
	error_set(
	    e, ERR_UNSUPPORTED, "the provider '%s' is not available in this version", provider);
	return NULL;
}
