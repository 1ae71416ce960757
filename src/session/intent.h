/* SPDX-License-Identifier: MIT
 * Intents: everything that users and other processes ask of the agent. The screen, --ask, tests and a
 * parent process push the same intents; the agent takes them from the inbox between steps.
 */
#ifndef SESSION_INTENT_H
#define SESSION_INTENT_H

#include <jansson.h>
#include "base/error.h"

enum intent_kind {
	/* {text, piped?, pasted?, images?} starts a turn; piped: appended to text as a block. */
	INTENT_PROMPT,
	INTENT_STEER,  /* {text, pasted?} adds words to the running turn; if none runs, a prompt */
	INTENT_STOP,   /* ends the running turn now */
	INTENT_ANSWER, /* {id, choice, text?, arguments?} answers the open question */
	INTENT_PLAN_EDIT, /* data for plan_edit; {action: criteria, text} for strategy_edit */
	INTENT_SET,	  /* {key, value} changes a setting for this session */
	/* {command}: allows a command line, also with the network; {revoke, text}: withdraws a
	 * grant, so that it is asked for again; {keep}: puts back a path that was set aside, "": the newest. */
	INTENT_ALLOW,
	INTENT_UNDO,	/* {force?} reverts the last turn's changes of files; between turns */
	INTENT_COMPACT, /* makes room in the context window at the next step */
	/* {action: background} moves the running command to the background; {action: stop, call} stops a job
	 * or a delegate; {action: retry} repeats a request that waits for it. Taken at once. */
	INTENT_JOB,
	INTENT_CONTEXT, /* shows what fills the context window (event context); taken at once */
	INTENT_RUN,	/* {command} runs a command line of the user; between turns */
	/* {text} plans a goal; {run, text?} accepts what a planning run proposes, or asks it to change what
	 * text says; {run, task} works on a task of the plan. Between turns. */
	INTENT_ROADMAP,
	INTENT_MEMORY, /* {reload?} shows the model's memory files; reload: reads them again */
	INTENT_QUIT,   /* ends the session */
};
struct intent {
	enum intent_kind kind;
	json_t *data; /* (owned) object or NULL */
};
/* Frees the data of an intent. */
void intent_free(struct intent *in);
const char *intent_name(enum intent_kind kind); /* "plan_edit": for logs and tests */
/* Fills *in from a line {intent: NAME, ...data}; the caller frees it. own: the line comes from the user's own program,
 * which may send every kind; otherwise only answer, steer and stop are accepted. False: e is set, and *in is not. */
bool intent_from_json(struct intent *in, const json_t *line, bool own, struct error *e);

#endif
