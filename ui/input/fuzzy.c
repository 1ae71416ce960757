/* SPDX-License-Identifier: MIT
 * Fuzzy matching by dynamic programming, word by word: best[i][j] is the score of the word's first
 * i+1 characters with the last of them at j, open[i][j] the best of those at or before j minus the
 * gap to j. Words and the window of text are bounded, so that a match costs little whatever comes.
 */
#include "ui/input/fuzzy.h"

#include <wctype.h>
#include "base/base.h"

#define WORD 64	   /* characters of a word; a longer one matches by its first */
#define WINDOW 384 /* characters of text that dynamic programming looks at */
#define TEXT 4096  /* characters of text that are looked at at all */

enum {
	NONE = -20000,
	MATCH = 16,
	GAP = 3,      /* the cost of a gap's first character */
	GAP_MORE = 1, /* of each further one */
	SIDE_BY_SIDE = 5,
	WORD_START = 8,
	PART_START = 7, /* camelCase, a digit after letters */
};

struct fuzzy_word {
	uint32_t cp[WORD];
	size_t count;
	bool exact; /* case counts */
};
struct chars {
	uint32_t cp[TEXT];
	size_t at[TEXT + 1]; /* the byte of each; last the end */
	size_t count;
};

static uint32_t fold(uint32_t cp)
{
	if (cp < 0x80)
		return cp >= 'A' && cp <= 'Z' ? cp + 32 : cp;
	return (uint32_t)towlower((wint_t)cp);
}

static bool same(const struct fuzzy_word *w, size_t i, uint32_t cp)
{
	return w->exact ? w->cp[i] == cp : w->cp[i] == fold(cp);
}

/* Reads the next word of a pattern. Returns the text behind it; NULL: there was none. */
static const char *next_word(const char *s, struct fuzzy_word *w)
{
	*w = (struct fuzzy_word){0};
	s += strspn(s, " \t\n");
	for (size_t len = strcspn(s, " \t\n"); len > 0;) {
		uint32_t cp = 0xfffd;
		int n = utf8_decode(s, len, &cp, NULL);
		n = n > 0 ? n : 1;
		w->exact = w->exact || fold(cp) != cp;
		if (w->count < WORD)
			w->cp[w->count++] = cp;
		s += n;
		len -= (size_t)n;
	}
	return w->count ? s : NULL;
}

static void read_chars(const char *text, struct chars *c)
{
	size_t len = strlen(text), at = 0;

	c->count = 0;
	while (at < len && c->count < TEXT) {
		int n = utf8_decode(text + at, len - at, &c->cp[c->count], NULL);
		if (n <= 0) {
			c->cp[c->count] = 0xfffd;
			n = 1;
		}
		c->at[c->count++] = at;
		at += (size_t)n;
	}
	c->at[c->count] = at;
}

static bool is_word_character(uint32_t cp)
{
	return cp >= 0x80 || (cp >= '0' && cp <= '9') || (fold(cp) >= 'a' && fold(cp) <= 'z');
}

