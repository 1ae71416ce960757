/* SPDX-License-Identifier: MIT
 * struct agent, for the files of src/agent only: what it works with and what all rooms share by value, and
 * pointers to the parts of single rooms, which agent.c makes with it.
 *
 * Here: what agent and turn are, the folds of a session's events that the agent keeps, and
 * judgements that need no model: the depth of a turn, repeated calls, what an answer claims, the
 * limits of rounds and time.
 * Not here: asking a model (roles), money (budget), the words of a request (context), running calls
 * (call). No file here includes a header of another room of src/agent; what one room alone needs is
 * a pointer to a type that this room declares and does not define.
 */
#ifndef AGENT_STATE_AGENT_STATE_H
#define AGENT_STATE_AGENT_STATE_H

#include "agent/state/agent_folds.h"
#include "agent/state/capsule.h"
#include "agent/state/context_budget.h"
#include "agent/state/role.h"
#include "plan/plan.h"
#include "plan/planner.h"
#include "session/conversation.h"
#include "tools/tool.h"

/* The head of the requests; context/request_head.h builds it. */
struct request_head {
	char *text;		/* (owned) the system prompt; NULL: there is no head yet */
	json_t *tools;		/* (owned) as they are offered, or taught */
	const json_t *dialect;	/* (borrowed) the names the tools are offered by; NULL: ours */
	enum planner_tool door; /* how the model plans */
	char *fingerprint;	/* (owned) of text and tools, for session_start */
	char *memory;		/* (owned) the part of the text that comes from the memory files */
	char *instructions; /* (owned) the part that comes from the instructions of the project */
	json_t *files;	    /* (owned) the files that instructions come from, each a context_file */
	bool taught;	    /* the text teaches the tools: the server takes none */
	bool stale;	    /* another model: its tools or their names may be others */
	char *notice;	    /* (owned) for the user, of building it; NULL: none */
};

struct session_origin {
	json_t *imported; /* (owned) {session, from} of an imported session; NULL: it is none */
	json_t *settings; /* (owned) {key: value} set before the session began; NULL: none */
};

/* What the window was compared with; context/window_meter.h does. */
struct window_check {		       /* of the agent */
	const struct backend *checked; /* the last one that was checked; NULL: none yet */
	const struct backend *loaded;  /* whose model was awaited while it loaded; NULL: none */
	const struct backend *waited;  /* whose model did not run yet at the check; NULL: none */
};

struct agent {
	struct loop *loop;		 /* (borrowed) */
	struct settings *settings;	 /* (borrowed) */
	struct session *session;	 /* (borrowed) */
	struct workspace *workspace;	 /* (borrowed) */
	struct backend *backend;	 /* (borrowed) */
	struct tool_set *tools;		 /* (owned) */
	struct permissions *permissions; /* (owned) */
	struct sandbox *sandbox;	 /* (owned) */
	struct jobs *jobs;		 /* (owned) */
	struct tool_host host;
	struct delegate *delegates; /* (borrowed) the running ones, linked by next */
	struct turn *turn;	    /* (borrowed) the running one; NULL: none */
	struct backend *asked;	    /* (borrowed) of the request under way; NULL: there is none */
	struct completion *awaited; /* (borrowed) that request */
	bool one_shot;		    /* see agent_one_shot */
	int level;		    /* 0: started by a person, else a delegate */
	json_t *answer_schema;	    /* (owned) see agent_answer_schema; NULL: none */
	json_t *allowed;	    /* (owned) names of the tools it may use; NULL: all */
	struct session_origin origin;

	/* Folds of the session's events. */
	struct conversation conversation;
	struct plan plan;
	struct capsule capsule; /* of the running turn */
	struct undo_log *undo;	/* (owned) changes of files; see past_changes.h */
	bool changes_behind;	/* undo lacks the changes from before a summary */
	struct context_budget window;
	struct window_check window_check;
	struct agent_folds folds;

	json_t *routes;	       /* (owned) routes.yaml; NULL: not loaded yet */
	json_t *last_words;    /* (owned) last_words.yaml; NULL: not loaded yet */
	struct skills *skills; /* (owned) see agent_skills; NULL: not loaded yet */
	struct mcp *mcp;       /* (owned) see agent_mcp; NULL: not read yet */
	struct request_head head;
	struct folder_view *folder; /* (owned) see folder_view.h; NULL: none */
	struct roles roles;
	bool wants_compaction; /* /compact was given and not carried out yet */

	/* Parts of single rooms, each declared by a header of its room. */
	struct attachments *attachments;
	struct hook_points *hooks;
	struct plan_question *plan_question;
	struct prefix_watch *prefix;
	struct spending *spending;
	struct user_command *user_command;
	const struct tool *const *delegate_tools; /* (borrowed) of delegate.h, NULL-terminated */
};

#endif
