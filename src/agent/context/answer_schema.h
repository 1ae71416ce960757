/* SPDX-License-Identifier: MIT
 * An answer that must be JSON valid by a schema (--output-schema). The model is told the schema with the
 * prompt; its answer is checked here, and sent back with what is wrong with it. The request for a repair
 * offers no tools and asks for the answer in the server's own form of structured output, where it has one.
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
	int attempts; /* how many answers were checked */
};
/* Tells the model the schema, after the prompt; does nothing without a schema. */
void answer_schema_tell(struct turn *t);
/* Returns the form in which the next request asks for its answer; borrowed from the turn. NULL: there is
 * no schema, or the request offers tools. */
const struct answer_wanted *answer_schema_wanted(struct turn *t);
/* Whether the server refused that form of answer; the next request asks for another one then. */
bool answer_schema_refused(struct turn *t, const struct completed *c);
/* Checks an answer. True: it is valid, and *answer is replaced by the JSON in it (by nothing else without
 * a schema). False: it was freed, *answer is NULL, and it was sent back or the turn has failed. */
bool answer_schema_holds(struct turn *t, char **answer);
/* Checks an answer after which nothing more can be asked: if it is not valid, it is freed and *answer
 * becomes NULL. */
void answer_schema_keep(struct turn *t, char **answer);

#endif
