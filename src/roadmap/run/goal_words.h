/* SPDX-License-Identifier: MIT
 * What a person says of time in a goal or a wish: "by June", "before 15 March 2027", "in 6 weeks",
 * "by next summer", "3 hours a week", "120 hours", "two people". The patterns are rows of config/goal_words.yaml; what none of them finds is left
 * to the model, or to a question.
 */
#ifndef ROADMAP_RUN_GOAL_WORDS_H
#define ROADMAP_RUN_GOAL_WORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Puts what the text says into the context (contract `context`), over what is there: deadline, effort, resources,
 * hours, the limits of the profile, facts. today: days since 1970, from which on a date without a year is looked
 * for. whole: the text is the goal itself, so that what looks like a date or an amount and is not understood is
 * named, and what is usual for such a goal is put beside what it says. Nothing is put where the user's own table
 * of patterns cannot be read. */
void goal_words_read(const char *text, int64_t today, bool whole, json_t *context);

/* Adds what was asked and answered to the facts of a context, which has at most a hundred; a newer answer takes
 * the place of the one before. */
void planning_fact_add(json_t *context, const char *question, const char *answer);

/* Returns the goal up to its first comma, semicolon or line end: "learn to swim by June" of "learn
 * to swim by June, 3 hours a week". Owned by the caller. */
char *goal_subject(const char *goal);
/* An id that people can read, "run-a-half-marathon-4KJ2": words of the subject, and a suffix that
 * keeps it apart from others. Owned by the caller. */
char *goal_id(const char *goal, const char *suffix);

#endif
