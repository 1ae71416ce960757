/* SPDX-License-Identifier: MIT
 * Evidence that an answer names: "[obs 41]" is the result that stands under this number in what the model was sent.
 * It holds where there is such a result, nothing it is about was changed after it, and the command did not fail,
 * unless the words around it say so.
 */
#ifndef AGENT_STATE_ANSWER_EVIDENCE_H
#define AGENT_STATE_ANSWER_EVIDENCE_H

#include <jansson.h>

struct agent;

/* [{mark, why}] of what does not hold, in the order of the answer, each mark once; NULL: all of it holds. New
 * reference. rules: last_words.yaml. */
json_t *evidence_untrue(struct agent *a, const json_t *rules, const char *answer);

/* The result that the model is shown under this number; NULL: there is none. Borrowed from items. */
const json_t *evidence_numbered(const json_t *items, int64_t number);
/* What the call of a result, which is one of items, was given. New reference; an empty object: nothing is known. */
json_t *evidence_arguments(const json_t *items, const json_t *result);

#endif
