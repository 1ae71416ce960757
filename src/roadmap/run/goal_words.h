/* SPDX-License-Identifier: MIT
 * What a person says of time in a goal or a wish: "by June", "before 15 March 2027", "in 6 weeks",
 * "3 hours a week". The patterns are rows of config/goal_words.yaml; what none of them finds is left
 * to the model, or to a question.
 */
#ifndef ROADMAP_RUN_GOAL_WORDS_H
#define ROADMAP_RUN_GOAL_WORDS_H

#include <jansson.h>
#include <stdint.h>

/* Puts a deadline ("2027-05-31") and a profile {max_per_day or max_per_week} into the context where
 * the text says them, over what is there. today: days since 1970, from which on a date without a year
 * is looked for. Nothing is put where the user's own table of patterns cannot be read. */
void goal_words_read(const char *text, int64_t today, json_t *context);

/* Returns the goal up to its first comma, semicolon or line end: "learn to swim by June" of "learn
 * to swim by June, 3 hours a week". Owned by the caller. */
char *goal_subject(const char *goal);
/* An id that people can read, "run-a-half-marathon-4KJ2": words of the subject, and a suffix that
 * keeps it apart from others. Owned by the caller. */
char *goal_id(const char *goal, const char *suffix);

#endif
