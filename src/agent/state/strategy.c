/* SPDX-License-Identifier: MIT
 * The strategy as a value, and how it is shown to models and users.
 */

#include "agent/state/strategy.h"

#include "agent/state/model_note.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/tool.h"

#define CRITERIA_MOST 24 /* of one strategy, later additions included */

static void criterion_free(struct criterion *c)
{
	free_all(c->id, c->text, c->subject, c->pattern, c->evidence, c->output);
}

void strategy_free(struct strategy *s)
{
	for (size_t i = 0; i < s->count; i++)
		criterion_free(&s->criteria[i]);
	free_all(s->criteria, s->approach, s->complexity);
	json_decref(s->tools);
	json_decref(s->struck);
	*s = (struct strategy){0};
}

static const struct {
	const char *name, *pattern; /* members of a check */
} checks[] = {
    [CHECKED_BY_NOBODY] = {"", ""},
    [CHECKED_BY_COMMAND] = {"command", "output"},
    [CHECKED_BY_FILE] = {"file", "matches"},
    [CHECKED_BY_QUESTION] = {"question", ""},
};
#define CHECKS ARRAY_SIZE(checks)

static bool has_id(const struct strategy *s, const char *id)
{
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->criteria[i].id, id) == 0)
			return true;
	return false;
}

/* Returns the given id, or "cN" with the next free number if it is empty or taken. Caller frees. */
static char *criterion_id(const struct strategy *s, const char *given)
{
	char *id = text_line(given, 40);

	for (size_t n = s->count + 1; !*id || has_id(s, id); n++) {
		string_take(&id, xasprintf("c%zu", n));
	}
	return id;
}

/* Returns the words of a criterion, which is a string or {text}. Caller frees. */
static char *criterion_words(const json_t *value)
{
	const char *text = json_string_value(value);

	return text_line(text ? text : json_str(value, "text", ""), 400);
}

static void load_criterion(struct strategy *s, const json_t *value)
{
	const json_t *check = json_map(value, "check");
	struct criterion c = {
	    .id = criterion_id(s, json_str(value, "id", "")), .text = criterion_words(value)};

	for (size_t i = CHECKED_BY_COMMAND; i < CHECKS; i++)
		if (json_object_get(check, checks[i].name)) {
			c.check = (enum check_kind)i;
			c.subject = xstrdup(json_str(check, checks[i].name, ""));
			c.pattern = xstrdup(json_str(check, checks[i].pattern, NULL));
		}
	c.exit = (int)json_int(check, "exit", 0);
	s->criteria[s->count++] = c;
}

/* Whether a criterion is, by its words or its id, one of the first `count`, or was struck by the user. The model that
 * gave the id knew the ids of the others. */
static bool is_known(const struct strategy *s, size_t count, const json_t *value)
{
	const char *id = json_str(value, "id", "");
	auto_free char *text = criterion_words(value);
	bool known = json_holds_str(s->struck, text);

	for (size_t i = 0; i < count; i++)
		known |= strcmp(s->criteria[i].text, text) == 0 ||
			 (*id && strcmp(s->criteria[i].id, id) == 0);
	return known;
}

void strategy_load(struct strategy *s, const json_t *value)
{
	strategy_free(s);
	strategy_extend(s, value);
}

void strategy_extend(struct strategy *s, const json_t *value)
{
	const json_t *list = json_list(value, "success_criteria");
	size_t before = s->count, room = before + json_array_size(list) + 1;
	const char *approach = json_str(value, "approach", "");

	free_all(s->approach, s->complexity);
	json_decref(s->tools);
	s->approach = text_clean(approach, strlen(approach));
	s->complexity = xstrdup(json_str(value, "complexity", "moderate"));
	s->tools = json_incref(json_list(value, "required_tools"));
	s->criteria = xrealloc(s->criteria, room * sizeof *s->criteria);
	json_each (one, list)
		if (s->count < CRITERIA_MOST && !is_known(s, before, one))
			load_criterion(s, one);
}

void strategy_carry(struct strategy *s, struct strategy *before)
{
	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < before->count; k++) {
			struct criterion *now = &s->criteria[i], *then = &before->criteria[k],
					 moved;

			if (strcmp(now->text, then->text) != 0)
				continue;
			moved = *then;
			*then = *now;
			*now = moved;
			now->id = then->id; /* each keeps its id */
			then->id = moved.id;
			break;
		}
}

static void load_own(struct strategy *s, const json_t *value)
{
	s->criteria = xrealloc(s->criteria, (s->count + 1) * sizeof *s->criteria);
	load_criterion(s, value);
	s->criteria[s->count - 1].own = true;
}

