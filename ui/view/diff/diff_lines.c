/* SPDX-License-Identifier: MIT
 * Draws a diff as rows: the number of the old file, that of the new one, the sign, the text. Lines
 * that go and the lines that come for them are compared pair by pair. The words of such a pair are
 * compared by the search of base/text/diff.h.
 */
#include "ui/view/diff/diff_lines.h"

#include "base/base.h"
#include "base/text/diff.h"

/* ---- Words of two lines -------------------------------------------------------------------------- */

#define WORDS 320 /* lines of more words are not compared */

struct words {
	const char *text;
	struct range list[WORDS];
	size_t count;
};

static bool of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
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

/* Lists the words that changed, those side by side as one range. Returns how many bytes did not
 * change, spaces not counted. */
static size_t mark_changed(
    const struct words *w, const bool *changed, struct range *list, size_t *count)
{
	size_t common = 0;

	*count = 0;
	for (size_t i = 0; i < w->count; i++) {
		const struct range word = w->list[i];

		if (!changed[i])
			common += w->text[word.from] != ' ' ? word.to - word.from : 0;
		else if (*count && list[*count - 1].to == word.from)
			list[*count - 1].to = word.to;
		else if (*count < DIFF_RANGES)
			list[(*count)++] = word;
	}
	return common;
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
	mark_changed(&new, added, d->new, &d->new_count);
	return mark_changed(&old, removed, d->old, &d->old_count) * 3 >=
	       (a_len < b_len ? a_len : b_len);
}

#define BUDGET 4000000 /* this many words are compared for one diff */
#define PAIRS 200      /* this many lines of one change are compared by their words */
#define PAIR_BYTES 2000
#define NUMBER_MAX 1000000000
#define NUMBER_LEAST 1000 /* the columns of numbers are at least as wide as this one */

struct rows {
	struct lines *out;
	const struct diff_view *view;
	const char *text;
	size_t len, at;
	long old, new; /* numbers of the next lines */
	bool hunks;    /* a hunk was seen, so signs at the beginning of a line mean something */
	struct highlight was, is;
	long budget;
	int digits; /* the digits of the widest number */
	/* Rows of the two sides that wait to be put beside each other. */
	struct lines left, right;
};
struct piece { /* a line of the diff without its sign */
	const char *s;
	size_t len;
};

static bool hunk_begin(struct rows *r, const char *s)
{
	long old, new;

	if (sscanf(s, "@@ -%ld%*[,0-9] +%ld", &old, &new) != 2 &&
	    sscanf(s, "@@ -%ld +%ld", &old, &new) != 2)
		return false;
	r->old = old >= 0 && old < NUMBER_MAX ? old : 1;
	r->new = new >= 0 && new < NUMBER_MAX ? new : 1;
	return true;
}

static struct piece line_at(const struct rows *r, size_t at)
{
	const char *nl = memchr(r->text + at, '\n', r->len - at);

	return (struct piece){r->text + at, nl ? (size_t)(nl - r->text) - at : r->len - at};
}

static struct piece behind_sign(struct piece p)
{
	return (struct piece){p.s + 1, p.len - 1};
}

/* Makes tabs spaces, so that a byte of the text stands in the column of its number in the row. */
static void spread_tabs(struct piece p, struct buf *out)
{
	auto_lines l = {0};
	size_t len;

	lines_add(&l, STYLE_TEXT, p.s, p.len);
	lines_end(&l);
	const char *s = lines_text(&l, 0, &len);
	buf_clear(out);
	buf_add(out, s, len);
}

static const struct {
	char sign;
	enum style plain, word;
} looks[] = {
    {'-', STYLE_DEL | STYLE_ON_REMOVED, STYLE_REMOVED_WORD | STYLE_ON_REMOVED},
    {'+', STYLE_ADD | STYLE_ON_ADDED, STYLE_ADDED_WORD | STYLE_ON_ADDED},
    {' ', STYLE_DIM, STYLE_DIM},
};

/* Adds the rows of a line to `side`, which is both sides if they are not apart; number: what stands in front. */
static void side_row(struct rows *r, struct lines *side, const char *number, char sign,
    enum style style, const struct lines *code)
{
	const int cells = r->view->sides ? r->view->cells / 2 - 1 : r->view->cells;
	char first[80], rest[80];

	snprintf(first, sizeof first, " %*s %c ", r->digits, number, sign);
	snprintf(rest, sizeof rest, "%*s", (int)strlen(first), "");
	lines_wrap(side, code, 0, cells, &(struct margin){first, rest, style});
}

/* Puts the rows that both sides have by now beside each other; the shorter side is empty below
 * its end. */
static void join_sides(struct rows *r)
{
	const int half = r->view->cells / 2;

	for (size_t i = 0; i < r->left.count || i < r->right.count; i++) {
		enum style ground = STYLE_TEXT;

		if (i < r->left.count) {
			lines_copy(r->out, &r->left, i);
			ground |= lines_style(&r->left, i, 0) & ~0xff;
		}
		lines_to(r->out, ground, half - 1);
		lines_adds(r->out, STYLE_RULE, r->view->ascii ? "|" : "│");
		if (i < r->right.count)
			lines_copy(r->out, &r->right, i);
		lines_end(r->out);
	}
	lines_clear(&r->left);
	lines_clear(&r->right);
}

static void change_row(
    struct rows *r, char sign, const char *s, size_t len, const struct range *marks, size_t count)
{
	size_t k = sign == '-' ? 0 : sign == '+' ? 1 : 2;
	struct highlight *h = sign == '-' ? &r->was : &r->is, other = r->is;
	auto_lines code = {0}, marked = {0};
	char both[64], old[24] = "", new[24] = "";

