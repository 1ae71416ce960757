/* SPDX-License-Identifier: MIT
 * A reply is written when something else follows it: it may come in several records. Its calls are put into our
 * words by the table that serves models of other agents, plans among them.
 */
#include "foreign/foreign_write.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/secret.h"
#include "foreign/foreign_table.h"
#include "llm/model/price.h"
#include "llm/wire/reply.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "tools/dialect/dialect.h"

#define STORE_TRIES 100 /* of 50 ms each, while another process holds the store */

void foreign_write_event(
    struct foreign_writer *w, enum event_type type, char *summary, json_t *data)
{
	struct event ev = {.seq = ++w->seq,
	    .at_ms = w->at,
	    .turn = w->turn,
	    .iteration = w->iteration,
	    .phase = event_phase(type),
	    .type = type,
	    .data = data};
	enum store_result result = STORE_BUSY;

	if (!w->dry && !w->failed) {
		if (summary)
			ev.summary = event_summary(summary);
		ev.data = event_clean(ev.data);
		event_redact(&ev);
		for (int i = 0; result == STORE_BUSY && i < STORE_TRIES; i++) {
			error_free(w->e);
			result = store_append(w->store, w->id, &ev, w->e);
		}
		w->failed = result != STORE_OK;
		if (!w->failed && w->sink.take)
			w->sink.take(w->sink.self, &ev);
	}
	free(summary);
	event_free(&ev);
}

void foreign_writer_begin(struct foreign_writer *w, struct store *store, struct foreign_file *file,
    const struct settings *settings, const char *id, struct error *e)
{
	*w = (struct foreign_writer){.store = store,
	    .file = file,
	    .settings = settings,
	    .e = e,
	    .tools = tool_set_new(),
	    .open = json_object()};
	snprintf(w->id, sizeof w->id, "%s", id);
	plan_init(&w->plan);
	tool_set_add(w->tools, workspace_tools);
	tool_set_add(w->tools, plan_tools);
	tool_set_add(w->tools, patch_tools);
}

static void reply_drop(struct foreign_reply *r)
{
	json_decref(r->parts);
	json_decref(r->results);
	json_decref(r->usage);
	free_all(r->group, r->model);
	*r = (struct foreign_reply){0};
}

void foreign_writer_free(struct foreign_writer *w)
{
	reply_drop(&w->reply);
	plan_free(&w->plan);
	tool_set_free(w->tools);
	json_decref(w->open);
	free_all(w->prompt, w->answer);
}

/* ---- The session ----------------------------------------------------------------------------------- */

/* What is kept beside the events. NULL: there is nothing, or a secret is in it. Owned. */
static char *kept(struct foreign_writer *w, const char *data, size_t len)
{
	char ref[40];

	if (!data || !len || secret_found(data, len))
		return NULL;
	if (w->dry)
		blob_ref(data, len, ref);
	else if (!store_blob_put(w->store, w->id, data, len, ref, NULL))
		return NULL;
	return xstrdup(ref);
}

/* The first words of the user; NULL: there are none. Owned. */
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

static const char *fact(const struct foreign_writer *w, const char *name)
{
	const char *text = json_str(w->file->facts, name, NULL);

	return text && *text ? text : NULL;
}

