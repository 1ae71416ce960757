/* SPDX-License-Identifier: MIT
 * The strategy of a turn: approach and success criteria, as strategist.c finds them. A criterion may carry a check the
 * program runs itself; what it knows of each criterion is its state, with the evidence.
 */
#ifndef AGENT_STATE_STRATEGY_H
#define AGENT_STATE_STRATEGY_H

#include <jansson.h>
#include "base/core/buf.h"

enum check_kind { CHECKED_BY_NOBODY, CHECKED_BY_COMMAND, CHECKED_BY_FILE, CHECKED_BY_QUESTION };
enum met { MET_UNKNOWN, MET_YES, MET_NO };
struct criterion {
	char *id, *text; /* (owned) */
	enum check_kind check;
	char *subject; /* (owned) the command, the file, the question; NULL without a check */
	char *pattern; /* (owned) of the output, or of the file's text; NULL: none */
	int exit;
	bool own;	    /* the user added or mended it: no new strategy takes it away */
	enum met met, told; /* told: what the last event said */
	enum met shown;	    /* what the model was shown last */
	char *evidence;	    /* (owned) one line: "exit 2 · 1 of 41 failed"; NULL */
	char *output;	    /* (owned) more of it, for the model; NULL */
	int64_t at_write;   /* the last write when it was judged */
	int at_calls;	    /* and how many calls the turn had made */
};
struct strategy {
	char *approach, *complexity; /* (owned) NULL: there is no strategy */
	struct criterion *criteria;
	size_t count;
	json_t *tools; /* (owned) names of those it will need */
	/* (owned) texts of criteria that the user struck, which do not come back; NULL: none */
	json_t *struck;
	bool unjudged; /* an evaluator was to judge the answer and gave no verdict */
};
void strategy_free(struct strategy *s); /* what it holds */

/* Loads a strategy from JSON that fits config/schemas/strategy.json. */
void strategy_load(struct strategy *s, const json_t *value);
/* Takes a new plan for the same work: the criteria there are stay as they are, whatever it says of them;
 * what it says besides comes to them. */
void strategy_extend(struct strategy *s, const json_t *value);
/* A criterion with the words of one of `before` is that one, with its check and what is known of it:
 * it is moved. */
void strategy_carry(struct strategy *s, struct strategy *before);
/* Adds the user's own criteria, not what is known of them, and what the user struck. */
void strategy_keep_own(struct strategy *s, const struct strategy *before);
/* Carries out words of the user: "add TEXT", "mend N TEXT", "strike N". N is an id or a number from 1; a command in
 * backticks at the end of a text is the check. What mend does not say stays. Returns what was done in words, owned;
 * NULL: there is no such criterion, no room for one, or no such word. */
char *strategy_edit(struct strategy *s, const char *words);
/* Returns the data of a strategy event, new reference. rounds: most of them. why: NULL, or why it is another now. */
json_t *strategy_event(const struct strategy *s, int rounds, const char *why);
/* Returns {id, text, met?, own?, check?}, and the list of all; new references. */
json_t *criterion_json(const struct criterion *c);
json_t *strategy_criteria(const struct strategy *s);
/* Returns what the criteria that run will run or look at, new reference; NULL: nothing. */
json_t *criteria_checks(const struct strategy *s);
json_t *criteria_state(const struct strategy *s); /* [{id, text, met, evidence}] */
void criterion_judge(struct criterion *c, enum met met, const char *evidence);
bool criterion_runs(const struct criterion *c); /* the program can check it itself */
/* Whether the criterion is neither met nor unmet: its check could not run (not allowed, no such
 * command, not readable), or nobody gave a verdict about it. */
bool criterion_unverified(const struct strategy *s, const struct criterion *c);
enum whose { BY_ALL, BY_CHECKS /* that run */, BY_EVALUATOR };
size_t criteria_unmet(const struct strategy *s, enum whose whose, struct buf *names /* or NULL */);
size_t criteria_unverified(const struct strategy *s, struct buf *names /* or NULL */);
/* Writes the strategy by the prompt of that name: strategy_tail is the block for the agent,
 * strategy_shown what other roles are shown. steps: short forms of those past, NULL: they are not
 * named. */
void strategy_context(const struct strategy *s, const char *form, const json_t *steps,
    size_t max_bytes, struct buf *out);
/* The criteria whose state is another than the model was shown; nothing when there are none. */
void strategy_news(const struct strategy *s, struct buf *out);
void strategy_shown(struct strategy *s); /* all of it was */

#endif
