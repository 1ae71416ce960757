/* SPDX-License-Identifier: MIT
 * Each condition is one row of a table; a rule is the object of the file as it stands.
 */

#include "agent/state/route.h"

#include "base/base.h"
#include "base/regex.h"
#include "session/event/event_data.h"

#define LOOK_BYTES 16384 /* without a limit of the file's own */

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
	for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0) {
			*out = (enum depth)i;
			return true;
		}
	return false;
}

/* Whether the request fits one pattern, or any of several. */
static bool fits_words(const struct request *r, const json_t *rule)
{
	return patterns_match(rule, r->text, r->len, &r->look);
}

static bool fits_not(const struct request *r, const json_t *rule)
{
	return !fits_words(r, rule);
}

static bool fits_cells(const struct request *r, const json_t *rule)
{
	return r->cells >= json_integer_value(rule);
}

static bool fits_below(const struct request *r, const json_t *rule)
{
	return r->cells < json_integer_value(rule);
}

static bool fits_lines(const struct request *r, const json_t *rule)
{
	return r->lines >= json_integer_value(rule);
}

static bool fits_items(const struct request *r, const json_t *rule)
{
	return r->items >= json_integer_value(rule);
}

static bool fits_turns(const struct request *r, const json_t *rule)
{
	return r->past->turns >= json_integer_value(rule);
}

static bool fits_calls(const struct request *r, const json_t *rule)
{
	return r->past->turns > 0 && r->past->calls >= json_integer_value(rule);
}

static bool fits_before(const struct request *r, const json_t *rule)
{
	return r->past->turns > 0 && strcmp(names[r->past->depth], json_string_value(rule)) == 0;
}

static bool fits_failed(const struct request *r, const json_t *rule)
{
	return r->past->failed == json_is_true(rule);
}

static bool fits_first(const struct request *r, const json_t *rule)
{
	return (r->past->turns == 0) == json_is_true(rule);
}

static bool fits_alone(const struct request *r, const json_t *rule)
{
	return (r->points == 0) == json_is_true(rule);
}

static bool fits_unfinished(const struct request *r, const json_t *rule)
{
	return r->past->unfinished == json_is_true(rule);
}

static const struct {
	const char *name;
	bool (*fits)(const struct request *r, const json_t *rule);
} conditions[] = {
    {"cells", fits_cells},
    {"below", fits_below},
    {"lines", fits_lines},
    {"items", fits_items},
    {"turns", fits_turns},
    {"calls", fits_calls},
    {"before", fits_before},
    {"failed", fits_failed},
    {"unfinished", fits_unfinished},
    {"first", fits_first},
    {"alone", fits_alone},
    {"words", fits_words},
    {"not", fits_not},
};

static bool fits(const struct request *r, const json_t *rule)
{
	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
		const json_t *value = json_object_get(rule, conditions[i].name);

		if (value && !conditions[i].fits(r, value))
			return false;
	}
	return true;
}

/* "- ", "* ", "1. ", "2) ", "• ": in any script a list looks like one. */
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

static void measure_line(struct request *r, const char *line, size_t len)
{
	while (len && (*line == ' ' || *line == '\t')) {
		line++;
		len--;
	}
	r->cells += text_width(line, len);
	r->lines += len > 0;
	r->items += is_item(line, len);
}

static void measure(struct request *r)
{
	for (const char *at = r->text, *end = r->text + r->len; at < end;) {
		const char *nl = memchr(at, '\n', (size_t)(end - at));
		size_t len = nl ? (size_t)(nl - at) : (size_t)(end - at);

		measure_line(r, at, len);
		at += len + 1;
	}
}

static struct request request_of(
    const json_t *rules, const char *prompt, const struct route_past *past)
{
	struct request r = {.text = prompt, .len = strlen(prompt), .past = past};
	size_t most = (size_t)json_int(rules, "bytes", LOOK_BYTES);

	if (r.len > most) {
		r.len = most;
		while (r.len && ((unsigned char)prompt[r.len] & 0xc0) == 0x80)
			r.len--;
	}
	measure(&r);
	r.look = prefilter_text_of(r.text, r.len);
	return r;
}

static struct route decided(struct request *r, enum depth depth, char *why)
{
	prefilter_text_free(&r->look);
	return (struct route){depth, why};
}

struct route route_choose(const json_t *rules, const char *prompt, const struct route_past *past)
{
	struct request r = request_of(rules, prompt, past);
	struct buf why = BUF_INIT;
	enum depth depth;

	json_each (rule, json_list(rules, "rules")) {
		const char *reason = json_str(rule, "why", "");

		if (!fits(&r, rule))
			continue;
		if (depth_find(json_str(rule, "depth", ""), &depth)) {
			buf_free(&why);
			return decided(&r, depth, xstrdup(reason));
		}
		r.points += json_int(rule, "points", 0);
		buf_addf(&why, "%s%s", why.len ? ", " : "", reason);
	}
	depth = r.points >= json_int(rules, "strategic", INT32_MAX) ? DEPTH_STRATEGIC
		: r.points >= json_int(rules, "react", 0)	    ? DEPTH_REACT
								    : DEPTH_DIRECT;
	if (why.len == 0)
		buf_adds(&why, json_str(rules, "otherwise", ""));
	return decided(&r, depth, buf_take(&why));
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
	json_t *o = json_object();

	json_put_int(o, "turns", past->turns);
	json_put_int(o, "calls", past->calls);
	json_put_str(o, "depth", depth_name(past->depth));
	json_put(o, "failed", json_boolean(past->failed));
	return o;
}

void route_load(struct route_past *past, const json_t *saved)
{
	*past = (struct route_past){.turns = (int)json_int(saved, "turns", 0),
	    .calls = (int)json_int(saved, "calls", 0),
	    .failed = json_flag(saved, "failed", false)};
	depth_find(json_str(saved, "depth", NULL), &past->depth);
}
