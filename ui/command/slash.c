/* SPDX-License-Identifier: MIT
 * The list of commands, how one is found, run and completed, and what their rows share.
 */
#include "ui/command/slash.h"

#include "base/base.h"
#include "base/file.h"
#include "mcp/mcp.h"
#include "skills/skills.h"
#include "ui/command/slash_rows.h"
#include "ui/input/fuzzy.h"
#include "ui/input/meaning.h"

#define VIEW_CELLS 80 /* the width of a page where the chat writes plain lines */
#define LETTERS "abcdefghijklmnopqrstuvwxyz-"
#define RESOURCES 30 /* most that are offered at once */
#define BLANKS " \t\n"

const struct slash *const slashes[] = {
    &slash_approve,
    &slash_budget,
    &slash_clear,
    &slash_compact,
    &slash_config,
    &slash_connect,
    &slash_context,
    &slash_copy,
    &slash_criteria,
    &slash_depth,
    &slash_detach,
    &slash_diff,
    &slash_export,
    &slash_fork,
    &slash_help,
    &slash_jobs,
    &slash_put_back,
    &slash_mcp,
    &slash_memory,
    &slash_model,
    &slash_new,
    &slash_permissions,
    &slash_plan,
    &slash_plans,
    &slash_policy,
    &slash_profile,
    &slash_quit,
    &slash_replay,
    &slash_resume,
    &slash_roadmap,
    &slash_roadmaps,
    &slash_sessions,
    &slash_stats,
    &slash_theme,
    &slash_undo,
    &slash_usage_row,
    NULL,
};

static size_t name_length(const char *text)
{
	return *text == '/' ? strspn(text + 1, LETTERS) : 0;
}

bool slash_like(const char *text)
{
	size_t len = name_length(text);

	return len > 0 && (text[len + 1] == '\0' || strchr(BLANKS, text[len + 1]));
}

const struct slash *slash_find(const char *text)
{
	size_t len = name_length(text);

	for (size_t i = 0; slash_like(text) && slashes[i]; i++)
		if (strlen(slashes[i]->name) == len &&
		    strncmp(slashes[i]->name, text + 1, len) == 0)
			return slashes[i];
	return NULL;
}

/* Returns the skills and commands of the user, or NULL if there are none or they may not be used. */
static const struct skills *own_commands(const struct commander *c)
{
	return c->host && c->host->skills ? c->host->skills(c->host->ctx) : NULL;
}

struct mcp *slash_servers(const struct commander *c)
{
	return c->host && c->host->mcp ? c->host->mcp(c->host->ctx) : NULL;
}

void slash_mcp_complete(
    const struct commander *c, const char *mark, const char *typed, struct candidates *out)
{
	const bool prompts = *mark == '/';
	const struct mcp *m = slash_servers(c);
	const struct mcp_server *s;
	int left = RESOURCES;

	for (size_t i = 0; (s = mcp_at(m, i)); i++)
		json_each (row, json_list(s->lists, prompts ? "prompts" : "resources")) {
			auto_free char *text = xasprintf("%s%s:%s", mark, s->spec->name,
			    json_str(row, prompts ? "name" : "uri", ""));

			if ((prompts || strcasestr(text, typed)) && !strpbrk(text, " \t\n") &&
			    left-- > 0)
				candidates_add(out, text,
				    json_str(row, "description", json_str(row, "name", NULL)));
		}
}

bool slash_is_own(const struct commander *c, const char *text)
{
	const size_t len = *text == '/' ? strcspn(text + 1, BLANKS) : 0;
	const size_t server = *text == '/' ? strcspn(text + 1, ":" BLANKS) : 0;
	const struct skill *s = len ? skills_find(own_commands(c), text + 1, len) : NULL;

	return (s && s->for_user) || (server < len && text[1 + server] == ':' &&
					 mcp_find(slash_servers(c), text + 1, server));
}

static void say_unknown(const struct commander *c, const char *text)
{
	const char *names[64] = {NULL}, *near;
	auto_free char *name = xstrndup(text + 1, name_length(text));

	for (size_t i = 0; slashes[i] && i < 63; i++)
		names[i] = slashes[i]->name;
	near = text_nearest(name, names);
	if (near)
		slash_say(c, "no command /%s; did you mean /%s?", name, near);
	else
		slash_say(c, "no command /%s; /help lists them", name);
}

