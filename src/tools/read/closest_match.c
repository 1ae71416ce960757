/* SPDX-License-Identifier: MIT
 * Finds the region of a text most like an old text. Each old line votes for the regions it would fit; the one with
 * the most votes is aligned with the old text line by line, so that added or removed lines do not shift its ends.
 */
#include "tools/read/closest_match.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "base/text/diff.h"
#include "tools/read/read_errors.h"

#define LIKE_ENOUGH 0.5	  /* the least likeness of a region that is reported */
#define LIKE_LINE 0.4	  /* the least likeness of two lines that counts at all */
#define COST_UNLIKE 1.2	  /* the cost of an old line in the place of an unlike one */
#define COST_MISSING 1	  /* the cost of a line of the old text that is not there */
#define COST_EXTRA 0.3	  /* the cost of a line of the file between two others */
#define STRETCH 3	  /* a region may begin or end this many lines off what its votes say */
#define STRETCH_LINES 100 /* the regions of longer old texts are not aligned */
#define PAIR_WORDS 4	  /* 256 bits of byte pairs */

struct text_line {
	const char *s; /* (borrowed) without line end */
	size_t len;
	size_t weight;		    /* bytes that are not white space, plus 1 */
	uint64_t hash;		    /* of the line with white space collapsed */
	uint64_t pairs[PAIR_WORDS]; /* which byte pairs it has, white space left out */
	int pair_count;
};
struct match_lines {
	struct text_line *at; /* (owned) */
	size_t count;
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static void line_measure(struct text_line *l)
{
	bool gap = false;
	unsigned char before = 0;

	l->hash = HASH_START;
	l->weight = 1;
	for (size_t i = 0; i < l->len; i++) {
		unsigned char c = (unsigned char)l->s[i], pair;

		if (is_space((char)c)) {
			gap = l->weight > 1;
			continue;
		}
		if (gap)
			l->hash = hash_bytes(l->hash, " ", 1);
		gap = false;
		l->hash = hash_bytes(l->hash, &c, 1);
		l->weight++;
		pair = (unsigned char)(before * 31 + c);
		l->pairs[pair / 64] |= (uint64_t)1 << pair % 64;
		before = c;
	}
	for (int i = 0; i < PAIR_WORDS; i++)
		l->pair_count += __builtin_popcountll(l->pairs[i]);
}

static struct match_lines lines_split(const char *s, size_t len, size_t max)
{
	struct match_lines out = {0};
	struct text_line l = {0};
	size_t cap = 0;

