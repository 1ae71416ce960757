/* SPDX-License-Identifier: MIT
 * The state of the input, and what it is for. In the chat's own mode it holds the prompt; any other
 * mode takes it for a short text of its own, and the prompt is stashed until that mode is left. A mode
 * is described in the file it serves.
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
	enum handled (*key)(struct tui *t, unsigned key); /* before the bindings; NULL: no key */
	void (*send)(struct tui *t);			  /* Enter */
	void (*changed)(struct tui *t);			  /* another text is in it; may be NULL */
	bool answers; /* it is left when the open question is answered or gone */
};

struct secret_asked { /* by secret_input.h; done NULL: nothing asks */
	void (*done)(void *ctx, const char *text);
	void *ctx;
};

struct tui_input {
	struct decoder decoder;
	loop_fd_fn *on_readable; /* called when the terminal has bytes; given by input_open */
	struct watch *watch;	 /* NULL: it is not read */
	struct timer *escape;	 /* what was read so far may be the begin of a sequence */
	int64_t last_key_ms;	 /* monotonic, as the next two; not of keys that only move */
	int64_t last_cancel_ms;	 /* Ctrl-C */
	int64_t last_stop_ms;	 /* Esc with nothing to close */

	struct prompt_history *history;		/* (owned) */
	const struct input_mode *mode, *prompt; /* the one it is in; that of the prompt */
	struct composer composer;
	struct composer_rows rows; /* of the composer, as they are drawn */
	struct composer stashed;   /* (owned) the prompt, while another mode has the input */
	struct composer_vim vim;   /* of the prompt, with ui.keys: vim */
	struct suggest suggest;	   /* the list above the input (autocomplete.h) */
	struct secret_asked secret;
	bool on_card;  /* Alt-A moved the focus to the open question */
	bool off_card; /* Tab moved it to the input: a message is written first */
};

/* Whether it holds the prompt. */
bool input_mode_is_prompt(const struct tui *t);
bool input_mode_is_vim(const struct tui *t); /* it is the prompt, and has vi's keys */
/* The prompt is stashed; the input holds text, all of it undone by input_mode_leave. */
void input_mode_enter(struct tui *t, const struct input_mode *mode, const char *text);
void input_mode_leave(struct tui *t);		  /* at the prompt: does nothing */
const char *input_mode_keys(const struct tui *t); /* what Enter and Esc do now; NULL: as ever */

#endif
