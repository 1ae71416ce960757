/* SPDX-License-Identifier: MIT
 * Commands about the work so far: its changes of files and its cost, what the model is told of it, its criteria.
 */
#include "base/base.h"
#include "llm/model/price.h"
#include "ui/command/slash_rows.h"
#include "ui/view/context_lines.h"
#include "ui/view/criteria_lines.h"

static void copy(struct commander *c, const char *rest)
{
	if (!c->copy)
		slash_say(c, "lines are copied by the terminal itself");
	else if (!c->copy(c->face, *rest ? rest : "answer"))
		slash_usage(c, &slash_copy);
}

const struct slash slash_copy = {
    .name = "copy",
    .arguments = "[answer|code|block|all]",
    .help = "to the terminal's clipboard",
    .run = copy,
    .words = (const struct slash_word[]){{"answer", "the last one"},
	{"code", "of it, or of the selected block, one fence after the other"},
	{"block", "the selected one"}, {"all", "what is in the feed"}, {NULL}},
};

static void compact(struct commander *c, const char *rest)
{
	inbox_push(c->session, (struct intent){INTENT_COMPACT, NULL});
}

const struct slash slash_compact = {
    .name = "compact",
    .help = "sum up what came before the last turns",
    .run = compact,
};

/* Pushes an intent with the flag that is the command's only word, true if rest has it; other words get the usage. */
static void push_flag(
    struct commander *c, const struct slash *s, enum intent_kind kind, const char *rest)
{
	const char *flag = s->words[0].word;

	if (*rest && strcmp(rest, flag) != 0)
		slash_usage(c, s);
	else
		inbox_push(
		    c->session, (struct intent){kind, json_pack("{s:b}", flag, *rest != '\0')});
}

static void memory(struct commander *c, const char *rest)
{
	push_flag(c, &slash_memory, INTENT_MEMORY, rest);
}

static void fill_context(void *ctx, int cells, struct lines *out)
{
	const struct commander *c = ctx;

	context_lines(c->context ? *c->context : NULL, cells, c->ascii, out);
}

/* Asks what fills the context window. A face without pages shows the event that answers. */
static void context(struct commander *c, const char *rest)
{
	inbox_push(c->session, (struct intent){INTENT_CONTEXT, NULL});
	if (c->view)
		c->view(c->face, "What fills the window",
		    &(struct page_source){.fill = fill_context, .ctx = c});
}

const struct slash slash_context = {
    .name = "context",
    .help = "what fills the window, by part",
    .run = context,
};

const struct slash slash_memory = {
    .name = "memory",
    .arguments = "[reload]",
    .help = "what the model is told of you and this folder",
    .run = memory,
    .words = (const struct slash_word[]){{"reload", "as the files are now"}, {NULL}},
};

static void put_back(struct commander *c, const char *rest)
{
	inbox_push(c->session, (struct intent){INTENT_ALLOW, json_pack("{s:s}", "keep", rest)});
}

const struct slash slash_put_back = {
    .name = "keep",
    .arguments = "[PATH]",
    .help = "put back what was set aside of a command's work",
    .run = put_back,
};

static void undo(struct commander *c, const char *rest)
{
	push_flag(c, &slash_undo, INTENT_UNDO, rest);
}

const struct slash slash_undo = {
    .name = "undo",
    .arguments = "[force]",
    .help = "take back what the last turn did to files",
    .run = undo,
    .words = (const struct slash_word[]){{"force", "also files that were changed since"}, {NULL}},
};

/* ---- Criteria ------------------------------------------------------------------------------------ */

/* Shows the criteria, or changes them by the user's words. Code at the end is the command that
 * checks one: "/criteria add the tests pass `make test`". */
static void criteria(struct commander *c, const char *rest)
{
	auto_free char *words = text_clean(rest, strlen(rest));
	auto_lines body = {0};

	if (*rest) {
		inbox_push(c->session, (struct intent){INTENT_PLAN_EDIT,
					   event_build_plan_edit(&(struct event_plan_edit){
					       .action = "criteria", .text = words})});
		return;
	}
	if (c->model)
		criteria_list(&c->model->criteria, c->ascii, &body);
	if (body.count == 0)
		lines_end_with(&body, STYLE_DIM,
		    c->model ? " none yet; /criteria add TEXT [`COMMAND`]"
			     : " they stand in the rows [Plan]; here they are c1, c2, ...");
	c->page(c->face, "Criteria", &body, 5);
}

