/* SPDX-License-Identifier: MIT
 * The settings of a run: for each row of the table the value that holds and where it comes from. Layers are
 * read whole, one after the other, and applied only when none has a problem, so nothing is ever half loaded.
 * Secrets among the values are registered when they are set.
 */
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "base/secret.h"
#include "base/yaml/yaml.h"
#include "config/settings_layer.h"
#include "config/settings_value.h"
#include "config/trust.h"

/* ---- Secrets ------------------------------------------------------------------------------------- */

static bool tells_secret(const char *name)
{
	static const char *const words[] = {"auth", "key", "token", "secret", "cookie", "sig"};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcasestr(name, words[i]))
			return true;
	return false;
}

/* Registers the values of a URL's parameters whose names tell of a secret: "...?name=value&name=value#...". */
static void of_query(const char *url)
{
	const char *at = url + strcspn(url, "?#");

	while (*at == '?' || *at == '&') {
		size_t len = strcspn(++at, "&#"), eq = strcspn(at, "=&#");
		auto_free char *name = xstrndup(at, eq), *value = NULL;

		if (eq < len && tells_secret(name)) {
			value = xstrndup(at + eq + 1, len - eq - 1);
			secret_add(name, value);
		}
		at += len;
	}
}

static void of_members(const json_t *value)
{
	json_members (name, member, value) {
		const char *text = json_string_value(member),
			   *blank = text ? strrchr(text, ' ') : NULL;

		if (text && tells_secret(name)) /* "Bearer KEY": what follows the scheme */
			secret_add(name, blank ? blank + 1 : text);
		of_members(member);
	}
}

/* Registers the secrets in a value that is now in force, so that no output repeats them (base/secret.h). */
static void setting_secrets(const struct setting *row, const json_t *value)
{
	if (row->check == CHECK_VARIABLE && json_is_string(value))
		secret_add(json_string_value(value), getenv(json_string_value(value)));
	if (row->check == CHECK_URL && json_is_string(value))
		of_query(json_string_value(value));
	if (row->flags & SETTING_HIDDEN)
		of_members(value);
}

struct settings {
	struct held {
		json_t *value; /* (owned) */
		char *source;  /* (owned) NULL: default */
		enum setting_layer layer;
		json_t *items; /* (owned) source of each item of SETTING_MAPS; NULL: default */
	} * held;	       /* (owned) one for each row of settings_table */
	json_t *ignored;       /* (owned) */
	char *text;	       /* (owned) of the workspace's file, or NULL */
	size_t text_len;
	enum trust trust;
	bool trusted; /* trust is TRUST_HOLDS, or the request says to treat it so */
};
#define LAYERS SETTING_SESSION /* number of layers that are read at the start */

char *settings_user_file(void)
{
	return file_home(FILE_CONFIG, "agent.yaml");
}

static const char *const workspace_names[] = {"agent.yaml", ".agent/agent.yaml"};

char *settings_workspace_file(const char *workspace)
{
	for (size_t i = 0; i < 2; i++) {
		char *path = file_join(workspace, workspace_names[i]);
		struct stat st;

		if (lstat(path, &st) == 0)
			return path;
		free(path);
	}
	return NULL;
}

/* ---- Reading the layers ------------------------------------------------------------------ */

static bool read_workspace(
    struct layer *l, const struct settings_request *request, struct problems *problems)
{
	auto_free char *path = request->only_file || !request->workspace
				   ? NULL
				   : settings_workspace_file(request->workspace);
	auto_free char *user = settings_user_file(), *other = NULL;
	const char *name = path ? path + strlen(request->workspace) : "";
	struct stat x, y;
	const bool same = path && stat(path, &x) == 0 && stat(user, &y) == 0 &&
			  x.st_dev == y.st_dev && x.st_ino == y.st_ino;
	bool ok = true;

	name += strspn(name, "/");
	layer_init(l, name);
	if (path && !same) {
		other = file_join(request->workspace, workspace_names[1]);
		if (!strcmp(name, workspace_names[0]) && access(other, F_OK) == 0)
			ok = problem_add(problems, name, 0, 0,
			    "'%s' is there too; keep one of them", workspace_names[1]);
		ok &= layer_read_file(l, path, problems);
	}
	return ok;
}

/* ---- Profiles ------------------------------------------------------------------------------------ */

