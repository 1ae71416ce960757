/* SPDX-License-Identifier: MIT
 * Checks a value by its type, one function each, then by the row's further demand (enum
 * setting_check). A value that may be a secret is never repeated in a message.
 */
#include "config/settings_value.h"

#include "base/base.h"
#include "base/json/schema.h"
#include "base/regex.h"
#include "base/yaml/yaml.h"
#include "base/yaml/yaml_core.h"
#include "config/prompt.h"

#define CHOICES_MAX 16

/* What a value of each type is: in words, and as bits of jansson's types. */
static const struct {
	const char *words;
	unsigned types;
} wanted[] = {
    [SETTING_STRING] = {"a text", 1 << JSON_STRING},
    [SETTING_INT] = {"a whole number", 1 << JSON_INTEGER | 1 << JSON_REAL},
    [SETTING_NUMBER] = {"a number", 1 << JSON_INTEGER | 1 << JSON_REAL},
    [SETTING_BOOL] = {"true or false", 1 << JSON_TRUE | 1 << JSON_FALSE},
    [SETTING_CHOICE] = {"a word", 1 << JSON_STRING},
    [SETTING_STRINGS] = {"a list of texts", 1 << JSON_ARRAY},
    [SETTING_TABLE] = {"a mapping", 1 << JSON_OBJECT},
    [SETTING_MAPS] = {"a list of mappings", 1 << JSON_ARRAY},
};

/* Appends what a value is, for a message: "the text 'many'" (cut to 60 bytes), "a list". */
static void describe(const json_t *value, struct buf *out)
{
	if (json_is_string(value))
		buf_addf(out, "the text '%.60s'", json_string_value(value));
	else if (json_is_integer(value))
		buf_addf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_real(value))
		buf_addf(out, "%.15g", json_real_value(value));
	else if (json_is_array(value) || json_is_object(value))
		buf_adds(out, json_is_array(value) ? "a list" : "a mapping");
	else
		buf_adds(out, json_is_true(value)    ? "true"
			      : json_is_false(value) ? "false"
						     : "null");
}

static void wrong_type(
    const struct setting *row, const char *subject, const json_t *value, struct buf *why)
{
	buf_addf(why, "'%s' must be %s%s, not ", subject, wanted[row->type].words,
	    row->flags & SETTING_NULLABLE ? " or null" : "");
	if (row->check == CHECK_VARIABLE || row->flags & SETTING_HIDDEN)
		buf_adds(why, json_is_null(value) ? "null" : "this");
	else
		describe(value, why);
	if (row->type == SETTING_STRING && (json_is_number(value) || json_is_boolean(value)))
		buf_adds(why, "; quote it");
}

static bool check_number(
    const struct setting *row, const char *subject, double n, const json_t *value, struct buf *why)
{
	bool bounded = row->min != 0 || row->max != 0;

	if (!bounded || (n >= row->min && n <= row->max))
		return true;
	buf_addf(why, "'%s' must be from %.15g to %.15g, not ", subject, row->min, row->max);
	describe(value, why);
	return false;
}

static bool check_length(
    const struct setting *row, const char *subject, const char *s, struct buf *why)
{
	size_t n = utf8_count(s, strlen(s));

	if ((row->min == 0 && row->max == 0) || (n >= row->min && n <= row->max))
		return true;
	buf_addf(why, "'%s' must be %.0f to %.0f characters long, not %zu", subject, row->min,
	    row->max, n);
	return false;
}

static bool check_url(const char *subject, const char *s, struct buf *why)
{
	size_t scheme = !strncasecmp(s, "http://", 7) ? 7 : !strncasecmp(s, "https://", 8) ? 8 : 0;
	size_t host = strcspn(s + scheme, "/?#");

	if (!scheme || !host || s[strcspn(s, " \t\r\n")])
		buf_addf(why, "'%s' must be a URL that begins with http:// or https://", subject);
	else if (memchr(s + scheme, '@', host))
		buf_addf(why, "'%s' must not hold a user name or password", subject);
	else
		return true;
	return false;
}

