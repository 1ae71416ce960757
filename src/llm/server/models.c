/* SPDX-License-Identifier: MIT
 * GET /models: what a server can be asked for. The list is OpenAI's; how large a model's window is
 * stands under another name at each server, where it stands at all. Where a base URL names no version
 * and has no list, the one below /v1 is asked for.
 */
#include "base/base.h"
#include "config/prompt.h"
#include "llm/backend.h"
#include "llm/http/api_key.h"
#include "llm/http/endpoint.h"
#include "llm/model/catalogue.h"
#include "llm/model/price.h"
#include "llm/server/server_get.h"
#include "llm/wire/wire.h"

#define ID_CHARS 500
#define SHOWN_CHARS 60 /* shown of a name that is left out */

struct model_list {
	struct loop *loop;
	const struct settings *settings;
	struct model_copy asked_of;
	struct key_fetch *key;
	struct server_get *get;
	char *shown;	 /* (owned) the URL for people */
	json_t *dropped; /* (owned) see models_tell_dropped; NULL: not wanted */
	void (*done)(void *ctx, const json_t *models, const struct error *e);
	void *ctx;
};

static void list_free(struct model_list *m)
{
	free(m->shown);
	json_decref(m->dropped);
	model_copy_free(&m->asked_of);
	free(m);
}

void models_tell_dropped(struct model_list *m, json_t *dropped)
{
	if (m)
		m->dropped = json_incref(dropped);
}

void models_stop(struct model_list *m)
{
	if (!m)
		return;
	key_fetch_stop(m->key);
	server_get_stop(m->get);
	list_free(m);
}

static int64_t window(const json_t *model)
{
	static const char *const names[] = {"loaded_context_length", "context_tokens",
	    "context_length", "context_window", "max_model_len", "max_context_length",
	    "max_input_tokens", "inputTokenLimit"};
	/* The last is of the provider that OpenRouter would ask, which may have less. */
	static const char *const inside[][2] = {
	    {"meta", "n_ctx"}, {"limits", "max_input_tokens"}, {"top_provider", "context_length"}};
	int64_t n = 0;

	for (size_t i = 0; i < 3 && n <= 0; i++)
		n = json_int(json_map(model, inside[i][0]), inside[i][1], 0);
	for (size_t i = 0; i < ARRAY_SIZE(names) && n <= 0; i++)
		n = json_int(model, names[i], 0);
	return n > 0 ? n : 0;
}

/* The members of lists that say what a model takes. all: the member lists everything the model
 * takes, so a missing word means no. */
static const struct told_ability {
	const char *ability, *member, *word;
	bool all;
} told[] = {
    {"tools", "supported_parameters", "tools", true},
    {"tools", "capabilities", "function_calling", false},
    {"tools", "capabilities", "tool-calling", false},
    {"tools", "capabilities", "tool_use", false},
    {"schema", "supported_parameters", "structured_outputs", true},
};

static void tell_abilities(const json_t *model, json_t *entry)
{
	for (size_t i = 0; i < ARRAY_SIZE(told); i++) {
		const json_t *at = json_object_get(model, told[i].member);
		const json_t *flag = json_object_get(at, told[i].word);

		if (json_is_boolean(flag))
			json_put(entry, told[i].ability, json_boolean(json_is_true(flag)));
		else if (json_is_array(at) && (told[i].all || json_holds_str(at, told[i].word)))
			json_put(
			    entry, told[i].ability, json_boolean(json_holds_str(at, told[i].word)));
	}
}

/* Returns dollars for a million tokens from dollars for one, a text or a number; -1: not given. */
static double usd_of_token(const json_t *pricing, const char *key)
{
	const char *text = json_str(pricing, key, NULL);
	json_auto_t *number = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
	const double usd = number ? json_number_value(number) : json_num(pricing, key, -1);

	return usd >= 0 ? usd * 1e6 : -1;
}

/* The members of a model's price as OpenRouter lists it. */
static const char *const price_keys[] = {
    "prompt", "completion", "input_cache_read", "input_cache_write"};

/* Returns why a model's name cannot be used, a static string; NULL: it can. Names are sent back as
 * they came, so one that cannot be shown as it is, or is too long, is left out. */
static const char *why_no_name(const char *id)
{
	auto_free char *line = text_clean_line(id, strlen(id), SIZE_MAX);
	return !*id				       ? "it has no name ('id', a text)"
	       : strcmp(line, id) != 0		       ? "its name has bytes that cannot be shown"
	       : utf8_count(id, strlen(id)) > ID_CHARS ? "its name is too long"
						       : NULL;
}

