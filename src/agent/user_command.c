/* SPDX-License-Identifier: MIT
 * "!command": runs a shell command for the user between turns: unconfined, without approval or time
 * limit. The workspace is compared before and after, so /undo can take back its changes; its output
 * goes to the model as a note. It is recorded like a call of the model's ({by: user}), which the
 * conversation leaves out because no message made it.
 */
#include "agent/user_command.h"

#include "agent/context/request_head.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"

#define OUTPUT_KEPT ((size_t)64 << 10) /* bytes, of a command that was stopped */
#define LINE_CHARS 140

void user_command_take(struct user_command *own, const struct event *ev)
{
	if (ev->type == EVENT_TOOL_CALL && event_is_by(ev, "user")) {
		const struct event_tool_call call = event_read_tool_call(ev->data);

		snprintf(own->call, sizeof own->call, "%s", call.call);
		string_set(&own->command, json_str(call.arguments, "command", ""));
		buf_free(&own->output);
		own->output = (struct buf)BUF_LIMIT(OUTPUT_KEPT);
	} else if (*own->call && ev->type == EVENT_TOOL_OUTPUT) {
		const struct event_tool_output out = event_read_tool_output(ev->data);

		if (strcmp(own->call, out.call) == 0)
			buf_adds(&own->output, out.text);
	} else if (ev->type == EVENT_TOOL_RESULT &&
		   strcmp(own->call, event_read_tool_result(ev->data).call) == 0) {
		*own->call = '\0';
	}
}

void user_command_free(struct user_command *own)
{
	free(own->command);
	buf_free(&own->output);
}

static void tell_model_output(struct agent *a, const char *output)
{
	model_note(a->session, "turn/user_command",
	    PROMPT_VARS({"command", a->user_command->command}, {"output", output}));
}

static void result(struct agent *a, const char *summary, struct event_tool_result data, int64_t ms)
{
	data.tool = tool_run_command.name;
	data.by = "user";
	data.duration_ms = ms;
	emit(a->session, EVENT_TOOL_RESULT, xstrdup(summary), event_build_tool_result(&data));
}

/* Records the result of a command that was cut short: why, and its output until then. */
static void cut(struct agent *a, const char *why, int64_t ms)
{
	auto_buf text = BUF_LIMIT(2 * OUTPUT_KEPT);

	buf_addf(&text, "%s\n%s", why, buf_str(&a->user_command->output));
	tags_neutralise(&text);
	result(a, why,
	    (struct event_tool_result){.call = a->user_command->call,
		.confidence = -1,
		.text = buf_str(&text),
		.class = tool_class_name(tool_run_command.class)},
	    ms);
	tell_model_output(a, buf_str(&text));
}

bool user_command_close(struct agent *a)
{
	if (!*a->user_command->call)
		return false;
	auto_free char *words = prompt_text("history/missing", NULL, 0);

	cut(a, words, -1);
	return true;
}

static void on_finish(struct call *c, void *ctx)
{
}

void user_command_run(struct agent *a, const char *command)
{
	struct cancel *cancel = session_cancel(a->session);
	auto_free char *title = xasprintf("!%s", command), *line = text_line(command, LINE_CHARS);
	struct call c;
	char id[27];

	agent_begin(a, title, NULL);
	ulid_new(id);
	session_at(a->session, 0, 0);
	cancel->requested = false;
	emit(a->session, EVENT_TOOL_CALL, xasprintf("! %s", line),
	    event_build_tool_call(&(struct event_tool_call){
		.call = id,
		.tool = tool_run_command.name,
		.arguments = json_pack("{s:s}", "command", command),
		.by = "user",
		.class = tool_class_name(tool_run_command.class),
	    }));
	session_settle(a->session, cancel);
	call_init(&c, &tool_run_command, &a->host, id,
	    json_pack("{s:s, s:i}", "command", command, "timeout_s", 0));
	c.unconfined = c.may_go_back = true;
	int64_t started = clock_mono_ms();
	call_start(&c, on_finish, NULL);
	bool whole = loop_await(a->loop, loop_flag, &c.finished, cancel);
	int64_t ms = clock_mono_ms() - started;
	if (whole) {
		result(a, c.result.summary ? c.result.summary : "done", result_event(&c), ms);
		tell_model_output(a, buf_str(&c.result.text));
	} else {
		call_stop(&c);
		cut(a, "stopped by the user", ms);
	}
	call_free(&c);
	session_settle(a->session, NULL);
	if (!inbox_peek(a->session, INTENT_QUIT))
		cancel->requested = false;
}
