/* SPDX-License-Identifier: MIT
 * /plans: what was planned in this folder, as a list; one of them with all that was done for its
 * items; and the steps of an old one as a new plan. The plan of now is /plan.
 */
#include <strings.h>

#include "base/base.h"
#include "base/text/names.h"
#include "plan/history/plan_history.h"
#include "plan/plan_template.h"
#include "ui/command/session_summary.h"
#include "ui/command/slash_rows.h"
#include "ui/keys/keys.h"

#define LISTED 50

struct plans {
	struct commander *commander; /* (borrowed) */
	struct plan_history history; /* the newest, oldest first */
	struct keymap keys;
	struct buf hints;
};

/* Reads the newest plans of the folder, except trivial ones. False: e says why. */
static bool read_newest(const struct commander *c, struct plan_history *h, struct error *e)
{
	const struct past_wish newest = {.most = LISTED, .part = PLAN_LAST_EVENT};
	struct store *store = session_store(c->session);
	const bool ok = store ? plan_history_read(h, store, c->cwd, newest, e)
			      : error_set(e, ERR_USAGE,
				    "there is no session database: nothing is kept of plans");

	plan_history_drop_trivial(h, c->settings);
	return ok;
}

/* Returns the plan whose id begins with this, "last" or "": the newest. NULL after saying that none or several do. */
static const struct past_plan *find_past_plan(
    const struct commander *c, const struct plan_history *h, const char *id)
{
	const struct past_plan *found = NULL;
	size_t hits = 0;

	if (h->count > 0 && (!*id || strcmp(id, "last") == 0))
		return &h->list[h->count - 1];
	for (size_t i = 0; *id && i < h->count; i++)
		if (strncasecmp(h->list[i].plan.id, id, strlen(id)) == 0) {
			found = &h->list[i];
			hits++;
		}
	if (hits > 1)
		slash_say(c, "'%s' is the beginning of %zu plans; say more of it", id, hits);
	else if (hits == 0)
		slash_say(c, "no plan '%s' among the last of this folder; /plans lists them", id);
	return hits == 1 ? found : NULL;
}

/* ---- one plan -------------------------------------------------------------------------------- */

static void open_plan(struct commander *c, const struct past_plan *past)
{
	const bool active = past->plan.status == PLAN_ACTIVE;
	auto_free char *open = active
				   ? xasprintf("\ngo on     /plans go %s\nend       /plans end %s",
					 past->plan.id, past->plan.id)
				   : xstrdup("");
	auto_free char *row = xasprintf("again     /plans again %s%s", past->plan.id, open);
	freed_by(plan_history_free) struct plan_history all = {0};
	auto_error e = ERROR_INIT;
	auto_buf text = BUF_INIT;

	if (plan_history_of(&all, session_store(c->session), past->session, past->plan.id, &e) &&
	    all.count == 1) {
		past_plan_write(&all.list[0], row, &text);
		slash_page_text(c, "A plan", buf_str(&text));
	} else {
		slash_say(c, "%s", e.message ? e.message : "the plan is not there any more");
	}
}

/* Begins a plan with the steps of a past one, without their outcomes. */
static void begin_again(struct commander *c, const struct past_plan *past)
{
	slash_plan_edit(c, plan_again(&past->plan));
}

static void end_plan(struct commander *c, const struct past_plan *past)
{
	auto_error e = ERROR_INIT;

	if (strcmp(past->session, session_id(c->session)) == 0)
		slash_plan_edit(c, plan_edit_plain("abandon", NULL));
	else if (past_plan_end(past, session_store(c->session), c->settings, NULL, &e))
		slash_say(c, "ended: %s", past->plan.goal ? past->plan.goal : past->plan.id);
	else
		slash_say(c, "%s", e.message);
}

static void go_on_with_plan(struct commander *c, const struct past_plan *past)
{
	slash_go(c, GO_RESUME, past->session, 0);
}

/* Words behind /plans, and actions of the keys of its list. */
static const struct {
	const char *name, *help, *hint;
	void (*run)(struct commander *c, const struct past_plan *past);
} words[] = {
    {"again", "begin a plan with the steps of one", "begin it again", begin_again},
    {"go", "go on with one, in its session", "go on", go_on_with_plan},
    {"end", "give one up", "end it", end_plan},
};
#define WORDS ARRAY_SIZE(words)

