/*
 * What the input is for. In the chat's own mode it holds the prompt; any other mode takes it for a
 * short text of its own, and the prompt waits on the shelf until that mode is left. A mode is
 * described in the file it serves.
 */
#ifndef UI_TUI_INPUT_MODE_H
#define UI_TUI_INPUT_MODE_H

#include <stdbool.h>

struct tui;

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
	enum handled (*key)(
	    struct tui *t, unsigned key); /* before the bindings; NULL: takes none */
	void (*send)(struct tui *t);	  /* Enter */
	void (*changed)(struct tui *t);	  /* another text is in it; may be NULL */
	bool answers; /* it is left when the open question is answered or gone */
};
extern const struct input_mode input_mode_prompt;

bool input_mode_is_prompt(const struct tui *t);
/* The prompt goes to the shelf; the input holds text, all of it undone by input_mode_leave. */
void input_mode_enter(struct tui *t, const struct input_mode *mode, const char *text);
void input_mode_leave(struct tui *t); /* nothing at the prompt */
enum handled input_mode_key(struct tui *t, unsigned key);
const char *input_mode_keys(const struct tui *t); /* what Enter and Esc do now; NULL: as ever */

#endif
