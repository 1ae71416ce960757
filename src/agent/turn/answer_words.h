/* SPDX-License-Identifier: MIT
 * What the words of an answer tell, and how two answers become one. Pure.
 */
#ifndef AGENT_ANSWER_WORDS_H
#define AGENT_ANSWER_WORDS_H

#include <jansson.h>
#include <stddef.h>

/* Both answers, the first one first; the next one alone where it says what the first one said. Owned. NULL
 * and a blank text are none; both none: "". */
char *answer_join(const char *first, const char *next);
/* A text that ends by announcing a step instead of taking it ("Now I will run the tests.", "Here is the
 * change:"): the bytes before that sentence. Else its whole length. rules: last_words.yaml. */
size_t answer_before_announcement(const json_t *rules, const char *text);

#endif
