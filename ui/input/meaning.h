/* SPDX-License-Identifier: MIT
 * Finds commands, keys and settings by what they are for: each word typed has to begin a word of
 * the row, or stand within one, or have one as a synonym in config/synonyms.yaml. Letters that are
 * merely scattered over a row find nothing.
 */
#ifndef UI_INPUT_MEANING_H
#define UI_INPUT_MEANING_H

/* Returns how well a row fits, by its text and its detail (may be NULL); 0: not. The beginning of
 * the text counts more than that of another word, that more than the middle of a word, words typed
 * more than synonyms. A blank pattern fits everything with 1. */
int meaning_score(const char *typed, const char *text, const char *detail);

#endif
