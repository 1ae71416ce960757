/*
 * Roadmaps and the store: a plan becomes a revision with its schedule, and is read back.
 */
#ifndef ROADMAP_ROADMAP_STORE_H
#define ROADMAP_ROADMAP_STORE_H

#include "roadmap/schedule.h"
#include "session/store.h"

/* s NULL: the plan is kept without dates. The revision; 0: e. The plan's document has an id from then
 * on, which *id receives (owned). */
int roadmap_store_save(struct store *store, const struct roadmap *r, const struct schedule *s,
    const char *reason, char **id, struct error *e);
/* A plan by its id or the beginning of it: {revision, at, reason?, document, schedule?} of one that is kept. Where a run
 * of it is not over also {id, planning_status, waits_for, escalate_reason, response_text,
 * call_to_action}; of one that was never kept the
 * revision is 0 and document and schedule are what the run has come to, where it has. revision 0: the newest. New
 * reference; NULL: e. */
json_t *roadmap_store_revision(
    struct store *store, const char *word, int64_t revision, struct error *e);
/* The document of a kept plan, by its id or the beginning of it; revision 0: the newest. New
 * reference; NULL: e. */
json_t *roadmap_store_document(
    struct store *store, const char *word, int64_t revision, struct error *e);
/* What store_roadmap_list says of the kept plans, and before them the runs of the planner that are not
 * over: {id, goal, pattern_type?, ..., updated_at}. Either has, where a run is not over, planning_status
 * (interrupted where it was cut) and waits_for. New reference; NULL: e. */
json_t *roadmap_store_list(struct store *store, const char *pattern, struct error *e);
/* The schedule of a plan by its id or the beginning of it: of a run that is not over the one it has come
 * to, else that of the newest revision. New reference; NULL: e. */
json_t *roadmap_store_schedule(struct store *store, const char *word, struct error *e);
/* Says in r which revision of its id that is, and when it was kept; 0: the newest. */
void roadmap_store_revised(struct store *store, struct roadmap *r, int64_t revision);
/* When a resource is planned for by the kept plans but the one with this id: what is left of them. Sorted. */
void roadmap_store_busy(
    struct store *store, const char *but, const char *resource, struct busy_times *out);
/* How the user's finished tasks went; none where store is NULL. */
void roadmap_store_ratios(
    struct store *store, const struct roadmap *r, struct duration_ratios *out);

/* What differs between two documents, node by node and key by key, a line each; the adaptations of a
 * revision. */
void roadmap_diff(const json_t *before, const json_t *after, struct buf *out);
/* The same for the dates of two schedules. */
void schedule_diff(const json_t *before, const json_t *after, struct buf *out);

#endif
