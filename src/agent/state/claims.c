/* SPDX-License-Identifier: MIT
 * Compares an answer with the commands of its turn. Which of them is a check is not known, so all count but those that
 * only look (rules: looks), whose exit status is no failure. A failure is settled once the same command, or one that
 * covers it, worked. If the status is another command's (a pipe), the output counts too. Text is judged a sentence at
 * a time: whether it tells of a failure, of a check, of the past.
 */
#include "agent/state/claims.h"

#include "base/base.h"
#include "base/regex.h"

#define SAID_BYTES 4000
#define EDGE_BYTES 4096	      /* an answer says at its beginning or its end what came of the work */
#define READ_BYTES 32768      /* of a longer answer the middle is not read */
#define SENTENCE_BYTES 1000   /* more without a full stop is a table or data, and read in parts */
#define NAME_BYTES 3	      /* shorter words of a command do not identify it */
#define QUOTED_BYTES 4	      /* shorter words of an output are repeated by chance */
#define EVIDENCE_MARK "[obs " /* of a result that is named as evidence */

void claims_free(struct turn_claims *c)
{
	json_decref(c->runs);
	*c = (struct turn_claims){0};
}

void claims_change(struct turn_claims *c)
{
	c->changed = true;
	c->asked = c->admitted = false;
	json_take(&c->runs, NULL);
}

json_t *claims_run(const char *call, const char *command, const json_t *data, const char *said)
{
	const size_t len = strlen(said);
	const int64_t signal = json_int(data, "signal", 0);

	said += utf8_start(said, len > SAID_BYTES ? len - SAID_BYTES : 0);
	return json_pack("{s:s, s:s, s:I, s:s, s:b, s:b}", "call", call, "command", command, "exit",
	    json_int(data, "exit", signal ? 128 + signal : 0), "said", said, "open",
	    json_flag(data, "running", false), "timed_out", json_flag(data, "timed_out", false));
}

void claims_ran(struct turn_claims *c, json_t *run)
{
	c->asked = c->admitted = false;
	c->runs = c->runs ? c->runs : json_array();
	json_array_append_new(c->runs, run);
}

void claims_over(struct turn_claims *c, json_t *run)
{
	json_each_at (i, one, c->runs)
		if (json_flag(one, "open", false) &&
		    text_is(json_str(one, "call", ""), json_str(run, "call", ""))) {
			json_array_remove(c->runs, i);
			claims_ran(c, json_incref(run)); /* now the last to have ended */
			break;
		}
	json_decref(run);
}

static bool patterns_in(const json_t *patterns, const char *text, size_t len)
{
	freed_by(prefilter_text_free) struct prefilter_text look = prefilter_text_of(text, len);
	return patterns_match(patterns, text, len, &look);
}

static bool bytes_match(const json_t *rules, const char *key, const char *text, size_t len)
{
	return patterns_in(json_list(rules, key), text, len);
}

static bool text_matches(const json_t *rules, const char *key, const char *text)
{
	return bytes_match(rules, key, text, strlen(text));
}

static void blank(void *ctx, size_t from, size_t to)
{
	memset((char *)ctx + from, ' ', to - from);
}

static bool run_looks(const json_t *rules, const json_t *run)
{
	return text_matches(rules, "looks", json_str(run, "command", ""));
}

static bool run_fails(const json_t *rules, const json_t *run)
{
	const char *command = json_str(run, "command", "");
	const int64_t exit = json_int(run, "exit", 0);

	if (run_looks(rules, run) || json_flag(run, "open", false))
		return false;
	if (json_flag(run, "timed_out", false) || exit > 1 ||
	    (exit == 1 && !text_matches(rules, "asks_what_came", command)))
		return true;
	/* The status is another command's: the output may tell of a failure. */
	return text_matches(rules, "hides_status", command) &&
	       text_matches(rules, "prints_failure", json_str(run, "said", ""));
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

/* Returns the words of a command as keys, without options and what `around` matches. New reference. */
static json_t *words_of_command(const json_t *rules, const json_t *run)
{
	const char *command = json_str(run, "command", "");
	auto_free char *text = xstrdup(command);
	char *rest = text;
	json_t *words = json_object();

	patterns_each(json_list(rules, "around"), command, strlen(command), blank, text);
	for (char *word; (word = strtok_r(rest, " \t\n", &rest));)
		if (*word != '-')
			json_put(words, word, json_true());
	return words;
}

/* Whether the later command runs all that the earlier one ran: it has the same words, or fewer paths. */
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

bool sentence_ends(const char *text, size_t at)
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
	const size_t least = at > SENTENCE_BYTES ? at - SENTENCE_BYTES : 0,
		     most = at + SENTENCE_BYTES;
	size_t from = at, to = at + (text[at] != '\0');

	while (from > least && !sentence_ends(text, from))
		from--;
	while (text[to] && !sentence_ends(text, to) &&
	       (to < most || ((unsigned char)text[to] & 0xc0) == 0x80))
		to++;
	return (struct sentence){text + from, from, to - from};
}