char *settings_profile_file(const char *name, struct error *e)
{
	if (!*name || *name == '.' || strchr(name, '/')) {
		error_set(e, ERR_USAGE, "'%.100s' is no name of a profile", name);
		return NULL;
	}
	auto_free char *file = xasprintf("profiles/%s.yaml", name);
	return file_home(FILE_CONFIG, file);
}

json_t *settings_profile(const char *name, struct error *e)
{
	auto_free char *path = settings_profile_file(name, e);
	auto_buf text = BUF_LIMIT(YAML_BYTES);
	freed_by(layer_free) struct layer layer = {0};

	if (!path || !file_read(path, YAML_BYTES, &text, e) ||
	    !layer_check(&layer, buf_str(&text), text.len, e))
		return NULL;
	json_t *set = json_object();
	for (size_t i = 0; i < settings_count; i++)
		json_put(set, settings_table[i].name, json_incref(layer.entries[i].value));
	return set;
}

static json_t **layer_value(const struct layer *l, const char *name)
{
	return &l->entries[setting_find(name) - settings_table].value;
}

/* Which server is asked, and with which key: these belong together, so a profile that sets one of
 * them takes none of the others from a file. A key goes to its own server only. */
static const char *const of_server[] = {"backend.api_key_command", "backend.api_key_env",
    "backend.api_key_file", "backend.base_url", "backend.context_tokens", "backend.extra_body",
    "backend.fallback_model", "backend.headers", "backend.model", "backend.protocol",
    "backend.provider"};
#define OF_SERVER ARRAY_SIZE(of_server)

static void keep_server_apart(struct layer *layers)
{
	bool named = false;

	for (size_t i = 0; i < OF_SERVER; i++)
		named |= *layer_value(&layers[SETTING_PROFILE], of_server[i]) != NULL;
	for (size_t i = 0; named && i < OF_SERVER; i++)
		for (int kind = SETTING_USER; kind < SETTING_PROFILE; kind++) {
			json_decref(*layer_value(&layers[kind], of_server[i]));
			*layer_value(&layers[kind], of_server[i]) = NULL;
		}
}

/* Reads the profile that the command line, the environment or the user's file names, if any. */
static bool read_profile(struct layer *layers, struct problems *problems)
{
	static const int kinds[] = {SETTING_COMMAND_LINE, SETTING_ENVIRONMENT, SETTING_USER};
	const json_t *value = NULL;
	auto_error e = ERROR_INIT;

	for (size_t i = 0; i < 3 && !value; i++)
		value = *layer_value(&layers[kinds[i]], "profile");
	layer_init(&layers[SETTING_PROFILE], "profile");
	if (!json_is_string(value))
		return true;
	auto_free char *path = settings_profile_file(json_string_value(value), &e);
	if (!path)
		return problem_add(problems, "profile", 0, 0, "%s", e.message);
	auto_free char *shown = file_user_path(path);
	layer_free(&layers[SETTING_PROFILE]);
	layer_init(&layers[SETTING_PROFILE], shown);
	bool ok = layer_read_file(&layers[SETTING_PROFILE], path, problems);
	json_decref(*layer_value(&layers[SETTING_PROFILE], "profile"));
	*layer_value(&layers[SETTING_PROFILE], "profile") = NULL;
	if (ok)
		keep_server_apart(layers);
	return ok;
}

static bool read_layers(
    struct layer *layers, const struct settings_request *request, struct problems *problems)
{
	layer_init(&layers[SETTING_DEFAULTS], "default");
	bool ok = layer_read_defaults(&layers[SETTING_DEFAULTS], problems);
	for (int kind = SETTING_USER; request->bare && kind < LAYERS; kind++)
		layer_init(&layers[kind], "none");
	if (request->bare)
		return ok;
	auto_free char *user =
	    request->only_file ? xstrdup(request->only_file) : settings_user_file();
	auto_free char *name = request->only_file ? xstrdup(user) : file_user_path(user);
	layer_init(&layers[SETTING_USER], name);
	if (request->only_file || access(user, F_OK) == 0)
		ok &= layer_read_file(&layers[SETTING_USER], user, problems);
	ok &= read_workspace(&layers[SETTING_WORKSPACE], request, problems);
	layer_init(&layers[SETTING_ENVIRONMENT], "environment");
	ok &= layer_read_environment(&layers[SETTING_ENVIRONMENT], problems);
	layer_init(&layers[SETTING_COMMAND_LINE], "command line");
	ok &= layer_read_assignments(&layers[SETTING_COMMAND_LINE], request->assignments, problems);
	return read_profile(layers, problems) && ok;
}

