/* SPDX-License-Identifier: MIT
 * The summary of a planning run, and its artefacts as text: each part is a function that adds its lines if there is
 * something to say.
 */
#include "roadmap/run/planning_summary.h"

#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/export/gantt.h"

#define DETAIL_LEAST 2
#define DETAIL_RANGE 10
#define TITLE_CHARS 80
#define CARD_CELLS 70

int planning_detail(const struct interaction_policy *p)
{
	static const double of_style[] = {[TALK_CONCISE] = 0.0,
	    [TALK_STANDARD] = 0.35,
	    [TALK_CONVERSATIONAL] = 0.7,
	    [TALK_COACH] = 0.85};

	return DETAIL_LEAST +
	       (int)lround(DETAIL_RANGE * (of_style[p->style] + p->talkativeness) / 2);
}

/* Puts a moment for people: "2026-11-23T09:00+01:00" as "2026-11-23 09:00". */
static void put_when(const char *moment, struct buf *out)
{
	buf_addf(out, "%.10s%s%.5s", moment, strlen(moment) > 15 ? " " : "",
	    strlen(moment) > 15 ? moment + 11 : "");
}

static void put_title(const json_t *o, struct buf *out)
{
	auto_free char *line = text_line(json_str(o, "title", json_str(o, "id", "")), TITLE_CHARS);

	buf_adds(out, line);
}

static void put_nodes(const json_t *nodes, int depth, struct buf *out)
{
	json_t *after;

	json_each (node, nodes) {
		const char *much = json_str(node, "effort", json_str(node, "duration", NULL));
		const char *cadence = json_str(node, "cadence", NULL);

		buf_addf(out, "%*s- ", 2 * depth, "");
		put_title(node, out);
		if (much)
			buf_addf(out, " (%s)", much);
		if (cadence)
			buf_addf(out, ", %s", cadence);
		after = json_object_get(node, "after");
		if (json_is_string(after))
			buf_addf(out, ", after %s", json_string_value(after));
		buf_addc(out, '\n');
		put_nodes(json_list(node, "nodes"), depth + 1, out);
	}
}

/* Whether a task is still to be done; phases and goals are none. */
static bool is_work(const json_t *task)
{
	const char *level = json_str(task, "level", "");

	return strcmp(level, "goal") != 0 && strcmp(level, "phase") != 0 &&
	       strcmp(json_str(task, "status", ""), "done") != 0;
}

static void put_task(const json_t *task, struct buf *out)
{
	const char *who = json_string_value(json_array_get(json_list(task, "resources"), 0));

	buf_adds(out, "- ");
	put_when(json_str(task, "start", ""), out);
	buf_adds(out, "  ");
	put_title(task, out);
	if (who && strcmp(who, "me") != 0)
		buf_addf(out, " (%s)", who);
	buf_addc(out, '\n');
}

static void put_tasks(const json_t *schedule, size_t most, struct buf *out)
{
	size_t shown = 0, all = 0;

	json_each (task, json_list(schedule, "tasks")) {
		if (!is_work(task))
			continue;
		if (shown < most) {
			put_task(task, out);
			shown++;
		}
		all++;
	}
	if (all > shown)
		buf_addf(out, "- and %zu more\n", all - shown);
}

/* Puts the first and the last day of the plan, and the deadline as it was given. */
static void put_span(const json_t *schedule, const json_t *roadmap, struct buf *out)
{
	const char *deadline = json_str(roadmap, "deadline", NULL);

	buf_addf(out, "%.10s to %.10s%s%s\n", json_str(schedule, "start", ""),
	    json_str(schedule, "finish", ""), deadline ? ", due " : "", deadline ? deadline : "");
}

static void put_texts(const json_t *list, const char *head, size_t most, struct buf *out)
{
	if (json_array_size(list))
		buf_addf(out, "\n%s\n", head);
	json_each_at (i, row, list)
		if (i < most)
			buf_addf(out, "- %s\n", json_str(row, "text", ""));
}

