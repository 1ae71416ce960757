/* SPDX-License-Identifier: MIT
 * Sanitising, redacting and defusing the data of events. Text is sanitised before it is stored, so that what
 * is replayed equals what was shown; the common case only scans the bytes. Events of another program are
 * shown like any others, but must not grant rights here: lasting approvals, trusted settings and checks
 * that would run are kept under another name.
 */
#include "base/base.h"
#include "base/secret.h"
#include "config/settings.h"
#include "session/event/event.h"
#include "session/event/event_data.h"

/* ---- Defusing ------------------------------------------------------------------------------------ */

/* Renames the `check` of each success criterion, a command that would run, to `imported_check`. */
static void defuse_criteria(json_t *data)
{
	json_t *check;

	json_each (criterion, event_read_strategy(data).success_criteria) {
		check = json_object_get(criterion, "check");
		if (!check)
			continue;
		json_put(criterion, "imported_check", json_incref(check));
		json_object_del(criterion, "check");
	}
}

static void defuse_answer(json_t *data)
{
	static const char *const more[] = {"always", "prefix", "edits", "folder"};
	const char *choice = event_read_answer(data).choice;

	for (size_t i = 0; i < ARRAY_SIZE(more); i++) {
		if (strcmp(choice, more[i]) != 0)
			continue;
		json_put_str(data, "choice", "once");
		json_put_str(data, "imported_choice", more[i]);
		return;
	}
}

static void defuse_setting(struct event *ev)
{
	const char *key = event_read_setting(ev->data).key;
	const struct setting *row = setting_find(key);

	if (row && !(row->flags & SETTING_TRUSTED) && strcmp(key, "approve") != 0)
		return;
	auto_free char *text =
	    xasprintf("the imported session had set '%s'; it is not set here", key);
	ev->data = event_build_notice(
	    &(struct event_notice){.level = "info", .text = text, .setting = ev->data});
	ev->type = EVENT_NOTICE;
	ev->phase = PHASE_NONE;
}

void event_defuse(struct event *ev)
{
	if (ev->type == EVENT_STRATEGY)
		defuse_criteria(ev->data);
	else if (ev->type == EVENT_ANSWER)
		defuse_answer(ev->data);
	else if (ev->type == EVENT_SETTING)
		defuse_setting(ev);
}

static bool text_is_clean(const char *s, size_t len)
{
	auto_buf out = BUF_LIMIT(len * 4 + 16);
	size_t at = 0;

	while (at < len && (((unsigned char)s[at] >= 0x20 && (unsigned char)s[at] < 0x7f) ||
			       s[at] == '\n' || s[at] == '\t'))
		at++;
	return at == len || !text_sanitise(&out, s, len);
}

static bool is_clean(const json_t *value)
{
	if (json_is_string(value))
		return text_is_clean(json_string_value(value), json_string_length(value));
	json_each (child, value)
		if (!is_clean(child))
			return false;
	json_members (key, child, value)
		if (!text_is_clean(key, strlen(key)) || !is_clean(child))
			return false;
	return true;
}

static json_t *clean_value(const json_t *value)
{
	json_t *copy;

	switch (json_typeof(value)) {
	case JSON_STRING:
		return json_text(json_string_value(value), json_string_length(value));
	case JSON_ARRAY:
		copy = json_array();
		json_each (child, value)
			json_array_append_new(copy, clean_value(child));
		return copy;
	case JSON_OBJECT:
		copy = json_object();
		json_members (key, child, value) {
			auto_free char *name = text_clean(key, strlen(key));
			json_object_set_new(copy, name, clean_value(child));
		}
		return copy;
	case JSON_INTEGER:
	case JSON_REAL:
	case JSON_TRUE:
	case JSON_FALSE:
	case JSON_NULL:
		break;
	}
	return json_deep_copy(value);
}

json_t *event_clean(json_t *data)
{
	if (is_clean(data))
		return data;
	json_t *copy = clean_value(data);
	json_decref(data);
	return copy;
}

void event_redact(struct event *ev)
{
	struct buf summary = BUF_INIT;

	if (!secret_any())
		return;
	ev->data = secret_redact_json(ev->data);
	if (!ev->summary)
		return;
	buf_adds(&summary, ev->summary);
	secret_redact(&summary);
	free(ev->summary);
	ev->summary = buf_take(&summary);
}
