/* SPDX-License-Identifier: MIT
 * Changes of kept plans, and what can be worked on of them: the same for the command line, the chart and the
 * tools of the model. Each change is operations (roadmap_edit.h) on the newest revision, and made again where
 * another process kept one meanwhile.
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
/* Applies operations to the plan that a word names (roadmap_store.h) and keeps it with new dates: from now on
 * where a task is done; reason NULL: as kept_undo. out->diff is the caller's to free, also on failure. False: e says
 * why not. */
bool kept_edit(struct store *store, const char *word, const json_t *edits, const char *reason,
    struct kept_change *out, struct error *e);
/* Takes the last change back, then the one before it. */
bool kept_undo(struct store *store, const char *word, struct kept_change *out, struct error *e);
/* Returns the revision that undoing this one, the newest, comes to; new reference; NULL: there is none. */
json_t *kept_before(struct store *store, const json_t *newest);

/* Notes for ranges how long each task took that is finished in r and was not in the document before. */
void kept_note_finished(struct store *store, const json_t *before, const struct roadmap *r);
/* Puts what the dates depend on besides the plan into its document. */
void kept_wish(struct roadmap *r, const struct schedule *s, const struct busy_times *busy);

/* Returns the tasks, milestones and latest occurrences of routines that should have begun by that minute and are
 * not done, of all kept plans: store_roadmap_due's rows with run?, check? and waits_for? (what should be
 * finished before). New reference; NULL: e says why. */
json_t *kept_due(struct store *store, int64_t minute, struct error *e);

/* src/roadmap/tools/work_on_task.c. Returns what is to be worked on as {id, node, title, goal, check?, run?, note?}.
 * New reference; NULL: e says why it cannot be. */
json_t *kept_task(struct store *store, const char *word, const char *task, struct error *e);
/* Marks it as under way and makes it the host's todo plan. */
bool kept_task_begin(struct tool_host *host, const json_t *task, struct error *e);
/* Returns what a model is told of it; owned. */
char *kept_task_prompt(const json_t *task);
/* The tools list_roadmap and work_on_task, NULL-terminated. */
extern const struct tool *const kept_plan_tools[];

#endif
