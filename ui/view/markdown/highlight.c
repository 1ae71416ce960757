/* SPDX-License-Identifier: MIT
 * Highlights one line in one pass. At each place the longest things are tried first: comments and long strings, then
 * strings, words and numbers; a quote that has no end on its line is looked for once.
 */
#include "ui/view/markdown/highlight.h"

#include "base/base.h"
#include "ui/view/markdown/language.h"

#define ESCAPE_BYTES 14
#define LINE_BYTES 4096 /* the rest of a longer line is plain */

struct scan {
	struct highlight *h;
	const struct language *l;
	struct lines *out;
	enum style plain;
	unsigned ground;
	const char *s;
	size_t len, at, done; /* the text before `done` is added already */
	char endless[8];      /* quotes known to have no end on this line */
	size_t endless_count;
};

static void add_styled(struct scan *c, enum style style, size_t to)
{
	if (to > c->done)
		lines_add(c->out, style, c->s + c->done, to - c->done);
	c->done = to;
}

static void add_as(struct scan *c, enum style style, size_t to)
{
	add_styled(c, c->plain, c->at);
	add_styled(c, (enum style)(style | c->ground), to);
	c->at = to;
}

static bool stands_here(const struct scan *c, const char *word)
{
	size_t n = strlen(word);

	return n <= c->len - c->at && memcmp(c->s + c->at, word, n) == 0;
}

static bool is_in(const char *set, char ch)
{
	return ch && strchr(set, ch);
}

static bool is_letter(const struct scan *c, char ch)
{
	return isalpha((unsigned char)ch) || ch == '_' || (unsigned char)ch >= 0x80 ||
	       is_in(c->l->more, ch);
}

/* Returns the offset behind `close`; if that is not on the line, the end of the line, and *found is
 * false. A backslash takes the next byte along unless raw. */
static size_t find_end(const struct scan *c, size_t from, const char *close, bool raw, bool *found)
{
	const size_t n = strlen(close);
	size_t i = from;

	while (i + n <= c->len && memcmp(c->s + i, close, n) != 0)
		i += c->s[i] == '\\' && !raw ? 2 : 1;
	*found = i + n <= c->len;
	return *found ? i + n : c->len;
}

/* Goes on with what the line before left open. inside: from 1 on a comment of that pair, from
 * LANGUAGE_PAIRS on a long string. */
static void go_on(struct scan *c, size_t from)
{
	unsigned k = c->h->inside - 1;
	bool string = k >= LANGUAGE_PAIRS, found;
	const char *close = string ? c->l->multi[k - LANGUAGE_PAIRS] : c->l->close[k];
	bool raw = !string || is_in(c->l->raw, *close);

	size_t end = find_end(c, from, close, raw, &found);
	if (found)
		c->h->inside = 0;
	add_as(c, string ? STYLE_STRING : STYLE_COMMENT, end);
}

static bool scan_comment(struct scan *c)
{
	for (int i = 0; i < LANGUAGE_PAIRS && c->l->line[i]; i++) {
		if (!stands_here(c, c->l->line[i]))
			continue;
		/* in a shell, # begins a comment only where a word begins */
		if (*c->l->line[i] == '#' && c->at && c->s[c->at - 1] != ' ' &&
		    c->s[c->at - 1] != '\t')
			continue;
		add_as(c, STYLE_COMMENT, c->len);
		return true;
	}
	return false;
}

static bool opens_multiline(struct scan *c)
{
	for (unsigned i = 0; i < 2 * LANGUAGE_PAIRS; i++) {
		const bool string = i >= LANGUAGE_PAIRS;
		const char *open = string ? c->l->multi[i - LANGUAGE_PAIRS] : c->l->open[i];

		if (open && stands_here(c, open)) {
			c->h->inside = i + 1;
			go_on(c, c->at + strlen(open));
			return true;
		}
	}
	return false;
}

static bool before_colon(const struct scan *c, size_t end)
{
	while (end < c->len && c->s[end] == ' ')
		end++;
	return c->l->keys && end < c->len && c->s[end] == ':' &&
	       (end + 1 == c->len || c->s[end + 1] == ' ' || c->s[c->at] == '"');
}

