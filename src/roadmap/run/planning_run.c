/* SPDX-License-Identifier: MIT
 * A planning run as a value: its artefacts, reading and writing it as JSON, and checking and mending its plan.
 */
#include "roadmap/run/planning_run.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "config/prompt.h"
#include "roadmap/file/roadmap_reader.h"
#include "roadmap/run/goal_words.h"

static const char *const waits[] = {
    [WAIT_NOTHING] = "nothing",
    [WAIT_QUESTIONS] = "questions",
    [WAIT_RFC] = "rfc",
    [WAIT_GATE] = "gate",
    [WAIT_APPROVAL] = "approval",
    [WAIT_BUDGET] = "budget",
    [WAIT_MENDING] = "mending",
    [WAIT_SCHEDULE] = "schedule",
};

/* Artefacts in the order in which they are made. */
static const struct artifact_row {
	const char *name;
	bool drops; /* setting it drops the artefacts after it */
} artifact_rows[] = {{"context", false}, {"ideas", false}, {"pattern", false}, {"outline", true},
    {"dependencies", false}, {"options", false}, {"roadmap", true}, {"schedule", true}};
#define MENDED_MOST 1000 /* fixes of one draft */
#define ARTIFACTS ARRAY_SIZE(artifact_rows)

/* The members of a run that are stored unchanged: texts, and JSON values, which are empty in a new run. */
static const struct run_text {
	const char *key;
	size_t at;
} texts[] = {
    {"id", offsetof(struct planning_run, id)},
    {"goal", offsetof(struct planning_run, goal)},
    {"model", offsetof(struct planning_run, model)},
    {"session", offsetof(struct planning_run, session)},
    {"response", offsetof(struct planning_run, response)},
    {"reason", offsetof(struct planning_run, reason)},
};
static const struct run_value {
	const char *key;
	size_t at;
	json_t *(*empty)(void);
} values[] = {
    {"artifacts", offsetof(struct planning_run, artifacts), json_object},
    {"memo", offsetof(struct planning_run, memo), json_object},
    {"allowed", offsetof(struct planning_run, allowed), json_object},
    {"questions", offsetof(struct planning_run, questions), json_array},
    {"wishes", offsetof(struct planning_run, wishes), json_array},
    {"adaptations", offsetof(struct planning_run, adaptations), json_array},
    {"calendars", offsetof(struct planning_run, calendars), json_array},
    {"busy", offsetof(struct planning_run, busy), json_array},
};
#define TEXTS ARRAY_SIZE(texts)
#define VALUES ARRAY_SIZE(values)

static char **run_text_at(const struct planning_run *run, size_t i)
{
	return (char **)((char *)run + texts[i].at);
}

static json_t **run_value_at(const struct planning_run *run, size_t i)
{
	return (json_t **)((char *)run + values[i].at);
}

void planning_run_init(struct planning_run *run, const char *goal)
{
	const int64_t day = clock_now_ms() / 86400000;
	const uint64_t of_goal = hash_bytes(HASH_START, goal, strlen(goal));
	char suffix[8];

	/* The same words on the same day give the same id, so that in a calendar the events of a plan made
	 * again are moved and not doubled. */
	snprintf(suffix, sizeof suffix, "%04x",
	    (unsigned)(hash_bytes(of_goal, &day, sizeof day) & 0xffff));
	*run = (struct planning_run){.id = goal_id(goal, suffix),
	    .goal = text_line(goal, 300),
	    .policy = interaction_policy_default,
	    .tools = json_array(),
	    .self_score = -1};
	for (size_t i = 0; i < VALUES; i++)
		*run_value_at(run, i) = values[i].empty();
	controller_start(&run->controller);
	json_auto_t *table = config_table_usable("roadmaps.yaml");

	controller_caps_read(&run->caps, json_map(table, "caps"));
	confidence_rules_read(&run->rules, json_map(table, "confidence"));
}

void planning_run_free(struct planning_run *run)
{
	for (size_t i = 0; i < TEXTS; i++)
		free(*run_text_at(run, i));
	for (size_t i = 0; i < VALUES; i++)
		json_decref(*run_value_at(run, i));
	json_decref(run->tools);
	json_decref(run->result);
	*run = (struct planning_run){0};
}

