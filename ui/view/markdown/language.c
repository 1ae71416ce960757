/* SPDX-License-Identifier: MIT
 * Reads the table of languages when code is first shown; if the user's file cannot be used, the built-in one.
 */
#include "ui/view/markdown/language.h"

#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"

static struct {
	struct language *list; /* (owned) */
	size_t count;
	bool read;
} table;

static int by_word(const void *a, const void *b)
{
	return strcasecmp(*(char *const *)a, *(char *const *)b);
}

static void read_words(struct word_list *l, const char *text)
{
	auto_free char *copy = xstrdup(text);
	char *rest = copy, *word;
	size_t cap = 0;

	while ((word = strsep(&rest, " \n"))) {
		if (!*word)
			continue;
		array_push(l->list, l->count, cap, xstrdup(word));
		if (strlen(word) > l->longest)
			l->longest = strlen(word);
	}
	if (l->count)
		qsort(l->list, l->count, sizeof *l->list, by_word);
}

/* The list is sorted without regard to case, so one search serves both; words that differ only in
 * case stand side by side. */
bool word_known(const struct word_list *l, const char *s, size_t len, bool fold)
{
	size_t from = 0, to = l->count;

	if (len == 0 || len > l->longest)
		return false;
	while (from < to) {
		size_t middle = (from + to) / 2;
		int order = strncasecmp(s, l->list[middle], len);
		if (order == 0 && l->list[middle][len])
			order = -1;
		if (order <= 0)
			to = middle;
		else
			from = middle + 1;
	}
	for (; from < l->count && strncasecmp(s, l->list[from], len) == 0; from++)
		if (!l->list[from][len] && (fold || memcmp(s, l->list[from], len) == 0))
			return true;
	return false;
}

static char *language_mark(const json_t *list, size_t i)
{
	const char *s = json_string_value(json_array_get(list, i));

	/* No line begins with a line end, so an empty word never matches. */
	return i >= json_array_size(list) ? NULL : xstrdup(s && *s ? s : "\n");
}

static void read_language(struct language *l, const json_t *row)
{
	const json_t *line = json_list(row, "line"), *multi = json_list(row, "multi"),
		     *block = json_list(row, "block");
	int prefixes = 0;

	read_words(&l->names, json_str(row, "names", ""));
	read_words(&l->words, json_str(row, "words", ""));
	for (size_t i = 0; i < LANGUAGE_PAIRS; i++) {
		const bool pair = 2 * i + 1 < json_array_size(block);

		l->line[i] = language_mark(line, i);
		l->multi[i] = language_mark(multi, i);
		l->open[i] = pair ? language_mark(block, 2 * i) : NULL;
		l->close[i] = pair ? language_mark(block, 2 * i + 1) : NULL;
	}
	json_members (text, value, json_object_get(row, "prefix"))
		for (int s = 0; s < STYLE_COUNT && prefixes < LANGUAGE_PREFIXES && *text; s++)
			if (text_is(json_string_value(value), style_name((enum style)s)))
				l->prefix[prefixes++] =
				    (struct prefix){xstrdup(text), (enum style)s};
	l->strings = xstrdup(json_str(row, "strings", ""));
	l->chars = xstrdup(json_str(row, "chars", ""));
	l->letters = xstrdup(json_str(row, "letters", ""));
	l->raw = xstrdup(json_str(row, "raw", ""));
	l->more = xstrdup(json_str(row, "more", ""));
	l->keys = json_flag(row, "keys", false);
	l->tags = json_flag(row, "tags", false);
	l->fold = json_flag(row, "fold", false);
}

const struct language *languages(size_t *count)
{
	json_auto_t *file = table.read ? NULL : config_table_usable("highlight.yaml");

	if (!table.read)
		table.list = xcalloc(json_object_size(file) + 1, sizeof *table.list);
	table.read = true;
	json_members (name, value, file)
		read_language(&table.list[table.count++], value);
	*count = table.count;
	return table.list;
}

static void free_words(struct word_list *l)
{
	for (size_t i = 0; i < l->count; i++)
		free(l->list[i]);
	free(l->list);
}

void highlight_forget(void)
{
	for (struct language *l = table.list; l < table.list + table.count; l++) {
		free_words(&l->names);
		free_words(&l->words);
		for (int i = 0; i < LANGUAGE_PAIRS; i++)
			free_all(l->line[i], l->open[i], l->close[i], l->multi[i]);
		for (int i = 0; i < LANGUAGE_PREFIXES; i++)
			free(l->prefix[i].text);
		free_all(l->strings, l->chars, l->letters, l->raw, l->more);
	}
	free(table.list);
	table.list = NULL;
	table.count = 0;
	table.read = false;
}
