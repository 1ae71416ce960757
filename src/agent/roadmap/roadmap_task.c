/* SPDX-License-Identifier: MIT
 * The words are in prompts/roadmap; the table here says which of them a stage takes, and what is known that its
 * model needs.
 */
#include "agent/roadmap/roadmap_task.h"

#include "agent/agent_internal.h"
#include "agent/roadmap/roadmap_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"

static const struct roadmap_task tasks[] = {
    {STATE_COLLECT_CONTEXT, "context", "roadmap/collect_context", {"context"}, "elicit_context",
	NULL, "elicit_context", OUTCOME_SUFFICIENT_CONTEXT},
    {STATE_DRAFT_OUTLINE, "outline", "roadmap/draft_outline", {"context", "ideas", "outline"},
	"generate_nodes", NULL, "select_pattern and generate_nodes", OUTCOME_SUCCESS},
    {STATE_DRAFT_ROADMAP, "roadmap", "roadmap/draft_roadmap", {"context", "outline", "options"},
	"build_roadmap", "edit_roadmap", "resolve_dependencies and build_roadmap", OUTCOME_SUCCESS},
    {STATE_DRAFT_SCHEDULE, "schedule", "roadmap/draft_schedule", {"roadmap"}, "generate_schedule",
	NULL, "generate_schedule", OUTCOME_SUCCESS},
};

const struct roadmap_task *roadmap_task_of(const struct turn *t)
{
	for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
		if (tasks[i].state == t->roadmap->run->controller.state)
			return &tasks[i];
	return &tasks[0];
}

/* An artefact as the model is told of it. Of a roadmap that is to be scheduled these are its dates
 * and limits; its nodes are the scheduler's. */
static json_t *known_value(const struct planning_run *run, const char *name)
{
	json_t *copy = json_copy((json_t *)planning_artifact(run, name));

	if (strcmp(name, "roadmap") == 0) {
		json_object_del(copy, "nodes");
		json_object_del(copy, "options_tried");
	}
	if (strcmp(name, "options") != 0)
		json_object_del(copy, "goal");
	if (strcmp(name, "context") == 0 || strcmp(name, "roadmap") == 0)
		json_object_del(copy, "pattern"); /* the outline's */
	return copy;
}

static char *known_text(const struct turn *t, const struct roadmap_task *task)
{
	json_auto_t *known = json_object();

	for (size_t i = 0; i < 4 && task->known[i]; i++) {
		const char *name = task->known[i];
		json_auto_t *value = planning_artifact(t->roadmap->run, name)
					 ? known_value(t->roadmap->run, name)
					 : NULL;

		if (value && !json_equal(value, json_object_get(t->roadmap->known, name)))
			json_object_set(known, name, value);
	}
	json_object_update(t->roadmap->known, known);
	return json_object_size(known)		     ? json_line(known)
	       : json_object_size(t->roadmap->known) ? xstrdup("as above")
						     : xstrdup("nothing");
}

static char *shapes_text(void)
{
	json_auto_t *table = config_table_usable("patterns.yaml");
	struct buf out = BUF_INIT;

	json_each_at (i, row, json_list(table, "patterns")) {
		buf_addf(&out, "%s- %s: %s", i ? "\n" : "", json_str(row, "name", ""),
		    json_str(row, "says", ""));
		json_each_at (k, need, json_list(row, "needs"))
			buf_addf(&out, "%s%d %s with %s", k ? ", " : "; needs ",
			    (int)json_int(need, "at_least", 1), json_str(need, "level", ""),
			    json_str(need, "axis", ""));
		json_each_at (k, one, json_list(row, "subtypes"))
			buf_addf(
			    &out, "%s%s", k ? ", " : "; subtypes: ", json_str(one, "name", ""));
	}
	return buf_take(&out);
}

/* Returns an example of an outline of the pattern that was chosen, else of the one the goal's words hint at. */
static char *example_text(const struct planning_run *run)
{
	json_auto_t *table = config_table_usable("patterns.yaml");
	struct pattern_spec spec;

	pattern_read(&spec, planning_artifact(run, "pattern"));
	if (!spec.type && !pattern_guess(table, run->goal, &spec))
		spec.type = xstrdup("milestone_project");
	const json_t *row = pattern_row(table, spec.type);
	char *text = xstrdup(json_str(row, "example", ""));
	pattern_free(&spec);
	return text;
}

/* Returns the task of a stage, with what is known. */
static char *task_text(const struct turn *t, const struct roadmap_task *task)
{
	const struct planning_run *run = t->roadmap->run;
	const struct interaction_policy *p = &run->policy;
	auto_buf list = BUF_INIT;

	json_each_at (i, wish, run->wishes)
		buf_addf(&list, "%s- %s", i ? "\n" : "", json_string_value(wish));
	auto_free char *wishes = list.len ? prompt_text("roadmap/wishes",
						(struct prompt_var[]){{"list", buf_str(&list)}}, 1)
					  : xstrdup("");
	auto_free char *known = known_text(t, task), *patterns = shapes_text(),
		       *example = example_text(run);
	auto_free char *ideas = p->brainstorming == BRAINSTORM_ALWAYS
				    ? prompt_text("roadmap/brainstorm", NULL, 0)
				    : xstrdup("");
	char questions[2] = {(char)('0' + p->probing_depth), '\0'};
	char options[2] = {(char)('0' + interaction_policy_options(p)), '\0'};
	return prompt_text(task->prompt,
	    (struct prompt_var[]){{"goal", run->goal}, {"known", known}, {"wishes", wishes},
		{"patterns", patterns}, {"questions", questions}, {"options", options},
		{"brainstorm", ideas}, {"example", example}},
	    8);
}

/* The requests of a turn hold nothing of the turns before it: the first time the task is told whole. */
void roadmap_task_tell(struct turn *t, const struct roadmap_task *task)
{
	struct roadmap_turn *r = t->roadmap;
	auto_free char *again = r->why ? prompt_text("roadmap/again",
					     (struct prompt_var[]){{"stage", task->name},
						 {"why", r->why}, {"tools", task->tools}},
					     3)
				       : NULL;
	auto_free char *whole = again && r->told[task->state] ? NULL : task_text(t, task);

	char *text =
	    again && whole ? xasprintf("%s\n\n%s", whole, again) : xstrdup(again ? again : whole);
	struct planning_run *run = t->roadmap->run;
	json_t *message = user_message(text, "stage");

	json_put_str(message, "stage", controller_state_name(run->controller.state));
	emit(t->agent->session, EVENT_MESSAGE, NULL, message);
	free(text);
	r->told[task->state] = true;
}
