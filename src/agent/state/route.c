/* SPDX-License-Identifier: MIT
 * Chooses the depth of a turn: as the user set it, else by the rules of routes.yaml; the offline backend, which follows
 * rules itself, always gets react. A rule is its JSON object of the file and fits if all its conditions hold.
 */

#include "agent/state/route.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/log.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "session/event/event_data.h"

#define LOOK_BYTES 16384 /* of a prompt are looked at, where routes.yaml has no `bytes` */

struct request {
	const char *text; /* the user's own words */
	size_t len;
	int cells, lines, items;
	json_int_t points; /* of the rules so far */
	const struct route_past *past;
	struct prefilter_text look; /* (owned) of the text */
};

static const char *const names[] = {
    [DEPTH_DIRECT] = "direct",
    [DEPTH_REACT] = "react",
    [DEPTH_STRATEGIC] = "strategic",
};

const char *depth_name(enum depth depth)
{
	return names[depth];
}

bool depth_find(const char *name, enum depth *out)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(names); i++)
		if (strcmp(names[i], name) == 0) {
			*out = (enum depth)i;
			return true;
		}
	return false;
}

/* Whether all conditions of a rule hold. Patterns (`words`, `not`: one, or several of which any may match) come last,
 * since they cost most. */
static bool fits(const struct request *r, const json_t *rule)
{
	const struct route_past *past = r->past;
	const struct {
		const char *name;
		json_int_t value;
	} least[] = {{"cells", r->cells}, {"lines", r->lines}, {"items", r->items},
	    {"turns", past->turns}, {"calls", past->turns ? past->calls : -1}};
	const struct {
		const char *name;
		bool value;
	} facts[] = {{"failed", past->failed}, {"unfinished", past->unfinished},
	    {"first", past->turns == 0}, {"alone", r->points == 0}};
	const json_t *value = json_object_get(rule, "below");

	if (value && r->cells >= json_integer_value(value))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(least); i++)
		if ((value = json_object_get(rule, least[i].name)) &&
		    least[i].value < json_integer_value(value))
			return false;
	for (size_t i = 0; i < ARRAY_SIZE(facts); i++)
		if ((value = json_object_get(rule, facts[i].name)) &&
		    facts[i].value != json_is_true(value))
			return false;
	if ((value = json_object_get(rule, "before")) &&
	    (past->turns == 0 || strcmp(names[past->depth], json_string_value(value)) != 0))
		return false;
	if ((value = json_object_get(rule, "words")) &&
	    !patterns_match(value, r->text, r->len, &r->look))
		return false;
	value = json_object_get(rule, "not");
	return !value || !patterns_match(value, r->text, r->len, &r->look);
}

/* Whether a line is an item of a list: "- ", "* ", "1. ", "2) ", "• ", which are the same in every script. */
static bool is_item(const char *line, size_t len)
{
	static const char bullet[] = "•";
	size_t digits = strspn(line, "0123456789");

	if (len > 2 && strchr("-*+", line[0]) && line[1] == ' ')
		return true;
	if (digits && digits < 4 && digits + 1 < len && strchr(".)", line[digits]))
		return true;
	return len > sizeof bullet && strncmp(line, bullet, sizeof bullet - 1) == 0;
}

static struct request request_of(
    const json_t *rules, const char *prompt, const struct route_past *past)
{
	struct request r = {.text = prompt, .len = strlen(prompt), .past = past};
	size_t most = (size_t)json_int(rules, "bytes", LOOK_BYTES);

	if (r.len > most)
		r.len = utf8_start(prompt, most);
	for (const char *at = r.text, *end = r.text + r.len, *next; at < end; at = next) {
		const char *nl = memchr(at, '\n', (size_t)(end - at));

		next = nl ? nl + 1 : end;
		while (at < end && (*at == ' ' || *at == '\t'))
			at++;
		const size_t len = (size_t)((nl ? nl : end) - at);
		r.cells += text_width(at, len);
		r.lines += len > 0;
		r.items += is_item(at, len);
	}
	r.look = prefilter_text_of(r.text, r.len);
	return r;
}

struct route route_choose(const json_t *rules, const char *prompt, const struct route_past *past)
{
	struct request r = request_of(rules, prompt, past);
	struct buf why = BUF_INIT;
	enum depth depth = DEPTH_DIRECT;
	bool found = false;

