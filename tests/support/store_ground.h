/* SPDX-License-Identifier: MIT
 * A real store in a folder of its own, and if wanted a session in it.
 */
#ifndef TESTS_SUPPORT_STORE_GROUND_H
#define TESTS_SUPPORT_STORE_GROUND_H

#include "session/event_source.h"
#include "session/session.h"

struct store_ground {
	char *dir, *path; /* (owned) the folder; the store's file, DIR/data/agent.db */
	struct store *store;
	struct event_source *past; /* of the session of store_ground_fill(); NULL: none */
	char id[27];
	int64_t last; /* seq of its last event */
};

/* Open the store; close and open it again; store a session in it as fill_session() does; close it and remove
 * its folder. */
void store_ground_open(struct store_ground *g);
void store_ground_reopen(struct store_ground *g);
void store_ground_fill(struct store_ground *g, int turns);
void store_ground_close(struct store_ground *g);
/* For cmocka, in tests that need nothing else: *state is the ground, with an open store. */
int store_ground_setup(void **state);
int store_ground_teardown(void **state);

#endif
