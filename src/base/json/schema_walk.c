/* SPDX-License-Identifier: MIT
 * The state of one validation: violations, steps, the path of the current value, and compiled patterns.
 */
#include "base/json/schema_walk.h"

#include "base/base.h"

/* ---- Patterns ------------------------------------------------------------------------------------ */

static const struct {
	const char *name, *category;
} categories[] = {
    {"Cased_Letter", "L&"},
    {"LC", "L&"},
    {"Close_Punctuation", "Pe"},
    {"Combining_Mark", "M"},
    {"Connector_Punctuation", "Pc"},
    {"Control", "Cc"},
    {"cntrl", "Cc"},
    {"Currency_Symbol", "Sc"},
    {"Dash_Punctuation", "Pd"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Enclosing_Mark", "Me"},
    {"Final_Punctuation", "Pf"},
    {"Format", "Cf"},
    {"Initial_Punctuation", "Pi"},
    {"Letter", "L"},
    {"Letter_Number", "Nl"},
    {"Line_Separator", "Zl"},
    {"Lowercase_Letter", "Ll"},
    {"Mark", "M"},
    {"Math_Symbol", "Sm"},
    {"Modifier_Letter", "Lm"},
    {"Modifier_Symbol", "Sk"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Open_Punctuation", "Ps"},
    {"Other", "C"},
    {"Other_Letter", "Lo"},
    {"Other_Number", "No"},
    {"Other_Punctuation", "Po"},
    {"Other_Symbol", "So"},
    {"Paragraph_Separator", "Zp"},
    {"Private_Use", "Co"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Spacing_Mark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecase_Letter", "Lt"},
    {"Unassigned", "Cn"},
    {"Uppercase_Letter", "Lu"},
};

/* Appends the name of a Unicode property (\p{...}) as PCRE2 spells it; ECMAScript has longer names. */
static void add_property(struct buf *out, const char *name, size_t len)
{
	static const char *const of_category[] = {"General_Category=", "gc="};

	for (size_t i = 0; i < ARRAY_SIZE(of_category); i++) {
		const size_t skip = strlen(of_category[i]);

		if (len > skip && strncmp(name, of_category[i], skip) == 0) {
			name += skip;
			len -= skip;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(categories); i++)
		if (strlen(categories[i].name) == len &&
		    strncmp(categories[i].name, name, len) == 0) {
			buf_adds(out, categories[i].category);
			return;
		}
	buf_add(out, name, len);
}

/* Appends an ECMAScript pattern with its property names as PCRE2 spells them. */
static void schema_pattern_write(struct buf *out, const char *pattern)
{
	while (*pattern) {
		const char *end = NULL;

		if (*pattern != '\\' || pattern[1] == '\0') {
			buf_addc(out, *pattern++);
			continue;
		}
		if ((pattern[1] == 'p' || pattern[1] == 'P') && pattern[2] == '{')
			end = strchr(pattern + 3, '}');
		buf_add(out, pattern, end ? 3 : 2);
		if (end)
			add_property(out, pattern + 3, (size_t)(end - pattern - 3));
		pattern = end ? end : pattern + 2;
	}
}

#define PATTERN_STEPS 20
#define NAME_SHOWN 200 /* characters of a member's name in a path */

static void note_keyword(struct schema_walk *w, const char *keyword, char *message)
{
	if (w->out && w->out->count < SCHEMA_VIOLATIONS)
		w->out->list[w->out->count] = (struct violation){
		    xstrdup(buf_str(&w->path)), xstrdup(keyword), message, xstrdup(w->member)};
	else
		free(message);
	if (w->out)
		w->out->count++;
}

bool walk_fail(struct schema_walk *w, const char *keyword, const char *fmt, ...)
{
	va_list ap;

	if (w->silent || !w->out || w->broken)
		return false;
	va_start(ap, fmt);
	note_keyword(w, keyword, xvasprintf(fmt, ap));
	va_end(ap);
	return false;
}

bool walk_broken(struct schema_walk *w, const char *fmt, ...)
{
	va_list ap;

	if (w->broken)
		return false;
	w->broken = true;
	va_start(ap, fmt);
	note_keyword(w, "schema", xvasprintf(fmt, ap));
	va_end(ap);
	return false;
}

bool walk_step(struct schema_walk *w, int cost)
{
	w->steps += cost;
	if (w->steps > SCHEMA_STEPS)
		return walk_broken(w, "takes more than %d steps to check", SCHEMA_STEPS);
	return !w->broken;
}

size_t walk_member(struct schema_walk *w, const char *name)
{
	size_t before = w->path.len;
	size_t len = utf8_offset(name, strlen(name), NAME_SHOWN), plain = 0;

	while (isalnum((unsigned char)name[plain]) || name[plain] == '_' || name[plain] == '-')
		plain++;
	if (plain && plain >= len)
		buf_addf(&w->path, ".%.*s", (int)len, name);
	else
		buf_addf(&w->path, "[\"%.*s\"]", (int)len, name);
	return before;
}

size_t walk_item(struct schema_walk *w, size_t index)
{
	size_t before = w->path.len;

	buf_addf(&w->path, "[%zu]", index);
	return before;
}

static struct regex *compiled(struct schema_walk *w, const char *pattern)
{
	auto_error e = ERROR_INIT;
	auto_buf written = BUF_INIT;

	for (size_t i = 0; i < w->pattern_count; i++)
		if (w->patterns[i].text == pattern)
			return w->patterns[i].regex;
	schema_pattern_write(&written, pattern);
	struct regex *r = regex_new(buf_str(&written), written.len, REGEX_UTF, &e);
	if (!r)
		walk_broken(w, "pattern '%.100s': %s", pattern, e.message);
	array_push(
	    w->patterns, w->pattern_count, w->pattern_cap, (struct schema_pattern){pattern, r});
	return r;
}

bool walk_match(struct schema_walk *w, const char *pattern, const char *s, bool *matched)
{
	struct regex *r = walk_step(w, PATTERN_STEPS) ? compiled(w, pattern) : NULL;

	if (!r)
		return false;
	const enum regex_result found = regex_find(r, s, strlen(s), 0, NULL, NULL);
	*matched = found == REGEX_YES;
	return found != REGEX_LIMIT || walk_broken(w, "pattern '%.100s' takes too long", pattern);
}