json_t *models_read(const char *body, size_t len, json_t *dropped)
{
	json_auto_t *value = json_parse_foreign(body, len, NULL);
	const json_t *data = json_is_array(value) ? value : json_list(value, "data");

	data = data ? data : json_list(value, "models");
	json_t *models = data ? json_array() : NULL;
	json_each_at (i, model, data) {
		const char *id = json_str(model, "id", json_str(model, "name", ""));
		const char *why = why_no_name(id);

		if (why) {
			auto_free char *shown = *id ? text_clean_line(id, strlen(id), SHOWN_CHARS)
						    : xasprintf("entry %zu", i + 1);

			json_array_append_new(
			    dropped, json_pack("{s:s, s:s}", "name", shown, "why", why));
			continue;
		}
		json_t *entry = json_pack("{s:s, s:o*}", "id", id, "context_tokens",
		    window(model) ? json_integer(window(model)) : NULL);
		tell_abilities(model, entry);
		json_put(entry, "price",
		    price_made(json_map(model, "pricing"), price_keys, usd_of_token));
		json_array_append_new(models, entry);
	}
	return models;
}

bool model_is_listed_as(const char *listed, const char *id)
{
	static const char folder[] = "models/";
	const size_t len = strlen(id);

	if (strncmp(listed, folder, sizeof folder - 1) == 0 &&
	    strncmp(id, folder, sizeof folder - 1) != 0)
		listed += sizeof folder - 1;
	if (strncmp(listed, id, len) != 0)
		return false;
	listed += len;
	return !*listed || text_is(listed, ":latest") || /* a date is "-20250929" */
	       (*listed == '-' && strlen(listed) == 9 && strspn(listed + 1, "0123456789") == 8);
}

json_t *models_for_chat(const json_t *models)
{
	json_auto_t *table = config_table("models.yaml", NULL);
	json_t *out = json_array();

	json_each (model, models)
		if (json_flag(model_row(table, json_str(model, "id", "")), "chat", true))
			json_array_append(out, model);
	return out;
}

static void request_models(struct model_list *m);

static void on_list(void *ctx, const struct buf *body, const struct error *why)
{
	struct model_list *m = ctx;
	auto_error e = ERROR_INIT;
	const char *text = body ? buf_str(body) : "";
	json_auto_t *models = body ? models_read(text, body->len, m->dropped) : NULL;

	m->get = NULL;
	if (!models && (body || why->code == ERR_NOT_FOUND) &&
	    wire_version_missing(wire_of(&m->asked_of.model), &m->asked_of.model)) {
		m->asked_of.model.adds_version = true;
		request_models(m);
		return;
	}
	if (!body && why->code == ERR_NOT_FOUND)
		error_at(&e, why->code, why->where,
		    "%s; it lists no models, or backend.base_url is wrong", why->message);
	else if (!body)
		error_copy(&e, why);
	else if (!models)
		error_at(&e, ERR_PARSE, m->shown,
		    "the server's answer is %sno list of models; check backend.base_url",
		    text[strspn(text, " \t\r\n")] == '<' ? "a page, " : "");
	m->done(m->ctx, models, models ? NULL : &e);
	list_free(m);
}

static void request_models(struct model_list *m)
{
	auto_free char *url = wire_models_url(wire_of(&m->asked_of.model), &m->asked_of.model);

	free(m->shown);
	m->shown = endpoint_shown(url);
	m->get = server_ask(m->loop, m->settings, &m->asked_of.model, url, NULL, 0, on_list, m);
}

static void on_key(void *ctx, const char *key, const struct error *e)
{
	struct model_list *m = ctx;

	m->key = NULL;
	m->asked_of.model.key = m->asked_of.key = xstrdup(key);
	if (key) {
		request_models(m);
		return;
	}
	m->done(m->ctx, NULL, e);
	list_free(m);
}

struct model_list *models_fetch(struct loop *l, const struct settings *s, const struct model *model,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx)
{
	struct model_list *m = xcalloc(1, sizeof *m);

	*m = (struct model_list){
	    .loop = l,
	    .settings = s,
	    .done = done,
	    .ctx = ctx,
	};
	model_copy_make(&m->asked_of, model);
	if (model->key_command && !model->key)
		m->key = key_fetch(l, s, model->key_command, on_key, m);
	else
		request_models(m);
	return m;
}
