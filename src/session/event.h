/*
 * The event: the only thing that leaves the agent. Stored, printed as a JSON line, replayed, folded
 * into what a person sees. Unknown types and fields of newer versions are kept and ignored. The
 * types and the fields of their data are in event_types.def; event_data.h reads and builds them.
 */
#ifndef SESSION_EVENT_H
#define SESSION_EVENT_H

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
	int64_t at_ms;	     /* Unix time */
	int turn, iteration; /* 0 outside one */
	enum phase phase;
	enum event_type type;
	char *name;    /* (owned) the type's name when EVENT_UNKNOWN, else NULL */
	char *summary; /* (owned) one sanitised line; NULL without a phase */
	json_t *data;  /* (owned) an object */
};

enum phase event_phase(enum event_type type);
bool event_is_live(enum event_type type); /* it has no seq and is not stored */
/* Whose doing it was, where its data say so: "user", "check", ... */
bool event_is_by(const struct event *ev, const char *who);
const char *event_type_name(const struct event *ev);
const char *phase_name(enum phase phase); /* "plan" ...; NULL for PHASE_NONE */
const char *phase_tag(enum phase phase);  /* "[Plan]" ...; "" for PHASE_NONE */
enum phase phase_find(const char *name);

json_t *event_to_json(const struct event *ev); /* the line of events.md; new reference; members a
						  reader does not know are kept in data only */
json_t *event_hide_thinking(json_t *line /* steals */); /* the line without a model's thinking,
							    which stays at home unless asked for */
json_t *event_line(
    enum event_type type, int64_t at_ms, json_t *data /* steals */); /* of a type that is no part of
									 a session: {seq 0, at, type,
									 data}; new reference */
bool event_from_json(
    struct event *ev, const json_t *line, struct error *e); /* e names the member that is wrong */
void event_free(struct event *ev);			    /* its contents */

/* For those who make events: session.c and the store. */
char *event_summary(const char *text); /* one safe line of EVENT_SUMMARY_MAX; owned */
bool event_set_type(struct event *ev, const char *name); /* false: no name of an event */
/* As stored, either may be NULL; of a phase that is none, its type's. */
void event_set_phase(struct event *ev, const char *phase, const char *summary);
/* Every string and key through text_sanitise. Steals data and returns it, or a changed copy. */
json_t *event_clean(json_t *data);

/* Replaces each secret in the summary and the data. */
void event_redact(struct event *ev);

/* What would grant anything (answers "always", trusted settings, checks) is put aside. */
void event_defuse(struct event *ev);

struct event_sink {
	void (*take)(void *self, const struct event *ev);
	void *self;
};

#endif
