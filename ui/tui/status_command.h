/*
 * A status line of one's own (ui.status_command): a command is given the state as JSON, the first line
 * it says stands in the status line. At most once a second, never waited for, ended when it is late.
 */
#ifndef UI_TUI_STATUS_COMMAND_H
#define UI_TUI_STATUS_COMMAND_H

struct tui;
struct status_command;
struct status_command *status_command_new(struct tui *t); /* owned; NULL: none is set */
void status_command_free(struct status_command *c);	  /* NULL is accepted */
/* Something changed: it is run now or when a second has passed since the last time. NULL is accepted. */
void status_command_wake(struct status_command *c);
/* What it said last; NULL: nothing to show. Borrowed until the loop goes on. */
const char *status_command_text(const struct status_command *c);

#endif
