/* The rows of the list in command.c, by the file they are in. */
#ifndef UI_COMMAND_ROWS_H
#define UI_COMMAND_ROWS_H

#include "ui/command.h"

extern const struct slash slash_compact, slash_memory, slash_undo; /* command_work.c */
extern const struct slash slash_plan;				   /* command_plan.c */
extern const struct slash slash_help, slash_quit;		   /* command_face.c */

#endif
