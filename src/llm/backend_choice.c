/* SPDX-License-Identifier: MIT
 * Chooses the backend without asking the network: what is configured, else a known key in the environment, else
 * offline. A key is sent to its provider's own base URL, or to the one set beside it and to no other; every known key
 * in the environment is registered as a secret, so that none is ever shown.
 */
#include "base/base.h"
#include "base/secret.h"
#include "llm/backend.h"
#include "llm/completion/http_backend.h"
#include "llm/http/api_key.h"
#include "llm/http/endpoint.h"
#include "llm/http/provider.h"
#include "llm/model/price.h"
#include "llm/wire/wire.h"

struct backend_pick {
	const json_t *provider;	 /* (borrowed) row of providers.yaml; NULL: the user's own server */
	const char *base_url;	 /* (borrowed) NULL: nothing was found */
	const char *key_file;	 /* (borrowed) backend.api_key_file, before key_env; NULL: none */
	const char *key_command; /* (borrowed) backend.api_key_command; likewise */
	const char *key_env;	 /* (borrowed) the key's variable; NULL: no key is sent */
	char *made_url;		 /* (owned) base_url where it was built for the row; else NULL */
	char *origin;		 /* (owned) as in struct backend */
	bool own;		 /* base_url is not the one of the provider's row */
};

bool backend_speaks(const json_t *provider)
{
	return wire_by_protocol(provider_protocol(provider)) != NULL;
}

static bool env_is_set(const char *env, struct error *e)
{
	return variable_set(env) ||
	       error_set(e, ERR_USAGE, "backend.api_key_env names '%s', which is not set", env);
}

/* Whether the settings name a file or a command that has the key. */
static bool has_own_key(const struct backend_pick *p)
{
	return p->key_file || p->key_command;
}

/* Whether base_url has another path than the row's: a provider may speak another protocol there. */
static bool is_elsewhere(const json_t *provider, const char *base_url)
{
	const char *row = json_str(provider, "base_url", NULL);
	size_t len = strlen(base_url);

	while (len && base_url[len - 1] == '/')
		len--;
	return row && endpoint_has_path(base_url) &&
	       (strlen(row) != len || strncmp(row, base_url, len) != 0);
}

static bool pick_base(struct backend_pick *p, const json_t *providers,
    const struct backend_wish *wish, struct error *e)
{
	bool named = strcmp(wish->provider, "openai") == 0;
	const char *env = wish->key_env;

	if (!endpoint_valid(p->base_url))
		return error_set(
		    e, ERR_USAGE, "backend.base_url '%s' is no http or https URL", p->base_url);
	p->provider = provider_at(providers, p->base_url);
	p->own = is_elsewhere(p->provider, p->base_url);
	p->key_env = env	   ? env
		     : p->provider ? provider_key(p->provider)
		     : named	   ? "OPENAI_API_KEY"
				   : NULL;
	if (!p->provider)
		p->provider = provider_by_path(providers, p->base_url);
	p->origin = xasprintf("base URL from %s", wish->source);
	return !env || has_own_key(p) || env_is_set(env, e);
}

/* Picks the row, at the URL in its variable if set; false: that URL is invalid, so no other server is asked. */
static bool pick_provider(struct backend_pick *p, const json_t *provider, struct error *e)
{
	const char *name = json_str(provider, "base_url_env", NULL), *own = variable_set(name);

	p->provider = provider;
	p->made_url = own ? NULL : provider_base_url(provider);
	p->base_url = own ? own : p->made_url;
	p->own = own != NULL;
	p->key_env = provider_key(provider);
	p->origin = xasprintf("%s is set", own && !variable_set(p->key_env) ? name : p->key_env);
	return !own || endpoint_valid(own) ||
	       error_set(e, ERR_USAGE,
		   "$%s is no http or https URL without a user name and password", name);
}

static bool pick_env(
    struct backend_pick *p, const json_t *providers, const char *env, struct error *e)
{
	const json_t *provider = provider_of_key(providers, env);

