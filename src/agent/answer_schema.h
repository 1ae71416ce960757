/*
 * An answer that is to be JSON which a schema holds (--output-schema). The model is told of the schema
 * with the prompt; what it answers is checked here, and sent back with what is wrong with it. Such a
 * request offers no tools and asks for the answer in the server's own form of structured output, where
 * it has one.
 */
#ifndef AGENT_ANSWER_SCHEMA_H
#define AGENT_ANSWER_SCHEMA_H

#include <jansson.h>
#include "llm/context.h"

struct turn;
struct completed;
struct turn_schema {
	struct answer_wanted wanted;
	bool asked;   /* the next request is for the answer alone */
	int attempts; /* how often it was sent back */
};
void answer_schema_tell(struct turn *t); /* after the prompt */
/* For a request: what its answer is to be; NULL: words. */
const struct answer_wanted *answer_schema_wanted(struct turn *t);
/* The server refused that form of answer: another one is asked for now. */
bool answer_schema_refused(struct turn *t, const struct completed *c);
/* The answer is what it is to be (always without a schema); what is around the JSON is off then. False: it
 * was sent back, or the turn has failed. */
bool answer_schema_holds(struct turn *t, char **answer);
/* The same where nothing more can be asked: anything else is no answer, *answer NULL. */
void answer_schema_keep(struct turn *t, char **answer);

#endif
