/* SPDX-License-Identifier: MIT
 * The rows of the list in slash.c, by the file they are in.
 */
#ifndef UI_COMMAND_SLASH_ROWS_H
#define UI_COMMAND_SLASH_ROWS_H

#include "ui/command/slash.h"

extern const struct slash slash_plan;  /* slash_plan.c */
extern const struct slash slash_plans; /* slash_plans.c */
extern const struct slash slash_compact, slash_context, slash_memory, slash_undo; /* slash_work.c */
extern const struct slash slash_clear, slash_help, slash_quit, slash_theme; /* slash_screen.c */
extern const struct slash slash_approve, slash_budget, slash_depth;	    /* slash_setting.c */
extern const struct slash slash_put_back;
extern const struct slash slash_mcp;				       /* slash_mcp.c */
extern const struct slash slash_jobs;				       /* slash_jobs.c */
extern const struct slash slash_detach, slash_new;		       /* slash_session.c */
extern const struct slash slash_permissions;			       /* slash_permissions.c */
extern const struct slash slash_model;				       /* slash_model.c */
extern const struct slash slash_fork, slash_replay;		       /* slash_session.c */
extern const struct slash slash_resume, slash_sessions;		       /* slash_session.c */
extern const struct slash slash_export, slash_stats;		       /* slash_export.c */
extern const struct slash slash_copy, slash_criteria, slash_usage_row; /* slash_work.c */
extern const struct slash slash_diff;				       /* slash_diff.c */
extern const struct slash slash_connect, slash_profile;		       /* slash_connect.c */
extern const struct slash slash_config;				       /* slash_config.c */
extern const struct slash slash_policy, slash_roadmap, slash_roadmaps; /* slash_roadmaps.c */

/* Whether no turn runs; if one does, says so and how it is stopped. */
bool slash_between_turns(const struct commander *c);
/* Said with the session's id if a command needs the process that owns the session. */
#define SLASH_ELSEWHERE \
	"only a chat in a terminal of its own can: end this (/quit), then agent --resume %s"

/* Returns the path of a file that the user names, relative to the workspace. Caller frees. */
char *slash_file_path(const struct commander *c, const char *file);
/* slash_plan.c: tries a user's edit on the plan that is shown, and pushes it, or says why it is
 * refused. Steals the edit. */
void slash_plan_edit(struct commander *c, json_t *edit);

#endif
