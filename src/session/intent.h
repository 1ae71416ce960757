/* SPDX-License-Identifier: MIT
 * The intent: the only thing that enters the agent. The screen, --ask, tests and a parent process
 * push the same ones; the agent takes them between steps.
 */
#ifndef SESSION_INTENT_H
#define SESSION_INTENT_H

#include <jansson.h>
#include "base/error.h"

enum intent_kind {
	INTENT_PROMPT, /* {text, piped?, pasted?} a new turn; piped: a block behind the words */
	INTENT_STEER,  /* {text, pasted?} words for the running turn; without one it is a prompt */
	INTENT_STOP,   /* end the running turn now */
	INTENT_ANSWER, /* {id, choice, text?, arguments?} to the open question */
	INTENT_PLAN_EDIT, /* what plan_edit takes; {action: criteria, text}: strategy_edit */
	INTENT_SET,	  /* {key, value} a setting for this session */
	/* {command} may have the network; {revoke, text} of a grant: it asks again; {keep} a path that was set
	 * aside is put back, "": the newest. */
	INTENT_ALLOW,
	INTENT_UNDO,	/* {force?} take the last turn's changes of files back, between turns */
	INTENT_COMPACT, /* make room in the window at the next step */
	/* Taken at once: {action: background} the running command, {action: stop, call} a job or a
	 * delegate, {action: retry} a request is made again that waits for it. */
	INTENT_JOB,
	INTENT_CONTEXT, /* say what fills the window (event context); taken at once */
	INTENT_RUN,	/* {command} a command line of the user's own, between turns */
	INTENT_ROADMAP, /* {text} a goal to plan, {run, text?} leave or changes: between turns */
	INTENT_MEMORY,	/* {reload?} show what the model is told; reload: what holds by now */
	INTENT_QUIT,
};
struct intent {
	enum intent_kind kind;
	json_t *data; /* (owned) object or NULL */
};
/* Frees its data. */
void intent_free(struct intent *in);
const char *intent_name(enum intent_kind kind); /* "plan_edit": for logs and tests */
/* A line of stdin: {intent: NAME, ...its data}. own: it comes from the user's own program, which may send every kind;
 * else only answer, steer and stop. The caller frees *in. False: e says what is wrong, and *in is not set. */
bool intent_from_json(struct intent *in, const json_t *line, bool own, struct error *e);

#endif
