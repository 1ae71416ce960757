/* SPDX-License-Identifier: MIT
 * Events: the only output of the agent. They are stored, printed as JSON lines, replayed, and folded into
 * what is displayed. Unknown types and fields of newer versions are kept but ignored. event_types.def
 * defines the types and the fields of their data; event_data.h reads and builds the data.
 */
#ifndef SESSION_EVENT_EVENT_H
#define SESSION_EVENT_EVENT_H

#include <jansson.h>
#include "base/error.h"

enum phase { PHASE_NONE, PHASE_PLAN, PHASE_ACT, PHASE_OBS, PHASE_REFLECT };

enum event_type {
	EVENT_UNKNOWN,
#define EVENT(TYPE, name, PHASE, KEPT, meaning) EVENT_##TYPE,
#include "session/event_types.def"
	EVENT_TYPES, /* their number */
};
#define EVENT_SUMMARY_MAX 160 /* code points */

struct event {
	int64_t seq;	     /* from 1 without gaps; 0: live only, not stored */
	int64_t at_ms;	     /* Unix milliseconds */
	int turn, iteration; /* 0: outside of one */
	enum phase phase;
	enum event_type type;
	char *name;    /* (owned) the type's name if type is EVENT_UNKNOWN, else NULL */
	char *summary; /* (owned) one sanitised line; NULL: the event has no phase */
	json_t *data;  /* (owned) an object */
};

/* Return the phase of a type's events, and whether they are live only: without a seq, and not stored in a
 * session. */
enum phase event_phase(enum event_type type);
bool event_is_live(enum event_type type);
/* Returns whether the event is a tool_call, tool_result or plan whose `by` is who ("user", "check", ...). */
bool event_is_by(const struct event *ev, const char *who);
/* Returns the type's name as in docs/events.md; borrowed from the event. */
const char *event_type_name(const struct event *ev);
const char *phase_name(enum phase phase); /* "plan" ...; NULL for PHASE_NONE */
const char *phase_tag(enum phase phase);  /* "[Plan]" ...; "" for PHASE_NONE */
/* Returns the phase of a name; PHASE_NONE for NULL and unknown names. */
enum phase phase_find(const char *name);

/* Returns an event's JSON line as docs/events.md describes it. New reference. */
json_t *event_to_json(const struct event *ev);
/* Returns such a line without the thinking parts of a message. Steals line and returns it, or a changed
 * copy. */
json_t *event_hide_thinking(json_t *line);
/* Returns a line that is not an event of a session: {seq 0, at, type, data}. Steals data; new reference. */
json_t *event_line(enum event_type type, int64_t at_ms, json_t *data);
/* Fills *ev from a line of event_to_json, sanitised; the caller frees it by event_free. False: e names the
 * invalid member, and *ev is empty. Unknown members are kept within data only. */
bool event_from_json(struct event *ev, const json_t *line, struct error *e);
/* Frees what the event owns and sets it to zero. */
void event_free(struct event *ev);

/* For code that makes events: session.c and the store. */

/* Returns text as one sanitised line of at most EVENT_SUMMARY_MAX code points. Caller frees. */
char *event_summary(const char *text);
/* Sets type, or EVENT_UNKNOWN and name. False: this cannot be the name of a type. */
bool event_set_type(struct event *ev, const char *name);
/* Sets phase and summary from stored text; if phase is NULL or unknown, the type's phase is used. */
void event_set_phase(struct event *ev, const char *phase, const char *summary);
/* Sanitises every string and key (text_sanitise). Steals data and returns it, or a changed copy. */
json_t *event_clean(json_t *data);

/* Replaces each secret in the summary and the data. */
void event_redact(struct event *ev);

/* Disables whatever grants rights in an event of another process: answers "always", trusted settings,
 * checks. */
void event_defuse(struct event *ev);

/* A receiver of events: take is called with each event, borrowed during the call. */
struct event_sink {
	void (*take)(void *self, const struct event *ev);
	void *self;
};

#endif
