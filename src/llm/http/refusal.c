/* SPDX-License-Identifier: MIT
 * Finds the rows of the table of refusals that fit a server's words, and reads limits and levels from the words.
 */
#include "llm/http/refusal.h"

#include "base/base.h"
#include "config/prompt.h"

static bool row_fits(const json_t *row, const char *protocol, const char *words)
{
	if (!text_is(json_str(row, "protocol", protocol), protocol))
		return false;
	json_each (word, json_list(row, "words"))
		if (!json_is_string(word) || !strcasestr(words, json_string_value(word)))
			return false;
	return true;
}

/* Returns the number that follows `after` (NULL: none) in words, quoted or not; 0: none does. */
static int64_t number_after(const char *words, const char *after)
{
	const char *at = after ? strcasestr(words, after) : NULL;
	int64_t n = 0;

	if (!at)
		return 0;
	at += strlen(after);
	for (at += strspn(at, " `'\"*");
	     n < INT32_MAX && (isdigit((unsigned char)*at) || *at == ','); at++)
		n = *at == ',' ? n : n * 10 + (*at - '0');
	return n < INT32_MAX ? n : 0;
}

/* Returns how many tokens a reply may have, as the words say; 0: they do not. In "16000 > 8192 -
 * 1000" the last number is what the request takes, and is subtracted. */
static int64_t reply_most(const json_t *most, const char *words)
{
	const char *after = json_str(most, "after", ""), *at = strcasestr(words, after);
	const int64_t all = number_after(words, after);
	int64_t less = number_after(words, json_str(most, "less", NULL));

	if (at && all) {
		at += strlen(after);
		at += strcspn(at, "0123456789");
		at += strspn(at, "0123456789,");
		less += strncmp(at, " - ", 3) == 0 ? number_after(at, " - ") : 0;
	}
	return all - less >= json_int(most, "least", 1) ? all - less : 0;
}

/* The levels of effort of all servers, from least to most; ours are some of them. */
static const char *const levels[] = {"none", "minimal", "low", "medium", "high", "xhigh", "max"};
#define LEVELS ARRAY_SIZE(levels)
enum { FIRST_OURS = 1, LAST_OURS = 4 }; /* the part of `levels` that backend.effort has */

static bool names_level(const char *words, const char *level)
{
	const size_t len = strlen(level);
	const char *at = words;

	while ((at = strcasestr(at, level)) &&
	       ((at > words && isalpha((unsigned char)at[-1])) || isalpha((unsigned char)at[len])))
		at += len;
	return at != NULL;
}

/* Returns, for each level of effort that we know, the nearest one the server's words name: {ours:
 * theirs}, new reference; NULL: none named. */
static json_t *levels_named(const char *words)
{
	json_auto_t *names = json_object();

	for (size_t i = FIRST_OURS; i <= LAST_OURS; i++)
		for (size_t off = 0; off < 2 * LEVELS; off++) {
			/* Tried are i, i + 1, i - 1, i + 2, ...; one below 0 wraps round and is too large. */
			const size_t away = (off + 1) / 2, near = off % 2 ? i + away : i - away;

			if (near >= LEVELS || !names_level(words, levels[near]))
				continue;
			json_put_str(names, levels[i], levels[near]);
			break;
		}
	return json_object_size(names) ? json_incref(names) : NULL;
}

/* Returns the row with quirks read from the words (levels, a length), new reference; NULL: not in them. */
static json_t *row_read(json_t *row, const char *words)
{
	const char *after = json_str(row, "levels_after", NULL);
	const json_t *most = json_map(row, "most");
	const char *listed = after ? strcasestr(words, after) : NULL;
	json_t *names = listed ? levels_named(listed) : NULL, *read;
	const int64_t length = most ? reply_most(most, words) : 0;

	if (!after && !most)
		return json_incref(row);
	if (!names && !length)
		return NULL;
	read = json_copy(row);
	json_put(read, "quirks",
	    names ? json_pack("{s:o}", "effort_names", names)
		  : json_pack("{s:I}", "output_tokens", (json_int_t)length));
	return read;
}

json_t *refusal_rows(const char *protocol, const char *words)
{
	json_auto_t *table = config_table_usable("refusals.yaml");
	json_t *rows = json_array();

	json_each (row, json_list(table, "refusals")) {
		json_t *read = row_fits(row, protocol, words) ? row_read(row, words) : NULL;

		if (read)
			json_array_append_new(rows, read);
	}
	return rows;
}

bool refusal_names(const char *list, const char *words)
{
	json_auto_t *table = config_table_usable("refusals.yaml"), *builtin = NULL;
	const json_t *all = json_list(table, list);
	bool found = false;

	if (!all)
		all = json_list(json_map(table, "kinds"), list);
	if (!all) { /* a user's table of an older version may have no kinds */
		builtin = config_builtin("refusals.yaml");
		all = json_list(json_map(builtin, "kinds"), list);
	}
	json_each (one, all)
		found |= json_is_string(one) && strcasestr(words, json_string_value(one));
	return found;
}
