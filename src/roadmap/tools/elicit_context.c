/* SPDX-License-Identifier: MIT
 * elicit_context (ContextElicitor): makes the context, what is known of the goal, and asks the questions whose
 * answers would change the plan, at most as many as the policy's probing depth allows. With nobody to ask they
 * become assumptions if the user gave the planner high autonomy, else the run pauses with them.
 */

#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/goal_words.h"
#include "roadmap/run/planning_summary.h"
#include "roadmap/run/planning_tool.h"

static void elicit_describe(const json_t *args, struct buf *line)
{
	const size_t count = json_array_size(json_list(args, "questions"));

	buf_adds(line, "elicit_context");
	if (count)
		buf_addf(
		    line, " %zu %s", count, text_plural((int64_t)count, "question", "questions"));
}

/* If a context has no hours: gives it own_hours (those beside a job), their least block, and a fact that says so. */
static void assume_hours(json_t *context)
{
	if (json_object_get(context, "hours"))
		return;
	json_auto_t *config = config_table_usable("roadmaps.yaml");
	const char *block = json_str(config, "own_block", "");
	json_t *hours = json_map(config, "own_hours"), *profile;
	if (!hours)
		return;
	auto_free char *text = planning_value_text(hours);
	auto_free char *said = xasprintf("assumed: %s", text);
	json_object_set(context, "hours", hours);
	planning_fact_add(context, "hours", said);
	profile = json_map_made(context, "profile");
	if (*block && !json_str(profile, "min_block", NULL))
		json_put_str(profile, "min_block", block);
}

static void add_operations(json_t *edits, const char *name, const json_t *rows)
{
	json_each (row, rows) {
		json_t *op = json_is_object(row) ? json_copy(row) : json_pack("{s:O}", "date", row);

		json_put_str(op, "op", name);
		json_array_append_new(edits, op);
	}
}

/* Returns the context, which is stolen, with the people, absences and holidays of the arguments added; unchanged
 * if they cannot be used. */
static json_t *with_people(json_t *context, const json_t *args)
{
	json_auto_t *edits = json_array();
	json_t *edited;

	add_operations(edits, "person", json_list(args, "people"));
	add_operations(edits, "absence", json_list(args, "absences"));
	add_operations(edits, "holiday", json_list(args, "holidays"));
	edited = json_array_size(edits) ? roadmap_edit_apply(context, edits, NULL) : NULL;
	if (!edited)
		return context;
	json_decref(context);
	return edited;
}

/* Returns the context made of what was known, what the goal's words say and what the model says; later ones
 * win. New reference. */
