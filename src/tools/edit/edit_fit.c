/* SPDX-License-Identifier: MIT
 * Finds the place of an edit's old text by whole lines, compared less and less strictly; then the same after each
 * rewriting that applies to the old text, where exact text is looked for first. The first way that fits decides.
 */
#include "tools/edit/edit_fit.h"

#include "base/base.h"
#include "tools/read/read_errors.h"

#define LINES_FITTED 2000 /* a longer old text has to be exact */

/* --- lines that are alike --- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Reads one character in its plainest form: curly quotes become straight, dashes '-', a no-break
 * space ' '. Returns the bytes it takes. */
static size_t plain_char(const char *s, size_t len, char *plain)
{
	uint32_t c = 0;
	int n = *s & 0x80 ? utf8_decode(s, len, &c, NULL) : 0;

	*plain = c >= 0x2018 && c <= 0x201b   ? '\''
		 : c >= 0x201c && c <= 0x201f ? '"'
		 : c >= 0x2010 && c <= 0x2014 ? '-'
		 : c == 0xa0 || c == 0x202f   ? ' '
					      : *s;
	return *plain == *s ? 1 : (size_t)n;
}

/* Compares two lines by plain_char, with a run of blanks as one. */
static bool same_but_for_quotes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	while (a_len && b_len) {
		char x, y;
		size_t n = plain_char(a, a_len, &x), m = plain_char(b, b_len, &y);

		while (is_blank(x) && n < a_len && is_blank(a[n]))
			n++;
		while (is_blank(y) && m < b_len && is_blank(b[m]))
			m++;
		if (x != y && !(is_blank(x) && is_blank(y)))
			return false;
		a += n, a_len -= n;
		b += m, b_len -= m;
	}
	return !a_len && !b_len;
}

bool lines_alike(const char *a, size_t a_len, const char *b, size_t b_len, enum likeness how)
{
	while (how >= LIKE_END && a_len && is_blank(a[a_len - 1]))
		a_len--;
	while (how >= LIKE_END && b_len && is_blank(b[b_len - 1]))
		b_len--;
	while (how >= LIKE_AROUND && a_len && is_blank(*a))
		a++, a_len--;
	while (how >= LIKE_AROUND && b_len && is_blank(*b))
		b++, b_len--;
	if (how == LIKE_QUOTES)
		return same_but_for_quotes(a, a_len, b, b_len);
	return a_len == b_len && !memcmp(a, b, a_len);
}

/* --- texts as lines --- */

struct fit_line {
	const char *s; /* (borrowed) */
	size_t len;    /* without its end */
	size_t end;    /* length of its end: "", "\n" or "\r\n" */
};
struct fit_lines {
	struct fit_line *at; /* (owned) */
	size_t count, cap;
};

static struct fit_lines lines_of(const char *s, size_t len)
{
	struct fit_lines out = {0};
	struct fit_line l;

	for (const char *end = s + len; line_next(&s, end, &l.s, &l.len);) {
		l.len += s[-1] == '\r'; /* a lone \r at the end of the text is part of the line */
		l.end = (size_t)(s - l.s) - l.len;
		array_push(out.at, out.count, out.cap, l);
	}
	return out;
}

static size_t indent_of(const struct fit_line *l)
{
	size_t n = 0;

	while (n < l->len && is_blank(l->s[n]))
		n++;
	return n;
}

static bool line_is_empty(const struct fit_line *l)
{
	return indent_of(l) == l->len;
}

/* --- indentation --- */

/* The lines of the old text and the same number of lines of the file that they fit. */
struct fit_place {
	const struct fit_line *old, *file; /* (borrowed) */
	size_t count;
};

static bool same_indent(const struct fit_line *a, const struct fit_line *b)
{
	size_t n = indent_of(a);

	return n == indent_of(b) && !memcmp(a->s, b->s, n);
}

