/*
 * Chooses between the screen and plain lines, and starts another session when the user picks one.
 */
#include "cli/chat/chat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/turn/intents.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/print.h"
#include "cli/ask/line_questions.h"
#include "cli/backend/backend_offer.h"
#include "cli/backend/keep_model_choice.h"
#include "cli/program/window_notice.h"
#include "ui/command/plain_commander.h"

#define CHOOSE "/resume"

static void push_text(struct session *s, enum intent_kind kind, const char *text)
{
	inbox_push(
	    s, (struct intent){kind, json_pack("{s:o}", "text", json_text(text, strlen(text)))});
}

static void serve(struct program *p, const struct event_sink *sink)
{
	struct choice_keeper keeper = {p, sink};
	struct backend_offer *offer;
	struct window_notice *window;

	program_signals(p);
	session_sink(p->session, choice_keeper_sink(&keeper));
	offer = offer_start(p, true);
	window = window_notice_start(p, sink);
	agent_serve(p->agent);
	window_notice_end(window);
	offer_end(offer, NULL);
}

static char *backend_line(const struct backend *b)
{
	return xasprintf("%s%s%s · %s", b->name, b->model ? " " : "", b->model ? b->model : "",
	    b->origin ? b->origin : "");
}

/* False: this terminal cannot show a screen. */
static bool chat_screen(struct program *p, struct host *host)
{
	char *line = backend_line(p->backend);
	struct error e = ERROR_INIT;
	struct tui *tui = tui_start(
	    &(struct tui_options){
		.loop = p->loop,
		.session = p->session,
		.settings = p->settings,
		.host = &host->chat,
		.backend_line = line,
		.cwd = workspace_path(p->workspace),
		.workspace = p->workspace,
		.sandbox = agent_sandbox(p->agent),
		.draft = p->options->draft,
		.prompt = p->options->prompt,
		.saves = !p->options->no_save && setting_bool(p->settings, "sessions.save"),
		.command = p->options->choose ? CHOOSE : p->options->command,
		.choose_model = p->backend->base_url && !p->backend->model && !p->past,
	    },
	    &e);
	struct event_sink sink;

	if (!tui) {
		print_text(stderr, "agent: %s; going on in lines\n", e.message);
		error_free(&e);
		free(line);
		return false;
	}
	sink = tui_sink(tui);
	program_resume(p, &sink, tui);
	serve(p, &sink);
	if (host->what && !p->signo)
		tui_hand_over(tui);
	else
		tui_stop(tui, session_saved(p->session) && session_seq(p->session) > 0
				  ? session_id(p->session)
				  : NULL);
	free(line);
	return true;
}

static void on_line(void *ctx, const char *line)
{
	struct commander *c = ctx;

	if (!line)
		inbox_push(c->session, (struct intent){INTENT_QUIT, NULL});
	else if (*line == '!' && line[1 + strspn(line + 1, " \t")])
		inbox_push(c->session,
		    (struct intent){INTENT_RUN, json_pack("{s:s}", "command", line + 1)});
	else if (!slash_run(c, line) && line[strspn(line, " \t")])
		push_text(c->session, INTENT_STEER, line);
}

static void chat_lines(struct program *p, struct host *host)
{
	struct plain *feed = plain_new(&(struct plain_options){.out = stdout,
	    .color = program_color(p->options, p->settings, STDOUT_FILENO) &&
		     !setting_bool(p->settings, "ui.screen_reader"),
	    .asked = true,
	    .theme = setting_string(p->settings, "ui.theme"),
	    .answer = true});
	struct event_sink sink = plain_sink(feed);
	struct line_questions *asker = line_questions_new(p->loop, p->session);
	char *line = backend_line(p->backend);
	struct commander commander;

	tui_release();
	plain_commander(feed, false, &commander);
	commander.loop = p->loop;
	commander.session = p->session;
	commander.settings = p->settings;
	commander.cwd = workspace_path(p->workspace);
	commander.plan = agent_plan(p->agent);
	commander.host = &host->chat;
	printf("%s\n", line);
	fflush(stdout);
	program_resume(p, &sink, NULL);
	session_sink(p->session, line_questions_sink(asker));
	line_questions_lines(asker, on_line, &commander);
	if (p->options->choose || p->options->command)
		slash_run(&commander, p->options->choose ? CHOOSE : p->options->command);
	if (p->options->prompt)
		push_text(p->session, INTENT_PROMPT, p->options->prompt);
	serve(p, &sink);
	if (session_saved(p->session) && session_seq(p->session) > 0)
		printf("agent --resume %s\n", session_id(p->session));
	slash_end(&commander);
	line_questions_free(asker);
	plain_free(feed);
	free(line);
}

int chat_run(const struct options *o, struct host *host, char **session)
{
	struct program p;
	int code;

	host_init(host, &p);
	code = program_configure(&p, o);
	if (code == 0 && (code = program_open(&p, true)) == 0) {
		if (o->plain || setting_bool(p.settings, "ui.screen_reader") ||
		    !chat_screen(&p, host))
			chat_lines(&p, host);
		code = p.signo ? 128 + p.signo : 0;
		if (session_saved(p.session) && session_seq(p.session) > 0)
			*session = xstrdup(session_id(p.session));
	}
	host_stop(host);
	program_close(&p);
	return code;
}
