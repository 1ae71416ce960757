/* SPDX-License-Identifier: MIT
 * Questions as they are shown, and which keys a card takes. Pure, with the clock as a parameter: a
 * letter of a sentence that was being typed never answers a question.
 */
#ifndef UI_VIEW_CARD_CARD_H
#define UI_VIEW_CARD_CARD_H

#include "session/event/event_data.h"
#include "ui/model/model.h"
#include "ui/view/lines.h"

struct plan_estimate;
struct card_moment { /* times are monotonic milliseconds */
	int64_t now;
	int64_t last_key; /* when the last key came, before this one */
	int64_t drawn;	  /* since when the card's last row is on the screen; 0: it is not */
	int quiet_ms, destructive_quiet_ms;
	bool input_empty;
	bool focused; /* Alt-A moved to it */
	bool seen;    /* the last row of what is asked has been on the screen */
	bool beside;  /* nothing waits for the answer: letters are a prompt unless it is focused */
};

enum card_result {
	CARD_NOT_TAKEN,	  /* the key goes where it would go without a card */
	CARD_ANSWER,	  /* *choice says what; push it */
	CARD_EDIT,	  /* put card_call_text in the composer */
	CARD_WHY,	  /* ask for words in the composer, then answer *choice with them */
	CARD_LOOK,	  /* show the diff, or if there is none answer *choice */
	CARD_TYPE,	  /* the key begins an answer in words */
	CARD_UNREAD,	  /* a yes before the end was shown: only say so */
	CARD_NOT_OFFERED, /* a letter that is not offered: only say so */
};
/* Returns what a key does on the card of an open question. *choice, set where something is chosen,
 * is borrowed from the card, or constant. */
enum card_result card_key(
    const struct block *card, const struct card_moment *at, unsigned key, const char **choice);
/* Whether the card takes keys at all at that moment. */
bool card_listens(const struct block *card, const struct card_moment *at);

/* Returns what would run: a command line as it is, else the arguments as JSON. Sanitised; caller
 * frees. */
char *card_call_text(const struct event_question *q);
/* Returns the arguments that the edited text stands for. New reference; NULL: e says what is wrong.
 */
json_t *card_arguments(const struct event_question *q, const char *text, struct error *e);

enum card_answer { /* how it is answered */
	CARD_BY_KEY,
	CARD_BY_LINE,	/* by a letter, a number or words, and Enter */
	CARD_ELSEWHERE, /* not here: the card shows only what is offered */
};
struct card_view { /* all (borrowed) */
	int cells;
	bool ascii, listens;
	bool diff;	    /* shows all that a command that was tried would write */
	const char *margin; /* before each row */
	enum card_answer answer;
	const char *shown;		      /* the row above, which names the call; or NULL */
	const struct plan_estimate *estimate; /* of the plan that is proposed, or NULL */
};
/* Appends the rows below the question's own text; the others append parts of them: what is asked about,
 * where it would run and why, the keys or words that answer. */
void card_lines(const struct event_question *q, const struct card_view *v, struct lines *out);
void card_middle_lines(
    const struct event_question *q, const struct card_view *v, struct lines *out);
void card_where_lines(const struct event_question *q, const struct card_view *v, struct lines *out);
void card_key_lines(const struct event_question *q, const struct card_view *v, struct lines *out);
/* Appends the keys as one row, with words for those that say yes or no. */
void card_brief_line(const struct event_question *q, const struct card_view *v, struct lines *out);

#endif
