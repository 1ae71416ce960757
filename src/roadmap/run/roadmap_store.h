/* SPDX-License-Identifier: MIT
 * Roadmaps in the store: saves a plan with its schedule as a revision, and reads it back. A `word` is the
 * id of a plan, or the beginning of one if no other id begins so. On failure e is set; references that
 * are returned are new.
 */
#ifndef ROADMAP_RUN_ROADMAP_STORE_H
#define ROADMAP_RUN_ROADMAP_STORE_H

#include "roadmap/schedule/schedule.h"
#include "session/store/store.h"

/* Saves a plan, with its dates or without (s NULL), as the revision after r->revision, which it was made
 * from (0: a new plan); a plan without an id gets one, which is put into its document. Returns the
 * revision, and the id in *id, which the caller frees. 0: it failed, and *id is NULL; ERR_CONFLICT: another
 * revision was saved meanwhile, and the change must be made again from that one. */
int roadmap_store_save(struct store *store, const struct roadmap *r, const struct schedule *s,
    const char *reason, char **id, struct error *e);

/* Returns a plan as {id, revision, at, reason?, document, schedule?}; revision 0: the newest. Where
 * the newest is asked for and a run of the plan is not over, also {planning_status, waits_for,
 * escalate_reason, response_text, call_to_action}. Of a run whose plan was never kept the revision
 * is 0, and document and schedule are what it has made so far, if anything. NULL: there is none. */
json_t *roadmap_store_revision(
    struct store *store, const char *word, int64_t revision, struct error *e);
/* Returns the document of what roadmap_store_revision returns. NULL: there is none, or no outline yet. */
json_t *roadmap_store_document(
    struct store *store, const char *word, int64_t revision, struct error *e);
/* Returns the schedule of a plan: what a run that is not over has made, else that of the newest
 * revision. NULL: there is none, or it has no dates yet. */
json_t *roadmap_store_schedule(struct store *store, const char *word, struct error *e);
/* Returns the runs of the planner that are not over, then the kept plans, as rows {id, goal,
 * pattern_type?, ..., updated_at} with what store_roadmap_list has of a kept plan. A row with a run that
 * is not over also has planning_status ("interrupted" if it was cut off) and waits_for. pattern: a type or
 * subtype, NULL: any. NULL: the store failed. */
json_t *roadmap_store_list(struct store *store, const char *pattern, struct error *e);

/* These skip what cannot be read; store may be NULL, as if it were empty. */

/* Sets r->revision, and r->revised_at to when that revision was kept; revision 0: the newest. */
void roadmap_store_revised(struct store *store, struct roadmap *r, int64_t revision);
/* Adds to out, and sorts, the times at which the kept plans use a resource, except the plan with the id
 * `but` ("": no exception). */
void roadmap_store_busy(
    struct store *store, const char *but, const char *resource, struct busy_times *out);
/* Copies progress from the newest revision to a document that is to follow it (NULL: copies nothing):
 * status and times for nodes without a status, and `from`. Appends a line for each finished task that the
 * document no longer has. Returns that revision; 0: nothing is kept of that id. */
int roadmap_store_marks(struct store *store, const char *id, json_t *document, struct buf *lost);
/* Adds how long the user's finished tasks took, as ratios; the caller frees out->list. */
void roadmap_store_ratios(
    struct store *store, const struct roadmap *r, struct duration_ratios *out);

/* Append what differs between two documents, node by node and key by key, or between the dates of two
 * schedules: a line each, nothing where they are equal. */
void roadmap_diff(const json_t *before, const json_t *after, struct buf *out);
void schedule_diff(const json_t *before, const json_t *after, struct buf *out);

#endif