/* ---- Applying them ----------------------------------------------------------------------- */

/* Finds how far the workspace is trusted. Only the user's own file says whom to trust, and it is
 * the content that is trusted. */
static enum trust find_trust(
    const struct settings *s, const struct layer *user, const char *workspace)
{
	const json_t *list = *layer_value(user, "trust.workspaces");
	auto_free char *there = workspace ? realpath(workspace, NULL) : NULL;

	json_each (listed, there ? list : NULL) {
		auto_free char *path = file_expand(json_string_value(listed)),
			       *real = realpath(path, NULL);

		if (real && !strcmp(real, there))
			return !s->text || trust_holds(workspace, s->text, s->text_len)
				   ? TRUST_HOLDS
				   : TRUST_CHANGED;
	}
	return TRUST_NONE;
}

static char *source_of(const struct layer *l, const struct setting_entry *entry)
{
	if (entry->variable)
		return xasprintf("%s %s", l->name, entry->variable);
	if (entry->line)
		return xasprintf("%s:%d", l->name, entry->line);
	return xstrdup(l->name);
}

/* Records the source of each item of a list, behind those of the items it adds to. */
static void add_item_sources(struct settings *s, size_t i, const struct layer *l,
    const struct setting_entry *entry, bool adds)
{
	size_t count = json_array_size(entry->value);
	auto_free char *whole = source_of(l, entry);

	if (!s->held[i].items || !adds) {
		json_decref(s->held[i].items);
		s->held[i].items = json_array();
		for (size_t n = adds ? json_array_size(s->held[i].value) : 0; n > 0; n--)
			json_array_append_new(s->held[i].items, json_string("default"));
	}
	for (size_t n = 0; n < count; n++)
		json_array_append_new(s->held[i].items,
		    entry->lines ? json_sprintf("%s:%d", l->name,
				       (int)json_integer_value(json_array_get(entry->lines, n)))
				 : json_string(whole));
}

/* Puts the entry's value, which it steals, into force. */
static void set(struct settings *s, size_t i, const struct layer *l, enum setting_layer kind,
    struct setting_entry *entry)
{
	bool adds = settings_table[i].flags & SETTING_ADDS && json_is_array(s->held[i].value);
	json_t *value = entry->value;

	if (settings_table[i].type == SETTING_MAPS)
		add_item_sources(s, i, l, entry, adds);
	if (adds || (entry->part && s->held[i].value)) {
		value = json_copy(s->held[i].value);
		if (adds)
			json_array_extend(value, entry->value);
		else
			json_object_update(value, entry->value);
		json_decref(entry->value);
	}
	entry->value = NULL;
	json_decref(s->held[i].value);
	s->held[i].value = value;
	setting_secrets(&settings_table[i], value);
	free(s->held[i].source);
	s->held[i].source = source_of(l, entry);
	s->held[i].layer = kind;
}

static void apply(struct settings *s, struct layer *l, enum setting_layer kind)
{
	for (size_t i = 0; i < settings_count; i++) {
		struct setting_entry *entry = &l->entries[i];
		const int refused = SETTING_USER_ONLY | (s->trusted ? 0 : SETTING_TRUSTED);

		if (!entry->value)
			continue;
		if (kind == SETTING_WORKSPACE && settings_table[i].flags & refused) {
			json_array_append_new(
			    s->ignored, json_pack("{s:s, s:i, s:s}", "file", l->name, "line",
					    entry->line, "key", settings_table[i].name));
		} else if (kind == SETTING_DEFAULTS) {
			s->held[i].value = entry->value;
			entry->value = NULL;
		} else {
			set(s, i, l, kind, entry);
		}
	}
}

struct settings *settings_load(const struct settings_request *request, struct problems *problems)
{
	struct layer layers[LAYERS] = {0};
	struct settings *s = NULL;

	if (read_layers(layers, request, problems)) {
		s = xcalloc(1, sizeof *s);
		s->held = xcalloc(settings_count, sizeof *s->held);
		s->ignored = json_array();
		s->text_len = layers[SETTING_WORKSPACE].text.len;
		s->text = layers[SETTING_WORKSPACE].text.data
			      ? buf_take(&layers[SETTING_WORKSPACE].text)
			      : NULL;
		s->trust = find_trust(s, &layers[SETTING_USER], request->workspace);
		s->trusted = request->trust || s->trust == TRUST_HOLDS;
		for (int kind = SETTING_DEFAULTS; kind < LAYERS; kind++)
			apply(s, &layers[kind], kind);
		for (size_t i = 0; i < settings_count; i++)
			if (!s->held[i].value)
				die("setting '%s' has no default in config/default.yaml",
				    settings_table[i].name);
	}
	for (int kind = SETTING_DEFAULTS; kind < LAYERS; kind++)
		layer_free(&layers[kind]);
	return s;
}

