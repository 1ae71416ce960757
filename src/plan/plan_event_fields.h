/* SPDX-License-Identifier: MIT
 * What the tally takes out of the text of a stored event, without making JSON values of it. Each function returns
 * false where the row is not what such an event carries; what it fills is then of no use.
 */
#ifndef PLAN_PLAN_EVENT_FIELDS_H
#define PLAN_PLAN_EVENT_FIELDS_H

#include "base/json/json_scan.h"
#include "plan/history/plan_tally.h"

struct plan_row {
	int64_t calls, tokens; /* the evidence of its items, summed */
	uint64_t id;
	enum plan_status status;
	bool by_user;
	struct tally_item *items; /* (owned) */
	size_t count, cap;
};
struct plan_row_end {
	bool answered, priced;
	int64_t ms; /* 0: not known */
	double usd; /* US dollars; all that it cost only if priced */
};
/* Reads only which plan it is and how it stands. id: (borrowed) from the row's text. */
bool plan_row_head(const struct store_row *row, struct json_span *id, enum plan_status *status);
/* Reads a plan event into *out, which is empty before; to be freed by plan_row_free, also when it is false. */
bool plan_row_plan(const struct store_row *row, struct plan_row *out);
void plan_row_free(struct plan_row *r);
/* Reads a turn_end. */
bool plan_row_end(const struct store_row *row, struct plan_row_end *out);
/* Reads a tool_result: whether it went well, and (only where it did not) by which tool; "": not told. */
bool plan_row_result(const struct store_row *row, bool *ok, char tool[TALLY_WORD]);
/* Copies the first word of an item's text, without punctuation around it, in small letters. */
void plan_row_kind(const char *text, size_t len, char kind[TALLY_WORD]);
/* Whether the member of the event's data is this very string. */
bool plan_row_member_is(const struct store_row *row, const char *key, const char *value);

#endif
