/* The list above the input: completion of commands and paths, and what was typed before. */
#ifndef UI_TUI_AUTOCOMPLETE_H
#define UI_TUI_AUTOCOMPLETE_H

#include "ui/input/path_index.h"
#include "ui/input/suggest.h"
#include "ui/tui/actions.h"
#include "ui/tui/input_mode.h"

struct autocomplete {
	struct suggest suggest;
	struct path_index *paths; /* (owned) NULL without a workspace */
};
extern const struct key_action complete_actions[]; /* ends with a NULL name */

void autocomplete_open(struct tui *t);
void autocomplete_free(struct tui *t);
enum handled autocomplete_key(struct tui *t, unsigned key); /* of the prompt */
/* After a key: version and cursor of the text before it. */
void autocomplete_follow(struct tui *t, unsigned key, unsigned version, size_t at);

#endif
