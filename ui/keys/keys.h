/* SPDX-License-Identifier: MIT
 * Keys as numbers and as names, and what the bytes of a terminal mean. No curses: the decoder knows
 * the sequences terminals send, the tables of config/keys.yaml say what a key does.
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
	INPUT_FOCUS_IN, /* the terminal got it, lost it */
	INPUT_FOCUS_OUT,
	INPUT_F1, /* F2 follows, to F12 */
	INPUT_F12 = INPUT_F1 + 11,
	INPUT_LAST,

	INPUT_CTRL = 1 << 24,
	INPUT_ALT = 1 << 25,
	INPUT_SHIFT = 1 << 26,
};
#define INPUT_CODE(key) ((key)&0xffffffu)

bool input_is_text(unsigned key); /* a character to be typed */
bool input_moves(unsigned key);	  /* arrows, pages, the wheel: nothing is typed with them */
/* A key by its name: "Ctrl-A", "Alt-Enter", "?", "PageUp". False: no key has this name. */
bool input_parse(const char *name, unsigned *key);
/* Appends the name of a key. */
void input_name(unsigned key, struct buf *out);

/* Bytes → keys and pastes. What is cut waits for more, or for decoder_flush. */
#define DECODER_PASTE_MAX ((size_t)4 << 20)
struct decoder {
	char pending[64]; /* what is cut */
	size_t len;
	bool pasting;
	bool escaped; /* the key before was an Esc that nothing followed soon */
	struct buf paste;
	void (*key)(void *ctx, unsigned key);
	/* A whole paste, sanitised and borrowed for the call; cut: it was longer. */
	void (*pasted)(void *ctx, const char *text, size_t len, bool cut);
	/* What the terminal answers to a question: "?2026;1$y", "]11;rgb:0000/0000/0000". May be NULL */
	void (*report)(void *ctx, const char *answer, size_t len);
	/* The left button went down there, from 0 on. May be NULL */
	void (*clicked)(void *ctx, int row, int column);
	void *ctx;
};
/* Takes bytes and calls back for what they are. */
void decoder_feed(struct decoder *d, const char *bytes, size_t len);
/* Whether a cut sequence waits; decoder_flush, when nothing follows soon, takes it as the keys it is. */
bool decoder_waits(const struct decoder *d);
void decoder_flush(struct decoder *d);
void decoder_free(struct decoder *d); /* what it holds, not d */

/* Which key does what in one mode ("chat", "replay"): config/keys.yaml, {mode: {action: [keys]}}.
 */
struct binding {
	unsigned key;
	char *action; /* (owned) */
};
struct keymap {
	struct binding *list; /* (owned) */
	size_t count, cap;
};
/* Reads the table of a mode. False: e says what is wrong, and k is empty. Freed by keymap_free. */
bool keymap_load(struct keymap *k, const char *mode, struct error *e);
/* Returns the action of a key, borrowed from k; NULL: it is bound to nothing. */
const char *keymap_find(const struct keymap *k, unsigned key);
/* Appends the name of the first key of an action; nothing when it has none. */
void keymap_key_of(const struct keymap *k, const char *action, struct buf *out);
/* Appends the same key and what it does, "Del delete", two blanks behind what is there; nothing where it has none. */
void keymap_hint(const struct keymap *k, const char *action, const char *words, struct buf *out);
void keymap_free(struct keymap *k);

#endif