	if (sign != '+')
		snprintf(old, sizeof old, "%ld", r->old);
	if (sign != '-')
		snprintf(new, sizeof new, "%ld", r->new);
	snprintf(both, sizeof both, "%*s %*s", r->digits, old, r->digits, new);
	r->old += sign != '+';
	r->new += sign != '-';
	highlight_line(h, r->view->language && k == 2 ? STYLE_TEXT : looks[k].plain, s, len, &code);
	lines_end(&code);
	if (sign == ' ' && other.inside == r->was.inside)
		r->was = r->is;
	lines_over(&marked, &code, 0, marks, count, looks[k].word);
	lines_end(&marked);
	if (r->view->sides && sign != '+')
		side_row(r, &r->left, old, sign, looks[k].plain, &marked);
	if (r->view->sides && sign != '-')
		side_row(r, &r->right, new, sign, looks[k].plain, &marked);
	if (!r->view->sides)
		side_row(r, r->out, both, sign, looks[k].plain, &marked);
}

static void plain_row(const struct rows *r, const char *s, size_t len)
{
	const char *margin = r->view->margin;

	lines_paragraph(
	    r->out, STYLE_DIM, s, len, r->view->cells, &(struct margin){margin, margin, STYLE_DIM});
}

/* Returns how many lines with this sign follow from a place on; *end: where they end. */
static size_t run_of_sign(const struct rows *r, size_t at, char sign, size_t *end)
{
	size_t count = 0;

	for (; at < r->len && r->text[at] == sign; count++)
		at += line_at(r, at).len + 1;
	*end = at < r->len ? at : r->len;
	return count;
}

static size_t next_line(const struct rows *r, size_t at)
{
	return at + line_at(r, at).len + 1;
}

/* Adds the rows of one side of a change; `other` is where the lines of the other side begin. */
static void side_rows(struct rows *r, char sign, size_t at, size_t count, size_t other, bool pairs)
{
	auto_buf here = BUF_INIT, there = BUF_INIT;
	struct word_diff d;

	for (size_t i = 0; i < count; i++, at = next_line(r, at)) {
		struct piece mine = behind_sign(line_at(r, at));
		bool marks = false, old = sign == '-';

		spread_tabs(mine, &here);
		if (pairs) {
			struct piece p = behind_sign(line_at(r, other));
			other = next_line(r, other);
			if (p.len <= PAIR_BYTES && here.len <= PAIR_BYTES) {
				spread_tabs(p, &there);
				const struct buf *a = old ? &here : &there,
						 *b = old ? &there : &here;
				marks = diff_words(
				    &d, buf_str(a), a->len, buf_str(b), b->len, &r->budget);
			}
		}
		change_row(r, sign, buf_str(&here), here.len, old ? d.old : d.new,
		    !marks ? 0
		    : old  ? d.old_count
			   : d.new_count);
	}
}

static void other_row(struct rows *r, struct piece p)
{
	const char *gap = r->view->ascii ? "..." : "⋯";
	bool first = !r->hunks;

	if (p.len > 3 && memcmp(p.s, "@@ ", 3) == 0 && hunk_begin(r, p.s)) {
		r->hunks = true;
		r->was.inside = r->is.inside = 0;
		if (!first)
			plain_row(r, gap, strlen(gap));
	} else if (r->hunks && p.len && *p.s == ' ') {
		auto_buf text = BUF_INIT;
		spread_tabs(behind_sign(p), &text);
		change_row(r, ' ', buf_str(&text), text.len, NULL, 0);
		join_sides(r);
	} else if (!(p.len > 3 && (memcmp(p.s, "---", 3) == 0 || memcmp(p.s, "+++", 3) == 0))) {
		r->hunks = r->hunks && (p.len == 0 || *p.s == '\\'); /* of the next file */
		plain_row(r, p.s, p.len);
	}
}

/* Returns the digits of the widest line number of the diff: numbers stand below each other, so the
 * last hunk decides. */
static int digits_of(const char *text, size_t len)
{
	struct rows r = {.text = text, .len = len};
	long most = 0;

	for (size_t at = 0; at < len; at = next_line(&r, at)) {
		const long line = r.old > r.new ? r.old : r.new;

		most = line > most ? line : most;
		if (len - at > 3 && memcmp(text + at, "@@ ", 3) == 0)
			hunk_begin(&r, text + at);
		else
			r.old++, r.new ++;
	}
	return snprintf(NULL, 0, "%ld", most > NUMBER_LEAST ? most : NUMBER_LEAST);
}

void diff_lines(struct lines *out, const char *text, size_t len, const struct diff_view *v)
{
	struct rows r = {.out = out,
	    .view = v,
	    .text = text,
	    .len = len,
	    .old = 1,
	    .new = 1,
	    .was.language = v->language,
	    .is.language = v->language,
	    .budget = BUDGET,
	    .digits = digits_of(text, len)};

	while (r.at < len) {
		if (r.hunks && (text[r.at] == '-' || text[r.at] == '+')) {
			/* The lines that go, then those that come. Where both are as many, they are
			 * compared in pairs. */
			size_t middle, end, begin = r.at;
			const size_t gone = run_of_sign(&r, begin, '-', &middle);
			const size_t come = run_of_sign(&r, middle, '+', &end);
			const bool pairs = gone == come && gone <= PAIRS;

			side_rows(&r, '-', begin, gone, middle, pairs);
			side_rows(&r, '+', middle, come, begin, pairs);
			join_sides(&r);
			r.at = end;
			continue;
		}
		struct piece p = line_at(&r, r.at);
		other_row(&r, p);
		r.at += p.len + 1;
	}
	lines_free(&r.left);
	lines_free(&r.right);
}
