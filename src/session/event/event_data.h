/* SPDX-License-Identifier: MIT
 * The data of events as C structs. Each EVENT and OBJECT of event_types.def gives three things:
 *
 *   struct event_tool_call                       a member for each field
 *   struct event_tool_call event_read_tool_call(const json_t *data)
 *   json_t *event_build_tool_call(const struct event_tool_call *from)
 *
 * Reading allocates nothing: strings and JSON values are borrowed from data, which may be NULL. A field
 * that is missing or of another type gets its fallback: "" for a required text, NULL for any other text
 * and for JSON values, the table's value for numbers and flags. Unknown members of data are not in the
 * struct, so code that changes an event must change its data in place to keep them.
 *
 * Building copies strings and steals JSON values, also if it fails. It fails only by a bug, if a required
 * member is NULL or a text is no UTF-8: a debug build aborts; a release build logs it, sanitises the text,
 * and for a missing member returns NULL, which emit() reports to the user.
 */
#ifndef SESSION_EVENT_EVENT_DATA_H
#define SESSION_EVENT_EVENT_DATA_H

#include "session/event/event.h"

enum event_field_kind {
	FIELD_TEXT,   /* const char * */
	FIELD_NUMBER, /* int64_t */
	FIELD_REAL,   /* double */
	FIELD_FLAG,   /* bool */
	FIELD_LIST,   /* json_t *, an array */
	FIELD_MAP,    /* json_t *, an object */
	FIELD_ANY,    /* json_t * */
};
/* ALWAYS: written as null if it has no value. OPTIONAL: not written if it has its fallback. */
enum event_field_need { FIELD_REQUIRED, FIELD_ALWAYS, FIELD_OPTIONAL };
struct event_field {
	const char *name;
	enum event_field_kind kind;
	enum event_field_need need;
	double fallback; /* of a number, a real, a flag */
	size_t offset;	 /* of the member in the struct */
};
struct event_layout {
	const char *name; /* of the event or the object */
	const struct event_field *fields;
	size_t count;
};

/* Implement the typed functions below; out and from point to the layout's struct. */
void event_read(const struct event_layout *layout, const json_t *data, void *out);
json_t *event_build(const struct event_layout *layout, const void *from);
/* Returns whether data has the type's required fields, and all known fields have the right types. False: e
 * names the field. */
bool event_check(enum event_type type, const json_t *data, struct error *e);

#define FIELD_C_TEXT const char *
#define FIELD_C_NUMBER int64_t
#define FIELD_C_REAL double
#define FIELD_C_FLAG bool
#define FIELD_C_LIST json_t *
#define FIELD_C_MAP json_t *
#define FIELD_C_ANY json_t *

/* clang-format off */
#define EVENT(TYPE, event, PHASE, KEPT, meaning) struct event_##event {
#define OBJECT(object, meaning) struct event_##object {
#define FIELD(of, member, name, KIND, NEED, fallback, meaning) FIELD_C_##KIND member;
#define END };
#include "session/event_types.def"
/* clang-format on */

#define ACCESS(name) \
	extern const struct event_layout event_layout_##name; \
	static inline struct event_##name event_read_##name(const json_t *data) \
	{ \
		struct event_##name out; \
		event_read(&event_layout_##name, data, &out); \
		return out; \
	} \
	static inline json_t *event_build_##name(const struct event_##name *from) \
	{ \
		return event_build(&event_layout_##name, from); \
	}
#define EVENT(TYPE, event, PHASE, KEPT, meaning) ACCESS(event)
#define OBJECT(object, meaning) ACCESS(object)
#include "session/event_types.def"
#undef ACCESS

/* Returns the type of a message's part, from its member "type"; PART_OTHER if that is unknown. */
enum part_type { PART_OTHER, PART_TEXT, PART_CALL, PART_THINKING, PART_FILE };
enum part_type part_type(const json_t *part);

#endif