json_t *planning_run_json(const struct planning_run *run)
{
	json_t *o = json_object();

	for (size_t i = 0; i < TEXTS; i++)
		json_put_str(o, texts[i].key, *run_text_at(run, i));
	json_put(o, "controller", controller_json(&run->controller));
	json_put(o, "policy", interaction_policy_json(&run->policy));
	for (size_t i = 0; i < VALUES; i++)
		json_put(o, values[i].key, json_incref(*run_value_at(run, i)));
	json_put_str(o, "wait", waits[run->wait]);
	return o;
}

static void take_value(json_t **into, json_t *value)
{
	if (!value || json_typeof(value) != json_typeof(*into))
		return;
	json_decref(*into);
	*into = json_deep_copy(value);
}

bool planning_run_read(struct planning_run *run, const json_t *value)
{
	const char *goal = json_str(value, "goal", ""), *wait = json_str(value, "wait", "");

	planning_run_init(run, goal);
	if (!*goal || !controller_read(&run->controller, json_map(value, "controller"))) {
		planning_run_free(run);
		return false;
	}
	for (size_t i = 0; i < TEXTS; i++)
		string_set(
		    run_text_at(run, i), json_str(value, texts[i].key, *run_text_at(run, i)));
	interaction_policy_merge(&run->policy, json_map(value, "policy"));
	for (size_t i = 0; i < VALUES; i++)
		take_value(run_value_at(run, i), json_object_get(value, values[i].key));
	run->wait = (enum planning_wait)reader_word(waits, ARRAY_SIZE(waits), wait, WAIT_NOTHING);
	return true;
}

void planning_frame_take(json_t *to, const json_t *from, bool over)
{
	static const char *const keys[] = {"timezone", "start", "deadline", "hours",
	    "hours_per_day", "exceptions", "holidays", "resources", "profile"};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		json_t *value = json_object_get(from, keys[i]);

		if (value)
			json_object_set_new(to, keys[i], json_deep_copy(value));
		else if (over)
			json_object_del(to, keys[i]);
	}
}

void planning_run_from_document(struct planning_run *run, json_t *document)
{
	planning_run_init(run, json_str(document, "goal", "a plan"));
	string_set(&run->id, json_str(document, "id", "plan"));
	json_t *outline = json_pack("{s:s, s:O*, s:o*}", "goal", run->goal, "pattern",
	    json_object_get(document, "pattern"), "nodes",
	    json_deep_copy(json_list(document, "nodes")));
	json_t *context = json_pack("{s:s}", "goal", run->goal);
	planning_frame_take(context, document, false);
	planning_artifact_put(run, "context", context);
	planning_artifact_put(run, "outline", outline);
	planning_artifact_put(run, "roadmap", json_deep_copy(document));
	take_value(&run->busy, json_list(document, "busy"));
	run->controller.state = STATE_COMPLETE;
	run->controller.resume = STATE_SEEK_APPROVAL;
}

const json_t *planning_artifact(const struct planning_run *run, const char *name)
{
	return json_object_get(run->artifacts, name);
}

json_t *planning_newest(const struct planning_run *run)
{
	json_t *newest = NULL;

	for (size_t i = 0; i < ARTIFACTS; i++) {
		json_t *value = json_object_get(run->artifacts, artifact_rows[i].name);

		newest = value ? value : newest;
	}
	return newest ? json_incref(newest) : json_null();
}

void planning_artifact_put(struct planning_run *run, const char *name, json_t *value)
{
	/* The artefacts that carry the pattern. */
	static const char *const carriers[] = {"context", "outline", "roadmap"};
	bool behind = false, drops = false;

	for (size_t i = 0; i < ARTIFACTS; i++) {
		if (behind && drops)
			json_object_del(run->artifacts, artifact_rows[i].name);
		if (strcmp(artifact_rows[i].name, name) == 0) {
			behind = true;
			drops = artifact_rows[i].drops;
		}
	}
	json_object_set_new(run->artifacts, name, value);
	json_t *pattern = json_object_get(run->artifacts, "pattern");
	for (size_t i = 0; pattern && i < ARRAY_SIZE(carriers); i++)
		json_object_set(json_object_get(run->artifacts, carriers[i]), "pattern", pattern);
}

void planning_pattern_approve(struct planning_run *run)
{
	json_t *pattern = json_deep_copy(planning_artifact(run, "pattern"));

	if (!pattern)
		return;
	pattern_approve(pattern);
	planning_artifact_put(run, "pattern", pattern);
}

