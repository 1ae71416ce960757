/* SPDX-License-Identifier: MIT
 * Runs a recorded session again. Nobody is there to ask, so questions are answered as in the record: an approval by
 * whether the record's result of that call was denied, any other by the answer to the question of the same number. All
 * turns run at depth react: a backend without a wire, as the record's is, has no other.
 */
#include "cli/sessions/session_run.h"

#include "agent/turn/turn.h"
#include "base/base.h"
#include "base/file.h"
#include "base/regex.h"
#include "cli/sessions/past_files.h"
#include "config/prompt.h"
#include "llm/http/wording.h"
#include "llm/model/price.h"
#include "llm/offline/ready_reply.h"
#include "llm/wire/request.h"
#include "session/event/event_data.h"

struct live { /* a run under way */
	struct session_run *run;
	struct program p;
	struct past_files tree;
	struct file_log log; /* file changes of this run */
	json_t *prompts;     /* (owned) of the record: [{words, piped?}], of each turn */
	json_t *replies, *answers, *denied; /* (owned) of the record; denied: ids of calls */
	char *model;			    /* (owned) */
	struct {
		struct regex *find;
		char *as;
	} * marks; /* (owned) what to replace in lines, and by what */
	size_t mark_count, answered;
	bool stops; /* the run differs and is to end */
};

/* ---- The record ---------------------------------------------------------------------------------- */

const char *session_run_refuses(const struct event *ev)
{
	const struct event_tool_call call = event_read_tool_call(ev->data);

	switch ((int)ev->type) {
	case EVENT_STRATEGY:
	case EVENT_STAGE:
		return "other roles than the model of the turn took part, whose replies are not "
		       "kept";
	case EVENT_COMPACTION:
		return "it was compacted: the summariser's reply is not kept";
	case EVENT_STEER:
		return "the user spoke in the middle of a turn";
	case EVENT_PLAN:
		return text_is(event_read_plan(ev->data).by, "user") ? "the user edited the plan"
								     : NULL;
	case EVENT_TOOL_CALL:
		return text_is(call.class, "delegates")
			   ? "a delegate took part, which is another process"
		       : text_is(call.by, "user") ? "the user ran a command"
						  : NULL;
	default:
		return NULL;
	}
}

static void take_message(struct live *l, const json_t *data)
{
	const struct event_message m = event_read_message(data);
	json_t *prompt = json_array_get(l->prompts, json_array_size(l->prompts) - 1);

	if (text_is(m.role, "assistant")) {
		json_array_append(l->replies, (json_t *)data);
		return;
	}
	if (m.kind || !prompt || json_object_get(prompt, "words"))
		return;
	json_each (part, m.parts)
		if (part_type(part) == PART_TEXT) {
			const struct event_text_part said = event_read_text_part(part);

			json_put_str(prompt, said.piped ? "piped" : "words", said.text);
		}
}

static void take_recorded(struct live *l, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);

	if (ev->type == EVENT_SESSION_START) {
		const struct event_session_start start = event_read_session_start(ev->data);

		free(l->model);
		l->model = xstrdup(start.model ? start.model : "record");
	} else if (ev->type == EVENT_TURN_START) {
		json_array_append_new(l->prompts, json_object());
	} else if (ev->type == EVENT_MESSAGE) {
		take_message(l, ev->data);
	} else if (ev->type == EVENT_TOOL_RESULT && result.denied) {
		json_object_set_new(l->denied, result.call, json_true());
	} else if (ev->type == EVENT_ANSWER) {
		json_array_append(l->answers, ev->data);
	}
}

static bool read_record(struct live *l, struct error *e)
{
	event_each (ev, event_reader_file(l->run->record, e), e) {
		const char *why = session_run_refuses(&ev);

		if (why)
			return error_set(
			    e, ERR_UNSUPPORTED, "event %lld: %s", (long long)ev.seq, why);
		take_recorded(l, &ev);
	}
	return e->code == ERR_NONE;
}

/* ---- Lines of the run ---------------------------------------------------------------------------- */

static bool read_marks(struct live *l, struct error *e)
{
	json_auto_t *table = config_table_usable("test_marks.yaml");
	json_t *marks = json_list(table, "marks");

	l->marks = xcalloc(json_array_size(marks) + 1, sizeof *l->marks);
	json_each (mark, marks) {
		const char *find = json_str(mark, "find", "");

		l->marks[l->mark_count].as = xstrdup(json_str(mark, "as", ""));
		l->marks[l->mark_count].find = regex_new(find, strlen(find), REGEX_OFTEN, e);
		if (!l->marks[l->mark_count++].find)
			return false;
	}
	return true;
}

