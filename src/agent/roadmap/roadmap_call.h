/*
 * The program's own calls of the roadmap planner's tools.
 */
#ifndef AGENT_ROADMAP_ROADMAP_CALL_H
#define AGENT_ROADMAP_ROADMAP_CALL_H

#include <jansson.h>

struct turn;

/* Calls one of the planner's tools for the program; what came is a call and a result like any other.
 * arguments: steals. Its data, borrowed until the next call; NULL: it failed, or the turn is over. */
const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments);

#endif
