/* SPDX-License-Identifier: MIT
 * The scripted model server (tests/support/model_server.c) as a part of a test: a child that plays
 * a script given as text.
 */
#ifndef TESTS_SUPPORT_SCRIPTED_H
#define TESTS_SUPPORT_SCRIPTED_H

#include "base/core/buf.h"
#include "base/json/json.h"
#include "loop/process.h"

struct scripted {
	struct loop *loop;
	struct process *process; /* NULL: it ended */
	char folder[64];	 /* holds script.yaml and requests; other files may be put there */
	char url[64];		 /* http://127.0.0.1:PORT/v1 */
	struct buf out, err;	 /* what it printed */
	int status;		 /* once it ended */
	int context_tokens;	 /* set before it plays: larger requests are refused; 0: none is */
};

/* Makes s->folder; call it before scripted_play. The loop is borrowed until scripted_end. */
void scripted_prepare(struct scripted *s, struct loop *l);
/* Writes the script and starts the server with it. Returns true once it listens; false if it ended because of the
 * script (see err and status). */
bool scripted_play(struct scripted *s, const char *yaml);
/* Returns the requests so far, oldest first; a new reference. */
json_t *scripted_requests(const struct scripted *s);
/* Ends the server, waits for its end, and removes the folder. */
void scripted_end(struct scripted *s);

#endif
