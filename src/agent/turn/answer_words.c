/* SPDX-License-Identifier: MIT
 * Joins answers and finds announcements. Whether one answer repeats another is counted in words: an
 * answer that is given again, improved, has most words of the first one.
 */
#include "agent/turn/answer_words.h"

#include "agent/state/claims.h"
#include "base/base.h"
#include "base/regex.h"

#define SAID_AGAIN_PERCENT 70 /* of the words */
#define ANNOUNCED_BYTES 1000  /* a longer last sentence announces nothing */

enum letter { LETTER_NONE, LETTER_OF_WORD, LETTER_ALONE };

/* Classifies a letter by its first byte in UTF-8: punctuation is in the rows C2, E2, E3 80 and EF;
 * from E3 on are the scripts that have no blanks between words. */
static enum letter letter_of(const char *s)
{
	const unsigned char c = (unsigned char)s[0], next = c ? (unsigned char)s[1] : 0;

	if (c < 0x80)
		return isalnum(c) ? LETTER_OF_WORD : LETTER_NONE;
	if (c == 0xc2 || c == 0xe2 || c == 0xef || (c == 0xe3 && next == 0x80))
		return LETTER_NONE;
	return c < 0xe3 ? LETTER_OF_WORD : LETTER_ALONE;
}

/* Moves *at to the next word and returns how many bytes it has; 0: there is none before the end. */
static size_t next_word(const char **at, const char *end)
{
	const size_t len = (size_t)(end - *at);
	const char *s = *at;
	size_t from = 0, to;

	while (from < len && letter_of(s + from) == LETTER_NONE)
		from = text_next(s, len, from);
	to = from;
	if (letter_of(s + from) == LETTER_ALONE)
		to = text_next(s, len, from);
	else
		while (to < len && letter_of(s + to) == LETTER_OF_WORD)
			to = text_next(s, len, to);
	*at = s + from;
	return to - from;
}

/* Returns the words of a text in small letters, {word: true}; new reference. */
static json_t *words_of(const char *text)
{
	const char *end = text + strlen(text);
	json_t *words = json_object();
	size_t n;

	for (const char *at = text; (n = next_word(&at, end)) > 0; at += n) {
		auto_free char *word = xstrndup(at, n);

		for (char *c = word; *c; c++)
			*c = (char)tolower((unsigned char)*c);
		json_put(words, word, json_true());
	}
	return words;
}

static bool says_again(const char *next, const char *first)
{
	json_auto_t *before = words_of(first), *now = words_of(next);
	size_t said = 0, all = json_object_size(before);

	json_members (word, value, before)
		said += json_object_get(now, word) != NULL;
	return said * 100 >= all * SAID_AGAIN_PERCENT;
}

static size_t trimmed_length(const char *text)
{
	size_t len = strlen(text);

	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	return len;
}

char *answer_join(const char *first, const char *next)
{
	if (text_is_blank(next))
		return xstrdup(text_is_blank(first) ? "" : first);
	if (text_is_blank(first) || says_again(next, first))
		return xstrdup(next);
	return xasprintf("%.*s\n\n%s", (int)trimmed_length(first), first, next);
}

size_t answer_before_announcement(const json_t *rules, const char *text)
{
	size_t len = trimmed_length(text), at = len;

	if (len == 0)
		return strlen(text);
	for (at = len - 1; at > 0 && !sentence_ends(text, at); at--)
		if (len - at > ANNOUNCED_BYTES)
			return strlen(text);
	freed_by(prefilter_text_free) struct prefilter_text look =
	    prefilter_text_of(text + at, len - at);
	bool announces =
	    patterns_match(json_list(rules, "announces"), text + at, len - at, &look) &&
	    !patterns_match(json_list(rules, "offers"), text + at, len - at, &look);
	while (announces && at && isspace((unsigned char)text[at - 1]))
		at--;
	return announces ? at : strlen(text);
}
