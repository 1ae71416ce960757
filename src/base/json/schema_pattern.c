/*
 * Patterns of schemas are those of ECMA-262, which PCRE2 reads but for the long names of Unicode's general categories:
 * \p{Letter} there is \p{L}. Names of scripts and of properties with two values are the same.
 * Source: https://tc39.es/ecma262/#table-unicode-general-category-values
 */
#include <string.h>
#include "base/json/schema_walk.h"

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

/* Appends a property's name, `len` bytes, as PCRE2 has it. */
static void add_property(struct buf *out, const char *name, size_t len)
{
	static const char *const of_category[] = {"General_Category=", "gc="};

	for (size_t i = 0; i < sizeof of_category / sizeof *of_category; i++) {
		const size_t skip = strlen(of_category[i]);

		if (len > skip && strncmp(name, of_category[i], skip) == 0) {
			name += skip;
			len -= skip;
		}
	}
	for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
		if (strlen(categories[i].name) == len &&
		    strncmp(categories[i].name, name, len) == 0) {
			buf_adds(out, categories[i].category);
			return;
		}
	buf_add(out, name, len);
}

void schema_pattern_write(struct buf *out, const char *pattern)
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