	for (const char *end = s + len; out.count < max && line_next(&s, end, &l.s, &l.len);
	     l = (struct text_line){0}) {
		line_measure(&l);
		array_push(out.at, out.count, cap, l);
	}
	return out;
}

/* Returns how much of line a is in line b, from 0 to 1. A line that is part of a longer one counts
 * for almost all of it, since `old` may begin or end inside a line. */
static double line_likeness(const struct text_line *a, const struct text_line *b)
{
	int common = 0;

	if (a->hash == b->hash)
		return 1;
	if (!a->pair_count || !b->pair_count)
		return 0;
	for (int i = 0; i < PAIR_WORDS; i++)
		common += __builtin_popcountll(a->pairs[i] & b->pairs[i]);
	return 0.6 * common / a->pair_count +
	       0.39 * common / (a->pair_count + b->pair_count - common);
}

static int by_weight(const void *a, const void *b)
{
	const struct text_line *const *x = a, *const *y = b;

	if ((*x)->weight != (*y)->weight)
		return (*x)->weight < (*y)->weight ? 1 : -1;
	return *x < *y ? -1 : *x > *y;
}

/* Returns the votes, which the caller frees: old line j, if it is like line i of the text, votes for a
 * region that begins at i - j. votes[k] is for a beginning at line k - (old.count - 1). */
static double *votes_cast(
    const struct match_lines *text, const struct match_lines *old, double *total)
{
	auto_free const struct text_line **order = xcalloc(old->count, sizeof *order);
	double *votes = xcalloc(text->count + old->count, sizeof *votes);
	size_t probes = CLOSEST_STEPS / text->count;

	*total = 0;
	for (size_t j = 0; j < old->count; j++)
		order[j] = &old->at[j];
	qsort(order, old->count, sizeof *order, by_weight);
	for (size_t k = 0; k < old->count && (k < probes || !k); k++) {
		size_t j = (size_t)(order[k] - old->at);

		*total += (double)order[k]->weight;
		for (size_t i = 0; i < text->count; i++) {
			double like = line_likeness(order[k], &text->at[i]);

			if (like >= LIKE_LINE)
				votes[i + old->count - 1 - j] += like * (double)order[k]->weight;
		}
	}
	return votes;
}

static void add_lines(struct buf *out, const struct match_lines *l, size_t from, size_t count)
{
	for (size_t i = from; i < from + count; i++) {
		buf_add(out, l->at[i].s, l->at[i].len);
		buf_addc(out, '\n');
	}
}

/* `count` lines of the text from line `from` on, from 0. */
struct region {
	size_t from, count;
};

/* A cell of the alignment table: the least cost of aligning the old text's first j lines with the
 * lines up to i, and the line where that alignment begins. */
struct fit {
	double cost;
	size_t from;
};

static struct fit fit_cell(const struct fit *row, const struct fit *above, size_t j,
    const struct text_line *have, const struct text_line *want)
{
	double like = line_likeness(want, have);
	struct fit best = above[j - 1];

	best.cost += like >= LIKE_LINE ? 1 - like : COST_UNLIKE;
	if (above[j].cost + COST_EXTRA < best.cost)
		best = (struct fit){above[j].cost + COST_EXTRA, above[j].from};
	if (row[j - 1].cost + COST_MISSING < best.cost)
		best = (struct fit){row[j - 1].cost + COST_MISSING, row[j - 1].from};
	return best;
}

/* Returns the region with better ends, as lines added or removed in its middle shift them: the old
 * text is aligned with the region and STRETCH lines around it, wherever that is cheapest. */
static struct region region_stretch(
    const struct match_lines *text, struct region r, const struct match_lines *old)
{
	size_t from = r.from > STRETCH ? r.from - STRETCH : 0, end = r.from + r.count + STRETCH;
	auto_free struct fit *above = xcalloc(old->count + 1, sizeof *above),
			     *row = xcalloc(old->count + 1, sizeof *row);
	struct fit least = {1e9, r.from};

	end = end < text->count ? end : text->count;
	for (size_t j = 0; j <= old->count; j++)
		above[j] = (struct fit){COST_MISSING * (double)j, from};
	for (size_t i = from; i < end; i++) {
		struct fit *swap = above;

		row[0] = (struct fit){0, i + 1};
		for (size_t j = 1; j <= old->count; j++)
			row[j] = fit_cell(row, above, j, &text->at[i], &old->at[j - 1]);
		if (row[old->count].cost < least.cost && row[old->count].from <= i) {
			least = row[old->count];
			r = (struct region){least.from, i + 1 - least.from};
		}
		above = row;
		row = swap;
	}
	return r;
}

static struct region region_best(
    const struct match_lines *text, const struct match_lines *old, double *likeness)
{
	double total;
	auto_free double *votes = votes_cast(text, old, &total);
	size_t best = 0, n = old->count;
	struct region r;

	for (size_t i = 1; i < text->count + n - 1; i++)
		if (votes[i] > votes[best] + 1e-9)
			best = i;
	*likeness = votes[best] / total;
	r.from = best > n - 1 ? best - (n - 1) : 0;
	r.count = best + 1 < n ? best + 1 : n;
	if (r.from + r.count > text->count)
		r.count = text->count - r.from;
	return r;
}

/* Appends "8 spaces", "2 tabs", "1 tab and 4 spaces" or "nothing". */
static void spell_space(struct buf *out, const char *s, size_t len)
{
	size_t tabs = 0, spaces = 0;

	for (size_t i = 0; i < len; i++)
		(s[i] == '\t' ? &tabs : &spaces)[0]++;
	if (tabs)
		buf_addf(out, "%zu tab%s", tabs, text_plural(tabs, "", "s"));
	if (tabs && spaces)
		buf_adds(out, " and ");
	if (spaces)
		buf_addf(out, "%zu space%s", spaces, text_plural(spaces, "", "s"));
	if (!len)
		buf_adds(out, "nothing");
}

static size_t indent_of(const struct text_line *l)
{
	size_t n = 0;

	while (n < l->len && is_space(l->s[n]))
		n++;
	return n;
}

static void explain_space(
    struct buf *out, const struct match_lines *text, struct region r, const struct match_lines *old)
{
	for (size_t i = 0; i < r.count; i++) {
		const struct text_line *want = &old->at[i], *have = &text->at[r.from + i];
		size_t a = indent_of(want), b = indent_of(have);

		if (want->len == have->len && !memcmp(want->s, have->s, want->len))
			continue;
		buf_addf(out, "line %zu: ", r.from + i + 1);
		if (a != b || memcmp(want->s, have->s, a)) {
			buf_adds(out, "the file begins it with ");
			spell_space(out, have->s, b);
			buf_adds(out, ", the old text with ");
			spell_space(out, want->s, a);
		} else if (is_space(want->len ? want->s[want->len - 1] : 'x') !=
			   is_space(have->len ? have->s[have->len - 1] : 'x')) {
			buf_adds(out, "white space at its end differs");
		} else {
			buf_adds(out, "white space inside it differs");
		}
		buf_addc(out, '\n');
		return;
	}
}

/* Appends the diff of `old` against the region, with line numbers of the whole file. */
static void write_diff(
    struct buf *out, const struct match_lines *text, struct region r, const struct buf *old)
{
	auto_buf found = BUF_INIT, diff = BUF_INIT;

