/* SPDX-License-Identifier: MIT
 * Writes the events of turns and replies. A reply is written when something else follows it, since it may come in
 * several records; then come its usage, its calls, plans among them, and their results.
 */
#include "foreign/foreign_turn.h"

#include "base/base.h"
#include "foreign/foreign_table.h"
#include "llm/model/price.h"
#include "llm/wire/reply.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

void foreign_writer_begin(struct foreign_writer *w, struct store *store, struct foreign_file *file,
    const struct settings *settings, const char *id, struct error *e)
{
	*w = (struct foreign_writer){.store = store,
	    .file = file,
	    .settings = settings,
	    .e = e,
	    .tools = tool_set_new(),
	    .open = json_object(),
	    .files = json_object()};
	snprintf(w->id, sizeof w->id, "%s", id);
	w->plan = (struct plan){0};
	tool_set_add(w->tools, workspace_tools);
	tool_set_add(w->tools, plan_tools);
	tool_set_add(w->tools, patch_tools);
}

static void reply_drop(struct foreign_reply *r)
{
	json_decref_all(r->parts, r->results, r->usage);
	free_all(r->group, r->model);
	*r = (struct foreign_reply){0};
}

void foreign_writer_free(struct foreign_writer *w)
{
	reply_drop(&w->reply);
	plan_free(&w->plan);
	tool_set_free(w->tools);
	json_decref_all(w->open, w->files);
	free_all(w->prompt, w->answer);
}

/* ---- The session ----------------------------------------------------------------------------------- */

/* Returns the user's first prompt in a line; NULL: there is none. Caller frees. */
static char *first_prompt(const struct foreign_file *f)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct foreign_record *r = &f->list[i];
		auto_buf text = BUF_INIT;

		if (r->aside || !foreign_is(r->row, "user"))
			continue;
		foreign_words(json_list(f->format, "parts"),
		    foreign_at(r->value, json_object_get(r->row, "content")), &text);
		if (text.len && !foreign_begins(json_list(f->format, "wrappers"), buf_str(&text)))
			return text_line(buf_str(&text), 80);
	}
	return NULL;
}

void foreign_write_start(struct foreign_writer *w, json_t *parent)
{
	const json_t *facts = w->file->facts, *tools = json_list(facts, "tools");
	auto_free char *prompt = first_prompt(w->file);
	auto_free char *tools_line = tools ? json_line(tools) : NULL;
	auto_buf system = BUF_INIT;
	char system_ref[40], tools_ref[40];

	foreign_words(NULL, json_object_get(facts, "system"), &system);
	for (size_t i = 0; !system.len && i < w->file->count; i++)
		if (foreign_is(w->file->list[i].row, "system"))
			foreign_words(json_list(w->file->format, "parts"),
			    foreign_at(w->file->list[i].value,
				json_object_get(w->file->list[i].row, "content")),
			    &system);
	json_t *imported = json_pack("{s:s*, s:o, s:s, s:s, s:s*, s:s*, s:O*}", "session",
	    foreign_fact(w, "id"), "from", json_text(w->file->path, strlen(w->file->path)),
	    "format", w->file->name, "agent",
	    foreign_fact(w, "agent") ? foreign_fact(w, "agent")
				     : json_str(w->file->format, "agent", ""),
	    "version", foreign_fact(w, "version"), "branch", foreign_fact(w, "branch"), "rest",
	    json_object_get(facts, "rest"));
	blob_ref(buf_str(&system), system.len, system_ref);
	blob_ref(tools_line ? tools_line : "", tools_line ? strlen(tools_line) : 0, tools_ref);
	for (size_t i = 0; i < w->file->count && w->at <= 0; i++)
		w->at = foreign_time(
		    foreign_at(w->file->list[i].value, json_object_get(w->file->format, "at")));
	foreign_write_event(w, EVENT_SESSION_START, NULL,
	    event_build_session_start(&(struct event_session_start){
		.id = w->id,
		.title = foreign_fact(w, "title") ? foreign_fact(w, "title") : prompt,
		.cwd = foreign_fact(w, "cwd"),
		.backend = json_str(w->file->format, "agent", ""),
		.model = foreign_fact(w, "model"),
		.version = AGENT_VERSION,
		.system = system.len ? system_ref : NULL,
		.tools = tools_line ? tools_ref : NULL,
		.parent = parent,
		.imported = imported,
	    }));
	free(foreign_kept(w, system.len ? buf_str(&system) : NULL, system.len));
	free(foreign_kept(w, tools_line, tools_line ? strlen(tools_line) : 0));
}

/* ---- Turns ----------------------------------------------------------------------------------------- */

