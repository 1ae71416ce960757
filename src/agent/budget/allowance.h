/* SPDX-License-Identifier: MIT
 * Whether a request may be made, and how long its reply may be, by what is left of tokens and money.
 * Pure: budget.c knows what is left.
 */
#ifndef AGENT_BUDGET_ALLOWANCE_H
#define AGENT_BUDGET_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>
#include "llm/model/price.h"

#define ALLOWANCE_NO_END INT64_MAX

struct allowance_facts {
	struct price price;
	double usd_left;     /* NAN: no cap */
	int64_t tokens_left; /* ALLOWANCE_NO_END: no cap */
	int64_t input;	     /* tokens of the request, at most */
	int64_t asked;	     /* the longest reply asked for; 0: none */
	int64_t longest;     /* the longest the model gives; 0: not known */
	int64_t least;	     /* a shorter reply is not worth asking for */
	int64_t taken_for;   /* stands for `longest` where that is not known */
	int64_t kept_input;  /* tokens kept back for the request of a closing answer; 0: none */
	int64_t kept_output; /* tokens kept back for that answer */
};
struct allowance {
	bool allowed;
	int64_t reply; /* tokens left for the reply; ALLOWANCE_NO_END: no cap */
	int64_t clamp; /* tokens to ask for as the longest reply; 0: not needed */
	int64_t watch; /* tokens to end the reply at, without asking for a limit; 0: not needed */
	double usd;    /* what the request costs at most; 0 without a price */
};
/* Returns whether the request may be made, and how long its reply may be. */
struct allowance allowance_of(const struct allowance_facts *f);

#endif
