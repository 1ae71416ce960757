/* SPDX-License-Identifier: MIT
 * Of a long output its beginning and its end are kept, since it is saved with every summary of the session.
 */
#include "agent/strategy/past_work.h"

#include "base/base.h"
#include "session/event/event_data.h"

#define FAILURE_BYTES 16384

void past_work_take(struct past_work *w, const struct event *ev)
{
	if (ev->type == EVENT_TURN_START) {
		free(w->failed);
		w->failed = w->fails;
		w->fails = NULL;
		w->began = w->running;
		w->running = ev->seq;
	} else if (ev->type == EVENT_TOOL_RESULT && !event_is_by(ev, "user")) {
		const struct event_tool_result result = event_read_tool_result(ev->data);

		if (!result.ok && !result.denied) {
			auto_free char *output =
			    text_excerpt(result.text ? result.text : "", FAILURE_BYTES);

			free(w->fails);
			w->fails =
			    xasprintf("%s: %s", result.tool ? result.tool : "a call", output);
		}
	}
}

json_t *past_work_save(const struct past_work *w)
{
	json_t *o = json_object();

	json_put_int(o, "began", w->began);
	json_put_int(o, "running", w->running);
	json_put_str(o, "failed", w->failed);
	json_put_str(o, "fails", w->fails);
	return o;
}

void past_work_load(struct past_work *w, const json_t *saved)
{
	w->began = json_int(saved, "began", 0);
	w->running = json_int(saved, "running", 0);
	string_set(&w->failed, json_str(saved, "failed", NULL));
	string_set(&w->fails, json_str(saved, "fails", NULL));
}

void past_work_free(struct past_work *w)
{
	free_all(w->failed, w->fails);
	*w = (struct past_work){0};
}
