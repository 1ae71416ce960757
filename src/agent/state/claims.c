/*
 * Which command is a check is not known: each that ran counts, but those that only look (rules: looks), whose
 * status is an answer and no failure. A failure is gone once the same command, or one that does all it did,
 * has worked. Behind a pipe the status is the last command's, so what was printed counts there too.
 */
#include "agent/state/claims.h"

#include <ctype.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/json/json.h"
#include "base/patterns.h"

#define SAID_BYTES 4000

void claims_free(struct turn_claims *c)
{
	json_decref(c->runs);
	*c = (struct turn_claims){0};
}

void claims_change(struct turn_claims *c)
{
	c->changed = true;
	json_decref(c->runs);
	c->runs = NULL;
}

void claims_run(struct turn_claims *c, const char *command, int exit, const char *said)
{
	const size_t len = strlen(said);

	said += len > SAID_BYTES ? len - SAID_BYTES : 0;
	while (((unsigned char)*said & 0xc0) == 0x80)
		said++; /* not from the middle of a character on */
	c->runs = c->runs ? c->runs : json_array();
	json_array_append_new(
	    c->runs, json_pack("{s:s, s:i, s:s}", "command", command, "exit", exit, "said", said));
}

static bool text_matches(const json_t *rules, const char *key, const char *text)
{
	const size_t len = strlen(text);
	struct prefilter_text look = prefilter_text_of(text, len);
	const bool found = patterns_match(json_list(rules, key), text, len, &look);

	prefilter_text_free(&look);
	return found;
}

static void blank(void *ctx, size_t from, size_t to)
{
	memset((char *)ctx + from, ' ', to - from);
}

/* Returns the text without what matches; owned. */
static char *text_without(const json_t *rules, const char *key, const char *text)
{
	char *left = xstrdup(text);

	patterns_each(json_list(rules, key), text, strlen(text), blank, left);
	return left;
}

static bool run_looks(const json_t *rules, const json_t *run)
{
	return text_matches(rules, "looks", json_str(run, "command", ""));
}

static bool run_fails(const json_t *rules, const json_t *run)
{
	const char *command = json_str(run, "command", "");

	if (run_looks(rules, run))
		return false;
	return (json_int(run, "exit", 0) != 0 && !text_matches(rules, "asks_what_came", command)) ||
	       (text_matches(rules, "hides_status", command) &&
		   text_matches(rules, "prints_failure", json_str(run, "said", "")));
}

/* Adds each word of a command but its options as a key. */
static json_t *words_of_command(const json_t *rules, const json_t *run)
{
	char *text = text_without(rules, "around", json_str(run, "command", "")), *rest = text;
	json_t *words = json_object();

	for (char *word; (word = strtok_r(rest, " \t\n", &rest));)
		if (*word != '-')
			json_put(words, word, json_true());
	free(text);
	return words;
}

/* A word that narrows a command to some files or tests. */
static bool names_part(const char *word)
{
	return strpbrk(word, "/.:") != NULL;
}

/* Whether what the later one ran is all that the earlier one ran, or more. */
static bool run_covers(const json_t *rules, const json_t *later, const json_t *earlier)
{
	json_t *wide = words_of_command(rules, later), *narrow = words_of_command(rules, earlier),
	       *value;
	bool covers = json_object_size(wide) > 0;
	const char *word;

	json_object_foreach (wide, word, value)
		covers = covers && json_object_get(narrow, word);
	json_object_foreach (narrow, word, value)
		covers = covers && (names_part(word) || json_object_get(wide, word));
	json_decref(wide);
	json_decref(narrow);
	return covers;
}

static bool is_mended(const struct turn_claims *c, const json_t *rules, size_t i)
{
	const json_t *run = json_array_get(c->runs, i);

	for (size_t j = i + 1; j < json_array_size(c->runs); j++) {
		const json_t *later = json_array_get(c->runs, j);

		if (!run_fails(rules, later) && run_covers(rules, later, run))
			return true;
	}
	return false;
}

/* Returns the last command that failed and was not mended; NULL: none. Borrowed. */
static const json_t *last_failure(const struct turn_claims *c, const json_t *rules)
{
	for (size_t i = json_array_size(c->runs); i > 0; i--) {
		const json_t *run = json_array_get(c->runs, i - 1);

		if (run_fails(rules, run) && !is_mended(c, rules, i - 1))
			return run;
	}
	return NULL;
}

static bool admits(const json_t *rules, const char *answer)
{
	char *left = text_without(rules, "settled", answer);
	const bool found = text_matches(rules, "admits", left);

	free(left);
	return found;
}

const json_t *claims_failure(const struct turn_claims *c, const json_t *rules, const char *answer)
{
	const json_t *run = last_failure(c, rules);

	if (!run || admits(rules, answer) ||
	    (!c->changed && !text_matches(rules, "claims", answer)))
		return NULL;
	return run;
}

/* Some command ran that could show whether something works. */
static bool has_check(const struct turn_claims *c, const json_t *rules)
{
	for (size_t i = 0; i < json_array_size(c->runs); i++)
		if (!run_looks(rules, json_array_get(c->runs, i)))
			return true;
	return false;
}

char *claims_unverified(const struct turn_claims *c, const json_t *rules, const char *answer)
{
	const json_t *run = claims_failure(c, rules, answer);

	if (run && json_int(run, "exit", 0) == 0)
		return xasprintf(
		    "`%s` printed a failure when it last ran; the exit status is that of "
		    "another command",
		    json_str(run, "command", ""));
	if (run)
		return xasprintf("`%s` exited %d when it last ran", json_str(run, "command", ""),
		    (int)json_int(run, "exit", 0));
	if (!has_check(c, rules) && text_matches(rules, "claims", answer) &&
	    !text_matches(rules, "not_run", answer))
		return xasprintf("that it passes: %s",
		    c->changed ? "no command that could show it was run after the last change"
			       : "no command that could show it was run");
	return NULL;
}
