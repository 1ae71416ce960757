/* SPDX-License-Identifier: MIT
 * Reads rows of config/commands.yaml: that with the longest name that the words begin with. What is
 * not listed is unknown, and unknown asks: the table can only be too short, never too generous.
 */
#include "workspace/shell/command_row.h"

#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "workspace/file/glob.h"

#define NAME_WORDS 3 /* "git stash list": no name of the table has more words */

static const json_t *table(void)
{
	static json_t *loaded;

	if (!loaded)
		loaded = config_table_usable("commands.yaml");
	return loaded;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static enum command_starts starts_of(const json_t *row)
{
	static const char *const names[] = {[STARTS_WORDS] = "words",
	    [STARTS_TEXT] = "text",
	    [STARTS_SHELL] = "shell",
	    [STARTS_FOUND] = "found",
	    [STARTS_UNKNOWN] = "unknown"};
	const char *name = json_str(row, "starts", "");

	for (int i = STARTS_WORDS; i <= STARTS_UNKNOWN; i++)
		if (!strcmp(names[i], name))
			return (enum command_starts)i;
	return STARTS_NOTHING;
}

/* Whether some long option has one dash, such as "-name"; then "-ab" is not "-a -b". */
static bool stand_alone(const json_t *options)
{
	json_each (item, options) {
		const char *name = json_string_value(item);

		if (name[1] != '-' && name[1] && name[2] && !strchr(":?=", name[2]))
			return true;
	}
	return false;
}

static struct command_row row_from(const json_t *row, size_t words)
{
	const json_t *options = json_list(row, "options");

	return (struct command_row){
	    .words = words,
	    .starts = starts_of(row),
	    .operands = (size_t)json_int(row, "operands", 0),
	    .first = json_flag(row, "first", false),
	    .more = json_flag(row, "more", true),
	    .settings = json_flag(row, "settings", false),
	    .itself = json_flag(row, "itself", false),
	    .assigns = json_flag(row, "assigns", false),
	    .appends = json_flag(row, "appends", false),
	    .moves = json_flag(row, "moves", false),
	    .reads = json_flag(row, "reads", false),
	    .alone = stand_alone(options),
	    .replaces = json_str(row, "replaces", NULL),
	    .options = options,
	    .runs = json_list(row, "runs"),
	    .configures = json_list(row, "configures"),
	    .safe = json_list(row, "safe"),
	};
}

bool command_row_find(const struct shell_words *words, struct command_row *out)
{
	const json_t *rows = json_map(table(), "commands"), *row, *found = NULL;
	auto_buf name = BUF_LIMIT(1 << 20);
	size_t found_words = 0;

	for (size_t i = 0; i < NAME_WORDS && i < words->count; i++) {
		const struct shell_word *w = &words->list[i];

		if (w->dynamic)
			break;
		buf_addf(&name, "%s%s", i ? " " : "", i ? w->text : shell_base(w->text));
		row = json_object_get(rows, buf_str(&name));
		if (row) {
			found = row;
			found_words = i + 1;
		}
	}
	if (found)
		*out = row_from(found, found_words);
	return found != NULL;
}

bool command_variable(const char *name, size_t len)
{
	auto_free char *copy = xstrndup(name, len);
	bool found = false;

	json_each (glob, json_list(table(), "variables"))
		found |= glob_wild(json_string_value(glob), copy, false);
	return found;
}

/* Whether a word of `configures` is in the command, and the next word is none of `safe`. */
static bool configures(const json_t *row, const struct shell_words *words)
{
	const json_t *list = json_list(row, "configures"), *safe = json_list(row, "safe");

	for (size_t i = 1; i + 1 < words->count; i++) {
		const char *word = words->list[i].text, *next = words->list[i + 1].text;

		if (json_holds_str(list, word) && !json_holds_str(safe, next))
			return true;
	}
	return false;
}

bool command_configures(const struct shell_words *words)
{
	const struct shell_word *first = words->list;
	const char *base = words->count ? shell_base(first->text) : NULL;
	auto_free char *this = base ? file_this_program() : NULL;

	/* This program may be installed under another name. */
	json_members (name, row, json_map(table(), "commands"))
		if (base && configures(row, words) &&
		    (first->dynamic || !strcmp(base, name) || !strcmp(base, shell_base(this))))
			return true;
	return false;
}

size_t command_prefix_words(const struct shell_words *words)
{
	const json_t *prefixes = json_map(table(), "prefixes");
	const char *name = words->count ? shell_base(words->list[0].text) : "";
	struct command_row row;

	if (json_holds_str(json_list(prefixes, "none"), name) ||
	    (command_row_find(words, &row) && row.starts != STARTS_NOTHING))
		return 0;
	return json_holds_str(json_list(prefixes, "two"), name) ? 2 : 1;
}

/* ---- Options ------------------------------------------------------------------------------- */

/* Returns what the listed option of this name takes: 0: nothing, ':', '?' or '='; -1: it is not listed. */
static int takes(const struct command_row *row, const char *name, size_t len)
{
	json_each (item, row->options) {
		const char *spec = json_string_value(item);

		if (!strncmp(spec, name, len) && strchr(":?=", spec[len]) &&
		    (!spec[len] || !spec[len + 1]))
			return spec[len];
	}
	return -1;
}

/* Whether a word, when expanded, may become several, or one that begins with a dash. Which parts of
 * it were quoted is not known here, so none counts as quoted. */
static bool may_be_options(const struct shell_word *w)
{
	if (!w->dynamic)
		return false;
	return strpbrk(w->text, "$`") || !*w->text || strchr("*?[{~-", *w->text) ||
	       !strcmp(w->text, "...");
}

/* Returns an option with its argument, which is joined or the next word; if that looks like an option: unknown. */
static struct option with_argument(
    const struct shell_words *words, size_t at, const char *name, const char *joined)
{
	const struct shell_word *next = at + 1 < words->count ? &words->list[at + 1] : NULL;

	if (joined)
		return (struct option){OPTION_KNOWN, 1, name, joined};
	if (!next || *next->text == '-' || may_be_options(next))
		return (struct option){OPTION_UNKNOWN, 1, NULL, NULL};
	return (struct option){OPTION_KNOWN, 2, name, next->text};
}

static struct option long_option(
    const struct command_row *row, const struct shell_words *words, size_t at)
{
	const char *word = words->list[at].text;
	size_t len = strcspn(word, "=");
	int kind = takes(row, word, len);
	const char *joined = word[len] ? word + len + 1 : NULL;

	if (kind < 0 || (!kind && joined))
		return (struct option){OPTION_UNKNOWN, 1, NULL, NULL};
	if (!kind || (kind == '?' && !joined))
		return (struct option){OPTION_KNOWN, 1, NULL, NULL};
	return with_argument(words, at, word, joined);
}

static struct option short_options(
    const struct command_row *row, const struct shell_words *words, size_t at)
{
	const char *word = words->list[at].text;

	if (strspn(word + 1, "0123456789") == strlen(word + 1) &&
	    json_holds_str(row->options, "-#"))
		return (struct option){OPTION_KNOWN, 1, NULL, NULL};
	for (const char *letter = word + 1; *letter; letter++) {
		char name[] = {'-', *letter, '\0'};
		int kind = takes(row, name, 2);

		if (kind < 0)
			return (struct option){OPTION_UNKNOWN, 1, NULL, NULL};
		if (kind == '?')
			return (struct option){
			    OPTION_KNOWN, 1, NULL, letter[1] ? letter + 1 : NULL};
		if (kind)
			return with_argument(words, at, letter, letter[1] ? letter + 1 : NULL);
	}
	return (struct option){OPTION_KNOWN, 1, NULL, NULL};
}

struct option command_option(
    const struct command_row *row, const struct shell_words *words, size_t at)
{
	const struct shell_word *w = &words->list[at];

	if (may_be_options(w))
		return (struct option){OPTION_UNKNOWN, 1, NULL, NULL};
	if (*w->text != '-' || !w->text[1])
		return (struct option){OPTION_OPERAND, 1, NULL, NULL};
	if (!row->alone && !strcmp(w->text, "--"))
		return (struct option){OPTION_END, 1, NULL, NULL};
	if (row->alone || w->text[1] == '-')
		return long_option(row, words, at);
	return short_options(row, words, at);
}

/* Whether a word is known. After "--" there are operands only, but one that is expanded may be a setting. */
static bool word_known(const struct command_row *row, const struct shell_word *w,
    const struct option *o, bool ended, bool named)
{
	if (!ended && o->kind != OPTION_OPERAND)
		return o->kind != OPTION_UNKNOWN;
	if (row->settings && (w->dynamic || strchr(w->text, '=')))
		return false;
	return row->more || !named;
}

bool command_options_known(const struct shell_words *words, size_t from, struct buf *why)
{
	struct command_row row;
	bool ended = false;

	if (!command_row_find(words, &row))
		return true;
	size_t at = from > row.words ? from : row.words;
	while (at < words->count) {
		const struct shell_word *w = &words->list[at];
		struct option o = command_option(&row, words, at);

		if (!word_known(&row, w, &o, ended, from > row.words)) {
			if (why)
				buf_adds(why, w->text);
			return false;
		}
		if (o.kind == OPTION_OPERAND && row.first)
			return true;
		at += ended ? 1 : o.words;
		ended |= o.kind == OPTION_END;
	}
	return true;
}
