/* SPDX-License-Identifier: MIT
 * The event: the only thing that leaves the agent. Stored, printed as a JSON line, replayed, folded
 * into what a person sees. Unknown types and fields of newer versions are kept and ignored. The
 * types and the fields of their data are in event_types.def; event_data.h reads and builds them.
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
	EVENT_TYPES, /* how many */
};
#define EVENT_SUMMARY_MAX 160 /* code points */

struct event {
	int64_t seq;	     /* from 1 without gaps; 0: live only */
	int64_t at_ms;	     /* Unix milliseconds */
	int turn, iteration; /* 0 outside one */
	enum phase phase;
	enum event_type type;
	char *name;    /* (owned) the type's name when EVENT_UNKNOWN, else NULL */
	char *summary; /* (owned) one sanitised line; NULL without a phase */
	json_t *data;  /* (owned) an object */
};

/* What the table says of a type: the phase of its events, and whether they are live only, without a
 * seq and not stored. */
enum phase event_phase(enum event_type type);
bool event_is_live(enum event_type type);
/* Whether the data say that it was the doing of who: "user", "check", ... */
bool event_is_by(const struct event *ev, const char *who);
/* The type's name as in events.md; borrowed from the event. */
const char *event_type_name(const struct event *ev);
const char *phase_name(enum phase phase); /* "plan" ...; NULL for PHASE_NONE */
const char *phase_tag(enum phase phase);  /* "[Plan]" ...; "" for PHASE_NONE */
/* Finds a phase by its name; PHASE_NONE for NULL and any other word. */
enum phase phase_find(const char *name);

/* Returns the line of events.md. New reference. */
json_t *event_to_json(const struct event *ev);
/* Returns the line without a model's thinking, which is shown only where it was asked for. Steals
 * line, and returns it or a changed copy. */
json_t *event_hide_thinking(json_t *line);
/* A line of a type that is no part of a session: {seq 0, at, type, data}. Steals data; new reference. */
json_t *event_line(enum event_type type, int64_t at_ms, json_t *data);
/* Fills *ev from such a line, its text made safe; the caller frees it with event_free. False: e names
 * the member that is wrong, and *ev is empty. Members no version knows are kept in data only. */
bool event_from_json(struct event *ev, const json_t *line, struct error *e);
/* Frees what the event owns and makes it empty. */
void event_free(struct event *ev);

/* For those who make events: session.c and the store. */

/* One safe line of EVENT_SUMMARY_MAX; the caller frees it. */
char *event_summary(const char *text);
/* False: this cannot be the name of a type. */
bool event_set_type(struct event *ev, const char *name);
/* Sets both as they were stored; NULL, or a phase that is none: the phase of the type. */
void event_set_phase(struct event *ev, const char *phase, const char *summary);
/* Every string and key through text_sanitise. Steals data and returns it, or a changed copy. */
json_t *event_clean(json_t *data);

/* Replaces each secret in the summary and the data. */
void event_redact(struct event *ev);

/* Takes out of an event of another process what would grant anything: answers "always", trusted
 * settings, checks. */
void event_defuse(struct event *ev);

/* Where events go: take gets each, borrowed for the call. */
struct event_sink {
	void (*take)(void *self, const struct event *ev);
	void *self;
};

#endif
