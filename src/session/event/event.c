/* SPDX-License-Identifier: MIT
 * Types and phases of events, and converting events to and from JSON lines. Lines come from files or other
 * processes and are untrusted: members are checked, and text is sanitised by event_clean.
 */
#include "base/base.h"
#include "session/event/event_data.h"

#define TYPE_NAME_MAX 64

enum event_keeping { KEPT_STORED, KEPT_LIVE, KEPT_FILE };
static const struct {
	const char *name;
	enum phase phase;
	enum event_keeping kept;
} types[EVENT_TYPES] = {
    [EVENT_UNKNOWN] = {"unknown", PHASE_NONE, KEPT_STORED},
#define EVENT(TYPE, name, PHASE, KEPT, meaning) \
	[EVENT_##TYPE] = {#name, PHASE_##PHASE, KEPT_##KEPT},
#include "session/event_types.def"
};

static const struct {
	const char *name, *tag;
} phases[] = {
    [PHASE_NONE] = {NULL, ""},
    [PHASE_PLAN] = {"plan", "[Plan]"},
    [PHASE_ACT] = {"act", "[Act]"},
    [PHASE_OBS] = {"obs", "[Obs]"},
    [PHASE_REFLECT] = {"reflect", "[Reflect]"},
};

enum phase event_phase(enum event_type type)
{
	return types[type].phase;
}

bool event_is_live(enum event_type type)
{
	return types[type].kept != KEPT_STORED;
}

bool event_is_by(const struct event *ev, const char *who)
{
	const char *by = ev->type == EVENT_TOOL_CALL	 ? event_read_tool_call(ev->data).by
			 : ev->type == EVENT_TOOL_RESULT ? event_read_tool_result(ev->data).by
			 : ev->type == EVENT_PLAN	 ? event_read_plan(ev->data).by
							 : NULL;

	return by && strcmp(by, who) == 0;
}

const char *event_type_name(const struct event *ev)
{
	return ev->type == EVENT_UNKNOWN && ev->name ? ev->name : types[ev->type].name;
}

const char *phase_name(enum phase phase)
{
	return phases[phase].name;
}

const char *phase_tag(enum phase phase)
{
	return phases[phase].tag;
}

enum phase phase_find(const char *name)
{
	for (size_t i = PHASE_PLAN; name && i < ARRAY_SIZE(phases); i++) {
		if (strcmp(phases[i].name, name) == 0)
			return (enum phase)i;
	}
	return PHASE_NONE;
}

char *event_summary(const char *text)
{
	return text_clean_line(text, strlen(text), EVENT_SUMMARY_MAX);
}

bool event_set_type(struct event *ev, const char *name)
{
	const size_t len = strlen(name);

	if (!len || len > TYPE_NAME_MAX ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") !=
		len)
		return false;
	ev->type = EVENT_UNKNOWN;
	for (enum event_type i = EVENT_UNKNOWN + 1; i < EVENT_TYPES && !ev->type; i++)
		if (strcmp(types[i].name, name) == 0)
			ev->type = i;
	if (ev->type == EVENT_UNKNOWN)
		ev->name = xstrdup(name);
	return true;
}

void event_set_phase(struct event *ev, const char *phase, const char *summary)
{
	ev->phase = phase_find(phase);
	if (ev->phase == PHASE_NONE)
		ev->phase = event_phase(ev->type);
	if (ev->phase != PHASE_NONE)
		ev->summary = event_summary(summary ? summary : "");
}

json_t *event_to_json(const struct event *ev)
{
	return json_pack("{s:I, s:I, s:i, s:i, s:s*, s:s, s:s*, s:o}", "seq", (json_int_t)ev->seq,
	    "at", (json_int_t)ev->at_ms, "turn", ev->turn, "iteration", ev->iteration, "phase",
	    phase_name(ev->phase), "type", event_type_name(ev), "summary", ev->summary, "data",
	    ev->data ? json_incref(ev->data) : json_object());
}

json_t *event_line(enum event_type type, int64_t at_ms, json_t *data)
{
	return json_pack("{s:i, s:I, s:s, s:o*}", "seq", 0, "at", (json_int_t)at_ms, "type",
	    types[type].name, "data", data);
}

json_t *event_hide_thinking(json_t *line)
{
	json_t *parts = event_read_message(json_map(line, "data")).parts, *copy = NULL;

	for (size_t i = json_array_size(parts); i-- > 0;) {
		if (part_type(json_array_get(parts, i)) != PART_THINKING)
			continue;
		if (!copy) {
			copy = json_deep_copy(line); /* the parts are shared with the event */
			json_decref(line);
			parts = event_read_message(json_map(copy, "data")).parts;
		}
		json_array_remove(parts, i);
	}
	return copy ? copy : line;
}

/* Sets *out to a member's number, or leaves it if the member is missing. False: it is no integer of 0..max. */
static bool number_from(
    const json_t *line, const char *key, int64_t max, int64_t *out, struct error *e)
{
	const json_t *value = json_object_get(line, key);

	if (!value)
		return true;
	if (!json_is_integer(value) || json_integer_value(value) < 0 ||
	    json_integer_value(value) > max)
		return error_set(
		    e, ERR_PARSE, "'%s' is not a whole number from 0 to %lld", key, (long long)max);
	*out = json_integer_value(value);
	return true;
}

static bool string_from(const json_t *line, const char *key, const char **out, struct error *e)
{
	const json_t *value = json_object_get(line, key);

	*out = NULL;
	if (!value || json_is_null(value))
		return true;
	if (!json_is_string(value))
		return error_set(e, ERR_PARSE, "'%s' is not a string", key);
	*out = json_string_value(value);
	return true;
}

bool event_from_json(struct event *ev, const json_t *line, struct error *e)
{
	json_t *data = json_object_get(line, "data");
	const char *type, *phase, *summary;
	int64_t turn = 0, iteration = 0;

	*ev = (struct event){0};
	if (!json_is_object(line))
		return error_set(e, ERR_PARSE, "an event is a JSON object");
	if (data && !json_is_object(data))
		return error_set(e, ERR_PARSE, "'data' is not an object");
	if (!number_from(line, "seq", UINT32_MAX, &ev->seq, e) ||
	    !number_from(line, "at", INT64_MAX / 2, &ev->at_ms, e) ||
	    !number_from(line, "turn", INT_MAX, &turn, e) ||
	    !number_from(line, "iteration", INT_MAX, &iteration, e) ||
	    !string_from(line, "type", &type, e) || !string_from(line, "phase", &phase, e) ||
	    !string_from(line, "summary", &summary, e))
		return false;
	if (!type)
		return error_set(e, ERR_PARSE, "'type' is missing");
	if (!event_set_type(ev, type))
		return error_set(e, ERR_PARSE, "'type' is not the name of an event");
	ev->turn = (int)turn;
	ev->iteration = (int)iteration;
	event_set_phase(ev, phase, summary);
	ev->data = event_clean(data ? json_incref(data) : json_object());
	if (event_check(ev->type, ev->data, e))
		return true;
	event_free(ev);
	return false;
}

void event_free(struct event *ev)
{
	free_all(ev->name, ev->summary);
	json_decref(ev->data);
	*ev = (struct event){0};
}
