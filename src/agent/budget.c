/*
 * See budget.h. A budget without a price is refused: nobody guesses.
 */
#include "agent/budget.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "agent/agent_internal.h"
#include "agent/allowance.h"
#include "agent/closing.h"
#include "agent/exact_count.h"
#include "agent/limits.h"
#include "agent/spend.h"
#include "agent/turn.h"
#include "base/alloc.h"
#include "llm/token_count.h"
#include "session/store_money.h"

static const struct {
	const char *key, *what, *way_out;
} rows[] = {
    [BUDGET_TURN] = {"budget.turn_usd", "turn", "--budget USD"},
    [BUDGET_SESSION] = {"budget.session_usd", "session", "-s budget.session_usd=USD"},
    [BUDGET_DAY] = {"budget.day_usd", "day", "-s budget.day_usd=USD"},
    [BUDGET_ROADMAP] = {NULL, "roadmap", "caps.session_usd of config/roadmaps.yaml"},
    [BUDGET_TOKENS] = {"limits.tokens", "turn", "-s limits.tokens=N"},
};

/* ---- What is left --------------------------------------------------------------------------- */

/* What the planner's turn sets beside the settings; NAN: nothing. */
static double roadmap_cap(const struct turn_budget *own, enum budget kind)
{
	const double cap = !own			    ? 0
			   : kind == BUDGET_ROADMAP ? own->roadmap_usd
			   : kind == BUDGET_DAY	    ? own->roadmap_day_usd
						    : 0;

	return cap > 0 ? cap : NAN;
}

/* As it is set, with what the user gave beyond it in this turn; NAN: there is none. */
static double cap_of(const struct agent *a, enum budget kind)
{
	const struct turn_budget *own = a->turn ? &a->turn->budget : NULL;
	double cap = kind == BUDGET_ROADMAP  ? roadmap_cap(own, kind)
		     : kind == BUDGET_TOKENS ? (double)setting_int(a->settings, rows[kind].key)
					     : fmin(setting_number(a->settings, rows[kind].key),
						   roadmap_cap(own, kind));

	if ((kind == BUDGET_TOKENS && cap == 0) || (own && own->lifted[kind]))
		return NAN;
	return own ? cap + own->raised[kind] : cap;
}

/* With what any process has reserved; without a store of this session alone. */
static double day_gone(struct agent *a)
{
	struct store *store = session_store(a->session);

	return store ? store_money_taken(store, session_id(a->session), spend_midnight_ms())
		     : a->folds.usd + a->spending.running_usd + a->spending.shared_usd;
}

/* What is gone of it, with what delegates at work may still take. */
static double gone(struct agent *a, enum budget kind)
{
	const struct turn *t = a->turn;

	switch (kind) {
	case BUDGET_TURN:
		return (t ? t->spent.usd : 0) + a->spending.shared_usd;
	case BUDGET_SESSION:
		return a->folds.usd + a->spending.running_usd + a->spending.shared_usd;
	case BUDGET_DAY:
		return day_gone(a);
	case BUDGET_ROADMAP:
		return t ? t->budget.roadmap_spent + t->spent.usd : 0;
	case BUDGET_TOKENS:
		return (double)(t ? t->spent.totals.input + t->spent.totals.output : 0) +
		       (double)a->spending.shared_tokens;
	}
	return 0;
}

static double left_of(struct agent *a, enum budget kind)
{
	const double cap = cap_of(a, kind);

	return isnan(cap) ? cap : cap - gone(a, kind);
}

double budget_left(struct agent *a)
{
	return fmin(
	    fmin(left_of(a, BUDGET_TURN), left_of(a, BUDGET_SESSION)), left_of(a, BUDGET_DAY));
}

int64_t budget_tokens_left(struct agent *a)
{
	const double left = left_of(a, BUDGET_TOKENS);

	return isnan(left) ? -1 : left > 0 ? (int64_t)left : 0;
}

bool budget_set(const struct settings *s)
{
	return !isnan(setting_number(s, "budget.turn_usd")) ||
	       !isnan(setting_number(s, "budget.session_usd")) ||
	       !isnan(setting_number(s, "budget.day_usd"));
}

/* ---- One request ---------------------------------------------------------------------------- */

/* The server has counted all but what is new since its last reply. */
static bool is_counted(const struct agent *a, const struct budget_request *q)
{
	const struct counted *c = &a->spending.counted;

	return q->role == ROLE_TURN && q->context->items == a->conversation.items &&
	       c->tokens > 0 && c->items <= json_array_size(q->context->items);
}

