/* SPDX-License-Identifier: MIT
 * Roadmaps in the session database: every revision with its document and the schedule computed from it,
 * and the tasks of the newest revision as rows. src/roadmap interprets the documents.
 */
#ifndef SESSION_STORE_STORE_ROADMAP_H
#define SESSION_STORE_STORE_ROADMAP_H

#include "session/store/store.h"

struct store_roadmap { /* all borrowed during the call */
	const char *id, *goal;
	const char *pattern_type, *pattern_subtype, *pattern_variant; /* NULL: none */
	const char *reason;		   /* of this revision; may be NULL */
	int64_t at_ms;			   /* Unix milliseconds */
	const json_t *document, *schedule; /* schedule NULL: it could not be computed */
	int64_t based_on; /* the revision that was changed; 0: the roadmap is new */
};
struct store_roadmap_task { /* all borrowed during the call */
	const char *node, *title, *level, *status;
	int64_t start, finish, work; /* minutes; start and finish since the Unix epoch */
};
/* Stores a new roadmap, or the next revision of an existing one. Returns the revision, from 1; 0: e is
 * set. ERR_CONFLICT: based_on is not the newest revision; nothing was changed, and the caller has to apply
 * its change to the newest. */
int store_roadmap_save(struct store *s, const struct store_roadmap *r,
    const struct store_roadmap_task *tasks, size_t count, struct error *e);
/* Returns an array of {id, goal, pattern_type?, pattern_subtype?, pattern_variant?, created_at, updated_at,
 * revision, tasks, done, start?, finish?}, newest first; pattern: a type or subtype, NULL: all. New
 * reference; NULL: e is set. */
json_t *store_roadmap_list(struct store *s, const char *pattern, struct error *e);
/* Returns {revision, at, reason?, document, schedule?}; revision 0: the newest. New reference; NULL: e is
 * set. */
json_t *store_roadmap_revision(struct store *s, const char *id, int64_t revision, struct error *e);
/* Returns an array of all revisions in order, without document and schedule. New reference; NULL: e is
 * set. */
json_t *store_roadmap_revisions(struct store *s, const char *id, struct error *e);
/* Records that a task was finished: the minutes planned and taken. False: e is set. */
bool store_roadmap_finished(struct store *s, const char *id, const char *node, int64_t planned,
    int64_t took, int64_t at_ms, struct error *e);
/* Returns the tasks and milestones of all roadmaps that should have begun by that minute and are not done,
 * in the order of their starts: [{id, node, title, level, start, finish, status}]. New reference; NULL: e
 * is set. */
json_t *store_roadmap_due(struct store *s, int64_t minute, struct error *e);
/* Calls take with the minutes planned and taken of the newest finished tasks, at most `most`; not at all
 * if the store fails. */
void store_roadmap_durations(
    struct store *s, int most, void (*take)(void *ctx, int64_t planned, int64_t took), void *ctx);

/* Stores the state of a planning run as a checkpoint, and deletes all but its newest forty. False: e is
 * set. */
bool store_checkpoint_save(struct store *s, const char *id, const char *state, int64_t at_ms,
    const json_t *run, struct error *e);
/* Returns the newest checkpoint of each run whose id is or begins with word ("": all), an exact match
 * first, then the newest: [{id, state, at, run}]. New reference; NULL: e is set. */
json_t *store_checkpoints(struct store *s, const char *word, struct error *e);

#endif
