/*
 * What a turn's commands came to, to hold its answer against: a command that failed after the last change and
 * that the answer does not admit, and a claim that tests or a build pass where nothing ran that could show it.
 */
#ifndef AGENT_CLAIMS_H
#define AGENT_CLAIMS_H

#include <jansson.h>
#include <stdbool.h>

struct turn_claims {  /* of a turn; a zeroed one is empty */
	json_t *runs; /* (owned) [{command, exit, said}] since the last change; NULL: none */
	bool changed; /* a file was */
	bool told;    /* the model was told of a command that failed */
};
void claims_free(struct turn_claims *c);   /* what it holds */
void claims_change(struct turn_claims *c); /* what ran before it shows nothing any more */
/* said: what the command printed; its end is kept. */
void claims_run(struct turn_claims *c, const char *command, int exit, const char *said);
/* Returns the last command that fails and that the answer does not admit; NULL: there is none.
 * Borrowed: an item of runs. rules: last_words.yaml. */
const json_t *claims_failure(const struct turn_claims *c, const json_t *rules, const char *answer);
/* Says in one line what of the answer is not verified; NULL: all of it is, or it claims nothing. Owned. */
char *claims_unverified(const struct turn_claims *c, const json_t *rules, const char *answer);

#endif
