/* SPDX-License-Identifier: MIT
 * Reads the members that the tally, the history and the estimate need from the text of a stored event, without making
 * JSON values. A function that returns false met a row that is no such event, or is damaged; its output is undefined.
 */
#ifndef PLAN_PLAN_EVENT_FIELDS_H
#define PLAN_PLAN_EVENT_FIELDS_H

#include "base/json/json_scan.h"
#include "plan/history/plan_tally.h"

struct plan_row {
	int64_t calls, tokens; /* sums of the evidence of its items */
	uint64_t id;	       /* hash of the plan's id */
	enum plan_status status;
	bool by_user;
	struct tally_item *items; /* (owned) */
	size_t count, cap;
};
struct plan_row_end {
	bool answered, priced;
	int64_t ms; /* 0: not known */
	double usd; /* US dollars; the whole cost only if priced */
};
/* Reads only the id and the status of the plan of a plan event. *id is borrowed from the row's text. */
bool plan_row_head(const struct store_row *row, struct json_span *id, enum plan_status *status);
/* Reads a plan event into *out, which must be zeroed. Caller frees it by plan_row_free, also after false. */
bool plan_row_plan(const struct store_row *row, struct plan_row *out);
void plan_row_free(struct plan_row *r);
/* Reads a turn_end. */
bool plan_row_end(const struct store_row *row, struct plan_row_end *out);
/* Reads from a tool_result whether the call succeeded, and the name of a tool that failed ("": not stored). */
bool plan_row_result(const struct store_row *row, bool *ok, char tool[TALLY_WORD]);
/* Writes the first word of an item's text, without punctuation around it, in lower case. */
void plan_row_kind(const char *text, size_t len, char kind[TALLY_WORD]);
/* Whether the event's data has this member, with exactly this string. */
bool plan_row_member_is(const struct store_row *row, const char *key, const char *value);

#endif
