/* SPDX-License-Identifier: MIT
 * agent models --update and --check. A catalogue is a stranger's file: only what catalogue_read has checked is used.
 */
#include "cli/doctor/models_check.h"

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/program/line_peer.h"
#include "llm/http/provider.h"
#include "llm/model/catalogue.h"
#include "llm/model/price.h"
#include "llm/server/server_get.h"
#include "loop/http.h"
#include "tools/dialect/dialect_offer.h"

#define SOURCE_BYTES (32 << 20)
#define FETCH_MS 60000

/* ---- Reading a catalogue -------------------------------------------------------------------- */

struct fetch {
	struct buf body;
	struct error *error; /* (borrowed) */
	bool ok, done;
};

static void on_done(void *ctx, const struct http_result *result)
{
	struct fetch *f = ctx;

	f->ok = result->failure == HTTP_OK && result->status == 200;
	if (result->failure != HTTP_OK)
		error_copy(f->error, &result->error);
	else if (!f->ok)
		error_set(f->error, ERR_SERVER, "the server answered %ld", result->status);
	f->done = true;
}

/* Fetches a catalogue into out, which the caller frees. False: e. No key and no header of the settings is
 * sent: it is no model's server. */
static bool fetch(struct program *p, const char *url, struct buf *out, struct error *e)
{
	const struct http_sink sink = {.done = on_done};
	struct fetch f = {.body = BUF_LIMIT(SOURCE_BYTES), .error = e};
	const struct http_request request = {.method = "GET",
	    .url = url,
	    .total_ms = FETCH_MS,
	    .max_body = SOURCE_BYTES,
	    .gather = &f.body};

	p->loop = loop_new();
	http_start(p->loop, &request, &sink, &f);
	loop_await(p->loop, loop_flag, &f.done, NULL);
	*out = f.body;
	return f.ok;
}

static bool is_url(const char *source)
{
	return strstr(source, "://") != NULL;
}

/* Returns the models of a catalogue (a file or a URL) as a new reference, or NULL and e says why. */
static json_t *source_read(struct program *p, const char *source, struct error *e)
{
	auto_buf body = BUF_LIMIT(SOURCE_BYTES);

	if (!(is_url(source) ? fetch(p, source, &body, e)
			     : file_read(source, SOURCE_BYTES, &body, e)))
		return NULL;
	json_t *models = catalogue_read(buf_str(&body), body.len);
	if (!models)
		error_set(e, ERR_PARSE,
		    "'%s' is no catalogue of models; try https://models.dev/api.json", source);
	return models;
}

int models_update(struct program *p, const char *source)
{
	struct error e = ERROR_INIT;
	json_auto_t *models = source_read(p, source, &e);
	auto_free char *path = models ? catalogue_save(models, &e) : NULL;
	auto_free char *shown = path ? file_user_path(path) : NULL;
	size_t priced = 0;

	json_members (id, entry, models)
		priced += json_map(entry, "price") != NULL;
	if (path)
		print_text(stdout, "%zu models, %zu with a price: %s\n", json_object_size(models),
		    priced, shown);
	return path ? 0 : print_failed(1, &e);
}

/* ---- What is known of a model --------------------------------------------------------------- */

/* Appends the leaves of a JSON value, joined by "/" from offset `from` of out on: "enabled/low". */
static void add_leaves(struct buf *out, const json_t *value, size_t from)
{
	json_members (key, one, value)
		add_leaves(out, one, from);
	if (json_is_object(value))
		return;
	buf_adds(out, out->len > from ? "/" : "");
	if (json_is_string(value))
		buf_adds(out, json_string_value(value));
	else if (json_is_boolean(value))
		buf_adds(out, json_is_true(value) ? "on" : "off");
	else
		buf_addf(out, "%lld", (long long)json_integer_value(value));
}

/* Returns what each level of backend.effort sends to the model, or "-" if that is not known. Caller frees. */
static char *effort_of(const json_t *row, const json_t *quirks, const char *protocol)
{
	static const char *const levels[] = {"minimal", "low", "medium", "high"};
	const json_t *budgets = json_map(quirks, "thinking_budgets"), *body;
	const bool messages = text_is(protocol, "messages"),
		   told = messages
			      ? json_flag(quirks, "effort", false) || budgets
			      : json_flag(row, "thinks", false) || json_map(quirks, "effort_names");
	struct buf out = BUF_INIT;

	if (!told || json_flag(quirks, "no_effort", false))
		return xstrdup("-");
	for (size_t i = 0; i < ARRAY_SIZE(levels); i++) {
		buf_adds(&out, i ? " " : "");
		body = json_map(json_map(quirks, "effort_bodies"), levels[i]);
		if (text_is(protocol, "chat") && body)
			add_leaves(&out, body, out.len);
		else if (messages && !i)
			buf_adds(&out, "off");
		else if (json_int(budgets, levels[i], 0) > 0)
			buf_addf(&out, "%lld", (long long)json_int(budgets, levels[i], 0));
		else
			buf_adds(
			    &out, json_str(json_map(quirks, "effort_names"), levels[i], levels[i]));
	}
	return buf_take(&out);
}

