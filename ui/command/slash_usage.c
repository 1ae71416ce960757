/* SPDX-License-Identifier: MIT
 * /usage: what this session took so far, and what the server's rate limits leave.
 */
#include "base/base.h"
#include "llm/model/price.h"
#include "ui/command/slash_rows.h"

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

/* Nothing before the first request whose bytes are known. */
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
