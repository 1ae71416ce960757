/* SPDX-License-Identifier: MIT
 * Reads, builds and checks the data of events by tables instead of code per event. The tables are generated
 * from event_types.def; a field's struct member is accessed by its offset.
 */
#include "session/event/event_data.h"

#include "base/base.h"
#include "base/log.h"

/* clang-format off */
#define EVENT(TYPE, event, PHASE, KEPT, meaning) static const struct event_field event##_fields[] = {
#define OBJECT(object, meaning) static const struct event_field object##_fields[] = {
#define FIELD(of, member, name, KIND, NEED, fallback, meaning) \
	{name, FIELD_##KIND, FIELD_##NEED, fallback, offsetof(struct event_##of, member)},
#define END };
#include "session/event_types.def"

#define LAYOUT(name) \
	const struct event_layout event_layout_##name = { \
	    #name, name##_fields, sizeof name##_fields / sizeof *name##_fields};
#define EVENT(TYPE, event, PHASE, KEPT, meaning) LAYOUT(event)
#define OBJECT(object, meaning) LAYOUT(object)
#include "session/event_types.def"

static const struct event_layout *const layouts[] = {
    [EVENT_UNKNOWN] = NULL,
#define EVENT(TYPE, event, PHASE, KEPT, meaning) [EVENT_##TYPE] = &event_layout_##event,
#include "session/event_types.def"
};
/* clang-format on */

/* ---- Reading -------------------------------------------------------------------------------- */

static int64_t integer_or(const json_t *value, int64_t fallback)
{
	if (json_is_integer(value))
		return json_integer_value(value);
	double real = json_is_real(value) ? json_real_value(value) : NAN;
	return real >= -0x1p63 && real < 0x1p63 && floor(real) == real ? (int64_t)real : fallback;
}

static void read_field(const struct event_field *f, json_t *value, void *at)
{
	switch (f->kind) {
	case FIELD_TEXT:
		*(const char **)at = json_is_string(value)	 ? json_string_value(value)
				     : f->need == FIELD_REQUIRED ? ""
								 : NULL;
		break;
	case FIELD_NUMBER:
		*(int64_t *)at = integer_or(value, (int64_t)f->fallback);
		break;
	case FIELD_REAL:
		*(double *)at = json_is_number(value) ? json_number_value(value) : f->fallback;
		break;
	case FIELD_FLAG:
		*(bool *)at = json_is_boolean(value) ? json_is_true(value) : f->fallback != 0;
		break;
	case FIELD_LIST:
		*(json_t **)at = json_is_array(value) ? value : NULL;
		break;
	case FIELD_MAP:
		*(json_t **)at = json_is_object(value) ? value : NULL;
		break;
	case FIELD_ANY:
		*(json_t **)at = value;
		break;
	}
}

void event_read(const struct event_layout *layout, const json_t *data, void *out)
{
	for (size_t i = 0; i < layout->count; i++) {
		const struct event_field *f = &layout->fields[i];

		read_field(f, json_object_get(data, f->name), (char *)out + f->offset);
	}
}

/* ---- Building ------------------------------------------------------------------------------- */

/* Logs a field that cannot be built, which is a bug of the program; a debug build aborts. */
static void broken_field(
    const struct event_layout *layout, const struct event_field *f, const char *how)
{
	log_add(LOG_WARN, "event '%s': '%s' %s", layout->name, f->name, how);
#ifdef DEBUG
	abort();
#endif
}

/* Returns the JSON value of one field, as a new reference; JSON values of the struct are passed on. NULL:
 * the field is not written. */
static json_t *build_field(
    const struct event_layout *layout, const struct event_field *f, const void *at)
{
	const bool optional = f->need == FIELD_OPTIONAL;
	const char *text = f->kind == FIELD_TEXT ? *(const char *const *)at : NULL;
	json_t *value = json_string(text);

	if (text && !value) {
		broken_field(layout, f, "is no UTF-8");
		value = json_text(text, strlen(text));
	}
	switch (f->kind) {
	case FIELD_TEXT:
		return value;
	case FIELD_NUMBER:
		return optional && *(const int64_t *)at == (int64_t)f->fallback
			   ? NULL
			   : json_integer(*(const int64_t *)at);
	case FIELD_REAL: /* json_real gives NULL for NAN, which a field of a price may be */
		return optional && *(const double *)at == f->fallback
			   ? NULL
			   : json_real(*(const double *)at);
	case FIELD_FLAG:
		return optional && *(const bool *)at == (f->fallback != 0)
			   ? NULL
			   : json_boolean(*(const bool *)at);
	case FIELD_LIST:
	case FIELD_MAP:
	case FIELD_ANY:
		break;
	}
	return *(json_t *const *)at;
}

json_t *event_build(const struct event_layout *layout, const void *from)
{
	json_t *data = json_object();
	bool whole = true;

	for (size_t i = 0; i < layout->count; i++) {
		const struct event_field *f = &layout->fields[i];
		json_t *value = build_field(layout, f, (const char *)from + f->offset);

		if (!value && f->need == FIELD_REQUIRED) {
			broken_field(layout, f, "is missing");
			whole = false;
		}
		if (!value && f->need == FIELD_ALWAYS)
			value = json_null();
		json_put(data, f->name, value);
	}
	if (whole)
		return data;
	json_decref(data);
	return NULL;
}

/* ---- Checking ------------------------------------------------------------------------------- */

static bool is_kind(enum event_field_kind kind, const json_t *value)
{
	switch (kind) {
	case FIELD_TEXT:
		return json_is_string(value);
	case FIELD_NUMBER:
		return integer_or(value, 0) == integer_or(value, 1);
	case FIELD_REAL:
		return json_is_number(value);
	case FIELD_FLAG:
		return json_is_boolean(value);
	case FIELD_LIST:
		return json_is_array(value);
	case FIELD_MAP:
		return json_is_object(value);
	case FIELD_ANY:
		break;
	}
	return true;
}

bool event_check(enum event_type type, const json_t *data, struct error *e)
{
	static const char *const kinds[] = {
	    [FIELD_TEXT] = "a string",
	    [FIELD_NUMBER] = "a whole number",
	    [FIELD_REAL] = "a number",
	    [FIELD_FLAG] = "true or false",
	    [FIELD_LIST] = "a list",
	    [FIELD_MAP] = "an object",
	    [FIELD_ANY] = "a value",
	};
	const struct event_layout *layout = layouts[type];

	for (size_t i = 0; layout && i < layout->count; i++) {
		const struct event_field *f = &layout->fields[i];
		const json_t *value = json_object_get(data, f->name);
		const bool none = !value || json_is_null(value);

		if (none && f->need == FIELD_REQUIRED)
			return error_set(
			    e, ERR_PARSE, "'%s' of a %s is missing", f->name, layout->name);
		if (!none && !is_kind(f->kind, value))
			return error_set(e, ERR_PARSE, "'%s' of a %s is not %s", f->name,
			    layout->name, kinds[f->kind]);
	}
	return true;
}

enum part_type part_type(const json_t *part)
{
	static const char *const names[] = {[PART_TEXT] = "text",
	    [PART_CALL] = "call",
	    [PART_THINKING] = "thinking",
	    [PART_FILE] = "file"};
	const char *type = json_str(part, "type", "");

	for (enum part_type i = PART_TEXT; i <= PART_FILE; i++)
		if (strcmp(type, names[i]) == 0)
			return i;
	return PART_OTHER;
}
