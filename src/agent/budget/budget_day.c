/*
 * How much a request may cost is decided while the store is locked (day_want), where no other process can reserve
 * meanwhile.
 */
#include "agent/budget/budget_day.h"

#include <math.h>
#include "agent/agent_internal.h"
#include "agent/budget/allowance.h"
#include "agent/budget/budget.h"
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

/* Returns the store where money of the day is to be reserved, or NULL without a cap or a store. */
static struct store *day_store(struct agent *a)
{
	struct store *store = session_store(a->session);

	if (!store || isnan(budget_cap(a, BUDGET_DAY)))
		return NULL;
	if (!a->spending.reserves)
		store_money_drop(store, session_id(a->session));
	a->spending.reserves = true;
	return store;
}

/* Read while no other process can reserve: the day may have less left than `got` was made from. */
bool budget_day_reserve(struct agent *a, const struct allowance_facts *f, struct allowance *got)
{
	struct store *store = day_store(a);
	struct day_wish wish = {.facts = *f, .cap = budget_cap(a, BUDGET_DAY), .most = got->usd};

	if (!store)
		return true;
	a->spending.reserved = store_money_reserve(
	    store, session_id(a->session), budget_midnight_ms(), day_want, &wish);
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

int64_t budget_day_put(struct agent *a, double usd)
{
	struct store *store = day_store(a);

	return store ? store_money_put(store, session_id(a->session), usd) : 0;
}
