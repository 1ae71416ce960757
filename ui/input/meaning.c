/* SPDX-License-Identifier: MIT
 * Finds rows by words and synonyms. The table of synonyms is read at the first search and kept. */
#include "ui/input/meaning.h"

#include "base/base.h"
#include "config/prompt.h"

#define LEAST_WITHIN 3 /* letters of a word typed that may stand within another */

enum meaning_place {
	PLACE_NONE,
	PLACE_MEANT,
	PLACE_WITHIN,
	PLACE_DETAIL,
	PLACE_WORD,
	PLACE_NAME,
	PLACE_FIRST
};

static const json_t *synonyms(void)
{
	static json_t *table;

	if (!table)
		table = config_table("synonyms.yaml", NULL);
	return table;
}

/* Returns the best place at which a text has a word, in any case. */
static enum meaning_place place_in(const char *text, const char *word)
{
	enum meaning_place best = PLACE_NONE;

	for (const char *at = strcasestr(text, word); at; at = strcasestr(at + 1, word)) {
		if (at == text || (at == text + 1 && *text == '/'))
			return PLACE_FIRST;
		if (!isalnum((unsigned char)at[-1]) || !isalnum((unsigned char)*at))
			best = PLACE_WORD;
		else if (best == PLACE_NONE && strlen(word) >= LEAST_WITHIN)
			best = PLACE_WITHIN;
	}
	return best;
}

/* The same for text and detail. A command's name in detail ("/name") is better than a word within text. */
static enum meaning_place place_of(const char *text, const char *detail, const char *word)
{
	const enum meaning_place here = place_in(text, word),
				 beside = detail ? place_in(detail, word) : PLACE_NONE;

	if (beside == PLACE_FIRST && *detail == '/')
		return here == PLACE_FIRST ? PLACE_FIRST : PLACE_NAME;
	return here != PLACE_NONE ? here : beside > PLACE_WITHIN ? PLACE_DETAIL : beside;
}

/* Whether the row has a word for which `word` is a synonym, or the beginning of one. */
static bool is_meant(const char *text, const char *detail, const char *word)
{
	json_members (key, list, synonyms()) {
		if (strlen(word) < LEAST_WITHIN - 1 || strncasecmp(key, word, strlen(word)) != 0)
			continue;
		json_each (name, list)
			if (json_is_string(name) &&
			    place_of(text, detail, json_string_value(name)) >= PLACE_DETAIL)
				return true;
	}
	return false;
}

int meaning_score(const char *typed, const char *text, const char *detail)
{
	char *copy = xstrdup(typed), *rest = copy, *word;
	int score = 0, lowest = PLACE_FIRST;

	while ((word = strsep(&rest, " \t\n"))) {
		if (!*word)
			continue;
		enum meaning_place place = place_of(text, detail, word);
		if (place < PLACE_DETAIL && is_meant(text, detail, word))
			place = PLACE_MEANT + (place == PLACE_WITHIN);
		lowest = (int)place < lowest ? (int)place : lowest;
		score += (int)place;
	}
	free(copy);
	return lowest == PLACE_NONE ? 0 : score + 1;
}
