/* SPDX-License-Identifier: MIT
 * One run of the roadmap planner: where its controller stands, what was made so far and what it waits
 * for. It is a value; between processes it is a JSON document, and a checkpoint of it is stored with
 * every transition, so that a run goes on days later where it was left.
 */
#ifndef ROADMAP_RUN_PLANNING_RUN_H
#define ROADMAP_RUN_PLANNING_RUN_H

#include "base/core/buf.h"
#include "roadmap/file/roadmap.h"
#include "roadmap/file/validate.h"
#include "roadmap/run/confidence.h"
#include "roadmap/run/controller.h"

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
	/* (owned) those that were made of {context, ideas, pattern, outline, dependencies, options,
	 * roadmap, schedule} */
	json_t *artifacts;
	json_t *memo;	     /* (owned) results of tools by planning_tool_key */
	json_t *allowed;     /* (owned) {name: true}: what the user let through */
	json_t *questions;   /* (owned) texts that nobody has answered yet */
	json_t *wishes;	     /* (owned) texts: what the user wants otherwise, newest last */
	json_t *adaptations; /* (owned) [{stage, text, why}] */
	json_t *calendars;   /* (owned) busy times of the user's calendars: busy_times_json */
	json_t *busy; /* (owned) these and those of kept plans, as the last schedule had them */
	enum planning_wait wait;
	char *response; /* (owned) what the user is told at the end; NULL: nothing yet */
	char *reason; /* (owned) why it is a clarification or an escalation; NULL: it is neither */
	/* Of the stage that runs; not stored: */
	json_t *tools;	    /* (owned) [{tool, ok, confidence, duration_ms}] */
	double self_score;  /* what the model thinks of its draft; negative: it did not say */
	bool asked_in_vain; /* a tool had questions and nobody to ask */
	json_t *result;	    /* (owned) data of the last call; NULL: none yet */
	bool changed; /* the user wants changes: the stage that would ask for leave need not ask */
	bool progressed; /* some of it was done since its dates were computed */
	bool unattended; /* nobody is asked, everything is allowed (--approve all) */
};

/* A new run towards a goal, which is copied; caps and rules are those of the configuration. */
void planning_run_init(struct planning_run *run, const char *goal);
/* A run that goes on from a plan that was kept: its outline and roadmap are there, and it is over
 * until changes are wanted. The document is copied. */
void planning_run_from_document(struct planning_run *run, json_t *document);
void planning_run_free(struct planning_run *run); /* frees what the run owns and zeroes it */
/* The run as a document; new reference. It shares its parts with the run: it is written before the
 * run goes on, or copied. */
json_t *planning_run_json(const struct planning_run *run);
/* Fills run from such a document, which is copied. False: it is none, and there is nothing to free. */
bool planning_run_read(struct planning_run *run, const json_t *value);

/* Returns an artefact by its name; borrowed, until it is replaced. NULL: it was not made yet. */
const json_t *planning_artifact(const struct planning_run *run, const char *name);
/* Returns the last of the artefacts, in the order from context to schedule, that was made; new
 * reference, JSON null where none was. */
json_t *planning_newest(const struct planning_run *run);
/* Puts an artefact, which is stolen, and drops those that are built on it: a new outline makes a new
 * roadmap. A pattern is also put into what carries it. */
void planning_artifact_put(struct planning_run *run, const char *name, json_t *value);
/* The user approves the pattern or subtype that is proposed: it is one there is, from now on. */
void planning_pattern_approve(struct planning_run *run);
/* The artefact that the stage of a state has to come to. NULL: the state has no stage. */
const char *planning_product(enum controller_state state);
bool planning_drafts(enum controller_state state); /* whether the model drafts in it */
/* Notes that something was made otherwise than drafted, and why. Both texts are copied. */
void planning_adapted(struct planning_run *run, const char *text, const char *why);

/* Puts the strategy and limits among the arguments of a call into the profile of a context or a
 * roadmap. */
void planning_profile_take(json_t *of, const json_t *arguments);

/* Reads a context as a roadmap of one task, to be freed by roadmap_free. False: problems say what is wrong. */
bool planning_context_read(const json_t *context, struct roadmap *out, struct problems *problems);
/* Copies what a context or a roadmap says of the time, the people and the limits of the whole plan. over: what
 * it says nothing of goes. */
void planning_frame_take(json_t *to, const json_t *from, bool over);

/* planning_decide.c: what the user decides. */

/* Keeps what the user wants otherwise for the next draft; what it says of time is known from now on. */
void planning_wish(struct planning_run *run, const char *words);
/* Whether the user let something through, as an approval between stages; all where it is unattended. */
bool planning_allowed(const struct planning_run *run, const char *what);
void planning_allow(struct planning_run *run, const char *what);
/* The user decided about a paused (or finished) run: the state it goes on from is set, with new turns,
 * time and retries. words: what is to change, or the answers to its questions; NULL: it goes on as
 * proposed. False: e says why that cannot be, and the run is as it was. */
bool planning_run_decide(struct planning_run *run, const char *words, struct error *e);
/* Applies operations (roadmap_edit.h) to the roadmap of the run, which is checked and scheduled next. False:
 * e says why they cannot be, and the run is as it was. */
bool planning_run_edit(struct planning_run *run, const json_t *edits, struct error *e);
/* Puts a roadmap that was edited, which is stolen: its nodes and what it says of time and people are kept
 * where a later draft begins. */
void planning_edited_put(struct planning_run *run, json_t *roadmap);
/* Copies what is done of the nodes of `from` to the nodes of the document with the same ids; not over:
 * only to those that say nothing of it themselves. False: nothing is new. */
bool planning_progress_take(json_t *document, json_t *from, bool over);
/* Whether a task that is left was to begin before now (minutes since 1970): the schedule waited too
 * long. */
bool planning_dates_passed(const struct planning_run *run, int64_t now);

/* Returns the roadmap, or the outline where there is none yet, as a copy; new reference. NULL:
 * there is neither. */
json_t *planning_document(const struct planning_run *run);
/* Reads that document into out, to be freed by roadmap_free. False: what is wrong was appended, a line
 * each, and there is nothing to free. */
bool planning_roadmap(const struct planning_run *run, struct roadmap *out, struct buf *wrong);
/* Checks that document: {valid, confidence, pattern_rfc_required, violations: [{code, node?, text,
 * fix?}]}; new reference. */
json_t *planning_check(const struct planning_run *run);
/* Applies every fix there is to that document, and notes each as an adaptation. Returns how many. */
int planning_mend(struct planning_run *run);

#endif
