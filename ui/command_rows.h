/* The rows of the list in command.c, by the file they are in. */
#ifndef UI_COMMAND_ROWS_H
#define UI_COMMAND_ROWS_H

#include "ui/command.h"

extern const struct slash slash_plan;					    /* command_plan.c */
extern const struct slash slash_compact, slash_memory, slash_undo;	    /* command_work.c */
extern const struct slash slash_clear, slash_help, slash_quit, slash_theme; /* command_face.c */
extern const struct slash slash_approve, slash_budget, slash_depth;	    /* command_setting.c */
extern const struct slash slash_model;					    /* command_model.c */
extern const struct slash slash_fork, slash_replay, slash_resume,
    slash_sessions;			/* command_session.c */
extern const struct slash slash_export; /* command_export.c */
extern const struct slash slash_diff;	/* command_diff.c */
extern const struct slash slash_config; /* command_config.c */

#endif
