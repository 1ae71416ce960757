/* SPDX-License-Identifier: MIT
 * /connect: connects a server. One of config/providers.yaml, or any URL; where its key is not in
 * the environment it is pasted, printed by a command or read from a file. The server is asked for
 * its models, one of them is chosen, and all of it is kept for the user: as a profile, if there is
 * a key of its own. /profile goes from one of these to another.
 */
#include <dirent.h>
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "ui/command/slash_rows.h"

#define KEYLESS "no key was sent" /* in the message about a server that wants a key */
#define NAME_CHARS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

struct connecting {
	struct commander *commander;
	json_t *table;	/* (owned) providers.yaml */
	json_t *models; /* (owned) what the server lists; NULL: it was not asked yet */
	char *name;	/* (owned) of the provider, or the host; NULL: none was chosen yet */
	char *url, *variable, *command, *file, *profile; /* (owned) of struct connection */
	char *key;					 /* (owned) that was pasted; NULL: none */
	bool asking, keeping;
};

static void forget(void *ctx)
{
	auto_free struct connecting *k = ctx;
	const struct chat_host *host = k->commander->host;

	if (k->asking)
		host->connect(host->ctx, NULL, NULL, NULL);
	if (k->keeping)
		host->keep_key(host->ctx, NULL, NULL, NULL, NULL, NULL);
	json_decref(k->table);
	json_decref(k->models);
	free_all(k->name, k->url, k->variable, k->command, k->file, k->profile);
	if (k->key)
		explicit_bzero(k->key, strlen(k->key));
	free(k->key);
}

static struct connecting *connecting_new(struct commander *c)
{
	struct connecting *k = xcalloc(1, sizeof *k);

	*k = (struct connecting){.commander = c, .table = config_table("providers.yaml", NULL)};
	return k;
}

/* Moves k's contents to a new struct for the next step; k stays empty, to be freed by its holder. */
static struct connecting *connecting_next(struct connecting *k)
{
	struct connecting *next = xcalloc(1, sizeof *next);

	*next = *k;
	*k = (struct connecting){.commander = next->commander};
	return next;
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

	json_each (model, k->models)
		pick_rows_add(out, json_str(model, "id", ""), NULL, NULL);
}

static void model_chosen(void *ctx, const struct pick_row *row)
{
	connect_model(((struct connecting *)ctx)->commander, row->value);
}

static void ask_for_key(struct connecting *k);