/* ---- the list -------------------------------------------------------------------------------- */

static const struct past_plan *of_row(const struct plans *p, const struct pick_row *row)
{
	for (size_t i = 0; row && i < p->history.count; i++)
		if (strcmp(p->history.list[i].plan.id, row->value) == 0)
			return &p->history.list[i];
	return NULL;
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct plans *p = ctx;

	for (size_t i = p->history.count; i-- > 0;) {
		const struct past_plan *past = &p->history.list[i];
		auto_buf detail = BUF_INIT;

		session_spell_age(clock_now_ms() - past->ended_ms, &detail);
		buf_addf(&detail, " · %s · ", plan_status_name(past->plan.status));
		plan_progress(&past->plan, &detail);
		if (past->plan.why)
			buf_addf(&detail, " · %s", past->plan.why);
		pick_rows_add(out, past->plan.goal ? past->plan.goal : "Plan", buf_str(&detail),
		    past->plan.id);
	}
}

static void chosen(void *ctx, const struct pick_row *row)
{
	struct plans *p = ctx;
	const struct past_plan *past = of_row(p, row);

	if (past)
		open_plan(p->commander, past);
}

static bool key(void *ctx, unsigned key, const struct pick_row *row)
{
	struct plans *p = ctx;
	struct commander *c = p->commander;
	const size_t word = row_named(words, keymap_find(&p->keys, key));
	const struct past_plan *past = of_row(p, row);

	if (word == WORDS || !past)
		return false;
	words[word].run(c, past);
	if (c->close)
		c->close(c->face); /* this frees p */
	return true;
}

static void plans_free(void *ctx)
{
	auto_free struct plans *p = ctx;

	plan_history_free(&p->history);
	keymap_free(&p->keys);
	buf_free(&p->hints);
}

static void list_plans(struct commander *c)
{
	struct plans *p = xcalloc(1, sizeof *p);
	auto_error e = ERROR_INIT;

	p->commander = c;
	if (!keymap_load(&p->keys, "plans", &e))
		slash_say(c, "%s", e.message);
	error_free(&e);
	for (size_t i = 0; i < WORDS; i++)
		keymap_hint(&p->keys, words[i].name, words[i].hint, &p->hints);
	if (read_newest(c, &p->history, &e)) {
		slash_pick(c, &(struct pick_source){.title = "Plans of this folder",
				  .empty = "no plan of this folder yet",
				  .keys = buf_str(&p->hints),
				  .fill = fill,
				  .chosen = chosen,
				  .key = key,
				  .closed = plans_free,
				  .ctx = p});
	} else {
		slash_say(c, "%s", e.message);
		plans_free(p);
	}
}

/* ---- the words ------------------------------------------------------------------------------- */

static void plans(struct commander *c, const char *rest)
{
	freed_by(plan_history_free) struct plan_history h = {0};
	auto_error e = ERROR_INIT;
	const char *id = rest;
	auto_free char *first = slash_next_word(&id);
	const size_t word = row_named(words, first);

	if (!*rest) {
		list_plans(c);
		return;
	}
	if (!read_newest(c, &h, &e))
		slash_say(c, "%s", e.message);
	const struct past_plan *past =
	    e.code == ERR_NONE ? find_past_plan(c, &h, word < WORDS ? id : rest) : NULL;
	if (past)
		(word < WORDS ? words[word].run : open_plan)(c, past);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	freed_by(plan_history_free) struct plan_history h = {0};

	for (size_t i = 0; i < WORDS && !*before; i++)
		candidates_add(out, words[i].name, words[i].help);
	read_newest(c, &h, NULL);
	for (size_t i = h.count; i-- > 0;)
		candidates_add(out, h.list[i].plan.id, h.list[i].plan.goal);
}

const struct slash slash_plans = {
    .name = "plans",
    .arguments = "[again|go|end] [ID]",
    .help = "plans of before: look at one, begin it again, go on, end it",
    .run = plans,
    .complete = complete,
};
