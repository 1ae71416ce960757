/* SPDX-License-Identifier: MIT
 * Money in the store: what was spent, summed up by any of its sides, and what processes have
 * reserved of a day's budget for requests that are under way.
 */
#ifndef SESSION_STORE_STORE_MONEY_H
#define SESSION_STORE_STORE_MONEY_H

#include <jansson.h>
#include "session/store/store.h"

/* All amounts are US dollars. A reservation is kept with the usage event that it is to become, but for its cost, should its
 * process be killed: what a session has reserved that no process goes on with any more becomes such events of it, whenever
 * money is counted. */

/* In one step that no other process gets between: `want` is told what is spent since then and reserved
 * by everybody, and says how much to reserve; less than 0: nothing. Returns the row for
 * store_money_change and store_money_release; 0: nothing was reserved. A store that stays busy for 2 s
 * is not waited for: the step is then made without the lock. */
int64_t store_money_reserve(struct store *s, const char *session, int64_t since_ms,
    const json_t *usage, double (*want)(void *ctx, double taken), void *ctx);
/* Reserves this much, whatever is spent or reserved; 0 for a request without a price. Returns the row; 0: the store
 * failed. */
int64_t store_money_put(struct store *s, const char *session, double usd, const json_t *usage);
/* Returns what is spent since then (Unix milliseconds), and reserved, seen from a session, which is
 * going on. */
double store_money_taken(struct store *s, const char *session, int64_t since_ms);
/* Takes what is reserved for a session when it begins again, as usage events of it: an array, new reference. */
json_t *store_money_left(struct store *s, const char *session);
/* Makes usage of what is reserved for sessions that no process goes on with, but for this one ("": all). */
void store_money_settle(struct store *s, const char *own);
/* Sets a reservation to another amount, or ends it. A store that fails leaves it as it is. */
void store_money_change(struct store *s, int64_t row, double usd);
void store_money_release(struct store *s, int64_t row);

/* What usage events of a period say, summed up. What a fork copied counts once, and the rows by which a
 * session sums up its delegates do not. */
enum usage_by {
	USAGE_DAY,
	USAGE_MODEL,
	USAGE_FOLDER,
	USAGE_SESSION,
	USAGE_ROLE,
	USAGE_PROVIDER,
	USAGE_TURN,
	USAGE_BREAK, /* reasons of breaks; "": there was none */
};
#define USAGE_SIDES (USAGE_BREAK + 1)
/* Sums up the usage of a folder (NULL: all) from since_ms until before until_ms, Unix milliseconds; days are those of
 * local time. An array of {key? (not known: none), title?, requests, input, output, cached, written, reasoning,
 * cost_usd? (of those with a price), unpriced, estimated, sent_bytes, resent_bytes}: new reference; NULL: e. */
json_t *store_usage(struct store *s, enum usage_by by, const char *cwd, int64_t since_ms,
    int64_t until_ms, struct error *e);

#endif