long foreign_exit_of(const struct foreign_writer *w, const char *text)
{
	json_each (words, json_list(w->file->format, "exit")) {
		const char *at = strstr(text, json_string_value(words));

		if (at && at - text < 400)
			return strtol(at + json_string_length(words), NULL, 10);
	}
	return -1;
}

/* Returns a result in a line: of a command its exit status and last line, else its first line. Caller frees. */
static char *result_line(const struct foreign_writer *w, const char *text, const char *class)
{
	const long code = foreign_exit_of(w, text);
	size_t len, from;

	text += strspn(text, "\n");
	if (!class || strcmp(class, tool_class_name(TOOL_RUNS)) != 0)
		return xstrndup(text, strcspn(text, "\n"));
	for (len = strlen(text); len && strchr(" \n", text[len - 1]);)
		len--;
	for (from = len; from && text[from - 1] != '\n';)
		from--;
	auto_free char *last = xstrndup(text + from, len - from);
	return code < 0 || foreign_exit_of(w, last) >= 0 ? xstrdup(last)
							 : xasprintf("exit %ld · %s", code, last);
}

void foreign_result_write(struct foreign_writer *w, const json_t *result)
{
	const char *call = json_str(result, "call", ""), *text = json_str(result, "text", "");
	const json_t *open = json_object_get(w->open, call);
	const char *tool = json_str(open, "tool", NULL), *class = json_str(open, "class", NULL);
	const bool plans = class && strcmp(class, tool_class_name(TOOL_PLANS)) == 0;

	foreign_change_take(w, call, open, result);
	foreign_write_event(w, EVENT_TOOL_RESULT,
	    plans ? xstrdup("plan updated") : result_line(w, text, class),
	    event_build_tool_result(&(struct event_tool_result){
		.call = call,
		.ok = json_flag(result, "ok", true),
		.text = text,
		.tool = tool,
		.quiet = plans,
		.class = class,
		.confidence = -1,
		.duration_ms = -1,
	    }));
	json_object_del(w->open, call);
}

void foreign_turn_close(struct foreign_writer *w, const char *outcome)
{
	json_auto_t *open = json_deep_copy(w->open);

	if (!w->in_turn)
		return;
	json_members (call, tool, open) {
		json_auto_t *cut = json_pack(
		    "{s:s, s:b, s:s}", "call", call, "ok", 0, "text", "interrupted, may have run");

		foreign_result_write(w, cut);
	}
	foreign_write_event(w, EVENT_TURN_END, NULL,
	    event_build_turn_end(&(struct event_turn_end){
		.outcome = outcome,
		.depth = "react",
		.answer = w->answer,
		.totals = event_build_totals(&(struct event_totals){.iterations = w->iteration,
		    .calls = w->calls,
		    .input = w->input,
		    .output = w->output,
		    .cached = w->cached,
		    .cost_usd = w->unpriced ? NAN : w->cost,
		    .duration_ms = w->at - w->began}),
	    }));
	w->in_turn = w->stopped = w->last_made_calls = false;
	w->iteration = 0;
}

void foreign_turn_open(struct foreign_writer *w, const char *prompt)
{
	free_all(w->prompt, w->answer);
	w->prompt = xstrdup(prompt);
	w->answer = NULL;
	w->turn++;
	w->iteration = w->calls = 0;
	w->input = w->output = w->cached = 0;
	w->cost = 0;
	w->unpriced = false;
	w->in_turn = true;
	w->began = w->at;
	foreign_write_event(w, EVENT_TURN_START, NULL,
	    event_build_turn_start(
		&(struct event_turn_start){.prompt = prompt, .depth = "react", .why = "imported"}));
}

/* ---- Replies --------------------------------------------------------------------------------------- */

void foreign_usage_write(struct foreign_writer *w, json_t *usage, const char *model)
{
	struct event_usage u = event_read_usage(usage);
	const struct usage spent = {
	    .input = u.input, .output = u.output, .cached = u.cached, .written = u.written};
	const struct price price = model ? price_of(model) : (struct price){0};
	auto_free char *request = xasprintf("%s-%lld", w->id, (long long)w->seq);

	u.role = "turn";
	u.model = model;
	u.request = request;
	if (!json_is_number(json_object_get(usage, "cost_usd"))) {
		u.cost_usd = price.known ? price_usd(&price, &spent) : NAN;
		u.assumed = price.known && price.assumed;
	}
	w->input += u.input;
	w->output += u.output;
	w->cached += u.cached;
	w->unpriced |= u.cost_usd != u.cost_usd;
	w->cost += u.cost_usd == u.cost_usd ? u.cost_usd : 0;
	foreign_write_event(w, EVENT_USAGE, NULL, event_build_usage(&u));
	json_decref(usage);
}

