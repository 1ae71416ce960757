/* SPDX-License-Identifier: MIT
 * Folds the user's edits of the plan. An undo takes the last edit off the list, so that the one before can be undone.
 */
#include "agent/state/user_edits.h"

#include "base/base.h"
#include "session/event/event_data.h"

#define EDITS_KEPT 50

/* Notes the edits that the model must be told of in its next round. They come from events alone, so a
 * kill in between loses nothing. */
void user_edits_take(struct user_edits *p, const struct event *ev)
{
	if (ev->type == EVENT_PLAN) {
		const struct event_plan made = event_read_plan(ev->data);
		const bool users = event_is_by(ev, "user");
		json_t *edits = p->list = p->list ? p->list : json_array();

		if (made.undo)
			json_array_remove(edits, json_array_size(edits) - 1);
		else if (users)
			json_array_append_new(
			    edits, json_pack("{s:O*, s:O*, s:s*}", "before", p->last, "after",
				       made.plan, "text", made.text));
		if (json_array_size(edits) > EDITS_KEPT)
			json_array_remove(edits, 0);
		json_take(&p->last, json_incref(made.plan));
		if (made.text && users)
			buf_addf(&p->notes, "- %s\n", made.text);
	} else if (ev->type == EVENT_MESSAGE) {
		const struct event_message m = event_read_message(ev->data);

		if (m.plan_edits || strcmp(m.role, "assistant") == 0)
			buf_clear(&p->notes);
	}
}

json_t *user_edits_save(const struct user_edits *p)
{
	return json_pack("{s:o, s:O*, s:O*}", "notes", json_text(buf_str(&p->notes), p->notes.len),
	    "edits", p->list, "last", p->last);
}

void user_edits_load(struct user_edits *p, const json_t *saved)
{
	buf_adds(&p->notes, json_str(saved, "notes", ""));
	p->list = json_deep_copy(json_list(saved, "edits"));
	p->last = json_deep_copy(json_map(saved, "last"));
}

void user_edits_free(struct user_edits *p)
{
	buf_free(&p->notes);
	json_decref(p->list);
	json_decref(p->last);
}
