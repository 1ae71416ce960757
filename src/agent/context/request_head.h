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
	char *fingerprint;	/* (owned) of both, for session_start */
	char *memory;		/* (owned) the part of the text that comes from the memory files */
	char *instructions; /* (owned) the part that comes from the instructions of the project */
	json_t *files;	    /* (owned) the files these stand in, each a context_file */
	bool taught;	    /* the text teaches the tools: the server takes none */
	bool stale;	    /* another model: the tools may be others, or be called otherwise */
	char *notice;	    /* (owned) what building it has to say to the user; NULL: nothing */
};
void head_free(struct request_head *h); /* what it holds */

/* Builds it unless there is one. prompt: what is asked first; by it the memories are chosen. */
void head_build(struct agent *a, const char *prompt);
/* Before a request: where the model changed (stale), the tools get the names it knows and the plan its
 * door, and the system prompt says so. The new model has no cache that this could cost. */
void head_fit(struct agent *a);
/* The project's instructions and the date as they are now, where caches are lost anyway. What is
 * remembered stays as it was told: that counts from the next session on or /memory reload. */
void head_renew(struct agent *a);
/* Returns what is remembered, chosen by what is asked first; owned, "" for nothing. */
char *memory_told(struct agent *a, const char *prompt, struct buf *notices);

struct session_origin {
	json_t *imported; /* (owned) {session, from}: of another machine; NULL: it is none */
	json_t *settings; /* (owned) {key: value} set before the session began; NULL: none */
};

/* Emits the session_start if there is none yet; the first turn does it by itself. prompt: its first
 * line is the title. parent: steals {session, seq} of a fork; NULL: none. */
void agent_begin(struct agent *a, const char *prompt, json_t *parent);

#endif
