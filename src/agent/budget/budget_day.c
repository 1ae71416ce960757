/* SPDX-License-Identifier: MIT
 * Reserves money of the day in the store. How much a request may cost is decided while the store is locked (day_want),
 * when no other process can reserve.
 */
#include "agent/budget/budget_day.h"

#include "agent/budget/allowance.h"
#include "agent/budget/budget.h"
#include "agent/budget/spend.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "llm/http/endpoint.h"
#include "llm/model/price.h"
#include "session/event/event_data.h"
#include "session/store/store_money.h"

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

/* Returns the session's store or NULL. The first call turns what an earlier process had reserved into usage events. */
static struct store *settled_store(struct agent *a)
{
	struct store *store = session_store(a->session);

	if (!store || a->spending->settled)
		return store;
	a->spending->settled = true;
	json_auto_t *left = store_money_left(store, session_id(a->session));
	json_each (usage, left)
		emit(a->session, EVENT_USAGE, NULL, json_incref(usage));
	return store;
}

/* Returns the store where money of the day is to be reserved, or NULL without a cap or a store. */
static struct store *day_store(struct agent *a)
{
	struct store *store = settled_store(a);

	return isnan(budget_cap(a, BUDGET_DAY)) ? NULL : store;
}

/* Returns the estimated usage of a request of which only the input is known; new reference. */
static json_t *usage_of(const struct backend *b, enum role role, int64_t input)
{
	auto_free char *provider = endpoint_host(b->base_url);
	char request[27];

	ulid_new(request);
	return event_build_usage(&(struct event_usage){
	    .role = role_name(role),
	    .model = b->model,
	    .input = input,
	    .cost_usd = NAN,
	    .estimated = true,
	    .provider = *provider ? provider : NULL,
	    .request = request,
	});
}

/* What is left of the day is read under the store's lock, and may be less than `got` was made from. */
bool budget_day_reserve(struct agent *a, const struct backend *b, enum role role,
    const struct allowance_facts *f, struct allowance *got)
{
	struct store *store = day_store(a);
	struct day_wish wish = {.facts = *f,
	    .cap = budget_cap(a, BUDGET_DAY),
	    .most = got->reply == ALLOWANCE_NO_END ? INFINITY : got->usd};

	if (!store)
		return true;
	json_auto_t *usage = usage_of(b, role, f->input);
	a->spending->reserved = store_money_reserve(
	    store, session_id(a->session), budget_midnight_ms(), usage, day_want, &wish);
	if (wish.got.reply < got->reply)
		*got = wish.got;
	return got->allowed;
}

void budget_note(struct agent *a, const struct backend *b, enum role role,
    const struct allowance_facts *f, double usd)
{
	struct store *store = settled_store(a);
	json_auto_t *usage = store ? usage_of(b, role, f->input) : NULL;

	if (store && f->price.known && usd <= 0)
		usd = price_input_most_usd(&f->price, f->input);
	if (store)
		a->spending->reserved = store_money_put(store, session_id(a->session), usd, usage);
}

void budget_release(struct agent *a)
{
	struct store *store = session_store(a->session);

	if (store && a->spending->reserved)
		store_money_release(store, a->spending->reserved);
	a->spending->reserved = 0;
}

/* Reserves money that a delegate may spend. Returns the row of the store; 0: nothing was reserved. */
static int64_t budget_day_put(struct agent *a, double usd)
{
	struct store *store = day_store(a);
	json_auto_t *usage = store ? usage_of(a->backend, ROLE_TURN, 0) : NULL;
	return store ? store_money_put(store, session_id(a->session), usd, usage) : 0;
}

/* ---- A delegate's share -------------------------------------------------------------------------- */

struct budget_share budget_share_out(struct agent *a)
{
	/* The rest of the budget is divided among the delegates of the same reply. */
	const int to_come = a->turn ? a->turn->delegates_to_come : 0,
		  count = to_come > 1 ? to_come : 1;
	const int64_t tokens = budget_tokens_left(a);
	const double usd = budget_left(a);
	struct budget_share share = {
	    .usd = isnan(usd) ? usd : fmax(0, usd / count),
	    .tokens = tokens < 0 ? -1 : tokens / count,
	};

	if (to_come > 0)
		a->turn->delegates_to_come--;
	if (!isnan(share.usd)) {
		share.row = budget_day_put(a, share.usd);
		a->spending->shared_usd += share.usd;
	}
	if (share.tokens > 0)
		a->spending->shared_tokens += share.tokens;
	return share;
}

void budget_share_change(struct agent *a, struct budget_share *share, double usd, int64_t tokens)
{
	struct store *store = session_store(a->session);

	if (!isnan(share->usd)) {
		usd = fmax(usd, -share->usd);
		share->usd += usd;
		a->spending->shared_usd += usd;
		if (share->row && store)
			store_money_change(store, share->row, share->usd);
	}
	if (share->tokens >= 0) {
		tokens = tokens < -share->tokens ? -share->tokens : tokens;
		share->tokens += tokens;
		a->spending->shared_tokens += tokens;
	}
}

bool budget_share_more(struct agent *a, struct budget_share *share, double usd, int64_t tokens)
{
	const double free_usd = budget_left(a);
	const int64_t free_tokens = budget_tokens_left(a);

	if ((!isnan(free_usd) && usd > free_usd) || (free_tokens >= 0 && tokens > free_tokens))
		return false;
	budget_share_change(a, share, usd, tokens);
	return true;
}

void budget_share_back(struct agent *a, struct budget_share *share)
{
	struct store *store = session_store(a->session);

	budget_share_change(a, share, isnan(share->usd) ? 0 : -share->usd, -share->tokens);
	if (share->row && store)
		store_money_release(store, share->row);
	share->row = 0;
}
