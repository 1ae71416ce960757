/* SPDX-License-Identifier: MIT
 * The composer: an editable text as a value, with cursor, undo, cuts and history, but no terminal.
 * Keys arrive as actions; the screen reads wrapped rows and the place of the cursor. Text is valid
 * UTF-8 without controls but \n, \t and the marks of pastes; the cursor stands between characters
 * (with their combining marks). A large paste is one mark in the text, a C1 control that no text
 * from outside can hold; its own text is kept in pastes.
 *
 * Here: values that take keys: the composer with its motions and modes, its history, completion and
 * suggestions, and lists to pick from with their search.
 * Not here: bytes of a terminal (ui/keys), where any of this is drawn (ui/tui), what a command does
 * (ui/command).
 */
#ifndef UI_INPUT_COMPOSER_H
#define UI_INPUT_COMPOSER_H

#include <jansson.h>
#include "base/core/buf.h"
#include "ui/input/history.h"

#define COMPOSER_MAX ((size_t)4 << 20) /* bytes of the text with its pastes */
#define COMPOSER_UNDO 1000	       /* changes that can be undone */
#define COMPOSER_KILLS 16	       /* cuts that Alt-Y goes back through */
#define COMPOSER_PASTES 32
#define COMPOSER_TAB 4 /* cells */

enum change_kind { CHANGE_OTHER, CHANGE_TYPED, CHANGE_ERASED };
struct composer_change {
	size_t at, cursor;	  /* byte where it begins; the cursor before it */
	char *removed, *inserted; /* (owned) */
	size_t removed_len, inserted_len;
	enum change_kind kind;
};
struct composer_undo {
	struct composer_change *list; /* (owned) oldest first */
	size_t count, cap;
	size_t done;  /* how many are in the text; the others were undone */
	size_t bytes; /* of all their texts */
	bool closed;  /* the next change must not be joined to the last */
};
struct composer_paste {
	char *text; /* (owned) NULL: the slot is free */
	size_t len;
	char *label; /* (owned) "[pasted 214 lines]" */
	int cells;   /* of the label */
};

struct composer {
	struct buf text;
	size_t at;	  /* the cursor, in bytes */
	unsigned version; /* grows with every change of the text */
	struct composer_undo undo;
	struct composer_paste pastes[COMPOSER_PASTES];
	char *kills[COMPOSER_KILLS]; /* (owned) cut texts, the newest first */
	bool killing;		     /* the last action cut: the next cut is added to it */
	size_t yanked, yanked_from; /* which kill the last action inserted, from 1; at which byte */
	int goal;		    /* the column that Up and Down keep; -1: the cursor's */
	struct prompt_history *history; /* (borrowed) or NULL */
	size_t recalled; /* how far back in history the text is; 0: it is the draft */
	char *draft;	 /* (owned) the text typed before going back in history */
	size_t draft_at;
	int cells; /* the width of composer_layout's last call, for Up and Down */
};
/* Makes an empty composer; history is borrowed, NULL: none. composer_free frees what c holds, not
 * c, which must be initialised again before further use. */
void composer_init(struct composer *c, struct prompt_history *history);
void composer_free(struct composer *c);
/* Returns the text with pastes as marks; borrowed until the next change. */
const char *composer_text(const struct composer *c);
/* Returns the text with pastes instead of their marks (caller frees), and its length. Adds the
 * place of each paste in it to pasted, as [at, bytes]; pasted may be NULL. */
char *composer_whole(const struct composer *c, json_t *pasted);
size_t composer_size(const struct composer *c);
bool composer_empty(const struct composer *c);
/* Replace the text by another, sanitised, or by none, with the cursor at its end. Undo is forgotten. */
void composer_set(struct composer *c, const char *text);
void composer_clear(struct composer *c);
/* Clears a text that was a secret, and overwrites the memory that it and its changes had. */
void composer_wipe(struct composer *c);
/* Replace bytes from..to, or all, as one change that can be undone; nothing happens if text is too large. */
void composer_replace_range(
    struct composer *c, size_t from, size_t to, const char *text, size_t len);
void composer_replace_all(struct composer *c, const char *text, size_t len);
/* Inserts typed text at the cursor; what was typed in a row is undone word by word. False: the
 * composer is full, and nothing was inserted. */
bool composer_insert(struct composer *c, const char *text, size_t len);
struct paste_limits {
	size_t lines, bytes; /* 0: none */
};
/* Inserts a paste at the cursor; from limits->lines lines or limits->bytes bytes on it becomes a
 * mark. False: the composer is full, and nothing was inserted. */
bool composer_paste(
    struct composer *c, const char *text, size_t len, const struct paste_limits *limits);
/* Replaces the mark behind or before the cursor by the text of its paste. False: there is no mark. */
bool composer_unfold(struct composer *c);
/* Return the paste whose mark stands at byte `at`, or behind or before the cursor (*at becomes the
 * mark's byte). Borrowed until the next change; NULL: there is no mark. */
const struct composer_paste *composer_mark(const struct composer *c, size_t at);
const struct composer_paste *composer_mark_here(const struct composer *c, size_t *at);

/* The editing actions by the names config/keys.yaml uses. */
struct composer_action {
	const char *name;
	bool (*run)(struct composer *c); /* false: there was nothing to do */
	const char *help;		 /* NULL: not in the list of keys */
	bool kills;			 /* it cuts text */
	/* Instead of run: returns the byte to move to, or to cut to, from byte `at`. big: a word is
	 * all that is no blank. */
	size_t (*place)(const struct composer *c, size_t at, bool big);
	bool big;
};
extern const struct composer_action composer_actions[]; /* ends with a NULL name */
/* Runs an action. False: there was nothing to do. */
bool composer_do(struct composer *c, const struct composer_action *action);
/* Returns the action of this name; NULL: there is none. */
const struct composer_action *composer_find(const char *name);

struct row {
	size_t from, to; /* bytes of the text, without the line break */
};
struct composer_rows {	 /* zero-initialise */
	struct row *row; /* (owned) at least one once they were made */
	size_t count, cap;
	size_t cursor_row;
	int cursor_column;
	unsigned version; /* of the text they were made of; 0: never made */
	size_t at;	  /* the cursor when they were made */
	int cells;	  /* the width they were made for */
};
/* Wraps the text softly into rows of at most `cells` (2 at least) and places the cursor in them;
 * out is kept if text, cursor and cells are the same. Freed by composer_rows_free. */
void composer_layout(struct composer *c, int cells, struct composer_rows *out);
void composer_rows_free(struct composer_rows *r);

#endif
