/*
 * What the tally takes out of the text of a stored event. False: it is not what such an event
 * carries.
 */
#ifndef PLAN_PLAN_EVENT_FIELDS_H
#define PLAN_PLAN_EVENT_FIELDS_H

#include "base/json_scan.h"
#include "plan/plan_tally.h"

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
	double usd;
};
/* Only whose it is and how the plan stands; id is of the row's text. */
bool plan_row_head(const struct store_row *row, struct json_span *id, enum plan_status *status);
bool plan_row_plan(const struct store_row *row, struct plan_row *out /* empty */);
void plan_row_free(struct plan_row *r);
bool plan_row_end(const struct store_row *row, struct plan_row_end *out);
bool plan_row_result(const struct store_row *row, bool *ok, char tool[TALLY_WORD]);
/* The first word of an item's text, without what hangs on it, in small letters. */
void plan_row_kind(const char *text, size_t len, char kind[TALLY_WORD]);
bool plan_row_member_is(const struct store_row *row, const char *key, const char *value);

#endif