/* Puts a line for each routine: its first time, how many there are, and the last day. */
static void put_routine_dates(const json_t *schedule, struct buf *out)
{
	const json_t *list = json_list(schedule, "routines"), *first = NULL, *last = NULL;
	size_t times = 0;

	for (size_t i = 0; i <= json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		if (first && (!one || strcmp(json_str(one, "id", ""), json_str(first, "id", "")))) {
			put_task(first, out);
			out->len--; /* without the newline, as the line goes on */
			buf_addf(out, ", %zu %s, the last on %.10s\n", times,
			    text_plural((int64_t)times, "time", "times"),
			    json_str(last, "start", ""));
			first = NULL;
		}
		if (!one || json_str(one, "skipped", NULL))
			continue;
		times = first ? times + 1 : 1;
		first = first ? first : one;
		last = one;
	}
}

static void put_limit(const json_t *roadmap, const char *key, const char *words, struct buf *out)
{
	const char *value = json_str(json_map(roadmap, "profile"), key, NULL);

	if (value)
		buf_addf(out, "; %s %s", words, value);
}

/* Puts the working hours, and how many of them the plan takes. */
static void put_hours(const json_t *schedule, const json_t *roadmap, struct buf *out)
{
	const int64_t open = json_int(schedule, "open_minutes", 0);
	const json_t *hours = json_object_get(roadmap, "hours");
	auto_free char *when =
	    hours ? planning_value_text(hours) : xstrdup("those of a working week");

	buf_addf(out, "Hours: %s", when);
	put_limit(roadmap, "max_per_day", "at most a day", out);
	put_limit(roadmap, "max_per_week", "at most a week", out);
	buf_addf(out, "\nWork: %s", duration_text(json_int(schedule, "work_minutes", 0), 0));
	if (open)
		buf_addf(out, " of the %s that are open until %s", duration_text(open, 0),
		    json_str(roadmap, "deadline", ""));
	buf_addc(out, '\n');
}

/* Puts the facts of a context or roadmap: what was said, assumed or not understood. */
static void put_facts(const json_t *of, struct buf *out)
{
	json_each (fact, json_list(of, "facts"))
		buf_addf(out, "- %s: %s\n", json_str(fact, "question", ""),
		    json_str(fact, "answer", ""));
}

/* Puts the first task that is not done, for a user who is coached. */
static void put_first_step(const json_t *schedule, struct buf *out)
{
	json_each (task, json_list(schedule, "tasks"))
		if (is_work(task)) {
			buf_adds(out, "\nBegin with: ");
			put_title(task, out);
			buf_adds(out, ", ");
			put_when(json_str(task, "start", ""), out);
			buf_addc(out, '\n');
			return;
		}
}

static void put_choice(const json_t *roadmap, struct buf *out)
{
	if (*json_str(roadmap, "chosen", ""))
		buf_addf(out, "Chosen: %s%s%s\n", json_str(roadmap, "chosen", ""),
		    *json_str(roadmap, "why", "") ? ", because " : "",
		    json_str(roadmap, "why", ""));
}

void planning_summary(const struct planning_run *run, bool whole, struct buf *out)
{
	const json_t *schedule = planning_artifact(run, "schedule");
	const json_t *roadmap = planning_artifact(run, "roadmap");
	const bool feasible = json_flag(schedule, "feasible", true);
	const size_t detail = (size_t)planning_detail(&run->policy);
	static const char *const tones[] = {"neutral", "friendly", "clinical"};
	json_auto_t *config = config_table_usable("roadmaps.yaml");
	const json_t *words = json_map(json_map(config, "tones"), tones[run->policy.tone]);
	const size_t routines = json_array_size(json_list(schedule, "routines"));

	buf_addf(out, "%s\n\n%s", json_str(words, feasible ? "ready" : "late", ""), run->goal);
	if (!schedule) {
		buf_adds(out, "\n\n");
		planning_artifact_text(run, "outline", out);
		return;
	}
	buf_adds(out, ": ");
	put_span(schedule, roadmap, out);
	if (whole) {
		put_hours(schedule, roadmap, out);
		buf_addc(out, '\n');
		gantt_text(schedule, CARD_CELLS, out);
	}
	buf_addc(out, '\n');
	put_tasks(schedule, whole ? SIZE_MAX : detail, out);
	if (whole)
		put_routine_dates(schedule, out);
	else if (routines)
		buf_addf(out, "- and %zu date%s of routines\n", routines,
		    text_plural((int)routines, "", "s"));
	put_texts(json_list(schedule, "problems"), "It cannot be kept:", detail, out);
	put_texts(json_list(schedule, "ways_out"), "Ways out:", detail, out);
	if (json_array_size(json_list(roadmap, "facts")))
		buf_adds(out, "\nKnown and assumed:\n");
	put_facts(roadmap, out);
	put_texts(run->adaptations, "Changed on the way:", SIZE_MAX, out);
	if (run->policy.style < TALK_CONVERSATIONAL)
		return;
	if (*json_str(roadmap, "chosen", ""))
		buf_addc(out, '\n');
	put_choice(roadmap, out);
	if (run->policy.style == TALK_COACH)
		put_first_step(schedule, out);
}