static void plan_write(struct foreign_writer *w, const struct tool *tool, const json_t *args)
{
	const struct plan_limits limits = plan_limits_of(w->settings);
	const bool whole = strcmp(tool->name, "write_todos") == 0;
	auto_free char *goal = text_line(w->prompt ? w->prompt : "", 200);
	freed_by(change_free) struct change change = {.kind = PLAN_SAME};
	auto_buf line = BUF_INIT;

	if (whole)
		change = plan_replace(&w->plan, args, goal, AUTHOR_MODEL, &limits, w->at);
	else if (strcmp(tool->name, "manage_todos") == 0)
		change = plan_edit(&w->plan, args, goal, AUTHOR_MODEL, &limits, w->at);
	if (change.kind != PLAN_CHANGED)
		return;
	if (w->plan.revision == 1) { /* an id that is the same each time the plan is made */
		auto_free char *name = xasprintf("%s plan %lld", w->id, (long long)w->at);
		char ref[40];

		blob_ref(name, strlen(name), ref);
		snprintf(w->plan.id, sizeof w->plan.id, "%.10s%.16s", w->id, ref + 5);
	}
	plan_line(&w->plan, &line);
	foreign_write_event(w, EVENT_PLAN, buf_take(&line),
	    event_build_plan(&(struct event_plan){.plan = plan_snapshot(&w->plan),
		.note = json_str(args, "note", NULL),
		.by = "model"}));
}

static void call_write(struct foreign_writer *w, const json_t *part)
{
	const struct event_call_part call = event_read_call_part(part);
	const char *name = call.tool, *text = call.arguments;
	const struct tool *tool = tool_find(w->tools, name);
	json_auto_t *args = json_parse_foreign(text, strlen(text), NULL);
	const enum tool_class class = tool && args ? tool_class_of(tool, args) : TOOL_READS;
	auto_buf line = BUF_INIT;

	json_put(w->open, call.call,
	    json_pack("{s:s, s:s*, s:O*}", "tool", name, "class",
		tool ? tool_class_name(class) : NULL, "args",
		class == TOOL_WRITES || strcmp(name, "read_file") == 0 ? args : NULL));
	w->calls++;
	if (tool && tool->class == TOOL_PLANS) {
		plan_write(w, tool, args);
		return;
	}
	if (tool && args)
		tool_line(tool, args, &line);
	else
		buf_addf(&line, "%s %s", name, text);
	foreign_write_event(w, EVENT_TOOL_CALL, buf_take(&line),
	    event_build_tool_call(&(struct event_tool_call){
		.call = call.call,
		.tool = name,
		.arguments = args ? json_incref(args) : json_string(text),
		.mended = json_incref(call.mended),
		.class = tool ? tool_class_name(class) : NULL,
	    }));
}

void foreign_reply_write(struct foreign_writer *w)
{
	struct foreign_reply r = w->reply;
	const int64_t now = w->at;

	w->reply = (struct foreign_reply){0};
	if (!r.parts && !r.usage) {
		reply_drop(&r);
		return;
	}
	if (!w->in_turn)
		foreign_turn_open(w, "");
	w->at = r.at;
	w->iteration += r.parts != NULL;
	json_auto_t *message = json_pack("{s:s, s:O?}", "role", "assistant", "parts", r.parts);
	if (r.parts) {
		auto_free char *text = message_text(message);

		w->last_made_calls = message_call_count(message) > 0;
		free(w->answer);
		w->answer = w->last_made_calls || !*text ? NULL : xstrdup(text);
		foreign_write_event(w, EVENT_MESSAGE, NULL,
		    event_build_message(&(struct event_message){
			.role = "assistant", .parts = json_incref(r.parts), .ended_at = r.at}));
	}
	if (r.usage)
		foreign_usage_write(
		    w, json_incref(r.usage), r.model ? r.model : foreign_fact(w, "model"));
	if (w->last_made_calls && r.parts) {
		auto_free char *text = message_text(message),
			       *sentence = text_sentence(text, EVENT_SUMMARY_MAX);

		if (*sentence)
			foreign_write_event(w, EVENT_REFLECTION, xstrdup(sentence),
			    event_build_reflection(&(struct event_reflection){sentence}));
	}
	json_each (part, r.parts)
		if (part_type(part) == PART_CALL)
			call_write(w, part);
	w->at = now;
	json_each (result, r.results)
		foreign_result_write(w, result);
	reply_drop(&r);
}

void foreign_write_end(struct foreign_writer *w, bool closes)
{
	foreign_reply_write(w);
	if (w->stopped)
		foreign_turn_close(w, "interrupted");
	if (closes && w->in_turn && w->answer && !json_object_size(w->open))
		foreign_turn_close(w, "answered");
}
