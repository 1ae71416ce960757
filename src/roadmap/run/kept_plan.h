/* SPDX-License-Identifier: MIT
 * Changes of kept plans, and what is due in them: the same for the command line, the chart and the tools
 * of the model. A change is a list of operations (roadmap_edit.h) on the newest revision, and is made
 * again if another process kept one meanwhile.
 */
#ifndef ROADMAP_RUN_KEPT_PLAN_H
#define ROADMAP_RUN_KEPT_PLAN_H

#include "roadmap/schedule/schedule.h"
#include "session/store/store.h"
#include "tools/tool.h"

struct kept_change {
	int revision; /* that was kept */
	bool feasible;
	struct buf diff; /* (owned) what changed of the plan and its dates, a line each */
};
/* Applies operations to the plan that a word names (roadmap_store.h), schedules it anew (what is left
 * begins after now, if a task was marked as done) and keeps it as a revision with that reason; reason
 * NULL: as kept_undo. out->diff is freed by the caller, also on failure. False: e says why not. */
bool kept_edit(struct store *store, const char *word, const json_t *edits, const char *reason,
    struct kept_change *out, struct error *e);
/* Takes the last change back; called again, the one before it. */
bool kept_undo(struct store *store, const char *word, struct kept_change *out, struct error *e);
/* Returns the revision that kept_undo goes back to from the newest; new reference. NULL: there is none. */
json_t *kept_before(struct store *store, const json_t *newest);

/* Stores, for ranges, how long each task took that is done in r and was not in the document before. */
void kept_note_finished(struct store *store, const json_t *before, const struct roadmap *r);
/* Puts the busy times and the moment that s was scheduled with into the document of r, since its dates
 * depend on them. */
void kept_wish(struct roadmap *r, const struct schedule *s, const struct busy_times *busy);

/* Returns the tasks, milestones and latest occurrences of routines of all kept plans that should have
 * begun by that minute and are not done: rows of store_roadmap_due with run?, check? and waits_for? (what
 * should be finished before). New reference; NULL: e says why. */
json_t *kept_due(struct store *store, int64_t minute, struct error *e);

/* src/roadmap/tools/work_on_task.c. Returns a task to work on as {id, node, title, goal, check?, run?,
 * note?}. New reference; NULL: e says why it cannot be worked on. */
json_t *kept_task(struct store *store, const char *word, const char *task, struct error *e);
/* Marks such a task as in progress and makes it the host's todo plan. False: e says why not. */
bool kept_task_begin(struct tool_host *host, const json_t *task, struct error *e);
/* Returns the prompt to work on such a task. Caller frees. */
char *kept_task_prompt(const json_t *task);
/* The tools list_roadmap and work_on_task, NULL-terminated. */
extern const struct tool *const kept_plan_tools[];

#endif