const struct slash slash_criteria = {
    .name = "criteria",
    .arguments = "[add|mend|strike …]",
    .help = "what the work has to come to",
    .run = criteria,
    .words =
	(const struct slash_word[]){
	    {"add", "one more: TEXT, and in backticks the command that checks it"},
	    {"mend", "N TEXT: other words, or another check"}, {"strike", "N: it counts no more"},
	    {NULL}},
};

/* ---- What this session took so far, and what the server's rate limits leave ---------------------- */

#define FIRST 24 /* cells of a limit's name */

static void add_session(const struct ui_model *m, struct lines *out)
{
	char tokens[24], usd[24];

	lines_end_with(out, STYLE_HEADING, " This session");
	ui_spell_tokens(m->input, tokens);
	lines_addf(out, STYLE_TEXT, "   %d request%s, %s in", m->usages,
	    text_plural(m->usages, "", "s"), tokens);
	if (m->cached > 0 && m->input > 0)
		lines_addf(out, STYLE_DIM, " (%d%% cached)", (int)(m->cached * 100 / m->input));
	ui_spell_tokens(m->output, tokens);
	lines_addf(out, STYLE_TEXT, ", %s out", tokens);
	price_spell(m->cost_usd, usd);
	if (m->priced)
		lines_addf(out, STYLE_TEXT, ", $%s", usd);
	else if (m->cost_usd > 0)
		lines_addf(out, STYLE_TEXT, ", $%s and what has no price", usd);
	else
		lines_adds(out, STYLE_DIM, ", unpriced");
	lines_end(out);
}

/* Adds how many bytes of requests were new and how many sent again; nothing before the first are known. */
static void add_prefix(const struct ui_model *m, struct lines *out)
{
	const int64_t needed = m->sent - m->resent;

	if (needed <= 0)
		return;
	lines_addf(
	    out, STYLE_TEXT, "   %lld kB of requests were new", (long long)(needed + 999) / 1000);
	if (m->resent > 0)
		lines_addf(out, STYLE_TEXT, ", %lld kB were sent again after %d break%s",
		    (long long)(m->resent + 999) / 1000, m->breaks,
		    text_plural(m->breaks, "", "s"));
	lines_end_with(
	    out, STYLE_DIM, " (%.2f times what is unavoidable)", (double)m->sent / (double)needed);
}

static void add_limit(const json_t *limit, int64_t now_ms, struct lines *out)
{
	const int64_t of = json_int(limit, "of", 0), at = json_int(limit, "resets_at", 0);
	char spelt[24];

	lines_addf(out, STYLE_TEXT, "   %s", json_str(limit, "what", ""));
	lines_to(out, STYLE_TEXT, FIRST);
	lines_addf(out, STYLE_TEXT, " %lld", (long long)json_int(limit, "left", 0));
	if (of > 0)
		lines_addf(out, STYLE_TEXT, " of %lld", (long long)of);
	lines_adds(out, STYLE_TEXT, " left");
	if (at > now_ms) {
		clock_spell((at - now_ms + 999) / 1000 * 1000, spelt);
		lines_addf(out, STYLE_DIM, ", all again in %s", spelt);
	} else if (at > 0) {
		lines_adds(out, STYLE_DIM, ", all again since then");
	}
	lines_end(out);
}

static void usage(struct commander *c, const char *rest)
{
	const struct ui_model *m = c->model;
	auto_lines body = {0};

	if (!m) {
		slash_say(c, "lines keep no sum; agent usage --by session tells");
		return;
	}
	add_session(m, &body);
	add_prefix(m, &body);
	lines_end_with(&body, STYLE_HEADING, " Rate limits, as the last answer told them");
	json_each (limit, m->limits)
		add_limit(limit, clock_now_ms(), &body);
	if (json_array_size(m->limits) == 0)
		lines_end_with(&body, STYLE_DIM, "   the server tells none");
	lines_end_with(&body, STYLE_DIM, " All sessions: agent usage --by day");
	c->page(c->face, "Usage", &body, 5);
}

const struct slash slash_usage_row = {
    .name = "usage",
    .help = "tokens and money so far, rate limits left",
    .run = usage,
};
