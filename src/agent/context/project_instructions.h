/* SPDX-License-Identifier: MIT
 * The instructions of the project, for the head and for folders below the workspace.
 */
#ifndef AGENT_CONTEXT_PROJECT_INSTRUCTIONS_H
#define AGENT_CONTEXT_PROJECT_INSTRUCTIONS_H

#include <jansson.h>

struct agent;
struct buf;
struct call;

/* Returns the instructions for the head; caller frees. files: each file that was read is appended; may be NULL.
 * notices: problems are appended. */
char *project_instructions(struct agent *a, json_t *files, struct buf *notices);
/* Called after a call. If it read or wrote in folders below the workspace, adds their instructions, and those of the
 * folders above them, to the conversation, each once. */
void project_instructions_touch(struct agent *a, const struct call *c);

#endif
