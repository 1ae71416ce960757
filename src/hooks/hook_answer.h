/* SPDX-License-Identifier: MIT
 * What a hook says by its exit status and what it printed, and what several say together.
 */
#ifndef HOOKS_HOOK_ANSWER_H
#define HOOKS_HOOK_ANSWER_H

#include "hooks/hooks.h"

/* The strongest counts: the last one. */
enum hook_decision { HOOK_NONE, HOOK_ALLOW, HOOK_ASK, HOOK_DEFER, HOOK_DENY };

struct hook_answer { /* of one, or of several; all (owned), NULL: not said */
	enum hook_decision decision;
	char *reason;
	json_t *input; /* the call's new arguments, in the words of `form` */
	bool merge;    /* they are put over the old ones, not in their place */
	enum hook_form form;
	char *context; /* for the model */
	char *output;  /* in the place of the result's text */
	char *message; /* for the user */
	char *halt;    /* why the turn is to end */
	char *failed;  /* why nothing of it counts; of several: one failed */
};
struct hook_end {
	int status; /* exit status; 128 + signal */
	bool timed_out;
	const char *out, *err; /* (borrowed) as it came */
};

/* Fills *a, which is overwritten. */
void hook_answer_read(
    const struct user_hook *hook, const struct hook_end *end, struct hook_answer *a);
/* Puts one answer to those before it: the strongest decision with its reason, the last arguments and output, all
 * contexts. What one says as well as another allows is not allowed where one of them failed. */
void hook_answer_add(struct hook_answer *all, const struct hook_answer *one);
/* Where it failed, a hook that is to refuse then does; refuse: each one that can. */
void hook_answer_close(const struct user_hook *hook, bool refuse, struct hook_answer *a);
void hook_words_join(char **all, const char *one);	     /* as a line more; one may be NULL */
void hook_answer_free(struct hook_answer *a);		     /* what it holds */
const char *hook_decision_name(enum hook_decision decision); /* static; NULL: HOOK_NONE */

#endif
