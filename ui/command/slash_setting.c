/* SPDX-License-Identifier: MIT
 * Commands that set something for this session: what asks first, how deep a turn goes, what it may
 * cost. Each is an intent, so it holds from the next step on and is in the record.
 */
#include "base/base.h"
#include "base/text/names.h"
#include "ui/command/slash_rows.h"
#include "workspace/permission/permission.h"

void slash_keep(const struct commander *c, const char *key, const json_t *value, const char *said)
{
	const struct chat_host *host = c->host;
	auto_error e = ERROR_INIT;

	if (!host || !host->keep)
		slash_say(c, "%s for this session; '%s' in your agent.yaml keeps it", said, key);
	else if (host->keep(host->ctx, key, value, &e))
		slash_say(c, "%s, kept in your agent.yaml", said);
	else
		slash_say(c, "%s for this session; not kept: %s", said, e.message);
}

struct setting_choice {
	const struct slash *slash;
	const char *key, *title;
	/* ends with NULL; those without an about are approval modes */
	const struct slash_word *ways;
};

static const struct slash_word approvals[] = {
    {"plan", NULL},
    {"read-only", NULL},
    {"ask", NULL},
    {"edits", NULL},
    {"all", NULL},
    {NULL},
};
static const struct slash_word depths[] = {
    {"auto", "chosen by the request"},
    {"direct", "one call, no tools"},
    {"react", "rounds of thinking and tools"},
    {"strategic", "an approach and criteria first, checked at the end"},
    {NULL},
};
static const struct setting_choice approve_choice = {
    &slash_approve, "approve", "What may happen without asking", approvals};
static const struct setting_choice depth_choice = {
    &slash_depth, "agent.depth", "How deep the next turn goes", depths};

static const char *way_about(const struct slash_word *w)
{
	enum approve_mode mode = APPROVE_ASK;

	if (w->about)
		return w->about;
	approve_mode_find(w->word, &mode);
	return approve_mode_words(mode);
}

struct open_choice { /* a list that is open */
	const struct commander *commander;
	const struct setting_choice *choice;
};

static void fill_choice(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct open_choice *o = ctx;

	for (const struct slash_word *w = o->choice->ways; w->word; w++)
		pick_rows_add(out, w->word, way_about(w), NULL);
}

static void chosen(void *ctx, const struct pick_row *row)
{
	const struct open_choice *o = ctx;

	slash_set(o->commander, o->choice->key, json_string(row->value));
}

static void choose(struct commander *c, const struct setting_choice *choice, const char *rest)
{
	auto_buf text = BUF_INIT;

	if (!*rest) {
		struct open_choice *o = xcalloc(1, sizeof *o);

		*o = (struct open_choice){c, choice};
		slash_pick(c, &(struct pick_source){.title = choice->title,
				  .fill = fill_choice,
				  .chosen = chosen,
				  .closed = free,
				  .current = setting_string(c->settings, choice->key),
				  .ctx = o});
		return;
	}
	for (const struct slash_word *w = choice->ways; w->word; w++) {
		buf_addf(&text, "%s%s", text.len ? "|" : "", w->word);
		if (strcmp(w->word, rest) == 0) {
			slash_set(c, choice->key, json_string(rest));
			return;
		}
	}
	slash_say(c, "usage: /%s %s", choice->slash->name, buf_str(&text));
}

static void approve(struct commander *c, const char *rest)
{
	choose(c, &approve_choice, rest);
}

static void complete_approve(const struct commander *c, const char *before, struct candidates *out)
{
	for (const struct slash_word *w = approvals; !*before && w->word; w++)
		candidates_add(out, w->word, way_about(w));
}

const struct slash slash_approve = {
    .name = "approve",
    .arguments = "[MODE]",
    .help = "what may happen without asking",
    .run = approve,
    .complete = complete_approve,
};

static void depth(struct commander *c, const char *rest)
{
	choose(c, &depth_choice, rest);
}

const struct slash slash_depth = {
    .name = "depth",
    .arguments = "[DEPTH]",
    .help = "how deep the next turn goes",
    .run = depth,
    .words = depths,
};

/* ---- budget ---------------------------------------------------------------------------------- */

static const struct {
	const char *word, *key, *about;
} budgets[] = {
    {"turn", "budget.turn_usd", "most a turn may cost"},
    {"session", "budget.session_usd", "most this session may cost"},
    {"day", "budget.day_usd", "most all sessions of a day may cost"},
};
#define BUDGETS ARRAY_SIZE(budgets)

static void say_budgets(const struct commander *c)
{
	auto_buf text = BUF_INIT;

	for (size_t i = 0; i < BUDGETS; i++) {
		double usd = setting_number(c->settings, budgets[i].key);
		buf_addf(&text, "%s%s ", i ? ", " : "", budgets[i].word);
		if (isnan(usd))
			buf_adds(&text, "no limit");
		else
			buf_addf(&text, "$%.2f", usd);
	}
	slash_say(c, "%s; /budget 2 sets the turn's", buf_str(&text));
}

static void lift_all(const struct commander *c)
{
	bool any = false;

	for (size_t i = 0; i < BUDGETS; i++) {
		if (isnan(setting_number(c->settings, budgets[i].key)))
			continue;
		slash_set(c, budgets[i].key, json_null());
		any = true;
	}
	if (!any)
		slash_say(c, "there is no budget");
}

static void budget(struct commander *c, const char *rest)
{
	const char *behind = rest;
	auto_free char *whose = slash_next_word(&behind);
	const size_t i = row_named(budgets, whose);
	const char *key = budgets[i < BUDGETS ? i : 0].key, *word = i < BUDGETS ? behind : rest;

	if (!*rest || strcmp(rest, "off") == 0) {
		(*rest ? lift_all : say_budgets)(c);
		return;
	}
	/* "2", "$2.50", "off" */
	char *end;
	const char *digits = word + (*word == '$');
	const double usd = strtod(digits, &end);
	if (strcmp(word, "off") == 0)
		slash_set(c, key, json_null());
	else if (end != digits && !*end && isfinite(usd) && usd >= 0)
		slash_set(c, key, json_real(usd));
	else
		slash_say(c, "usage: /budget [turn|session|day] USD|off");
}

static void complete_budget(const struct commander *c, const char *before, struct candidates *out)
{
	for (size_t i = 0; !*before && i < BUDGETS; i++)
		candidates_add(out, budgets[i].word, budgets[i].about);
	if (!strchr(before, ' ') || strcspn(before, " ") + 1 == strlen(before))
		candidates_add(out, "off", "no limit");
}

const struct slash slash_budget = {
    .name = "budget",
    .arguments = "[WHOSE] [USD|off]",
    .help = "most it may cost",
    .run = budget,
    .complete = complete_budget,
};
