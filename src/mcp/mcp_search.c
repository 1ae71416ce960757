/* SPDX-License-Identifier: MIT
 * tool_search, tool_details, mcp_call: the tools in a request's head that stand for all tools of the servers, so that
 * the head stays the same whatever those are. mcp_call is judged and run as a call of the tool it names.
 */
#include <strings.h>

#include "base/base.h"
#include "mcp/mcp.h"
#include "mcp/mcp_tool.h"
#include "tools/tool_set.h"

#define LIMIT 10
#define SUMMARY_CHARS 160

/* ---- tool_search ------------------------------------------------------------------------------- */

struct found_tool {
	const struct mcp_tool *tool;
	char *about;
	int score;
};

/* Returns how well the words of the query fit: 3 for each one in the name, 1 for each in the text. */
static int score_of(const char *query, const char *name, const char *about)
{
	int score = 0;

	while (*query) {
		const size_t n = strcspn(query, " \t\n,");
		auto_free char *word = xstrndup(query, n);

		if (n)
			score += 3 * (strcasestr(name, word) != NULL) +
				 (strcasestr(about, word) != NULL);
		query += n + (query[n] != '\0');
	}
	return score;
}

static int by_score(const void *a, const void *b)
{
	const struct found_tool *x = a, *y = b;

	return x->score != y->score ? y->score - x->score
				    : strcmp(x->tool->row.name, y->tool->row.name);
}

static void add_found(
    struct found_tool *list, size_t *count, const struct mcp_tool *t, const char *query)
{
	json_auto_t *definition = mcp_tool_definition(t);
	char *about = text_sentence(json_str(definition, "description", ""), SUMMARY_CHARS);
	const int score = score_of(query, t->row.name, json_str(definition, "description", ""));

	if (score || !*query)
		list[(*count)++] = (struct found_tool){t, about, score};
	else
		free(about);
}

/* Appends for each server how many tools it has, its problem, and what it says of itself. */
static void add_servers(const struct mcp *m, struct buf *out)
{
	const struct mcp_server *s;

	for (size_t i = 0; (s = mcp_at(m, i)); i++) {
		const char *about = json_str(mcp_client_info(s->client), "instructions", NULL);
		auto_free char *line = about ? text_line(about, 2 * SUMMARY_CHARS) : NULL;

		buf_addf(out, "\nserver %s: %zu %s%s%s%s%s", s->spec->name, s->count,
		    text_plural((int64_t)s->count, "tool", "tools"), s->problem ? "; " : "",
		    s->problem ? s->problem : "", line ? "; it says of itself: " : "",
		    line ? line : "");
	}
}

static void search_finish(void *ctx)
{
	struct call *c = ctx;
	const struct mcp *m = c->host->mcp;
	const char *query = json_str(c->args, "query", "");
	const size_t limit = (size_t)json_int(c->args, "limit", LIMIT);
	auto_free struct found_tool *list = NULL;
	size_t count = 0, cap = 0;
	auto_buf text = BUF_INIT;
	const struct mcp_server *s;

	for (size_t i = 0; (s = mcp_at(m, i)); i++) {
		array_reserve(&list, &cap, count + s->count + 1, sizeof *list);
		for (size_t k = 0; k < s->count; k++)
			if (!s->tools[k]->gone)
				add_found(list, &count, s->tools[k], query);
	}
	if (count)
		qsort(list, count, sizeof *list, by_score);
	buf_addf(&text, "%zu %s", count, text_plural((int64_t)count, "tool fits", "tools fit"));
	for (size_t i = 0; i < count && i < limit; i++)
		buf_addf(&text, "\n- %s: %s", list[i].tool->row.name, list[i].about);
	if (!count || !*query)
		add_servers(m, &text);
	for (size_t i = 0; i < count; i++)
		free(list[i].about);
	call_succeed(c, buf_str(&text), text.len, text_sentence(buf_str(&text), SUMMARY_CHARS));
}

static void search_start(struct call *c)
{
	struct mcp_server *s;

	c->state = c->host->mcp; /* until the call is over, so that search_stop is called */
	for (size_t i = 0; (s = mcp_at(c->host->mcp, i)); i++)
		if (!s->known || text_is(mcp_client_state(s->client), "ready"))
			mcp_list(s); /* asks if its list is not known, or changed */
	mcp_when_listed(c->host->mcp, search_finish, c);
}

static void search_stop(struct call *c)
{
	mcp_when_listed(c->host->mcp, NULL, c);
}

static void search_describe(const json_t *args, struct buf *line)
{
	const char *name = json_str(args, "name", NULL);

	buf_adds(line, name ? "tool_details " : "tool_search ");
	line_add(line, name ? name : json_str(args, "query", ""), SUMMARY_CHARS);
}

static const struct tool tool_tool_search = {
    .name = "tool_search",
    .class = TOOL_READS,
    .describe = search_describe,
    .start = search_start,
    .stop = search_stop,
};

/* ---- tool_details ------------------------------------------------------------------------------ */

static void details_start(struct call *c)
{
	const char *name = json_str(c->args, "name", "");
	const struct mcp_tool *t = mcp_tool_find(c->host->mcp, name);

	if (!t) {
		call_fail(
		    c, "no tool '%.100s' of an MCP server; tool_search finds their names", name);
		return;
	}
	call_succeed(
	    c, t->definition, strlen(t->definition), xasprintf("what %s takes", t->row.name));
}

static const struct tool tool_tool_details = {
    .name = "tool_details",
    .class = TOOL_READS,
    .describe = search_describe,
    .start = details_start,
};

/* ---- mcp_call ---------------------------------------------------------------------------------- */

static const struct tool *call_stands_for(
    struct tool_host *host, const json_t *args, json_t **inner, struct buf *why)
{
	const char *name = json_str(args, "name", "");
	const struct mcp_tool *t = mcp_tool_find(host->mcp, name);
	const json_t *given = json_object_get(args, "arguments");
	auto_free char *text = given ? json_line(given) : xstrdup("{}");

	*inner = NULL;
	if (t)
		*inner = tool_arguments(&t->row, host->settings, text, strlen(text), why);
	else
		buf_addf(
		    why, "no tool '%.100s' of an MCP server; tool_search finds their names", name);
	return *inner ? &t->row : NULL;
}

static const struct tool tool_mcp_call = {
    .name = "mcp_call",
    .class = TOOL_NETWORK,
    .stands_for = call_stands_for, /* the tool that is started instead */
};

const struct tool *const mcp_meta_tools[] = {
    &tool_tool_search, &tool_tool_details, &tool_mcp_call, NULL};