static int64_t input_of(const struct agent *a, const struct budget_request *q)
{
	const struct counted *c = &a->spending.counted;
	const double rate = setting_number(a->settings, "budget.bytes_per_token");

	if (!is_counted(a, q))
		return context_tokens_at_most(q->context, 0, true, rate);
	return c->tokens + context_tokens_at_most(q->context, c->items, false, rate);
}

static struct allowance_facts facts_of(struct agent *a, const struct budget_request *q)
{
	const struct price *price = spend_price(a, q->backend->model);

	return (struct allowance_facts){
	    .price = *price,
	    .usd_left = NAN,
	    .tokens_left = ALLOWANCE_NO_END,
	    .input = input_of(a, q),
	    .asked = q->asked,
	    .longest = price->longest,
	    .least = setting_int(a->settings, "budget.least_reply"),
	    .taken_for = setting_int(a->settings, "budget.longest_reply"),
	};
}

/* What a cap allows alone. */
static struct allowance allowance_by(struct agent *a, enum budget kind, struct allowance_facts f)
{
	if (kind == BUDGET_TOKENS && budget_tokens_left(a) >= 0)
		f.tokens_left = budget_tokens_left(a);
	else if (kind != BUDGET_TOKENS)
		f.usd_left = left_of(a, kind);
	return allowance_of(&f);
}

/* By what this process knows: with a store the day is summed where it is reserved (day_reserve). */
static struct allowance narrowest(
    struct agent *a, const struct allowance_facts *f, enum budget *kind)
{
	struct allowance least = allowance_by(a, BUDGET_TURN, *f);

	*kind = BUDGET_TURN;
	for (enum budget k = BUDGET_SESSION; k < BUDGETS; k++) {
		struct allowance one;

		if (k == BUDGET_DAY && session_store(a->session))
			continue;
		one = allowance_by(a, k, *f);
		if (one.reply < least.reply) {
			least = one;
			*kind = k;
		}
	}
	return least;
}

#define CLOSE 10 /* a tenth of its input is what a request may be short of a budget's end */

/* The estimate is over the budget or not far below, and more than a little of it was not counted yet. */
static bool is_close(struct agent *a, const struct budget_request *q, struct allowance_facts f)
{
	const int64_t known = is_counted(a, q) ? a->spending.counted.tokens : 0;
	enum budget kind;

	if ((f.input - known) * CLOSE < f.input)
		return false;
	f.input += f.input / CLOSE;
	return !narrowest(a, &f, &kind).allowed || !allowance_by(a, BUDGET_DAY, f).allowed;
}

/* The estimate is the most that the input can take; the server knows what it does take. */
static void count_if_close(
    struct agent *a, const struct budget_request *q, struct allowance_facts *f)
{
	const int64_t counted = is_close(a, q, *f) ? exact_count(a, q->backend, q->context) : 0;

	if (counted)
		f->input = counted;
}

/* ---- Too little is left --------------------------------------------------------------------- */

static void spell(enum budget kind, double n, char out[32])
{
	char usd[24];

	if (kind == BUDGET_TOKENS) {
		snprintf(out, 32, "%.0f", n > 0 ? n : 0);
		return;
	}
	price_spell(n, usd);
	snprintf(out, 32, "$%s", usd);
}

/* What has to be left for a request: its input and the least reply. */
static double needed(enum budget kind, const struct allowance_facts *f)
{
	if (kind == BUDGET_TOKENS)
		return (double)(f->input + f->least);
	return price_input_most_usd(&f->price, f->input) +
	       (double)f->least * price_at(&f->price, f->input).output / 1e6;
}

static void shortage_error(
    struct agent *a, struct error *e, enum budget kind, const struct allowance_facts *f)
{
	char cap[32], used[32], need[32], left[32];

	spell(kind, cap_of(a, kind), cap);
	spell(kind, gone(a, kind), used);
	spell(kind, needed(kind, f), need);
	spell(kind, left_of(a, kind), left);
	if (left_of(a, kind) <= 0)
		error_set(e, ERR_LIMIT, "the %s's budget of %s%s is spent (%s); allow more with %s",
		    rows[kind].what, cap, kind == BUDGET_TOKENS ? " tokens" : "", used,
		    rows[kind].way_out);
	else
		error_set(e, ERR_LIMIT,
		    "the %s's budget of %s%s leaves %s, and the next request may take %s; allow "
		    "more "
		    "with %s",
		    rows[kind].what, cap, kind == BUDGET_TOKENS ? " tokens" : "", left, need,
		    rows[kind].way_out);
}

static void turn_ends(struct turn *t, enum budget kind)
{
	turn_finish(t, kind == BUDGET_TOKENS ? OUTCOME_LIMIT : OUTCOME_BUDGET);
}

