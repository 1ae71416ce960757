/* SPDX-License-Identifier: MIT
 * Shortening text to a line, a sentence or an excerpt, finding the nearest word, and telling text from
 * binary data.
 */
#include "base/base.h"

#define ELLIPSIS "\xe2\x80\xa6" /* U+2026 */
#define BINARY_BYTES 8000
#define NEAREST_BYTES 64

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static char *single_line(const char *s, size_t len, size_t max)
{
	struct buf line = BUF_INIT;

	for (size_t at = 0; at < len;) {
		size_t from = at;

		while (at < len && is_space(s[at]))
			at++;
		if (at > from && at < len && line.len)
			buf_addc(&line, ' ');
		for (from = at; at < len && !is_space(s[at]);)
			at++;
		buf_add(&line, s + from, at - from);
	}
	size_t keep = utf8_offset(buf_str(&line), line.len, max);
	if (keep < line.len) {
		buf_cut(&line, max ? utf8_offset(line.data, line.len, max - 1) : 0);
		if (max)
			buf_adds(&line, ELLIPSIS);
	}
	return buf_take(&line);
}

size_t text_bom(const char *bytes, size_t len)
{
	return len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool text_is(const char *s, const char *word)
{
	return s && strcmp(s, word) == 0;
}

bool text_is_blank(const char *s)
{
	return !s || !s[strspn(s, " \t\r\n")];
}

char *text_line(const char *s, size_t max)
{
	return single_line(s, strlen(s), max);
}

char *text_clean_line(const char *bytes, size_t len, size_t max)
{
	auto_free char *safe = text_clean(bytes, len);
	return text_line(safe, max);
}

bool text_fill(struct buf *out, const char *text, const char *mark, const char *value)
{
	const char *rest = text;

	for (const char *at; *mark && (at = strstr(rest, mark)); rest = at + strlen(mark)) {
		buf_add(out, rest, (size_t)(at - rest));
		buf_adds(out, value);
	}
	buf_adds(out, rest);
	return rest != text;
}

void string_set(char **field, const char *value)
{
	char *copy = xstrdup(value);

	free(*field);
	*field = copy;
}

void string_take(char **field, char *value)
{
	free(*field);
	*field = value;
}

void string_set_line(char **field, const char *value, size_t max)
{
	char *line = value && *value ? text_clean_line(value, strlen(value), max) : NULL;

	free(*field);
	*field = line;
}

bool string_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Returns the length of the sentence end at s; 0: there is none. Full-width ones need no space behind them. */
static size_t sentence_end(const char *s, size_t before, bool ordinal)
{
	static const char *const wide[] = {"\xe3\x80\x82", "\xef\xbc\x81", "\xef\xbc\x9f"};

	if (*s == '.' || *s == '!' || *s == '?')
		return before && !ordinal && (!s[1] || is_space(s[1])) ? 1 : 0;
	for (size_t i = 0; i < ARRAY_SIZE(wide); i++)
		if (strncmp(s, wide[i], 3) == 0)
			return 3;
	return 0;
}

char *text_sentence(const char *s, size_t max)
{
	bool ordinal =
	    true; /* only digits so far: the full stop of "1. Read the file" ends no sentence */
	size_t at, end = 0;

	s += strspn(s, " \t\r\n");
	const size_t marks = strspn(s, "#"); /* a Markdown heading */
	if (marks && (s[marks] == ' ' || s[marks] == '\t'))
		s += marks + strspn(s + marks, " \t");
	for (at = 0; s[at] && s[at] != '\n' && !end; at++) {
		end = sentence_end(s + at, at, ordinal);
		if (s[at] < '0' || s[at] > '9')
			ordinal = false;
	}
	return single_line(s, end ? at - 1 + end : at, max);
}

/* Returns the last start of a line in s[at/2 .. at], or else the start of the character at `at`. */
static size_t cut_before(const char *s, size_t at)
{
	const char *nl = memrchr(s + at / 2, '\n', at - at / 2);

	if (nl)
		return (size_t)(nl - s) + 1;
	return utf8_start(s, at);
}

char *text_excerpt(const char *s, size_t bytes)
{
	size_t len = strlen(s), head, tail;

	if (len <= bytes)
		return xstrdup(s);
	head = cut_before(s, bytes / 2);
	tail = len - bytes / 2;
	while (((unsigned char)s[tail] & 0xc0) == 0x80)
		tail++;
	const char *nl = memchr(s + tail, '\n', (len - tail) / 2);
	if (nl)
		tail = (size_t)(nl - s) + 1;
	return xasprintf("%.*s%s[%zu bytes left out]\n%s", (int)head, s,
	    head && s[head - 1] != '\n' ? "\n" : "", tail - head, s + tail);
}

const char *text_spoken(const char *s)
{
	static const char opening[] = "<think>", closing[] = "</think>";
	const char *first = s + strspn(s, " \t\r\n"), *end = strstr(s, closing), *rest;
	bool opened = strncmp(first, opening, sizeof opening - 1) == 0;

	if (!end)
		return opened ? s + strlen(s) : s;
	rest = end + sizeof closing - 1;
	/* A chat template may have put the opening tag into the prompt; the closing tag must then end its line. */
	if (!opened && ((end > s && end[-1] != '\n') || (*rest && *rest != '\n' && *rest != '\r')))
		return s;
	return rest + strspn(rest, " \t\r\n");
}

bool text_is_binary(const char *bytes, size_t len)
{
	size_t strange = 0;
	uint32_t cp;

	if (len > BINARY_BYTES)
		len = BINARY_BYTES;
	if (memchr(bytes, '\0', len))
		return true;
	for (size_t at = 0; at < len;) {
		int n = utf8_decode(bytes + at, len - at, &cp, NULL);

		if (!n || (cp < 0x20 && !is_space((char)cp) && cp != 0x1b && cp != '\b'))
			strange++;
		at += n ? n : 1;
	}
	return strange > len / 3;
}

/* Returns the number of insertions, deletions, changes and swaps of neighbours (optimal string alignment). */
static int edit_distance(const char *a, int a_len, const char *b, int b_len)
{
	int rows[3][NEAREST_BYTES + 1], *two = rows[0], *one = rows[1], *now = rows[2];

	for (int j = 0; j <= b_len; j++)
		one[j] = j;
	for (int i = 1; i <= a_len; i++) {
		int *spare = two;

		now[0] = i;
		for (int j = 1; j <= b_len; j++) {
			int change = one[j - 1] + (a[i - 1] != b[j - 1]),
			    gap = 1 + (one[j] < now[j - 1] ? one[j] : now[j - 1]);

			now[j] = gap < change ? gap : change;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    two[j - 2] + 1 < now[j])
				now[j] = two[j - 2] + 1;
		}
		two = one;
		one = now;
		now = spare;
	}
	return one[b_len];
}

