/* SPDX-License-Identifier: MIT
 * Reads the output of a delegate: lines, each an event (events.md). It may run on another machine, so
 * nothing in it is trusted: events are validated like those of a foreign file, numbered anew, and kept in
 * a session whose beginning is ours. Its question becomes one of ours, made of the members we know.
 */
#include "agent/delegate/delegate_events.h"

#include "agent/budget/budget.h"
#include "agent/budget/prefix_watch.h"
#include "agent/budget/spend.h"
#include "agent/delegate/delegate.h"
#include "agent/state/agent_state.h"
#include "agent/state/capsule.h"
#include "base/base.h"
#include "base/core/base64.h"

#define LINE_MAX_BYTES ((size_t)16 << 20) /* also the limit of a file of events */
#define NO_EVENTS_MAX 100		  /* lines; allows a login's greeting, no wrong program */
#define NESTED_MAX 64
#define OPTIONS_MAX 16
#define TITLE_CHARS 80
#define TOKENS_MAX ((int64_t)1 << 40) /* of one request: more is no number of tokens */
#define USD_MAX 1e6

struct session *delegate_record(
    struct agent *a, struct session *parent, const char *call, const char *goal)
{
	struct session *s = session_new(a->loop, session_store(a->session));
	auto_free char *title = text_line(goal, TITLE_CHARS);

	emit(s, EVENT_SESSION_START, NULL,
	    event_build_session_start(&(struct event_session_start){
		.title = title,
		.cwd = workspace_label(a->workspace),
		.backend = a->backend->name,
		.model = a->backend->model,
		.version = AGENT_VERSION,
		.parent = event_build_parent(&(struct event_parent){
		    .session = session_id(parent), .seq = session_seq(parent), .call = call}),
	    }));
	return s;
}

/* ---- Its own delegates --------------------------------------------------------------------- */

static struct nested *nested_find(struct delegate *d, const struct event_child *child)
{
	const char *id = child->session ? child->session : "";

	for (size_t i = 0; i < d->nested_count; i++)
		if (strcmp(d->nested[i].id, id) == 0)
			return &d->nested[i];
	if (d->nested_count >= NESTED_MAX)
		return NULL;
	array_push(d->nested, d->nested_count, d->nested_cap,
	    (struct nested){.id = xstrdup(id),
		.record = delegate_record(d->agent, d->record, child->call, id)});
	return &d->nested[d->nested_count - 1];
}

static void record(struct session *s, struct event *ev)
{
	if (ev->type != EVENT_SESSION_START && !event_is_live(ev->type))
		session_record(s, ev);
}

static void take_nested(struct delegate *d, const json_t *data)
{
	const struct event_child child = event_read_child(data);
	struct nested *n = nested_find(d, &child);
	struct event ev;

	if (!n || !event_from_json(&ev, child.event, NULL))
		return;
	record(n->record, &ev);
	event_free(&ev);
}

/* ---- Its question -------------------------------------------------------------------------- */

static json_t *texts(json_t *list)
{
	json_t *out = json_array();

	json_each_at (i, value, list)
		if (json_is_string(value) && i < OPTIONS_MAX)
			json_array_append(out, value);
	return out;
}

static json_t *question_of(const struct delegate *d, const struct event_question *theirs)
{
	auto_free char *text = xasprintf("delegate: %s", theirs->text ? theirs->text : "");
	return event_build_question(&(struct event_question){
	    .kind = theirs->kind ? theirs->kind : "ask_user",
	    .tool = theirs->tool,
	    .text = text,
	    .arguments = json_is_object(theirs->arguments) ? json_incref(theirs->arguments) : NULL,
	    .options = theirs->options ? texts(theirs->options) : NULL,
	    .destructive = theirs->destructive,
	    .where = theirs->where,
	    .reach = theirs->reach,
	    .reason = theirs->reason,
	    .call = d->call->id,
	    .checks = theirs->checks,
	    .exact = theirs->exact,
	    .spelled = theirs->spelled,
	    .dangers = theirs->dangers ? texts(theirs->dangers) : NULL,
	    .prefix = theirs->prefix,
	    .folder = theirs->folder,
	    .detail = theirs->detail,
	    .delegate = session_id(d->record),
	    .goal = json_str(d->call->args, "goal", NULL),
	    .alternatives = json_incref(theirs->alternatives),
	    .plan = json_incref(theirs->plan),
	});
}

