/* SPDX-License-Identifier: MIT
 * Reads entries of servers in every agent's shape: config/mcp.yaml maps their member names to ours;
 * unknown members are left out.
 */
#include "mcp/mcp_spec.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "base/json/toml.h"
#include "config/prompt.h"
#include "config/trust.h"
#include "memory/memory.h"

#define FILE_BYTES ((size_t)1 << 20)
#define NAME_CHARS 64

/* ---- Shapes ------------------------------------------------------------------------------------ */

static json_t *in_our_words(const json_t *theirs)
{
	json_auto_t *keys = config_builtin("mcp.yaml");
	json_t *spec = json_object(), *words;

	json_members (key, ours, json_map(keys, "keys")) {
		json_t *value = json_object_get(theirs, key);

		if (value && !json_is_null(value) &&
		    !json_object_get(spec, json_string_value(ours)))
			json_object_set(spec, json_string_value(ours), value);
	}
	if (json_flag(theirs, "disabled", false))
		json_put(spec, "enabled", json_false());
	words = json_deep_copy(json_list(spec, "command"));
	if (words) { /* a command that is a list holds its arguments */
		json_object_set(spec, "command", json_array_get(words, 0));
		json_array_remove(words, 0);
		json_put(spec, "args", words);
	}
	return spec;
}

static bool check_server(
    struct mcp_specs *out, const char *name, const json_t *spec, const char *file)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	auto_buf why = BUF_INIT;
	auto_free char *shown = text_line(name, NAME_CHARS);

	if (schema_check(config_schema("mcp_server"), spec, &v))
		return true;
	violations_write(&v, "its entry", &why);
	buf_addf(
	    &out->notices, "%s: the MCP server '%s' is left out: %s\n", file, shown, buf_str(&why));
	return false;
}

struct mcp_spec *mcp_spec_find(const struct mcp_specs *specs, const char *name)
{
	for (size_t i = 0; i < specs->count; i++)
		if (text_is(name, specs->list[i].name))
			return &specs->list[i];
	return NULL;
}

/* Adds servers in the shape of agent.yaml or of another agent's file. like: what they have in common. */
static void take_servers(struct mcp_specs *out, const json_t *servers, struct mcp_spec like)
{
	json_members (name, theirs, servers) {
		json_auto_t *spec = in_our_words(theirs);

		if (like.workspace) /* what a workspace brings stays in the sandbox */
			json_object_del(spec, "sandbox");
		if (mcp_spec_find(out, name) || !check_server(out, name, spec, like.file))
			continue;
		array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
		like.name = text_line(name, NAME_CHARS);
		like.json = json_incref(spec);
		out->list[out->count] = like;
		out->list[out->count].file = xstrdup(like.file);
		out->list[out->count++].path = xstrdup(like.path);
	}
}

/* ---- Files ------------------------------------------------------------------------------------- */

/* Adds the servers in a file. path: stolen; NULL: there is none. */
static void take_servers_of(struct mcp_specs *out, char *path, bool workspace)
{
	static const char *const wrappers[] = {"mcpServers", "servers", "mcp_servers"};
	auto_free char *owned = path, *shown = path ? file_user_path(path) : NULL;
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!path || !file_read(path, FILE_BYTES, &text, NULL))
		return;
	json_auto_t *root = toml_or_json(path, buf_str(&text), text.len, &e);
	if (!root)
		buf_addf(&out->notices, "%s: %s\n", shown, e.message);
	for (size_t i = 0; i < ARRAY_SIZE(wrappers); i++)
		take_servers(out, json_map(root, wrappers[i]),
		    (struct mcp_spec){.file = shown,
			.path = path,
			.workspace = workspace,
			.trusted = !workspace || trust_holds(path, buf_str(&text), text.len)});
}

char *mcp_state_file(const char *prefix, const char *text)
{
	auto_free char *name = xasprintf("mcp/%s%016llx.json", prefix,
	    (unsigned long long)hash_bytes(HASH_START, text, strlen(text)));

	return file_home(FILE_STATE, name);
}