static void mark_all(struct buf *text, struct regex *find, const char *as)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	size_t at = 0, from, to;

	while (at < text->len &&
	       regex_find(find, text->data, text->len, at, &from, &to) == REGEX_YES && to > from) {
		buf_add(&out, text->data + at, from - at);
		buf_adds(&out, as);
		at = to;
	}
	buf_add(&out, text->data ? text->data + at : "", text->len - at);
	buf_free(text);
	*text = out;
}

/* Returns a text with what differs from run to run (folder, marks) replaced. Caller frees. */
static char *settled(const struct live *l, const char *text, size_t len)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	const char *folder = workspace_path(l->p.workspace);
	struct regex *find = regex_new(folder, strlen(folder), REGEX_LITERAL, NULL);

	buf_add(&out, text, len);
	mark_all(&out, find, "<folder>");
	regex_free(find);
	for (size_t i = 0; i < l->mark_count; i++)
		mark_all(&out, l->marks[i].find, l->marks[i].as);
	return buf_take(&out);
}

/* Adds a line to the run and compares it with the expected one. Returns whether the run goes on: a request that
 * differs is only noted, since its reply comes from the record. */
static bool run_line(struct live *l, json_t *line /* stolen */)
{
	struct session_run *run = l->run;
	json_t *wanted = json_array_get(run->expected, json_array_size(run->lines));
	const bool request = json_object_get(line, "request") != NULL;

	json_array_append_new(run->lines, line);
	if (!run->expected || json_equal(wanted, line))
		return true;
	if (!run->got) {
		run->wanted = wanted ? json_incref(wanted) : json_string("");
		run->got = json_incref(line);
	}
	if (request && wanted && json_object_get(wanted, "request")) {
		json_array_append_new(run->differing, json_integer(run->requests));
		return true;
	}
	return !(l->stops = true);
}

/* Compares a request with the record. False: the run differs, and the request fails. */
static bool take_request(struct live *l, const struct buf *body)
{
	auto_free char *text = settled(l, buf_str(body), body->len);

	if (l->stops)
		return false;
	l->run->requests++;
	return run_line(l, json_pack("{s:s}", "request", text));
}

static void take_live(void *ctx, const struct event *ev)
{
	struct live *l = ctx;

	files_take(&l->log, ev);
	if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result r = event_read_tool_result(ev->data);
		const char *said = r.text ? r.text : "";
		auto_free char *text = settled(l, said, strlen(said));

		if (!l->stops &&
		    !run_line(l, json_pack("{s:{s:s, s:s?, s:b, s:s}}", "result", "call", r.call,
				     "tool", r.tool, "ok", r.ok, "text", text)))
			inbox_push(l->p.session, (struct intent){INTENT_STOP, NULL});
	} else if (ev->type == EVENT_QUESTION) {
		const struct event_question q = event_read_question(ev->data);
		const bool approval = text_is(q.kind, "approval");
		const json_t *before = approval ? NULL : json_array_get(l->answers, l->answered);
		const char *choice = !approval ? json_str(before, "choice", "no")
				     : q.call && json_object_get(l->denied, q.call) ? "no"
										    : "once";

		l->answered++;
		inbox_push(l->p.session, (struct intent){INTENT_ANSWER,
					     json_pack("{s:s, s:s, s:s*}", "id", q.id, "choice",
						 choice, "text", json_str(before, "text", NULL))});
	}
}

/* ---- A backend whose replies are those of the record ----------------------------------------------- */

struct playback_backend {
	struct backend base;
	struct live *run;
	struct wording_texts words;
	json_t *row; /* (owned) what is known of the model */
	size_t next; /* index of the next reply */
};

/* Fills a reply with the text and the calls of a message's data. */
static void reply_of(struct reply *r, const json_t *message)
{
	json_each (part, json_list(message, "parts")) {
		const struct event_call_part said = event_read_call_part(part);

		if (part_type(part) == PART_TEXT)
			buf_adds(&r->text, event_read_text_part(part).text);
		if (part_type(part) != PART_CALL)
			continue;
		struct reply_call *call = reply_call_new(r, (int64_t)r->call_count, NULL);
		call->id = xstrdup(said.call);
		call->name = xstrdup(said.tool);
		buf_adds(&call->arguments, said.arguments);
	}
}

static struct completion *record_start(
    struct backend *base, const struct context *context, const struct reply_sink *sink)
{
	struct playback_backend *b = (struct playback_backend *)base;
	const struct model model = {.id = base->model,
	    .base_url = "",
	    .protocol = "chat",
	    .temperature = NAN,
	    .quirks = json_map(b->row, "quirks"),
	    .wording = wording_load(&b->words)};
	struct buf body = BUF_LIMIT(BUF_UNBOUNDED);
	struct completion *c = ready_reply_new(sink);

