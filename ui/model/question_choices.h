/* SPDX-License-Identifier: MIT
 * What a question offers, in one table: the choice that the answer names, the key that gives it on
 * a card, the letter that gives it at the start of a line, and its words. A kind without rows (ask_user,
 * branch) is answered by one of its options or in words.
 */
#ifndef UI_MODEL_QUESTION_CHOICES_H
#define UI_MODEL_QUESTION_CHOICES_H

#include <stdbool.h>
#include "base/core/buf.h"
#include "session/event/event_data.h"

enum choice_needs {
	CHOICE_ALONE,
	CHOICE_CALL,   /* the call as the user edited it */
	CHOICE_REASON, /* the user's words */
	CHOICE_LOOK,   /* it answers nothing: what would change is shown, or found out first */
};
enum choice_scope { CHOICE_NO_SCOPE, CHOICE_PREFIX, CHOICE_FOLDER };
struct question_choice {
	const char *kind;   /* of the question */
	const char *choice; /* of the answer */
	enum choice_needs needs;
	bool optional; /* offered only when the question's options name it */
	bool focused; /* its key counts only after Alt-A: the card may stand open beside a prompt */
	unsigned key;
	const char *key_name;
	const char *words;	/* what it means */
	char letter;		/* 0: not offered to be typed */
	const char *line_words; /* NULL: words */
	const char *told;	/* how the answer is named later; NULL: as choice */
	/* how far it reaches: what of the question is appended to the words */
	enum choice_scope scope;
	bool widens;  /* it allows more than this call: offered only if the question names it */
	bool refuses; /* nothing is done then: it may be chosen before all was read */
};
extern const struct question_choice question_choices[]; /* ends with a NULL kind */

/* question_is: whether a question is of this kind. question_is_free: whether its kind has no rows,
 * so that it is answered by an option or in words. */
bool question_is(const struct event_question *q, const char *kind);
bool question_is_free(const struct event_question *q);
/* Whether the question offers this choice. */
bool question_offers(const struct event_question *q, const struct question_choice *row);
/* Returns what a key chooses besides the keys of the rows: a number the row in that place, y the
 * first that is given alone and does not refuse, n the first that does. NULL: nothing. */
const struct question_choice *question_choice_of(const struct event_question *q, unsigned key);
/* Appends what a choice means: "always make …", "edits in src/"; line: by line_words. */
void question_choice_words(const struct event_question *q, const struct question_choice *row,
    bool line, bool ascii, struct buf *out);
/* Returns how a choice is named afterwards; constant, or choice itself. */
const char *question_told(const char *choice);

#endif
