/* SPDX-License-Identifier: MIT
 * The strategy of a turn: approach and success criteria, as the strategist (strategist.c) gives them. A criterion may
 * carry a check that the program runs itself. Its state is whether it is met, with the evidence.
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
	char *subject;	    /* (owned) the command, the file, the question; NULL without a check */
	char *pattern;	    /* (owned) that output or file must match; NULL: none */
	int exit;	    /* status that the command must exit with */
	bool own;	    /* the user added or mended it: no new strategy removes it */
	enum met met, told; /* told: as the last event has it */
	enum met shown;	    /* as the model was shown it last */
	char *evidence;	    /* (owned) one line: "exit 2 · 1 of 41 failed"; NULL: none */
	char *output;	    /* (owned) longer evidence, for the model; NULL: none */
	int64_t at_write;   /* seq of the last write when it was judged */
	int at_calls;	    /* calls of the turn when it was judged */
};
struct strategy {
	char *approach, *complexity; /* (owned) NULL: there is no strategy */
	struct criterion *criteria;  /* (owned) */
	size_t count;
	json_t *tools; /* (owned) names of the tools that the work needs */
	/* (owned) texts of criteria that the user struck, which do not come back; NULL: none */
	json_t *struck;
	bool unjudged; /* an evaluator was to judge the answer and gave no verdict */
};
void strategy_free(struct strategy *s); /* frees what it holds */

/* Replaces s by the strategy in JSON that fits config/schemas/strategy.json. */
void strategy_load(struct strategy *s, const json_t *value);
/* Takes a new strategy for the same work: replaces approach, complexity and tools, and adds its criteria to those of s,
 * which stay as they are. */
void strategy_extend(struct strategy *s, const json_t *value);
/* Swaps each criterion of s with one of `before` that has the same words, so that s has its check and state; the ids
 * stay. */
void strategy_carry(struct strategy *s, struct strategy *before);
/* Adds the user's own criteria of `before`, without their state, and the texts that the user struck. */
void strategy_keep_own(struct strategy *s, const struct strategy *before);
/* Carries out words of the user: "add TEXT", "mend N TEXT", "strike N". N is an id or a number from 1; a command in
 * backticks at the end of a text is the check. What mend does not say stays. Returns what was done in words, owned;
 * NULL: there is no such criterion, no room for one, or the words are none of these. */
char *strategy_edit(struct strategy *s, const char *words);
/* Returns the data of a strategy event, new reference. rounds: the limit of rounds. why: of a change, or NULL. */
json_t *strategy_event(const struct strategy *s, int rounds, const char *why);
/* Returns a criterion as {id, text, met?, own?, check?}, and the list of all; new references. */
json_t *criterion_json(const struct criterion *c);
json_t *strategy_criteria(const struct strategy *s);
/* Returns the commands and files that checks of criteria will run or read, new reference; NULL if there are none. */
json_t *criteria_checks(const struct strategy *s);
json_t *criteria_state(const struct strategy *s); /* [{id, text, met, evidence}], new reference */
void criterion_judge(struct criterion *c, enum met met, const char *evidence);
bool criterion_runs(const struct criterion *c); /* the program can check it itself */
/* Whether the criterion is neither met nor unmet: its check could not run (not allowed, no such
 * command, not readable), or nobody gave a verdict about it. */
bool criterion_unverified(const struct strategy *s, const struct criterion *c);
enum whose { BY_ALL, BY_CHECKS /* criterion_runs */, BY_EVALUATOR /* the others */ };
/* Return how many criteria are not met, and how many are unverified; a line for each is appended to names. */
size_t criteria_unmet(const struct strategy *s, enum whose whose, struct buf *names /* or NULL */);
size_t criteria_unverified(const struct strategy *s, struct buf *names /* or NULL */);
/* Appends the strategy by the prompt `form`: strategy/tail is the block for the agent, strategy/shown
 * what other roles are shown. steps: array of lines on past steps, NULL: none. Nothing without a strategy. */
void strategy_context(const struct strategy *s, const char *form, const json_t *steps,
    size_t max_bytes, struct buf *out);
/* Appends the criteria whose state is not the one the model was shown last; nothing if there are none. */
void strategy_news(const struct strategy *s, struct buf *out);
void strategy_shown(struct strategy *s); /* notes that the model was shown the current states */

#endif