char *mcp_user_file(void)
{
	return file_home(FILE_CONFIG, "mcp.json");
}

void mcp_specs_load(struct mcp_specs *out, const struct settings *s, const char *workspace)
{
	auto_free char *top = repository_top(workspace);

	*out = (struct mcp_specs){.notices = BUF_INIT};
	take_servers(out, setting_json(s, "mcp.session_servers"),
	    (struct mcp_spec){.file = (char *)"the editor", .trusted = true});
	take_servers(out, setting_json(s, "mcp_servers"),
	    (struct mcp_spec){.file = (char *)setting_source(s, "mcp_servers"),
		.workspace = setting_layer(s, "mcp_servers") == SETTING_WORKSPACE,
		.trusted = true});
	take_servers_of(out, mcp_user_file(), false);
	json_each (item, setting_json(s, "mcp.files")) {
		const char *name = json_string_value(item);
		const bool users = *name == '~' || *name == '/';
		auto_free char *here = file_join(workspace, name), *above = file_join(top, name);
		/* In the workspace, else at the top of its repository; not if it leads out of them. */
		char *path = users ? file_expand(name) : trust_inside(top, here);

		take_servers_of(out, path || users ? path : trust_inside(top, above), !users);
	}
}

void mcp_specs_free(struct mcp_specs *specs)
{
	for (size_t i = 0; i < specs->count; i++) {
		free_all(specs->list[i].name, specs->list[i].file, specs->list[i].path);
		json_decref(specs->list[i].json);
	}
	free(specs->list);
	buf_free(&specs->notices);
	*specs = (struct mcp_specs){.notices = BUF_INIT};
}

size_t mcp_specs_waiting(const struct mcp_specs *specs)
{
	size_t n = 0;

	for (size_t i = 0; i < specs->count; i++)
		n += !specs->list[i].trusted;
	return n;
}

bool mcp_spec_trust(const struct mcp_spec *s, struct error *e)
{
	auto_buf text = BUF_INIT;

	return file_read(s->path, FILE_BYTES, &text, e) &&
	       trust_keep(s->path, buf_str(&text), text.len, e);
}

/* ---- Variables --------------------------------------------------------------------------------- */

static bool fill_name(
    struct buf *out, const char *name, size_t len, const char *workspace, struct error *e)
{
	auto_free char *variable = xstrndup(name, len);
	char *words = strstr(variable, ":-");

	if (words)
		*words = '\0';
	const char *value = text_is(variable, "workspaceFolder") ? workspace : getenv(variable);
	if (!value && !words)
		return error_set(e, ERR_CONFIG, "the variable '%s' is not set", variable);
	buf_adds(out, value && (*value || !words) ? value : words + 2);
	return true;
}

static json_t *fill_text(const char *text, const char *workspace, struct error *e)
{
	auto_buf out = BUF_INIT;

	for (const char *end; *text; text = end + 1) {
		const bool named = text[0] == '$' && text[1] == '{' && strchr(text, '}');

		end = named ? strchr(text, '}') : text;
		if (!named)
			buf_addc(&out, *text);
		else if (!fill_name(&out, text + 2, (size_t)(end - text) - 2, workspace, e))
			return NULL;
	}
	return json_text(buf_str(&out), out.len);
}

json_t *mcp_spec_fill(const json_t *spec, const char *workspace, struct error *e)
{
	if (json_is_string(spec))
		return fill_text(json_string_value(spec), workspace, e);
	json_auto_t *copy = json_deep_copy(spec);
	json_each_at (i, item, copy)
		if (json_array_set_new(copy, i, mcp_spec_fill(item, workspace, e)))
			return NULL;
	json_members (key, value, copy)
		if (json_object_set_new(copy, key, mcp_spec_fill(value, workspace, e)))
			return NULL;
	return json_incref(copy);
}