static void on_models(void *ctx, const json_t *models, const char *why)
{
	struct connecting *k = ctx;
	struct commander *c = k->commander;
	const size_t count = json_array_size(models);

	k->asking = false;
	if (!models) {
		slash_say(c, "%s", why);
		if (c->pick && strstr(why, KEYLESS) && !k->variable && !k->command && !k->file)
			ask_for_key(connecting_next(k));
	} else if (count == 1) {
		connect_model(c, json_str(json_array_get(models, 0), "id", NULL));
	} else if (count == 0 || !c->pick) {
		connect_model(c, NULL);
		if (count)
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

/* Asks the server for its models, with the key that is known. Steals k. */
static void connect_ask(struct connecting *k)
{
	struct commander *c = k->commander;
	const struct connection to = {k->url, k->variable, k->command, k->file, k->profile};

	slash_say(c, "asking %s for its models", k->url);
	slash_task(c, forget, k);
	k->asking = true;
	c->host->connect(c->host->ctx, &to, on_models, k);
}

/* ---- where its key is ------------------------------------------------------------------------ */

/* Returns a name that no profile has yet: "anthropic", else "anthropic-2". Caller frees. */
static char *profile_name(const char *provider)
{
	auto_free char *base = xstrdup(provider);

	for (char *s = base; *s; s++)
		*s = (char)(isalnum((unsigned char)*s) ? tolower((unsigned char)*s) : '-');
	for (int n = 1;; n++) {
		char *name = n > 1 ? xasprintf("%s-%d", base, n) : xstrdup(base);
		auto_free char *path = settings_profile_file(name, NULL);

		if (!path || access(path, F_OK) != 0)
			return name;
		free(name);
	}
}

static void on_kept(void *ctx, const char *why)
{
	struct connecting *k = ctx;

	k->keeping = false;
	if (why) {
		slash_say(k->commander, "the key was not kept: %s", why);
		slash_task(k->commander, NULL, NULL);
		return;
	}
	connect_ask(connecting_next(k));
}

/* Returns a command of a key store with the profile's name in the place of {name}. Caller frees. */
static char *store_command(const json_t *store, const char *key, const char *name)
{
	struct buf out = BUF_INIT;

	text_fill(&out, json_str(store, key, ""), "{name}", name);
	return buf_take(&out);
}

/* Keeps the pasted key in a key store (NULL: a file), then asks the server with it. Steals k. */
static void keep_pasted(struct connecting *k, const json_t *store)
{
	struct commander *c = k->commander;
	auto_free char *keep = store ? store_command(store, "keep", k->profile) : NULL;

	if (store)
		k->command = store_command(store, "read", k->profile);
	else
		k->file = xasprintf("~/.config/agent/keys/%s", k->profile);
	slash_task(c, forget, k);
	k->keeping = true;
	c->host->keep_key(c->host->ctx, keep, k->file, k->key, on_kept, k);
}

static bool is_installed(const json_t *store)
{
	const char *command = json_str(store, "keep", ""), *dirs = getenv("PATH");
	const int len = (int)strcspn(command, " ");
	bool there = false;

	while (dirs && *dirs && !there) {
		const size_t dir = strcspn(dirs, ":");
		auto_free char *path = xasprintf("%.*s/%.*s", (int)dir, dirs, len, command);

		there = access(path, X_OK) == 0;
		dirs += dir + (dirs[dir] == ':');
	}
	return there;
}

static void fill_stores(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct connecting *k = ctx;

	pick_rows_add(out, "A file", "that only you can read, in ~/.config/agent/keys", "");
	json_each (row, json_list(k->table, "key_stores"))
		if (is_installed(row))
			pick_rows_add(
			    out, json_str(row, "name", ""), json_str(row, "keep", ""), NULL);
}

static void store_chosen(void *ctx, const struct pick_row *row)
{
	struct connecting *k = connecting_next(ctx);

	keep_pasted(k, json_row(json_list(k->table, "key_stores"), "name", row->value));
}

static void on_pasted(void *ctx, const char *key)
{
	struct connecting *k = ctx;
	freed_by(pick_rows_free) struct pick_rows stores = {0};

	if (!key) {
		forget(k);
		return;
	}
	k->key = xstrdup(key);
	fill_stores(k, "", &stores);
	if (stores.count > 1)
		slash_pick(k->commander, &(struct pick_source){.title = "Keep the key in",
					     .fill = fill_stores,
					     .chosen = store_chosen,
					     .closed = forget,
					     .ctx = k});
	else
		keep_pasted(k, NULL);
}

static void way_chosen(void *ctx, const struct pick_row *row)
{
	struct connecting *k = ctx;
	struct commander *c = k->commander;

	if (strcmp(row->value, "paste") == 0)
		c->secret(c->face, on_pasted, connecting_next(k));
	else if (strcmp(row->value, "variable") == 0)
		slash_say(c, "export %s=... and start agent again", k->variable);
	else {
		/* The user goes on with it in the input. */
		auto_free char *words = xasprintf("/connect %s %s", k->url, row->value);

		k->commander->input(k->commander->face, words);
	}
}

static void fill_ways(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct connecting *k = ctx;

	if (k->commander->secret)
		pick_rows_add(out, "Paste it", "it is not shown", "paste");
	pick_rows_add(out, "A command prints it", "pass show ..., secret-tool lookup ...", "!");
	pick_rows_add(out, "A file has it", "in its first line", "~/");
	if (k->variable)
		pick_rows_add(out, "A variable", k->variable, "variable");
}

/* Lets the user choose where the key comes from. Steals k. */
static void ask_for_key(struct connecting *k)
{
	if (!k->profile)
		k->profile = profile_name(k->name);
	slash_pick(k->commander, &(struct pick_source){.title = "Its key",
				     .fill = fill_ways,
				     .chosen = way_chosen,
				     .closed = forget,
				     .ctx = k});
}

/* ---- which server ---------------------------------------------------------------------------- */

static void add_server_row(const json_t *row, struct pick_rows *out)
{
	const char *variable = json_str(row, "key", NULL), *url = url_of(row);
	const char *set = is_set(variable) ? " is set" : " is not set";
	auto_free char *detail = xasprintf("%s%s%s%s", url ? url : "a server of your own",
	    variable ? " · " : "", variable ? variable : "", variable ? set : "");

	pick_rows_add(out, json_str(row, "name", ""), detail, NULL);
}

/* before the name of a provider whose variable is set: connect with another key */
#define ANOTHER "+"

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct connecting *k = ctx;

	json_each (row, json_list(k->table, "local"))
		add_server_row(row, out);
	json_each (row, json_list(k->table, "providers")) {
		const char *name = json_str(row, "name", "");
		auto_free char *text = xasprintf("%s, by another key", name),
			       *value = xasprintf(ANOTHER "%s", name);

		add_server_row(row, out);
		if (is_set(json_str(row, "key", NULL)) && url_of(row))
			pick_rows_add(out, text, url_of(row), value);
	}
	pick_rows_add(out, "Another server", "/connect URL", "");
}

static void chosen(void *ctx, const struct pick_row *picked)
{
	struct connecting *k = ctx;
	struct commander *c = k->commander;
	const bool another = *picked->value == *ANOTHER;
	const char *name = picked->value + another, *variable, *url;
	const json_t *row = json_row(json_list(k->table, "local"), "name", name);

	if (!row)
		row = json_row(json_list(k->table, "providers"), "name", name);
	variable = json_str(row, "key", NULL);
	url = url_of(row);
	if (!row || !url) {
		auto_free char *words = xasprintf(
		    "/connect https://%s%s", variable ? " " : "", variable ? variable : "");

		c->input(c->face, words);
		return;
	}
	k->url = xstrdup(url);
	k->name = xstrdup(name);
	k->variable = xstrdup(variable);
	if (variable && (another || !is_set(variable)))
		ask_for_key(connecting_next(k));
	else
		connect_ask(connecting_next(k));
}

/* rest: a URL, and where its key is: "VARIABLE", "!COMMAND", a path, or "paste"; anything else may
 * be a key, which is better pasted. */
static void connect_to(struct commander *c, const char *rest)
{
	struct connecting *k = connecting_new(c);
	const char *key = rest, *host = strstr(rest, "://");

	if (!*rest) {
		slash_pick(c, &(struct pick_source){.title = "Connect to",
				  .fill = fill,
				  .chosen = chosen,
				  .closed = forget,
				  .ctx = k});
		return;
	}
	k->url = slash_next_word(&key);
	host = host ? host + 3 : rest;
	k->name = xstrndup(host, strcspn(host, ":/ \t"));
	if (*key == '!')
		k->command = xstrdup(key + 1);
	else if (*key == '/' || *key == '~')
		k->file = xstrdup(key);
	else if (*key && strcmp(key, "paste") != 0 && !key[strspn(key, NAME_CHARS)])
		k->variable = xstrdup(key);
	if (k->command || k->file)
		k->profile = profile_name(k->name);
	if (*key && !k->command && !k->file && !k->variable)
		ask_for_key(k);
	else
		connect_ask(k);
}

const struct slash slash_connect = {
    .name = "connect",
    .leaves = true,
    .arguments = "[URL [paste]]",
    .help = "another server: tried, used and kept",
    .run = connect_to,
};

/* ---- profiles -------------------------------------------------------------------------------- */

#define SUFFIX ".yaml"

/* Lists the profiles, files of the user's: profiles/NAME.yaml. */
static void fill_profiles(void *ctx, const char *filter, struct pick_rows *out)
{
	auto_free char *path = file_home(FILE_CONFIG, "profiles");
	struct dirent **files = NULL;
	const int count = scandir(path, &files, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		auto_free struct dirent *file = files[i];
		const size_t len = strlen(file->d_name), end = strlen(SUFFIX);

		if (*file->d_name == '.' || len <= end ||
		    strcmp(file->d_name + len - end, SUFFIX) != 0)
			continue;
		auto_free char *name = xstrndup(file->d_name, len - end);
		json_auto_t *set = settings_profile(name, NULL);
		pick_rows_add(out, name,
		    set ? json_str(set, "backend.base_url", "settings alone") : "it cannot be read",
		    NULL);
	}
	free(files);
}

static void use_profile(struct commander *c, const char *name)
{
	auto_error e = ERROR_INIT;

	if (!slash_between_turns(c))
		return;
	if (c->host->profile(c->host->ctx, name, &e))
		slash_say(c, "profile %s answers, also from the next start on", name);
	else
		slash_say(c, "%s", e.message);
}

static void profile_chosen(void *ctx, const struct pick_row *row)
{
	use_profile(ctx, row->value);
}

static void profile(struct commander *c, const char *rest)
{
	if (*rest)
		use_profile(c, rest);
	else
		slash_pick(c, &(struct pick_source){.title = "Profiles",
				  .empty = "none yet: /connect makes one of each key it keeps",
				  .fill = fill_profiles,
				  .current = setting_string(c->settings, "profile"),
				  .chosen = profile_chosen,
				  .ctx = c});
}

const struct slash slash_profile = {
    .name = "profile",
    .leaves = true,
    .arguments = "[NAME]",
    .help = "go to another server or key that is kept",
    .run = profile,
    .fill = fill_profiles,
};
