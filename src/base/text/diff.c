/* SPDX-License-Identifier: MIT
 * Myers' diff algorithm, and the line diff built on it. Each distinct line gets a number, and numbers are
 * compared. The search marks lines removed from a and added in b; changes are built from the marks, hunks
 * from the changes. For every number of edits d, the search keeps how far each of the d + 1 diagonals
 * reaches: a triangle of integers, at most 8 MB at DIFF_EDITS.
 */
#include "base/text/diff.h"

#include "base/base.h"
#include "base/core/hash.h"

struct diff_line {
	const char *text; /* (borrowed) with its \n, if it has one */
	size_t len;
	uint32_t hash;
	int number; /* equal for equal lines of both sides */
};
struct diff_side {
	struct diff_line *lines; /* (owned) */
	size_t cap;
	int count;
	bool *changed; /* (owned) for each line: removed from a or added in b; then one false */
};
struct diff_change {
	int a, a_end, b, b_end; /* lines a..a_end-1 became b..b_end-1, from 0 */
};
struct diff {
	struct diff_side a, b;
	struct diff_change *changes; /* (owned) */
	size_t count, cap;
};

static void side_split(struct diff_side *side, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		const char *next = nl ? nl + 1 : end;
		uint32_t hash = (uint32_t)hash_bytes(HASH_START, text, (size_t)(next - text));

		array_push(side->lines, side->count, side->cap,
		    (struct diff_line){text, (size_t)(next - text), hash, 0});
		text = next;
	}
	side->changed = xcalloc(side->count + 1, sizeof *side->changed);
}

static bool equal(const struct diff_line *x, const struct diff_line *y)
{
	return x->hash == y->hash && x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
}

/* Sets the numbers of a side's lines. table: an open hash table of the lines seen so far, of both sides. */
static void side_number(
    struct diff_side *side, const struct diff_line **table, size_t mask, int *numbers)
{
	for (int i = 0; i < side->count; i++) {
		struct diff_line *line = &side->lines[i];
		size_t at = line->hash & mask;

		while (table[at] && !equal(table[at], line))
			at = (at + 1) & mask;
		if (!table[at]) {
			line->number = ++*numbers;
			table[at] = line;
		}
		line->number = table[at]->number;
	}
}

static void diff_number(struct diff *d)
{
	size_t size = 16;
	const struct diff_line **table;
	int numbers = 0;

	while (size < 2 * ((size_t)d->a.count + (size_t)d->b.count))
		size *= 2;
	table = xcalloc(size, sizeof *table);
	side_number(&d->a, table, size - 1, &numbers);
	side_number(&d->b, table, size - 1, &numbers);
	free(table);
}

/* Returns whether the last edit of the furthest path to diagonal i of row `edits` adds an element of b;
 * otherwise it removes one of a. */
static bool row_adds(const int *before, int i, int edits)
{
	return i == 0 || (i != edits && before[i - 1] < before[i]);
}

static int *triangle_row(int *triangle, int edits)
{
	return triangle + (size_t)edits * ((size_t)edits + 1) / 2;
}

/* Follows the path found back from its end to its start and marks the edit of each row. */
static void mark_back(const struct diff_sequences *s, int *triangle, int edits, int diagonal,
    const struct diff_change *box)
{
	for (int i = (diagonal + edits) / 2; edits > 0; edits--) {
		const int *before = triangle_row(triangle, edits - 1);

		if (row_adds(before, i, edits)) {
			int x = before[i], k = 2 * i - (edits - 1);

			s->b_changed[box->b + x - k] = true;
		} else {
			s->a_changed[box->a + before[--i]] = true;
		}
	}
}

/* Returns the least number of edits that turn side a of the box into side b, and marks them; -1: more than
 * DIFF_EDITS, and nothing is marked. */
static int search_edits(const struct diff_sequences *s, const struct diff_change *box)
{
	int width = box->a_end - box->a, height = box->b_end - box->b;
	auto_free int *triangle = NULL;
	int edits = 0, found = -1;
	size_t cap = 0;

	for (; edits <= DIFF_EDITS && found < 0; edits++) {
		array_reserve(
		    &triangle, &cap, (size_t)(edits + 1) * (edits + 2) / 2, sizeof *triangle);
		int *now = triangle_row(triangle, edits);
		int *before = edits ? triangle_row(triangle, edits - 1) : NULL;
		for (int i = 0; i <= edits && found < 0; i++) {
			int k = 2 * i - edits, x = 0, y;

			if (before)
				x = row_adds(before, i, edits) ? before[i] : before[i - 1] + 1;
			for (y = x - k; x < width && y < height; x++, y++)
				if (!s->same(s->a, box->a + x, s->b, box->b + y))
					break;
			now[i] = x;
			if (x >= width && y >= height) {
				found = edits;
				mark_back(s, triangle, edits, k, box);
			}
		}
	}
	return found;
}

