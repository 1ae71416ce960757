/* SPDX-License-Identifier: MIT
 * Parses the options and words behind a command's name. An option is written into the member of the caller's struct
 * that its row names by an offset.
 */
#include "cli/program/command_words.h"

#include "base/base.h"
#include "base/print.h"
#include "cli/program/options.h"

#define NUMBER_MOST 36500
#define LARGE_NUMBER_MOST 1000000000

int command_words_usage(const struct command *c, const char *what, const char *subject)
{
	return print_failure(
	    2, "%s: '%s': %s; usage: agent %s %s", c->name, subject, what, c->name, c->usage);
}

static int set_word_option(
    const struct command *c, const struct word_option *o, void *to, const char *value)
{
	void *field = (char *)to + o->offset;
	struct word_texts *texts;
	char *end;
	int64_t n;

	switch (o->kind) {
	case WORD_FLAG:
		*(bool *)field = true;
		return 0;
	case WORD_OUTPUT:
		*(bool *)field = strcmp(value, "json") == 0;
		if (!*(bool *)field && strcmp(value, "text") != 0)
			return command_words_usage(c, "is text or json", o->name);
		return 0;
	case WORD_TEXT:
		*(const char **)field = value;
		return 0;
	case WORD_TEXTS:
		texts = field;
		if (texts->count == WORD_TEXTS_MOST)
			return command_words_usage(c, "given too often", o->name);
		texts->list[texts->count++] = value;
		return 0;
	case WORD_NUMBER:
	case WORD_LARGE_NUMBER:
		n = strtoll(value, &end, 10);
		if (end == value || *end || n < 1 || n > LARGE_NUMBER_MOST)
			return command_words_usage(c, "is no number from 1 to 1000000000", value);
		if (o->kind == WORD_NUMBER && n > NUMBER_MOST)
			return command_words_usage(c, "is no number from 1 to 36500", value);
		*(int64_t *)field = n;
		return 0;
	}
	return 0;
}

static int take_option(const struct command *c, const struct word_option *options, void *to,
    char *const *rest, int *taken)
{
	const char *word = rest[0];
	const size_t len = strcspn(word, "=");
	const char *value = word[len] ? word + len + 1 : rest[1];

	for (const struct word_option *o = options; o->name; o++) {
		const bool flag = o->kind == WORD_FLAG;

		if (strncmp(o->name, word, len) != 0 || o->name[len])
			continue;
		if (flag && word[len])
			return command_words_usage(c, "takes no value", o->name);
		if (!flag && !value)
			return command_words_usage(c, "wants a value", o->name);
		*taken = flag || word[len] ? 1 : 2;
		return set_word_option(c, o, to, value);
	}
	if (options_have(word))
		return print_failure(2, "%s: '%.*s' comes before the command: agent %.*s ... %s",
		    c->name, (int)len, word, (int)len, word, c->name);
	return command_words_usage(c, "unknown option", word);
}

int command_words_take(const struct command *c, const struct word_option *options, void *to,
    char *const *rest, const char **list, int *count, int most)
{
	bool only = false; /* after "--": all that follow are words */

	for (int taken; *rest; rest += taken) {
		taken = 1;
		if (!only && strcmp(*rest, "--") == 0) {
			only = true;
		} else if (!only && (*rest)[0] == '-' && (*rest)[1]) {
			int code = take_option(c, options, to, rest, &taken);
			if (code != 0)
				return code;
		} else if (*count == most) {
			return command_words_usage(c, "one word too many", *rest);
		} else {
			list[(*count)++] = *rest;
		}
	}
	return 0;
}
