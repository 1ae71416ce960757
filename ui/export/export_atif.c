/* SPDX-License-Identifier: MIT
 * A session as a trajectory in the Agent Trajectory Interchange Format, version 1.7: a step for each message,
 * with the results of its calls and its usage. What was imported from such a file comes out as it went in.
 */
#include <time.h>

#include "base/base.h"
#include "base/secret.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "ui/export/exporter.h"

#define ATIF_VERSION "ATIF-v1.7"

struct trajectory { /* all (owned) but job and last */
	const struct export_job *job;
	json_t *start, *steps; /* data of session_start; array of steps */
	json_t *calls;	       /* object: id of a call → its step */
	json_t *last;	       /* the model's last step */
};

/* Returns extra.agent of an object, borrowed, made if missing: our place for what the format lacks. */
static json_t *ours(json_t *of)
{
	return json_map_made(json_map_made(of, "extra"), "agent");
}

static json_t *step_add(
    struct trajectory *t, int64_t at_ms, const char *source, const char *message)
{
	const time_t seconds = (time_t)(at_ms / 1000);
	struct tm tm;
	char text[40];
	gmtime_r(&seconds, &tm);
	const size_t n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(text + n, sizeof text - n, ".%03dZ", (int)(at_ms % 1000));
	json_t *step =
	    json_pack("{s:I, s:s, s:s, s:s*}", "step_id", (json_int_t)json_array_size(t->steps) + 1,
		"timestamp", text, "source", source, "message", message);
	json_array_append_new(t->steps, step);
	return step;
}

/* Returns the text of a blob, secrets replaced; NULL: ref is NULL or not stored. Caller frees. */
static char *blob_text(const struct trajectory *t, const char *ref)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!ref || !store_blob_get(t->job->store, ref, &text, NULL))
		return NULL;
	secret_redact(&text);
	return xstrdup(buf_str(&text));
}

static void take_said(struct trajectory *t, const struct event *ev)
{
	const struct event_message m = event_read_message(ev->data);
	const bool model = strcmp(m.role, "assistant") == 0;
	auto_free char *text = message_text(ev->data);
	json_t *step = step_add(t, ev->at_ms, model ? "agent" : "user", text);
	auto_buf thought = BUF_LIMIT(BUF_UNBOUNDED);

	if (m.kind)
		json_put_str(ours(step), "kind", m.kind);
	if (!model)
		return;
	if (export_thinking(t->job, ev, &thought))
		json_put_str(step, "reasoning_content", buf_str(&thought));
	json_each (part, m.parts)
		if (part_type(part) == PART_CALL) {
			const struct event_call_part p = event_read_call_part(part);
			json_t *args = json_parse_foreign(p.arguments, strlen(p.arguments), NULL);
			if (!json_is_object(args)) {
				json_decref(args);
				args = json_pack("{s:s}", "arguments", p.arguments);
			}
			json_array_append_new(json_list_made(step, "tool_calls"),
			    json_pack("{s:s, s:s, s:o}", "tool_call_id", p.call, "function_name",
				p.tool, "arguments", args));
			json_put(t->calls, p.call, json_incref(step));
		}
	t->last = step;
}

static void tally(json_t *to, const char *key, int64_t n)
{
	if (n > 0 || json_object_get(to, key))
		json_put_int(to, key, json_int(to, key, 0) + n);
}

static void take_spent(struct trajectory *t, const struct event *ev)
{
	const struct event_usage u = event_read_usage(ev->data);

	if (!t->last || !u.role || strcmp(u.role, "turn") != 0)
		return;
	json_t *metrics = json_map_made(t->last, "metrics");
	json_put_int(metrics, "prompt_tokens", json_int(metrics, "prompt_tokens", 0) + u.input);
	json_put_int(
	    metrics, "completion_tokens", json_int(metrics, "completion_tokens", 0) + u.output);
	tally(metrics, "cached_tokens", u.cached);
	if (u.cost_usd == u.cost_usd)
		json_put(
		    metrics, "cost_usd", json_real(json_num(metrics, "cost_usd", 0) + u.cost_usd));
	if (u.written > 0)
		tally(ours(metrics), "written", u.written);
	if (u.reasoning > 0)
		tally(ours(metrics), "reasoning", u.reasoning);
	if (u.model)
		json_put_str(t->last, "model_name", u.model);
}