/* Whether the file indents lines alike wherever the old text does. */
static bool indents_agree(const struct fit_place *p)
{
	for (size_t i = 0; i < p->count; i++)
		for (size_t k = 0; k < i; k++)
			if (!line_is_empty(&p->old[i]) && !line_is_empty(&p->old[k]) &&
			    same_indent(&p->old[i], &p->old[k]) &&
			    !same_indent(&p->file[i], &p->file[k]))
				return false;
	return true;
}

static bool indent_is_of(const struct fit_line *l, char c)
{
	for (size_t i = 0, n = indent_of(l); i < n; i++)
		if (l->s[i] != c)
			return false;
	return true;
}

/* How indentation of the old text becomes that of the file: each per_from characters `from` become per_to
 * characters `to`, and `more` (may be negative) are added. */
struct indent_rule {
	char from, to;
	size_t per_from, per_to;
	int more;
};

static bool rule_holds(const struct fit_place *p, const struct indent_rule *r)
{
	for (size_t i = 0; i < p->count; i++) {
		size_t a = indent_of(&p->old[i]), b = indent_of(&p->file[i]);

		if (line_is_empty(&p->old[i]))
			continue;
		if (!indent_is_of(&p->old[i], r->from) || !indent_is_of(&p->file[i], r->to) ||
		    a % r->per_from ||
		    (int64_t)b != (int64_t)(a / r->per_from * r->per_to) + r->more)
			return false;
	}
	return true;
}

/* Finds the rule that all lines keep. False: there is none. */
static bool rule_find(const struct fit_place *p, struct indent_rule *r)
{
	static const char marks[] = " \t";
	size_t i = 0, a, b;

	while (i < p->count && line_is_empty(&p->old[i]))
		i++;
	a = i < p->count ? indent_of(&p->old[i]) : 0;
	b = i < p->count ? indent_of(&p->file[i]) : 0;
	for (const char *c = marks; *c; c++) { /* the same marks, shifted */
		*r = (struct indent_rule){*c, *c, 1, 1, (int)b - (int)a};
		if (rule_holds(p, r))
			return true;
	}
	for (size_t unit = 1; unit <= 8; unit++) { /* tabs for blanks, or blanks for tabs */
		*r = (struct indent_rule){' ', '\t', unit, 1, 0};
		if (rule_holds(p, r))
			return true;
		*r = (struct indent_rule){'\t', ' ', 1, unit, 0};
		if (rule_holds(p, r))
			return true;
	}
	return false;
}

/* Appends the indentation of a new line as the file would have it. False: that is not clear. */
static bool add_indent(struct buf *out, const struct fit_place *p, const struct fit_line *line)
{
	struct indent_rule r;
	size_t n = indent_of(line);

	for (size_t i = 0; i < p->count; i++)
		if (!line_is_empty(&p->old[i]) && same_indent(&p->old[i], line)) {
			buf_add(out, p->file[i].s, indent_of(&p->file[i]));
			return true;
		}
	if (!rule_find(p, &r) || !indent_is_of(line, r.from) || n % r.per_from)
		return false;
	int64_t width = (int64_t)(n / r.per_from * r.per_to) + r.more;
	for (int64_t i = 0; i < width; i++)
		buf_addc(out, r.to);
	return width >= 0;
}

/* --- putting the new text in --- */

/* Appends a line of the new text: as the file has it if it repeats an old line at or after *from (*from then
 * moves behind that one), else with the file's indentation. False: the indentation is not clear. */
static bool add_new_line(
    struct buf *out, const struct fit_place *p, const struct fit_line *line, size_t *from)
{
	size_t n = indent_of(line);

	for (size_t i = *from; i < p->count; i++)
		if (lines_alike(p->old[i].s, p->old[i].len, line->s, line->len, LIKE_EXACT)) {
			*from = i + 1;
			buf_add(out, p->file[i].s, p->file[i].len);
			return true;
		}
	if (n < line->len && !add_indent(out, p, line))
		return false;
	n = n < line->len ? n : 0;
	buf_add(out, line->s + n, line->len - n);
	return true;
}

