/* SPDX-License-Identifier: MIT
 * Finds commands, keys and settings by what they are for: each word that is typed has to begin a word of the
 * row, or stand within one, or mean one by config/synonyms.yaml. Letters that are merely scattered over a
 * row find nothing.
 */
#ifndef UI_INPUT_MEANING_H
#define UI_INPUT_MEANING_H

/* Returns how well a row fits, by its text and what stands beside it (detail; may be NULL). Places
 * count: the beginning of the text more than of a word, that more than the middle of one, its own
 * words more than those meant. 0: it does not fit. A blank pattern fits everything with 1. */
int meaning_score(const char *typed, const char *text, const char *detail);

#endif