void strategy_keep_own(struct strategy *s, const struct strategy *before)
{
	for (size_t i = 0; i < before->count && s->count < CRITERIA_MOST; i++) {
		json_auto_t *own = criterion_json(&before->criteria[i]);

		if (before->criteria[i].own)
			load_own(s, own);
	}
	json_take(&s->struck, json_incref(before->struck));
}

/* Returns the index of the criterion with this id or number (from 1); s->count if there is none. */
static size_t criterion_at(const struct strategy *s, const char *id)
{
	const size_t number = strtoul(id, NULL, 10);
	size_t at = 0;

	while (at < s->count && strcmp(s->criteria[at].id, id) != 0)
		at++;
	return at == s->count && number > 0 && number <= s->count ? number - 1 : at;
}

/* Removes a criterion and returns it as JSON, new reference. */
static json_t *criterion_take(struct strategy *s, size_t at)
{
	json_t *taken = criterion_json(&s->criteria[at]);

	criterion_free(&s->criteria[at]);
	s->count--;
	memmove(&s->criteria[at], &s->criteria[at + 1], (s->count - at) * sizeof *s->criteria);
	return taken;
}

/* Sets a criterion's text from the user's words; code in backticks at their end becomes its check, and its text, too,
 * where there is no other. */
static void put_words(json_t *one, const char *words)
{
	const char *end = strrchr(words, '`'),
		   *tick = end && !end[1] ? memrchr(words, '`', (size_t)(end - words)) : NULL;
	size_t len = tick ? (size_t)(tick - words) : strlen(words);
	json_t *code = tick ? json_text(tick + 1, (size_t)(end - tick - 1)) : NULL;

	if (len)
		json_put(one, "text", json_text(words, len - (words[len - 1] == ' ')));
	else if (!json_object_get(one, "text"))
		json_put(one, "text", json_incref(code));
	if (code)
		json_put(one, "check", json_pack("{s:o}", "command", code));
}

char *strategy_edit(struct strategy *s, const char *words)
{
	const bool adds = strncmp(words, "add ", 4) == 0,
		   strikes = strncmp(words, "strike ", 7) == 0;
	const char *rest = words + strcspn(words, " ") + strspn(words + strcspn(words, " "), " ");
	const size_t id_len = adds ? 0 : strcspn(rest, " ");
	auto_free char *id = xstrndup(rest, id_len);
	const size_t at = adds ? s->count : criterion_at(s, id);

	if (at == (adds ? CRITERIA_MOST : s->count) || !*rest ||
	    !(adds || strikes || strncmp(words, "mend ", 5) == 0))
		return NULL;
	json_auto_t *one = adds ? json_object() : criterion_take(s, at);
	if (strikes) {
		s->struck = s->struck ? s->struck : json_array();
		json_array_append(s->struck, json_object_get(one, "text"));
		return xasprintf("struck: %s", json_str(one, "text", ""));
	}
	put_words(one, rest + id_len + strspn(rest + id_len, " "));
	load_own(s, one);
	const struct criterion new = s->criteria[s->count - 1];
	memmove(&s->criteria[at + 1], &s->criteria[at], (s->count - 1 - at) * sizeof new);
	s->criteria[at] = new;
	return xasprintf("%s: %s", adds ? "added" : "mended", new.text);
}

json_t *strategy_criteria(const struct strategy *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->count; i++)
		json_array_append_new(list, criterion_json(&s->criteria[i]));
	return list;
}

json_t *strategy_event(const struct strategy *s, int rounds, const char *why)
{
	return event_build_strategy(&(struct event_strategy){.approach = s->approach,
	    .success_criteria = strategy_criteria(s),
	    .complexity = s->complexity,
	    .required_tools = s->tools ? json_incref(s->tools) : json_array(),
	    .max_iterations = rounds,
	    .why = why,
	    .struck = json_incref(s->struck)});
}

json_t *criteria_checks(const struct strategy *s)
{
	json_t *list = NULL;

	for (size_t i = 0; i < s->count; i++)
		if (criterion_runs(&s->criteria[i])) {
			list = list ? list : json_array();
			json_array_append_new(list, json_string(s->criteria[i].subject));
		}
	return list;
}

json_t *criterion_json(const struct criterion *c)
{
	json_t *out = json_pack("{s:s, s:s}", "id", c->id, "text", c->text), *check;

	if (c->own)
		json_put(out, "own", json_true());
	if (c->met != MET_UNKNOWN)
		json_put(out, "met", json_boolean(c->met == MET_YES));
	if (c->check == CHECKED_BY_NOBODY)
		return out;
	check = json_object();
	json_put_str(check, checks[c->check].name, c->subject);
	if (c->check == CHECKED_BY_COMMAND)
		json_put_int(check, "exit", c->exit);
	json_put_str(check, checks[c->check].pattern, c->pattern);
	json_put(out, "check", check);
	return out;
}

