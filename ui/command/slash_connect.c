/*
 * /connect: a server to go on with. One of config/providers.yaml, or any URL; it is asked for its models,
 * one of them is chosen, and all of it is kept for the user.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "ui/command/slash_rows.h"

struct connecting {
	struct commander *commander;
	json_t *table;	/* (owned) providers.yaml */
	json_t *models; /* (owned) what the server lists; NULL: it was not asked yet */
	bool asking, asked;
};

static void forget(void *ctx)
{
	auto_free struct connecting *k = ctx;
	const struct chat_host *host = k->commander->host;

	if (k->asking)
		host->connect(host->ctx, NULL, NULL, NULL, NULL);
	json_decref(k->table);
	json_decref(k->models);
}

static struct connecting *connecting_new(struct commander *c)
{
	struct connecting *k = xcalloc(1, sizeof *k);

	k->commander = c;
	k->table = config_table("providers.yaml", NULL);
	return k;
}

static bool is_set(const char *variable)
{
	const char *value = variable ? getenv(variable) : NULL;

	return value && *value;
}

/* Returns where a provider's server is, or NULL if each customer has one of their own. */
static const char *url_of(const json_t *row)
{
	const char *variable = json_str(row, "base_url_env", NULL);

	return is_set(variable) ? getenv(variable) : json_str(row, "base_url", NULL);
}

/* ---- which model ----------------------------------------------------------------------------- */

static void connect_model(struct commander *c, const char *model)
{
	auto_error e = ERROR_INIT;
	auto_free char *kept = NULL;

	if (!c->host->use(c->host->ctx, model, &kept, &e))
		slash_say(c, "%s", e.message);
	else
		slash_say(c, "connected%s%s; %s", model ? " to " : "", model ? model : "", kept);
}

static void fill_models(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct connecting *k = ctx;
	json_t *model;
	size_t i;

	json_array_foreach (k->models, i, model)
		pick_rows_add(out, json_str(model, "id", ""), NULL, NULL);
}

static void model_chosen(void *ctx, const struct pick_row *row)
{
	connect_model(((struct connecting *)ctx)->commander, row->value);
}

static void on_models(void *ctx, const json_t *models, const char *why)
{
	struct connecting *k = ctx;
	struct commander *c = k->commander;
	const size_t count = json_array_size(models);

	k->asking = false;
	if (!models) {
		slash_say(c, "%s", why);
	} else if (count == 1) {
		connect_model(c, json_str(json_array_get(models, 0), "id", NULL));
	} else if (count == 0 || !c->pick) {
		connect_model(c, NULL);
		slash_say(c, "connected; /model NAME says which of %zu models", count);
	} else {
		struct connecting *list = connecting_new(c);

		list->models = json_incref((json_t *)models);
		slash_pick(c, &(struct pick_source){.title = "It answers. Which model?",
				  .fill = fill_models,
				  .chosen = model_chosen,
				  .closed = forget,
				  .ctx = list});
	}
	slash_task(c, NULL, NULL);
}

/* ---- which server ---------------------------------------------------------------------------- */

static void ask_for_key(struct commander *c, const char *url, const char *variable)
{
	struct connecting *k = connecting_new(c);

	slash_say(c, "asking %s for its models", url);
	slash_task(c, forget, k);
	k->asking = true;
	c->host->connect(c->host->ctx, url, variable, on_models, k);
}

static void add_server_row(const json_t *row, struct pick_rows *out)
{
	const char *variable = json_str(row, "key", NULL), *url = url_of(row);
	auto_free char *detail = xasprintf("%s%s%s%s", url ? url : "a server of your own",
	    variable ? " · " : "", variable ? variable : "",
	    !variable	       ? ""
	    : is_set(variable) ? " is set"
			       : " is not set");

	pick_rows_add(out, json_str(row, "name", ""), detail, NULL);
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct connecting *k = ctx;
	json_t *row;
	size_t i;

	json_array_foreach (json_list(k->table, "local"), i, row)
		add_server_row(row, out);
	json_array_foreach (json_list(k->table, "providers"), i, row)
		add_server_row(row, out);
	pick_rows_add(out, "Another server", "/connect URL [VARIABLE OF ITS KEY]", "");
}

static void chosen(void *ctx, const struct pick_row *picked)
{
	const struct connecting *k = ctx;
	struct commander *c = k->commander;
	const json_t *row = json_row(json_list(k->table, "local"), "name", picked->value);

	if (!row)
		row = json_row(json_list(k->table, "providers"), "name", picked->value);
	const char *variable = json_str(row, "key", NULL);
	const char *url = url_of(row);
	if (!row || !url) {
		auto_free char *words = xasprintf(
		    "/connect https://%s%s", variable ? " " : "", variable ? variable : "");

		c->input(c->face, words);
	} else if (variable && !is_set(variable)) {
		slash_say(c,
		    "its key is looked for in $%s, which is not set: export it and start "
		    "again, or name backend.api_key_file or api_key_command",
		    variable);
	} else {
		ask_for_key(c, url, variable);
	}
}

static void connect_to(struct commander *c, const char *rest)
{
	size_t len = strcspn(rest, " \t");
	const char *variable = rest + len + strspn(rest + len, " \t");
	auto_free char *url = xstrndup(rest, len);

	if (!c->host || !c->host->connect)
		slash_say(c, "there is no server to connect to here");
	else if (c->running && *c->running)
		slash_say(c, "a turn is running: Esc stops it");
	else if (*rest)
		ask_for_key(c, url, *variable ? variable : NULL);
	else
		slash_pick(c, &(struct pick_source){.title = "Connect to",
				  .fill = fill,
				  .chosen = chosen,
				  .closed = forget,
				  .ctx = connecting_new(c)});
}

const struct slash slash_connect = {
    .name = "connect",
    .arguments = "[URL [VARIABLE]]",
    .help = "another server: tried, used and kept",
    .run = connect_to,
};
