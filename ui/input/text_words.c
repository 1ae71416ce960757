/*
 * Walks over the words of a text for completion.
 */
#include "ui/input/text_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"

#define WORD_BYTES 200 /* longer ones are no words */
#define WITHIN "_-./:" /* a part of a word, but not its end */

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_';
}

static bool is_within(char c)
{
	return is_letter(c) || (c && strchr(WITHIN, c));
}

static void add_word(const char *word, size_t len, const char *typed, struct candidates *out)
{
	const size_t n = strlen(typed);
	char *text;

	while (len > 0 && !is_letter(word[len - 1]))
		len--;
	if (len <= n || len > WORD_BYTES || strncmp(word, typed, n) != 0)
		return;
	text = xstrndup(word, len);
	if (!candidates_have(out, text))
		candidates_add(out, text, NULL);
	free(text);
}

void text_words_complete(
    const char *text, size_t len, const char *typed, size_t most, struct candidates *out)
{
	if (strlen(typed) < TEXT_WORDS_TYPED)
		return;
	for (size_t end = len; end > 0 && out->count < most;) {
		size_t from = end;

		while (from > 0 && is_within(text[from - 1]))
			from--;
		add_word(text + from, end - from, typed, out);
		end = from > 0 ? from - 1 : 0;
	}
}
