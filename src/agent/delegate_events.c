/*
 * What is heard of a delegate: lines, each an event (events.md). It may run on another machine, so
 * nothing of it is believed: events are read like a stranger's file, numbered anew, and kept in a
 * session whose beginning is ours. Its question becomes one of ours, made of the members we know.
 */
#include <string.h>

#include "agent/delegate.h"
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"

#define LINE_MAX_BYTES ((size_t)16 << 20) /* of a file of events too */
#define NO_EVENTS_MAX 100		  /* a login's greeting is borne, a wrong program not */
#define NESTED_MAX 64
#define OPTIONS_MAX 16
#define TITLE_CHARS 80
#define TOKENS_MAX ((int64_t)1 << 40) /* of one request: more is no number of tokens */
#define USD_MAX 1e6

struct session *delegate_record(
    struct agent *a, struct session *parent, const char *call, const char *goal)
{
	struct session *s = session_new(a->loop, session_store(a->session));
	char *title = text_line(goal, TITLE_CHARS);

	emit(s, EVENT_SESSION_START, NULL,
	    json_pack("{s:s, s:s, s:s, s:s?, s:s, s:{s:s, s:I, s:s}}", "title", title, "cwd",
		workspace_path(a->workspace), "backend", a->backend->name, "model",
		a->backend->model, "version", AGENT_VERSION, "parent", "session",
		session_id(parent), "seq", (json_int_t)session_seq(parent), "call", call));
	free(title);
	return s;
}

/* ---- Its own delegates --------------------------------------------------------------------- */

static struct nested *nested_find(struct delegate *d, const json_t *data)
{
	const char *id = json_str(data, "session", "");
	struct nested *n;

	for (size_t i = 0; i < d->nested_count; i++)
		if (strcmp(d->nested[i].id, id) == 0)
			return &d->nested[i];
	if (d->nested_count >= NESTED_MAX)
		return NULL;
	array_reserve(&d->nested, &d->nested_cap, d->nested_count + 1, sizeof *d->nested);
	n = &d->nested[d->nested_count++];
	*n = (struct nested){
	    .id = xstrdup(id),
	    .record = delegate_record(d->agent, d->record, json_str(data, "call", ""), id),
	};
	return n;
}

static void record(struct session *s, struct event *ev)
{
	if (ev->type != EVENT_SESSION_START && !event_is_live(ev->type))
		session_record(s, ev);
}

static void take_nested(struct delegate *d, const json_t *data)
{
	struct nested *n = nested_find(d, data);
	struct event ev;

	if (!n || !event_from_json(&ev, json_map(data, "event"), NULL))
		return;
	record(n->record, &ev);
	event_free(&ev);
}

/* ---- Its question -------------------------------------------------------------------------- */

static json_t *texts(json_t *list)
{
	json_t *out = json_array(), *value;
	size_t i;

	json_array_foreach (list, i, value)
		if (json_is_string(value) && i < OPTIONS_MAX)
			json_array_append(out, value);
	return out;
}

static json_t *question_of(const struct delegate *d, const json_t *asked)
{
	static const char *const members[] = {
	    "tool", "where", "reach", "reason", "detail", "checks", "exact", "spelled"};
	const char *kind = json_str(asked, "kind", "ask_user"), *text = json_str(asked, "text", "");
	json_t *q = json_pack(
	    "{s:s, s:s+, s:s}", "kind", kind, "text", "delegate: ", text, "call", d->call->id);

	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		json_put_str(q, members[i], json_str(asked, members[i], NULL));
	json_put(q, "arguments", json_incref(json_map(asked, "arguments")));
	json_put(q, "plan", json_incref(json_map(asked, "plan")));
	json_put(q, "alternatives", json_incref(json_list(asked, "alternatives")));
	json_put(q, "destructive", json_boolean(json_flag(asked, "destructive", false)));
	if (json_list(asked, "options"))
		json_put(q, "options", texts(json_list(asked, "options")));
	json_put_str(q, "delegate", session_id(d->record));
	json_put_str(q, "goal", json_str(d->call->args, "goal", NULL));
	return q;
}

static bool names(json_t *options, const char *option)
{
	json_t *one;
	size_t i;

	json_array_foreach (options, i, one)
		if (json_is_string(one) && strcmp(json_string_value(one), option) == 0)
			return true;
	return false;
}

static void take_question(struct delegate *d, const json_t *asked)
{
	json_t *id = json_object_get(asked, "id");

	delegate_withdraw(d);
	if (!json_is_string(id))
		return;
	d->asked = json_incref(id);
	if (strcmp(json_str(asked, "kind", ""), "limit") == 0) { /* its limits are ours to set */
		json_t *end = json_pack("{s:s, s:s}", "choice",
		    names(json_list(asked, "options"), "answer") ? "answer" : "stop", "by", "mode");

		delegate_answer(d, end);
		json_decref(end);
		return;
	}
	d->call->question = question_of(d, asked);
}

void delegate_withdraw(struct delegate *d)
{
	struct session *s = d->agent->session;
	const char *open = session_question(s);

	json_decref(d->asked);
	d->asked = NULL;
	json_decref(d->call->question);
	d->call->question = NULL;
	if (d->call->asking && open)
		inbox_push(
		    s, (struct intent){INTENT_ANSWER, json_pack("{s:s, s:s, s:s}", "id", open,
							  "choice", "cancelled", "by", "mode")});
}

