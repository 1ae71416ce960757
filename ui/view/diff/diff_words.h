/* What differs between a line and the one that replaced it, by words. */
#ifndef UI_VIEW_DIFF_DIFF_WORDS_H
#define UI_VIEW_DIFF_DIFF_WORDS_H

#include "ui/view/lines.h"

#define DIFF_RANGES 64 /* of a line, further ones are not marked */

struct word_diff {
	struct range old[DIFF_RANGES], new[DIFF_RANGES];
	size_t old_count, new_count;
};
/* Compares two lines. False: they have too little in common, or are too long, for marks to mean
 * something. *budget is how much may still be compared, and is made less. */
bool diff_words(
    struct word_diff *d, const char *a, size_t a_len, const char *b, size_t b_len, long *budget);

#endif
