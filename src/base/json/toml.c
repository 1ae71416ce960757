/* SPDX-License-Identifier: MIT
 * A recursive-descent TOML parser that makes a JSON object in one pass; it stops at the first error.
 */
#include "base/json/toml.h"

#include "base/base.h"

#define DEPTH 32
#define DIGITS "0123456789"
#define BARE "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS "_-"
#define BLANKS " \t"

struct toml {
	const char *begin, *s; /* the text and the position in it */
	const char *why;       /* static: the error; NULL: none so far */
};

static json_t *toml_value(struct toml *t, int depth);

static void toml_fail(struct toml *t, const char *why)
{
	t->why = t->why ? t->why : why;
}

static void toml_take(struct toml *t, char c, const char *why)
{
	if (*t->s != c)
		toml_fail(t, why);
	t->s += !t->why;
}

static void skip_blanks(struct toml *t)
{
	t->s += strspn(t->s, BLANKS);
}

/* Skips blanks, comments and line ends. */
static void skip_lines(struct toml *t)
{
	for (t->s += strspn(t->s, " \t\n"); *t->s == '#'; t->s += strspn(t->s, " \t\n"))
		t->s += strcspn(t->s, "\n");
}

static void add_escape(struct toml *t, struct buf *out)
{
	static const char plain[] = "b\bt\tn\nf\fr\re\033\"\"\\\\";
	const int digits = *t->s == 'u' ? 4 : *t->s == 'U' ? 8 : 0;
	char hex[9] = {0}, utf8[4];

	for (const char *p = plain; *p && !digits; p += 2)
		if (*p == *t->s) {
			buf_addc(out, p[1]);
			t->s++;
			return;
		}
	if (digits)
		snprintf(hex, (size_t)digits + 1, "%s", t->s + 1);
	if (!digits || strspn(hex, "0123456789abcdefABCDEF") != (size_t)digits) {
		toml_fail(t, "an escape that is none");
		return;
	}
	buf_add(out, utf8, (size_t)utf8_encode((unsigned)strtoul(hex, NULL, 16), utf8));
	t->s += 1 + digits;
}

static json_t *toml_string(struct toml *t)
{
	const char quote = *t->s;
	/* Three quotes: the string may contain line ends. */
	const bool several = t->s[1] == quote && t->s[2] == quote;
	const char close[] = {quote, several ? quote : '\0', several ? quote : '\0', '\0'};
	auto_buf out = BUF_INIT;

	t->s += several ? 3 : 1;
	if (several && *t->s == '\n')
		t->s++;
	while (!t->why && *t->s && strncmp(t->s, close, strlen(close)) != 0) {
		if (*t->s == '\n' && !several) {
			toml_fail(t, "a string without an end");
		} else if (*t->s == '\\' && quote == '"') {
			t->s++;
			if (several && *t->s && strchr(" \t\n", *t->s))
				t->s += strspn(t->s, " \t\n");
			else
				add_escape(t, &out);
		} else {
			buf_addc(&out, *t->s++);
		}
	}
	if (!*t->s)
		toml_fail(t, "a string without an end");
	t->s += t->why ? 0 : strlen(close);
	while (!t->why && several && *t->s == quote) /* a further quote belongs to the text */
		buf_addc(&out, *t->s++);
	return json_text(buf_str(&out), out.len);
}

/* Reads a key, bare or quoted. Caller frees. */
static char *toml_key(struct toml *t)
{
	const size_t len = strspn(t->s, BARE);

	if (*t->s == '"' || *t->s == '\'') {
		json_auto_t *text = toml_string(t);
		return xstrdup(json_string_value(text));
	}
	if (!len)
		toml_fail(t, "a key is missing");
	t->s += len;
	return xstrndup(t->s - len, len);
}

/* Returns the table under a key: the last one of an array of tables; an empty one is made if there is none. */
static json_t *toml_enter(json_t *table, const char *key)
{
	json_t *inner = json_object_get(table, key);

	if (json_is_array(inner))
		inner = json_array_get(inner, json_array_size(inner) - 1);
	return json_is_object(inner) ? inner : json_map_made(table, key);
}

/* Reads a dotted key. Returns the table for its last part, which *key is set to. Caller frees *key. */
static json_t *toml_path(struct toml *t, json_t *table, char **key)
{
	for (*key = toml_key(t);; *key = toml_key(t)) {
		skip_blanks(t);
		if (t->why || *t->s != '.')
			return table;
		t->s++;
		skip_blanks(t);
		table = toml_enter(table, *key);
		free(*key);
	}
}

static void toml_pair(struct toml *t, json_t *table, int depth)
{
	auto_free char *key = NULL;

	table = toml_path(t, table, &key);
	toml_take(t, '=', "'=' is missing");
	skip_blanks(t);
	if (!t->why)
		json_put(table, key, toml_value(t, depth));
}