void delegate_answer(struct delegate *d, const json_t *answer)
{
	struct buf line = BUF_INIT;
	json_t *intent;

	if (!d->asked || !d->process)
		return;
	intent = json_pack("{s:s, s:O, s:s, s:s, s:s*, s:O*}", "intent", "answer", "id", d->asked,
	    "choice", json_str(answer, "choice", "denied"), "by", json_str(answer, "by", "user"),
	    "text", json_str(answer, "text", NULL), "arguments", json_map(answer, "arguments"));
	json_write(&line, intent);
	buf_addc(&line, '\n');
	process_write(d->process, line.data, line.len);
	buf_free(&line);
	json_decref(intent);
	json_decref(d->asked);
	d->asked = NULL;
}

/* ---- Its events ---------------------------------------------------------------------------- */

static void keep(json_t **to, json_t *value)
{
	json_decref(*to);
	*to = value;
}

/* Numbers of a stranger: none makes anything cheaper. */
static bool is_usage(const json_t *usage)
{
	static const char *const members[] = {"input", "output", "cached", "reasoning"};

	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		if (json_int(usage, members[i], 0) < 0 ||
		    json_int(usage, members[i], 0) > TOKENS_MAX)
			return false;
	return json_num(usage, "cost_usd", 0) >= 0 && json_num(usage, "cost_usd", 0) <= USD_MAX;
}

static void count(struct delegate *d, const json_t *usage)
{
	static const char stop[] = "{\"intent\": \"stop\"}\n";

	if (!is_usage(usage))
		return;
	d->spent.known = true;
	d->spent.input += json_int(usage, "input", 0);
	d->spent.output += json_int(usage, "output", 0);
	d->spent.cached += json_int(usage, "cached", 0);
	d->spent.reasoning += json_int(usage, "reasoning", 0);
	d->spent.estimated |= json_flag(usage, "estimated", false);
	if (json_is_number(json_object_get(usage, "cost_usd")))
		d->priced = true;
	d->usd += json_num(usage, "cost_usd", 0);
	spend_delegated(d->agent, usage);
	if (budget_left(d->agent) <= 0 && !d->told_to_stop && d->process) {
		d->told_to_stop = true; /* it still says what it has found */
		process_write(d->process, stop, strlen(stop));
	}
}

static void understand(struct delegate *d, const struct event *ev)
{
	if (ev->type == EVENT_QUESTION)
		take_question(d, ev->data);
	else if (ev->type == EVENT_ANSWER)
		delegate_withdraw(d); /* nothing, if the answer was ours */
	else if (ev->type == EVENT_USAGE)
		count(d, ev->data);
	else if (ev->type == EVENT_CAPSULE)
		keep(&d->capsule, capsule_foreign(ev->data, &d->agent->capsule.limits));
	else if (ev->type == EVENT_TURN_END)
		keep(&d->end, json_incref(ev->data));
	else if (ev->type == EVENT_FILE_CHANGE)
		delegate_file(d, ev->data);
	else if (ev->type == EVENT_CHILD)
		take_nested(d, ev->data);
}

/* Words as they stream are not shown: a delegate's row has room for its steps. */
static bool is_shown(const struct event *ev)
{
	return !event_is_live(ev->type) || ev->type == EVENT_CHILD;
}

static void take_event(struct delegate *d, struct event *ev)
{
	understand(d, ev);
	if (is_shown(ev))
		emit(d->agent->session, EVENT_CHILD, NULL,
		    json_pack("{s:s, s:s, s:o}", "call", d->call->id, "session",
			session_id(d->record), "event", event_to_json(ev)));
	record(d->record, ev);
	if (d->end && d->process)
		process_close_stdin(d->process); /* its turn is over: it may go */
}

static bool take_line(struct delegate *d, const char *line, size_t len, struct error *e)
{
	json_t *value;
	struct event ev;

	if (strspn(line, " \t\r") >= len)
		return true;
	value = json_parse_foreign(line, len, NULL);
	if (value && delegate_content(d, value))
		;
	else if (value && event_from_json(&ev, value, NULL)) {
		take_event(d, &ev);
		event_free(&ev);
	} else if (++d->no_events > NO_EVENTS_MAX) {
		error_set(e, ERR_PARSE, "it sends what are no events");
	}
	json_decref(value);
	return e->code == ERR_NONE;
}

bool delegate_hear(struct delegate *d, const char *data, size_t len, struct error *e)
{
	size_t max = (size_t)setting_int(d->agent->settings, "delegate.max_output_bytes");

	d->bytes += len;
	if (d->bytes > max)
		return error_set(e, ERR_LIMIT, "it sent more than %zu bytes", max);
	while (len) {
		const char *nl = memchr(data, '\n', len);
		size_t part = nl ? (size_t)(nl - data) : len;

		if (d->line.len + part > LINE_MAX_BYTES)
			return error_set(
			    e, ERR_PARSE, "it sent a line longer than %zu bytes", LINE_MAX_BYTES);
		buf_add(&d->line, data, part);
		data += part + (nl != NULL);
		len -= part + (nl != NULL);
		if (!nl)
			break;
		if (!take_line(d, buf_str(&d->line), d->line.len, e))
			return false;
		buf_clear(&d->line);
	}
	return true;
}
