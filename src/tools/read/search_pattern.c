/* SPDX-License-Identifier: MIT
 * Finds the lines that match a pattern, in the cheapest of four ways that is right for it:
 *   PLAIN   the text itself: memmem
 *   ANCHOR  a literal every match must hold: memmem for it, the pattern on that line only
 *   BUFFER  the pattern on many lines at once; a match that crosses a line's end is tried again
 *           on its first line alone. Right only while a match within a line is also a way
 *           to match in the buffer: no lookaround, no atomic or possessive parts, no \z
 *   LINE    the pattern on each line
 * BUFFER gives way to LINE for good when the pattern turns out to be costly, so that the clock is
 * looked at between lines.
 */
#include "tools/read/search_pattern.h"

#include "base/base.h"
#include "base/regex.h"

#define PIECE 16384    /* this many bytes are given to the pattern at once */
#define COSTLY_US 1000 /* a pattern that takes longer for a piece is costly */
#define CLOCK_LINES 64 /* lines between two looks at the clock */
#define ANCHOR_LEAST 2 /* a shorter literal is not worth searching for */

enum pattern_way { WAY_PLAIN, WAY_ANCHOR, WAY_BUFFER, WAY_LINE };

struct search_pattern {
	enum pattern_way way;
	struct regex *regex; /* (owned) NULL: WAY_PLAIN */
	char *literal;	     /* (owned) */
	size_t literal_len;
	int limits;
};

/* --- the literal every match must hold --- */

/* Returns the place behind the ']' of a set that begins at p, or the end of the pattern. */
static size_t skip_set(const char *s, size_t len, size_t p)
{
	p++;
	if (p < len && s[p] == '^')
		p++;
	if (p < len && s[p] == ']')
		p++;
	for (; p < len && s[p] != ']'; p++) {
		if (s[p] == '\\')
			p++;
		else if (s[p] == '[' && p + 1 < len && s[p + 1] == ':') {
			const char *end = memmem(s + p, len - p, ":]", 2);
			p = end ? (size_t)(end - s) + 1 : len;
		}
	}
	return p < len ? p + 1 : len;
}

/* Returns the place behind the ')' of a group that begins at p, or the end of the pattern. */
static size_t skip_group(const char *s, size_t len, size_t p)
{
	int depth = 0;
	while (p < len) {
		if (s[p] == '\\') {
			p += 2;
		} else if (s[p] == '[') {
			p = skip_set(s, len, p);
		} else {
			depth += s[p] == '(' ? 1 : s[p] == ')' ? -1 : 0;
			p++;
			if (depth == 0)
				return p;
		}
	}
	return len;
}

/* Whether the pattern has options, comments or verbs inside, which change what its characters
 * mean. */
static bool too_clever(const char *s, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++) {
		if (s[i] == '\\') {
			if (strchr("QE", s[i + 1]))
				return true;
			i++;
		} else if (s[i] == '(' && s[i + 1] == '*') {
			return true;
		} else if (s[i] == '(' && s[i + 1] == '?') {
			if (i + 2 >= len || !strchr(":=!<>|P", s[i + 2]))
				return true;
		}
	}
	return false;
}

struct pattern_run {
	struct buf now, best;
};

static void run_end(struct pattern_run *r)
{
	if (r->now.len > r->best.len) {
		buf_clear(&r->best);
		buf_add(&r->best, r->now.data, r->now.len);
	}
	buf_clear(&r->now);
}

static size_t quantifier_length(const char *s, size_t len, size_t p)
{
	size_t end = p + 1;
	while (p < len && s[p] == '{' && end < len && strchr("0123456789,", s[end]))
		end++;
	if (p < len && s[p] == '{' && end < len && s[end] == '}')
		p = end + 1;
	while (p < len && strchr("?*+", s[p]))
		p++;
	return p;
}

/* Returns the place behind the character at p. */
static size_t character_end(const char *s, size_t len, size_t p)
{
	for (p++; p < len && ((unsigned char)s[p] & 0xc0) == 0x80; p++)
		;
	return p;
}

