/* SPDX-License-Identifier: MIT
 * /mcp: the MCP servers of the session. One is looked at (its state, what it offers, what it
 * printed), trusted if a file of the workspace names it, or started anew.
 */
#include "base/base.h"
#include "mcp/mcp.h"
#include "ui/command/slash_rows.h"
#include "ui/keys/keys.h"

#define ABOUT_CHARS 100

static const struct mcp_spec *entry_named(const struct commander *c, const char *name)
{
	struct mcp *m = slash_servers(c);

	return m ? mcp_spec_find(mcp_specs(m), name) : NULL;
}

/* ---- Actions on a server ------------------------------------------------------------------------ */

static void trust_server(const struct commander *c, const struct mcp_spec *s)
{
	auto_error e = ERROR_INIT;

	if (s->trusted)
		slash_say(c, "%s is trusted", s->name);
	else if (mcp_trust(slash_servers(c), s, &e))
		slash_say(c, "%s is trusted as it is now; its tools count from the next session on",
		    s->file);
	else
		slash_say(c, "%s", e.message);
}

static void restart_server(const struct commander *c, const struct mcp_spec *s)
{
	struct mcp_server *server = mcp_find(slash_servers(c), s->name, strlen(s->name));

	if (server)
		mcp_restart(server);
	slash_say(c, server ? "%s is started anew" : "%s is not used; /mcp %s says why", s->name,
	    s->name);
}

/* ---- The page of a server ---------------------------------------------------------------------- */

struct mcp_page {
	struct commander *commander;
	const struct mcp_spec *entry;
};

static void add_offers(
    const struct mcp_server *s, const char *list, const char *key, struct lines *out)
{
	const json_t *rows = json_list(s->lists, list);

	if (json_array_size(rows))
		lines_addf(out, STYLE_KEY, "%s", list);
	lines_end(out);
	json_each (row, rows) {
		auto_free char *about =
				   text_sentence(json_str(row, "description", ""), ABOUT_CHARS),
			       *name = text_line(json_str(row, key, ""), ABOUT_CHARS);

		lines_addf(out, STYLE_TEXT, "  %s", name);
		lines_addf(out, STYLE_DIM, "  %s", about);
		lines_end(out);
	}
}

static void page_fill(void *ctx, int cells, struct lines *out)
{
	const struct mcp_page *p = ctx;
	const struct mcp *m = slash_servers(p->commander);
	const struct mcp_server *s = mcp_find(m, p->entry->name, strlen(p->entry->name));
	auto_free char *standing = mcp_standing(m, p->entry), *entry = json_line(p->entry->json),
		       *shown = text_line(entry, 2000);

	lines_addf(out, STYLE_TEXT, "%s", standing);
	lines_addf(out, STYLE_DIM, "  %s %s", s ? mcp_client_state(s->client) : "",
	    s ? mcp_client_version(s->client) : "");
	lines_end(out);
	lines_addf(out, STYLE_DIM, "%s  %s", p->entry->file, shown);
	lines_end(out);
	if (!s)
		return;
	add_offers(s, "tools", "name", out);
	add_offers(s, "prompts", "name", out);
	add_offers(s, "resources", "uri", out);
	const char *log = mcp_client_log(s->client);
	lines_end_with(out, STYLE_KEY, "%s", *log ? "log" : "");
	slash_text_lines(out, STYLE_DIM, "  ", log);
}

static bool page_key_taken(void *ctx, unsigned key, size_t part)
{
	const struct mcp_page *p = ctx;

	if (key == 'r')
		restart_server(p->commander, p->entry);
	else if (key == 't')
		trust_server(p->commander, p->entry);
	return key == 'r' || key == 't';
}

static void server_page(struct commander *c, const struct mcp_spec *entry)
{
	struct mcp_page *p = xcalloc(1, sizeof *p);

	*p = (struct mcp_page){c, entry};
	slash_view(c, entry->name,
	    &(struct page_source){.fill = page_fill,
		.key = page_key_taken,
		.closed = free,
		.keys = "r start anew, t trust",
		.live = true,
		.hang = 4,
		.ctx = p});
}

/* ---- The list ---------------------------------------------------------------------------------- */

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct mcp *m = slash_servers(ctx);

	for (size_t i = 0; m && i < mcp_specs(m)->count; i++) {
		const struct mcp_spec *s = &mcp_specs(m)->list[i];
		auto_free char *standing = mcp_standing(m, s),
			       *detail = xasprintf("%s, %s", standing, s->file);

		pick_rows_add(out, s->name, detail, s->name);
	}
}

static void chosen(void *ctx, const struct pick_row *row)
{
	server_page(ctx, entry_named(ctx, row->value));
}

static const struct {
	const char *word, *about;
	void (*run)(const struct commander *c, const struct mcp_spec *s);
} actions[] = {
    {"restart ", "start one anew", restart_server}, {"trust ", "trust its file", trust_server}};

static void show_mcp(struct commander *c, const char *rest)
{
	size_t i = 0;

	while (i < 2 && strncmp(rest, actions[i].word, strlen(actions[i].word)) != 0)
		i++;
	rest += i < 2 ? strlen(actions[i].word) : 0;
	const struct mcp_spec *entry = entry_named(c, rest);
	if (c->host && !c->host->mcp)
		slash_say(c, SLASH_ELSEWHERE, session_id(c->session));
	else if (*rest && !entry)
		slash_say(c, "no MCP server '%s'; /mcp lists them", rest);
	else if (i < 2 && entry)
		actions[i].run(c, entry);
	else if (*rest)
		server_page(c, entry);
	else
		slash_pick(c, &(struct pick_source){.title = "MCP servers",
				  .empty = "no MCP servers; `agent mcp add` adds one",
				  .live = true,
				  .fill = fill,
				  .chosen = chosen,
				  .ctx = c});
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	const struct mcp *m = slash_servers(c);

	for (size_t i = 0; i < 2 && !*before; i++) {
		auto_free char *word = text_line(actions[i].word, ABOUT_CHARS);
		candidates_add(out, word, actions[i].about);
	}
	for (size_t i = 0; m && i < mcp_specs(m)->count; i++)
		candidates_add(out, mcp_specs(m)->list[i].name, mcp_specs(m)->list[i].file);
}

const struct slash slash_mcp = {
    .name = "mcp",
    .arguments = "[NAME|restart NAME|trust NAME]",
    .help = "MCP servers: state, tools, log",
    .run = show_mcp,
    .complete = complete,
};
