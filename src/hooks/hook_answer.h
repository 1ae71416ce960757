/* SPDX-License-Identifier: MIT
 * What a hook says by its exit status and what it printed, and what several say together.
 */
#ifndef HOOKS_HOOK_ANSWER_H
#define HOOKS_HOOK_ANSWER_H

#include "hooks/hooks.h"

/* From the weakest to the strongest; of several decisions the strongest counts. */
enum hook_decision { HOOK_NONE, HOOK_ALLOW, HOOK_ASK, HOOK_DEFER, HOOK_DENY };

struct hook_answer { /* of one, or of several; all (owned), NULL: not said */
	enum hook_decision decision;
	char *reason;
	json_t *input; /* the call's new arguments, in the dialect of `form` */
	bool merge;    /* input is merged into the old arguments; else it replaces them */
	enum hook_form form;
	char *context; /* for the model */
	char *output;  /* replaces the result's text */
	char *message; /* for the user */
	char *halt;    /* why the turn is to end */
	/* why it failed, so nothing of it counts; of several: why the last one failed */
	char *failed;
};
struct hook_end {
	int status; /* exit status; 128 + signal */
	bool timed_out;
	const char *out, *err; /* (borrowed) as it came */
};

/* Reads a hook's answer into *a, which is overwritten; free with hook_answer_free. */
void hook_answer_read(
    const struct user_hook *hook, const struct hook_end *end, struct hook_answer *a);
/* Adds one answer to those before it: the strongest decision with its reason, the last arguments
 * and output, and all contexts count. If one of them failed, an allow of another does not count. */
void hook_answer_add(struct hook_answer *all, const struct hook_answer *one);
/* Makes a failure a refusal, if the event can be refused and the hook's onFailure is block, or
 * refuse is true. */
void hook_answer_close(const struct user_hook *hook, bool refuse, struct hook_answer *a);
void hook_words_join(char **all, const char *one); /* appends `one` as a line; NULL: nothing */
void hook_answer_free(struct hook_answer *a);	   /* frees what it holds */
const char *hook_decision_name(enum hook_decision decision); /* static; NULL for HOOK_NONE */

#endif
