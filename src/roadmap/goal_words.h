/*
 * What a person says of time in a goal or a wish: "by June", "before 15 March 2027", "in 6 weeks",
 * "3 hours a week". The patterns are rows of config/goal_words.yaml; what none of them finds is left
 * to the model, or to a question.
 */
#ifndef ROADMAP_GOAL_WORDS_H
#define ROADMAP_GOAL_WORDS_H

#include <jansson.h>
#include <stdint.h>

/* Puts deadline ("2027-05-31") and profile {max_per_day, max_per_week} into a context where the text
 * says them, over what is there. today: days since 1970, from which a date without a year is looked for. */
void goal_words_read(const char *text, int64_t today, json_t *context);

/* "learn to swim 1 km by June" of "learn to swim 1 km by June, 3 hours a week"; owned. */
char *goal_subject(const char *goal);
/* "run-a-half-marathon-4KJ2": an id that can be read, with a suffix that keeps it apart from others; owned. */
char *goal_id(const char *goal, const char *suffix);

#endif