void foreign_write_start(struct foreign_writer *w, json_t *parent)
{
	const json_t *facts = w->file->facts, *tools = json_list(facts, "tools");
	auto_free char *prompt = first_prompt(w->file);
	auto_free char *tools_line = tools ? json_line(tools) : NULL;
	auto_buf system = BUF_INIT;
	char system_ref[40], tools_ref[40];
	json_t *imported = json_object();

	foreign_words(NULL, json_object_get(facts, "system"), &system);
	for (size_t i = 0; !system.len && i < w->file->count; i++)
		if (foreign_is(w->file->list[i].row, "system"))
			foreign_words(json_list(w->file->format, "parts"),
			    foreign_at(w->file->list[i].value,
				json_object_get(w->file->list[i].row, "content")),
			    &system);
	json_put_str(imported, "session", fact(w, "id"));
	json_put(imported, "from", json_text(w->file->path, strlen(w->file->path)));
	json_put_str(imported, "format", w->file->name);
	json_put_str(imported, "agent",
	    fact(w, "agent") ? fact(w, "agent") : json_str(w->file->format, "agent", ""));
	json_put_str(imported, "version", fact(w, "version"));
	json_put_str(imported, "branch", fact(w, "branch"));
	json_put(imported, "rest", json_incref(json_object_get(facts, "rest")));
	blob_ref(buf_str(&system), system.len, system_ref);
	blob_ref(tools_line ? tools_line : "", tools_line ? strlen(tools_line) : 0, tools_ref);
	if (!w->at && w->file->count)
		w->at = foreign_time(
		    foreign_at(w->file->list[0].value, json_object_get(w->file->format, "at")));
	for (size_t i = 0; i < w->file->count && w->at <= 0; i++)
		w->at = foreign_time(
		    foreign_at(w->file->list[i].value, json_object_get(w->file->format, "at")));
	foreign_write_event(w, EVENT_SESSION_START, NULL,
	    event_build_session_start(&(struct event_session_start){
		.id = w->id,
		.title = fact(w, "title") ? fact(w, "title") : prompt,
		.cwd = fact(w, "cwd"),
		.backend = json_str(w->file->format, "agent", ""),
		.model = fact(w, "model"),
		.version = AGENT_VERSION,
		.system = system.len ? system_ref : NULL,
		.tools = tools_line ? tools_ref : NULL,
		.parent = parent,
		.imported = imported,
	    }));
	free(kept(w, buf_str(&system), system.len));
	free(kept(w, tools_line, tools_line ? strlen(tools_line) : 0));
}

/* ---- Turns ----------------------------------------------------------------------------------------- */

/* The exit status that the text tells; -1: none. */
static long exit_of(const struct foreign_writer *w, const char *text)
{
	json_each (words, json_list(w->file->format, "exit")) {
		const char *at = strstr(text, json_string_value(words));

		if (at && at - text < 400)
			return strtol(at + json_string_length(words), NULL, 10);
	}
	return -1;
}

/* The result in a line: of a command how it ended and what it said last, else the beginning. Owned. */
static char *result_line(const struct foreign_writer *w, const char *text, const char *class)
{
	const long code = exit_of(w, text);
	size_t len, from;

	text += strspn(text, "\n");
	if (!class || strcmp(class, tool_class_name(TOOL_RUNS)) != 0)
		return xstrndup(text, strcspn(text, "\n"));
	for (len = strlen(text); len && strchr(" \n", text[len - 1]);)
		len--;
	for (from = len; from && text[from - 1] != '\n';)
		from--;
	auto_free char *last = xstrndup(text + from, len - from);
	return code < 0 || exit_of(w, last) >= 0 ? xstrdup(last)
						 : xasprintf("exit %ld · %s", code, last);
}

