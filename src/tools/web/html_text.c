/* SPDX-License-Identifier: MIT
 * Turns HTML into text in one pass over the bytes, without a tree: a tag does to the text around it what
 * config/html.yaml says. What is no HTML is appended as it is. Below: robots.txt.
 */
#include "tools/web/html_text.h"

#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"
#include "workspace/file/glob.h"

#define NAME_BYTES 16
#define HREF_BYTES 2000

const json_t *html_table(const char *part)
{
	static json_t *table;

	table = table ? table : config_builtin("html.yaml");
	return json_map(table, part);
}

struct html_reading {
	struct buf *out, *title;
	bool blank;	       /* a space is due before the next word */
	int breaks;	       /* line ends that are due */
	bool pre, in_title;    /* inside of these */
	char href[HREF_BYTES]; /* of the link that is open; "": none */
};

/* ---- Words ---------------------------------------------------------------------------------- */

static void add_bytes(struct html_reading *r, const char *s, size_t len)
{
	struct buf *out = r->in_title ? r->title : r->out;

	if (!out)
		return;
	for (; r->breaks > 0 && !r->in_title; r->breaks--)
		if (out->len)
			buf_addc(out, '\n');
	if (r->blank && out->len && !isspace((unsigned char)out->data[out->len - 1]))
		buf_addc(out, ' ');
	r->blank = false;
	buf_add(out, s, len);
}

static void add_break(struct html_reading *r, int lines)
{
	r->breaks = r->breaks > lines ? r->breaks : lines;
	r->blank = false;
}

/* Adds the character that the entity at s stands for. Returns the entity's length; 0: it is none. */
static size_t add_entity(struct html_reading *r, const char *s, size_t len)
{
	const char *end = memchr(s, ';', len < 12 ? len : 12);
	const size_t n = end ? (size_t)(end - s) : 0;
	char utf8[4];

	if (n > 2 && s[1] == '#') {
		const bool hex = tolower((unsigned char)s[2]) == 'x';
		const unsigned long cp = strtoul(s + 2 + hex, NULL, hex ? 16 : 10);

		if (cp == 0 || cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000))
			return 0;
		add_bytes(r, utf8, (size_t)utf8_encode((uint32_t)cp, utf8));
		return n + 1;
	}
	auto_free char *name = xstrndup(s + 1, n ? n - 1 : 0);
	const char *text = json_str(html_table("entities"), name, NULL);
	if (text)
		add_bytes(r, text, strlen(text));
	return text ? n + 1 : 0;
}

static size_t add_character(struct html_reading *r, const char *s, size_t len)
{
	const size_t n = *s == '&' ? add_entity(r, s, len) : 0;

	if (n)
		return n;
	if (r->pre && *s == '\n')
		add_break(r, r->breaks + 1);
	else if (!r->pre && isspace((unsigned char)*s))
		r->blank = true;
	else
		add_bytes(r, s, 1);
	return 1;
}

/* ---- Tags ----------------------------------------------------------------------------------- */

/* Opens or closes a link; its href ends before a blank or its quote, and one that leads nowhere is left out. */
static void take_link(struct html_reading *r, const char *s, size_t len, bool closes)
{
	if (closes && *r->href) {
		r->blank = false;
		add_bytes(r, "](", 2);
		add_bytes(r, r->href, strlen(r->href));
		add_bytes(r, ")", 1);
	}
	r->href[0] = '\0';
	for (size_t i = 1; !closes && i + 5 < len; i++) {
		const char quote = s[i + 5] == '"' || s[i + 5] == '\'' ? s[i + 5] : ' ';
		const char *from = s + i + 5 + (quote != ' '), *to = from;

		if (!isspace((unsigned char)s[i - 1]) || strncasecmp(s + i, "href=", 5) != 0)
			continue;
		while (to < s + len && *to != quote && *to != '>' && to - from < HREF_BYTES - 1)
			to++;
		if (strncmp(from, "http", 4) == 0 || *from == '/') {
			add_bytes(r, "[", 1);
			memcpy(r->href, from, (size_t)(to - from));
			r->href[to - from] = '\0';
		}
		return;
	}
}

static void take_effect(
    struct html_reading *r, const json_t *effect, const char *s, size_t len, bool closes)
{
	const int breaks = (int)json_int(effect, "breaks", 0);
	const char *words = json_str(effect, closes ? "close" : "open", "");

	if (json_flag(effect, "title", false)) {
		r->in_title = !closes;
		r->blank = false;
	}
	if (breaks)
		add_break(r, breaks);
	r->pre &= !json_flag(effect, "keeps", false);
	if (*words)
		add_bytes(r, words, strlen(words));
	if (json_flag(effect, "keeps", false)) {
		add_break(r, closes ? 2 : 1);
		r->pre = !closes;
	}
	if (json_flag(effect, "link", false))
		take_link(r, s, len, closes);
}