static void run_byte(struct pattern_run *r, const char *s, size_t len, size_t from, size_t *p)
{
	size_t end = *p;
	if (end == len || !memchr("?*{", s[end], 3)) /* no quantifier makes it optional */
		buf_add(&r->now, s + from, end - from);
	*p = quantifier_length(s, len, end);
	if (*p > end)
		run_end(r);
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Appends the longest run of plain characters outside groups that no quantifier makes optional; nothing
 * if there is none, or that is not sure. */
static void find_literal(const char *s, size_t len, struct buf *out)
{
	struct pattern_run r = {BUF_INIT, BUF_INIT};
	for (size_t p = 0; p < len;) {
		size_t from = p;
		unsigned char c = (unsigned char)s[p];
		if (c == '|' || c == ')') {
			buf_clear(&r.now);
			buf_clear(&r.best);
			break;
		}
		if (c == '\\' && p + 1 < len && !is_word(s[p + 1])) {
			p = character_end(s, len, p + 1);
			run_byte(&r, s, len, from + 1, &p);
			continue;
		}
		if (!strchr("\\[(.^$?*+{", c)) {
			p = character_end(s, len, p);
			run_byte(&r, s, len, from, &p);
			continue;
		}
		run_end(&r);
		if (c == '\\' && p + 1 < len && !strchr("bBdDsSwWhHvVtAzZ", s[p + 1])) {
			/* Escapes with arguments are not read here: \x41, \012, \p{..}, \k<..>. */
			buf_clear(&r.best);
			break;
		}
		p = c == '['   ? skip_set(s, len, p)
		    : c == '(' ? skip_group(s, len, p)
			       : p + 1 + (c == '\\');
		p = quantifier_length(s, len, p);
	}
	run_end(&r);
	buf_add(out, buf_str(&r.best), r.best.len);
	buf_free(&r.now);
	buf_free(&r.best);
}

/* --- the choice --- */

/* Whether each line must be searched alone, see BUFFER above. A '$' needs that too, so that \r\n
 * ends a line. */
static bool needs_lines(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (s[i] == '\\' && ++i < len && strchr("AzZGnrRK", s[i]))
			return true;
		if (s[i] == '$' || (s[i] == '+' && i > 0 && strchr("*+?}", s[i - 1])))
			return true;
		if (s[i] == '(' && i + 2 < len &&
		    (s[i + 1] == '*' || (s[i + 1] == '?' && s[i + 2] != ':')))
			return true;
	}
	return false;
}

/* Whether the pattern matches the same in bytes as in characters; then the encoding of the text need
 * not be checked first. */
static bool can_search_bytes(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)s[i] >= 0x80 || s[i] == '.')
			return false;
		if (s[i] == '[' && i + 1 < len && s[i + 1] == '^')
			return false;
		if (s[i] == '(' && i + 1 < len && strchr("?*", s[i + 1]))
			return false;
		if (s[i] == '\\' && ++i < len && is_word(s[i]) && !strchr("bBdswtnAzZ", s[i]))
			return false;
	}
	return true;
}

static bool has_letters(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] >= 0x80 || (is_word(s[i]) && s[i] > '9'))
			return true;
	return false;
}

struct search_pattern *search_pattern_new(
    const char *text, size_t len, bool literal, bool ignore_case, struct error *e)
{
	struct search_pattern *p = xcalloc(1, sizeof *p);
	auto_buf run = BUF_INIT;
	if (!literal && len > 4 && !memcmp(text, "(?i)", 4)) {
		ignore_case = true;
		text += 4;
		len -= 4;
	}
	bool exact = !ignore_case || !has_letters(text, len);
	if (literal && exact) {
		p->literal = xstrndup(text, len);
		p->literal_len = len;
		return p;
	}
	p->regex = regex_new(text, len,
	    (can_search_bytes(text, len) ? 0 : REGEX_UTF) | REGEX_MULTILINE | REGEX_OFTEN |
		(literal ? REGEX_LITERAL : 0) | (ignore_case ? REGEX_CASELESS : 0),
	    e);
	if (!p->regex) {
		free(p);
		return NULL;
	}
	p->way = !literal && needs_lines(text, len) ? WAY_LINE : WAY_BUFFER;
	if (exact && !too_clever(text, len))
		find_literal(text, len, &run);
	if (run.len >= ANCHOR_LEAST) {
		p->way = WAY_ANCHOR;
		p->literal_len = run.len;
		p->literal = buf_take(&run);
	}
	return p;
}