static bool splice_lines(struct buf *out, const char *text, size_t len, const struct fit_place *p,
    const struct fit_lines *new)
{
	const struct fit_line *last = &p->file[p->count - 1];
	const bool closed = p->old[p->count - 1].end && last->end;
	const char *behind = last->s + last->len + (closed ? last->end : 0);
	const char *ending = p->file->end == 2 ? "\r\n" : "\n";
	size_t begin = out->len, from = 0;

	buf_add(out, text, (size_t)(p->file->s - text));
	for (size_t i = 0; i < new->count; i++) {
		if (!add_new_line(out, p, &new->at[i], &from)) {
			buf_cut(out, begin);
			return false;
		}
		if (new->at[i].end && (closed || i + 1 < new->count))
			buf_adds(out, ending);
	}
	buf_add(out, behind, (size_t)(text + len - behind));
	return true;
}

static void add_way(struct buf *how, const char *name)
{
	buf_addf(how, "%s%s", how->len ? ", " : "", name);
}

static enum edit_result fit_lines_of(const struct fit_lines *file, const struct fit_lines *old,
    const struct fit_lines *new, const char *text, size_t len, struct buf *out,
    struct edit_found *found, struct buf *ways)
{
	static const char *const names[] = {[LIKE_EXACT] = "line ends",
	    [LIKE_END] = "white space at the ends of lines",
	    [LIKE_AROUND] = "indentation",
	    [LIKE_QUOTES] = "the form of quotes, dashes and blanks"};

	for (int how = LIKE_EXACT; how < LIKENESSES; how++) {
		found->count = 0;
		for (size_t i = 0, k; i + old->count <= file->count && found->count < EDIT_LINES;
		     i++) {
			const struct fit_line *at = &file->at[i], *want = old->at;

			for (k = 0; k < old->count && lines_alike(at[k].s, at[k].len, want[k].s,
							  want[k].len, (enum likeness)how);)
				k++;
			if (k == old->count)
				found->lines[found->count++] = i + 1;
		}
		if (!found->count)
			continue;
		add_way(ways, names[how]);
		if (found->count > 1)
			return EDIT_AMBIGUOUS;
		struct fit_place p = {old->at, &file->at[found->lines[0] - 1], old->count};
		return indents_agree(&p) && splice_lines(out, text, len, &p, new) ? EDIT_DONE
										  : EDIT_MISSING;
	}
	return EDIT_MISSING;
}

/* --- rewritings: each appends the text with one kind of distortion undone; false: it has none --- */

/* Reads the number that read_file shows before a line, "88\t" or with an arrow for the tab. Returns
 * the length of it all; 0: there is none. */
static size_t number_before(const char *s, size_t len, unsigned long *number)
{
	static const char arrow[] = "\u2192";
	size_t n = 0, from;

	while (n < len && is_blank(s[n]))
		n++;
	from = n;
	for (*number = 0; n < len && n - from < 9 && isdigit((unsigned char)s[n]); n++)
		*number = *number * 10 + (unsigned long)(s[n] - '0');
	if (n == from || n == len)
		return 0;
	if (s[n] == '\t')
		return n + 1;
	return len - n >= sizeof arrow - 1 && !memcmp(s + n, arrow, sizeof arrow - 1)
		   ? n + sizeof arrow - 1
		   : 0;
}

/* Every line of the old text must have its number; in the new text only lines copied from the old one have theirs. */
static bool without_numbers(const char *s, size_t len, bool old, struct buf *out)
{
	struct fit_lines lines = lines_of(s, len);
	unsigned long before = 0, number;
	bool all = lines.count > 0;

	for (size_t i = 0; i < lines.count && (all || !old); i++, before = number) {
		const struct fit_line *l = &lines.at[i];
		size_t skip = number_before(l->s, l->len, &number);

		all = skip && (!i || number == before + 1);
		buf_add(out, l->s + skip, l->len + l->end - skip);
	}
	free(lines.at);
	return all || !old;
}

static bool without_letters(const char *s, size_t len, bool old, struct buf *out)
{
	static const char letters[] = "nt\"'\\", meant[] = "\n\t\"'\\";
	bool any = false;

	if (memchr(s, '\n', len))
		return false;
	for (size_t i = 0; i < len; i++) {
		const char *c =
		    s[i] == '\\' && i + 1 < len && s[i + 1] ? strchr(letters, s[i + 1]) : NULL;

		buf_addc(out, c ? meant[c - letters] : s[i]);
		any |= c && *c == 'n';
		i += c != NULL;
	}
	return any;
}