/* Returns what is known of a model: {model, dialect?, provider?, wire, effort, context_tokens?, price?}. */
static json_t *known_of(const json_t *table, const json_t *providers, const char *id)
{
	json_auto_t *row = model_of(table, id);
	json_auto_t *quirks = json_object();
	const json_t *provider = model_provider(providers, id, NULL);
	const char *protocol = provider ? provider_protocol(provider) : "chat";
	const int64_t window = json_int(row, "context_tokens", 0);

	json_object_update(quirks, json_map(provider, "quirks"));
	json_object_update(quirks, json_map(row, "quirks"));
	auto_free char *effort = effort_of(row, quirks, protocol);
	return json_pack("{s:s, s:s*, s:s*, s:s, s:s, s:o*, s:O*}", "model", id, "dialect",
	    dialect_offer_name(id, json_str(row, "dialect", NULL)), "provider",
	    json_str(provider, "name", NULL), "wire", protocol, "effort", effort, "context_tokens",
	    window > 0 ? json_integer(window) : NULL, "price", json_map(row, "price"));
}

#define ROW "%-24s %-7s %-9s %6s %9s %8s  %s\n"

/* Returns "$0.50", the price of a million tokens; with "~" if it is assumed from the family; "-" without a price.
 * Caller frees. */
static char *usd_of(const json_t *price, const char *name)
{
	return price ? xasprintf("%s$%.2f", json_flag(price, "assumed", false) ? "~" : "",
			   json_num(price, name, 0))
		     : xstrdup("-");
}

static void print_known(const json_t *known)
{
	const json_t *price = json_map(known, "price");
	const int64_t window = json_int(known, "context_tokens", 0);
	auto_free char *size =
	    window ? xasprintf("%lldk", (long long)(window + 500) / 1000) : xstrdup("-");
	auto_free char *input = usd_of(price, "input"), *output = usd_of(price, "output");

	print_text(stdout, ROW, json_str(known, "model", ""), json_str(known, "dialect", "none"),
	    json_str(known, "wire", ""), size, input, output, json_str(known, "effort", ""));
}

/* ---- Which models are printed --------------------------------------------------------------- */

struct dated_model {
	const char *id, *released;
};

static int by_age(const void *a, const void *b)
{
	const struct dated_model *x = a, *y = b;
	const int newer = strcmp(y->released, x->released);

	return newer ? newer : strcmp(x->id, y->id);
}

/* Adds the names of the newest models of a catalogue that chat and take tools. */
static void add_newest(json_t *names, const json_t *models, int64_t most)
{
	auto_free struct dated_model *list = xcalloc(json_object_size(models) + 1, sizeof *list);
	size_t count = 0;

	json_members (id, entry, models)
		if (json_flag(entry, "chat", true) && json_flag(entry, "tools", true))
			list[count++] = (struct dated_model){id, json_str(entry, "released", "")};
	qsort(list, count, sizeof *list, by_age);
	for (size_t i = 0; i < count && (int64_t)i < most; i++)
		json_array_append_new(names, json_string(list[i].id));
}

/* Adds the words that are names of models; a word that is a source becomes the table's catalogue. Without a name it
 * adds the newest `most` of the catalogue. False: e says why. */
static bool add_named_models(json_t *names, struct program *p, json_t *table,
    const char *const *words, int count, int64_t most, struct error *e)
{
	for (int i = 0; i < count; i++) {
		const bool source = is_url(words[i]) || access(words[i], F_OK) == 0;
		json_t *models = source ? source_read(p, words[i], e) : NULL;

		if (source && !models)
			return false;
		if (source)
			json_put(table, "catalogue", models);
		else
			json_array_append_new(names, json_string(words[i]));
	}
	if (!json_array_size(names))
		add_newest(names, json_map(table, "catalogue"), most);
	return json_array_size(names) ||
	       error_set(e, ERR_USAGE,
		   "there is no catalogue: take one with agent models --update "
		   "https://models.dev/api.json, or name models");
}

int models_check(struct program *p, const char *const *words, int count, int64_t most, bool as_json)
{
	struct error e = ERROR_INIT;
	json_auto_t *table = model_table(), *providers = providers_load(&e), *out = json_array();
	json_auto_t *names = json_array();
	const bool ready =
	    table && providers && add_named_models(names, p, table, words, count, most, &e);
	const char *without = NULL;
	bool assumed = false;

	if (!ready)
		return print_failed(1, &e);
	if (!as_json)
		print_text(stdout, ROW, "model", "dialect", "wire", "window", "in $/M", "out $/M",
		    "effort at each level");
	json_each (name, names) {
		json_t *known = known_of(table, providers, json_string_value(name));

		json_array_append_new(out, known);
		if (!as_json)
			print_known(known);
		assumed |= json_flag(json_map(known, "price"), "assumed", false);
		if (!json_str(known, "dialect", NULL))
			without = json_str(known, "model", "");
	}
	if (assumed && !as_json)
		print_text(stdout, "~ assumed: what the dearest model of its family costs\n");
	if (as_json)
		print_json_line(json_incref(out));
	return !without ? 0
			: print_failure(1,
			      "'%s' has no dialect: give its family one (models, dialect) in "
			      "~/.config/agent/config/models.yaml",
			      without);
}
