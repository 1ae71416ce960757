/* SPDX-License-Identifier: MIT
 * Money in the store: the usage that was recorded, summed up by day, model and so on, and what processes
 * have reserved of a day's budget for requests in progress.
 */
#ifndef SESSION_STORE_STORE_MONEY_H
#define SESSION_STORE_STORE_MONEY_H

#include <jansson.h>
#include "session/store/store.h"

/* All amounts are US dollars. A reservation is stored with the data of its future usage event (without the cost), in
 * case its process is killed: whenever money is counted, reservations of sessions that no process has open become usage
 * events of these sessions. */

/* Reserves money in one transaction: `want` gets the amount spent since since_ms plus all reservations, and
 * returns how much to reserve; negative: nothing. Returns the row for store_money_change and
 * store_money_release; 0: nothing was reserved. If the store stays busy for 2 s, reserves without a
 * transaction. */
int64_t store_money_reserve(struct store *s, const char *session, int64_t since_ms,
    const json_t *usage, double (*want)(void *ctx, double taken), void *ctx);
/* Reserves usd unconditionally; 0 for a request without a price. Returns the row; 0: the store failed. */
int64_t store_money_put(struct store *s, const char *session, double usd, const json_t *usage);
/* Returns the amount spent since since_ms (Unix milliseconds) plus all reservations. session: the one that
 * this process has open. */
double store_money_taken(struct store *s, const char *session, int64_t since_ms);
/* Removes the reservations of a session, when it is opened again, and returns them as an array of usage data, which the
 * caller emits; new reference. */
json_t *store_money_left(struct store *s, const char *session);
/* Turns the reservations of sessions that no process has open, except `own` ("": none), into usage events. */
void store_money_settle(struct store *s, const char *own);
/* Change the amount of a reservation; end it. If the store fails, nothing is changed. */
void store_money_change(struct store *s, int64_t row, double usd);
void store_money_release(struct store *s, int64_t row);

/* By what usage is summed up. What a fork copied counts once, and the events in which a session sums up its
 * delegates do not count. */
enum usage_by {
	USAGE_DAY,
	USAGE_MODEL,
	USAGE_FOLDER,
	USAGE_SESSION,
	USAGE_ROLE,
	USAGE_PROVIDER,
	USAGE_TURN,
	USAGE_BREAK, /* reasons of prefix_break; "": there was none */
};
#define USAGE_SIDES (USAGE_BREAK + 1)
/* Sums up the usage of a folder (NULL: all) from since_ms to before until_ms, Unix milliseconds; days are local.
 * Returns an array of {key? (missing: unknown), title?, requests, input, output, cached, written, reasoning, cost_usd?
 * (of requests with a price), unpriced, estimated, sent_bytes, resent_bytes}, as a new reference; NULL: e is set. */
json_t *store_usage(struct store *s, enum usage_by by, const char *cwd, int64_t since_ms,
    int64_t until_ms, struct error *e);

#endif