static json_t *context_built(const struct planning_call *p)
{
	static const char *const keys[] = {"start", "deadline", "timezone", "hours", "effort"};
	json_t *context = json_deep_copy(planning_artifact(p->run, "context"));

	if (!context) {
		context = json_pack("{s:s}", "goal", p->run->goal);
		goal_words_read(p->run->goal, clock_now_ms() / 86400000, true, context);
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (*json_str(p->args, keys[i], ""))
			json_put_str(context, keys[i], json_str(p->args, keys[i], ""));
	planning_profile_take(context, p->args);
	/* People with names replace those that were only counted ("person2"). */
	if (json_array_size(json_list(p->args, "people")) &&
	    json_row(json_list(context, "resources"), "id", "person2")) {
		json_object_del(context, "resources");
		planning_fact_add(context, "people", "those who are named");
	}
	context = with_people(context, p->args);
	json_each (fact, json_list(p->args, "facts"))
		planning_fact_add(
		    context, json_str(fact, "question", ""), json_str(fact, "answer", ""));
	assume_hours(context);
	if (!json_str(context, "timezone", NULL))
		json_put_str(context, "timezone", zone_name(zone_find(NULL, NULL)));
	if (!json_str(context, "start", NULL)) {
		/* Tomorrow: what is left of today is no working day, and the same goal gives the same plan
		 * all day. */
		const struct zone *z = zone_find(json_str(context, "timezone", NULL), NULL);
		auto_free char *day = day_text(
		    day_of(zone_local(z ? z : zone_find("UTC", NULL), clock_now_ms() / 60000)) + 1);
		json_put_str(context, "start", day);
	}
	return context;
}

static void context_done(struct planning_call *p)
{
	json_t *context = p->own, *profile = json_map(context, "profile");
	const char *day = json_str(profile, "max_per_day", NULL);
	const char *week = json_str(profile, "max_per_week", NULL);

	planning_explain(p, "from %s%s%s%s%s%s%s", json_str(context, "start", ""),
	    json_str(context, "deadline", NULL) ? " to " : "", json_str(context, "deadline", ""),
	    day ? ", a day " : "", day ? day : "", week ? ", a week " : "", week ? week : "");
	json_object_set(p->data, "questions", p->run->questions);
	p->run->asked_in_vain = json_array_size(p->run->questions) > 0;
	if (!p->run->asked_in_vain)
		planning_make(p, "context", json_incref(context));
	planning_done(p);
}

static void ask_next(struct planning_call *p)
{
	const char *question = json_string_value(json_array_get(p->run->questions, 0));

	if (question)
		planning_ask(p, json_pack("{s:s, s:s}", "kind", "ask_user", "text", question));
	else
		context_done(p);
}

static void elicit_answer(struct planning_call *p, const json_t *answer)
{
	const char *said = planning_answered(answer);
	const char *question = json_string_value(json_array_get(p->run->questions, 0));

	if (!said) {
		context_done(p);
		return;
	}
	planning_fact_add(p->own, question, said);
	goal_words_read(said, clock_now_ms() / 86400000, false, p->own);
	json_array_remove(p->run->questions, 0);
	ask_next(p);
}

/* Returns the user's earlier answer to a question, alone or among others. Borrowed; NULL: there is none. */
static const char *answer_given(const json_t *context, const json_t *question)
{
	json_each (fact, json_list(context, "facts"))
		if (strcasestr(json_str(fact, "question", ""), json_string_value(question)))
			return json_str(fact, "answer", "");
	return NULL;
}

static void elicit_run(struct planning_call *p)
{
	const json_t *asked = json_list(p->args, "questions");
	const size_t count = json_array_size(asked), most = (size_t)p->run->policy.probing_depth;
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	freed_by(roadmap_free) struct roadmap r = {0};

	p->own = context_built(p);
	/* Dates, hours and zone are checked by reading the context as a roadmap. */
	if (!contract_check(CONTRACT_CONTEXT, p->own, "context", NULL, &problems) ||
	    !planning_context_read(p->own, &r, &problems)) {
		planning_fail_of(p, "the context cannot be used", &problems);
		return;
	}
	json_array_clear(p->run->questions);
	json_each_at (i, question, asked) {
		const char *said = json_is_string(question) ? answer_given(p->own, question) : "";

		if (i < most && !said)
			json_array_append(p->run->questions, question);
		else if (said && *said)
			planning_explain(
			    p, "'%s' was answered: %s", json_string_value(question), said);
	}
	if (count > most)
		planning_explain(p,
		    "the user's probing depth allows %zu questions: %zu were left out", most,
		    count - most);
	if (json_array_size(p->run->questions) && !planning_can_ask(p) &&
	    (p->run->policy.autonomy == AUTONOMY_HIGH || planning_allowed(p->run, "assumptions"))) {
		auto_free char *usual = prompt_text("roadmap/unanswered", NULL, 0);

		/* Facts, so that later stages and readers of the plan see which questions nobody answered. */
		planning_explain(p, "nobody is asked: what is usual is assumed");
		json_each (question, p->run->questions)
			planning_fact_add(p->own, json_string_value(question), usual);
		json_array_clear(p->run->questions);
	}
	(planning_can_ask(p) ? ask_next : context_done)(p);
}

static void elicit_stop(struct planning_call *p)
{
	json_decref(p->own);
}

const struct planning_tool planning_elicit_context = {
    .tool = {.name = "elicit_context",
	.produces = ARTIFACTS("context"),
	.describe = elicit_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_COLLECT_CONTEXT),
    .fresh = true,
    .run = elicit_run,
    .answer = elicit_answer,
    .stop = elicit_stop,
};
