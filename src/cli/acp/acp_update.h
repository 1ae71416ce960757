/* SPDX-License-Identifier: MIT
 * Events of a session as session/update notifications of the Agent Client Protocol: words as chunks of a message, the
 * todo plan as plan entries, [Act] and [Obs] as tool calls with diffs and places, what is judged as thoughts.
 */
#ifndef CLI_ACP_ACP_UPDATE_H
#define CLI_ACP_ACP_UPDATE_H

#include "session/event/event.h"
#include "session/store/store.h"

struct acp_update {
	const char *session; /* (borrowed) its id */
	const char *cwd;     /* (borrowed) paths are beneath it */
	struct store *store; /* (borrowed) has what changed files held; NULL: diffs are left out */
	/* (owned) Words of the message under way, as far as they were sent, or of the last one. */
	struct buf said;
	bool ended;	/* they are the last one's */
	bool past;	/* it is history, so the user's words are sent too */
	int message;	/* counts them: chunks of one have one id */
	json_t *calls;	/* (owned) {call: contents}: told as tool calls; NULL: none yet */
	double usd;	/* spent so far */
	int64_t window; /* tokens; 0: not known */
};
/* Returns a part of config/acp.yaml; borrowed. */
const json_t *acp_table(const char *part);
/* Sends what an event comes to, if anything. */
void acp_update_event(struct acp_update *u, const struct event *ev);
/* Sends one update {sessionUpdate: kind, ...}. Steals it. */
void acp_update_send(const struct acp_update *u, const char *kind, json_t *update);
/* Sends words of the program as a piece of the answer. */
void acp_update_say(struct acp_update *u, const char *text);
void acp_update_free(struct acp_update *u); /* what it owns */

#endif