	if (!provider)
		return error_set(e, ERR_USAGE,
		    "backend.api_key_env names '%s', whose server is not known; set "
		    "backend.base_url too",
		    env);
	if (!backend_speaks(provider))
		return error_set(e, ERR_UNSUPPORTED,
		    "the protocol of '%s' is not available in this version",
		    json_str(provider, "name", ""));
	if (!pick_provider(p, provider, e))
		return false;
	const char *name = json_str(provider, "base_url_env", provider_region_name(provider));
	if (!p->base_url) /* some providers have a server for each customer */
		return error_set(e, ERR_USAGE,
		    "the key of %s needs a base URL: set backend.base_url%s%s",
		    json_str(provider, "name", ""), name ? " or $" : "", name ? name : "");
	return has_own_key(p) || env_is_set(env, e);
}

static bool has_server(const json_t *row)
{
	auto_free char *url = provider_base_url(row);
	return url || variable_set(json_str(row, "base_url_env", NULL));
}

/* Whether the provider can be used: its key and its server are known, and its protocol is
 * implemented. */
static bool can_be_asked(const json_t *row)
{
	return variable_set(provider_key(row)) && has_server(row) && backend_speaks(row);
}

/* Picks a known key in the environment, or another base URL for one: the server there may want no
 * key. Appends to others the keys whose protocol is not implemented. */
static bool pick_known(struct backend_pick *p, const json_t *providers, const char *model,
    struct buf *others, struct error *e)
{
	/* Among several keys the one whose provider makes the model, by its name, is picked. */
	const json_t *of_model = model ? model_provider(providers, model, can_be_asked) : NULL;
	bool ok = !of_model || pick_provider(p, of_model, e);

	if (of_model) {
		auto_free char *is_set = p->origin;

		p->origin = xasprintf(
		    "%s, and %s is a model for %s", is_set, model, json_str(of_model, "name", ""));
	}
	json_each (row, providers) {
		const char *env = provider_key(row);
		const bool has_url = variable_set(json_str(row, "base_url_env", NULL));

		if (provider_only_named(row) ||
		    (!has_url && !(variable_set(env) && has_server(row))))
			continue;
		if (!backend_speaks(row))
			buf_addf(others,
			    "; %s is set, its protocol is not available in this version", env);
		else if (!p->provider)
			ok = pick_provider(p, row, e);
	}
	return ok;
}

static void keys_register(const json_t *providers)
{
	json_each (row, providers) {
		const char *env;

		for (size_t n = 0; !provider_only_named(row) && (env = provider_key_name(row, n));
		     n++)
			secret_add(env, variable_set(env));
	}
}

static struct backend *online(struct loop *l, const struct settings *s,
    const struct backend_wish *wish, struct backend_pick *p, struct error *e)
{
	/* wish->protocol goes before the protocol of the row; "auto" or none: it is found out. */
	const char *known = provider_protocol(p->provider);
	const bool set = wish->protocol && strcmp(wish->protocol, "auto") != 0;
	const json_t *also = json_map(p->provider, "also"); /* other variables, and their quirks */
	auto_error bad = ERROR_INIT;
	auto_free char *key = p->key_command ? NULL /* fetched with the first request */
			      : p->key_file  ? key_of_file(p->key_file, &bad)
					     : key_of_variable(p->key_env, &bad),
		       *place = provider_place(p->provider, p->base_url);
	json_auto_t *of_row = provider_quirks(p->provider, place),
		    *quirks =
			http_backend_quirks(of_row, p->key_env ? json_map(also, p->key_env) : NULL);
	struct model model = {
	    .id = wish->model,
	    .base_url = place,
	    .key = key,
	    .key_name = p->key_command ? KEY_COMMAND
			: p->key_file  ? KEY_FILE
				       : p->key_env,
	    .key_command = p->key_command,
	    .effort = wish->effort,
	    .temperature = wish->temperature,
	    .max_tokens = wish->max_tokens,
	    .quirks = quirks,
	    .protocol = set	 ? wish->protocol
			: p->own ? json_str(p->provider, "own_protocol", known)
				 : known,
	};

	if (!model.id)
		model.id = json_str(p->provider, "model", NULL);
	if (bad.code) {
		error_copy(e, &bad);
		return NULL;
	}
	struct backend *b = backend_http_new(l, s, &model);
	b->origin = p->origin;
	p->origin = NULL;
	return b;
}

