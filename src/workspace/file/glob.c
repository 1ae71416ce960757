/* SPDX-License-Identifier: MIT
 * Matches wildcards. The matcher keeps two places to go back to instead of recursing: behind the
 * last '*', which may match one more byte of its component, and behind the last "**" + '/', which
 * may begin one component later. Older places need no second try: what stood before them has
 * matched as early as it can, so a later match of it leaves the rest nothing new. A hostile pattern
 * thus costs steps, not an exponential number of them.
 */
#include "workspace/file/glob.h"

#include "base/base.h"
#include "workspace/walk.h"

#define GLOB_LENGTH 1024    /* bytes of one pattern with its braces expanded */
#define GLOB_EXPANSIONS 512 /* patterns that braces may make */

static const struct {
	const char *name;
	int (*is)(int c);
} classes[] = {
    {"alnum", isalnum},
    {"alpha", isalpha},
    {"blank", isblank},
    {"cntrl", iscntrl},
    {"digit", isdigit},
    {"graph", isgraph},
    {"lower", islower},
    {"print", isprint},
    {"punct", ispunct},
    {"space", isspace},
    {"upper", isupper},
    {"xdigit", isxdigit},
};

enum found { FOUND_NO, FOUND_YES, FOUND_BROKEN };

/* Whether "[:name:]" holds c. *p is at its '[' and is moved to its last ']'. "[:" without ":]" is a
 * plain '['. */
static enum found class_holds(const char **p, unsigned char c)
{
	const char *name = *p + 2, *end = strchr(name, ']');
	if (!end)
		return FOUND_BROKEN;
	if (end == name || end[-1] != ':')
		return c == '[' ? FOUND_YES : FOUND_NO;
	size_t len = (size_t)(end - name) - 1;
	*p = end;
	for (size_t i = 0; i < ARRAY_SIZE(classes); i++)
		if (strlen(classes[i].name) == len && !memcmp(classes[i].name, name, len))
			return c < 0x80 && classes[i].is(c) ? FOUND_YES : FOUND_NO;
	return FOUND_BROKEN;
}

/* Whether a set holds c. *p is at its '[', and is moved behind its ']' unless it is broken. */
static enum found set_holds(const char **pattern, unsigned char c)
{
	const char *p = *pattern + 1;
	bool negated = *p == '!' || *p == '^', holds = false;
	unsigned char before = 0; /* what a '-' would make a range from */
	if (negated)
		p++;
	for (const char *first = p; *p != ']' || p == first; p++) {
		if (*p == '[' && p[1] == ':') {
			const char *at = p;
			enum found f = class_holds(&p, c);
			if (f == FOUND_BROKEN)
				return FOUND_BROKEN;
			holds |= f == FOUND_YES;
			before = p == at ? '[' : 0;
			continue;
		}
		bool range = *p == '-' && before && p[1] && p[1] != ']';
		if (range)
			p++;
		if (*p == '\\')
			p++;
		if (!*p)
			return FOUND_BROKEN;
		unsigned char ch = (unsigned char)*p;
		holds |= range ? c >= before && c <= ch : c == ch;
		before = range ? 0 : ch;
	}
	*pattern = p + 1;
	return holds != negated ? FOUND_YES : FOUND_NO;
}

/* Matches one byte of text with one element of the pattern, and moves *p behind the element if it
 * fits. */
static bool one(const char **p, unsigned char c, bool components)
{
	const bool any = **p == '?', escaped = **p == '\\';

	if ((any || **p == '[') && components && c == '/')
		return false;
	if (**p == '[')
		return set_holds(p, c) == FOUND_YES;
	if (!any && (unsigned char)(*p)[escaped] != c)
		return false;
	*p += 1 + escaped;
	return true;
}

struct glob_place {
	const char *p, *s; /* p NULL: none */
};

/* p is at a '*'. Returns where the pattern goes on, noting the place to go back to; NULL: all the rest matches. */
static const char *stars(const char *p, bool at_start, bool components, const char *s,
    struct glob_place *star, struct glob_place *deep)
{
	size_t n = strspn(p, "*");
	bool across = components && n > 1 && (at_start || p[-1] == '/');
	if (across && !p[n])
		return NULL;
	if (across && p[n] == '/') {
		*deep = (struct glob_place){p + n + 1, s};
		*star = (struct glob_place){0};
		return p + n + 1;
	}
	*star = (struct glob_place){p + n, s};
	return p + n;
}

bool glob_wild(const char *pattern, const char *text, bool components)
{
	struct glob_place star = {0}, deep = {0};
	const char *p = pattern, *s = text;
	for (;;) {
		if (*p == '*') {
			p = stars(p, p == pattern, components, s, &star, &deep);
			if (!p)
				return true;
		} else if (*s && *p && one(&p, (unsigned char)*s, components)) {
			s++;
		} else if (!*s && !*p) {
			return true;
		} else if (star.p && *star.s && !(components && *star.s == '/')) {
			p = star.p;
			s = ++star.s;
		} else if (deep.p && (s = strchr(deep.s, '/'))) {
			deep.s = ++s;
			p = deep.p;
			star.p = NULL;
		} else {
			return false;
		}
	}
}

/* Returns the ',' or '}' behind an alternative that begins at p; NULL: its brace is not closed. */
static const char *alternative_end(const char *p)
{
	for (int depth = 0; *p; p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (*p == '{')
			depth++;
		else if (depth == 0 && (*p == ',' || *p == '}'))
			return p;
		else if (*p == '}')
			depth--;
	}
	return NULL;
}

/* Finds the first {a,b} of a pattern: returns its '{'; *end: its '}'. NULL: there is none. */
static const char *brace_find(const char *p, const char **end)
{
	for (; *p; p++) {
		const char *at = *p == '{' ? alternative_end(p + 1) : NULL;
		const bool commas = at && *at == ',';
		while (at && *at == ',')
			at = alternative_end(at + 1);
		if (at && commas) {
			*end = at;
			return p;
		}
		p += *p == '\\' && p[1];
	}
	return NULL;
}

static bool match_braces(const char *pattern, const char *path, int *left)
{
	const char *end, *open = brace_find(pattern, &end);
	if (--*left < 0)
		return false;
	while (!open && pattern[0] == '.' && pattern[1] == '/')
		pattern += 2;
	if (!open && !strchr(pattern, '/')) {
		const char *slash = strrchr(path, '/');
		return glob_wild(pattern, slash ? slash + 1 : path, false);
	}
	if (!open) {
		const bool rooted = *pattern == '/';
		return glob_wild(pattern + rooted, path + (rooted && *path == '/'), true);
	}
	size_t head = (size_t)(open - pattern), tail = strlen(end + 1);
	for (const char *p = open; p != end;) {
		const char *from = p + 1;
		char text[GLOB_LENGTH];
		p = alternative_end(from);
		size_t len = (size_t)(p - from);
		if (head + len + tail >= sizeof text)
			return false;
		memcpy(text, pattern, head);
		memcpy(text + head, from, len);
		memcpy(text + head + len, end + 1, tail + 1);
		if (match_braces(text, path, left))
			return true;
	}
	return false;
}

bool glob_match(const char *pattern, const char *path)
{
	int left = GLOB_EXPANSIONS;
	return match_braces(pattern, path, &left);
}
