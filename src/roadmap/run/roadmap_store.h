/* SPDX-License-Identifier: MIT
 * Roadmaps and the store: a plan becomes a revision with its schedule, and is read back. Where a
 * `word` is asked for, it is the id of a plan or the beginning of one, as long as only one begins so.
 * Failures are told in e; references that are returned are new.
 */
#ifndef ROADMAP_RUN_ROADMAP_STORE_H
#define ROADMAP_RUN_ROADMAP_STORE_H

#include "roadmap/schedule/schedule.h"
#include "session/store/store.h"

/* Keeps a plan, with its dates or without (s NULL), as the revision behind r->revision, which it was
 * made of (0: a new one); a plan without an id gets one, which its document has from then on. Returns
 * the revision, and the id in *id, owned by the caller. 0: it failed, and *id is NULL; ERR_CONFLICT:
 * another revision was kept meanwhile, of which the change is to be made again. */
int roadmap_store_save(struct store *store, const struct roadmap *r, const struct schedule *s,
    const char *reason, char **id, struct error *e);

/* Returns a plan as {id, revision, at, reason?, document, schedule?}; revision 0: the newest. Where
 * the newest is asked for and a run of the plan is not over, also {planning_status, waits_for,
 * escalate_reason, response_text, call_to_action}. Of a run whose plan was never kept the revision
 * is 0, and document and schedule are what it has come to, if anything. NULL: there is none. */
json_t *roadmap_store_revision(
    struct store *store, const char *word, int64_t revision, struct error *e);
/* Returns the document of such a plan. NULL: there is none, or it has no outline yet. */
json_t *roadmap_store_document(
    struct store *store, const char *word, int64_t revision, struct error *e);
/* Returns the schedule of a plan: what a run that is not over has come to, else that of the newest
 * revision. NULL: there is none, or it has no dates yet. */
json_t *roadmap_store_schedule(struct store *store, const char *word, struct error *e);
/* The runs of the planner that are not over, then the kept plans, as rows {id, goal, pattern_type?,
 * ..., updated_at} with what store_roadmap_list has of a kept plan. Where a run is not over, its row
 * says so: planning_status (interrupted where it was cut) and waits_for. pattern: a type or subtype,
 * NULL: any. NULL: the store failed. */
json_t *roadmap_store_list(struct store *store, const char *pattern, struct error *e);

/* These take a NULL store, which has nothing, and leave out what cannot be read. */

/* Sets in r which revision of its id it is, and when that was kept; 0: the newest. */
void roadmap_store_revised(struct store *store, struct roadmap *r, int64_t revision);
/* Adds, and sorts, the times at which a resource is planned for by the kept plans but the one with the
 * id `but` ("": none). */
void roadmap_store_busy(
    struct store *store, const char *but, const char *resource, struct busy_times *out);
/* Takes the marks of the newest revision into a document that is to follow it (NULL: nothing is
 * taken): status and times of the nodes that say nothing of them, and what it goes on from. Appends a
 * line for each finished task that the document has no more. Returns that revision; 0: nothing is
 * kept of that id. */
int roadmap_store_marks(struct store *store, const char *id, json_t *document, struct buf *lost);
/* Adds how the user's finished tasks went; out->list is the caller's to free. */
void roadmap_store_ratios(
    struct store *store, const struct roadmap *r, struct duration_ratios *out);

/* Append what differs between two documents, node by node and key by key, or between the dates of two
 * schedules: a line each, nothing where they are equal. */
void roadmap_diff(const json_t *before, const json_t *after, struct buf *out);
void schedule_diff(const json_t *before, const json_t *after, struct buf *out);

#endif
