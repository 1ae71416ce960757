/* SPDX-License-Identifier: MIT
 * Folds a turn's events into its context capsule. Findings are the answer's first lines, then "CALL: first line of its
 * result", of which the newest are kept, since later steps know more; what the model says beside its calls is none.
 * Artifacts are the files written, one entry each however often.
 */

#include "agent/state/capsule.h"

#include "base/base.h"
#include "session/event/event_data.h"

struct capsule_limits capsule_limits_of(const struct settings *s)
{
	return (struct capsule_limits){
	    .line = (size_t)setting_int(s, "capsule.line_chars"),
	    .answer = (size_t)setting_int(s, "capsule.answer_chars"),
	    .findings = (size_t)setting_int(s, "capsule.max_findings"),
	    .artifacts = (size_t)setting_int(s, "capsule.max_artifacts"),
	    .actions = (size_t)setting_int(s, "capsule.max_actions"),
	};
}

void capsule_init(struct capsule *c, const struct capsule_limits *limits)
{
	*c = (struct capsule){
	    .limits = *limits,
	    .acts = json_object(),
	    .findings = json_array(),
	    .artifacts = json_array(),
	};
}

void capsule_free(struct capsule *c)
{
	json_decref(c->acts);
	json_decref(c->findings);
	json_decref(c->artifacts);
	*c = (struct capsule){0};
}

/* ---- Findings ----------------------------------------------------------------------------- */

static void add_finding(struct capsule *c, const char *text)
{
	auto_free char *line = text_line(text, c->limits.line);
	json_t *value = json_string(line);

	json_each_at (i, other, c->findings)
		if (json_equal(value, other)) {
			json_array_remove(c->findings, i);
			break;
		}
	if (json_string_length(value))
		json_array_append(c->findings, value);
	json_decref(value);
	if (json_array_size(c->findings) > c->limits.findings)
		json_array_remove(c->findings, 0);
}

/* Returns the answer's first lines: whole ones as long as they fit, else the beginning of the
 * first. */
static char *answer_lines(const char *answer, size_t max)
{
	struct buf out = BUF_INIT;
	size_t used = 0;

	for (const char *s = answer, *end; *s; s = *end ? end + 1 : end) {
		end = strchrnul(s, '\n');
		auto_free char *copy = xstrndup(s, (size_t)(end - s));
		auto_free char *line = text_line(copy, max);
		size_t chars = (size_t)text_width(line, strlen(line));
		if (*line && (used == 0 || used + chars <= max)) {
			buf_addf(&out, "%s%s", used ? "\n" : "", line);
			used += chars + 1;
		} else if (*line) {
			used = max;
		}
		if (used >= max)
			break;
	}
	return buf_take(&out);
}

/* ---- Artifacts ---------------------------------------------------------------------------- */

static json_t *artifact_of(struct capsule *c, const char *type, const char *ref)
{
	json_each (artifact, c->artifacts)
		if (strcmp(json_str(artifact, "type", ""), type) == 0 &&
		    strcmp(json_str(artifact, "ref", ""), ref) == 0)
			return artifact;
	if (json_array_size(c->artifacts) >= c->limits.artifacts)
		return NULL;
	json_t *made = json_pack("{s:s, s:s}", "type", type, "ref", ref);
	json_array_append_new(c->artifacts, made);
	return made;
}

/* Takes the data of write_file and edit_file. */
static void take_written(struct capsule *c, const json_t *data)
{
	const char *path = json_str(data, "path", NULL);
	json_t *artifact;

	if (!path || !json_object_get(data, "added") || !(artifact = artifact_of(c, "file", path)))
		return;
	int64_t added = json_int(artifact, "added", 0) + json_int(data, "added", 0);
	int64_t removed = json_int(artifact, "removed", 0) + json_int(data, "removed", 0);
	if (json_flag(data, "created", false))
		json_put(artifact, "created", json_true());
	json_put_int(artifact, "added", added);
	json_put_int(artifact, "removed", removed);
	auto_free char *summary =
	    xasprintf("%s+%lld -%lld", json_flag(artifact, "created", false) ? "created, " : "",
		(long long)added, (long long)removed);
	json_put_str(artifact, "summary", summary);
}

static void take_result(struct capsule *c, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);
	const char *act = json_str(c->acts, result.call, NULL);

	if (!result.quiet && ev->summary && *ev->summary) {
		auto_free char *text =
		    act ? xasprintf("%s: %s", act, ev->summary) : xstrdup(ev->summary);
		add_finding(c, text);
	}
	if (!result.ok)
		return;
	take_written(c, result.data);
	json_each (file, json_list(result.data, "files"))
		take_written(c, file);
	/* What a delegate wrote counts as written by the turn. */
	json_each (theirs, json_list(json_map(result.data, "capsule"), "artifacts")) {
		json_t *ours =
		    artifact_of(c, json_str(theirs, "type", ""), json_str(theirs, "ref", ""));
		if (ours)
			json_object_update(ours, theirs);
	}
}

