/* SPDX-License-Identifier: MIT
 * The beginning of a session: its session_start.
 */
#ifndef AGENT_CONTEXT_AGENT_BEGIN_H
#define AGENT_CONTEXT_AGENT_BEGIN_H

#include <jansson.h>

struct agent;
struct session_origin {
	json_t *imported; /* (owned) {session, from}: of another machine; NULL: it is none */
	json_t *settings; /* (owned) {key: value} set before the session began; NULL: none */
};

/* Emits the session_start if there is none yet; the first turn does it by itself. prompt: its first
 * line is the title. parent: steals {session, seq} of a fork; NULL: none. */
void agent_begin(struct agent *a, const char *prompt, json_t *parent);

#endif