const char *text_nearest(const char *word, const char *const *words)
{
	const char *nearest = NULL;
	size_t len = strlen(word), best_gap = 0;
	int best = (int)(len / 3) + 1;

	if (len > NEAREST_BYTES)
		return NULL;
	for (; *words; words++) {
		size_t other = strlen(*words), gap = other > len ? other - len : len - other;

		if (other > NEAREST_BYTES)
			continue;
		int distance = edit_distance(word, (int)len, *words, (int)other);
		if (distance < best || (nearest && distance == best && gap < best_gap)) {
			best = distance;
			/* Of two equally near words, the one closer in length: "modle" is
			 * rather "model" than "mode". */
			best_gap = gap;
			nearest = *words;
		}
	}
	return nearest;
}

char *text_slug(const char *text, size_t most)
{
	char *out = xcalloc(most + 1, 1);
	size_t len = 0;

	for (const char *s = text; *s && len < most; s++)
		if (isascii(*s) && isalnum((unsigned char)*s))
			out[len++] = (char)tolower((unsigned char)*s);
		else if (len && out[len - 1] != '-')
			out[len++] = '-';
	while (len && out[len - 1] == '-')
		out[--len] = '\0';
	return out;
}

void text_percent_decode(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		const bool coded = s[i] == '%' && i + 2 < len &&
				   isxdigit((unsigned char)s[i + 1]) &&
				   isxdigit((unsigned char)s[i + 2]);
		const char hex[] = {coded ? s[i + 1] : '\0', coded ? s[i + 2] : '\0', '\0'};

		buf_addc(out, coded ? (char)strtol(hex, NULL, 16) : s[i]);
		i += coded ? 2 : 0;
	}
}

const char *text_plural(int64_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}