/* Reads an array or an inline table, after its opening bracket, up to `close`. */
static json_t *toml_several(struct toml *t, char close, int depth)
{
	const bool array = close == ']';
	json_t *all = array ? json_array() : json_object(), *value;

	for (skip_lines(t); !t->why && *t->s != close; skip_lines(t)) {
		if (!array)
			toml_pair(t, all, depth);
		else if ((value = toml_value(t, depth)))
			json_array_append_new(all, value);
		skip_lines(t);
		if (*t->s != close)
			toml_take(
			    t, ',', array ? "',' or ']' is missing" : "',' or '}' is missing");
	}
	t->s += !t->why;
	return all;
}

/* Reads a number without its underscores. New reference; NULL: it is none, or a whole one beyond 64 bits. */
static json_t *toml_number(const char *text)
{
	const char mark = (char)(*text == '0' ? text[1] : '\0');
	const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
	const char *begin = text + (base == 10 ? strspn(text, "+-") : 2);
	const size_t digits = strspn(begin, base == 10 ? DIGITS : DIGITS "abcdefABCDEF");
	char *end;

	/* The C library knows more forms than TOML: 0755, -0x1f, 0x-1. */
	if (digits == 0 || (base == 10 ? *begin == '0' && strspn(begin + 1, DIGITS "xX") > 0
				       : begin[digits] != '\0'))
		return NULL;
	errno = 0;
	const long long whole = strtoll(base == 10 ? text : begin, &end, base);
	if (!*end)
		return errno == 0 ? json_integer(whole) : NULL;
	const double real = strtod(text, &end);
	return *end ? NULL : json_from_number(real);
}

/* Reads a number, true, false or a date (as a string). New reference; NULL: an error. */
static json_t *toml_word(struct toml *t)
{
	const size_t len = strcspn(t->s, ",]}#\n");
	size_t end = len;
	char *p, *rest;
	json_t *value;

	while (end && strchr(BLANKS, t->s[end - 1]))
		end--;
	auto_free char *word = xstrndup(t->s, end);
	t->s += len;
	if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
		value = json_boolean(*word == 't');
	} else {
		auto_free char *plain = xstrdup(word);

		for (p = rest = plain; *p; p++)
			if (*p != '_')
				*rest++ = *p;
		*rest = '\0';
		value = toml_number(plain);
		if (!value && *word >= '0' && *word <= '9' && strpbrk(word, "-:") &&
		    !word[strspn(word, DIGITS "-:.+TtZz ")])
			value = json_string(word);
	}
	if (!value)
		toml_fail(t, "a value that is none");
	return value;
}

static json_t *toml_value(struct toml *t, int depth)
{
	json_t *value = NULL;

	if (depth >= DEPTH)
		toml_fail(t, "it is nested too deeply");
	else if (*t->s == '"' || *t->s == '\'')
		value = toml_string(t);
	else if (*t->s == '[' || *t->s == '{')
		value = toml_several(t, *t->s++ == '[' ? ']' : '}', depth + 1);
	else
		value = toml_word(t);
	if (!t->why)
		return value;
	json_decref(value);
	return NULL;
}

/* Reads [a.b] or [[a.b]]. Returns the table that the following keys belong to. */
static json_t *toml_header(struct toml *t, json_t *root)
{
	const bool many = t->s[1] == '[';
	auto_free char *key = NULL;

	t->s += 1 + many;
	skip_blanks(t);
	json_t *table = toml_path(t, root, &key);
	if (!t->why && strncmp(t->s, "]]", 1 + many) != 0)
		toml_fail(t, "']' is missing");
	t->s += t->why ? 0 : 1 + many;
	if (!t->why && many) {
		json_t *list = json_list_made(table, key);
		table = json_object();
		json_array_append_new(list, table);
	} else if (!t->why) {
		table = toml_enter(table, key);
	}
	return table;
}

json_t *toml_parse(const char *bytes, size_t len, struct error *e)
{
	auto_buf clean = BUF_INIT;
	json_t *root = json_object(), *table = root;

	text_sanitise(&clean, bytes + text_bom(bytes, len), len - text_bom(bytes, len));
	struct toml t = (struct toml){.begin = buf_str(&clean), .s = buf_str(&clean)};
	for (skip_lines(&t); *t.s && !t.why; skip_lines(&t)) {
		if (*t.s == '[')
			table = toml_header(&t, root);
		else
			toml_pair(&t, table, 0);
		skip_blanks(&t);
		if (!t.why && *t.s && *t.s != '\n' && *t.s != '#')
			toml_fail(&t, "something stands behind the value");
	}
	if (t.why) {
		int line = 1;

		for (const char *s = t.begin; s < t.s; s++)
			line += *s == '\n';
		error_set(e, ERR_CONFIG, "line %d: %s", line, t.why);
		json_decref(root);
		root = NULL;
	}
	return root;
}

json_t *toml_or_json(const char *path, const char *bytes, size_t len, struct error *e)
{
	return text_is(strrchr(path, '.'), ".toml") ? toml_parse(bytes, len, e)
						    : json_parse_foreign(bytes, len, e);
}
