/* SPDX-License-Identifier: MIT
 * Types of plain scalars by YAML's core schema. Most are text, which their first byte shows.
 */
#include "base/yaml/yaml_core.h"

#include <locale.h>
#include "base/base.h"
#include "base/text/names.h"

static json_t *word_value(const char *s)
{
	static const char *const words[] = {"true", "True", "TRUE", "false", "False", "FALSE", "",
	    "~", "null", "Null", "NULL", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf",
	    "-.Inf", "-.INF", ".nan", ".NaN", ".NAN"};
	const size_t at = row_named(words, s);

	return at < 6			 ? json_boolean(at < 3)
	       : at < 11		 ? json_null()
	       : at == ARRAY_SIZE(words) ? json_string(s)
					 : NULL; /* JSON has no such number */
}

static json_t *real_value(const char *s)
{
	const char *point = localeconv()->decimal_point, *dot = strchr(s, '.');
	auto_free char *text =
	    dot ? xasprintf("%.*s%s%s", (int)(dot - s), s, point, dot + 1) : xstrdup(s);
	double value = strtod(text, NULL);

	return json_real(value); /* NULL for an infinite number */
}

static json_t *integer_value(const char *s, int base)
{
	char *end;

	errno = 0;
	long long value = strtoll(s, &end, base);
	if (!errno)
		return json_integer(value);
	return base == 10 ? real_value(s) : NULL;
}

/* Matches [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? ; sets *whole if there is
 * no point and no exponent. */
static bool is_number(const char *s, bool *whole)
{
	static const char digits[] = "0123456789";
	size_t before, after = 0;

	s += *s == '-' || *s == '+';
	s += before = strspn(s, digits);
	*whole = before && !*s;
	if (*s == '.')
		s += 1 + (after = strspn(s + 1, digits));
	if (!before && !after)
		return false;
	if (*s == 'e' || *s == 'E') {
		s += 1 + (s[1] == '-' || s[1] == '+');
		if (!strspn(s, digits))
			return false;
		s += strspn(s, digits);
	}
	return !*s;
}

json_t *yaml_plain(const char *text, size_t len)
{
	bool whole;

	if (*text && !strchr("-+.0123456789~nNtTfF", *text))
		return json_stringn(text, len);
	if (is_number(text, &whole))
		return whole ? integer_value(text, 10) : real_value(text);
	if (text[0] == '0' && text[1] == 'o' && text[2] && !text[2 + strspn(text + 2, "01234567")])
		return integer_value(text + 2, 8);
	if (text[0] == '0' && text[1] == 'x' && text[2] &&
	    !text[2 + strspn(text + 2, "0123456789abcdefABCDEF")])
		return integer_value(text + 2, 16);
	return word_value(text);
}