static bool check_variable(const char *subject, const char *s, struct buf *why)
{
	static const char letters[] =
	    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
	const bool ok = *s && (*s < '0' || *s > '9') && !s[strspn(s, letters)];

	if (!ok)
		buf_addf(why,
		    "'%s' must be the name of an environment variable (a key itself does not "
		    "belong "
		    "into a file)",
		    subject);
	return ok;
}

static bool check_regex(const char *subject, const char *s, struct buf *why)
{
	auto_error e = ERROR_INIT;
	struct regex *r = regex_new(s, strlen(s), REGEX_UTF, &e);

	if (!r)
		buf_addf(why, "'%s': '%.60s' is no regular expression: %s", subject, s, e.message);
	regex_free(r);
	return r;
}

static bool check_choice(
    const char *choices, const char *subject, const char *word, struct buf *why)
{
	auto_free char *list = xstrdup(choices);
	char *rest = list, *choice;
	const char *known[CHOICES_MAX + 1] = {0}, *near;

	for (size_t n = 0; (choice = strsep(&rest, "|")) && n < CHOICES_MAX; known[n++] = choice)
		if (!strcmp(choice, word))
			return true;
	buf_addf(why, "'%s' must be one of ", subject);
	for (size_t n = 0; known[n]; n++)
		buf_addf(why, "%s%s", n ? ", " : "", known[n]);
	buf_addf(why, ", not '%.60s'", word);
	near = text_nearest(word, known);
	if (near)
		buf_addf(why, " (did you mean '%s'?)", near);
	return false;
}

static bool check_text(
    const struct setting *row, const char *subject, const char *s, struct buf *why)
{
	if (row->type == SETTING_STRING && !check_length(row, subject, s, why))
		return false;
	switch (row->check) {
	case CHECK_NONE:
		return true;
	case CHECK_URL:
		return check_url(subject, s, why);
	case CHECK_VARIABLE:
		return check_variable(subject, s, why);
	case CHECK_REGEX:
		return check_regex(subject, s, why);
	case CHECK_WORDS:
		return check_choice(row->words, subject, s, why);
	case CHECK_FOLDER:
		if (*s == '/' || !strcmp(s, "~") || !strncmp(s, "~/", 2))
			return true;
		buf_addf(
		    why, "'%s': '%.100s' must be an absolute path or begin with ~/", subject, s);
		return false;
	}
	return false;
}

static bool check_table(
    const struct setting *row, const char *subject, const json_t *value, struct buf *why)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	bool ok = !row->schema || schema_check(config_schema(row->schema), value, &v);

	/* The violation's path is $ and what follows: "$.X-Org" becomes 'backend.headers.X-Org'. */
	if (!ok && v.count)
		buf_addf(why, "'%s%s' %s", subject, v.list[0].path + 1, v.list[0].message);
	return ok;
}

/* Checks that members named "pattern", however deep, are regular expressions. */
static bool check_patterns(const char *subject, json_t *map, struct buf *why)
{
	json_members (key, value, map) {
		if (json_is_object(value) && !check_patterns(subject, value, why))
			return false;
		if (json_is_string(value) && !strcmp(key, "pattern") &&
		    !check_regex(subject, json_string_value(value), why))
			return false;
	}
	return true;
}

/* Checks a list and its items. *item: the index of the item that is wrong; -1: none is. */
static bool check_list(
    const struct setting *row, const char *subject, json_t *list, struct buf *why, int *item)
{
	bool ok = !row->max || json_array_size(list) <= row->max;

	if (!ok)
		buf_addf(why, "'%s' must hold at most %.0f items, not %zu", subject, row->max,
		    json_array_size(list));
	json_each_at (i, value, ok ? list : NULL) {
		auto_free char *name = xasprintf("%s[%zu]", subject, i);

		*item = (int)i;
		if (row->type == SETTING_MAPS) {
			ok = check_table(row, name, value, why) &&
			     (row->check != CHECK_REGEX || check_patterns(name, value, why));
		} else if (json_is_string(value)) {
			ok = check_text(row, subject, json_string_value(value), why);
		} else {
			buf_addf(why, "'%s' must be a list of texts, item %zu is ", subject, i + 1);
			describe(value, why);
			ok = false;
		}
		if (!ok)
			return false;
	}
	*item = -1;
	return ok;
}

