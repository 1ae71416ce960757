/* SPDX-License-Identifier: MIT
 * Which command is a check is not known: each that ran counts, but those that only look (rules: looks), whose
 * status is an answer and no failure. A failure is gone once the same command, or one that does all it did,
 * has worked. Where another command decides the status, what was printed counts too. Words are read a sentence
 * at a time: whether they tell of failing, of a check, of how it was before.
 */
#include "agent/state/claims.h"

#include "base/base.h"
#include "base/regex.h"

#define SAID_BYTES 4000
#define EDGE_BYTES 4096 /* an answer says at its beginning or its end what came of the work */
#define NAME_BYTES 3	/* a shorter word of a command names nothing */

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

/* New reference. */
static json_t *run_value(const struct claims_run *run)
{
	const size_t len = strlen(run->said);
	const char *said = run->said + (len > SAID_BYTES ? len - SAID_BYTES : 0);

	while (((unsigned char)*said & 0xc0) == 0x80)
		said++; /* not from the middle of a character on */
	return json_pack("{s:s, s:s, s:i, s:s, s:b, s:b}", "call", run->call, "command",
	    run->command, "exit", run->exit, "said", said, "open", run->open, "timed_out",
	    run->timed_out);
}

void claims_ran(struct turn_claims *c, const struct claims_run *run)
{
	c->runs = c->runs ? c->runs : json_array();
	json_array_append_new(c->runs, run_value(run));
}

void claims_over(struct turn_claims *c, const struct claims_run *run)
{
	json_each_at (i, one, c->runs)
		if (json_flag(one, "open", false) &&
		    text_is(json_str(one, "call", ""), run->call)) {
			json_array_remove(c->runs, i);
			claims_ran(c, run); /* it is the last that came to its end */
			return;
		}
}

static bool bytes_match(const json_t *rules, const char *key, const char *text, size_t len)
{
	freed_by(prefilter_text_free) struct prefilter_text look = prefilter_text_of(text, len);
	return patterns_match(json_list(rules, key), text, len, &look);
}

static bool text_matches(const json_t *rules, const char *key, const char *text)
{
	return bytes_match(rules, key, text, strlen(text));
}

static void blank(void *ctx, size_t from, size_t to)
{
	memset((char *)ctx + from, ' ', to - from);
}

/* Returns the text without what matches, as long as before; owned. */
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

/* Its output tells of a failure that its status may not tell of. */
static bool run_hides(const json_t *rules, const json_t *run)
{
	return json_int(run, "exit", 0) <= 1 &&
	       text_matches(rules, "hides_status", json_str(run, "command", "")) &&
	       text_matches(rules, "prints_failure", json_str(run, "said", ""));
}

static bool run_fails(const json_t *rules, const json_t *run)
{
	const int exit = (int)json_int(run, "exit", 0);

	if (run_looks(rules, run) || json_flag(run, "open", false))
		return false;
	return json_flag(run, "timed_out", false) || exit > 1 ||
	       (exit == 1 &&
		   !text_matches(rules, "asks_what_came", json_str(run, "command", ""))) ||
	       run_hides(rules, run);
}

