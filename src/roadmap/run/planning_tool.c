/* SPDX-License-Identifier: MIT
 * The runner of the planner's tools: the order of the calls of one reply, the cache of results, and how each call
 * is prepared, finished and reported.
 */
#include "roadmap/run/planning_tool.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "session/event/event_data.h"

#define SUMMARY_CHARS 160

const struct tool *const planning_tools[] = {
    &planning_elicit_context.tool,
    &planning_probe_preference.tool,
    &planning_brainstorm.tool,
    &planning_select_pattern.tool,
    &planning_generate_nodes.tool,
    &planning_check_plan.tool,
    &planning_craft_options.tool,
    &planning_resolve_dependencies.tool,
    &planning_build_roadmap.tool,
    &planning_edit_roadmap.tool,
    &planning_generate_schedule.tool,
    &planning_probe_portfolio.tool,
    &planning_summarise_plan.tool,
    &planning_request_approval.tool,
    NULL,
};

static const struct planning_tool *planning_tool_of(const struct tool *tool)
{
	return (const struct planning_tool *)((const char *)tool -
					      offsetof(struct planning_tool, tool));
}

bool planning_tool_in_stage(const struct tool *tool, enum controller_state stage, char **why)
{
	auto_buf others = BUF_INIT;

	*why = NULL;
	if (planning_tool_of(tool)->stages & IN_STAGE(stage))
		return true;
	for (size_t i = 0; planning_tools[i]; i++)
		if (planning_tool_of(planning_tools[i])->stages & IN_STAGE(stage))
			buf_addf(&others, "%s%s", others.len ? ", " : "", planning_tools[i]->name);
	*why = xasprintf("not run: '%s' is no tool of the stage %s; those of it are: %s",
	    tool->name, controller_state_name(stage), buf_str(&others));
	return false;
}

/* ---- Order --------------------------------------------------------------------------------- */

static bool list_names(const char *const *list, const char *name)
{
	for (; list && *list; list++)
		if (strcmp(*list, name) == 0)
			return true;
	return false;
}

/* Whether tool i needs an artefact that is missing and that another tool, not placed yet, makes. */
static bool waits_for_another(const struct planning_run *run, const struct tool *const *tools,
    size_t count, const bool *placed, size_t i)
{
	for (const char *const *need = tools[i] ? tools[i]->prerequisites : NULL; need && *need;
	     need++)
		for (size_t k = 0; !planning_artifact(run, *need) && k < count; k++)
			if (k != i && !placed[k] && tools[k] &&
			    list_names(tools[k]->produces, *need))
				return true;
	return false;
}

void planning_tool_order(
    const struct planning_run *run, const struct tool *const *tools, size_t count, size_t *order)
{
	auto_free bool *placed = xcalloc(count + 1, sizeof *placed);

	for (size_t at = 0; at < count; at++) {
		size_t next = count;

		for (size_t i = 0; i < count && next == count; i++)
			if (!placed[i] && !waits_for_another(run, tools, count, placed, i))
				next = i;
		/* If calls need each other in a circle, the first one left is run, and is refused for what
		 * it lacks. */
		for (size_t i = 0; i < count && next == count; i++)
			if (!placed[i])
				next = i;
		placed[next] = true;
		order[at] = next;
	}
}

/* ---- Cache --------------------------------------------------------------------------------- */

static uint64_t hash_json(uint64_t hash, const json_t *value)
{
	auto_free char *text =
	    value ? json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY) : NULL;

	return hash_bytes(hash, text ? text : "", text ? strlen(text) : 0);
}

void planning_tool_key(const struct planning_run *run, const struct planning_tool *row,
    const json_t *args, char key[PLANNING_KEY_ROOM])
{
	json_auto_t *policy = interaction_policy_json(&run->policy);
	uint64_t hash = hash_bytes(HASH_START, row->tool.name, strlen(row->tool.name) + 1);

	hash = hash_json(hash, args);
	hash = hash_json(hash, policy);
	hash = hash_bytes(hash, run->goal, strlen(run->goal) + 1);
	if (run->model)
		hash = hash_bytes(hash, run->model, strlen(run->model) + 1);
	for (const char *const *need = row->tool.prerequisites; need && *need; need++)
		hash = hash_json(hash, planning_artifact(run, *need));
	hash = hash_json(hash, planning_artifact(run, "context"));
	hash = hash_json(hash, run->busy);
	snprintf(key, PLANNING_KEY_ROOM, "%016" PRIx64, hash);
}

/* ---- One call ------------------------------------------------------------------------------ */

static void call_release(struct planning_call *p)
{
	p->call->state = NULL;
	if (p->row->stop)
		p->row->stop(p);
	json_decref(p->explanations);
	json_decref(p->data);
	json_decref(p->made);
	free(p);
}

