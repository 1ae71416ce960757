/* SPDX-License-Identifier: MIT
 * What a tool works with, all of it real: a scratch workspace, a loop, settings, a session without
 * a store (or with one), and the events that came out of it.
 */
#ifndef TESTS_SUPPORT_TOOL_GROUND_H
#define TESTS_SUPPORT_TOOL_GROUND_H

#include "tools/tool.h"

struct tool_ground {
	char *dir; /* (owned) the workspace's folder */
	struct store *store;
	struct tool_host host; /* all its parts are the ground's */
	json_t *events;	       /* array of events.md objects */
	struct call call;      /* the newest of tool_ground_result() */
};

/* Returns a new ground; stored: its session has a store. tool_ground_free frees it; tool_ground_teardown, for
 * cmocka, frees the one that a setup put into *state. */
struct tool_ground *tool_ground_new(bool stored);
void tool_ground_free(struct tool_ground *g);
int tool_ground_teardown(void **state);
/* Sets a setting; steals value. */
void tool_ground_set(struct tool_ground *g, const char *key, json_t *value);
/* Validates the arguments like the agent, starts the call and turns the loop until it has finished. */
void tool_ground_run(
    struct tool_ground *g, struct call *c, const struct tool *tool, const char *arguments);
/* As tool_ground_run, with g->call; returns its result, borrowed until the next one. */
const struct result *tool_ground_result(
    struct tool_ground *g, const struct tool *tool, const char *arguments);
/* tool_ground_run in its three steps. */
void tool_ground_prepare(
    struct tool_ground *g, struct call *c, const struct tool *tool, const char *arguments);
void tool_ground_start(struct tool_ground *g, struct call *c);
void tool_ground_wait(struct tool_ground *g, struct call *c);
/* Returns the newest event of a type; borrowed, NULL: there is none. */
const json_t *tool_ground_event(const struct tool_ground *g, const char *type);

#endif
