/*
 * The agent: one call, turn_run. Everything it does is visible as events of its session; everything
 * it is told comes as intents.
 */
#ifndef AGENT_AGENT_H
#define AGENT_AGENT_H

#include "config/settings.h"
#include "llm/backend.h"
#include "session/conversation.h"
#include "tools/tool.h"

enum depth { DEPTH_DIRECT, DEPTH_REACT, DEPTH_STRATEGIC };
enum outcome {
	OUTCOME_ANSWERED,
	OUTCOME_UNMET,
	OUTCOME_LIMIT,
	OUTCOME_TIMEOUT,
	OUTCOME_BUDGET,
	OUTCOME_BLOCKED,
	OUTCOME_INTERRUPTED,
	OUTCOME_FAILED,
};
const char *outcome_name(enum outcome outcome);
int outcome_exit(enum outcome outcome); /* cli.md's exit codes; interrupted: 130 */

struct agent;
struct agent_folds;
struct plan;
struct agent_spec { /* (borrowed) must outlive the agent */
	struct loop *loop;
	struct settings *settings;
	struct session *session;
	struct workspace *workspace;
	struct backend *backend;
	json_t *tools; /* names of those it may use; NULL: all */
	int level;     /* of delegation; 0: started by a person */
};
extern const struct tool *const delegate_tools[]; /* delegate, NULL-terminated */
struct agent *agent_new(
    const struct agent_spec *spec); /* registers itself as a sink of the session */
void agent_free(struct agent *a);
/* What holds the commands, in two words for the status line; tried with the first call. Constant. */
const char *agent_sandbox(struct agent *a);
const struct plan *agent_plan(const struct agent *a); /* borrowed: as it is now */
/* The session_start of what it will be fed, before anything else: whether that was imported, and
 * what was set before it began. */
void agent_origin(struct agent *a, const json_t *session_start);
/* Feeds it the stored events of a session that goes on (conversation, plan, stamps, settings); then
 * agent_close_open. */
void agent_take(struct agent *a, const struct event *ev);
/* What the events came to that are not fed because a summary stands for them; before agent_take. */
struct agent_past {
	bool turn_open;
	const struct plan *plan;	 /* (borrowed) */
	const struct agent_folds *folds; /* (borrowed) */
	const json_t *settings;		 /* (borrowed) {key: value} that were changed; NULL: none */
};
void agent_skip(struct agent *a, const struct agent_past *past);
bool agent_close_open(struct agent *a); /* closes a turn that was cut; true: there was one */
void agent_backend(
    struct agent *a, struct backend *b); /* from the next turn on; stays the caller's */

bool budget_set(const struct settings *s); /* any of budget.* */

/* Emits the session_start if there is none yet; the first turn does it by itself. prompt: its first
   line is the title. parent: steals {session, seq} of a fork; NULL: none. */
void agent_begin(struct agent *a, const char *prompt, json_t *parent);

/* Nothing more is asked of it: ends what runs in the background, and says so in the session. agent_serve
 * does so by itself. */
void agent_end_jobs(struct agent *a);
/* There is one turn: a limit is no question but ends it, and nobody is offered to go on with what is
   left of the plan, though there may be someone to ask. */
void agent_one_shot(struct agent *a);

/* What a turn is asked: the user's own words, and what was piped in behind them, as a block that names
 * itself (prompts/stdin.md); NULL: nothing. Both borrowed. */
struct prompt {
	const char *words, *piped;
};
/* An image or a document goes with the next prompt. False: it cannot; e. */
bool agent_attach(struct agent *a, const char *path, struct error *e);
/* Answers are to be JSON that this schema holds. Steals. */
void agent_answer_schema(struct agent *a, json_t *schema);

/* Runs one turn to its turn_end. Cancelled through session_cancel. */
enum outcome turn_run(struct agent *a, struct prompt prompt);
/* The same for a task with a check, a shell command that succeeds when it is done (NULL: it has none); passed: it
 * ran and succeeded. */
enum outcome turn_run_task(struct agent *a, const char *prompt, const char *check, bool *passed);
/* Tells the model which files an undo took back. */
struct undo_plan;
void undo_tell(struct session *s, const struct undo_plan *plan);

/* The chat: awaits intents and runs turns until INTENT_QUIT. */
void agent_serve(struct agent *a);

#endif
