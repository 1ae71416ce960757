/* SPDX-License-Identifier: MIT
 * Roadmaps in the session database: each revision is kept whole, its document and the schedule made of
 * it, with the tasks of the newest as rows. What the documents mean is for src/roadmap to know.
 */
#ifndef SESSION_STORE_STORE_ROADMAP_H
#define SESSION_STORE_STORE_ROADMAP_H

#include "session/store/store.h"

struct store_roadmap { /* all (borrowed for the call) */
	const char *id, *goal;
	const char *pattern_type, *pattern_subtype, *pattern_variant; /* NULL: none */
	const char *reason;					      /* of this revision; NULL */
	int64_t at_ms;						      /* Unix milliseconds */
	const json_t *document, *schedule; /* schedule NULL: none could be made */
	int64_t based_on; /* the revision it was made of; 0: there is to be none yet */
};
struct store_roadmap_task { /* all (borrowed for the call) */
	const char *node, *title, *level, *status;
	int64_t start, finish, work; /* minutes; start and finish of Unix time */
};
/* Keeps a new roadmap, or the next revision of one of that id. Returns the revision, from 1; 0: e says
 * why. ERR_CONFLICT: another revision was kept meanwhile, so that nothing was changed; whoever saves
 * makes the change again of the newest. */
int store_roadmap_save(struct store *s, const struct store_roadmap *r,
    const struct store_roadmap_task *tasks, size_t count, struct error *e);
/* Objects {id, goal, pattern_type?, pattern_subtype?, pattern_variant?, created_at, updated_at,
 * revision, tasks, done, start?, finish?}, the newest first; pattern (a type or subtype) NULL: all.
 * New reference; NULL: e says why. */
json_t *store_roadmap_list(struct store *s, const char *pattern, struct error *e);
/* {revision, at, reason?, document, schedule?}; revision 0: the newest. New reference; NULL: e says
 * why. */
json_t *store_roadmap_revision(struct store *s, const char *id, int64_t revision, struct error *e);
/* Returns an array of all revisions in order, each without document and schedule. New reference;
 * NULL: e says why. */
json_t *store_roadmap_revisions(struct store *s, const char *id, struct error *e);
/* Notes that a task was finished, minutes planned and taken. False: e says why. */
bool store_roadmap_finished(struct store *s, const char *id, const char *node, int64_t planned,
    int64_t took, int64_t at_ms, struct error *e);
/* Tasks and milestones of all roadmaps that should have begun by that minute and are not done: [{id,
 * node, title, level, start, finish, status}], in the order of their beginnings. New reference; NULL:
 * e says why. */
json_t *store_roadmap_due(struct store *s, int64_t minute, struct error *e);
/* Gives take the newest finished tasks, at most so many: minutes planned and taken. Of a store that
 * fails there are none. */
void store_roadmap_durations(
    struct store *s, int most, void (*take)(void *ctx, int64_t planned, int64_t took), void *ctx);

/* Keeps the whole of a run of the planner at one of its transitions, the newest forty of each run
 * (store_roadmap.c). False: e says why. */
bool store_checkpoint_save(struct store *s, const char *id, const char *state, int64_t at_ms,
    const json_t *run, struct error *e);
/* The newest checkpoint of each run whose id is the word or begins with it ("": all), the exact one
 * first, then the newest: [{id, state, at, run}]. New reference; NULL: e says why. */
json_t *store_checkpoints(struct store *s, const char *word, struct error *e);

#endif
