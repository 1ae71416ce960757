/* SPDX-License-Identifier: MIT
 * Whether the window of the model holds what every request begins with: said before the first one, for
 * some servers cut a request silently that is larger.
 */
#ifndef AGENT_CONTEXT_WINDOW_CHECK_H
#define AGENT_CONTEXT_WINDOW_CHECK_H

struct backend;
struct turn;

struct window_check {		       /* of the agent */
	const struct backend *checked; /* the last one it was said of; NULL: none yet */
	const struct backend *loaded;  /* whose model was loaded for that; NULL: none was */
	const struct backend *waited;  /* asked again, as its model ran by then; NULL: none was */
};

/* Before a request: once for each backend, and once more where the model did not run yet. Asks a server on this machine how large a window it runs the
 * model with. */
void window_check(struct turn *t);
/* After a request that failed: the server may be another one by now, so it is asked again. */
void window_check_renew(struct turn *t);

#endif
