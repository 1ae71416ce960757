/* SPDX-License-Identifier: MIT
 * Joins two answers into one, and finds an announcement at the end of an answer. Pure.
 */
#ifndef AGENT_TURN_ANSWER_WORDS_H
#define AGENT_TURN_ANSWER_WORDS_H

#include <jansson.h>
#include <stddef.h>

/* Returns both answers, the first one first; the next one alone if it repeats the first. Caller frees. NULL
 * or a blank text is no answer; without any: "". */
char *answer_join(const char *first, const char *next);
/* Returns the bytes before the last sentence of a text that announces a step instead of taking it ("Now I
 * will run the tests.", "Here is the change:"), else the whole length. rules: last_words.yaml. */
size_t answer_before_announcement(const json_t *rules, const char *text);

#endif
