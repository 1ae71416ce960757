/*
 * The strategy of the latest turn as it is seen: approach, and criteria with what is known of each.
 * A fold of strategy and evaluation events. How it is drawn: ui/view/criteria_lines.h.
 */
#ifndef UI_MODEL_CRITERIA_H
#define UI_MODEL_CRITERIA_H

#include "session/event.h"

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

#endif