static void take_step(void *ctx, const struct event *ev)
{
	struct trajectory *t = ctx;

	if (ev->type == EVENT_SESSION_START && !t->start) {
		auto_free char *system = blob_text(t, event_read_session_start(ev->data).system);
		t->start = json_incref(ev->data);
		if (system)
			step_add(t, ev->at_ms, "system", system);
	} else if (ev->type == EVENT_MESSAGE) {
		take_said(t, ev);
	} else if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result r = event_read_tool_result(ev->data);
		json_t *taken = json_object_get(t->calls, r.call);
		json_t *result = json_pack(
		    "{s:s, s:s}", "source_call_id", r.call, "content", r.text ? r.text : "");
		if (!r.ok)
			json_put(ours(result), "ok", json_false());
		if (taken)
			json_array_append(
			    json_list_made(json_map_made(taken, "observation"), "results"), result);
		json_decref(result);
	} else if (ev->type == EVENT_USAGE) {
		take_spent(t, ev);
	} else if (ev->type == EVENT_COMPACTION && event_read_compaction(ev->data).summary) {
		json_t *step =
		    step_add(t, ev->at_ms, "system", event_read_compaction(ev->data).summary);

		json_put_str(ours(step), "kind", "summary");
	}
}

static json_t *agent_of(const struct trajectory *t, const struct event_session_start *start)
{
	const char *name = json_str(start->imported, "agent", NULL);
	auto_free char *tools = blob_text(t, start->tools);

	return json_pack("{s:s, s:s*, s:s*, s:o*}", "name", name ? name : "agent", "version",
	    name ? json_str(start->imported, "version", "unknown") : start->version, "model_name",
	    start->model, "tool_definitions",
	    tools ? json_parse_foreign(tools, strlen(tools), NULL) : NULL);
}

static json_t *totals_of(const struct trajectory *t)
{
	json_t *totals = json_object();
	double cost = 0;
	bool priced = false;

	json_each (step, t->steps) {
		const json_t *m = json_map(step, "metrics");

		tally(totals, "total_prompt_tokens", json_int(m, "prompt_tokens", 0));
		tally(totals, "total_completion_tokens", json_int(m, "completion_tokens", 0));
		tally(totals, "total_cached_tokens", json_int(m, "cached_tokens", 0));
		cost += json_num(m, "cost_usd", 0);
		priced |= json_object_get(m, "cost_usd") != NULL;
	}
	if (priced)
		json_put(totals, "total_cost_usd", json_real(cost));
	json_put_int(totals, "total_steps", (int64_t)json_array_size(t->steps));
	return totals;
}

static bool write_trajectory(const struct export_job *job, struct error *e)
{
	struct trajectory t = {.job = job, .steps = json_array(), .calls = json_object()};
	const bool ok = export_events(job, take_step, &t, e);
	const struct event_session_start start = event_read_session_start(t.start);
	const json_t *rest = json_map(start.imported, "rest");
	json_auto_t *root =
	    json_pack("{s:s, s:s, s:o*}", "schema_version", ATIF_VERSION, "session_id",
		rest ? json_str(start.imported, "session", "") : json_str(job->row, "id", ""),
		"agent", rest ? json_incref(json_map(rest, "agent")) : agent_of(&t, &start));

	json_each (step, t.steps) {
		/* Members have one order, whenever they were added. */
		static const char *const last[] = {"observation", "metrics", "model_name", "extra"};
		for (size_t i = 0; i < ARRAY_SIZE(last); i++) {
			json_t *member = json_incref(json_object_get(step, last[i]));
			json_object_del(step, last[i]);
			json_put(step, last[i], member);
		}
	}
	json_put(root, "steps", t.steps);
	json_put(root, "final_metrics", totals_of(&t));
	json_members (key, value, rest)
		if (strcmp(key, "agent") != 0)
			json_object_set(root, key, value);
	if (!rest) {
		json_put_str(ours(root), "cwd", start.cwd);
		json_put_str(ours(root), "title", json_str(job->row, "title", NULL));
	}
	auto_free char *text = json_line(root);
	if (ok)
		fprintf(job->out, "%s\n", text);
	json_decref(t.start);
	json_decref(t.calls);
	return ok && export_flushed(job, e);
}

const struct exporter export_atif = {"atif", ".atif.json", write_trajectory};