int diff_mark(const struct diff_sequences *s)
{
	struct diff_change box = {0, s->a_count, 0, s->b_count};

	/* Skip the equal elements at both ends. */
	while (box.a < box.a_end && box.b < box.b_end && s->same(s->a, box.a, s->b, box.b)) {
		box.a++;
		box.b++;
	}
	while (box.a < box.a_end && box.b < box.b_end &&
	       s->same(s->a, box.a_end - 1, s->b, box.b_end - 1)) {
		box.a_end--;
		box.b_end--;
	}
	const int width = box.a_end - box.a, height = box.b_end - box.b,
		  edits = search_edits(s, &box);
	if (edits >= 0)
		return edits;
	memset(s->a_changed + box.a, true, (size_t)width);
	memset(s->b_changed + box.b, true, (size_t)height);
	return width + height;
}

static bool same_number(const void *a, int i, const void *b, int k)
{
	const struct diff_line *x = a, *y = b;

	return x[i].number == y[k].number;
}

/* Moves a block that was only added (or only removed) down as far as the diff stays correct, so that an
 * added function ends with its own brace and not with that of the function above it. */
static void slide_change(
    struct diff_side *side, int *from, int *end, const struct diff_side *other, int *at)
{
	while (*end < side->count && !side->changed[*end] && *at < other->count &&
	       !other->changed[*at] && side->lines[*from].number == side->lines[*end].number) {
		side->changed[(*from)++] = false;
		side->changed[(*end)++] = true;
		++*at;
	}
}

static void grow_hunk(const struct diff *d, struct diff_change *c)
{
	while (d->a.changed[c->a_end])
		c->a_end++;
	while (d->b.changed[c->b_end])
		c->b_end++;
}

static void diff_collect(struct diff *d)
{
	for (int x = 0, y = 0; x < d->a.count || y < d->b.count; x++, y++) {
		struct diff_change c = {x, x, y, y};

		grow_hunk(d, &c);
		if (c.a_end == x && c.b_end == y)
			continue;
		if (c.a_end == x) {
			slide_change(&d->b, &c.b, &c.b_end, &d->a, &c.a);
			c.a_end = c.a;
		} else if (c.b_end == y) {
			slide_change(&d->a, &c.a, &c.a_end, &d->b, &c.b);
			c.b_end = c.b;
		}
		grow_hunk(d, &c); /* the moved change may now touch the next one */
		array_push(d->changes, d->count, d->cap, c);
		x = c.a_end;
		y = c.b_end;
	}
}

static struct diff_stat diff_count(const struct diff *d)
{
	struct diff_stat stat = {0};

	for (size_t i = 0; i < d->count; i++) {
		const struct diff_change *c = &d->changes[i];
		int at = c->b < d->b.count ? c->b + 1 : d->b.count; /* where lines were removed */

		if (at < 1)
			at = 1;
		stat.removed += c->a_end - c->a;
		stat.added += c->b_end - c->b;
		if (!i)
			stat.first = at;
		stat.last = c->b_end > c->b ? c->b_end : at;
	}
	return stat;
}

static void write_lines(struct buf *out, char sign, const struct diff_side *side, int from, int end)
{
	for (; from < end; from++) {
		const struct diff_line *line = &side->lines[from];

		buf_addc(out, sign);
		buf_add(out, line->text, line->len);
		if (line->text[line->len - 1] != '\n')
			buf_adds(out, "\n\\ No newline at end of file\n");
	}
}

static void diff_write(const struct diff *d, int context, struct buf *out)
{
	for (size_t first = 0, last; first < d->count; first = last + 1) {
		last = first;
		while (last + 1 < d->count &&
		       d->changes[last + 1].a - d->changes[last].a_end <= 2 * context)
			last++;
		const struct diff_change *c = &d->changes[first], *end = &d->changes[last];
		int before = c->a < context ? c->a : context, left = d->a.count - end->a_end;
		int after = left < context ? left : context, a = c->a - before, b = c->b - before;
		int a_lines = end->a_end + after - a, b_lines = end->b_end + after - b;
		/* An empty range has the number of the line before it. */
		buf_addf(out, "@@ -%d,%d +%d,%d @@\n", a + (a_lines > 0), a_lines,
		    b + (b_lines > 0), b_lines);
		for (; c <= end; c++) {
			write_lines(out, ' ', &d->a, a, c->a);
			write_lines(out, '-', &d->a, c->a, c->a_end);
			write_lines(out, '+', &d->b, c->b, c->b_end);
			a = c->a_end;
		}
		write_lines(out, ' ', &d->a, a, a + after);
	}
}

struct diff_stat diff_unified(
    const char *a, size_t a_len, const char *b, size_t b_len, int context, struct buf *out)
{
	struct diff d = {0};
	struct diff_stat stat = {0};

	if (a_len == b_len && (!a_len || memcmp(a, b, a_len) == 0))
		return stat;
	side_split(&d.a, a, a_len);
	side_split(&d.b, b, b_len);
	diff_number(&d);
	diff_mark(&(struct diff_sequences){
	    d.a.lines, d.b.lines, d.a.count, d.b.count, same_number, d.a.changed, d.b.changed});
	diff_collect(&d);
	stat = diff_count(&d);
	if (out)
		diff_write(&d, context < 0 ? 0 : context, out);
	free_all(d.a.lines, d.a.changed, d.b.lines, d.b.changed, d.changes);
	return stat;
}

bool diff_has_hunk(const char *text)
{
	return strncmp(text, "@@ -", 4) == 0 || strstr(text, "\n@@ -");
}
