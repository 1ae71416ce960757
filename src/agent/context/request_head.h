/* SPDX-License-Identifier: MIT
 * The head of the requests: the system prompt with what is remembered and what the project says, and
 * the tools. Built once per session, anew only at a compaction or by a command.
 */
#ifndef AGENT_CONTEXT_REQUEST_HEAD_H
#define AGENT_CONTEXT_REQUEST_HEAD_H

#include <jansson.h>
#include "base/core/buf.h"
#include "plan/planner.h"

struct agent;
struct turn;
struct request_head {
	char *text;		/* (owned) the system prompt; NULL: there is no head yet */
	json_t *tools;		/* (owned) as they are offered, or taught */
	const json_t *dialect;	/* (borrowed) the names the tools are offered by; NULL: ours */
	enum planner_tool door; /* how the model plans */
	char *fingerprint;	/* (owned) of text and tools, for session_start */
	char *memory;		/* (owned) the part of the text that comes from the memory files */
	char *instructions; /* (owned) the part that comes from the instructions of the project */
	json_t *files;	    /* (owned) the files that instructions come from, each a context_file */
	bool taught;	    /* the text teaches the tools: the server takes none */
	bool stale;	    /* another model: its tools or their names may be others */
	char *notice;	    /* (owned) for the user, of building it; NULL: none */
};
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

struct session_origin {
	json_t *imported; /* (owned) {session, from} of an imported session; NULL: it is none */
	json_t *settings; /* (owned) {key: value} set before the session began; NULL: none */
};

/* Emits the session_start if there is none yet; the first turn does it by itself. prompt: its first
 * line is the title. parent: steals {session, seq} of a fork; NULL: none. */
void agent_begin(struct agent *a, const char *prompt, json_t *parent);

#endif