const char *planning_product(enum controller_state state)
{
	static const char *const products[STATE_COUNT] = {[STATE_COLLECT_CONTEXT] = "context",
	    [STATE_DRAFT_OUTLINE] = "outline",
	    [STATE_VALIDATE_OUTLINE] = "outline",
	    [STATE_DRAFT_ROADMAP] = "roadmap",
	    [STATE_VALIDATE_ROADMAP] = "roadmap",
	    [STATE_DRAFT_SCHEDULE] = "schedule",
	    [STATE_VALIDATE_SCHEDULE] = "schedule",
	    [STATE_SEEK_APPROVAL] = "schedule"};

	return products[state];
}

bool planning_drafts(enum controller_state state)
{
	return state == STATE_COLLECT_CONTEXT || state == STATE_DRAFT_OUTLINE ||
	       state == STATE_DRAFT_ROADMAP || state == STATE_DRAFT_SCHEDULE;
}

void planning_adapted(struct planning_run *run, const char *text, const char *why)
{
	json_array_append_new(run->adaptations,
	    json_pack("{s:s, s:s, s:s}", "stage", controller_state_name(run->controller.state),
		"text", text, "why", why));
}

bool planning_allowed(const struct planning_run *run, const char *what)
{
	return run->unattended || json_flag(run->allowed, what, false);
}

void planning_allow(struct planning_run *run, const char *what)
{
	json_object_set_new(run->allowed, what, json_true());
}

/* ---- Documents and what is wrong with them ------------------------------------------------- */

json_t *planning_document(const struct planning_run *run)
{
	const json_t *roadmap = planning_artifact(run, "roadmap");
	json_t *document = json_deep_copy(roadmap ? roadmap : planning_artifact(run, "outline"));

	if (document && !roadmap)
		planning_frame_take(document, planning_artifact(run, "context"), false);
	return document;
}

bool planning_roadmap(const struct planning_run *run, struct roadmap *out, struct buf *wrong)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_auto_t *document = planning_document(run);
	bool ok = document && roadmap_read(out, document, run->id, NULL, &problems);

	for (size_t i = 0; i < problems.count; i++)
		buf_addf(wrong, "%s\n", problems.list[i].text);
	if (!document)
		buf_adds(wrong, "there is no outline yet\n");
	return ok;
}

json_t *planning_check(const struct planning_run *run)
{
	json_auto_t *patterns = config_table_usable("patterns.yaml");
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};
	freed_by(roadmap_free) struct roadmap r = {0};
	auto_buf wrong = BUF_INIT;

	if (!planning_roadmap(run, &r, &wrong))
		return json_pack("{s:b, s:f, s:b, s:[{s:s, s:s}]}", "valid", 0, "confidence", 0.0,
		    "pattern_rfc_required", 0, "violations", "code", "unreadable", "text",
		    buf_str(&wrong));
	const bool ok = roadmap_validate(&r, patterns, &v);
	return json_pack("{s:b, s:f, s:b, s:o}", "valid", ok, "confidence",
	    roadmap_violations_score(&r, &v), "pattern_rfc_required",
	    v.rfc_pending && !planning_allowed(run, "rfc"), "violations",
	    roadmap_violations_json(&r, &v));
}

/* Applies the first fix there is and records it, such as "'done': remove duration", since later readers do not see
 * the draft. False: there is none. */
static bool mend_one(struct planning_run *run, const json_t *patterns)
{
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};
	freed_by(roadmap_free) struct roadmap r = {0};
	auto_buf wrong = BUF_INIT;
	bool mended = false;

	if (!planning_roadmap(run, &r, &wrong))
		return false;
	roadmap_validate(&r, patterns, &v);
	for (size_t i = 0; i < v.count && !mended; i++) {
		const int node = v.list[i].node;
		const char *id = node >= 0 ? r.outline.nodes[node].id : NULL;
		auto_free char *fix = roadmap_fix_text(&r, &v.list[i]);
		auto_free char *text =
		    xasprintf(id ? "'%s': %s" : "%s%s", id ? id : "", fix ? fix : "mended");

		mended = roadmap_fix_apply(&r, &v.list[i]);
		if (mended)
			planning_adapted(run, text, v.list[i].text);
	}
	if (mended && planning_artifact(run, "roadmap"))
		json_object_set(run->artifacts, "roadmap", r.document);
	else if (mended) /* only its nodes: the rest is the context's */
		json_object_set(json_object_get(run->artifacts, "outline"), "nodes",
		    json_list(r.document, "nodes"));
	return mended;
}

int planning_mend(struct planning_run *run)
{
	json_auto_t *patterns = config_table_usable("patterns.yaml");
	int count = 0;

	while (count < MENDED_MOST && mend_one(run, patterns))
		count++;
	return count;
}
