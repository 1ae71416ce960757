/* SPDX-License-Identifier: MIT
 * A share counts as gone from the moment it is given. What the delegate spends moves out of the share and into
 * what the session has spent.
 */
#include "agent/budget/budget_share.h"

#include "agent/agent_internal.h"
#include "agent/budget/budget.h"
#include "agent/budget/budget_day.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/store/store_money.h"

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
		a->spending.shared_usd += share.usd;
	}
	if (share.tokens > 0)
		a->spending.shared_tokens += share.tokens;
	return share;
}

void budget_share_change(struct agent *a, struct budget_share *share, double usd, int64_t tokens)
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
