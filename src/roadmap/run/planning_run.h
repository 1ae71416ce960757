/* SPDX-License-Identifier: MIT
 * One run of the roadmap planner: the state of its controller, the artefacts made so far and what it
 * waits for. It is a value; between processes it is a JSON document, and a checkpoint of it is stored
 * with every transition, so that a run goes on days later where it was left.
 *
 * Here: the planner's run apart from any model: its controller, artefacts and confidence, the
 * tools' common form, what is decided and summed up, and plans kept in the store.
 * Not here: each tool (roadmap/tools), the turn that asks the model (agent/roadmap), the todo plan
 * (src/plan).
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
	WAIT_RFC,	/* permission for a proposed subtype */
	WAIT_GATE,	/* an approval between the stages, where the policy wants one */
	WAIT_APPROVAL,	/* the final one */
	WAIT_BUDGET,	/* permission to spend more than the soft limit */
	WAIT_MENDING,	/* help with a stage that was tried too often */
	WAIT_SCHEDULE,	/* changes, as the plan cannot be kept as it is */
};

struct planning_run {
	char *id, *goal; /* (owned) the id is that of the roadmap it makes */
	char *model;	 /* (owned) its name, part of the keys of memo; NULL: none */
	char *session;	 /* (owned) id of the session it ran in last; NULL: none yet */
	struct controller controller;
	struct controller_caps caps;
	struct confidence_rules rules;
	struct interaction_policy policy;
	/* (owned) {name: value}, those made so far of context, ideas, pattern, outline, dependencies,
	 * options, roadmap, schedule */
	json_t *artifacts;
	json_t *memo;	     /* (owned) results of tools by planning_tool_key */
	json_t *allowed;     /* (owned) {name: true}: what the user permitted */
	json_t *questions;   /* (owned) texts that nobody has answered yet */
	json_t *wishes;	     /* (owned) texts: changes the user asked for, newest last */
	json_t *adaptations; /* (owned) [{stage, text, why}] by planning_adapted */
	json_t *calendars;   /* (owned) busy times of the user's calendars: busy_times_json */
	json_t *busy; /* (owned) these and those of kept plans, as the last schedule had them */
	enum planning_wait wait;
	char *response; /* (owned) text for the user at the end; NULL: none yet */
	char *reason; /* (owned) why it ended in a clarification or escalation; NULL: in neither */
	/* Of the stage that runs; not stored: */
	json_t *tools;	    /* (owned) [{tool, ok, confidence, duration_ms}] */
	double self_score;  /* what the model thinks of its draft; negative: it did not say */
	bool asked_in_vain; /* a tool had questions that nobody answered */
	json_t *result;	    /* (owned) data of the last call; NULL: none yet */
	bool changed;	    /* the user asked for changes: the stage need not ask for permission */
	bool progressed;    /* tasks were done since the dates were computed */
	bool unattended;    /* nobody is asked, everything is allowed (--approve all) */
};

/* Fills run as a new one towards a goal, which is copied; caps and rules are those of the configuration. */
void planning_run_init(struct planning_run *run, const char *goal);
/* Fills run as a complete one that made this kept plan, to be changed: it has its context, outline and
 * roadmap. The document is copied. */
void planning_run_from_document(struct planning_run *run, json_t *document);
void planning_run_free(struct planning_run *run); /* frees what the run owns and zeroes it */
/* Returns the run as a document; new reference. It shares its parts with the run: write or copy it before
 * the run goes on. */
json_t *planning_run_json(const struct planning_run *run);
/* Fills run from such a document, which is copied. False: it is no run, and there is nothing to free. */
bool planning_run_read(struct planning_run *run, const json_t *value);

/* Returns an artefact by its name; borrowed, until it is replaced. NULL: it was not made yet. */
const json_t *planning_artifact(const struct planning_run *run, const char *name);
/* Returns the last of the artefacts, in the order from context to schedule, that was made; new
 * reference, JSON null where none was. */
json_t *planning_newest(const struct planning_run *run);
/* Sets an artefact to value, which is stolen; a new outline or roadmap drops those made after it. The
 * pattern is also put into the context, outline and roadmap. */
void planning_artifact_put(struct planning_run *run, const char *name, json_t *value);
/* Marks the proposed pattern or subtype of the run as approved by the user. */
void planning_pattern_approve(struct planning_run *run);
/* Returns the name of the artefact that the stage of a state makes or checks. NULL: it is an exit. */
const char *planning_product(enum controller_state state);
bool planning_drafts(enum controller_state state); /* whether the model drafts something in it */
/* Records in run->adaptations that something was made otherwise than drafted, and why. Both texts are
 * copied. */
void planning_adapted(struct planning_run *run, const char *text, const char *why);

/* Copies the strategy and limits from the arguments of a call into the profile of a context or roadmap. */
void planning_profile_take(json_t *of, const json_t *arguments);

/* Reads a context as a roadmap of one task, freed by roadmap_free. False: problems say what is wrong. */
bool planning_context_read(const json_t *context, struct roadmap *out, struct problems *problems);
/* Copies to `to` what a context or roadmap says of the time, the people and the limits of the whole plan.
 * over: also removes from `to` what `from` does not say. */
void planning_frame_take(json_t *to, const json_t *from, bool over);

/* planning_decide.c: what the user decides. */

/* Adds a change the user asked for to run->wishes, and what it says of time to the context. */
void planning_wish(struct planning_run *run, const char *words);
/* Whether the user permitted something: the name of a stage, "spending", ...; all if unattended. */
bool planning_allowed(const struct planning_run *run, const char *what);
void planning_allow(struct planning_run *run, const char *what);
/* Applies the user's decision about a paused or finished run: sets the state it goes on from, with new
 * turns, time and retries. words: what is to change, or the answers to its questions; NULL: it goes on as
 * proposed. False: e says why that is impossible, and the run is unchanged. */
bool planning_run_decide(struct planning_run *run, const char *words, struct error *e);
/* Applies operations (roadmap_edit.h) to the roadmap of the run, which is checked and scheduled next.
 * False: e says why not, and the run is unchanged. */
bool planning_run_edit(struct planning_run *run, const json_t *edits, struct error *e);
/* Sets the roadmap to an edited one, which is stolen; its nodes go into the outline, and what it says of
 * time and people into the context, from which a later draft begins. */
void planning_edited_put(struct planning_run *run, json_t *roadmap);
/* Copies status, times and ticks from the nodes of `from` to those of the document with the same ids; not
 * over: only to those without a status. False: nothing changed. */
bool planning_progress_take(json_t *document, json_t *from, bool over);
/* Whether the schedule is out of date: a pending task or milestone was to begin before now (minutes since
 * 1970). */
bool planning_dates_passed(const struct planning_run *run, int64_t now);

/* Returns the roadmap, or the outline where there is none yet, as a copy; new reference. NULL:
 * there is neither. */
json_t *planning_document(const struct planning_run *run);
/* Reads planning_document's result into out, freed by roadmap_free. False: what is wrong was appended, a
 * line each, and there is nothing to free. */
bool planning_roadmap(const struct planning_run *run, struct roadmap *out, struct buf *wrong);
/* Checks planning_document's result and returns {valid, confidence, pattern_rfc_required, violations:
 * [{code, node?, text, fix?}]}; new reference. */
json_t *planning_check(const struct planning_run *run);
/* Applies every fix of its violations to the roadmap or outline, and records each as an adaptation.
 * Returns how many. */
int planning_mend(struct planning_run *run);

#endif
