/* SPDX-License-Identifier: MIT
 * A session of an editor: `agent --serve` in a process of its own, so that several run side by side and one that
 * fails hurts no other. Its events are sent to the editor as updates; the editor's prompts and choices are sent to
 * it as intents.
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
	char *id, *cwd;	   /* (owned) id NULL: not known until the process serves */
	struct process *process;
	struct rpc_lines lines; /* (owned) of its stdout */
	struct buf words;	/* (owned) the end of its stderr */
	/* (owned) {id, new} of the request to answer when the process serves; NULL: answered. */
	json_t *opening;
	json_t *prompt;			 /* (owned) id of the prompt under way; NULL: none */
	bool cancelled;			 /* the editor cancelled the prompt */
	bool withdrawn;			 /* it cancelled the request itself, which gets an error */
	const struct acp_client *client; /* (borrowed) */
	json_t *question; /* (owned) data of the open question or client_request; NULL: none */
	int64_t asked;	  /* id of the request that asks it */
	json_t *values;	  /* (owned) {mode, model, effort}; NULL: not known yet */
	json_t *models;	  /* (owned) the models that its server lists; NULL: not known */
	struct acp_update update;
	/* Called when the process is gone by itself; s is freed after the call. */
	void (*ended)(void *ctx, struct acp_session *s);
	void *ctx;
};
/* Starts the process in folder cwd. resume: id of the session to go on with, NULL: a new one; opening: id of the
 * request that opens it; servers: the editor's list of MCP servers. They are borrowed for the call. NULL: e says
 * why. Freed by acp_session_end. */
struct acp_session *acp_session_start(struct loop *l, const struct options *o,
    const struct acp_client *client, const char *cwd, const char *resume, const json_t *opening,
    const json_t *servers, struct error *e);
/* Answers a prompt that is under way as cancelled, stops the process and frees s; `ended` is not called. */
void acp_session_end(struct acp_session *s);
/* Sends a prompt, whose request id is answered when its turn ends; all is borrowed for the call. */
void acp_session_prompt(
    struct acp_session *s, const json_t *id, const char *text, const char *piped, json_t *images);
/* Stops the turn. request: the prompt is answered by an error; else by a result whose stopReason is "cancelled". */
void acp_session_cancel(struct acp_session *s, bool request);
/* Changes mode, model or effort. False: there is no such option or value. */
bool acp_session_set(struct acp_session *s, const char *option, const char *value);
/* Takes the client's response (a message) to the request of this id. False: no open request of this session has it. */
bool acp_session_answer(struct acp_session *s, int64_t id, const json_t *message);

#endif