/* The commands that go on with a run, by what it waits for. */
static const struct call_to_action {
	const char *verb, *words;
} calls_to_action[] = {
    [WAIT_NOTHING] = {"approve", NULL},
    [WAIT_QUESTIONS] = {"revise", "YOUR ANSWERS"},
    [WAIT_RFC] = {"approve", NULL},
    [WAIT_GATE] = {"approve", NULL},
    [WAIT_APPROVAL] = {"approve", NULL},
    [WAIT_BUDGET] = {"approve", NULL},
    [WAIT_MENDING] = {"revise", "WHAT TO CHANGE"},
    [WAIT_SCHEDULE] = {"revise", "WHAT TO CHANGE"},
};

char *planning_call_to_action(const struct planning_run *run, bool chat)
{
	const struct call_to_action *row = &calls_to_action[run->wait];
	const char *quote = chat || !row->words ? "" : "\"";

	if (run->controller.state == STATE_COMPLETE)
		return xasprintf(chat ? "/roadmaps %s" : "agent roadmaps show %s", run->id);
	return xasprintf("%s %s %s%s%s%s%s", chat ? "/roadmaps" : "agent roadmaps", row->verb,
	    run->id, row->words ? " " : "", quote, row->words ? row->words : "", quote);
}

void planning_so_far(const struct planning_run *run, struct buf *out)
{
	static const char *const newest[] = {"roadmap", "outline", "context"};

	if (planning_artifact(run, "schedule")) {
		planning_summary(run, false, out);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(newest) && !out->len; i++)
		planning_artifact_text(run, newest[i], out);
}

void planning_wait_text(const struct planning_run *run, struct buf *out)
{
	if (run->wait == WAIT_APPROVAL)
		planning_summary(run, true, out);
	else if (run->wait == WAIT_BUDGET)
		planning_so_far(run, out);
	else if (run->wait == WAIT_GATE)
		planning_artifact_text(run, planning_product(run->controller.resume), out);
	buf_addf(out, "%s%s\n", out->len ? "\n" : "", run->reason ? run->reason : "");
}

static void put_value(const json_t *value, struct buf *out)
{
	bool first = true;

	if (json_is_object(value)) {
		json_members (key, one, value) {
			buf_addf(out, "%s%s ", first ? "" : ", ", key);
			first = false;
			put_value(one, out);
		}
	} else if (json_is_array(value)) {
		json_each_at (i, one, value) {
			buf_adds(out, i ? ", " : "");
			put_value(one, out);
		}
	} else {
		auto_free char *text =
		    json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);
		buf_adds(out, text ? text : json_string_value(value));
	}
}

char *planning_value_text(const json_t *value)
{
	struct buf out = BUF_INIT;

	put_value(value, &out);
	return buf_take(&out);
}

void planning_artifact_text(const struct planning_run *run, const char *name, struct buf *out)
{
	const json_t *value = planning_artifact(run, name);

	if (!value)
		return;
	if (json_list(value, "nodes")) {
		put_nodes(json_list(value, "nodes"), 0, out);
		if (*json_str(value, "chosen", ""))
			buf_addc(out, '\n');
		put_choice(value, out);
	} else if (json_list(value, "tasks")) {
		put_span(value, planning_artifact(run, "roadmap"), out);
		buf_addc(out, '\n');
		put_tasks(value, SIZE_MAX, out);
		put_texts(json_list(value, "problems"), "It cannot be kept:", SIZE_MAX, out);
	} else {
		json_members (key, one, value) {
			if (strcmp(key, "goal") == 0 || strcmp(key, "pattern") == 0 ||
			    strcmp(key, "facts") == 0)
				continue;
			buf_addf(out, "- %s: ", key);
			put_value(one, out);
			buf_addc(out, '\n');
		}
		put_facts(value, out);
	}
}
