/*
 * The longest common subsequence of the words, after what both begin and end with. Few words, so the
 * plain table serves.
 */
#include "ui/view/diff_words.h"

#include <string.h>

#define WORDS 160 /* between the common beginning and end */

struct words {
	const char *text;
	struct range list[2 * WORDS];
	size_t count;
};

static bool of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || (unsigned char)c >= 0x80;
}

/* Runs of letters and runs of spaces are words, anything else is one each. */
static bool split(struct words *w, const char *s, size_t len)
{
	*w = (struct words){.text = s};
	for (size_t at = 0; at < len;) {
		size_t end = at + 1;
		while (end < len &&
		       ((of_word(s[at]) && of_word(s[end])) || (s[at] == ' ' && s[end] == ' ')))
			end++;
		if (w->count == 2 * WORDS)
			return false;
		w->list[w->count++] = (struct range){at, end};
		at = end;
	}
	return true;
}

static bool same(const struct words *a, size_t i, const struct words *b, size_t k)
{
	size_t n = a->list[i].to - a->list[i].from;

	return n == b->list[k].to - b->list[k].from &&
	       memcmp(a->text + a->list[i].from, b->text + b->list[k].from, n) == 0;
}

/* Words side by side are one range. */
static void mark(struct range *list, size_t *count, struct range word)
{
	if (*count && list[*count - 1].to == word.from)
		list[*count - 1].to = word.to;
	else if (*count < DIFF_RANGES)
		list[(*count)++] = word;
}

static size_t letters(const struct words *w, size_t i)
{
	return w->text[w->list[i].from] == ' ' ? 0 : w->list[i].to - w->list[i].from;
}

struct table { /* of what is between the common ends: how long the rest's subsequence is */
	unsigned char length[WORDS + 1][WORDS + 1];
};

/* Bytes in common. */
static size_t walk(struct word_diff *d, const struct words *a, const struct words *b, size_t first,
    size_t rows, size_t columns, const struct table *t)
{
	size_t i = 0, k = 0, common = 0;

	while (i < rows || k < columns) {
		if (i < rows && k < columns && same(a, first + i, b, first + k)) {
			common += letters(a, first + i);
			i++;
			k++;
		} else if (k == columns ||
			   (i < rows && t->length[i + 1][k] >= t->length[i][k + 1])) {
			mark(d->old, &d->old_count, a->list[first + i++]);
		} else {
			mark(d->new, &d->new_count, b->list[first + k++]);
		}
	}
	return common;
}

static void fill(struct table *t, const struct words *a, const struct words *b, size_t first,
    size_t rows, size_t columns)
{
	memset(t->length[rows], 0, columns + 1);
	for (size_t i = rows; i-- > 0;) {
		t->length[i][columns] = 0;
		for (size_t k = columns; k-- > 0;) {
			unsigned char down = t->length[i + 1][k], right = t->length[i][k + 1];
			t->length[i][k] = same(a, first + i, b, first + k)
					      ? (unsigned char)(t->length[i + 1][k + 1] + 1)
					  : down > right ? down
							 : right;
		}
	}
}

bool diff_words(
    struct word_diff *d, const char *a, size_t a_len, const char *b, size_t b_len, long *budget)
{
	struct words old, new;
	struct table t;
	size_t first = 0, last = 0, common = 0;

	d->old_count = d->new_count = 0;
	if (!split(&old, a, a_len) || !split(&new, b, b_len))
		return false;
	while (first < old.count && first < new.count &&same(&old, first, &new, first))
		common += letters(&old, first++);
	while (last + first < old.count &&
	       last + first <
		   new.count &&same(&old, old.count - 1 - last, &new, new.count - 1 - last)) {
		common += letters(&old, old.count - 1 - last);
		last++;
	}
	size_t rows = old.count - first - last, columns = new.count - first - last;
	if (rows > WORDS || columns > WORDS || (long)(rows * columns) > *budget)
		return false;
	*budget -= (long)(rows * columns + old.count + new.count);
	fill(&t, &old, &new, first, rows, columns);
	common += walk(d, &old, &new, first, rows, columns, &t);
	return common * 3 >= (a_len < b_len ? a_len : b_len);
}
