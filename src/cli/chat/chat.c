/* SPDX-License-Identifier: MIT
 * Chooses between the screen and plain lines, and starts another session when the user picks one. Besides:
 * slash commands on plain lines, the choice of a model that is kept in agent.yaml, and the notice of a small
 * window.
 */
#include "cli/chat/chat.h"

#include "agent/turn/intents.h"
#include "base/base.h"
#include "base/print.h"
#include "cli/ask/line_questions.h"
#include "cli/backend/backend_offer.h"
#include "cli/chat/faces.h"
#include "cli/program/program.h"
#include "cli/program/start_notices.h"
#include "config/settings_append.h"
#include "session/event/event_data.h"
#include "ui/output/plain.h"

/* ---- A small window ------------------------------------------------------------------------------ */

struct window_notice {
	struct program *p;
	const struct event_sink *sink;
	struct backend *backend; /* (borrowed) that was asked; another may be chosen meanwhile */
	struct window_probe *probe;
};

static void on_told(void *ctx, int64_t tokens, const json_t *kind)
{
	struct window_notice *w = ctx;
	const struct settings *s = w->p->settings;

	w->probe = NULL;
	if (!tokens || w->backend != w->p->backend)
		return;
	w->backend->context_tokens = tokens;
	if (tokens >= setting_int(s, "tools.small_window"))
		return;
	auto_free char *text =
	    xasprintf("%s runs %s with a window of %lld tokens, which is little for work with "
		      "tools; for more: %s",
		json_str(kind, "server", ""), w->backend->model, (long long)tokens,
		json_str(kind, "raise", ""));
	program_say(w->sink, "warning", text);
}

/* Asks, and says through the sink what is to be said. Program and sink are borrowed until
 * its probe is stopped and it is freed. NULL: there is nobody to ask, or the user said how large it is. */
static struct window_notice *window_notice_start(struct program *p, const struct event_sink *sink)
{
	if (!p->backend->base_url || setting_int(p->settings, "backend.context_tokens") > 0)
		return NULL;
	struct window_notice *w = xcalloc(1, sizeof *w);
	*w = (struct window_notice){.p = p, .sink = sink, .backend = p->backend};
	w->probe = backend_window(p->backend, on_told, w);
	return w;
}

/* ---- The model that was chosen ------------------------------------------------------------------- */

struct choice_keeper {
	struct program *p;	       /* (borrowed) */
	const struct event_sink *face; /* (borrowed) told what was kept */
};

/* Where the server was given with this start, the next one has another, which may not know the model. */
static bool is_kept_for_next_start(const struct program *p, const char *key)
{
	static const char *const keys[] = {"backend.model", "backend.effort"},
				 *const server[] = {"backend.base_url", "backend.provider",
				     "backend.api_key_env", "backend.protocol"};
	bool known = false;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		known |= strcmp(keys[i], key) == 0;
	for (size_t i = 0; known && i < sizeof server / sizeof *server; i++)
		known = !setting_of_start(p->settings, server[i]);
	return known && !p->server_of_session && !p->options->config;
}

static void take_event(void *self, const struct event *ev)
{
	struct choice_keeper *k = self;
	auto_error e = ERROR_INIT;
	auto_free char *text = NULL;

	if (ev->type != EVENT_SETTING)
		return;
	struct event_setting set = event_read_setting(ev->data);
	if (!set.by || strcmp(set.by, "user") != 0 || !is_kept_for_next_start(k->p, set.key))
		return;
	const char *profile = setting_string(k->p->settings, "profile");
	if (settings_keep_in(profile, set.key, set.value, &e))
		text = profile ? xasprintf("%s is kept in profile %s", set.key, profile)
			       : xasprintf("%s is kept in your agent.yaml", set.key);
	else
		text = xasprintf("%s holds for this session: %s", set.key, e.message);
	program_say(k->face, e.code ? "warning" : "info", text);
}

#define CHOOSE "/resume"

static void push_text(struct session *s, enum intent_kind kind, const char *text)
{
	inbox_push(
	    s, (struct intent){kind, json_pack("{s:o}", "text", json_text(text, strlen(text)))});
}

static void serve(struct program *p, const struct event_sink *sink)
{
	struct choice_keeper keeper = {p, sink};

	program_signals(p);
	session_sink(p->session, (struct event_sink){take_event, &keeper});
	struct backend_offer *offer = offer_start(p, true);
	struct window_notice *window = window_notice_start(p, sink);
	agent_serve(p->agent);
	if (window)
		window_probe_stop(window->probe);
	free(window);
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
	auto_free char *line = backend_line(p->backend);
	auto_error e = ERROR_INIT;
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

	if (!tui) {
		print_text(stderr, "agent: %s; going on in lines\n", e.message);
		return false;
	}
	struct event_sink sink = tui_sink(tui);
	program_resume(p, &sink, tui);
	serve(p, &sink);
	if (host->what && !p->signo)
		tui_hand_over(tui);
	else
		tui_stop(tui, session_saved(p->session) && session_seq(p->session) > 0
				  ? session_id(p->session)
				  : NULL);
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
	auto_free char *line = backend_line(p->backend);
	struct commander commander;

	tui_release();
	host_commander(host, &host->chat, feed, &commander);
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
}

static void take_nothing(void *self, const struct event *ev)
{
}

/* Without a terminal: who wants to see it attaches. */
static int chat_detached(struct program *p, struct host *host)
{
	const struct event_sink nobody = {take_nothing, NULL};
	struct error e = ERROR_INIT;

	if (!faces_detach(p, &host->faces, NULL, &e))
		return print_failed(1, &e);
	program_resume(p, &nobody, NULL);
	if (p->options->prompt)
		push_text(p->session, INTENT_PROMPT, p->options->prompt);
	serve(p, &nobody);
	return 0;
}

int chat_run(const struct options *o, struct host *host, char **session)
{
	struct program p;

	host_init(host, &p);
	int code = program_configure(&p, o);
	if (code == 0 && (code = program_open(&p, true)) == 0) {
		if (o->detach)
			code = chat_detached(&p, host);
		else if (o->plain || setting_bool(p.settings, "ui.screen_reader") ||
			 !chat_screen(&p, host))
			chat_lines(&p, host);
		code = p.signo ? 128 + p.signo : code;
		if (session_saved(p.session) && session_seq(p.session) > 0)
			*session = xstrdup(session_id(p.session));
	}
	host_stop(host);
	program_close(&p);
	return code;
}