/* True: there is more now. */
static bool ask_for_more(struct turn *t, enum budget kind, const struct allowance_facts *f)
{
	struct agent *a = t->agent;
	const double more = fmax(cap_of(a, kind) - t->budget.raised[kind], needed(kind, f));
	char cap[32], used[32], need[32];
	struct limit_more gives = {0};
	enum limit_choice choice;

	spell(kind, cap_of(a, kind), cap);
	spell(kind, gone(a, kind), used);
	spell(kind, needed(kind, f), need);
	if (kind == BUDGET_TOKENS)
		gives.tokens = (int64_t)more;
	else
		gives.usd = more;
	choice = limits_ask(t,
	    xasprintf("%s of the %s's %s%s used, the next request may take %s", used,
		rows[kind].what, cap, kind == BUDGET_TOKENS ? " tokens" : "", need),
	    &gives);
	if (choice == LIMIT_MORE)
		t->budget.raised[kind] += more;
	else if (choice == LIMIT_LIFT)
		t->budget.lifted[kind] = true;
	else if (choice == LIMIT_ANSWER)
		closing_begin(t, kind == BUDGET_TOKENS ? CLOSING_TOKENS : CLOSING_BUDGET);
	return choice == LIMIT_MORE || choice == LIMIT_LIFT;
}

/* Whether it is the planner's own cap that stands in the way: no narrower one is set. */
static bool is_roadmap_cap(const struct agent *a, const struct turn *t, enum budget kind)
{
	const double own = t ? roadmap_cap(&t->budget, kind) : NAN;

	return kind == BUDGET_ROADMAP ||
	       (!isnan(own) && !(setting_number(a->settings, rows[kind].key) < own));
}

/* True: go on, there is more. */
static bool shortage(
    struct agent *a, struct turn *t, enum budget kind, const struct allowance_facts *f)
{
	struct error e = ERROR_INIT;
	bool more = false;

	if (t && limits_asked(t) && !t->closing.why)
		more = ask_for_more(t, kind, f);
	if (!more && is_roadmap_cap(a, t, kind)) {
		t->budget.exhausted = kind;
		return false;
	}
	if (!more && !(t && (t->over || turn_cancelled(t)))) {
		shortage_error(a, &e, kind, f);
		if (!t)
			emit_notice(a->session, "warning", "%s", e.message);
		else if (t->error.code == ERR_NONE)
			error_set(&t->error, e.code, "%s", e.message);
		if (t && !closing_for_budget(t))
			turn_ends(t, kind);
	}
	error_free(&e);
	return more;
}

static bool unpriced(struct agent *a, struct turn *t, const struct backend *b)
{
	struct error e = ERROR_INIT;

	if (!budget_set(a->settings) || !b->model || spend_price(a, b->model)->known)
		return false;
	error_set(&e, ERR_USAGE,
	    "no price for '%s': put one into config/models.yaml, or go without a budget", b->model);
	if (t) {
		error_set(&t->error, e.code, "%s", e.message);
		turn_finish(t, OUTCOME_FAILED);
	} else {
		emit_notice(a->session, "warning", "%s", e.message);
	}
	error_free(&e);
	return true;
}

/* ---- Money of a day ------------------------------------------------------------------------- */

struct day_wish {
	struct allowance_facts facts;
	struct allowance got;
	double cap;
	double most; /* what the request can cost by the other caps */
};

static double day_want(void *ctx, double taken)
{
	struct day_wish *w = ctx;

	w->facts.usd_left = w->cap - taken;
	w->got = allowance_of(&w->facts);
	return w->got.allowed ? fmin(w->got.usd, w->most) : -1;
}

/* Returns the store where money of the day is to be reserved, or NULL without a cap or a store. */
static struct store *day_store(struct agent *a)
{
	struct store *store = session_store(a->session);

	if (!store || isnan(cap_of(a, BUDGET_DAY)))
		return NULL;
	if (!a->spending.reserves)
		store_money_drop(store, session_id(a->session));
	a->spending.reserves = true;
	return store;
}

/* Read while no other process can reserve: the day may have less left than `got` was made from. */
static bool day_reserve(struct agent *a, const struct allowance_facts *f, struct allowance *got)
{
	struct store *store = day_store(a);
	struct day_wish wish = {.facts = *f, .cap = cap_of(a, BUDGET_DAY), .most = got->usd};

	if (!store)
		return true;
	a->spending.reserved = store_money_reserve(
	    store, session_id(a->session), spend_midnight_ms(), day_want, &wish);
	if (wish.got.reply < got->reply)
		*got = wish.got;
	return got->allowed;
}

void budget_release(struct agent *a)
{
	struct store *store = session_store(a->session);

	if (store && a->spending.reserved)
		store_money_release(store, a->spending.reserved);
	a->spending.reserved = 0;
}

