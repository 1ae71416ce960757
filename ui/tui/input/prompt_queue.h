/* SPDX-License-Identifier: MIT
 * Prompts that were sent while a turn runs and wait in the session's inbox. */
#ifndef UI_TUI_INPUT_PROMPT_QUEUE_H
#define UI_TUI_INPUT_PROMPT_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct tui;
size_t prompt_queue_count(const struct tui *t);		/* how many; 0: nothing runs */
char *prompt_queue_line(const struct tui *t, size_t n); /* prompt n, one line; caller frees */
/* Moves the newest back into the input. False: there is none, or something is being typed. */
bool prompt_queue_edit(struct tui *t);
/* Moves all back into the input, ahead of what is being typed, so that none is lost or run. */
void prompt_queue_recall(struct tui *t);

#endif
