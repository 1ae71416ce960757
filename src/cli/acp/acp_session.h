/* SPDX-License-Identifier: MIT
 * A session of an editor: `agent --serve` in a process of its own, so that several run side by side and one that
 * fails hurts no other. Its events become updates, the editor's prompts and choices become its intents.
 */
#ifndef CLI_ACP_ACP_SESSION_H
#define CLI_ACP_ACP_SESSION_H

#include "base/json/json_rpc.h"
#include "cli/acp/acp_update.h"
#include "cli/program/options.h"
#include "loop/process.h"

struct acp_client { /* what the editor offers */
	bool reads, writes, forms;
};
struct acp_session {
	struct acp_session *next;
	struct loop *loop; /* (borrowed) */
	char *id, *cwd;	   /* (owned) id NULL: it has not told it yet */
	struct process *process;
	struct rpc_lines lines; /* (owned) of its stdout */
	struct buf words;	/* (owned) the end of its stderr */
	/* (owned) {id, new} of the request that it answers once it is there; NULL: none. */
	json_t *opening;
	json_t *prompt;			 /* (owned) id of the prompt under way; NULL: none */
	bool cancelled;			 /* by the editor: that is how the prompt ends */
	bool withdrawn;			 /* the request itself was cancelled */
	const struct acp_client *client; /* (borrowed) */
	json_t *question; /* (owned) data of the open one, or of a client_request; NULL: none */
	int64_t asked;	  /* id of the request that asks it */
	json_t *values;	  /* (owned) {mode, model, effort}; NULL: it has not told them yet */
	json_t *models;	  /* (owned) what its server lists; NULL: not known */
	struct acp_update update;
	void (*ended)(void *ctx, struct acp_session *s); /* its process is gone: the last call */
	void *ctx;
};
/* Starts the process in folder cwd; resume: id of the session to go on with, NULL: a new one. opening, and servers, the
 * editor's list of MCP servers, are borrowed. NULL: e says why. Ended by acp_session_end. */
struct acp_session *acp_session_start(struct loop *l, const struct options *o,
    const struct acp_client *client, const char *cwd, const char *resume, const json_t *opening,
    const json_t *servers, struct error *e);
/* Ends a prompt that is under way as cancelled, then its process, and frees it; ended is not called. */
void acp_session_end(struct acp_session *s);
void acp_session_prompt(
    struct acp_session *s, const json_t *id, const char *text, const char *piped, json_t *images);
/* request: that one was cancelled, which is its answer; else the turn, whose answer says so. */
void acp_session_cancel(struct acp_session *s, bool request);
/* Changes mode, model or effort. False: it knows no such option, or not this value. */
bool acp_session_set(struct acp_session *s, const char *option, const char *value);
/* The client's answer to a request of this id, a message. False: it was none of this session. */
bool acp_session_answer(struct acp_session *s, int64_t id, const json_t *message);

#endif