static void result_write(struct foreign_writer *w, const json_t *result)
{
	const char *call = json_str(result, "call", ""), *text = json_str(result, "text", "");
	const json_t *open = json_object_get(w->open, call);
	const char *tool = json_str(open, "tool", NULL), *class = json_str(open, "class", NULL);
	const bool plans = class && strcmp(class, tool_class_name(TOOL_PLANS)) == 0;

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

static void turn_close(struct foreign_writer *w, const char *outcome)
{
	json_auto_t *open = json_deep_copy(w->open);

	if (!w->in_turn)
		return;
	json_members (call, tool, open) {
		json_auto_t *cut = json_pack(
		    "{s:s, s:b, s:s}", "call", call, "ok", 0, "text", "interrupted, may have run");

		result_write(w, cut);
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

static void turn_open(struct foreign_writer *w, const char *prompt)
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

static void usage_write(struct foreign_writer *w, json_t *usage /* steals */, const char *model)
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
	if (w->plan.revision == 1) { /* the same each time it is made */
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

/* Paths are told as seen from the workspace, as ours are. */
static void paths_inside(struct foreign_writer *w, json_t *args)
{
	const char *cwd = fact(w, "cwd");
	const size_t len = cwd ? strlen(cwd) : 0;
	json_auto_t *copy = json_copy(args);

	json_members (name, value, copy) {
		const char *path = json_string_value(value);

		if (len > 1 && path && strcmp(path, cwd) == 0)
			json_put_str(args, name, ".");
		else if (len > 1 && path && strncmp(path, cwd, len) == 0 && path[len] == '/' &&
			 path[len + 1] && !strpbrk(path, " \n"))
			json_put_str(args, name, path + len + 1);
	}
}

/* Puts a call into our words, where we have such a tool. */
static void call_mend(struct foreign_writer *w, json_t *part)
{
	const char *name = json_str(part, "tool", ""), *text = json_str(part, "arguments", "{}");
	json_auto_t *args = json_parse_foreign(text, strlen(text), NULL);
	freed_by(translation_free) struct translation t = {0};

	/* A trajectory comes out as it went in, and calls of ours are ours in it. */
	if (json_flag(w->file->format, "checked", false) && tool_find(w->tools, name))
		return;
	if (json_is_object(args))
		paths_inside(w, args);
	auto_free char *line = json_is_object(args) ? json_line(args) : xstrdup(text);
	call_translate(&t, w->tools, w->settings, NULL, name, line, strlen(line));
	if (!t.tool || !t.args) {
		json_put_str(part, "arguments", line);
		return;
	}
	auto_free char *ours = json_line(t.args);
	json_put_str(part, "tool", t.tool->name);
	json_put_str(part, "arguments", ours);
	if (json_array_size(t.mended))
		json_put(part, "mended", json_incref(t.mended));
}

static void call_write(struct foreign_writer *w, const json_t *part)
{
	const char *name = json_str(part, "tool", ""), *text = json_str(part, "arguments", "");
	const struct tool *tool = tool_find(w->tools, name);
	json_auto_t *args = json_parse_foreign(text, strlen(text), NULL);
	const enum tool_class class = tool && args ? tool_class_of(tool, args) : TOOL_READS;
	auto_buf line = BUF_INIT;

	json_put(w->open, json_str(part, "call", ""),
	    json_pack("{s:s, s:s*}", "tool", name, "class", tool ? tool_class_name(class) : NULL));
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
		.call = json_str(part, "call", ""),
		.tool = name,
		.arguments = args ? json_incref(args) : json_string(text),
		.mended = json_incref(json_object_get(part, "mended")),
		.class = tool ? tool_class_name(class) : NULL,
	    }));
}

static void reflection_write(struct foreign_writer *w, const json_t *message)
{
	auto_free char *text = message_text(message),
		       *sentence = text_sentence(text, EVENT_SUMMARY_MAX);

	if (*sentence)
		foreign_write_event(w, EVENT_REFLECTION, xstrdup(sentence),
		    event_build_reflection(&(struct event_reflection){sentence}));
}

static void reply_write(struct foreign_writer *w)
{
	struct foreign_reply r = w->reply;
	const int64_t now = w->at;

	w->reply = (struct foreign_reply){0};
	if (!r.parts && !r.usage) {
		reply_drop(&r);
		return;
	}
	if (!w->in_turn)
		turn_open(w, "");
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
		usage_write(w, json_incref(r.usage), r.model ? r.model : fact(w, "model"));
	if (w->last_made_calls && r.parts)
		reflection_write(w, message);
	json_each (part, r.parts)
		if (strcmp(json_str(part, "type", ""), "call") == 0)
			call_write(w, part);
	w->at = now;
	json_each (result, r.results)
		result_write(w, result);
	reply_drop(&r);
}

void foreign_write_end(struct foreign_writer *w, bool closes)
{
	reply_write(w);
	if (w->stopped)
		turn_close(w, "interrupted");
	if (closes && w->in_turn && w->answer && !json_object_size(w->open))
		turn_close(w, "answered");
}

/* ---- Parts ----------------------------------------------------------------------------------------- */

static void part_add(struct foreign_writer *w, json_t *part /* steals */)
{
	if (!w->reply.parts)
		w->reply.parts = json_array();
	json_array_append_new(w->reply.parts, part);
}

static void result_add(struct foreign_writer *w, const char *call, const json_t *value,
    const json_t *row, const json_t *from)
{
	const json_t *parts = json_list(w->file->format, "parts"), *wrong = json_map(row, "error");
	const char *first = json_object_iter_key(json_object_iter(w->open));
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
	bool ok = !wrong || !foreign_fits(wrong, from);

	json_auto_t *wrapped = json_inside(value, JSON_OBJECT);
	const json_t *within = foreign_at(wrapped, json_object_get(row, "inside"));

	foreign_words(parts, within ? within : value, &text);
	ok = ok && exit_of(w, buf_str(&text)) <= 0;
	if (!call && w->reply.parts)
		json_each (part, w->reply.parts)
			call = strcmp(json_str(part, "type", ""), "call") == 0
				   ? json_str(part, "call", NULL)
				   : call;
	if (!call && !first) {
		foreign_lose(w->file, "a result without its call");
		return;
	}
	json_auto_t *result = json_pack("{s:s, s:b, s:o}", "call", call ? call : first, "ok", ok,
	    "text", json_text(buf_str(&text), text.len));
	if (w->reply.parts) {
		if (!w->reply.results)
			w->reply.results = json_array();
		json_array_append(w->reply.results, result);
	} else if (json_object_get(w->open, json_str(result, "call", ""))) {
		result_write(w, result);
	} else {
		foreign_lose(w->file, "a result without its call");
	}
}

static void call_add(struct foreign_writer *w, const char *id, const char *tool, const json_t *args)
{
	auto_free char *made = id ? NULL : xasprintf("call_%d", ++w->made);
	auto_free char *line =
	    json_is_string(args) ? xstrdup(json_string_value(args)) : json_line(args);
	json_t *part = json_pack("{s:s, s:s, s:s, s:o}", "type", "call", "call", id ? id : made,
	    "tool", tool, "arguments", json_text(args ? line : "{}", args ? strlen(line) : 2));

	call_mend(w, part);
	part_add(w, part);
}

static json_t *text_part(const char *type, const char *text, size_t len)
{
	if (strcmp(type, "thinking") != 0)
		return json_pack("{s:s, s:o}", "type", "text", "text", json_text(text, len));
	return json_pack("{s:s, s:s, s:{s:o}}", "type", "thinking", "wire", "imported", "data",
	    "text", json_text(text, len));
}

/* Adds a text, where there is one, to the reply, or to the list. */
static void text_add(struct foreign_writer *w, json_t *list, const char *type, const json_t *value)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	foreign_words(json_list(w->file->format, "parts"), value, &text);
	if (!text.len)
		return;
	if (list)
		json_array_append_new(list, text_part(type, buf_str(&text), text.len));
	else
		part_add(w, text_part(type, buf_str(&text), text.len));
}