/* ---- Admission ------------------------------------------------------------------------------ */

/* The planner's own caps hold where a price is known; those of the settings want one. */
static bool any_cap(struct agent *a, const struct backend *b)
{
	const struct turn_budget *own = a->turn ? &a->turn->budget : NULL;

	return budget_set(a->settings) || setting_int(a->settings, "limits.tokens") > 0 ||
	       (own && (own->roadmap_usd > 0 || own->roadmap_day_usd > 0) && b->model &&
		   spend_price(a, b->model)->known);
}

static bool refuses_length(const struct agent *a, enum role role)
{
	return (a->roles.left_out[role] & ROLE_LENGTH_REFUSED) != 0;
}

static void grant_of(const struct agent *a, const struct budget_request *q,
    const struct allowance *got, struct budget_grant *grant)
{
	const bool told = got->clamp > 0 && !refuses_length(a, q->role);

	grant->max_output = told ? (int)(got->clamp < INT_MAX ? got->clamp : INT_MAX) : 0;
	grant->watch = told ? 0 : got->clamp > 0 ? got->clamp : got->watch;
}

bool budget_admit(
    struct agent *a, struct turn *t, const struct budget_request *q, struct budget_grant *grant)
{
	struct allowance_facts facts;
	struct allowance got;
	enum budget kind;

	*grant = (struct budget_grant){0};
	a->spending.clamped = false;
	budget_release(a); /* of a request that is sent again */
	if (!q->backend->base_url || !any_cap(a, q->backend))
		return true;
	if (unpriced(a, t, q->backend))
		return false;
	facts = facts_of(a, q);
	count_if_close(a, q, &facts);
	for (;;) {
		got = narrowest(a, &facts, &kind);
		if (got.allowed && !day_reserve(a, &facts, &got))
			kind = BUDGET_DAY;
		if (got.allowed)
			break;
		if (t && closing_for_budget(t)) { /* wanted although nothing is left: a short one */
			got.clamp = setting_int(a->settings, "budget.answer_tokens");
			break;
		}
		if (!shortage(a, t, kind, &facts))
			return false;
	}
	grant_of(a, q, &got, grant);
	a->spending.clamped = grant->max_output > 0;
	return true;
}

/* ---- Shares of delegates -------------------------------------------------------------------- */

/* By how many that are to begin with the same reply. */
static int sharers(struct agent *a)
{
	int count = a->turn ? a->turn->delegates_to_come : 0;

	if (count > 0)
		a->turn->delegates_to_come--;
	return count > 1 ? count : 1;
}

static int64_t day_row(struct agent *a, double usd)
{
	struct store *store = day_store(a);

	return store ? store_money_put(store, session_id(a->session), usd) : 0;
}

struct budget_share budget_share_out(struct agent *a)
{
	const int count = sharers(a);
	const int64_t tokens = budget_tokens_left(a);
	const double usd = budget_left(a);
	struct budget_share share = {
	    .usd = isnan(usd) ? usd : fmax(0, usd / count),
	    .tokens = tokens < 0 ? -1 : tokens / count,
	};

	if (!isnan(share.usd)) {
		share.row = day_row(a, share.usd);
		a->spending.shared_usd += share.usd;
	}
	if (share.tokens > 0)
		a->spending.shared_tokens += share.tokens;
	return share;
}

static void share_change(struct agent *a, struct budget_share *share, double usd, int64_t tokens)
{
	struct store *store = session_store(a->session);

	if (!isnan(share->usd)) {
		usd = fmax(usd, -share->usd);
		share->usd += usd;
		a->spending.shared_usd += usd;
		if (share->row && store)
			store_money_change(store, share->row, share->usd);
	}
	if (share->tokens >= 0) {
		tokens = tokens < -share->tokens ? -share->tokens : tokens;
		share->tokens += tokens;
		a->spending.shared_tokens += tokens;
	}
}

void budget_share_spent(struct agent *a, struct budget_share *share, double usd, int64_t tokens)
{
	share_change(a, share, -usd, -tokens);
}

bool budget_share_more(struct agent *a, struct budget_share *share, double usd, int64_t tokens)
{
	const double free_usd = budget_left(a);
	const int64_t free_tokens = budget_tokens_left(a);

	if ((!isnan(free_usd) && usd > free_usd) || (free_tokens >= 0 && tokens > free_tokens))
		return false;
	share_change(a, share, usd, tokens);
	return true;
}

void budget_share_back(struct agent *a, struct budget_share *share)
{
	struct store *store = session_store(a->session);

	share_change(a, share, isnan(share->usd) ? 0 : -share->usd, -share->tokens);
	if (share->row && store)
		store_money_release(store, share->row);
	share->row = 0;
}
