/* SPDX-License-Identifier: MIT
 * An answer that is to be JSON which a schema holds (--output-schema). The model is told of the schema
 * with the prompt; what it answers is checked here, and sent back with what is wrong with it. Such a
 * request offers no tools and asks for the answer in the server's own form of structured output, where
 * it has one.
 */
#ifndef AGENT_CONTEXT_ANSWER_SCHEMA_H
#define AGENT_CONTEXT_ANSWER_SCHEMA_H

#include <jansson.h>
#include "llm/context.h"

struct turn;
struct completed;
struct turn_schema {
	struct answer_wanted wanted;
	bool asked;   /* the next request is for the answer alone */
	int attempts; /* how often an answer was held against it */
};
/* Tells the model of the schema, behind the prompt; does nothing where there is none. */
void answer_schema_tell(struct turn *t);
/* Returns what the answer to the next request is to be, borrowed from the turn. NULL: words. */
const struct answer_wanted *answer_schema_wanted(struct turn *t);
/* True: the server refused that form of answer, and another one is to be asked for. */
bool answer_schema_refused(struct turn *t, const struct completed *c);
/* True: the schema holds the answer (always without one), of which only the JSON is left. False: it was
 * sent back, or the turn has failed. *answer: owned, replaced. */
bool answer_schema_holds(struct turn *t, char **answer);
/* For an answer after which nothing more can be asked: one that the schema does not hold is none, and
 * *answer becomes NULL. */
void answer_schema_keep(struct turn *t, char **answer);

#endif