static void answer_or_pass_on(struct delegate *d, const json_t *asked)
{
	const struct event_question q = event_read_question(asked);

	delegate_withdraw(d);
	if (!q.id)
		return;
	d->asked = xstrdup(q.id);
	if (q.kind && strcmp(q.kind, "limit") == 0) {
		/* Its limits are ours to set: it gets more money and tokens as long as some is left beside what
		 * others were given. */
		const char *choice =
		    q.usd > 0 || q.tokens > 0
			? (budget_share_more(d->agent, &d->share, q.usd, q.tokens) ? "more"
										   : "stop")
		    : json_holds_str(q.options, "answer") ? "answer"
							  : "stop";
		json_auto_t *end = event_build_answer(
		    &(struct event_answer){.id = q.id, .choice = choice, .by = "mode"});
		delegate_answer(d, end);
		return;
	}
	d->call->question = question_of(d, &q);
}

void delegate_withdraw(struct delegate *d)
{
	struct session *s = d->agent->session;
	const char *open = session_question(s);

	string_set(&d->asked, NULL);
	json_take(&d->call->question, NULL);
	if (d->call->asking && open)
		inbox_push(s, (struct intent){INTENT_ANSWER,
				  event_build_answer(&(struct event_answer){
				      .id = open, .choice = "cancelled", .by = "mode"})});
}

void delegate_answer(struct delegate *d, const json_t *answer)
{
	const struct event_answer a = event_read_answer(answer);
	auto_buf line = BUF_INIT;

	if (!d->asked || !d->process)
		return;
	json_auto_t *intent = event_build_answer(&(struct event_answer){
	    .id = d->asked,
	    .choice = *a.choice ? a.choice : "denied",
	    .text = a.text,
	    .by = a.by ? a.by : "user",
	    .arguments = json_incref(a.arguments),
	});
	json_put_str(intent, "intent", "answer");
	json_write(&line, intent);
	buf_addc(&line, '\n');
	process_write(d->process, line.data, line.len);
	string_set(&d->asked, NULL);
}

/* ---- Its files ------------------------------------------------------------------------------- */

/* The parent's session can undo a delegate's changes of files: the contents for its file_change events come as lines of
 * type "blob" (as in an exported session), and a change that is found in the parent's own workspace becomes a
 * file_change event of the parent's. A delegate on another machine changes files there: those are not ours. */

#define CHANGES_MAX 1000 /* files whose change is kept until it ends */

static size_t most(const struct delegate *d)
{
	return (size_t)setting_int(d->agent->settings, "undo.max_bytes");
}

/* Stores the content of a line of type blob; false: the line is of another type. */
static bool delegate_content(struct delegate *d, const json_t *line)
{
	const struct event_blob blob = event_read_blob(json_map(line, "data"));
	auto_buf content = BUF_LIMIT(most(d) + 1);
	char is[40];

	if (strcmp(json_str(line, "type", ""), "blob") != 0)
		return false;
	if (base64_decode(&content, blob.base64, strlen(blob.base64)) && content.len <= most(d)) {
		blob_ref(buf_str(&content), content.len, is);
		if (strcmp(is, blob.ref) == 0)
			session_blob_put(d->agent->session, buf_str(&content), content.len, is);
	}
	return true;
}

/* Whether the file in the parent's workspace is what the change left. */
static bool is_so(const struct delegate *d, const struct event_file_change *change)
{
	auto_buf now = BUF_INIT;
	char is[40] = "";
	bool there = workspace_read(d->agent->workspace, change->path, most(d), &now, NULL, NULL);

	if (there)
		blob_ref(buf_str(&now), now.len, is);
	return change->removed ? !there && now.len == 0
			       : there && change->after && strcmp(is, change->after) == 0;
}

/* Returns the reference if its content is stored, else NULL. */
static const char *known(const struct delegate *d, const char *ref)
{
	auto_buf content = BUF_LIMIT(most(d) + 1);
	bool there = ref && session_blob_get(d->agent->session, ref, &content, NULL);

	return there ? ref : NULL;
}

/* Emits the delegate's changes of a file, from the first to the last, as one change by the parent's call. */
static void adopt(
    struct delegate *d, const struct event_file_change *first, const struct event_file_change *last)
{
	const char *before = known(d, first->before), *after = known(d, last->after);

	emit(d->agent->session, EVENT_FILE_CHANGE, xasprintf("%s  by a delegate", last->path),
	    event_build_file_change(&(struct event_file_change){
		.call = d->call->id,
		.delegate = session_id(d->record),
		.path = last->path,
		.before = before,
		.after = after,
		.created = first->created,
		.removed = last->removed,
		.kept = (first->created || before) && (last->removed || after),
		.mode = first->mode > 0 ? first->mode & 07777 : 0,
		.folders = first->created && first->folders > 0 ? first->folders : 0,
	    }));
}

/* Adopts a change if the file is as it left it; else keeps it until a later one is, which may have been
 * made before we looked. */
