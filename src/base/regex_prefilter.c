/* SPDX-License-Identifier: MIT
 * Parses a pattern once, without building a tree: a sequence can match if all its parts can, alternatives if
 * one can. A part is a group, or a run of ASCII letters, which the text must contain; for a letter outside
 * ASCII, the text must have any such letter. Classes, escapes and assertions require nothing.
 */
#include "base/regex_prefilter.h"

#include "base/base.h"

#define RUN_BYTES 64	/* the rest of a longer run is not looked for */
#define TEXT_BYTES 2048 /* for longer texts, this check is no faster than the patterns themselves */
#define DEPTH 16

struct prefilter {
	const char *at, *end;
	const struct prefilter_text *text;
	bool unsure; /* part of the pattern was not understood: the pattern may match */
	int depth;
	char run[RUN_BYTES];
	size_t run_len;
};

enum quantifier { QUANTIFIER_NONE, QUANTIFIER_SOME, QUANTIFIER_MAYBE };

/* Returns whether s has U+017F or U+212A: outside ASCII, but equal to "s" and "k" without regard to case. */
static bool has_other_case(const char *s)
{
	return strstr(s, "\xc5\xbf") || strstr(s, "\xe2\x84\xaa");
}

static char ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

struct prefilter_text prefilter_text_of(const char *text, size_t len)
{
	struct prefilter_text out = {.ascii = true};

	if (len > TEXT_BYTES || memchr(text, '\0', len))
		return out;
	out.lower = xstrndup(text, len);
	for (char *s = out.lower; *s; s++) {
		out.ascii &= isascii((unsigned char)*s) != 0;
		*s = ascii_lower(*s);
	}
	if (has_other_case(out.lower)) {
		free(out.lower);
		out.lower = NULL;
	}
	return out;
}

void prefilter_text_free(struct prefilter_text *text)
{
	free(text->lower);
	*text = (struct prefilter_text){0};
}

static bool unsure(struct prefilter *p)
{
	p->unsure = true;
	p->at = p->end;
	return true;
}

static bool run_end(struct prefilter *p, bool wanted)
{
	p->run[p->run_len] = '\0';
	bool found = !wanted || p->run_len == 0 || strstr(p->text->lower, p->run);
	p->run_len = 0;
	return found;
}

static enum quantifier quantifier(struct prefilter *p)
{
	enum quantifier found = QUANTIFIER_MAYBE;

	if (p->at == p->end || !*p->at || !strchr("?*+{", *p->at))
		return QUANTIFIER_NONE;
	if (*p->at == '+')
		found = QUANTIFIER_SOME;
	else if (*p->at == '{') {
		p->at += 1 + strspn(p->at + 1, "0123456789,");
		if (p->at == p->end || *p->at != '}') {
			unsure(p);
			return QUANTIFIER_MAYBE;
		}
	}
	p->at++;
	if (p->at < p->end && (*p->at == '?' || *p->at == '+'))
		p->at++; /* lazy, possessive */
	return found;
}

/* Parses one letter of the pattern and its quantifier. */
static bool letter(struct prefilter *p, char c, bool wanted)
{
	bool possible = true;

	p->at++;
	if (!isascii((unsigned char)c)) {
		while (p->at < p->end && ((unsigned char)*p->at & 0xc0) == 0x80)
			p->at++;
		possible = run_end(p, wanted);
		return quantifier(p) == QUANTIFIER_MAYBE ? possible : possible && !p->text->ascii;
	}
	enum quantifier q = quantifier(p);
	if (q != QUANTIFIER_MAYBE && p->run_len + 1 < sizeof p->run)
		p->run[p->run_len++] = ascii_lower(c);
	return q == QUANTIFIER_NONE ? true : run_end(p, wanted);
}

/* Ends the run of letters, then skips a part that requires nothing (a class, an escape) up to `to`, and its
 * quantifier. False: the text lacks that run. wanted false: the run is not looked for. */
static bool skip_part(struct prefilter *p, bool wanted, const char *to)
{
	const bool possible = run_end(p, wanted);

	p->at = to;
	quantifier(p);
	return possible;
}

static bool escape(struct prefilter *p, bool wanted)
{
	if (++p->at == p->end || !isascii((unsigned char)*p->at))
		return unsure(p);
	if (ispunct((unsigned char)*p->at))
		return letter(p, *p->at, wanted);
	if (!*p->at || !strchr("bBdDsSwW", *p->at))
		return unsure(p);
	return skip_part(p, wanted, p->at + 1);
}

static const char *class_end(const char *at, const char *end)
{
	at += at < end && *at == '^';
	at += at < end && *at == ']';
	for (; at < end && *at != ']'; at++)
		if (*at == '\\' && at + 1 < end)
			at++;
		else if (*at == '[')
			return end; /* perhaps [:alpha:]: not understood */
	return at;
}

static bool alternatives(struct prefilter *p, bool wanted);

static bool group(struct prefilter *p, bool wanted)
{
	bool before = run_end(p, wanted), inside;

	p->at++;
	if (p->end - p->at >= 2 && memcmp(p->at, "?:", 2) == 0)
		p->at += 2;
	if (++p->depth > DEPTH)
		return unsure(p);
	inside = alternatives(p, wanted && before);
	if (p->at == p->end)
		return unsure(p);
	p->at++;
	p->depth--;
	return (quantifier(p) == QUANTIFIER_MAYBE || inside) && before;
}

static bool part(struct prefilter *p, bool wanted)
{
	const char *end;

	switch (*p->at) {
	case '(':
		return group(p, wanted);
	case '[':
		end = class_end(p->at + 1, p->end);
		return end >= p->end ? unsure(p) : skip_part(p, wanted, end + 1);
	case '\\':
		return escape(p, wanted);
	case '^':
	case '$':
	case '.':
		return skip_part(p, wanted, p->at + 1);
	case '?':
	case '*':
	case '+':
	case '{':
		return unsure(p);
	default:
		return letter(p, *p->at, wanted);
	}
}

static bool sequence(struct prefilter *p, bool wanted)
{
	bool possible = true;

	while (p->at < p->end && *p->at != '|' && *p->at != ')')
		possible &= part(p, wanted && possible);
	return run_end(p, wanted && possible) && possible;
}

static bool alternatives(struct prefilter *p, bool wanted)
{
	bool any = sequence(p, wanted);

	while (p->at < p->end && *p->at == '|') {
		p->at++;
		any |= sequence(p, wanted && !any);
	}
	return any;
}

bool regex_possible(const char *pattern, size_t len, const struct prefilter_text *text)
{
	static const char properties[] = "(*UCP)"; /* redefines \w and the like, so it is skipped */
	struct prefilter p = {.at = pattern, .end = pattern + len, .text = text};

	if (!text->lower || len == 0 || memchr(pattern, '\0', len) || has_other_case(pattern))
		return true;
	if (len >= sizeof properties - 1 && memcmp(pattern, properties, sizeof properties - 1) == 0)
		p.at += sizeof properties - 1;
	bool possible = alternatives(&p, true);
	return possible || p.unsure || p.at < p.end;
}
