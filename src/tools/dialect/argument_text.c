/* SPDX-License-Identifier: MIT
 * A lenient reader of JSON. Text that does not parse is rewritten as JSON, token by token; where it has no single
 * meaning the attempt ends, and the error is that of the text as sent. Nothing inside a string is guessed: a quote
 * that should have been escaped ends it, and then the rest has no meaning.
 */
#include "tools/dialect/argument_text.h"

#include "base/base.h"
#include "tools/dialect/argument_types.h"

#define LEVELS 64

struct mending {
	const char *at, *end;
	struct buf out;
	char open[LEVELS]; /* the brackets that are open */
	size_t depth;
	char
	    last; /* the last token's kind: '"', 'w' (word) or itself; decides whether a word is a key */
	struct buf ways; /* in words, what was mended */
};

static void add_way(struct mending *m, const char *way)
{
	if (!strstr(buf_str(&m->ways), way))
		buf_addf(&m->ways, "%s%s", m->ways.len ? ", " : "", way);
}

static bool starts_with(const struct mending *m, const char *s)
{
	size_t n = strlen(s);

	return (size_t)(m->end - m->at) >= n && !memcmp(m->at, s, n);
}

static void skip_blank(struct mending *m)
{
	while (m->at < m->end && isspace((unsigned char)*m->at))
		m->at++;
}

/* --- strings --- */

static bool is_hex(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isxdigit((unsigned char)s[i]))
			return false;
	return true;
}

/* Writes the escape at m->at as JSON has it. The \ of one that JSON does not know is written as \\. */
static void mend_escape(struct mending *m)
{
	const size_t left = (size_t)(m->end - m->at);
	const char c = left > 1 ? m->at[1] : 0;

	if (c && (strchr("\"\\/bfnrt", c) || (c == 'u' && left >= 6 && is_hex(m->at + 2, 4)))) {
		buf_add(&m->out, m->at, 2);
	} else if (c == '\'') {
		add_way(m, "an escaped '");
		buf_addc(&m->out, c);
	} else if (c == '\n') {
		add_way(m, "raw line breaks");
		buf_adds(&m->out, "\\\\\\n");
	} else {
		add_way(m, "a single \\");
		buf_adds(&m->out, "\\\\");
		m->at++;
		return;
	}
	m->at += 2;
}

static void mend_character(struct mending *m)
{
	const unsigned char c = (unsigned char)*m->at;

	if (c == '\\') {
		mend_escape(m);
		return;
	}
	if (c == '"')
		buf_adds(&m->out, "\\\"");
	else if (c < ' ')
		buf_addf(&m->out,
		    c == '\n'	? "\\n"
		    : c == '\t' ? "\\t"
		    : c == '\r' ? "\\r"
				: "\\u%04x",
		    c);
	else
		buf_addc(&m->out, (char)c);
	if (c < ' ')
		add_way(m, "raw line breaks");
	m->at++;
}

/* Writes a string in quotes of any kind: "a", 'a', """a""", '''a'''. False: it has no end. */
static bool mend_string(struct mending *m)
{
	char quote[4] = {*m->at, *m->at, *m->at, 0};

	if (!starts_with(m, quote))
		quote[1] = 0;
	if (*quote == '\'' || quote[1])
		add_way(m, "quotes of Python");
	m->at += strlen(quote);
	buf_addc(&m->out, '"');
	while (m->at < m->end && !starts_with(m, quote))
		mend_character(m);
	if (m->at >= m->end)
		return false;
	m->at += strlen(quote);
	buf_addc(&m->out, '"');
	m->last = '"';
	return true;
}

/* --- words, brackets --- */

