/* What was sent while a turn runs and waits in the session's inbox. */
#ifndef UI_TUI_PROMPT_QUEUE_H
#define UI_TUI_PROMPT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct tui;
size_t prompt_queue_count(const struct tui *t);
char *prompt_queue_line(const struct tui *t, size_t n); /* owned */
bool prompt_queue_edit(
    struct tui *t); /* the newest into the empty input; false: none, or not empty */
void prompt_queue_recall(struct tui *t); /* all of it ahead of what is being typed */

#endif
