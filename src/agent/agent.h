/* SPDX-License-Identifier: MIT
 * The agent: everything it does is visible as events of its session, everything it is told comes as
 * intents. One turn of it is run by turn_run (turn.h).
 */
#ifndef AGENT_AGENT_H
#define AGENT_AGENT_H

#include "config/settings.h"
#include "llm/backend.h"
#include "session/event/event.h"

struct agent;
struct event_source;
struct plan;
struct sandbox;
struct skills;
struct mcp;
struct agent_spec { /* (borrowed) must outlive the agent */
	struct loop *loop;
	struct settings *settings;
	struct session *session;
	struct workspace *workspace;
	struct backend *backend;
	json_t *tools; /* names of those it may use; NULL: all */
	int level;     /* of delegation; 0: started by a person */
};
/* It registers itself as a sink of the session. Never NULL. */
struct agent *agent_new(const struct agent_spec *spec);
void agent_free(struct agent *a); /* NULL is accepted */
/* Names of the tools that the model is offered; [] before the first request. New reference. */
json_t *agent_tool_names(const struct agent *a);
/* Returns the sandbox that commands run in; borrowed. */
struct sandbox *agent_sandbox(struct agent *a);
/* The skills and commands of the user and of the workspace, looked for once; borrowed. */
struct skills *agent_skills(struct agent *a);
/* The MCP servers, read when they are first asked for, which starts none; borrowed. */
struct mcp *agent_mcp(struct agent *a);
const struct plan *agent_plan(const struct agent *a); /* borrowed: as it is now */
/* Tells the session_start of the events it will be fed, before anything else: whether that was
 * imported, and what was set before it began. */
void agent_origin(struct agent *a, const json_t *session_start);
/* Feeds it the stored events of a session that goes on (conversation, plan, stamps, settings); then
 * agent_close_open. */
void agent_take(struct agent *a, const struct event *ev);
/* Takes up what the events up to seq came to, which are not fed because a summary stands for them: from the nearest
 * state that the agent kept of the session, and the events since. Before agent_take. False: e says why the events
 * cannot be read, and what was read counts. */
bool agent_skip(struct agent *a, struct event_source *past, int64_t seq, struct error *e);
/* {key: value} that were changed in the session; borrowed, NULL: none. */
const json_t *agent_changed_settings(const struct agent *a);
bool agent_close_open(struct agent *a); /* closes a turn that was cut; true: there was one */

/* Nothing more is asked of it: ends what runs in the background, and says so in the session. agent_serve
 * does so by itself. */
void agent_end_jobs(struct agent *a);
/* There is one turn: a limit is no question but ends it, and nobody is offered to go on with what is
   left of the plan, though there may be someone to ask. */
void agent_one_shot(struct agent *a);
/* Answers are to be JSON that this schema holds. Steals. */
void agent_answer_schema(struct agent *a, json_t *schema);

/* The chat: awaits intents and runs turns until INTENT_QUIT. */
void agent_serve(struct agent *a);

#endif
