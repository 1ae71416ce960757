/* SPDX-License-Identifier: MIT
 * Finds what a goal or a wish says about time and people: "by June", "before 15 March 2027", "in 6
 * weeks", "by next summer", "3 hours a week", "120 hours", "two people". The patterns are rows of
 * config/goal_words.yaml; what none of them finds is left to the model, or to a question.
 */
#ifndef ROADMAP_RUN_GOAL_WORDS_H
#define ROADMAP_RUN_GOAL_WORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Puts what the text says into the context (contract `context`), over what is there: start, deadline,
 * effort, resources, hours, the limits of the profile, facts. today: days since 1970; a date without a
 * year is the first such day from then on. whole: the text is the goal itself: dates and amounts that are
 * not understood become a fact, and what is usual for such a goal is added where the goal says nothing.
 * Does nothing if the user's own table of patterns cannot be read. */
void goal_words_read(const char *text, int64_t today, bool whole, json_t *context);

/* Adds a question and its answer to the facts of a context, of which there are at most a hundred; a newer
 * answer replaces the older one. */
void planning_fact_add(json_t *context, const char *question, const char *answer);

/* Returns the goal up to its first comma, semicolon or line end: "learn to swim by June" of "learn
 * to swim by June, 3 hours a week". Owned by the caller. */
char *goal_subject(const char *goal);
/* Returns an id that people can read, "run-a-half-marathon-4KJ2": words of the goal's subject, and a
 * suffix that keeps it apart from others. Caller frees. */
char *goal_id(const char *goal, const char *suffix);

#endif