/* Ends a call and frees p: sets the result, and puts what was made into the run. */
static void call_end(struct planning_call *p, bool ok)
{
	struct call *c = p->call;
	json_auto_t *said = json_pack("{s:b, s:f, s:O, s:O}", "ok", ok, "confidence", p->confidence,
	    "explanations", p->explanations, "data", p->data);
	auto_free char *text = json_line(said);
	const char *first = json_string_value(json_array_get(p->explanations, 0));

	result_text(c, text, strlen(text));
	c->result.ok = ok;
	c->result.confidence = p->confidence;
	c->result.explanations = json_incref(p->explanations);
	c->result.data = json_incref(p->data);
	free(c->result.summary);
	c->result.summary = text_line(first ? first : ok ? "done" : "failed", SUMMARY_CHARS);
	if (ok)
		p->run->self_score = json_num(p->args, "confidence", p->run->self_score);
	json_decref(p->run->result);
	p->run->result = json_incref(p->data);
	json_members (artifact, value, p->made)
		planning_artifact_put(p->run, artifact, json_deep_copy(value));
	json_array_append_new(
	    p->run->tools, json_pack("{s:s, s:b, s:f, s:I}", "tool", p->row->tool.name, "ok", ok,
			       "confidence", p->confidence, "duration_ms",
			       (json_int_t)((clock_mono_us() - c->started_us) / 1000)));
	call_release(p);
	call_finish(c);
}

void planning_done(struct planning_call *p)
{
	if (!p->row->fresh)
		json_object_set_new(p->run->memo, p->key,
		    json_pack("{s:s, s:f, s:O, s:O, s:O}", "tool", p->row->tool.name, "confidence",
			p->confidence, "explanations", p->explanations, "data", p->data, "made",
			p->made));
	call_end(p, true);
}

void planning_fail(struct planning_call *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *why = xvasprintf(fmt, ap);
	va_end(ap);
	json_array_insert_new(p->explanations, 0, json_text(why, strlen(why)));
	p->confidence = 0;
	json_object_clear(p->made);
	call_end(p, false);
}

void planning_fail_of(struct planning_call *p, const char *words, const struct problems *problems)
{
	auto_buf wrong = BUF_INIT;

	problems_texts(problems, "; ", &wrong);
	planning_fail(p, "%s: %s", words, buf_str(&wrong));
}

void planning_explain(struct planning_call *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *line = xvasprintf(fmt, ap);
	va_end(ap);
	json_array_append_new(p->explanations, json_text(line, strlen(line)));
}

void planning_make(struct planning_call *p, const char *artifact, json_t *value)
{
	json_object_set_new(p->made, artifact, value);
}

bool planning_fits(
    struct planning_call *p, enum contract contract, const char *name, const json_t *document)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	freed_by(roadmap_free) struct roadmap r = {0};

	if (contract_check(contract, document, name, NULL, &problems) &&
	    roadmap_read(&r, document, name, NULL, &problems))
		return true;
	auto_free char *words = xasprintf("the %s breaks its contract", name);
	planning_fail_of(p, words, &problems);
	return false;
}

/* Returns a text on the first prerequisite that is missing and the tool that makes it. Caller frees; NULL:
 * none is missing. */
static char *call_lacks(const struct planning_call *p)
{
	for (const char *const *need = p->row->tool.prerequisites; need && *need; need++) {
		if (planning_artifact(p->run, *need))
			continue;
		for (size_t i = 0; planning_tools[i]; i++)
			if (list_names(planning_tools[i]->produces, *need))
				return xasprintf(
				    "needs '%s', which is not there yet: call %s first", *need,
				    planning_tools[i]->name);
		return xasprintf("needs '%s', which is not there yet", *need);
	}
	return NULL;
}

void planning_tool_start(struct call *c)
{
	struct planning_call *p = xcalloc(1, sizeof *p);

	*p = (struct planning_call){.call = c,
	    .row = planning_tool_of(c->tool),
	    .run = c->host->planning,
	    .args = c->args,
	    .confidence = json_num(c->args, "confidence", 1),
	    .explanations = json_array(),
	    .data = json_object(),
	    .made = json_object()};
	c->state = p;
	auto_free char *lack = call_lacks(p);
	planning_tool_key(p->run, p->row, p->args, p->key);
	const json_t *memo = p->row->fresh ? NULL : json_object_get(p->run->memo, p->key);
	if (lack) {
		planning_fail(p, "%s %s", c->tool->name, lack);
	} else if (memo) {
		json_array_extend(p->explanations, json_list(memo, "explanations"));
		json_object_update(p->data, json_map(memo, "data"));
		json_object_update(p->made, json_map(memo, "made"));
		p->confidence = json_num(memo, "confidence", 1);
		call_end(p, true);
	} else {
		p->row->run(p);
	}
}

bool planning_tool_step(struct call *c)
{
	struct planning_call *p = c->state;

	return p->row->step(p);
}

void planning_tool_answer(struct call *c, const json_t *answer)
{
	struct planning_call *p = c->state;

	if (planning_answered(answer))
		controller_renew(&p->run->controller);
	p->row->answer(p, answer);
}

void planning_tool_stop(struct call *c)
{
	call_release(c->state);
}

/* ---- Asking -------------------------------------------------------------------------------- */

bool planning_can_ask(const struct planning_call *p)
{
	return !p->run->unattended && session_can_ask(p->call->host->session);
}

void planning_ask(struct planning_call *p, json_t *question)
{
	json_put_str(question, "call", p->call->id);
	p->call->question = question;
}

const char *planning_answered(const json_t *data)
{
	const struct event_answer answer = event_read_answer(data);
	const char *text = answer.text, *choice = answer.choice;

	if (text && *text)
		return text;
	return *choice && strcmp(choice, "denied") != 0 && strcmp(choice, "cancelled") != 0 ? choice
											    : NULL;
}