static json_t *file_part(struct foreign_writer *w, const json_t *row, const json_t *value)
{
	const char *data = foreign_text(value, json_object_get(row, "data"));
	const char *media = foreign_text(value, json_object_get(row, "media"));
	const char *comma = data && strncmp(data, "data:", 5) == 0 ? strchr(data, ',') : NULL;
	auto_free char *told = comma ? xstrndup(data + 5, strcspn(data + 5, ";,")) : NULL;
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);

	data = comma ? comma + 1 : data;
	media = told ? told : media;
	if (!data || !media || !base64_decode(&bytes, data, strlen(data)))
		return NULL;
	auto_free char *ref = kept(w, bytes.data, bytes.len);
	if (!ref)
		return NULL;
	return json_pack("{s:s, s:s, s:s, s:s, s:I}", "type", "file", "name", "attachment", "media",
	    media, "ref", ref, "bytes", (json_int_t)bytes.len);
}

static void part_take(struct foreign_writer *w, json_t *list, const json_t *value)
{
	const json_t *row = foreign_row(json_list(w->file->format, "parts"), value);
	const char *id = foreign_text(value, json_object_get(row, "id"));
	const char *name = foreign_text(value, json_object_get(row, "tool"));

	if (foreign_is(row, "text") || foreign_is(row, "thinking")) {
		text_add(w, list, json_str(row, "as", ""),
		    foreign_at(value, json_object_get(row, "text")));
	} else if (foreign_is(row, "call")) {
		const json_t *result = foreign_at(value, json_object_get(row, "result"));

		call_add(w, id, name ? name : json_str(row, "name", "tool"),
		    foreign_at(value, json_object_get(row, "arguments")));
		if (result)
			result_add(w, id, result, row, value);
	} else if (foreign_is(row, "result")) {
		result_add(w, id, foreign_at(value, json_object_get(row, "text")), row, value);
	} else if (foreign_is(row, "file")) {
		json_t *part = file_part(w, row, value);

		if (part && list)
			json_array_append_new(list, part);
		else
			foreign_lose(w->file, "a file"), json_decref(part);
	} else if (!foreign_is(row, "drop")) {
		auto_free char *what =
		    xasprintf("part %s", json_str(value, "type", "of no known kind"));

		foreign_lose(w->file, foreign_is(row, "sealed") ? "sealed thinking" : what);
	}
}