static bool scan_string(struct scan *c)
{
	char quote[2] = {c->s[c->at], '\0'};
	bool whole = is_in(c->l->chars, *quote), found;

	if ((!whole && !is_in(c->l->strings, *quote)) || is_in(c->endless, *quote))
		return false;
	if (whole && c->at &&
	    (is_letter(c, c->s[c->at - 1]) || isdigit((unsigned char)c->s[c->at - 1])))
		return false; /* an apostrophe as in don't */
	size_t end = find_end(c, c->at + 1, quote, is_in(c->l->raw, *quote), &found);
	if (!found && whole) {
		if (c->endless_count + 1 < sizeof c->endless)
			c->endless[c->endless_count++] = *quote;
		return false;
	}
	add_as(c, before_colon(c, end) ? STYLE_KEYWORD : STYLE_STRING, end);
	return true;
}

/* Whether a character literal begins here: 'x', '\n', '\u{1f600}'. Anything else between such
 * quotes is none. */
static bool scan_character(struct scan *c)
{
	char quote[2] = {c->s[c->at], '\0'};
	size_t end = c->at + 1;
	bool found = end < c->len && c->s[end] != '\\';

	if (!is_in(c->l->letters, *quote))
		return false;
	if (found) {
		for (end++; end < c->len && ((unsigned char)c->s[end] & 0xc0) == 0x80;)
			end++;
		found = end < c->len && c->s[end++] == *quote;
	} else {
		size_t most = c->len < c->at + ESCAPE_BYTES ? c->len : c->at + ESCAPE_BYTES;
		for (end += 2; end < most && !found;)
			found = c->s[end++] == *quote;
	}
	if (found)
		add_as(c, STYLE_STRING, end);
	return found;
}

static bool scan_word(struct scan *c)
{
	size_t end = c->at;
	bool number = isdigit((unsigned char)c->s[end]);

	if (!number && !is_letter(c, c->s[end]))
		return false;
	bool tag = c->l->tags && c->at && (c->s[c->at - 1] == '<' || c->s[c->at - 1] == '/');
	while (end < c->len && (is_letter(c, c->s[end]) || isdigit((unsigned char)c->s[end]) ||
				   (number && c->s[end] == '.')))
		end++;
	if (number)
		add_as(c, STYLE_NUMBER, end);
	else if (tag || before_colon(c, end) ||
		 word_known(&c->l->words, c->s + c->at, end - c->at, c->l->fold))
		add_as(c, STYLE_KEYWORD, end);
	else
		c->at = end;
	return true;
}

void highlight_line(
    struct highlight *h, enum style plain, const char *s, size_t len, struct lines *out)
{
	struct scan c = {.h = h,
	    .l = h->language,
	    .out = out,
	    .plain = plain,
	    .ground = plain & ~0xffu,
	    .s = s,
	    .len = len > LINE_BYTES ? utf8_start(s, LINE_BYTES) : len};

	int k = 0;
	while (c.l && k < LANGUAGE_PREFIXES && c.l->prefix[k].text &&
	       !stands_here(&c, c.l->prefix[k].text))
		k++;
	if (c.l && k < LANGUAGE_PREFIXES && c.l->prefix[k].text) {
		add_as(&c, c.l->prefix[k].style, c.len);
	} else if (c.l) {
		if (h->inside)
			go_on(&c, 0);
		while (c.at < c.len)
			if (!scan_comment(&c) && !opens_multiline(&c) && !scan_string(&c) &&
			    !scan_character(&c) && !scan_word(&c))
				c.at++;
	}
	c.len = len;
	add_styled(&c, plain, len);
}

const struct language *highlight_language(const char *name, size_t len)
{
	size_t count, n = 0;
	const struct language *list = len ? languages(&count) : NULL;

	while (n < len && !strchr(" \t,{:", name[n]))
		n++;
	for (size_t i = 0; list && i < count; i++)
		if (word_known(&list[i].names, name, n, true))
			return &list[i];
	return NULL;
}

const struct language *highlight_path(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	const char *base = slash ? slash + 1 : path, *dot = base ? strrchr(base, '.') : NULL;

	return dot && dot[1] ? highlight_language(dot + 1, strlen(dot + 1)) : NULL;
}
