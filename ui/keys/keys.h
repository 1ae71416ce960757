/* SPDX-License-Identifier: MIT
 * Keys as numbers and names, a decoder of the bytes that terminals send (without curses), and the
 * key tables of config/keys.yaml, which give keys their actions.
 */
#ifndef UI_KEYS_KEYS_H
#define UI_KEYS_KEYS_H

#include "base/core/buf.h"
#include "base/error.h"

/* A code point or one of these, with modifiers. Ctrl-A is INPUT_CTRL | 'a', Alt-A INPUT_ALT | 'a'. */
enum input {
	INPUT_SPECIAL = 0x110000,
	INPUT_ENTER,
	INPUT_TAB,
	INPUT_ESC,
	INPUT_BACKSPACE,
	INPUT_DELETE,
	INPUT_INSERT,
	INPUT_UP,
	INPUT_DOWN,
	INPUT_LEFT,
	INPUT_RIGHT,
	INPUT_HOME,
	INPUT_END,
	INPUT_PAGE_UP,
	INPUT_PAGE_DOWN,
	INPUT_WHEEL_UP, /* with ui.mouse */
	INPUT_WHEEL_DOWN,
	INPUT_FOCUS_IN, /* the terminal's window got or lost the focus */
	INPUT_FOCUS_OUT,
	INPUT_F1, /* F2 follows, to F12 */
	INPUT_F12 = INPUT_F1 + 11,
	INPUT_LAST,

	INPUT_CTRL = 1 << 24,
	INPUT_ALT = 1 << 25,
	INPUT_SHIFT = 1 << 26,
};
#define INPUT_CODE(key) ((key)&0xffffffu)

bool input_is_text(unsigned key); /* a printable character */
bool input_moves(unsigned key);	  /* an arrow, Home, End, a page key or the wheel */
/* Reads a key's name: "Ctrl-A", "Alt-Enter", "?", "PageUp". False: no key has this name. */
bool input_parse(const char *name, unsigned *key);
/* Appends the name of a key. */
void input_name(unsigned key, struct buf *out);

/* Decodes bytes into keys and pastes. An incomplete sequence waits for more bytes or
 * decoder_flush. */
#define DECODER_PASTE_MAX ((size_t)4 << 20)
struct decoder {
	char pending[64]; /* the incomplete sequence */
	size_t len;
	bool pasting;
	bool escaped; /* decoder_flush reported a lone Esc; its sequence may still come */
	struct buf paste;
	void (*key)(void *ctx, unsigned key);
	/* A whole paste, sanitised and borrowed for the call; cut: it was longer. */
	void (*pasted)(void *ctx, const char *text, size_t len, bool cut);
	/* An answer of the terminal to a query: "?2026;1$y", "]11;rgb:0000/0000/0000". May be
	 * NULL. */
	void (*report)(void *ctx, const char *answer, size_t len);
	/* The left mouse button went down at this row and column, from 0 on. May be NULL. */
	void (*clicked)(void *ctx, int row, int column);
	void *ctx;
};
/* Decodes bytes and calls the callbacks. */
void decoder_feed(struct decoder *d, const char *bytes, size_t len);
/* Whether an incomplete sequence waits (outside of a paste). decoder_flush, called when no more
 * bytes come soon, reports it: Esc, Alt with a character, or single bytes of the locale; a longer
 * escape sequence is dropped. */
bool decoder_waits(const struct decoder *d);
void decoder_flush(struct decoder *d);
void decoder_free(struct decoder *d); /* frees what d holds, not d */

/* The actions of keys in one mode ("chat", "replay"): config/keys.yaml, {mode: {action:
 * [keys]}}. */
struct binding {
	unsigned key;
	char *action; /* (owned) */
};
struct keymap {
	struct binding *list; /* (owned) */
	size_t count, cap;
};
/* Reads the table of a mode. False: e says why, and k is empty. Freed by keymap_free. */
bool keymap_load(struct keymap *k, const char *mode, struct error *e);
/* Returns the action of a key, borrowed from k; NULL: it has none. */
const char *keymap_find(const struct keymap *k, unsigned key);
/* Appends the name of the first key of an action; nothing if it has none. */
void keymap_key_of(const struct keymap *k, const char *action, struct buf *out);
/* Appends the name of an action's first key and words, "Del delete", two blanks behind what out has; nothing if the
 * action has no key. */
void keymap_hint(const struct keymap *k, const char *action, const char *words, struct buf *out);
void keymap_free(struct keymap *k);

#endif
