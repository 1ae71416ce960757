/* SPDX-License-Identifier: MIT
 * A real store in a scratch folder, for tests (store_ground.h).
 */
#include "tests/support/store_ground.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/alloc.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"

static struct store *open_or_abort(const char *path)
{
	struct error e = ERROR_INIT;
	struct store *store = store_open(path, NULL, &e);

	if (!store) {
		fprintf(stderr, "%s\n", e.message);
		abort();
	}
	return store;
}

void store_ground_open(struct store_ground *g)
{
	g->dir = scratch_new();
	g->path = scratch_path(g->dir, "data/agent.db");
	g->store = open_or_abort(g->path);
}

void store_ground_reopen(struct store_ground *g)
{
	store_close(g->store);
	g->store = open_or_abort(g->path);
}

void store_ground_fill(struct store_ground *g, int turns)
{
	fill_session(g->store, "/a", "hello", turns, g->id);
	g->last = store_last_seq(g->store, g->id);
	g->past = event_source_stored(g->store, g->id);
}

void store_ground_close(struct store_ground *g)
{
	event_source_free(g->past);
	store_close(g->store);
	scratch_free(g->dir);
	free(g->path);
}

int store_ground_setup(void **state)
{
	struct store_ground *g = xcalloc(1, sizeof *g);

	store_ground_open(g);
	*state = g;
	return 0;
}

int store_ground_teardown(void **state)
{
	store_ground_close(*state);
	free(*state);
	return 0;
}
