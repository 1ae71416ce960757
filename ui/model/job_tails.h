/* SPDX-License-Identifier: MIT
 * The end of what each running job printed: of commands their output, of delegates their steps. A fold
 * of live events, so a resumed session begins without; which jobs there are is agent/state/job_list.h.
 */
#ifndef UI_MODEL_JOB_TAILS_H
#define UI_MODEL_JOB_TAILS_H

#include "agent/state/job_list.h"
#include "base/core/buf.h"

struct job_tail {
	char *call; /* (owned) */
	struct buf text;
};
struct job_tails {	       /* zero-initialise */
	struct job_tail *list; /* (owned) */
	size_t count, cap;
};
/* Folds an event; any may be given. jobs: the list after this event. */
void job_tails_take(struct job_tails *t, const struct job_list *jobs, const struct event *ev);
/* Returns the end of what the job of this call printed, borrowed until the next event; "":
 * nothing. */
const char *job_tails_text(const struct job_tails *t, const char *call);
void job_tails_free(struct job_tails *t); /* frees what it holds; t is empty again */

#endif