/* Takes a text, a part or a list of them. list NULL: they are the reply's. */
static void value_take(struct foreign_writer *w, json_t *list, const json_t *value)
{
	if (json_is_string(value))
		text_add(w, list, "text", value);
	else if (json_is_object(value))
		part_take(w, list, value);
	json_each (one, value)
		value_take(w, list, one);
}

static void content_take(
    struct foreign_writer *w, json_t *list, const json_t *record, const json_t *row)
{
	json_each (path, json_object_get(row, "content")) {
		if (json_is_object(path))
			text_add(w, list, json_str(path, "as", "text"),
			    foreign_at(record, json_object_get(path, "at")));
		else
			value_take(w, list, foreign_at(record, path));
	}
}

/* ---- Records --------------------------------------------------------------------------------------- */

static int64_t summed(const json_t *usage, const json_t *paths)
{
	double sum = 0;

	json_each (path, paths)
		sum += json_number_value(foreign_at(usage, path));
	return sum > 0 && sum < 1e15 ? (int64_t)sum : 0;
}

/* What a record says that was used, as the event has it. NULL: nothing, or it was told already. */
static json_t *usage_of(struct foreign_writer *w, const json_t *record, const json_t *row)
{
	static const char *const counts[] = {"input", "output", "cached", "written", "reasoning"};
	const json_t *how = json_map(row, "usage"),
		     *there = foreign_at(record, json_object_get(how, "at"));
	const json_t *cost = foreign_at(there, json_object_get(how, "cost"));
	const int64_t once =
	    (int64_t)json_number_value(foreign_at(record, json_object_get(how, "once")));

	if (!json_is_object(there) || (once && once == w->once))
		return NULL;
	w->once = once;
	json_t *usage = json_object();
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		json_put_int(usage, counts[i], summed(there, json_list(how, counts[i])));
	if (json_is_number(cost) && json_number_value(cost) > 0)
		json_put(usage, "cost_usd", json_real(json_number_value(cost)));
	return usage;
}

/* A command in a text or beside it, of a model that is offered no tools. */
static void command_take(struct foreign_writer *w, const json_t *record, const json_t *row)
{
	const char *runs = foreign_text(record, json_object_get(row, "runs"));
	const json_t *answer = foreign_at(record, json_object_get(row, "answer"));
	const char *said = json_str(
	    json_array_get(w->reply.parts, json_array_size(w->reply.parts) - 1), "text", "");
	json_auto_t *args = NULL;

	json_each (fence, runs ? NULL : json_list(row, "fence")) {
		const char *from = args ? NULL : strstr(said, json_string_value(fence));
		const char *end = from ? strstr(from + json_string_length(fence), "\n```") : NULL;

		if (end) {
			from += json_string_length(fence);
			args = json_pack("{s:o}", "command", json_text(from, (size_t)(end - from)));
		}
	}
	if (runs)
		args = json_pack("{s:s}", "command", runs);
	if (args)
		call_add(w, NULL, "bash", args);
	if (args && answer)
		result_add(w, NULL, answer, row, record);
}

static void reply_take(struct foreign_writer *w, const json_t *record, const json_t *row)
{
	const char *group = foreign_text(record, json_object_get(row, "group"));
	const char *model = foreign_text(record, json_object_get(row, "model"));
	struct foreign_reply *r = &w->reply;

	if (r->results ||
	    (r->parts && (!group != !r->group || (group && strcmp(group, r->group) != 0))))
		reply_write(w);
	if (!r->group && group)
		r->group = xstrdup(group);
	if (!r->model && model)
		r->model = xstrdup(model);
	r->at = w->at;
	json_t *usage = usage_of(w, record, row);
	if (usage) {
		json_decref(r->usage);
		r->usage = usage;
	}
	content_take(w, NULL, record, row);
	if (json_object_get(row, "fence") || json_object_get(row, "runs"))
		command_take(w, record, row);
}

