/*
 * What to say of a key nobody knows: the nearest of the keys in the same section as it would be
 * written there; else the nearest of all; else one of another section with nearly its last word.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "config/settings_layer.h"

/* Names and sections below prefix, without it; the caller frees each and the list. */
static char **siblings(const char *prefix)
{
	size_t skip = prefix ? strlen(prefix) + 1 : 0, n = 0;
	char **list = xcalloc(settings_count * 2 + 1, sizeof *list);

	for (size_t i = 0; i < settings_count; i++) {
		const char *name = settings_table[i].name;
		size_t word;

		if (skip && (strncmp(name, prefix, skip - 1) || name[skip - 1] != '.'))
			continue;
		list[n++] = xstrdup(name + skip);
		word = strcspn(name + skip, ".");
		if (name[skip + word])
			list[n++] = xstrndup(name + skip, word);
	}
	return list;
}

static void free_list(char **list)
{
	for (size_t i = 0; list[i]; i++)
		free(list[i]);
	free(list);
}

static const char *last_word(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

static const char *nearest_word(const char *key)
{
	const char **words = xcalloc(settings_count + 1, sizeof *words);
	const char *near, *found = NULL;

	for (size_t i = 0; i < settings_count; i++)
		words[i] = last_word(settings_table[i].name);
	near = text_nearest(last_word(key), words);
	for (size_t i = 0; near && i < settings_count && !found; i++)
		if (!strcmp(words[i], near))
			found = settings_table[i].name;
	free(words);
	return found;
}

char *setting_unknown(const char *prefix, const char *key)
{
	char **list = siblings(prefix);
	const char *near = text_nearest(key, (const char *const *)list);
	char *joined = NULL, *text;

	if (!near && prefix) {
		free_list(list);
		list = siblings(NULL);
		joined = xasprintf("%s.%s", prefix, key);
		near = text_nearest(joined, (const char *const *)list);
	}
	if (!near)
		near = nearest_word(key);
	text = near ? xasprintf("unknown key '%.100s' (did you mean '%s'?)", key, near)
		    : xasprintf("unknown key '%.100s'", key);
	free_list(list);
	free(joined);
	return text;
}
