/*
 * The input. Bytes of the terminal become keys; a key goes to the first that takes it (key_takers in
 * input.c); what is typed stands in a composer, whose purpose is a mode (input_mode.h).
 */
#ifndef UI_TUI_INPUT_H
#define UI_TUI_INPUT_H

#include "ui/input/composer.h"
#include "ui/input/composer_vim.h"
#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"

struct tui_input {
	struct decoder decoder;
	struct watch *watch;	/* NULL: the terminal is not read */
	struct timer *escape;	/* what was read so far may be the begin of a sequence */
	int64_t last_key_ms;	/* monotonic, as the next two; not of keys that only move */
	int64_t last_cancel_ms; /* Ctrl-C */
	int64_t last_stop_ms;	/* Esc with nothing to close */

	struct prompt_history *history; /* (owned) */
	const struct input_mode *mode;
	struct composer composer;
	struct composer_rows rows; /* of the composer, as they are drawn */
	struct composer shelf;	   /* (owned) the prompt, while another mode has the input */
	struct composer_vim vim;   /* of the prompt, with ui.keys: vim */
};

void input_open(struct tui *t);
void input_watch(struct tui *t, bool on);
void input_close(struct tui *t); /* no key comes any more */
void input_free(struct tui *t);
bool input_is_vim(const struct tui *t);			/* the prompt has vi's keys */
bool input_key_does(const struct tui *t, unsigned key); /* bound to what works now */

#endif
