/* What is sent from the input, and what keys ask of the agent besides. */
#ifndef UI_TUI_COMPOSER_ACTIONS_H
#define UI_TUI_COMPOSER_ACTIONS_H

#include "ui/tui/input_mode.h"
#include "ui/tui/key_action.h"

extern const struct key_action compose_actions[]; /* ends with a NULL name */
extern const struct input_mode compose_mode;	  /* of the prompt */

/* Sends it; where no model is set yet, once one was chosen. */
void compose_prompt(struct tui *t, const char *text);
const char *compose_approve(const struct tui *t);	  /* the mode that holds, or is about to */
void compose_take(struct tui *t, const struct event *ev); /* says what a key can do about it */
void compose_stop(struct tui *t);			  /* the turn; what waits comes back */

/* r, in an empty input after a turn that failed: its prompt again. */
enum handled compose_retry_key(struct tui *t, unsigned key);

#endif
