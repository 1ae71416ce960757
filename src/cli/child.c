/* SPDX-License-Identifier: MIT
 * --child: an agent that a parent process started. The first line of stdin is its spec, each further one an
 * intent; its events are the lines of stdout. It has no store and reads no configuration: its settings are in
 * the spec. It ends at the end of stdin, as at TERM, after ending what it started. The contents of changed
 * files are sent as lines of base64 before the event that names them.
 */
#include "agent/context/request_head.h"
#include "agent/turn/turn.h"
#include "base/base.h"
#include "base/core/base64.h"
#include "base/json/schema.h"
#include "base/print.h"
#include "cli/program/intent_lines.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "session/session.h"

/* ---- Contents of files --------------------------------------------------------------------------- */

struct child {
	struct program p;
	json_t *spec; /* (owned) */
	struct intent_lines in;
	struct jsonl *lines;
	size_t left;  /* bytes of contents that may still be sent */
	json_t *sent; /* (owned) object whose keys are the references already sent */
};

#define MOST_BYTES ((size_t)11 << 20) /* of one file's contents: its line stays below 16 MiB */

static void send_content(struct child *c, const char *ref)
{
	auto_buf content = BUF_LIMIT(MOST_BYTES), text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!ref || json_object_get(c->sent, ref) ||
	    !session_blob_get(c->p.session, ref, &content, NULL) ||
	    !base64_encode(&text, buf_str(&content), content.len) || text.len > c->left)
		return;
	c->left -= text.len;
	json_object_set_new(c->sent, ref, json_true());
	json_auto_t *line = event_line(EVENT_BLOB, 0,
	    event_build_blob(&(struct event_blob){
		.ref = ref, .bytes = (int64_t)content.len, .base64 = buf_str(&text)}));
	buf_clear(&text);
	json_write(&text, line);
	buf_addc(&text, '\n');
	fwrite(text.data, 1, text.len, stdout);
}

/* Sends the contents of changed files; the take of a sink that is registered before the sink of the lines. */
static void child_content_take(void *self, const struct event *ev)
{
	if (ev->type != EVENT_FILE_CHANGE)
		return;
	send_content(self, event_read_file_change(ev->data).before);
	send_content(self, event_read_file_change(ev->data).after);
}

static int complain(struct error *e)
{
	auto_free char *line = error_line(e);

	error_free(e);
	return print_failure(2, "--child: %s", line);
}

/* ---- The spec ------------------------------------------------------------------------------ */

/* Reads the spec from the first line. Returns 0, or the exit code after the message was printed. */
static int take_spec(struct child *c)
{
	freed_by(violations_free) struct violations wrong = VIOLATIONS_INIT;
	auto_buf why = BUF_INIT;
	struct error e = ERROR_INIT;
	const char *line;
	size_t len;

	if (!line_peer_first(&c->in.peer, &line, &len))
		return print_failure(2,
		    "--child: no spec on stdin: its first line is a JSON object "
		    "of at most 16 MiB with goal and backend");
	c->spec = json_parse(line, len, &e);
	if (!c->spec)
		return complain(&e);
	if (schema_check(config_schema("child"), c->spec, &wrong))
		return 0;
	violations_write(&wrong, "the spec", &why);
	return print_failure(2, "--child: %s", buf_str(&why));
}

static bool apply(struct settings *s, const json_t *spec, struct error *e)
{
	const json_t *limits = json_map(spec, "limits");
	const struct {
		const char *setting;
		json_t *value; /* (borrowed) NULL: the setting stays */
	} given[] = {
	    {"approve", json_object_get(spec, "approve")},
	    {"agent.depth", json_object_get(spec, "depth")},
	    {"limits.iterations", json_object_get(limits, "iterations")},
	    {"limits.wall_s", json_object_get(limits, "seconds")},
	    {"limits.tokens", json_object_get(limits, "tokens")},
	    {"budget.turn_usd", json_object_get(limits, "usd")},
	};

	json_members (name, value, json_map(spec, "settings"))
		if (!setting_change(s, name, json_incref(value), e))
			return false;
	if (!setting_string(s, "approve"))
		setting_change(s, "approve", json_string("read-only"), NULL);
	for (size_t i = 0; i < ARRAY_SIZE(given); i++)
		if (given[i].value &&
		    !setting_change(s, given[i].setting, json_incref(given[i].value), e))
			return false;
	return true;
}

static int build(struct child *c)
{
	struct program *p = &c->p;
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct error e = ERROR_INIT;

	p->workspace = workspace_open(p->options->cd ? p->options->cd : ".", &e);
	if (!p->workspace)
		return complain(&e);
	p->settings = settings_load(&(struct settings_request){.bare = true}, &problems);
	if (!apply(p->settings, c->spec, &e))
		return complain(&e);
	program_prepare(p);
	p->loop = loop_new();
	p->backend = backend_given(p->loop, p->settings, json_map(c->spec, "backend"), &e);
	if (!p->backend)
		return complain(&e);
	p->session = session_new(p->loop, NULL);
	session_asks(p->session, true);
	p->agent = agent_new(&(struct agent_spec){
	    .loop = p->loop,
	    .settings = p->settings,
	    .session = p->session,
	    .workspace = p->workspace,
	    .backend = p->backend,
	    .tools = json_list(c->spec, "tools"),
	    .level = (int)json_int(c->spec, "level", 1),
	});
	return 0;
}

/* ---- The turn ------------------------------------------------------------------------------ */

static int work(struct child *c)
{
	struct program *p = &c->p;
	const char *goal = json_str(c->spec, "goal", ""), *text = json_str(c->spec, "context", "");
	auto_free char *prompt = *text
				     ? prompt_text("delegate/context",
					   (struct prompt_var[]){{"goal", goal}, {"text", text}}, 2)
				     : xstrdup(goal);

	c->left = (size_t)setting_int(p->settings, "delegate.max_output_bytes") / 2;
	c->sent = json_object();
	session_sink(p->session, (struct event_sink){child_content_take, c});
	c->lines = jsonl_new(stdout, true);
	session_sink(p->session, jsonl_sink(c->lines));
	program_signals(p);
	intent_lines_start(&c->in, p->loop, p->session);
	agent_begin(p->agent, goal, NULL);
	enum outcome outcome = turn_run(p->agent, (struct prompt){.words = prompt});
	line_peer_stop(&c->in.peer);
	return p->signo ? 128 + p->signo : outcome_exit(outcome);
}

int run_child(const struct options *o)
{
	struct child c = {.p.options = o};
	int code = take_spec(&c);

	if (code == 0)
		code = build(&c);
	if (code == 0)
		code = work(&c);
	program_close(&c.p);
	jsonl_free(c.lines);
	json_decref_all(c.sent, c.spec);
	line_peer_free(&c.in.peer);
	return code;
}