char *claims_run_failed(const json_t *rules, const json_t *run)
{
	const char *command = json_str(run, "command", "");
	const int exit = (int)json_int(run, "exit", 0);

	if (!run_fails(rules, run))
		return NULL;
	if (json_flag(run, "timed_out", false))
		return xasprintf("`%s` ran out of time when it last ran", command);
	if (exit)
		return xasprintf("`%s` exited %d when it last ran", command, exit);
	return xasprintf("`%s` printed a failure when it last ran; the exit status is that of "
			 "another command",
	    command);
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

/* Whether what the later one ran is all that the earlier one ran, or more. */
static bool run_covers(const json_t *rules, const json_t *later, const json_t *earlier)
{
	json_auto_t *wide = words_of_command(rules, later),
		    *narrow = words_of_command(rules, earlier);
	bool covers = json_object_size(wide) > 0;

	json_members (word, value, wide)
		covers = covers && json_object_get(narrow, word);
	json_members (word, value, narrow)
		covers = covers && (strpbrk(word, "/.:") != NULL || json_object_get(wide, word));
	return covers;
}

static bool is_mended(const struct turn_claims *c, const json_t *rules, size_t i)
{
	const json_t *run = json_array_get(c->runs, i);

	for (size_t j = i + 1; j < json_array_size(c->runs); j++) {
		const json_t *later = json_array_get(c->runs, j);

		if (!run_fails(rules, later) && !json_flag(later, "open", false) &&
		    run_covers(rules, later, run))
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

/* ---- Sentences ------------------------------------------------------------------------------ */

/* Whether a sentence ends before this byte. */
static bool sentence_ends(const char *text, size_t at)
{
	const char *end = text + at;

	if (at == 0 || end[-1] == '\n')
		return true;
	if (at >= 3 && (!strncmp(end - 3, "。", 3) || !strncmp(end - 3, "！", 3) ||
			   !strncmp(end - 3, "？", 3) || !strncmp(end - 3, "；", 3)))
		return true;
	return isspace((unsigned char)*end) && strchr(".!?;", end[-1]);
}

struct sentence {
	const char *text;
	size_t from, len;
};

static struct sentence sentence_at(const char *text, size_t at)
{
	size_t from = at, to = at + (text[at] != '\0');

	while (!sentence_ends(text, from))
		from--;
	while (text[to] && !sentence_ends(text, to))
		to++;
	return (struct sentence){text + from, from, to - from};
}

static bool sentence_has(const json_t *rules, const char *key, const struct sentence *s)
{
	return bytes_match(rules, key, s->text, s->len);
}

/* Whether these words name the command: by a word of it that is no option. */
static bool text_names(const json_t *rules, const char *text, size_t len, const json_t *run)
{
	json_auto_t *words = words_of_command(rules, run);
	bool names = false;

	json_members (word, value, words) {
		const char *name = strrchr(word, '/') ? strrchr(word, '/') + 1 : word;

		names =
		    names || (strlen(name) >= NAME_BYTES && memmem(text, len, name, strlen(name)));
	}
	return names;
}

/* ---- What an answer admits and claims ------------------------------------------------------- */

/* Some sentence near either end says that something passes, builds or was checked. */
static bool claims_something(const json_t *rules, const char *answer)
{
	const size_t all = strlen(answer);

	for (size_t at = 0; at < all;) {
		const struct sentence s = sentence_at(answer, at);

		if (!sentence_has(rules, "describes", &s) &&
		    (sentence_has(rules, "claims", &s) ||
			(sentence_has(rules, "checks", &s) && sentence_has(rules, "well", &s) &&
			    !sentence_has(rules, "supposes", &s))))
			return true;
		at = s.from + s.len;
		if (at > EDGE_BYTES && at + EDGE_BYTES < all)
			at = all - EDGE_BYTES;
	}
	return false;
}

struct admission {
	const json_t *rules, *run;
	const char *answer, *left; /* left: the answer without what it says is settled */
	bool weak, admitted;
};

/* That all is well now, said behind the admission: what failed is of the past then. */
static bool is_taken_back(const struct admission *a, const struct sentence *s)
{
	const struct sentence left = {a->left + s->from, s->from, s->len};
	const char *after = s->text + s->len;
	const bool past = sentence_has(a->rules, "past", s);

	if (sentence_has(a->rules, "present", &left))
		return false;
	if (past)
		return claims_something(a->rules, a->answer) &&
		       !text_matches(a->rules, "others", a->answer);
	return claims_something(a->rules, after) && !text_matches(a->rules, "others", after) &&
	       (!text_names(a->rules, s->text, s->len, a->run) ||
		   text_names(a->rules, after, strlen(after), a->run));
}

static void take_admission(void *ctx, size_t from, size_t to)
{
	struct admission *a = ctx;
	const struct sentence said = sentence_at(a->answer, from),
			      left = {a->left + said.from, said.from, said.len};

	if (a->weak && !sentence_has(a->rules, "checks", &left) &&
	    !sentence_has(a->rules, "present", &left) &&
	    !text_names(a->rules, said.text, said.len, a->run))
		return;
	a->admitted = a->admitted || !is_taken_back(a, &said);
}

static bool admits(const json_t *rules, const json_t *run, const char *answer)
{
	auto_free char *left = text_without(rules, "settled", answer);
	struct admission a = {.rules = rules, .run = run, .answer = answer, .left = left};

	patterns_each(json_list(rules, "admits"), left, strlen(left), take_admission, &a);
	a.weak = true;
	patterns_each(json_list(rules, "tells_of_failure"), left, strlen(left), take_admission, &a);
	return a.admitted;
}

bool claims_admitted_at(const json_t *rules, const json_t *run, const char *answer, size_t at)
{
	const struct sentence s = sentence_at(answer, at);
	auto_free char *sentence = xstrndup(s.text, s.len);
	return admits(rules, run, sentence);
}

const json_t *claims_failure(const struct turn_claims *c, const json_t *rules, const char *answer)
{
	const json_t *run = last_failure(c, rules);

	if (!run || admits(rules, run, answer) || (!c->changed && !claims_something(rules, answer)))
		return NULL;
	return run;
}

/* The command that goes on while nothing else ran that could show whether something works; NULL: none goes on.
 * *shown: something else did. */
static const json_t *only_open(const struct turn_claims *c, const json_t *rules, bool *shown)
{
	const json_t *open = NULL;

	*shown = false;
	json_each (run, c->runs) {
		if (json_flag(run, "open", false))
			open = run;
		else
			*shown = *shown || !run_looks(rules, run);
	}
	return *shown ? NULL : open;
}

char *claims_unverified(const struct turn_claims *c, const json_t *rules, const char *answer)
{
	const json_t *run = claims_failure(c, rules, answer), *open;
	bool shown;

	if (run)
		return claims_run_failed(rules, run);
	open = only_open(c, rules, &shown);
	if (shown || !claims_something(rules, answer) || text_matches(rules, "not_run", answer))
		return NULL;
	if (open)
		return xasprintf(
		    "that it passes: `%s` had not come to its end", json_str(open, "command", ""));
	return xasprintf("that it passes: %s",
	    c->changed ? "no command that could show it was run after the last change"
		       : "no command that could show it was run");
}
