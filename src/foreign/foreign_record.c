/* SPDX-License-Identifier: MIT
 * Takes a record by its row of the table: what the user said, a reply or a part of one, results,
 * usage. Its parts are added to the reply being collected, calls as calls of our tools.
 */
#include "base/base.h"
#include "base/core/base64.h"
#include "foreign/foreign_table.h"
#include "foreign/foreign_turn.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "tools/dialect/dialect.h"

/* ---- Calls of our tools ---------------------------------------------------------------------------- */

/* Makes the paths among arguments relative to the session's folder, as ours are. */
static void paths_inside(struct foreign_writer *w, json_t *args)
{
	json_auto_t *copy = json_copy(args);

	json_members (name, value, copy) {
		const char *path = json_string_value(value);

		if (path && !strpbrk(path, " \n"))
			json_put_str(args, name, foreign_path(w, path));
	}
}

/* Translates a call into one of our tools, if we have such a tool. */
static void call_mend(struct foreign_writer *w, json_t *part)
{
	const struct event_call_part call = event_read_call_part(part);
	const char *name = call.tool, *text = call.arguments;
	json_auto_t *args = json_parse_foreign(text, strlen(text), NULL);
	freed_by(translation_free) struct translation t = {0};

	/* In a trajectory calls of our tools are our own, and an export comes back as it was. */
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
	ok = ok && foreign_exit_of(w, buf_str(&text)) <= 0;
	if (!call && w->reply.parts)
		json_each (part, w->reply.parts)
			call =
			    part_type(part) == PART_CALL ? event_read_call_part(part).call : call;
	if (!call && !first) {
		foreign_lose(w->file, "a result without its call");
		return;
	}
	json_auto_t *result = json_pack("{s:s, s:b, s:o}", "call", call ? call : first, "ok", ok,
	    "text", json_text(buf_str(&text), text.len));
	json_put(result, "change",
	    w->change ? json_incref(w->change) : foreign_change_of(from, json_map(row, "change")));
	if (w->reply.parts) {
		if (!w->reply.results)
			w->reply.results = json_array();
		json_array_append(w->reply.results, result);
	} else if (json_object_get(w->open, json_str(result, "call", ""))) {
		foreign_result_write(w, result);
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

/* Adds the text of a value, if it has any, to list, or to the reply if list is NULL. */
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
	auto_free char *ref = foreign_kept(w, bytes.data, bytes.len);
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

/* Adds a text, a part or a list of these to list, or to the reply if list is NULL. */
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

/* Returns a record's usage as data of the event, a new reference; NULL: it has none, or the same as before. */
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
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		double sum = 0;

		json_each (path, json_list(how, counts[i]))
			sum += json_number_value(foreign_at(there, path));
		json_put_int(usage, counts[i], sum > 0 && sum < 1e15 ? (int64_t)sum : 0);
	}
	if (json_is_number(cost) && json_number_value(cost) > 0)
		json_put(usage, "cost_usd", json_real(json_number_value(cost)));
	return usage;
}

/* Adds the call, and its result, of a model without tools: its command stands in its text or beside it. */
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
		foreign_reply_write(w);
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

/* Writes what the user said: a prompt, which begins a turn, or steering; kind: as the record has it, or NULL. */
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
		foreign_turn_close(w, w->answer && !w->stopped ? "answered" : "interrupted");
		foreign_turn_open(w, text);
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

	foreign_reply_write(w);
	content_take(w, parts, record, row);
	json_each (part, parts) {
		const char *text = event_read_text_part(part).text;

		if (foreign_begins(json_list(w->file->format, "stopped"), text))
			w->stopped = true;
		else if (foreign_begins(json_list(w->file->format, "wrappers"), text))
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

	foreign_reply_write(w);
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
		foreign_reply_write(w);
		w->change = foreign_change_of(r->value, json_map(row, "change"));
		content_take(w, NULL, r->value, row);
		foreign_reply_write(w);
		json_decref(w->change);
		w->change = NULL;
	} else if (foreign_is(row, "observation")) {
		foreign_reply_write(w);
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
			foreign_usage_write(w, usage, foreign_fact(w, "model"));
		}
		foreign_reply_write(w);
	} else if (foreign_is(row, "summary")) {
		summary_take(w, r->value, row);
	} else if (foreign_is(row, "stop")) {
		foreign_reply_write(w);
		w->stopped = true;
	} else if (!foreign_is(row, "drop") && !foreign_is(row, "system")) {
		record_lose(w, r);
	}
}