void capsule_take(struct capsule *c, const struct event *ev)
{
	if (ev->type == EVENT_TURN_START) {
		json_object_clear(c->acts);
		json_array_clear(c->findings);
		json_array_clear(c->artifacts);
	} else if (ev->type == EVENT_TOOL_CALL)
		json_put_str(c->acts, event_read_tool_call(ev->data).call, ev->summary);
	else if (ev->type == EVENT_TOOL_RESULT)
		take_result(c, ev);
}

json_t *capsule_data(
    const struct capsule *c, const char *goal, const char *answer, const struct plan *plan)
{
	auto_free char *first = answer_lines(answer ? text_spoken(answer) : "", c->limits.answer);
	auto_free char *line = text_line(goal ? goal : "", c->limits.line);
	json_t *findings = json_copy(c->findings), *open = json_array();

	if (plan->status == PLAN_ACTIVE)
		for (const struct todo *i = plan->items; i < plan->items + plan->count; i++)
			if (todo_open(i) && json_array_size(open) < c->limits.actions)
				json_array_append_new(open, json_string(i->content));
	if (*first) {
		if (json_array_size(findings) >= c->limits.findings)
			json_array_remove(findings, 0);
		json_array_insert_new(findings, 0, json_string(first));
	}
	return event_build_capsule(&(struct event_capsule){
	    .goal = line,
	    .plan = plan->status == PLAN_NONE ? NULL : plan_snapshot(plan),
	    .key_findings = findings,
	    .artifacts = json_deep_copy(c->artifacts),
	    .next_actions = open,
	});
}

char *capsule_line(const json_t *capsule)
{
	const struct event_capsule c = event_read_capsule(capsule);
	size_t findings = json_array_size(c.key_findings), artifacts = json_array_size(c.artifacts);

	return xasprintf("%zu finding%s, %zu artifact%s, %zu open", findings,
	    text_plural(findings, "", "s"), artifacts, text_plural(artifacts, "", "s"),
	    json_array_size(c.next_actions));
}

json_t *capsule_brief(const json_t *capsule)
{
	json_t *brief = json_copy((json_t *)capsule), *plan = json_map(capsule, "plan");

	if (!plan) {
		json_object_del(brief, "plan");
		return brief;
	}
	json_t *items = json_array();
	json_each (item, json_list(plan, "items"))
		json_array_append_new(
		    items, json_pack("{s:s, s:s}", "content", json_str(item, "content", ""),
			       "status", json_str(item, "status", "")));
	json_put(brief, "plan",
	    json_pack("{s:s, s:o}", "status", json_str(plan, "status", ""), "items", items));
	return brief;
}

/* ---- From another process ------------------------------------------------------------------ */

static json_t *lines_foreign(json_t *list, size_t max, size_t chars)
{
	json_t *out = json_array();

	json_each (value, list) {
		if (!json_is_string(value) || json_array_size(out) >= max)
			continue;
		auto_free char *line = answer_lines(json_string_value(value), chars);
		json_array_append_new(out, json_string(line));
	}
	return out;
}

static json_t *artifacts_foreign(json_t *list, const struct capsule_limits *limits)
{
	static const char *const members[] = {"type", "ref", "summary"};
	json_t *out = json_array();

	json_each (value, list) {
		json_auto_t *artifact = json_object();

		for (size_t k = 0; k < 3; k++) {
			auto_free char *line =
			    text_line(json_str(value, members[k], ""), limits->line);

			json_put_str(artifact, members[k], line);
		}
		if (json_array_size(out) < limits->artifacts && *json_str(artifact, "type", "") &&
		    *json_str(artifact, "ref", ""))
			json_array_append(out, artifact);
	}
	return out;
}

json_t *capsule_foreign(const json_t *data, const struct capsule_limits *limits)
{
	const struct event_capsule c = event_read_capsule(data);
	auto_free char *goal = text_line(c.goal ? c.goal : "", limits->line);
	freed_by(plan_free) struct plan plan = {0};
	return event_build_capsule(&(struct event_capsule){
	    .goal = goal,
	    .plan = c.plan && plan_load(&plan, c.plan, NULL) ? plan_snapshot(&plan) : NULL,
	    .key_findings = lines_foreign(c.key_findings, limits->findings, limits->answer),
	    .artifacts = artifacts_foreign(c.artifacts, limits),
	    .next_actions = lines_foreign(c.next_actions, limits->actions, limits->line),
	});
}
