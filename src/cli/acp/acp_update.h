/* SPDX-License-Identifier: MIT
 * Events of a session as session/update notifications of the Agent Client Protocol: text as chunks of a message, the
 * todo plan as plan entries, calls and their results as tool calls with diffs and places, evaluations and warnings as
 * thoughts.
 */
#ifndef CLI_ACP_ACP_UPDATE_H
#define CLI_ACP_ACP_UPDATE_H

#include "session/event/event.h"
#include "session/store/store.h"

struct acp_update {
	const char *session; /* (borrowed) its id */
	const char *cwd;     /* (borrowed) the folder that relative paths are in */
	struct store *store; /* (borrowed) has the files' contents; NULL: no diffs are sent */
	/* (owned) Text that was sent of the message under way or, if ended, of the last one. */
	struct buf said;
	bool ended;
	bool past;	/* past events are sent: the user's messages, too */
	int message;	/* counts the messages; the chunks of a message share its id */
	json_t *calls;	/* (owned) {call: contents} of the tool calls sent; NULL: none yet */
	double usd;	/* spent so far */
	int64_t window; /* tokens; 0: not known */
};
/* Returns a part of config/acp.yaml; borrowed. */
const json_t *acp_table(const char *part);
/* Sends the updates for an event, if it has any. */
void acp_update_event(struct acp_update *u, const struct event *ev);
/* Sends one update {sessionUpdate: kind, ...}. Steals update. */
void acp_update_send(const struct acp_update *u, const char *kind, json_t *update);
/* Sends text of the program as a message of the agent. */
void acp_update_say(struct acp_update *u, const char *text);
void acp_update_free(struct acp_update *u); /* frees what u owns */

#endif
