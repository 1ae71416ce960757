/*
 * An event that another program made is shown like any other, but it decides nothing here: approvals
 * for ever, trusted settings and checks that would run are put aside under another name.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/settings.h"
#include "session/event/event.h"
#include "session/event/event_data.h"

/* Members that would let a stranger decide something. */
static void defuse_criteria(json_t *data)
{
	json_t *criterion, *check;
	size_t i;

	json_array_foreach (event_read_strategy(data).success_criteria, i, criterion) {
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

	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
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
	char *text;

	if (row && !(row->flags & SETTING_TRUSTED) && strcmp(key, "approve") != 0)
		return;
	text = xasprintf("the imported session had set '%s'; it is not set here", key);
	ev->data = event_build_notice(
	    &(struct event_notice){.level = "info", .text = text, .setting = ev->data});
	free(text);
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
