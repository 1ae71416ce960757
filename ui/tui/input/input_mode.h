/* SPDX-License-Identifier: MIT
 * The state of the input, and its modes. In the prompt's mode it holds the prompt; another mode uses it
 * for a short text of its own while the prompt is stashed. Each mode is defined in the file it serves.
 */
#ifndef UI_TUI_INPUT_INPUT_MODE_H
#define UI_TUI_INPUT_INPUT_MODE_H

#include "ui/input/composer.h"
#include "ui/input/composer_vim.h"
#include "ui/input/suggest.h"
#include "ui/tui/input/tui.h"

enum handled {
	KEY_PASSED,
	KEY_TAKEN,
	KEY_TYPED,    /* taken, and nothing but the text of the input changed */
	KEY_SCROLLED, /* taken, and nothing but what is in view changed */
};

struct input_mode {
	const char *name;
	const char *mark;  /* before the input, three cells */
	const char *ghost; /* in the input while it is empty */
	const char *keys;  /* what Enter and Esc do, for the status line; NULL: nothing special */
	enum handled (*key)(struct tui *t, unsigned key); /* before the bindings; may be NULL */
	void (*send)(struct tui *t);			  /* Enter */
	void (*changed)(struct tui *t);			  /* a key changed the text; may be NULL */
	bool answers; /* the mode is left when the open question is answered or gone */
};

struct secret_asked { /* a request of secret_input.h; done NULL: none */
	void (*done)(void *ctx, const char *text);
	void *ctx;
};

struct tui_input {
	struct decoder decoder;
	loop_fd_fn *on_readable; /* called when the terminal has bytes; given by input_open */
	struct watch *watch;	 /* NULL: the terminal is not read */
	struct timer *escape;	 /* an incomplete sequence waits for its rest */
	int64_t last_key_ms;	 /* monotonic, as the next two; not of keys that only move */
	int64_t last_cancel_ms;	 /* Ctrl-C */
	int64_t last_stop_ms;	 /* Esc with nothing to close */

	struct prompt_history *history;		/* (owned) */
	const struct input_mode *mode, *prompt; /* the current mode; the prompt's */
	struct composer composer;
	struct composer_rows rows; /* of the composer, as they are drawn */
	struct composer stashed;   /* (owned) the prompt, while another mode has the input */
	struct composer_vim vim;   /* of the prompt, with ui.keys: vim */
	struct suggest suggest;	   /* the list above the input (autocomplete.h) */
	struct secret_asked secret;
	bool on_card;  /* Alt-A moved the focus to the open question */
	bool off_card; /* Tab moved it to the input: a message is written first */
};

/* Whether the input is in the prompt's mode. */
bool input_mode_is_prompt(const struct tui *t);
bool input_mode_is_vim(const struct tui *t); /* and ui.keys is vim */
/* Enters a mode with a text; the prompt is stashed and comes back with input_mode_leave. */
void input_mode_enter(struct tui *t, const struct input_mode *mode, const char *text);
void input_mode_leave(struct tui *t);		  /* does nothing at the prompt */
const char *input_mode_keys(const struct tui *t); /* hints for Enter and Esc; NULL: none */

#endif
