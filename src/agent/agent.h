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
struct agent_spec { /* (borrowed) each must outlive the agent */
	struct loop *loop;
	struct settings *settings;
	struct session *session;
	struct workspace *workspace;
	struct backend *backend;
	json_t *tools; /* names of the tools it may use; NULL: all */
	int level;     /* of delegation; 0: started by a person */
};
/* Creates an agent and registers it as a sink of the session. Never NULL; agent_free frees it. */
struct agent *agent_new(const struct agent_spec *spec);
void agent_free(struct agent *a); /* NULL is accepted */
/* Returns the names of the tools offered to the model; [] before the first request. New reference. */
json_t *agent_tool_names(const struct agent *a);
/* Returns the sandbox that commands run in; borrowed. */
struct sandbox *agent_sandbox(struct agent *a);
const struct plan *agent_plan(const struct agent *a); /* the current plan; borrowed */
/* Takes from the data of a resumed session's session_start whether the session was imported and which settings it
 * began with. Must be called before agent_skip and agent_take. */
void agent_origin(struct agent *a, const json_t *session_start);
/* Folds one stored event of a resumed session into the agent (conversation, plan, file stamps, settings). After the
 * last one call agent_close_open. */
void agent_take(struct agent *a, const struct event *ev);
/* Restores plan, folds and settings as of event seq, for a session resumed from a summary whose earlier events are not
 * fed to agent_take: from the agent's newest saved state and the events after it. Must be called before agent_take.
 * False: not all events could be read, e says why; what was read counts. */
bool agent_skip(struct agent *a, struct event_source *past, int64_t seq, struct error *e);
/* Returns the settings changed in the session, {key: value}; borrowed, NULL if there are none. */
const json_t *agent_changed_settings(const struct agent *a);
/* Ends what an earlier process left open: turn, command of the user's, jobs. True if there was a turn or command. */
bool agent_close_open(struct agent *a);

/* Ends the background jobs, which is recorded in the session, and runs the hooks of its end. To be called after the
 * last turn; agent_serve does so itself. */
void agent_end_jobs(struct agent *a);
/* Declares that only one turn will run: a limit ends it without a question, and the user is not offered to go on with
 * the rest of the plan, even where there is a user to ask. */
void agent_one_shot(struct agent *a);
/* Requires answers to be JSON that is valid by this schema. Steals. */
void agent_answer_schema(struct agent *a, json_t *schema);

/* The chat: awaits intents and runs turns until INTENT_QUIT. */
void agent_serve(struct agent *a);

#endif