void settings_free(struct settings *s)
{
	if (!s)
		return;
	for (struct held *h = s->held; h < s->held + settings_count; h++) {
		json_decref_all(h->value, h->items);
		free(h->source);
	}
	json_decref(s->ignored);
	free_all(s->held, s->text, s);
}

int settings_complain(const struct problems *problems, FILE *out)
{
	bool usage = problems->count > 0;

	for (size_t i = 0; i < problems->count; i++) {
		auto_free char *line = problem_line(&problems->list[i]);

		print_text(out, "%s\n", line);
		usage &= problems->list[i].file && !strcmp(problems->list[i].file, "command line");
	}
	return usage ? 2 : 78;
}

/* ---- Reading values ---------------------------------------------------------------------- */

static size_t row_of(const char *name, unsigned types)
{
	const struct setting *row = setting_find(name);

	if (!row)
		die("no setting is named '%s'", name);
	if (!(types & 1u << row->type))
		die("setting '%s' is read as another type", name);
	return row - settings_table;
}

const char *setting_string(const struct settings *s, const char *name)
{
	return json_string_value(
	    s->held[row_of(name, 1 << SETTING_STRING | 1 << SETTING_CHOICE)].value);
}

int64_t setting_int(const struct settings *s, const char *name)
{
	return json_integer_value(s->held[row_of(name, 1 << SETTING_INT)].value);
}

double setting_number(const struct settings *s, const char *name)
{
	const json_t *value = s->held[row_of(name, 1 << SETTING_NUMBER | 1 << SETTING_INT)].value;

	return json_is_number(value) ? json_number_value(value) : NAN;
}

bool setting_bool(const struct settings *s, const char *name)
{
	return json_is_true(s->held[row_of(name, 1 << SETTING_BOOL)].value);
}

const json_t *setting_json(const struct settings *s, const char *name)
{
	return s->held[row_of(name, ~0u)].value;
}

enum setting_layer setting_layer(const struct settings *s, const char *name)
{
	return s->held[row_of(name, ~0u)].layer;
}

bool setting_of_start(const struct settings *s, const char *name)
{
	const enum setting_layer layer = setting_layer(s, name);

	return layer == SETTING_ENVIRONMENT || layer == SETTING_COMMAND_LINE;
}

const char *setting_source(const struct settings *s, const char *name)
{
	const char *source = s->held[row_of(name, ~0u)].source;

	return source ? source : "default";
}

const char *setting_item_source(const struct settings *s, const char *name, size_t item)
{
	const json_t *items = s->held[row_of(name, 1 << SETTING_MAPS)].items;
	const char *source = json_string_value(json_array_get(items, item));

	return source ? source : "default";
}

const json_t *settings_ignored(const struct settings *s)
{
	return s->ignored;
}

enum trust settings_trust(const struct settings *s)
{
	return s->trust;
}

const char *settings_workspace_text(const struct settings *s, size_t *len)
{
	*len = s->text_len;
	return s->text;
}

json_t *settings_changed(const struct settings *s)
{
	json_t *changed = json_object();

	for (size_t i = 0; i < settings_count; i++)
		if (s->held[i].source && !(settings_table[i].flags & SETTING_USER_ONLY))
			json_object_set(changed, settings_table[i].name, s->held[i].value);
	return changed;
}

bool setting_change(struct settings *s, const char *name, json_t *value, struct error *e)
{
	const struct setting *row = setting_find(name);
	struct layer session = {.name = (char[]){"session"}};
	struct setting_entry entry = {0};
	auto_buf why = BUF_INIT;
	int item;

	if (row && value)
		entry.value = setting_accept(row, row->name, value, &why, &item);
	else
		buf_addf(&why, "unknown setting '%s'", name);
	json_decref(value);
	if (!entry.value)
		return error_set(e, ERR_USAGE, "%s", buf_str(&why));
	set(s, row - settings_table, &session, SETTING_SESSION, &entry);
	return true;
}
