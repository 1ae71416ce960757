/* SPDX-License-Identifier: MIT
 * Evidence that an answer names: "[obs 41]" is the result that the model was sent under this number. It holds if there
 * is such a result, its file (of a command: any file that needs a check) was not changed after it, and the command
 * did not fail, unless the words around the mark say so.
 */
#ifndef AGENT_STATE_ANSWER_EVIDENCE_H
#define AGENT_STATE_ANSWER_EVIDENCE_H

#include <jansson.h>

struct agent;

/* Returns [{mark, why}] of the marks that do not hold, in the order of the answer, each once; NULL if all hold. New
 * reference. rules: last_words.yaml. */
json_t *evidence_untrue(struct agent *a, const json_t *rules, const char *answer);

/* Returns the result that the model is shown under this number, or NULL. Borrowed from items. */
const json_t *evidence_numbered(const json_t *items, int64_t number);
/* Returns the arguments of the call that gave this result, one of items; {} if they are unknown. New reference. */
json_t *evidence_arguments(const json_t *items, const json_t *result);

#endif
