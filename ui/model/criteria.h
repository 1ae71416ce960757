/* SPDX-License-Identifier: MIT
 * The strategy of the latest turn as it is seen: approach, and criteria with what is known of each.
 * A fold of strategy and evaluation events; a turn begins without one. How it is drawn:
 * ui/view/criteria_lines.h.
 */
#ifndef UI_MODEL_CRITERIA_H
#define UI_MODEL_CRITERIA_H

#include "session/event/event.h"

enum criterion_state { CRITERION_OPEN, CRITERION_MET, CRITERION_UNMET };
struct criterion_seen {
	char *id, *text; /* (owned) */
	enum criterion_state state;
	json_t *check; /* (owned) as the event has it; NULL: none */
};
struct criteria {		     /* zero-initialise */
	char *approach;		     /* (owned) NULL: there is no strategy */
	struct criterion_seen *list; /* (owned) */
	size_t count;
	int64_t seq; /* of the strategy's event */
};
/* Folds an event; any may be given. */
void criteria_take(struct criteria *c, const struct event *ev);
/* Frees the contents; c is empty again. */
void criteria_free(struct criteria *c);
/* For snapshots. criteria_json returns c as JSON, a new reference; NULL: there is no strategy.
 * criteria_load replaces what c holds by such a value (NULL: no strategy). */
json_t *criteria_json(const struct criteria *c);
void criteria_load(struct criteria *c, const json_t *value);

#endif