static int bonus(const struct chars *c, size_t j)
{
	uint32_t before = j ? c->cp[j - 1] : ' ', here = c->cp[j];

	if (!is_word_character(here))
		return 0;
	if (!is_word_character(before))
		return before == '/' || j == 0 ? WORD_START + 1 : WORD_START;
	if (fold(here) != here && fold(before) == before)
		return PART_START;
	return here >= '0' && here <= '9' && !(before >= '0' && before <= '9') ? PART_START : 0;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

struct fuzzy_table {
	short best[WORD][WINDOW], open[WORD][WINDOW];
};

/* Fills the table for the n characters from `from`. Returns where the best match ends, from `from`; n: none. */
static size_t place(
    const struct fuzzy_word *w, const struct chars *c, size_t from, size_t n, struct fuzzy_table *t)
{
	size_t end = n;
	int top = NONE;

	for (size_t i = 0; i < w->count; i++) {
		for (size_t j = 0; j < n; j++) {
			int here = NONE, extra = bonus(c, from + j);
			if (same(w, i, c->cp[from + j])) {
				int beside = i && j ? t->best[i - 1][j - 1] : NONE;
				int apart = i && j > 1 ? t->open[i - 1][j - 2] : NONE;
				here = i == 0 ? 2 * extra
					      : most(beside + most(extra, SIDE_BY_SIDE),
						    apart + extra);
				here = here > NONE / 2 ? here + MATCH : NONE;
			}
			t->best[i][j] = (short)here;
			t->open[i][j] = (short)most(here > NONE ? here - GAP : NONE,
			    j ? t->open[i][j - 1] - GAP_MORE : NONE);
			t->open[i][j] = (short)most(t->open[i][j], NONE);
			if (i + 1 == w->count && here > top) {
				top = here;
				end = j;
			}
		}
	}
	return end;
}

/* Walks back from the end of the best match, filling places with where each character of the word is. */
static void trace(const struct fuzzy_word *w, const struct chars *c, size_t from, size_t end,
    const struct fuzzy_table *t, size_t *places)
{
	for (size_t i = w->count; i-- > 0;) {
		places[i] = from + end;
		if (i == 0)
			break;
		int extra = bonus(c, from + end), here = t->best[i][end] - MATCH;
		size_t k = end - 1;
		if (t->best[i - 1][k] + most(extra, SIDE_BY_SIDE) != here)
			for (k = end - 2; k > 0; k--)
				if (t->best[i - 1][k] - GAP - GAP_MORE * (int)(end - 2 - k) +
					extra ==
				    here)
					break;
		end = k;
	}
}

static int match_word(const struct fuzzy_word *w, const struct chars *c, size_t *places)
{
	struct fuzzy_table t;
	size_t found = 0;

	for (size_t j = 0; j < c->count && found < w->count; j++) /* is there any match? */
		if (same(w, found, c->cp[j]))
			places[found++] = j;
	if (found < w->count)
		return 0;
	size_t last = places[w->count - 1];
	size_t from = last >= WINDOW ? last - WINDOW + 1 : 0;
	size_t n = c->count - from < WINDOW ? c->count - from : WINDOW;
	if (places[0] < from)
		return 1; /* too far apart for the window */
	size_t end = place(w, c, from, n, &t);
	if (end == n)
		return 1;
	trace(w, c, from, end, &t, places);
	return most(t.best[w->count - 1][end], 1);
}

int fuzzy_score(const char *pattern, const char *text)
{
	struct fuzzy_word w;
	struct chars c;
	size_t places[WORD];
	int score = 0;

	pattern = next_word(pattern, &w);
	if (!pattern)
		return 1;
	read_chars(text, &c);
	for (; pattern; pattern = next_word(pattern, &w)) {
		int one = match_word(&w, &c, places);
		if (one == 0)
			return 0;
		score += one;
	}
	return score;
}

size_t fuzzy_marks(const char *pattern, const char *text, struct fuzzy_mark *out, size_t max)
{
	bool hit[TEXT] = {false};
	struct fuzzy_word w;
	struct chars c;
	size_t places[WORD], count = 0;

	read_chars(text, &c);
	while ((pattern = next_word(pattern, &w))) {
		if (match_word(&w, &c, places) == 0)
			return 0;
		for (size_t i = 0; i < w.count; i++)
			hit[places[i]] = true;
	}
	for (size_t j = 0; j < c.count && count < max; j++) {
		if (!hit[j])
			continue;
		size_t from = j;
		while (j < c.count && hit[j])
			j++;
		out[count++] = (struct fuzzy_mark){c.at[from], c.at[j] - c.at[from]};
	}
	return count;
}

int fuzzy_order(const void *a, const void *b)
{
	const struct fuzzy_hit *x = a, *y = b;

	if (x->score != y->score)
		return x->score < y->score ? 1 : -1;
	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

void fuzzy_sort(struct fuzzy_hit *hits, size_t count)
{
	qsort(hits, count, sizeof *hits, fuzzy_order);
}

size_t fuzzy_rank(const char *pattern, const char *(*text)(const void *ctx, size_t i),
    const void *ctx, size_t count, struct fuzzy_hit *out)
{
	bool all = text_is_blank(pattern);
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		const char *s = text(ctx, i);
		int score = all ? 1 : fuzzy_score(pattern, s);
		if (score > 0)
			out[n++] = (struct fuzzy_hit){i, all ? 0 : strlen(s), score};
	}
	fuzzy_sort(out, n);
	return n;
}