json_t *criteria_state(const struct strategy *s)
{
	json_t *list = json_array();

	array_each (c, s->criteria, s->count) {
		json_t *met = c->met == MET_UNKNOWN ? json_null() : json_boolean(c->met == MET_YES);

		json_array_append_new(
		    list, event_build_criterion_state(&(struct event_criterion_state){
			      .id = c->id, .text = c->text, .met = met, .evidence = c->evidence}));
	}
	return list;
}

void criterion_judge(struct criterion *c, enum met met, const char *evidence)
{
	char *line = evidence ? text_line(evidence, 200) : NULL; /* evidence may be c->evidence */

	free_all(c->evidence, c->output);
	c->met = met;
	c->evidence = line;
	c->output = NULL;
}

bool criterion_runs(const struct criterion *c)
{
	return c->check == CHECKED_BY_COMMAND || c->check == CHECKED_BY_FILE;
}

static void name_criterion(const struct criterion *c, struct buf *names)
{
	if (names)
		buf_addf(names, "- %s: %s%s%s%s\n", c->id, c->text, c->evidence ? " (" : "",
		    c->evidence ? c->evidence : "", c->evidence ? ")" : "");
}

size_t criteria_unmet(const struct strategy *s, enum whose whose, struct buf *names)
{
	size_t n = 0;

	array_each (c, s->criteria, s->count) {
		if (c->met == MET_NO &&
		    (whose == BY_ALL || criterion_runs(c) == (whose == BY_CHECKS))) {
			name_criterion(c, names);
			n++;
		}
	}
	return n;
}

bool criterion_unverified(const struct strategy *s, const struct criterion *c)
{
	return c->met == MET_UNKNOWN && (c->check != CHECKED_BY_NOBODY || s->unjudged);
}

size_t criteria_unverified(const struct strategy *s, struct buf *names)
{
	size_t n = 0;

	array_each (c, s->criteria, s->count) {
		if (criterion_unverified(s, c)) {
			name_criterion(c, names);
			n++;
		}
	}
	return n;
}

static void add_criterion(const struct criterion *c, struct buf *out)
{
	static const char *const marks[] = {
	    [MET_UNKNOWN] = "[ ]", [MET_YES] = "[x]", [MET_NO] = "[!]"};

	buf_addf(out, "%s %s: %s", marks[c->met], c->id, c->text);
	if (c->check != CHECKED_BY_NOBODY)
		buf_addf(out, " - %s: %s", checks[c->check].name, c->subject);
	if (c->evidence)
		buf_addf(out, " - %s", c->evidence);
	buf_addc(out, '\n');
}

/* Defuses tags that models and tools could forge, and cuts to max bytes between two characters. */
static void neutralise_and_cut(struct buf *b, size_t max)
{
	tags_neutralise(b);
	if (b->len <= max)
		return;
	buf_cut(b, utf8_start(b->data, max));
	buf_addc(b, '\n');
}

void strategy_context(const struct strategy *s, const char *form, const json_t *steps,
    size_t max_bytes, struct buf *out)
{
	auto_buf approach = BUF_INIT, criteria = BUF_INIT, past = BUF_INIT, steps_told = BUF_INIT;

	if (!s->approach)
		return;
	for (size_t i = 0; i < s->count; i++)
		add_criterion(&s->criteria[i], &criteria);
	json_each (step, steps)
		buf_addf(&past, "- %s\n", json_string_value(step));
	buf_adds(&approach, s->approach);
	neutralise_and_cut(&approach, max_bytes / 4);
	neutralise_and_cut(&criteria, max_bytes / 2);
	neutralise_and_cut(&past, max_bytes / 4);
	if (past.len)
		model_line(&steps_told, "strategy/steps", "steps", buf_str(&past));
	auto_free char *text = prompt_with(form, {"approach", buf_str(&approach)},
	    {"criteria", buf_str(&criteria)}, {"steps", buf_str(&steps_told)});
	buf_addf(out, "%s\n", text);
}

void strategy_news(const struct strategy *s, struct buf *out)
{
	auto_buf news = BUF_INIT;

	for (size_t i = 0; i < s->count; i++)
		if (s->criteria[i].met != s->criteria[i].shown)
			add_criterion(&s->criteria[i], &news);
	tags_neutralise(&news);
	if (news.len)
		model_line(out, "strategy/news", "criteria", buf_str(&news));
}

void strategy_shown(struct strategy *s)
{
	for (size_t i = 0; i < s->count; i++)
		s->criteria[i].shown = s->criteria[i].met;
}