bool slash_between_turns(const struct commander *c)
{
	const bool running = c->running && *c->running;

	if (running)
		slash_say(c, "a turn is running: %s",
		    c->model ? "stop it first (Esc)"
			     : "let it end first (Ctrl-C stops it and leaves)");
	return !running;
}

bool slash_run(struct commander *c, const char *text)
{
	const struct slash *s = slash_find(text);

	if (!slash_like(text) || (!s && slash_is_own(c, text)))
		return false;
	if (!s) {
		say_unknown(c, text);
		return true;
	}
	const char *rest = text + 1 + strlen(s->name);
	rest += strspn(rest, BLANKS);
	size_t len = strlen(rest);
	while (len > 0 && strchr(BLANKS, rest[len - 1]))
		len--;
	auto_free char *words = xstrndup(rest, len);
	if (*words && !s->arguments)
		slash_usage(c, s);
	else if (s->leaves && (!c->host || !c->host->go))
		slash_say(c, SLASH_ELSEWHERE, session_id(c->session));
	else if (!s->leaves || slash_between_turns(c))
		s->run(c, words);
	return true;
}

static const char *candidate_text(const void *ctx, size_t i)
{
	return ((const struct candidates *)ctx)->list[i].text;
}

/* Ranks names by what they are for. Where names begin with what was typed only these are left, so
 * that Tab takes the only one there is. */
static size_t rank_by_meaning(const char *typed, const struct candidates *c, struct fuzzy_hit *hits)
{
	bool named = false;
	size_t n = 0;

	for (size_t i = 0; i < c->count; i++)
		named |= strncasecmp(c->list[i].text + 1, typed, strlen(typed)) == 0;
	for (size_t i = 0; i < c->count; i++) {
		const char *name = c->list[i].text;
		const int score = *typed ? meaning_score(typed, name, c->list[i].about) : 1;

		if (score > 0 && (!named || strncasecmp(name + 1, typed, strlen(typed)) == 0))
			hits[n++] = (struct fuzzy_hit){i, *typed ? strlen(name) : 0, score};
	}
	fuzzy_sort(hits, n);
	return n;
}

static void complete_name(const struct commander *c, struct candidates *out)
{
	const struct skills *own = own_commands(c);

	for (size_t i = 0; slashes[i]; i++) {
		auto_free char *text = xasprintf("/%s", slashes[i]->name);
		candidates_add(out, text, slashes[i]->help);
	}
	for (size_t i = 0; own && i < own->count; i++) {
		const struct skill *s = &own->list[i];
		auto_free char *text = xasprintf("/%s", s->name);

		if (s->trusted && s->for_user && !slash_find(text))
			candidates_add(out, text, s->description);
	}
	slash_mcp_complete(c, "/", "", out);
}

bool slash_complete(const struct commander *c, const char *text, size_t at, struct candidates *out)
{
	size_t len = name_length(text), word = at;

	*out = (struct candidates){0};
	if (*text != '/' || at == 0)
		return false;
	while (word > 0 && !strchr(BLANKS, text[word - 1]))
		word--;
	out->from = word;
	out->to = at + strcspn(text + at, BLANKS);
	if (word == 0) {
		complete_name(c, out);
	} else {
		const struct slash *s = slash_find(text);
		size_t from = len + 1 + strspn(text + len + 1, BLANKS);
		auto_free char *before =
		    word > from ? xstrndup(text + from, word - from) : xstrdup("");
		for (const struct slash_word *w = s && !*before ? s->words : NULL; w && w->word;
		     w++)
			candidates_add(out, w->word, w->about);
		freed_by(pick_rows_free) struct pick_rows rows = {0};
		if (s && s->fill && !*before)
			s->fill(NULL, "", &rows);
		candidates_add_rows(out, &rows);
		if (s && s->complete)
			s->complete(c, before, out);
	}
	/* Those are kept that fit what was typed, best first: names of commands by what they are for. */
	auto_free char *typed = xstrndup(text + word, at - word);
	auto_free struct fuzzy_hit *hits = xcalloc(out->count + 1, sizeof *hits);
	struct candidates kept = {.from = out->from, .to = out->to};
	const size_t n = word == 0 ? rank_by_meaning(typed + 1, out, hits)
				   : fuzzy_rank(typed, candidate_text, out, out->count, hits);
	for (size_t i = 0; i < n; i++)
		candidates_add(
		    &kept, out->list[hits[i].index].text, out->list[hits[i].index].about);
	candidates_free(out);
	*out = kept;
	return n > 0;
}

