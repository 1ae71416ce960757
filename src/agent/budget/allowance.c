/* SPDX-License-Identifier: MIT
 * Decides whether a request may be made and how long its reply may be. Everything is rounded against the request, so
 * that what was allowed cannot cost more than was left.
 */
#include "agent/budget/allowance.h"

#include "base/base.h"

#define NEAR 4 /* times taken_for: a model whose longest reply is not known may give as much */

static int64_t least_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Returns how many tokens of reply the money pays for, rounded down; below 0: not even for the request. */
static int64_t reply_for_money(const struct allowance_facts *f)
{
	const double rate = price_at(&f->price, f->input).output,
		     kept = price_input_most_usd(&f->price, f->kept_input) +
			    (double)f->kept_output * rate / 1e6,
		     left = f->usd_left - price_input_most_usd(&f->price, f->input) -
			    (f->kept_input ? kept : 0);

	if (isnan(f->usd_left))
		return ALLOWANCE_NO_END;
	if (left < 0 || rate <= 0)
		return left < 0 ? -1 : ALLOWANCE_NO_END;
	double tokens = floor(left * 1e6 / rate);
	return tokens < 1e15 ? (int64_t)tokens : ALLOWANCE_NO_END;
}

struct allowance allowance_of(const struct allowance_facts *f)
{
	const int64_t by_tokens = f->tokens_left == ALLOWANCE_NO_END
				      ? ALLOWANCE_NO_END
				      : f->tokens_left - f->input - f->kept_input - f->kept_output;
	struct allowance a = {.reply = least_of(reply_for_money(f), by_tokens)};
	const int64_t known = f->asked > 0 ? f->asked : f->longest,
		      longest = known > 0 ? known : f->taken_for,
		      least = f->asked > 0 ? least_of(f->least, f->asked) : f->least;

	a.allowed = a.reply >= least;
	if (a.reply < (known > 0 ? longest : longest * NEAR))
		a.clamp = a.reply;
	else if (known == 0 && a.reply != ALLOWANCE_NO_END)
		a.watch = a.reply;
	a.usd = price_input_most_usd(&f->price, f->input) +
		(double)least_of(a.reply, a.clamp > longest ? a.clamp : longest) *
		    price_at(&f->price, f->input).output / 1e6;
	return a;
}