/* Handles the tag or comment at s, a '<'. Returns its length, with the content of a tag that is skipped. */
static size_t take_tag(struct html_reading *r, const char *s, size_t len)
{
	const bool closes = len > 1 && s[1] == '/';
	char name[NAME_BYTES] = "";
	size_t n = 0, whole;

	if (len > 3 && memcmp(s, "<!--", 4) == 0) {
		for (whole = 4; whole + 2 < len && memcmp(s + whole, "-->", 3) != 0;)
			whole++;
		return whole + 3 < len ? whole + 3 : len;
	}
	const char *end = memchr(s, '>', len);
	if (!end || (!isalpha((unsigned char)s[1 + closes]) && s[1] != '!' && s[1] != '?'))
		return add_character(r, s, len);
	whole = (size_t)(end + 1 - s);
	for (const char *at = s + 1 + closes; isalnum((unsigned char)*at) && n < sizeof name - 1;
	     at++)
		name[n++] = (char)tolower((unsigned char)*at);
	const json_t *effect = json_map(html_table("tags"), name);
	take_effect(r, effect, s, whole, closes);
	if (closes || !json_flag(effect, "skip", false))
		return whole;
	/* The content to skip ends before </name>, or at the end of the page. */
	for (; whole + n + 2 < len; whole++)
		if (s[whole] == '<' && s[whole + 1] == '/' &&
		    strncasecmp(s + whole + 2, name, n) == 0)
			return whole;
	return len;
}

void html_words(const char *html, size_t len, struct buf *title, struct buf *out)
{
	struct html_reading r = {.out = out, .title = title};

	for (size_t i = 0; i < len && !out->truncated;)
		i += html[i] == '<' ? take_tag(&r, html + i, len - i)
				    : add_character(&r, html + i, len - i);
}

/* ---- robots.txt ----------------------------------------------------------------------------- */

/* Whether a rule fits the path: `*` in it stands for anything, `$` at its end for the end of the path. */
static bool rule_fits(const char *rule, size_t len, const char *path)
{
	const bool whole = rule[len - 1] == '$';
	auto_buf pattern = BUF_INIT;

	for (size_t i = 0; i < len - whole; i++)
		buf_addf(&pattern, strchr("?[\\", rule[i]) ? "\\%c" : "%c", rule[i]);
	buf_adds(&pattern, whole ? "" : "*");
	return glob_wild(buf_str(&pattern), path, false);
}

/* Returns the value of a line "key: value", *n bytes without comment and blanks. NULL: it has another key. */
static const char *value_of(const char *line, size_t len, const char *key, size_t *n)
{
	const char *hash = memchr(line, '#', len), *end = hash ? hash : line + len, *at;

	if (len <= strlen(key) || strncasecmp(line, key, strlen(key)) != 0)
		return NULL;
	at = line + strlen(key);
	while (at < end && isblank((unsigned char)*at))
		at++;
	if (at == end || *at++ != ':')
		return NULL;
	while (at < end && isblank((unsigned char)*at))
		at++;
	while (end > at && isspace((unsigned char)end[-1]))
		end--;
	*n = (size_t)(end - at);
	return at;
}

/* Whether the rules of the groups for this name allow the path; sets *found if there is such a group. */
static bool group_allows(
    const char *robots, size_t len, const char *name, const char *path, bool *found)
{
	bool in_group = false, in_names = false, allows = true;
	size_t best = 0, n;

	for (const char *line = robots, *end, *next; line < robots + len; line = next) {
		const char *value;

		end = memchr(line, '\n', (size_t)(robots + len - line));
		end = end ? end : robots + len;
		next = end + 1;
		if ((value = value_of(line, (size_t)(end - line), "user-agent", &n))) {
			in_group = (in_names && in_group) ||
				   (n == strlen(name) && strncasecmp(value, name, n) == 0);
			in_names = true;
			*found |= in_group;
			continue;
		}
		const char *rule = value_of(line, (size_t)(end - line), "allow", &n);
		value = rule ? rule : value_of(line, (size_t)(end - line), "disallow", &n);
		in_names &= value == NULL;
		if (!value || !in_group || n == 0 || n < best || !rule_fits(value, n, path))
			continue;
		allows = n > best ? rule != NULL : allows || rule;
		best = n;
	}
	return allows;
}

bool robots_allow(const char *robots, size_t len, const char *name, const char *path)
{
	bool found = false;
	const bool own = group_allows(robots, len, name, path, &found);

	return found ? own : group_allows(robots, len, "*", path, &found);
}