void backend_keys_register(void)
{
	json_auto_t *providers = providers_load(NULL);

	keys_register(providers);
}

struct backend *backend_choose(struct loop *l, const struct settings *s, struct error *e)
{
	struct backend_wish wish = {
	    .provider = setting_string(s, "backend.provider"),
	    .base_url = setting_string(s, "backend.base_url"),
	    .key_env = setting_string(s, "backend.api_key_env"),
	    .key_file = setting_string(s, KEY_FILE),
	    .key_command = setting_string(s, KEY_COMMAND),
	    .model = setting_string(s, "backend.model"),
	    .protocol = setting_string(s, "backend.protocol"),
	    .effort = setting_string(s, "backend.effort"),
	    .temperature = setting_number(s, "backend.temperature"),
	    .max_tokens = (int)setting_int(s, "backend.max_tokens"),
	    .source = setting_source(s, "backend.base_url"),
	};

	return backend_choose_for(l, s, &wish, e);
}

struct backend *backend_choose_for(
    struct loop *l, const struct settings *s, const struct backend_wish *wish, struct error *e)
{
	const char *provider = wish->provider;
	const char *env = wish->key_env;
	struct backend_pick p = {.base_url = wish->base_url,
	    .key_file = wish->key_file,
	    .key_command = wish->key_command};
	auto_buf others = BUF_INIT;
	json_auto_t *providers = providers_load(e);
	struct backend *b = NULL;
	bool ok = true;

	if (!providers)
		return NULL;
	keys_register(providers);
	if (strcmp(provider, "offline") == 0)
		p.base_url = NULL;
	else if (p.base_url)
		ok = pick_base(&p, providers, wish, e);
	else if (env)
		ok = pick_env(&p, providers, env, e);
	else if (has_own_key(&p))
		ok = error_set(e, ERR_USAGE,
		    "%s says nothing of the server the key is for: set backend.base_url too, or "
		    "the provider's variable in backend.api_key_env",
		    p.key_command ? KEY_COMMAND : KEY_FILE);
	else
		ok = pick_known(&p, providers, wish->model, &others, e);
	if (ok && p.base_url)
		b = online(l, s, wish, &p, e);
	else if (ok && strcmp(provider, "openai") == 0)
		error_set(e, ERR_USAGE,
		    "no key and no server: set OPENAI_API_KEY, or backend.base_url to a server "
		    "that wants no key");
	else if (ok) {
		b = backend_offline_new(l);
		b->origin = strcmp(provider, "offline") == 0
				? xstrdup("backend.provider is offline")
				: xasprintf("no base URL or key is configured%s", buf_str(&others));
	}
	free_all(p.made_url, p.origin);
	return b;
}

void backend_free(struct backend *b)
{
	if (!b)
		return;
	auto_free char *model = b->model, *base_url = b->base_url, *origin = b->origin;
	json_decref(b->limits);
	b->free(b);
}

json_t *backend_hand_over(const struct backend *b)
{
	json_t *to = json_object();

	json_put_str(to, "provider", b->name);
	if (b->hand_over)
		b->hand_over(b, to);
	return to;
}

/* `given` was checked against a schema; the key is checked again, since it goes into a header. */
struct backend *backend_given(
    struct loop *l, const struct settings *s, const json_t *given, struct error *e)
{
	const char *provider = json_str(given, "provider", ""),
		   *url = json_str(given, "base_url", NULL);
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
	bool ok = true;

	if (strcmp(provider, "offline") == 0)
		return backend_offline_new(l);
	if (strcmp(provider, "openai") != 0)
		ok = error_set(e, ERR_UNSUPPORTED,
		    "the provider '%s' is not available in this version", provider);
	else if (!url || !endpoint_valid(url))
		ok = error_set(
		    e, ERR_USAGE, "base_url '%s' is no http or https URL", url ? url : "");
	else if (!key_is_one(model.key))
		ok = error_set(e, ERR_USAGE, "the key holds a character no key has");
	if (!ok)
		return NULL;
	secret_add(model.key_name, model.key);
	struct backend *b = backend_http_new(l, s, &model);
	if (!b->context_tokens)
		b->context_tokens = json_int(given, "context_tokens", 0);
	return b;
}
