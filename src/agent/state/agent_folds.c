/* SPDX-License-Identifier: MIT
 * The agent's folds as one: feeds, saves and loads each part by its own file, except the last failure, which is here.
 */
#include "agent/state/agent_folds.h"

#include "agent/state/job_list.h"
#include "agent/state/route.h"
#include "agent/state/unfinished_strategy.h"
#include "agent/state/user_edits.h"
#include "base/base.h"
#include "session/event/event_data.h"

/* ---- What failed last ------------------------------------------------------------------------- */

/* Of a longer output only the beginning and the end are kept, since it is saved with the agent's state. */
#define FAILURE_BYTES 16384

static void past_work_take(struct past_work *w, const struct event *ev)
{
	if (ev->type == EVENT_TURN_START) {
		string_take(&w->failed, w->fails);
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

/* ---- All of them ------------------------------------------------------------------------------ */

/* Notes a skill that came into use; a summary removes the text of all of them from the conversation. */
static void note_skill(struct agent_folds *f, const struct event *ev)
{
	const char *name = ev->type == EVENT_MESSAGE ? event_read_message(ev->data).skill
			   : ev->type == EVENT_TOOL_RESULT
			       ? json_str(event_read_tool_result(ev->data).data, "skill", NULL)
			       : NULL;
	const char *each;
	json_t *told;
	void *next;

	if (name && !f->skills)
		f->skills = json_object();
	if (name)
		json_object_set_new(f->skills, name, json_true());
	else if (ev->type == EVENT_COMPACTION && event_read_compaction(ev->data).summary)
		json_object_foreach_safe (f->skills, next, each, told)
			json_object_set_new(f->skills, each, json_false());
}

void agent_folds_take(struct agent_folds *f, const struct event *ev)
{
	if (ev->type == EVENT_SESSION_START)
		f->imported |= event_read_session_start(ev->data).imported != NULL;
	route_take(&f->route, ev);
	if (!f->imported)
		unfinished_take(&f->unfinished, ev);
	user_edits_take(&f->user_edits, ev);
	job_list_take(&f->jobs, ev);
	past_work_take(&f->work, ev);
	note_skill(f, ev);
	if (ev->type == EVENT_SETTING) {
		const struct event_setting set = event_read_setting(ev->data);

		f->settings = f->settings ? f->settings : json_object();
		json_put(f->settings, set.key, json_incref(set.value));
	}
	if (ev->type == EVENT_TURN_START || ev->type == EVENT_TURN_END)
		f->turn_open = ev->type == EVENT_TURN_START;
	const double usd = ev->type == EVENT_USAGE ? event_read_usage(ev->data).cost_usd : 0;

	f->usd += isnan(usd) ? 0 : usd;
	/* Commands may write too. */
	if (ev->type == EVENT_FILE_CHANGE ||
	    (ev->type == EVENT_TOOL_CALL &&
		strcmp(event_read_tool_call(ev->data).tool, "run_command") == 0))
		f->last_write = ev->seq;
}

json_t *agent_folds_save(const struct agent_folds *f)
{
	return json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:O*, s:O*, s:b, s:f, s:I}", "imported",
	    f->imported, "route", route_save(&f->route), "unfinished",
	    unfinished_save(&f->unfinished), "planning", user_edits_save(&f->user_edits), "jobs",
	    job_list_save(&f->jobs), "work",
	    json_pack("{s:I, s:I, s:s*, s:s*}", "began", (json_int_t)f->work.began, "running",
		(json_int_t)f->work.running, "failed", f->work.failed, "fails", f->work.fails),
	    "settings", f->settings, "skills", f->skills, "turn_open", f->turn_open, "usd", f->usd,
	    "last_write", (json_int_t)f->last_write);
}

void agent_folds_load(struct agent_folds *f, const json_t *saved)
{
	agent_folds_free(f);
	f->imported = json_flag(saved, "imported", false);
	route_load(&f->route, json_map(saved, "route"));
	unfinished_load(&f->unfinished, json_map(saved, "unfinished"));
	user_edits_load(&f->user_edits, json_map(saved, "planning"));
	job_list_load(&f->jobs, json_map(saved, "jobs"));
	const json_t *work = json_map(saved, "work");
	f->work = (struct past_work){.began = json_int(work, "began", 0),
	    .running = json_int(work, "running", 0),
	    .failed = xstrdup(json_str(work, "failed", NULL)),
	    .fails = xstrdup(json_str(work, "fails", NULL))};
	f->settings = json_deep_copy(json_map(saved, "settings"));
	f->skills = json_deep_copy(json_map(saved, "skills"));
	f->turn_open = json_flag(saved, "turn_open", false);
	f->usd = json_num(saved, "usd", 0);
	f->last_write = json_int(saved, "last_write", 0);
}

void agent_folds_free(struct agent_folds *f)
{
	unfinished_free(&f->unfinished);
	user_edits_free(&f->user_edits);
	job_list_free(&f->jobs);
	free_all(f->work.failed, f->work.fails);
	json_decref(f->settings);
	json_decref(f->skills);
	*f = (struct agent_folds){0};
}
