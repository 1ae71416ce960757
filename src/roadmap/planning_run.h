/*
 * One run of the roadmap planner: where its controller stands, what was made so far and what it waits
 * for. It is a value; between processes it is a JSON document, and a checkpoint of it is stored with
 * every transition, so that a run goes on days later where it was left.
 */
#ifndef ROADMAP_PLANNING_RUN_H
#define ROADMAP_PLANNING_RUN_H

#include "base/buf.h"
#include "roadmap/confidence.h"
#include "roadmap/controller.h"
#include "roadmap/policy.h"
#include "roadmap/roadmap.h"
#include "roadmap/validate.h"

/* What a paused run waits for. */
enum planning_wait {
	WAIT_NOTHING,
	WAIT_QUESTIONS, /* answers of the user */
	WAIT_RFC,	/* leave for a proposed subtype */
	WAIT_GATE,	/* an approval between the stages, where the policy wants one */
	WAIT_APPROVAL,	/* the final one */
	WAIT_BUDGET,	/* leave to spend more than the soft limit */
	WAIT_MENDING,	/* a stage was tried too often */
	WAIT_SCHEDULE,	/* the plan cannot be kept as it is */
};

struct planning_run {
	char *id, *goal; /* (owned) the id is that of the roadmap it comes to */
	char *model;	 /* (owned) part of what results are remembered by; NULL: none */
	char *session;	 /* (owned) the one it was in last, where it goes on; NULL: none yet */
	struct controller controller;
	struct controller_caps caps;
	struct confidence_rules rules;
	struct interaction_policy policy;
	json_t *
	    artifacts; /* (owned) {context, ideas, pattern, outline, dependencies, options, roadmap,
				schedule}: those that were made */
	json_t *memo;  /* (owned) results of tools by planning_tool_key */
	json_t *allowed;     /* (owned) {name: true}: what the user let through */
	json_t *questions;   /* (owned) texts that nobody has answered yet */
	json_t *wishes;	     /* (owned) texts: what the user wants otherwise, newest last */
	json_t *adaptations; /* (owned) [{stage, text, why}] */
	json_t *calendars;   /* (owned) busy times of the user's calendars: busy_times_json */
	json_t *busy; /* (owned) these and those of kept plans, as the last schedule had them */
	enum planning_wait wait;
	/* (owned) What the user is told at the end, with one call to action; NULL: nothing yet. */
	char *response;
	char *reason; /* (owned) why it is a clarification or an escalation; NULL */
	/* Of the stage that runs; not stored: */
	json_t *tools;	    /* (owned) [{tool, ok, confidence, duration_ms}] */
	double self_score;  /* what the model thinks of its draft; negative: it did not say */
	bool asked_in_vain; /* a tool had questions and nobody to ask */
	json_t *result;	    /* (owned) data of the last call; NULL: none yet */
	bool changed; /* the user wants changes: the stage that would ask for leave need not ask */
	bool progressed; /* some of it was done since its dates were computed */
	bool unattended; /* nobody is asked, everything is allowed (--approve all) */
};

void planning_run_init(
    struct planning_run *run, const char *goal); /* caps and rules are configured */
void planning_run_free(struct planning_run *run);
json_t *planning_run_json(const struct planning_run *run); /* new reference */
/* False: the document is none, and there is nothing to free. */
bool planning_run_read(struct planning_run *run, const json_t *value);
/* A run that goes on from a plan that was kept: its outline and roadmap are there, changes are wanted. */
void planning_run_from_document(struct planning_run *run, json_t *document);

const json_t *planning_artifact(
    const struct planning_run *run, const char *name); /* NULL: none yet */
json_t *planning_newest(
    const struct planning_run *run); /* of context to schedule; null: none; new reference */
/* What is built on it is dropped: a new outline makes a new roadmap. Steals. */
void planning_artifact_put(struct planning_run *run, const char *name, json_t *value);
/* The artefact that the draft of a stage has to come to; NULL: the stage has none. */
const char *planning_product(enum controller_state state);
bool planning_drafts(enum controller_state state); /* the model drafts in it */
void planning_adapted(struct planning_run *run, const char *text, const char *why);

/* planning_context.c: adds to the facts of a context, at most a hundred. */
void planning_fact_add(json_t *context, const char *question, const char *answer);
/* The strategy and limits among the arguments of a call go into the profile of a context or a roadmap. */
void planning_profile_take(json_t *of, const json_t *arguments);

/* planning_decide.c. What the user wants otherwise: for the next draft, and what it says of time is known from now on. */
void planning_wish(struct planning_run *run, const char *words);
bool planning_allowed(const struct planning_run *run, const char *what);
void planning_allow(struct planning_run *run, const char *what);
/* The user decided about a paused (or finished) run: the state it goes on from is set, with new turns,
 * time and retries. words: what is to change; NULL: go on as proposed. False: e says why that cannot be. */
bool planning_run_decide(struct planning_run *run, const char *words, struct error *e);
/* What is done of the nodes of one document is done of those with the same ids of another. False: nothing is new. */
bool planning_progress_take(json_t *document, json_t *from);
/* Whether something that is left was to begin before now (minutes since 1970): the schedule waited too long. */
bool planning_dates_passed(const struct planning_run *run, int64_t now);

/* The outline or roadmap as the validator wants it: a document that can be read. New reference; NULL: there is
 * neither. */
json_t *planning_document(const struct planning_run *run);
/* Reads it; false: problems (kept in wrong, a line each) and nothing to free. */
bool planning_roadmap(const struct planning_run *run, struct roadmap *out, struct buf *wrong);
/* Checks what there is: {valid, confidence, pattern_rfc_required, violations [{code, node, text, fix?}]};
 * new reference. */
json_t *planning_check(const struct planning_run *run);
/* Applies every fix there is to the newest document, noting each as an adaptation. How many. */
int planning_mend(struct planning_run *run);

#endif
