/* SPDX-License-Identifier: MIT
 * struct agent, for the files of src/agent only: what it works with, and its parts, whose types are
 * declared by the files that implement them.
 */
#ifndef AGENT_AGENT_INTERNAL_H
#define AGENT_AGENT_INTERNAL_H

#include "agent/agent.h"
#include "agent/agent_folds.h"
#include "agent/budget/prefix_watch.h"
#include "agent/budget/spend.h"
#include "agent/context/attach.h"
#include "agent/context/folder_view.h"
#include "agent/context/request_head.h"
#include "agent/context/window_meter.h"
#include "agent/hook/hook_points.h"
#include "agent/plan/planning_end.h"
#include "agent/state/capsule.h"
#include "agent/state/context_budget.h"
#include "agent/state/role.h"
#include "agent/user_command.h"
#include "plan/plan.h"
#include "session/conversation.h"
#include "tools/tool.h"

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
	struct attachments attachments;
	json_t *answer_schema; /* (owned) see agent_answer_schema; NULL: none */
	json_t *allowed;       /* (owned) names of the tools it may use; NULL: all */
	struct session_origin origin;

	/* Folds of the session's events. */
	struct conversation conversation;
	struct plan plan;
	struct capsule capsule; /* of the running turn */
	struct undo_log *undo;	/* (owned) changes of files; see past_changes.h */
	bool changes_behind;	/* undo lacks the changes from before a summary */
	struct user_command user_command;
	struct context_budget window;
	struct window_check window_check;
	struct prefix_watch prefix;
	struct spending spending;
	struct agent_folds folds;

	struct plan_question plan_question;
	json_t *routes;	       /* (owned) routes.yaml; NULL: not loaded yet */
	json_t *last_words;    /* (owned) last_words.yaml; NULL: not loaded yet */
	struct skills *skills; /* (owned) see agent_skills; NULL: not loaded yet */
	struct hook_points hooks;
	struct mcp *mcp; /* (owned) see agent_mcp; NULL: not read yet */
	struct request_head head;
	struct folder_view *folder; /* (owned) see folder_view.h; NULL: none */
	struct roles roles;
	bool wants_compaction; /* /compact was given and not carried out yet */
};

#endif