void search_pattern_free(struct search_pattern *p)
{
	if (!p)
		return;
	regex_free(p->regex);
	free_all(p->literal, p);
}

int search_pattern_limits(const struct search_pattern *p)
{
	return p->limits;
}

/* --- finding --- */

static size_t line_end(const char *s, size_t len, size_t at)
{
	const char *nl = memchr(s + at, '\n', len - at);
	return nl ? (size_t)(nl - s) : len;
}

static size_t line_begin(const char *s, size_t least, size_t at)
{
	const char *nl = at > least ? memrchr(s + least, '\n', at - least) : NULL;
	return nl ? (size_t)(nl + 1 - s) : least;
}

/* Whether the line that begins at `line` matches, searched alone. *start is moved to the next line. */
static bool try_line(struct search_pattern *p, const char *s, size_t len, size_t line,
    size_t *start, struct search_hit *hit)
{
	size_t end = line_end(s, len, line), from, to;
	*start = end < len ? end + 1 : len;
	if (end > line && s[end - 1] == '\r')
		end--;
	enum regex_result r = regex_find(p->regex, s + line, end - line, 0, &from, &to);
	p->limits += r == REGEX_LIMIT;
	if (r != REGEX_YES)
		return false;
	*hit = (struct search_hit){line, end, line + from, line + to};
	return true;
}

static bool plain_hit(const struct search_pattern *p, const char *s, size_t len, size_t at,
    size_t *start, struct search_hit *hit)
{
	size_t end = line_end(s, len, at);
	hit->line = line_begin(s, *start, at);
	hit->from = at;
	hit->to = at + p->literal_len;
	*start = end < len ? end + 1 : len;
	hit->end = end > hit->line && s[end - 1] == '\r' ? end - 1 : end;
	return hit->to <= end; /* a literal with a line break in it is on no line */
}

/* As search_pattern_find, line by line: every line, or only those that have the literal. */
static enum search_found find_by_line(struct search_pattern *p, const char *s, size_t len,
    size_t *start, struct search_hit *hit, int64_t deadline_us)
{
	for (int tries = 1; *start < len; tries++) {
		const char *at = s + *start;
		if (p->way != WAY_LINE)
			at = memmem(at, len - *start, p->literal, p->literal_len);
		if (!at)
			break;
		size_t from = (size_t)(at - s);
		if (p->way == WAY_PLAIN
			? plain_hit(p, s, len, from, start, hit)
			: try_line(p, s, len, line_begin(s, *start, from), start, hit))
			return SEARCH_HIT;
		if (tries % CLOCK_LINES == 0 && clock_mono_us() > deadline_us)
			return SEARCH_LATER;
	}
	*start = len;
	return SEARCH_NONE;
}

static enum search_found find_in_pieces(struct search_pattern *p, const char *s, size_t len,
    size_t *start, struct search_hit *hit, int64_t deadline_us)
{
	int64_t now = clock_mono_us();
	while (*start < len && p->way == WAY_BUFFER) {
		size_t end = len - *start > PIECE ? line_end(s, len, *start + PIECE) : len, from,
		       to;
		enum regex_result r = regex_find(p->regex, s, end, *start, &from, &to);
		int64_t then = now;
		now = clock_mono_us();
		if (r == REGEX_LIMIT || now - then > COSTLY_US)
			p->way = WAY_LINE;
		if (r == REGEX_NO)
			*start = end < len ? end + 1 : len;
		else if (r == REGEX_YES &&
			 try_line(p, s, len, line_begin(s, *start, from), start, hit))
			return SEARCH_HIT;
		if (now > deadline_us)
			return SEARCH_LATER;
	}
	return *start < len ? find_by_line(p, s, len, start, hit, deadline_us) : SEARCH_NONE;
}

enum search_found search_pattern_find(struct search_pattern *p, const char *s, size_t len,
    size_t *start, struct search_hit *hit, int64_t deadline_us)
{
	return (p->way == WAY_BUFFER ? find_in_pieces : find_by_line)(
	    p, s, len, start, hit, deadline_us);
}
