/* SPDX-License-Identifier: MIT
 * The head of the requests: the system prompt with what is remembered and what the project says, and
 * the tools. Built once per session, anew only at a compaction or by a command.
 *
 * Here: all that a request of a turn holds: its head, the blocks on plan and limits, what is
 * attached, the project's instructions, skills, the tools of MCP servers; and how it fits the
 * window: measuring and compaction.
 * Not here: sending a request (roles), the reckoning of a window as pure numbers
 * (agent/state/context_budget.h), what a wire makes of it (llm/wire).
 */
#ifndef AGENT_CONTEXT_REQUEST_HEAD_H
#define AGENT_CONTEXT_REQUEST_HEAD_H

#include <jansson.h>

struct agent;
struct buf;
struct request_head;
void head_free(struct request_head *h); /* frees what it holds */

/* Builds the head unless there is one. prompt: the session's first one, by which memories are chosen. */
void head_build(struct agent *a, const char *prompt);
/* Called before a request: if the head is stale, makes tools, planner and system prompt anew for the new
 * model, which has no cache that this could cost. */
void head_fit(struct agent *a);
/* Reads the project's instructions and the date anew. Called where caches are lost anyway. The memory
 * stays as it was: its changes count from the next session on, or by /memory reload. */
void head_renew(struct agent *a);
/* Returns the text of the memory, chosen by the session's first prompt; caller frees, "" for none. */
char *memory_told(struct agent *a, const char *prompt, struct buf *notices);

/* Emits the session_start if there is none yet; the first turn does it by itself. prompt: its first
 * line is the title. parent: steals {session, seq} of a fork; NULL: none. */
void agent_begin(struct agent *a, const char *prompt, json_t *parent);

#endif
