/* SPDX-License-Identifier: MIT
 * One language of config/highlight.yaml as the highlighter reads it: language.c, highlight.c.
 */
#ifndef UI_VIEW_MARKDOWN_LANGUAGE_H
#define UI_VIEW_MARKDOWN_LANGUAGE_H

#include "ui/view/markdown/highlight.h"

#define LANGUAGE_PAIRS 4
#define LANGUAGE_PREFIXES 12

struct language {
	struct word_list {   /* sorted */
		char **list; /* (owned) */
		size_t count, longest;
	} names, words;
	char *line[LANGUAGE_PAIRS]; /* (owned) NULL behind the last, as in all lists here */
	char *open[LANGUAGE_PAIRS], *close[LANGUAGE_PAIRS];
	char *multi[LANGUAGE_PAIRS];
	char *strings, *chars, *letters, *raw, *more; /* (owned) sets of characters, "" */
	struct prefix {
		char *text;
		enum style style;
	} prefix[LANGUAGE_PREFIXES];
	bool keys, tags, fold;
};
/* Whether a word is in a list; fold: in any case of ASCII letters. */
bool word_known(const struct word_list *l, const char *s, size_t len, bool fold);
/* Returns the languages of the table, *count of them, read once; borrowed until highlight_forget.
 */
const struct language *languages(size_t *count);

#endif
