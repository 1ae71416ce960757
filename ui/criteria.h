/*
 * The strategy of the latest turn as it is seen: approach, and criteria with what is known of each.
 * A fold of strategy and evaluation events; drawn below the plan.
 */
#ifndef UI_CRITERIA_H
#define UI_CRITERIA_H

#include "session/event.h"
#include "ui/lines.h"

enum criterion_state { CRITERION_OPEN, CRITERION_MET, CRITERION_UNMET };
struct criterion_seen {
	char *id, *text; /* (owned) */
	enum criterion_state state;
};
struct criteria {
	char *approach; /* (owned) NULL: there is no strategy */
	struct criterion_seen *list;
	size_t count;
	int64_t seq; /* of its event */
};
void criteria_take(struct criteria *c, const struct event *ev); /* every event may be given */
void criteria_free(struct criteria *c);				/* its contents; empty again */
/* For snapshots. NULL: there is no strategy; new reference. */
json_t *criteria_json(const struct criteria *c);
void criteria_load(struct criteria *c, const json_t *value);
/* How many rows of `most` it takes; then exactly so many rows. */
int criteria_rows(const struct criteria *c, int cells, int most);
void criteria_lines(const struct criteria *c, int cells, int rows, bool ascii, struct lines *out);
void criteria_marks(const struct criteria *c, bool ascii, struct lines *out); /* "✔✘·" */
/* "✔✘· 1/3 Fix the parser first": where there is no room and no plan. */
void criteria_one_line(const struct criteria *c, int cells, bool ascii, struct lines *out);

#endif