	add_lines(&found, text, r.from, r.count);
	diff_unified(buf_str(old), old->len, buf_str(&found), found.len, 1, &diff);
	for (const char *s = buf_str(&diff), *nl; *s; s = nl + 1) {
		const char *plus = !strncmp(s, "@@ ", 3) ? strchr(s, '+') : NULL;

		nl = strchr(s, '\n');
		if (!nl)
			nl = s + strlen(s) - 1;
		if (plus)
			buf_addf(out, "@@ line %lu @@\n", strtoul(plus + 1, NULL, 10) + r.from);
		else
			buf_add(out, s, (size_t)(nl + 1 - s));
	}
}

bool closest_match(const char *text, size_t len, const char *old, size_t old_len,
    struct closest_match *at, struct buf *out)
{
	struct match_lines have =
	    lines_split(text, len < CLOSEST_BYTES ? len : CLOSEST_BYTES, CLOSEST_LINES);
	struct match_lines want = lines_split(old, old_len, CLOSEST_OLD_LINES);
	auto_free struct text_line *have_lines = have.at, *want_lines = want.at;
	auto_buf old_text = BUF_INIT;

	if (!have.count || !want.count)
		return false;
	struct region r = region_best(&have, &want, &at->likeness);
	if (at->likeness < LIKE_ENOUGH)
		return false;
	add_lines(&old_text, &want, 0, want.count);
	at->space = r.count == want.count; /* the words are the same */
	for (size_t i = 0; i < r.count && at->space; i++)
		at->space = have.at[r.from + i].hash == want.at[i].hash;
	if (!at->space && want.count <= STRETCH_LINES)
		r = region_stretch(&have, r, &want);
	at->first = r.from + 1;
	at->last = r.from + r.count;
	buf_addf(
	    out, "most similar: line%s %zu", text_plural((int64_t)r.count, "", "s"), at->first);
	if (r.count > 1)
		buf_addf(out, "-%zu", at->last);
	buf_addf(out, ", %s (old text -, file +):\n",
	    at->space ? "differs in white space only" : "differs");
	if (at->space)
		explain_space(out, &have, r, &want);
	write_diff(out, &have, r, &old_text);
	return true;
}