/* What the user said: a prompt, words for the turn that runs, or that it is to stop. */
static void user_write(struct foreign_writer *w, json_t *parts, const char *kind)
{
	json_auto_t *message = json_pack("{s:s, s:O}", "role", "user", "parts", parts);
	auto_free char *text = message_text(message);
	const bool steers =
	    w->in_turn && !w->stopped && w->last_made_calls && !json_object_size(w->open);

	if ((!kind && steers) || (kind && strcmp(kind, "steer") == 0)) {
		kind = "steer";
		foreign_write_event(
		    w, EVENT_STEER, NULL, event_build_steer(&(struct event_steer){text}));
	} else if (!kind) {
		turn_close(w, w->answer && !w->stopped ? "answered" : "interrupted");
		turn_open(w, text);
		w->prompt_seq = w->seq + 1;
	}
	foreign_write_event(w, EVENT_MESSAGE, NULL,
	    event_build_message(&(struct event_message){
		.role = "user", .parts = json_incref(parts), .kind = kind}));
}

static void user_take(struct foreign_writer *w, const json_t *record, const json_t *row)
{
	json_auto_t *parts = json_array(), *ours = json_array();
	const char *kind = foreign_text(record, json_object_get(row, "kind"));

	reply_write(w);
	content_take(w, parts, record, row);
	json_each (part, parts) {
		const char *text = json_str(part, "text", NULL);

		if (text && foreign_begins(json_list(w->file->format, "stopped"), text))
			w->stopped = true;
		else if (text && foreign_begins(json_list(w->file->format, "wrappers"), text))
			foreign_lose(w->file, "words of the agent to its model");
		else
			json_array_append(ours, part);
	}
	if (json_array_size(ours) && json_flag(row, "answers", false) && json_object_size(w->open))
		result_add(
		    w, NULL, foreign_at(record, json_object_get(row, "content")), row, record);
	else if (json_array_size(ours))
		user_write(w, ours, kind);
}

static void summary_take(struct foreign_writer *w, const json_t *record, const json_t *row)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
	json_t *kept_seqs = json_array();

	reply_write(w);
	foreign_words(json_list(w->file->format, "parts"),
	    foreign_at(record, json_object_get(row, "text")), &text);
	if (w->in_turn && w->prompt_seq)
		json_array_append_new(kept_seqs, json_integer(w->prompt_seq));
	foreign_write_event(w, EVENT_COMPACTION, NULL,
	    event_build_compaction(&(struct event_compaction){.through_seq = w->seq,
		.summary = buf_str(&text),
		.kept = kept_seqs,
		.trimmed = json_array()}));
}

static void record_lose(struct foreign_writer *w, const struct foreign_record *r)
{
	auto_buf name = BUF_INIT;

	json_each (path, json_list(w->file->format, "kind")) {
		const char *word = foreign_text(r->value, path);

		if (word)
			buf_addf(&name, "%s%s", name.len ? "/" : "", word);
	}
	foreign_lose(w->file, name.len ? buf_str(&name) : "a record of no known kind");
}

void foreign_write_record(struct foreign_writer *w, const struct foreign_record *r)
{
	const int64_t at =
	    foreign_time(foreign_at(r->value, json_object_get(w->file->format, "at")));
	const json_t *row = r->row;

	w->at = at > 0 ? at : w->at;
	if (foreign_is(row, "user")) {
		user_take(w, r->value, row);
	} else if (foreign_is(row, "reply")) {
		reply_take(w, r->value, row);
	} else if (foreign_is(row, "results")) {
		reply_write(w);
		content_take(w, NULL, r->value, row);
		reply_write(w);
	} else if (foreign_is(row, "observation")) {
		reply_write(w);
		if (json_object_size(w->open))
			result_add(w, foreign_text(r->value, json_object_get(row, "id")),
			    foreign_at(r->value, json_object_get(row, "content")), row, r->value);
		else
			user_take(w, r->value, row);
	} else if (foreign_is(row, "usage")) {
		json_t *usage = usage_of(w, r->value, row);

		if (usage && w->reply.parts) {
			json_decref(w->reply.usage);
			w->reply.usage = usage;
		} else if (usage) {
			usage_write(w, usage, fact(w, "model"));
		}
		reply_write(w);
	} else if (foreign_is(row, "summary")) {
		summary_take(w, r->value, row);
	} else if (foreign_is(row, "stop")) {
		reply_write(w);
		w->stopped = true;
	} else if (!foreign_is(row, "drop") && !foreign_is(row, "system")) {
		record_lose(w, r);
	}
}
