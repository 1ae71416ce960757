/* SPDX-License-Identifier: MIT
 * The instructions of the project, for the head and for folders below the workspace.
 */
#ifndef AGENT_CONTEXT_PROJECT_INSTRUCTIONS_H
#define AGENT_CONTEXT_PROJECT_INSTRUCTIONS_H

#include <jansson.h>

struct agent;
struct buf;
struct call;

/* For the head. Owned. files: steals nothing; each file that was read is appended; may be NULL. */
char *project_instructions(struct agent *a, json_t *files, struct buf *notices);
/* After a call that looked at a folder below the workspace, or wrote there: what that folder and those above it
 * say, each once in a conversation, as messages behind the result. */
void project_instructions_touch(struct agent *a, const struct call *c);

#endif
