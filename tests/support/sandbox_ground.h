/* SPDX-License-Identifier: MIT
 * What a port of the sandbox works with, all of it real: a workspace, settings, a loop and a spawner. */
#ifndef TESTS_SUPPORT_SANDBOX_GROUND_H
#define TESTS_SUPPORT_SANDBOX_GROUND_H

#include "sandbox/child_start.h"
#include "sandbox/sandbox.h"

struct sandbox_ground {
	char *dir, *home; /* (owned) scratch folders */
	struct loop *loop;
	struct settings *settings;
	struct workspace *workspace;
	struct sandbox *sandbox;
};

/* For cmocka: *state is the ground. */
int sandbox_ground_setup(void **state);
int sandbox_ground_teardown(void **state);
#define SANDBOX_GROUND_OVER 1000
/* Runs a line of sh as a child of this kind, in the workspace, with the environment such a child gets. Returns its
 * exit status; SANDBOX_GROUND_OVER: it was ended because of a limit, or because it would write; -1: it did not start,
 * e says why. */
int sandbox_ground_run(
    struct sandbox_ground *g, enum child_kind kind, const char *line, struct error *e);

#endif