static bool mend_word(struct mending *m)
{
	static const char *const words[][2] = {
	    {"True", "true"}, {"False", "false"}, {"None", "null"}, {"undefined", "null"}};
	const char *from = m->at;

	while (m->at < m->end && (isalnum((unsigned char)*m->at) || strchr("_-+.$", *m->at)))
		m->at++;
	size_t len = (size_t)(m->at - from);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (len == strlen(words[i][0]) && !memcmp(from, words[i][0], len)) {
			add_way(m, "words of Python");
			buf_adds(&m->out, words[i][1]);
			m->last = 'w';
			return true;
		}
	skip_blank(m);
	if ((m->last == '{' || m->last == ',') && m->depth && m->open[m->depth - 1] == '{' &&
	    starts_with(m, ":")) {
		add_way(m, "keys without quotes");
		buf_addf(&m->out, "\"%.*s\"", (int)len, from);
	} else {
		buf_add(&m->out, from, len);
	}
	m->last = 'w';
	return len > 0;
}

static bool mend_token(struct mending *m)
{
	switch (*m->at) {
	case '{':
	case '[':
		if (m->depth == LEVELS)
			return false;
		m->open[m->depth++] = *m->at;
		break;
	case '}':
	case ']':
		if (!m->depth || m->open[m->depth - 1] != (*m->at == '}' ? '{' : '['))
			return false;
		if (m->last == ',') {
			add_way(m, "a comma at the end");
			buf_cut(&m->out, m->out.len - 1);
		}
		m->depth--;
		break;
	case '"':
	case '\'':
		return mend_string(m);
	case ',':
	case ':':
		break;
	default:
		return mend_word(m);
	}
	m->last = *m->at;
	buf_addc(&m->out, *m->at++);
	return true;
}

/* --- the text --- */

/* Skips the white space and the code fence ("```json" to "```") around the text. */
static void skip_fence(struct mending *m)
{
	const char *nl;

	skip_blank(m);
	while (m->end > m->at && isspace((unsigned char)m->end[-1]))
		m->end--;
	if (!starts_with(m, "```") || !(nl = memchr(m->at, '\n', (size_t)(m->end - m->at))))
		return;
	add_way(m, "a code fence");
	m->at = nl + 1;
	if (m->end - m->at >= 3 && !memcmp(m->end - 3, "```", 3))
		m->end -= 3;
	skip_blank(m);
}

/* Writes the text as JSON to m->out. False: it has no single meaning. */
static bool mend_text(struct mending *m)
{
	skip_fence(m);
	if (m->at == m->end || (*m->at != '{' && *m->at != '['))
		return false;
	do {
		if (!mend_token(m))
			return false;
		skip_blank(m);
	} while (m->at < m->end && m->depth);
	/* Closing brackets behind the whole value are ignored. */
	for (; m->at < m->end && (*m->at == '}' || *m->at == ']'); skip_blank(m)) {
		add_way(m, "a bracket too many");
		m->at++;
	}
	/* A text that lacks its end was cut off, and more than brackets may be missing. */
	return !m->depth && m->at == m->end;
}

static json_t *read_mended(const char *text, size_t len, json_t *notes)
{
	struct mending m = {.at = text, .end = text + len, .out = BUF_LIMIT(BUF_UNBOUNDED)};
	json_t *value = mend_text(&m) ? json_parse(buf_str(&m.out), m.out.len, NULL) : NULL;

	if (value)
		arguments_note(notes, "no JSON as sent, read as what it means: %s",
		    m.ways.len ? buf_str(&m.ways) : "its form");
	buf_free(&m.ways);
	buf_free(&m.out);
	return value;
}

json_t *argument_text_read(const char *text, size_t len, json_t *notes, struct error *e)
{
	struct error why = ERROR_INIT;

	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	if (!len || (len == 4 && !memcmp(text, "null", 4)))
		return json_object();
	json_t *value = json_parse(text, len, &why);
	if (!value)
		value = read_mended(text, len, notes);
	if (!value && e)
		*e = why;
	else
		error_free(&why);
	/* The object may have come as a string that holds it, or as the only item of a list. */
	json_t *inside = json_is_string(value) ? argument_text_read(json_string_value(value),
						     json_string_length(value), NULL, NULL)
			 : json_array_size(value) == 1 ? json_incref(json_array_get(value, 0))
						       : NULL;
	if (!json_is_object(inside)) {
		json_decref(inside);
		return value;
	}
	arguments_note(notes, "the object inside a %s", json_is_array(value) ? "list" : "string");
	json_decref(value);
	return inside;
}
