/* What keys do, by the names of config/keys.yaml, in tables that end with a NULL name. */
#ifndef UI_TUI_ACTIONS_H
#define UI_TUI_ACTIONS_H

#include <stdbool.h>

#define WHEEL_ROWS 3 /* a notch of the wheel scrolls */

struct tui;
struct key_action {
	const char *name;
	void (*run)(struct tui *t); /* NULL: another mode takes its key */
	const char *help;	    /* NULL: not in the list of keys */
};
extern const struct key_action turn_actions[], scroll_actions[];

const struct key_action *action_find(const char *name, bool replay); /* in all tables; NULL: none */
const struct key_action *action_in(const struct key_action *list, const char *name);

#endif
