/*
 * The plan while turns run: the user's hand on it, and what the model is told of that. What is asked
 * about it is in planning_ask.h, what is left of it at a turn's end in planning_end.h, the rules of
 * the plan itself in src/plan.
 */
#ifndef AGENT_PLANNING_H
#define AGENT_PLANNING_H

#include <jansson.h>
#include "base/buf.h"
#include "session/event.h"

struct agent;
struct turn;
struct planning {	  /* what the user did to the plan: a fold of the events */
	struct buf notes; /* for the model's next round */
	json_t *edits;	  /* (owned) [{before?, after, text}], to be undone; NULL: none */
	json_t *last;	  /* (owned) the snapshot of the last plan event; NULL: none */
};
struct plan_question { /* what is asked about the plan between turns */
	char *failed;  /* (owned) id of the failed item that is asked about; NULL: none is */
	bool next;     /* what is left is asked about after the next edit */
};
struct turn_planning {
	int nudges;	 /* reminders of open items in this turn */
	bool suggested;	 /* nobody needs to say any more that a plan would help */
	struct buf note; /* for the next round: what the words did not do to the plan */
	char *told;	 /* (owned) the last of these in this turn; NULL: none */
};
void turn_planning_free(struct turn_planning *p);

/* Every event, stored ones too when a session goes on. */
void planning_take(struct planning *p, const struct event *ev);
json_t *planning_save(const struct planning *p); /* new reference */
/* p: zero-initialised. What is missing in saved is as if nothing had come before. */
void planning_load(struct planning *p, const json_t *saved);
void planning_free(struct planning *p);

/* The user's edit (INTENT_PLAN_EDIT): an event at once, a note to the model at its next round. */
void planning_edit(struct agent *a, const json_t *edit);
/* Before a round: stores what the user did to the plan since the model's last one as one note,
   reminds of a plan nobody touches, suggests one where it is missing, gives up one that was left
   alone for many turns. */
void planning_tell(struct turn *t);
/* The model is about to answer. True: the turn goes on (a note was stored); it may also have ended
   it. */
bool planning_goes_on(struct turn *t, const json_t *message);
/* Marks the item in progress: why its step is off track. */
void planning_mark(struct turn *t, const char *why);

bool planning_change(struct agent *a, const json_t *edit); /* by the user; false: nothing changed */
/* A stored note to the model; name NULL: the prompt has no variable. */
void planning_note(struct agent *a, const char *prompt, const char *name, const char *value);

#endif
