/* SPDX-License-Identifier: MIT */
/* What was sent while a turn runs and waits in the session's inbox. */
#ifndef UI_TUI_INPUT_PROMPT_QUEUE_H
#define UI_TUI_INPUT_PROMPT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct tui;
size_t prompt_queue_count(const struct tui *t);		/* what is shown as waiting */
char *prompt_queue_line(const struct tui *t, size_t n); /* owned; one line of what was sent */
/* Takes the newest back into the input. False: there is none, or something is being typed. */
bool prompt_queue_edit(struct tui *t);
/* Takes all of it back, ahead of what is being typed: nothing of it is lost or run. */
void prompt_queue_recall(struct tui *t);

#endif
