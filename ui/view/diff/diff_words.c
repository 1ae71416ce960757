/* The words of both lines, compared by the search of base/text/diff.h. */
#include "ui/view/diff/diff_words.h"

#include <string.h>
#include "base/text/diff.h"

#define WORDS 320 /* lines of more words are not compared */

struct words {
	const char *text;
	struct range list[WORDS];
	size_t count;
};

static bool of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

/* Splits a line into words: a run of letters or of spaces is one, and any other character is one
 * by itself. False: there are too many. */
static bool split_words(struct words *w, const char *s, size_t len)
{
	*w = (struct words){.text = s};
	for (size_t at = 0; at < len;) {
		size_t end = at + 1;
		while (end < len &&
		       ((of_word(s[at]) && of_word(s[end])) || (s[at] == ' ' && s[end] == ' ')))
			end++;
		if (w->count == WORDS)
			return false;
		w->list[w->count++] = (struct range){at, end};
		at = end;
	}
	return true;
}

static bool words_equal(const void *a, int i, const void *b, int k)
{
	const struct words *x = a, *y = b;
	const struct range *v = &x->list[i], *w = &y->list[k];

	return v->to - v->from == w->to - w->from &&
	       memcmp(x->text + v->from, y->text + w->from, v->to - v->from) == 0;
}

/* Adds a word to the ranges; words side by side become one range. */
static void range_add(struct range *list, size_t *count, struct range word)
{
	if (*count && list[*count - 1].to == word.from)
		list[*count - 1].to = word.to;
	else if (*count < DIFF_RANGES)
		list[(*count)++] = word;
}

static void mark_changed(
    const struct words *w, const bool *changed, struct range *list, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < w->count; i++)
		if (changed[i])
			range_add(list, count, w->list[i]);
}

/* Returns how many bytes the words that are in both lines have, spaces not counted. */
static size_t common_bytes(const struct words *w, const bool *changed)
{
	size_t bytes = 0;

	for (size_t i = 0; i < w->count; i++)
		if (!changed[i] && w->text[w->list[i].from] != ' ')
			bytes += w->list[i].to - w->list[i].from;
	return bytes;
}

bool diff_words(
    struct word_diff *d, const char *a, size_t a_len, const char *b, size_t b_len, long *budget)
{
	struct words old, new;
	bool removed[WORDS] = {false}, added[WORDS] = {false};

	d->old_count = d->new_count = 0;
	if (*budget <= 0 || !split_words(&old, a, a_len) || !split_words(&new, b, b_len))
		return false;
	const int edits = diff_mark(&(struct diff_sequences){
	    &old, &new, (int)old.count, (int)new.count, words_equal, removed, added});
	*budget -= (long)(edits + 1) * (long)(old.count + new.count);
	mark_changed(&old, removed, d->old, &d->old_count);
	mark_changed(&new, added, d->new, &d->new_count);
	return common_bytes(&old, removed) * 3 >= (a_len < b_len ? a_len : b_len);
}