json_t *setting_accept(
    const struct setting *row, const char *subject, json_t *value, struct buf *why, int *item)
{
	bool ok = false;
	double n = json_number_value(value);

	*item = -1;
	if (json_is_null(value) && row->flags & SETTING_NULLABLE)
		return json_null();
	if (row->check == CHECK_WORDS && json_is_string(value)) { /* one word is a list of one */
		json_auto_t *list = json_pack("[O]", value);

		ok = check_list(row, subject, list, why, item);
		*item = -1;
		return ok ? json_incref(list) : NULL;
	}
	if (!(wanted[row->type].types >> json_typeof(value) & 1) ||
	    (row->type == SETTING_INT && trunc(n) != n)) {
		wrong_type(row, subject, value, why);
		return NULL;
	}
	switch (row->type) {
	case SETTING_STRING:
		ok = check_text(row, subject, json_string_value(value), why);
		break;
	case SETTING_CHOICE:
		ok = check_choice(row->choices, subject, json_string_value(value), why);
		break;
	case SETTING_INT:
	case SETTING_NUMBER:
		ok = check_number(row, subject, n, value, why);
		break;
	case SETTING_BOOL:
		ok = true;
		break;
	case SETTING_STRINGS:
	case SETTING_MAPS:
		ok = check_list(row, subject, value, why, item);
		break;
	case SETTING_TABLE:
		ok = check_table(row, subject, value, why);
		break;
	}
	if (ok && row->type == SETTING_INT)
		return json_integer((json_int_t)n);
	return ok ? json_incref(value) : NULL;
}

json_t *setting_accept_member(
    const struct setting *row, const char *name, json_t *value, struct buf *why)
{
	json_t *table = json_object();

	json_object_set(table, name, value);
	if (!check_table(row, row->name, table, why)) {
		json_decref(table);
		return NULL;
	}
	return table;
}

static json_t *split(const char *text)
{
	auto_free char *copy = xstrdup(text);
	char *rest = copy, *word;
	json_t *list = json_array();

	while ((word = strsep(&rest, ",")))
		if (*word)
			json_array_append_new(list, json_string(word));
	return list;
}

static json_t *flow(const char *subject, const char *text, struct buf *why)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_t *value = yaml_parse(subject, text, strlen(text), NULL, &problems);

	if (!value && problems.count)
		buf_addf(why, "'%s': %s", subject, problems.list[0].text);
	return value;
}

static json_t *from_text(
    const struct setting *row, const char *subject, const char *text, struct buf *why)
{
	static const char *const switches[] = {"0", "no", "off", "1", "yes", "on"};
	switch (row->type) {
	case SETTING_STRING:
	case SETTING_CHOICE:
		return json_string(text);
	case SETTING_INT:
	case SETTING_NUMBER:
		return yaml_plain(text, strlen(text));
	case SETTING_BOOL:
		for (size_t i = 0; i < 6; i++)
			if (!strcasecmp(text, switches[i]))
				return json_boolean(i >= 3);
		return yaml_plain(text, strlen(text));
	case SETTING_STRINGS:
		return *text == '[' ? flow(subject, text, why) : split(text);
	case SETTING_TABLE:
	case SETTING_MAPS:
		return flow(subject, text, why);
	}
	return NULL;
}

json_t *setting_accept_text(
    const struct setting *row, const char *subject, const char *text, struct buf *why)
{
	json_t *value, *accepted = NULL;
	int item;

	if (!utf8_valid(text, strlen(text))) {
		buf_addf(why, "'%s' must be valid UTF-8", subject);
		return NULL;
	}
	if (row->flags & SETTING_NULLABLE && (!*text || !strcmp(text, "null")))
		return json_null();
	value = from_text(row, subject, text, why);
	if (value)
		accepted = setting_accept(row, subject, value, why, &item);
	else if (!why->len)
		buf_addf(
		    why, "'%s' must be %s, not '%.60s'", subject, wanted[row->type].words, text);
	json_decref(value);
	return accepted;
}
