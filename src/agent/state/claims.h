/* SPDX-License-Identifier: MIT
 * Compares a turn's answer with what its commands did. Finds a command that failed after the last change and that the
 * answer does not admit, and a claim that tests or a build pass although nothing ran that could show it.
 */
#ifndef AGENT_STATE_CLAIMS_H
#define AGENT_STATE_CLAIMS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct turn_claims { /* of a turn; a zeroed one is empty */
	/* (owned) [{call, command, exit, said, open, timed_out}] since the last change; NULL: none */
	json_t *runs;
	bool changed;  /* a file that needs a check was changed */
	bool told;     /* the model was told (once) which claim of its answer no command supports */
	bool asked;    /* the model was asked to admit it in its next reply */
	bool admitted; /* a reply admitted it; false again after another command or change */
};
/* Describes a command that ran: its call's id, the command, data of its result (exit or signal, running, timed_out),
 * and what it printed, of which the end is kept. New reference. */
json_t *claims_run(const char *call, const char *command, const json_t *data, const char *said);
void claims_free(struct turn_claims *c);   /* frees what it holds */
void claims_change(struct turn_claims *c); /* a file changed: forgets the commands before */
/* claims_ran notes a command that ran, or went to the background. claims_over notes that one in the background ended:
 * it replaces the open entry of the same call; if there is none, nothing is noted. Both steal run. */
void claims_ran(struct turn_claims *c, json_t *run);
void claims_over(struct turn_claims *c, json_t *run);
/* Takes a reply. If the model was asked to admit a failure and ran nothing since, sets admitted if the reply does so:
 * it names a result or speaks of a failure, and does not claim the contrary. rules: last_words.yaml. */
void claims_hear(struct turn_claims *c, const json_t *rules, const char *reply);
/* Returns in one line what of the answer is not verified, or NULL; caller frees. *failed: the failed command that the
 * answer does not admit, an item of runs (borrowed), or NULL if the reason is another. */
char *claims_unverified(
    const struct turn_claims *c, const json_t *rules, const char *answer, const json_t **failed);
/* Returns in one line how a run failed, "`make test` exited 2 when it last ran"; NULL if it did not. Caller frees. */
char *claims_run_failed(const json_t *rules, const json_t *run);
/* Whether the sentence at this byte of the answer admits that the run failed. */
bool claims_admitted_at(const json_t *rules, const json_t *run, const char *answer, size_t at);

/* Whether a sentence of the text ends before this byte. */
bool sentence_ends(const char *text, size_t at);

#endif
