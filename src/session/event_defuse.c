/*
 * An event that another program made is shown like any other, but it decides nothing here: approvals
 * for ever, trusted settings and checks that would run are put aside under another name.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "config/settings.h"
#include "session/event.h"

/* Members that would let a stranger decide something. */
static void defuse_criteria(json_t *data)
{
	json_t *criterion, *check;
	size_t i;

	json_array_foreach (json_list(data, "success_criteria"), i, criterion) {
		check = json_object_get(criterion, "check");
		if (!check)
			continue;
		json_put(criterion, "imported_check", json_incref(check));
		json_object_del(criterion, "check");
	}
}

static void defuse_answer(json_t *data)
{
	if (strcmp(json_str(data, "choice", ""), "always") != 0)
		return;
	json_put_str(data, "choice", "once");
	json_put_str(data, "imported_choice", "always");
}

static void defuse_setting(struct event *ev)
{
	const char *key = json_str(ev->data, "key", "");
	const struct setting *row = setting_find(key);
	char *text;
	json_t *data;

	if (row && !(row->flags & SETTING_TRUSTED) && strcmp(key, "approve") != 0)
		return;
	data = json_object();
	text = xasprintf("the imported session had set '%s'; it is not set here", key);
	json_put_str(data, "level", "info");
	json_put_str(data, "text", text);
	free(text);
	json_put(data, "setting", ev->data);
	ev->data = data;
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
