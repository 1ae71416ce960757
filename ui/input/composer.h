/* SPDX-License-Identifier: MIT
 * The input as a value: text, cursor, what was cut, what was changed, history. No terminal: keys
 * arrive as actions, the screen reads rows and the place of the cursor. Text is valid UTF-8 without
 * controls but \n, \t and the marks of pastes; the cursor stands between characters (with their
 * marks). A large paste is one mark in the text, a C1 control that no text from outside can hold;
 * what it stands for is kept beside the text.
 */
#ifndef UI_INPUT_COMPOSER_H
#define UI_INPUT_COMPOSER_H

#include <jansson.h>
#include "base/core/buf.h"
#include "ui/input/history.h"

#define COMPOSER_MAX ((size_t)4 << 20) /* bytes sent, pastes and all */
#define COMPOSER_UNDO 1000	       /* changes that can be taken back */
#define COMPOSER_KILLS 16	       /* cuts that Alt-Y goes back through */
#define COMPOSER_PASTES 32
#define COMPOSER_TAB 4 /* cells */

enum change_kind { CHANGE_OTHER, CHANGE_TYPED, CHANGE_ERASED };
struct composer_change {
	size_t at, cursor;	  /* where; where the cursor was before */
	char *removed, *inserted; /* (owned) */
	size_t removed_len, inserted_len;
	enum change_kind kind;
};
struct composer_undo {
	struct composer_change *list; /* (owned) oldest first */
	size_t count, cap;
	size_t done;  /* of them; the rest were taken back */
	size_t bytes; /* of all their texts */
	bool closed;  /* the next change is one of its own */
};
struct composer_paste {
	char *text; /* (owned) NULL: free */
	size_t len;
	char *label; /* (owned) "[pasted 214 lines]" */
	int cells;
};

struct composer {
	struct buf text;
	size_t at;	  /* the cursor, in bytes */
	unsigned version; /* grows with every change of the text */
	struct composer_undo undo;
	struct composer_paste pastes[COMPOSER_PASTES];
	char *kills[COMPOSER_KILLS];	/* (owned) the newest first: what Ctrl-Y brings back */
	bool killing;			/* the last action cut: the next cut is added to it */
	size_t yanked, yanked_from;	/* which kill the last action brought back, from 1; where */
	int goal;			/* the column Up and Down keep, -1: the cursor's */
	struct prompt_history *history; /* (borrowed) or NULL */
	size_t recalled;		/* entries back in history; 0: the draft */
	char *draft;			/* (owned) what was typed before going back */
	size_t draft_at;
	int cells; /* the width rows were last made for: Up and Down go by rows */
};
/* An empty composer; history is borrowed, NULL: none. composer_free frees what it holds, after which it
 * is to be initialised again. */
void composer_init(struct composer *c, struct prompt_history *history);
void composer_free(struct composer *c);
/* Returns the text as it is seen, where pastes are marks; borrowed until the next change. */
const char *composer_text(const struct composer *c);
/* The text as it is sent, pastes and all, which the caller frees; and its bytes. Where each paste stands in it is
 * added to pasted (NULL: it is not wanted) as [at, bytes]. */
char *composer_whole(const struct composer *c, json_t *pasted);
size_t composer_size(const struct composer *c);
bool composer_empty(const struct composer *c);
/* Another text, sanitised, with the cursor at its end (clear: none); nothing before it can be taken back. */
void composer_set(struct composer *c, const char *text);
void composer_clear(struct composer *c);
/* Replaces bytes from..to, or all, as one change that can be taken back. */
void composer_replace_range(
    struct composer *c, size_t from, size_t to, const char *text, size_t len);
void composer_replace_all(struct composer *c, const char *text, size_t len);
/* Words of a keyboard: typed in a row they are taken back word by word. False: it is full, and nothing
 * was added. */
bool composer_insert(struct composer *c, const char *text, size_t len);
struct paste_limits {
	size_t lines, bytes; /* 0: none */
};
/* Inserts a paste, which from this many lines or bytes on becomes a mark. False: it is full, and nothing was
 * added. */
bool composer_paste(
    struct composer *c, const char *text, size_t len, const struct paste_limits *limits);
/* Puts its text in the place of the mark at the cursor, behind or before it. False: there is none. */
bool composer_unfold(struct composer *c);
/* The paste whose mark stands at a byte, or at the cursor, behind or before it, whose byte *at becomes.
 * Borrowed until the next change; NULL: there is none. */
const struct composer_paste *composer_mark(const struct composer *c, size_t at);
const struct composer_paste *composer_mark_here(const struct composer *c, size_t *at);

/* The editing actions by the names config/keys.yaml uses. */
struct composer_action {
	const char *name;
	bool (*run)(struct composer *c); /* false: nothing to do there */
	const char *help;
	bool kills;
	/* Instead of run: where it leads from a place, to go to or to cut to; big: a word is all that is no blank. */
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
	size_t at;	  /* the cursor then */
	int cells;
};
/* Makes the soft-wrapped rows of at most `cells`, and the place of the cursor, unless they are the same.
 * Freed by composer_rows_free. */
void composer_layout(struct composer *c, int cells, struct composer_rows *out);
void composer_rows_free(struct composer_rows *r);

#endif