void slash_say(const struct commander *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	auto_free char *line = text_line(text, 400);
	c->say(c->face, line);
}

void slash_usage(const struct commander *c, const struct slash *s)
{
	slash_say(c, "usage: /%s%s%s", s->name, s->arguments ? " " : "",
	    s->arguments ? s->arguments : "");
}

char *slash_next_word(const char **words)
{
	const size_t len = strcspn(*words, BLANKS);
	char *word = xstrndup(*words, len);

	*words += len + strspn(*words + len, BLANKS);
	return word;
}

char *slash_file_path(const struct commander *c, const char *file)
{
	auto_free char *expanded = file_expand(file);

	return c->cwd ? file_join(c->cwd, expanded) : xstrdup(expanded);
}

void slash_text_lines(struct lines *out, enum style style, const char *margin, const char *text)
{
	while (*text) {
		const size_t len = strcspn(text, "\n");

		lines_adds(out, style, margin);
		lines_add(out, style, text, len);
		lines_end(out);
		text += len + (text[len] == '\n');
	}
}

void slash_page_text(const struct commander *c, const char *title, const char *text)
{
	auto_lines body = {0};

	slash_text_lines(&body, STYLE_TEXT, " ", text);
	c->page(c->face, title, &body, 4);
}

void slash_task(struct commander *c, void (*stop)(void *ctx), void *ctx)
{
	void (*before)(void *) = c->task.stop;
	void *before_ctx = c->task.ctx;

	c->task.stop = stop;
	c->task.ctx = ctx;
	if (before)
		before(before_ctx);
}

void slash_end(struct commander *c)
{
	slash_task(c, NULL, NULL);
}

void slash_leave(const struct commander *c)
{
	if (c->quit)
		c->quit(c->face);
	else
		inbox_push(c->session, (struct intent){INTENT_QUIT, NULL});
}

void slash_set(const struct commander *c, const char *key, json_t *value)
{
	inbox_push(c->session,
	    (struct intent){INTENT_SET, json_pack("{s:s, s:o}", "key", key, "value", value)});
}

/* Without a list the rows are printed, each behind its value where that is another than its text. */
void slash_pick(const struct commander *c, const struct pick_source *source)
{
	freed_by(pick_rows_free) struct pick_rows rows = {0};
	auto_lines body = {0};
	int widest = 0;

	if (c->pick) {
		c->pick(c->face, source);
		return;
	}
	source->fill(source->ctx, "", &rows);
	if (rows.count == 0)
		lines_end_with(&body, STYLE_DIM, " %s", source->empty ? source->empty : "nothing");
	for (size_t i = 0; i < rows.count; i++) {
		const int width = text_width(rows.list[i].text, strlen(rows.list[i].text));
		widest = width > widest ? width : widest;
	}
	for (size_t i = 0; i < rows.count; i++) {
		const struct pick_row *row = &rows.list[i];
		bool own = strcmp(row->value, row->text) != 0;
		lines_addf(&body, STYLE_KEY, " %s", own ? row->value : row->text);
		if (own)
			lines_addf(&body, STYLE_TEXT, "  %s", row->text);
		else if (row->detail)
			lines_to(&body, STYLE_TEXT, 1 + (widest < 40 ? widest : 40));
		if (row->detail)
			lines_addf(&body, STYLE_DIM, "  %s", row->detail);
		lines_end(&body);
	}
	c->page(c->face, source->title, &body, 4);
	if (source->closed)
		source->closed(source->ctx);
}

void slash_view(const struct commander *c, const char *title, const struct page_source *source)
{
	auto_lines body = {0};

	if (c->view) {
		c->view(c->face, title, source);
		return;
	}
	source->fill(source->ctx, VIEW_CELLS, &body);
	c->page(c->face, title, &body, 0);
	if (source->closed)
		source->closed(source->ctx);
}

void slash_help_lines(const struct commander *c, struct lines *out)
{
	lines_end_with(out, STYLE_HEADING, " Commands");
	for (size_t i = 0; slashes[i]; i++) {
		const struct slash *s = slashes[i];
		lines_addf(out, STYLE_KEY, " /%s", s->name);
		if (s->arguments)
			lines_addf(out, STYLE_DIM, " %s", s->arguments);
		lines_to(out, STYLE_TEXT, SLASH_HELP_COLUMN);
		lines_end_with(out, STYLE_TEXT, " %s", s->help);
	}
}
