/* What the input does besides being edited: it is sent, takes pastes, shows what they hold. */
#ifndef UI_TUI_COMPOSER_ACTIONS_H
#define UI_TUI_COMPOSER_ACTIONS_H

#include <stddef.h>
#include "session/event.h"
#include "ui/tui/actions.h"

extern const struct key_action compose_actions[]; /* ends with a NULL name */

void compose_paste(struct tui *t, const char *text, size_t len);
/* Sends it; where no model is set yet, once one was chosen. */
void compose_prompt(struct tui *t, const char *text);
void compose_put(struct tui *t, const char *text); /* into an empty input; a large one as a mark */
const char *compose_approve(const struct tui *t);  /* the mode that holds, or is about to */
void compose_take(struct tui *t, const struct event *ev); /* says what a key can do about it */
void compose_stop(struct tui *t);			  /* the turn; what waits comes back */

/* r, in an empty input after a turn that failed: its prompt again. */
enum handled compose_retry_key(struct tui *t, unsigned key);

#endif
