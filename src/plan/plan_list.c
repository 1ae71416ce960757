/*
 * The list in a reply's text. A checkbox list is a plan anywhere; a numbered or plain list is one
 * below a line that begins with "Plan". [DONE:n] marks item n. Code is not read.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/code_text.h"
#include "base/text/text.h"
#include "plan/plan_item_edit.h"

enum box { BOX_NONE, BOX_OPEN, BOX_DONE };
struct list_line {
	const char *words; /* (borrowed) what follows the bullet */
	size_t len;
	bool item, numbered;
	enum box box;
};

static size_t bullet_length(const char *s, size_t len, bool *numbered)
{
	size_t n = 0;

	while (n < len && n < 3 && isdigit((unsigned char)s[n]))
		n++;
	*numbered = n > 0;
	if (n > 0 && n < len && (s[n] == '.' || s[n] == ')'))
		n++;
	else if (n == 0 && len && strchr("-*+", s[0]))
		n++;
	else
		return 0;
	return n < len && s[n] == ' ' ? n + 1 : 0;
}

static enum box box_of(const char *s, size_t len)
{
	if (len < 4 || s[0] != '[' || s[2] != ']' || s[3] != ' ')
		return BOX_NONE;
	switch (s[1]) {
	case 'x':
	case 'X':
		return BOX_DONE;
	case ' ':
	case '>':
	case '~':
	case '-':
		return BOX_OPEN;
	}
	return BOX_NONE;
}

static struct list_line list_line_of(const char *s, size_t len)
{
	struct list_line l = {0};
	size_t skip;

	while (len && (*s == ' ' || *s == '\t'))
		s++, len--;
	skip = bullet_length(s, len, &l.numbered);
	l.item = skip > 0;
	s += skip;
	len -= skip;
	while (len && *s == ' ')
		s++, len--;
	if (l.item && (l.box = box_of(s, len)) != BOX_NONE) {
		s += 4;
		len -= 4;
	}
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	l.words = s;
	l.len = len;
	return l;
}

/* Whether a line is the heading of a plan: "Plan:" and "**Plan**" are, "## The plan" and
 * "Planning ahead" are not. */
static bool is_heading(const struct list_line *l)
{
	const char *s = l->words;
	size_t len = l->len;

	while (len && strchr("#*_ ", *s))
		s++, len--;
	return len >= 4 && strncasecmp(s, "plan", 4) == 0 &&
	       (len == 4 || strchr(":*_ (", s[4]) != NULL);
}

/* Whether a line is code: nothing of it is left without its code. */
static bool is_code(const char *plain, size_t len)
{
	return strspn(plain, " \t\r") >= len;
}

/* The last list wins: a plan written again replaces the first. */
struct list_reading {
	const struct plan_limits *limits;
	json_t *items; /* (owned) array of {content, done} */
	int to_do;     /* how many of them are not done */
	size_t beyond; /* how many items there were beyond the most a plan may have */
	bool open;     /* the last line was part of the list, which may go on */
	bool headed;
};

static void read_item(struct list_reading *r, const struct list_line *l)
{
	char *words = xstrndup(l->words, l->len);
	char *content = text_line(words, (size_t)r->limits->max_content);

	if (!r->open) {
		json_decref(r->items);
		r->items = json_array();
		r->beyond = 0;
		r->to_do = 0;
	}
	r->open = true;
	if (*content && l->box != BOX_DONE && r->to_do == r->limits->max_todos) {
		r->beyond++;
	} else if (*content) {
		r->to_do += l->box != BOX_DONE;
		json_array_append_new(r->items,
		    json_pack("{s:s, s:b}", "content", content, "done", l->box == BOX_DONE));
	}
	free(content);
	free(words);
}

static void read_line(struct list_reading *r, const struct list_line *l)
{
	if (l->item && (l->box != BOX_NONE || r->headed))
		read_item(r, l);
	else if (!l->item) {
		r->headed = is_heading(l);
		r->open = false;
	}
}

json_t *plan_list_read(const char *text, const struct plan_limits *limits, size_t *beyond)
{
	struct list_reading r = {.limits = limits};
	char *plain = text_without_code(text);

	for (const char *s = text; *s;) {
		size_t len = strcspn(s, "\n");
		struct list_line l = list_line_of(s, len);

		if (!is_code(plain + (s - text), len))
			read_line(&r, &l);
		s += len + (s[len] == '\n');
	}
	free(plain);
	*beyond = r.beyond;
	return r.items;
}

/* The length of a [DONE:n] mark at the beginning of s; 0 where none stands there. */
static size_t mark_at(const char *s, size_t len)
{
	static const char mark[] = "[DONE:";
	size_t at = sizeof mark - 1;

	if (len <= at || strncmp(s, mark, at) != 0 || !isdigit((unsigned char)s[at]))
		return 0;
	while (at < len && isdigit((unsigned char)s[at]))
		at++;
	return at < len && s[at] == ']' ? at + 1 : 0;
}

/* Adds a line without its marks and the blanks around them, or nothing where the line has
 * nothing else. plain: the same bytes without code. */
static void add_without_marks(struct buf *out, const char *s, const char *plain, size_t len)
{
	const size_t begin = out->len;
	size_t from = 0;

	for (size_t at = 0; at < len; at++) {
		size_t mark = plain[at] == '[' ? mark_at(plain + at, len - at) : 0;

		if (mark == 0)
			continue;
		buf_add(out, s + from, at - from);
		while (out->len > begin && strchr(" \t", out->data[out->len - 1]))
			buf_cut(out, out->len - 1);
		from = at + mark;
		if (out->len == begin)
			from += strspn(s + from, " \t");
		at = from - 1;
	}
	buf_add(out, s + from, len - from);
	if (from == 0 || out->len > begin)
		buf_adds(out, "\n");
}

char *plan_text_beside(const char *text)
{
	struct buf out = BUF_INIT;
	char *plain = text_without_code(text);
	bool headed = false;

	for (const char *s = text; *s;) {
		size_t len = strcspn(s, "\n");
		const char *words = plain + (s - text);
		struct list_line l = list_line_of(s, len);
		bool code = is_code(words, len), heading = !code && !l.item && is_heading(&l);

		if (!code && !l.item)
			headed = heading;
		if (code || !(heading || (l.item && (l.box != BOX_NONE || headed))))
			add_without_marks(&out, s, words, len);
		s += len + (s[len] == '\n');
	}
	free(plain);
	return buf_take(&out);
}

char *plan_text_unmarked(const char *text)
{
	struct buf out = BUF_INIT;
	char *plain = text_without_code(text);
	size_t len;

	for (const char *s = text; *s; s += len + (s[len] == '\n')) {
		len = strcspn(s, "\n");
		add_without_marks(&out, s, plain + (s - text), len);
	}
	free(plain);
	if (out.len && text[strlen(text) - 1] != '\n')
		buf_cut(&out, out.len - 1);
	return buf_take(&out);
}