static bool sentence_has(const json_t *rules, const char *key, const struct sentence *s)
{
	return bytes_match(rules, key, s->text, s->len);
}

/* Whether the text contains a word of the command (no option), ignoring case. */
static bool text_names(const json_t *rules, const char *text, size_t len, const json_t *run)
{
	json_auto_t *words = words_of_command(rules, run);
	auto_free char *words_said = xstrndup(text, len);
	bool names = false;

	json_members (word, value, words) {
		const char *name = strrchr(word, '/') ? strrchr(word, '/') + 1 : word;

		names = names || (strlen(name) >= NAME_BYTES && strcasestr(words_said, name));
	}
	return names;
}

/* Whether a word looks like a name in code or has a digit: prose repeats no such word by chance. */
static bool is_identifier(const char *word)
{
	bool small = false;

	for (; *word; word++) {
		if (isdigit((unsigned char)*word) || *word == '_' ||
		    (small && isupper((unsigned char)*word)))
			return true;
		small = islower((unsigned char)*word);
	}
	return false;
}

/* Returns how plainly a sentence repeats what the command printed: 2: a name or number that is not in the command; 1:
 * another word; 0: nothing. */
static int sentence_quotes(const struct sentence *s, const json_t *run)
{
	auto_free char *said = xstrdup(json_str(run, "said", "")),
		       *text = xstrndup(s->text, s->len);
	char *rest = said;
	const char *command = json_str(run, "command", "");
	int quotes = 0;

	for (char *word; quotes < 2 && (word = strtok_r(rest, " \t\r\n()[],;:'\"!/", &rest));) {
		const size_t len = strlen(word);

		if (word[len - 1] == '.')
			word[len - 1] = '\0';
		if (len >= QUOTED_BYTES && strcasestr(text, word))
			quotes = is_identifier(word) && !strstr(command, word) ? 2 : 1;
	}
	return quotes;
}

/* ---- What an answer admits and claims ------------------------------------------------------- */

/* Whether a sentence speaks of one kind of check, and the command is of another. */
static bool is_of_another_kind(const json_t *rules, const struct sentence *s, const json_t *run)
{
	const char *command = json_str(run, "command", "");
	bool said = false, ran = false;

	json_members (kind, patterns, json_object_get(rules, "kinds")) {
		const bool here = patterns_in(patterns, s->text, s->len),
			   there = patterns_in(patterns, command, strlen(command));

		if (here && there)
			return false;
		said = said || here;
		ran = ran || there;
	}
	return said && ran;
}

/* Whether a sentence near either end of the answer says that something passes, builds or was checked. run: words about
 * another kind of check than this command do not count; NULL: all do. */
static bool claims_something(const json_t *rules, const json_t *run, const char *answer)
{
	const size_t all = strlen(answer);

	for (size_t at = 0; at < all;) {
		const struct sentence s = sentence_at(answer, at);

		if (!sentence_has(rules, "describes", &s) &&
		    (sentence_has(rules, "claims", &s) ||
			(sentence_has(rules, "checks", &s) && sentence_has(rules, "well", &s) &&
			    !sentence_has(rules, "supposes", &s))) &&
		    !is_of_another_kind(rules, &s, run))
			return true;
		at = s.from + s.len;
		if (at > EDGE_BYTES && at + EDGE_BYTES < all)
			at = all - EDGE_BYTES;
	}
	return false;
}

struct admission {
	const json_t *rules, *run;
	const char *answer, *left; /* left: as unsettled returns it */
	bool claims; /* the answer says that something passes, and not only that the rest does */
};

/* Whether the answer says that all is well now: after this sentence, or anywhere if the sentence is about the past. */
static bool is_taken_back(const struct admission *a, const struct sentence *s)
{
	const struct sentence left = {a->left + s->from, s->from, s->len};
	const char *after = s->text + s->len;
	const bool past = sentence_has(a->rules, "past", s);

	if (sentence_has(a->rules, "present", &left))
		return false;
	if (past)
		return claims_something(a->rules, a->run, a->answer) &&
		       !text_matches(a->rules, "others", a->answer);
	return claims_something(a->rules, a->run, after) &&
	       !text_matches(a->rules, "others", after);
}

/* Whether a sentence of an answer that claims nothing speaks of the command, of its output or of a check (refers), and
 * says, itself or in the next sentence, that something is not as it should be. */
