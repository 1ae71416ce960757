/* SPDX-License-Identifier: MIT
 * Each part saves itself; see its own file.
 */
#include "agent/agent_folds.h"

#include "agent/plan/user_edits.h"
#include "agent/state/job_list.h"
#include "agent/state/route.h"
#include "agent/state/unfinished_strategy.h"
#include "agent/strategy/past_work.h"
#include "base/base.h"
#include "session/event/event_data.h"

/* A summary takes the words away. */
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

		if (!f->settings)
			f->settings = json_object();
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
	json_t *o = json_object();

	json_put(o, "imported", json_boolean(f->imported));
	json_put(o, "route", route_save(&f->route));
	json_put(o, "unfinished", unfinished_save(&f->unfinished));
	json_put(o, "planning", user_edits_save(&f->user_edits));
	json_put(o, "jobs", job_list_save(&f->jobs));
	json_put(o, "work", past_work_save(&f->work));
	json_put(o, "settings", json_incref(f->settings));
	json_put(o, "skills", json_incref(f->skills));
	json_put(o, "turn_open", json_boolean(f->turn_open));
	json_put(o, "usd", json_real(f->usd));
	json_put_int(o, "last_write", f->last_write);
	return o;
}

void agent_folds_load(struct agent_folds *f, const json_t *saved)
{
	agent_folds_free(f);
	f->imported = json_flag(saved, "imported", false);
	route_load(&f->route, json_map(saved, "route"));
	unfinished_load(&f->unfinished, json_map(saved, "unfinished"));
	user_edits_load(&f->user_edits, json_map(saved, "planning"));
	job_list_load(&f->jobs, json_map(saved, "jobs"));
	past_work_load(&f->work, json_map(saved, "work"));
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
	past_work_free(&f->work);
	json_decref(f->settings);
	json_decref(f->skills);
	*f = (struct agent_folds){0};
}
