/* SPDX-License-Identifier: MIT
 * --serve: the chat without a face, for a program that has one: intents as JSON lines on stdin, events as JSON lines
 * on stdout (docs/cli.md). A prompt that is a slash command is run as in the plain chat, and its output is one line,
 * too. An editor's session is such a process (cli/acp).
 */

#include "base/base.h"
#include "cli/chat/chat_host.h"
#include "cli/chat/faces.h"
#include "cli/program/intent_lines.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "session/event/event_data.h"

struct serve {
	struct program p;
	struct host host;
	struct intent_lines in;
	struct commander commander;
	struct chat_host lent; /* what slash commands may use: skills, MCP servers */
	struct plain *plain;   /* (owned) the feed that commands print to */
	FILE *said;	       /* (owned) writes into text; rewound before each command */
	char *text;	       /* (owned) */
	size_t len;
	bool commanded; /* a command was run, and its line is not out yet */
};

static void print_event(enum event_type type, json_t *data /* stolen */)
{
	print_json_line(event_line(type, clock_now_ms(), data));
}

static void on_models(void *ctx, const json_t *models)
{
	if (models)
		print_event(EVENT_MODELS, event_build_models(&(struct event_models){
					      .list = json_incref((json_t *)models)}));
}

static bool take_command(void *ctx, const struct intent *in)
{
	struct serve *s = ctx;
	const char *text = json_str(in->data, "text", "");

	if (in->kind != INTENT_PROMPT || !slash_find(text))
		return false;
	rewind(s->said);
	s->commanded = true;
	slash_run(&s->commander, text);
	return true;
}

/* Prints the output of a command when it is done: when nothing that it pushed waits any more. */
static void before_sleep(void *ctx)
{
	struct serve *s = ctx;

	if (!s->commanded || s->commander.task.stop || inbox_at(s->p.session, 0) ||
	    session_question(s->p.session) || plain_seen(s->plain)->running)
		return;
	s->commanded = false;
	fflush(s->said);
	long len = ftell(s->said);
	auto_free char *text = text_clean(s->text, len > 0 ? (size_t)len : 0);
	print_event(EVENT_COMMAND, event_build_command(&(struct event_command){.text = text}));
}

/* Passes events to the feed for the commands, which read what it saw; its text is dropped but for a command's. */
static void take_feed(void *self, const struct event *ev)
{
	struct serve *s = self;
	struct event_sink feed = plain_sink(s->plain);

	feed.take(feed.self, ev);
	if (!s->commanded)
		rewind(s->said);
}

static void work(struct serve *s)
{
	struct program *p = &s->p;
	struct jsonl *lines = jsonl_new(stdout, true);
	struct event_sink sink = {take_feed, s};

	s->said = open_memstream(&s->text, &s->len);
	s->plain = plain_new(&(struct plain_options){.out = s->said, .asked = true});
	s->lent = (struct chat_host){
	    .ctx = &s->host, .skills = s->host.chat.skills, .mcp = s->host.chat.mcp};
	host_commander(&s->host, &s->lent, s->plain, &s->commander);
	print_json_line(serving_line(p, 0));
	session_sink(p->session, jsonl_sink(lines));
	program_resume(p, &sink, NULL);
	program_signals(p);
	s->host.chat.models(&s->host, on_models, s);
	loop_before_sleep(p->loop, before_sleep, s);
	intent_lines_start(&s->in, p->loop, p->session);
	agent_serve(p->agent);
	line_peer_stop(&s->in.peer);
	loop_before_sleep_remove(p->loop, before_sleep, s);
	slash_end(&s->commander);
	plain_free(s->plain);
	fclose(s->said);
	free(s->text);
	jsonl_free(lines);
}

int run_serve(const struct options *o)
{
	struct serve s = {.in = {.own = true, .take = take_command}};

	s.in.ctx = &s;
	host_init(&s.host, &s.p);
	int code = program_configure(&s.p, o);
	if (code == 0 && (code = program_open(&s.p, true)) == 0) {
		work(&s);
		code = s.p.signo ? 128 + s.p.signo : 0;
	}
	host_stop(&s.host);
	program_close(&s.p);
	host_free(&s.host);
	line_peer_free(&s.in.peer);
	return code;
}