	json_each (rule, json_list(rules, "rules")) {
		if (!fits(&r, rule))
			continue;
		if ((found = depth_find(json_str(rule, "depth", ""), &depth)))
			buf_clear(&why);
		r.points += json_int(rule, "points", 0);
		buf_addf(&why, "%s%s", why.len ? ", " : "", json_str(rule, "why", ""));
		if (found)
			break;
	}
	if (!found)
		depth = r.points >= json_int(rules, "strategic", INT32_MAX) ? DEPTH_STRATEGIC
			: r.points >= json_int(rules, "react", 0)	    ? DEPTH_REACT
									    : DEPTH_DIRECT;
	if (!found && why.len == 0)
		buf_adds(&why, json_str(rules, "otherwise", ""));
	prefilter_text_free(&r.look);
	return (struct route){depth, buf_take(&why)};
}

void route_take(struct route_past *past, const struct event *ev)
{
	if (ev->type == EVENT_TURN_START) {
		past->turns++;
		past->calls = 0;
		past->failed = false;
		past->depth = DEPTH_REACT;
		depth_find(event_read_turn_start(ev->data).depth, &past->depth);
	} else if (ev->type == EVENT_TOOL_CALL && !event_is_by(ev, "user") &&
		   !event_is_by(ev, "check")) {
		past->calls++;
		past->failed |= past->depth == DEPTH_DIRECT;
	} else if (ev->type == EVENT_TURN_END) {
		const char *outcome = event_read_turn_end(ev->data).outcome;

		past->failed |= past->depth == DEPTH_DIRECT &&
				(!outcome || (strcmp(outcome, "answered") != 0 &&
						 strcmp(outcome, "interrupted") != 0));
	}
}

json_t *route_save(const struct route_past *past)
{
	return json_pack("{s:i, s:i, s:s, s:b}", "turns", past->turns, "calls", past->calls,
	    "depth", depth_name(past->depth), "failed", past->failed);
}

void route_load(struct route_past *past, const json_t *saved)
{
	*past = (struct route_past){.turns = (int)json_int(saved, "turns", 0),
	    .calls = (int)json_int(saved, "calls", 0),
	    .failed = json_flag(saved, "failed", false)};
	depth_find(json_str(saved, "depth", NULL), &past->depth);
}

/* ---- The depth of a turn ------------------------------------------------------------------------- */

/* Returns the rules; borrowed. If the table, which the user may change, is broken, a notice says so once and each turn
 * is react. */
static const json_t *routes_of(struct agent *a)
{
	struct problems problems = PROBLEMS_INIT;

	if (a->routes)
		return a->routes;
	a->routes = config_table("routes.yaml", &problems);
	if (!a->routes) {
		auto_free char *line = problem_line(&problems.list[0]);

		emit_notice(a->session, "warning", "the rules of depth are not used: %s", line);
		a->routes = json_pack("{s:i, s:s}", "react", 0, "otherwise", "no rules");
	}
	problems_free(&problems);
	return a->routes;
}

struct route turn_route(struct agent *a, const char *prompt, bool *routed)
{
	enum depth depth;

	*routed = false;
	if (!*a->backend->wire)
		return (struct route){DEPTH_REACT, xstrdup("the offline backend follows rules")};
	if (depth_find(setting_string(a->settings, "agent.depth"), &depth))
		return (struct route){
		    depth, xasprintf("set: %s", setting_source(a->settings, "agent.depth"))};
	*routed = true;
	a->folds.route.unfinished = a->folds.unfinished.strategy != NULL;
	return route_choose(routes_of(a), prompt, &a->folds.route);
}

void turn_react(struct turn *t, const char *level, const char *before, const char *why)
{
	auto_free char *text = xasprintf("%s, going on as react: %s", before, why);

	t->depth = DEPTH_REACT;
	log_add(LOG_INFO, "turn %d: depth react: %s, %s", t->number, before, why);
	emit(t->session, EVENT_NOTICE, NULL,
	    event_build_notice(&(struct event_notice){.level = level,
		.text = text,
		.depth = depth_name(t->depth),
		.passing = strcmp(level, "info") == 0}));
}

bool turn_escalate(struct turn *t, const char *why)
{
	if (t->depth != DEPTH_DIRECT)
		return false;
	turn_react(t, "info", "direct did not do", why);
	return true;
}

bool turn_is_complex(const struct turn *t)
{
	if (t->depth != DEPTH_REACT)
		return t->depth == DEPTH_STRATEGIC &&
		       (!t->strategy.complexity || strcmp(t->strategy.complexity, "complex") == 0);
	struct route route = route_choose(routes_of(t->agent), t->words, &t->agent->folds.route);
	free(route.why);
	return route.depth == DEPTH_STRATEGIC;
}
