/* SPDX-License-Identifier: MIT
 * What a turn's commands came to, to hold its answer against: a command that failed after the last change and
 * that the answer does not admit, and a claim that tests or a build pass where nothing ran that could show it.
 */
#ifndef AGENT_CLAIMS_H
#define AGENT_CLAIMS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct turn_claims { /* of a turn; a zeroed one is empty */
	/* (owned) [{call, command, exit, said, open, timed_out}] since the last change; NULL: none */
	json_t *runs;
	bool changed;  /* a file that needs a check was */
	bool told;     /* the model was told, once, what of its answer no command bears out */
	bool asked;    /* the next reply is to say that it is so */
	bool admitted; /* one did; until another command runs */
};
/* Describes a command that ran: its call's id, its line, what its result told of it (exit or signal, running, timed_out)
 * and what it printed, of which the end is kept. New reference. */
json_t *claims_run(const char *call, const char *command, const json_t *data, const char *said);
void claims_free(struct turn_claims *c);   /* what it holds */
void claims_change(struct turn_claims *c); /* what ran before it shows nothing any more */
/* Notes a command that ran; one in the background is told again when it is over: of the same call it takes the place of the
 * first, which must be there. Both steal run. */
void claims_ran(struct turn_claims *c, json_t *run);
void claims_over(struct turn_claims *c, json_t *run);
/* Takes the reply to a note about the answer, where one was asked for and nothing ran since: it says that it is so
 * by naming the result, or in words that do not claim the contrary. rules: last_words.yaml. */
void claims_hear(struct turn_claims *c, const json_t *rules, const char *reply);
/* Says in one line what of the answer is not verified; NULL: all of it is, or it claims nothing. Owned. *failed: the
 * command that failed and that the answer does not admit, an item of runs; NULL: it is another reason. */
char *claims_unverified(
    const struct turn_claims *c, const json_t *rules, const char *answer, const json_t **failed);
/* Says in one line how a run failed, "`make test` exited 2 when it last ran"; NULL: it did not. Owned. */
char *claims_run_failed(const json_t *rules, const json_t *run);
/* Whether the words around this byte admit that the run failed. */
bool claims_admitted_at(const json_t *rules, const json_t *run, const char *answer, size_t at);

/* Whether a sentence of the text ends before this byte. */
bool sentence_ends(const char *text, size_t at);

#endif