static bool tells_how_it_is(const struct admission *a, const struct sentence *s, bool refers)
{
	const struct sentence next = sentence_at(a->left, s->from + s->len),
			      two = {a->left + s->from, s->from, next.from + next.len - s->from};
	const bool negates =
	    sentence_has(a->rules, "negates", &two) || sentence_has(a->rules, "past", s);
	const bool makes = sentence_has(a->rules, "makes", s);
	const int quotes = sentence_quotes(s, a->run);

	if (a->claims || memcmp(s->text, two.text, s->len) != 0 ||
	    sentence_has(a->rules, "claims", s) || (sentence_has(a->rules, "fine", s) && !negates))
		return false;
	if (quotes == 2 && !makes)
		return true;
	return (refers || quotes) && (negates || sentence_has(a->rules, "present", &two) ||
					 (!makes && (sentence_has(a->rules, "hedges", &two) ||
							sentence_has(a->rules, "trouble", &two))));
}

static bool sentence_admits(const struct admission *a, const struct sentence *s)
{
	const struct sentence left = {a->left + s->from, s->from, s->len};
	const bool now = sentence_has(a->rules, "present", &left),
		   refers = sentence_has(a->rules, "checks", &left) ||
			    text_names(a->rules, s->text, s->len, a->run);

	if (sentence_has(a->rules, "admits", &left) ||
	    (sentence_has(a->rules, "tells_of_failure", &left) &&
		(now || (refers && !sentence_has(a->rules, "claims", s)))))
		return !is_taken_back(a, s);
	return tells_how_it_is(a, s, refers);
}

/* Returns a copy of the answer with what it calls settled blanked. Caller frees. */
static char *unsettled(const json_t *rules, const char *answer)
{
	char *left = xstrdup(answer);
	struct sentence s;

	for (size_t at = 0; answer[at]; at = s.from + s.len) {
		s = sentence_at(answer, at);
		patterns_each(json_list(rules, "settled"), s.text, s.len, blank, left + s.from);
	}
	return left;
}

static bool admits(const json_t *rules, const json_t *run, const char *answer)
{
	auto_free char *left = unsettled(rules, answer);
	const struct admission a = {rules, run, answer, left,
	    claims_something(rules, run, answer) && !text_matches(rules, "others", answer)};
	struct sentence s;

	for (size_t at = 0; answer[at]; at = s.from + s.len) {
		s = sentence_at(answer, at);
		if (sentence_admits(&a, &s))
			return true;
	}
	return false;
}

bool claims_admitted_at(const json_t *rules, const json_t *run, const char *answer, size_t at)
{
	const struct sentence s = sentence_at(answer, at);
	auto_free char *sentence = xstrndup(s.text, s.len);
	return admits(rules, run, sentence);
}

/* Returns the part of an answer that is read: of a long one the beginning and the end, joined without a note on the
 * gap, which would be read as the model's words. Caller frees. */
static char *part_read(const char *whole)
{
	const size_t len = strlen(whole), half = READ_BYTES / 2;

	return len <= READ_BYTES ? xstrdup(whole)
				 : xasprintf("%.*s\n%s", (int)utf8_start(whole, half), whole,
				       whole + utf8_start(whole, len - half));
}

void claims_hear(struct turn_claims *c, const json_t *rules, const char *whole)
{
	static const char *const tells[] = {"admits", "negates", "present", "trouble"};

	if (!c->asked)
		return;
	const json_t *run = last_failure(c, rules);
	auto_free char *reply = part_read(whole), *left = unsettled(rules, reply);
	bool said = strcasestr(reply, EVIDENCE_MARK);
	for (size_t i = 0; i < ARRAY_SIZE(tells); i++)
		said = said || text_matches(rules, tells[i], left);
	c->admitted = c->admitted || (said && !claims_something(rules, run, reply)) ||
		      (run && admits(rules, run, reply));
	c->asked = false;
}

char *claims_unverified(
    const struct turn_claims *c, const json_t *rules, const char *whole, const json_t **failed)
{
	auto_free char *answer = part_read(whole);
	const json_t *run = last_failure(c, rules), *open = NULL;
	const bool claims = claims_something(rules, run, answer);
	bool shown = false; /* a command that could show it has ended */

	*failed = NULL;
	if (c->admitted)
		return NULL;
	if (run && (c->changed || claims) && !admits(rules, run, answer)) {
		*failed = run;
		return claims_run_failed(rules, run);
	}
	json_each (one, c->runs) {
		open = json_flag(one, "open", false) ? one : open;
		shown = shown || (!json_flag(one, "open", false) && !run_looks(rules, one));
	}
	if (run || shown || !claims || text_matches(rules, "not_run", answer))
		return NULL;
	if (open)
		return xasprintf(
		    "that it passes: `%s` had not come to its end", json_str(open, "command", ""));
	return xasprintf("that it passes: no command that could show it was run%s",
	    c->changed ? " after the last change" : "");
}