static bool without_html(const char *s, size_t len, bool old, struct buf *out)
{
	static const char *const marks[][2] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"},
	    {"&quot;", "\""}, {"&#34;", "\""}, {"&#39;", "'"}, {"&#x27;", "'"}, {"&apos;", "'"}};
	bool any = false;

	for (size_t i = 0, n; i < len; i += n) {
		size_t k = 0;

		for (n = 0; k < ARRAY_SIZE(marks); k++)
			if (!strncmp(s + i, marks[k][0], strlen(marks[k][0]))) {
				n = strlen(marks[k][0]);
				break;
			}
		buf_addc(out, n ? *marks[k][1] : s[i]);
		any |= n > 0;
		n = n ? n : 1;
	}
	return any;
}

static bool without_curls(const char *s, size_t len, bool old, struct buf *out)
{
	bool any = false;
	char plain;

	for (size_t i = 0, n; i < len; i += n) {
		n = plain_char(s + i, len - i, &plain);
		buf_addc(out, plain);
		any |= n > 1;
	}
	return any;
}

typedef bool rewrite_fn(const char *s, size_t len, bool old, struct buf *out);
static const struct {
	const char *name;
	rewrite_fn *way;
} rewritings[] = {
    {"line numbers in front of its lines", without_numbers},
    {"line breaks written as letters", without_letters},
    {"characters written as in HTML", without_html},
    {"curly quotes", without_curls},
};

/* Replaces *text by its rewriting. False: `way` does not apply, and *text stays. */
static bool rewrite(struct buf *text, rewrite_fn *way, bool old)
{
	struct buf meant = BUF_LIMIT(text->len + 1);

	if (!way(buf_str(text), text->len, old, &meant)) {
		buf_free(&meant);
		return false;
	}
	buf_free(text);
	*text = meant;
	return true;
}

static enum edit_result fit_as_written(const char *text, size_t len, bool rewritten,
    const struct buf *old, const struct buf *new, struct buf *out, struct edit_found *found,
    struct buf *ways)
{
	struct text_edit edit = {buf_str(old), buf_str(new), old->len, new->len, false};
	enum edit_result result =
	    rewritten && old->len ? edit_text(text, len, &edit, out, found) : EDIT_MISSING;
	bool says = false;

	if (result != EDIT_MISSING)
		return result;
	struct fit_lines file = lines_of(text, len), was = lines_of(edit.old, old->len),
			 is = lines_of(edit.new, new->len);
	for (size_t i = 0; i < was.count; i++)
		says |= !line_is_empty(&was.at[i]);
	if (says && was.count <= LINES_FITTED)
		result = fit_lines_of(&file, &was, &is, text, len, out, found, ways);
	free_all(file.at, was.at, is.at);
	return result;
}

enum edit_result edit_fit(const char *text, size_t len, const struct text_edit *edit,
    struct buf *out, struct edit_found *found, struct buf *how)
{
	auto_buf old = BUF_LIMIT(edit->old_len + 1), new = BUF_LIMIT(edit->new_len + 1);
	auto_buf ways = BUF_INIT;

	buf_add(&old, edit->old, edit->old_len);
	buf_add(&new, edit->new, edit->new_len);
	enum edit_result result = fit_as_written(text, len, false, &old, &new, out, found, &ways);
	for (size_t i = 0; result == EDIT_MISSING && i < ARRAY_SIZE(rewritings); i++) {
		if (!rewrite(&old, rewritings[i].way, true))
			continue;
		rewrite(&new, rewritings[i].way, false);
		add_way(&ways, rewritings[i].name);
		result = fit_as_written(text, len, true, &old, &new, out, found, &ways);
	}
	if (result != EDIT_MISSING)
		buf_add(how, buf_str(&ways), ways.len);
	return result;
}
