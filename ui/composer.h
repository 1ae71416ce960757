/*
 * The input as a value: text, cursor, what was cut, history. No terminal: keys arrive as actions,
 * the screen reads rows and the place of the cursor. Text is valid UTF-8 without controls but \n
 * and \t; the cursor stands between characters (with their marks).
 */
#ifndef UI_COMPOSER_H
#define UI_COMPOSER_H

#include "base/buf.h"
#include "ui/history.h"

#define COMPOSER_MAX ((size_t)4 << 20)

struct composer {
	struct buf text;
	size_t at;		 /* the cursor, in bytes */
	struct buf killed;	 /* what Ctrl-Y brings back */
	bool killing;		 /* the last action cut, the next cut is added to it */
	int goal;		 /* the column Up and Down keep, -1: the cursor's */
	struct history *history; /* (borrowed) or NULL */
	size_t recalled;	 /* entries back in history; 0: the draft */
	char *draft;		 /* (owned) what was typed before going back */
	int cells;		 /* the width rows were last made for: Up and Down go by rows */
};
void composer_init(struct composer *c, struct history *history);
void composer_free(struct composer *c);
const char *composer_text(const struct composer *c);
bool composer_empty(const struct composer *c);
void composer_clear(struct composer *c);
void composer_set(struct composer *c, const char *text);		/* the cursor at its end */
bool composer_insert(struct composer *c, const char *text, size_t len); /* false: it is full */

/* The editing actions by the names config/keys.yaml uses. */
struct composer_action {
	const char *name;
	bool (*run)(struct composer *c); /* false: nothing to do there */
	const char *help;
	bool kills;
};
extern const struct composer_action composer_actions[]; /* ends with a NULL name */
bool composer_do(struct composer *c, const struct composer_action *action);
const struct composer_action *composer_find(const char *name);

/* Soft-wrapped rows of at most `cells`; the row and column of the cursor. */
struct row {
	size_t from, to; /* bytes of the text, without the line break */
};
struct composer_rows {
	struct row *row; /* (owned) at least one */
	size_t count, cap;
	size_t cursor_row;
	int cursor_column;
};
void composer_layout(struct composer *c, int cells, struct composer_rows *out);
void composer_rows_free(struct composer_rows *r);

#endif