static void delegate_file(struct delegate *d, const json_t *data)
{
	const struct event_file_change change = event_read_file_change(data);
	auto_free char *name =
	    *change.path ? workspace_name(d->agent->workspace, change.path, NULL) : NULL;

	if (!name || change.before_link || change.after_link || change.undoes)
		return;
	d->changes = d->changes ? d->changes : json_object();
	json_auto_t *first = json_incref(json_object_get(d->changes, change.path));
	if (!first)
		first = json_incref((json_t *)data);
	struct event_file_change begun = event_read_file_change(first);
	if (is_so(d, &change)) {
		adopt(d, &begun, &change);
		json_object_del(d->changes, change.path);
	} else if (json_object_size(d->changes) < CHANGES_MAX) {
		json_object_set(d->changes, change.path, first);
	}
}

/* ---- Its events ---------------------------------------------------------------------------- */

/* Whether the numbers can be true: they are not trusted, and must make nothing cheaper. */
static bool is_usage(const struct event_usage *u)
{
	const int64_t tokens[] = {u->input, u->output, u->cached, u->written, u->reasoning};

	for (size_t i = 0; i < ARRAY_SIZE(tokens); i++)
		if (tokens[i] < 0 || tokens[i] > TOKENS_MAX)
			return false;
	return isnan(u->cost_usd) || (u->cost_usd >= 0 && u->cost_usd <= USD_MAX);
}

void delegate_stop(struct delegate *d)
{
	static const char stop[] = "{\"intent\": \"stop\"}\n";

	if (d->told_to_stop || !d->process)
		return;
	d->told_to_stop = true;
	process_write(d->process, stop, strlen(stop));
}

static void count(struct delegate *d, const json_t *data)
{
	const struct event_usage usage = event_read_usage(data);
	const struct usage tokens = {
	    .input = usage.input,
	    .output = usage.output,
	    .cached = usage.cached,
	    .written = usage.written,
	    .reasoning = usage.reasoning,
	    .estimated = usage.estimated,
	};
	const double usd = isnan(usage.cost_usd) ? 0 : usage.cost_usd;
	bool empty; /* its share was spent before */

	if (!is_usage(&usage))
		return;
	usage_add_request(&d->spent, &tokens);
	d->priced |= !isnan(usage.cost_usd);
	d->usd += usd;
	spend_delegated(d->agent, &tokens, usd);
	empty = d->share.usd <= 0;
	budget_share_change(d->agent, &d->share, -usd, -(usage.input + usage.output));
	if (empty && budget_left(d->agent) <= 0)
		delegate_stop(d);
}

static void understand(struct delegate *d, const struct event *ev)
{
	if (ev->type == EVENT_QUESTION)
		answer_or_pass_on(d, ev->data);
	else if (ev->type == EVENT_ANSWER)
		delegate_withdraw(d); /* does nothing if the answer was ours */
	else if (ev->type == EVENT_USAGE)
		count(d, ev->data);
	else if (ev->type == EVENT_CAPSULE)
		json_take(&d->capsule, capsule_foreign(ev->data, &d->agent->capsule.limits));
	else if (ev->type == EVENT_TURN_END)
		json_take(&d->end, json_incref(ev->data));
	else if (ev->type == EVENT_FILE_CHANGE)
		delegate_file(d, ev->data);
	else if (ev->type == EVENT_CHILD)
		take_nested(d, ev->data);
}

static void take_child_event(struct delegate *d, struct event *ev)
{
	understand(d, ev);
	/* Words as they stream are not shown: a delegate's row has room for its steps. */
	if (!event_is_live(ev->type) || ev->type == EVENT_CHILD)
		emit(d->agent->session, EVENT_CHILD, NULL,
		    event_build_child(&(struct event_child){
			.call = d->call->id,
			.session = session_id(d->record),
			.event = event_to_json(ev),
		    }));
	record(d->record, ev);
	if (d->end && d->process)
		process_close_stdin(d->process); /* its turn is over: it may go */
}

static bool take_child_line(struct delegate *d, const char *line, size_t len, struct error *e)
{
	struct event ev;

	if (strspn(line, " \t\r") >= len)
		return true;
	json_auto_t *value = json_parse_foreign(line, len, NULL);
	if (value && delegate_content(d, value))
		;
	else if (value && event_from_json(&ev, value, NULL)) {
		take_child_event(d, &ev);
		event_free(&ev);
	} else if (++d->no_events > NO_EVENTS_MAX) {
		error_set(e, ERR_PARSE, "it sends what are no events");
	}
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
		if (!take_child_line(d, buf_str(&d->line), d->line.len, e))
			return false;
		buf_clear(&d->line);
	}
	return true;
}