	request_write(&wire_openai_chat, &body, context, &model, NULL);
	if (!take_request(b->run, &body))
		error_set(&c->error, ERR_CONFLICT, "the run is not as its record");
	else if (b->next >= json_array_size(b->run->replies))
		error_set(&c->error, ERR_NOT_FOUND, "the record has no reply to this request");
	else
		reply_of(&c->reply, json_array_get(b->run->replies, b->next++));
	buf_free(&body);
	c->failure = c->error.code == ERR_NONE ? FAILURE_NONE : FAILURE_REQUEST;
	ready_reply_tell(c, b->run->p.loop);
	return c;
}

static void record_release(struct backend *base)
{
	struct playback_backend *b = (struct playback_backend *)base;

	wording_free(&b->words);
	json_decref(b->row);
	free(b);
}

/* Returns a backend that writes each request as a server of Chat Completions would get it, has it compared, and gives
 * the next reply of the record. Never NULL; freed by backend_free. */
static struct backend *playback_backend_new(struct live *l)
{
	struct playback_backend *b = xcalloc(1, sizeof *b);

	b->run = l;
	b->row = model_known(l->model);
	b->base = (struct backend){.name = "record",
	    .wire = "",
	    .protocol = "",
	    .start = record_start,
	    .stop = ready_reply_stop,
	    .partial = ready_reply_partial,
	    .free = record_release,
	    .model = xstrdup(l->model)};
	return &b->base;
}

/* ---- The run ------------------------------------------------------------------------------------- */

static bool open_run(struct live *l, struct error *e)
{
	struct options there = *l->run->options;

	if (!past_files_make(&l->tree, NULL, NULL, &l->log, e))
		return false;
	there.cd = l->tree.tmp.path;
	file_home_instead(l->run->home); /* the user's own prompts must not count */
	if (program_configure(&l->p, &there) != 0)
		return error_set(e, ERR_CONFIG, "its settings cannot be used");
	if (!past_folder_copy(l->run->folder, l->tree.folder,
		setting_int(l->p.settings, "sessions.copy_bytes"), e))
		return false;
	setting_change(l->p.settings, "approve", json_string("ask"), NULL);
	l->p.loop = loop_new();
	l->p.backend = playback_backend_new(l);
	l->p.session = session_new(l->p.loop, NULL);
	session_asks(l->p.session, true);
	l->p.agent = agent_new(&(struct agent_spec){.loop = l->p.loop,
	    .settings = l->p.settings,
	    .session = l->p.session,
	    .workspace = l->p.workspace,
	    .backend = l->p.backend});
	session_sink(l->p.session, (struct event_sink){take_live, l});
	program_signals(&l->p);
	agent_one_shot(l->p.agent);
	return true;
}

static void run_turns(struct live *l)
{
	json_each (turn, l->prompts) {
		const struct prompt prompt = {
		    json_str(turn, "words", ""), json_str(turn, "piped", NULL)};

		if (l->stops || l->p.signo)
			break;
		turn_run(l->p.agent, prompt);
	}
	agent_end_jobs(l->p.agent);
	freed_by(files_then_free) struct files_then files = files_at(&l->log, INT64_MAX, false);
	json_t *all = json_object();
	for (size_t i = 0; i < files.count; i++)
		json_put(all, files.list[i].path,
		    !files.list[i].exists ? json_null()
		    : files.list[i].after ? json_string(files.list[i].after)
					  : json_string("not kept"));
	json_auto_t *line = json_pack("{s:o}", "files", all);
	if (!l->stops)
		run_line(l, json_incref(line));
	json_t *more = json_array_get(l->run->expected, json_array_size(l->run->lines));
	if (!l->stops && more && !l->run->got) {
		l->run->wanted = json_incref(more);
		l->run->got = json_string("");
	}
}

bool session_run(struct session_run *run, struct error *e)
{
	struct live l = {.run = run,
	    .prompts = json_array(),
	    .replies = json_array(),
	    .answers = json_array(),
	    .denied = json_object()};

	run->lines = json_array();
	run->differing = json_array();
	if (read_record(&l, e) && read_marks(&l, e) && open_run(&l, e))
		run_turns(&l);
	if (l.p.signo)
		error_set(e, ERR_CANCELLED, "stopped");
	program_close(&l.p);
	file_home_instead(NULL);
	past_files_free(&l.tree);
	files_free(&l.log);
	for (size_t i = 0; i < l.mark_count; i++) {
		regex_free(l.marks[i].find);
		free(l.marks[i].as);
	}
	free_all(l.marks, l.model);
	json_decref_all(l.prompts, l.replies, l.answers, l.denied);
	return e->code == ERR_NONE;
}

void session_run_free(struct session_run *run)
{
	json_decref_all(run->lines, run->differing, run->wanted, run->got);
}
