/* SPDX-License-Identifier: MIT
 * Runs a chat until the user leaves it, on the screen of ui/tui or in lines where the terminal is not usable for it
 * (--plain, TERM=dumb); then what the user chose to go on with. Also writes the choice of a model to agent.yaml, and
 * warns of a small window.
 */
#include "base/base.h"
#include "base/print.h"
#include "cli/ask/line_questions.h"
#include "cli/backend/backend_offer.h"
#include "cli/chat/chat_host.h"
#include "cli/chat/faces.h"
#include "cli/program/start_notices.h"
#include "cli/run.h"
#include "cli/sessions/replay.h"
#include "config/settings_append.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

/* State of the notices while the chat is served. Program and face are borrowed. */
struct chat_notices {
	struct program *p;
	const struct event_sink *face;
	struct backend *asked; /* (borrowed) whose window is asked for; may be replaced meanwhile */
	struct window_probe *probe;
};

static void on_told(void *ctx, int64_t tokens, const json_t *kind)
{
	struct chat_notices *n = ctx;

	n->probe = NULL;
	if (!tokens || n->asked != n->p->backend)
		return;
	n->asked->context_tokens = tokens;
	if (tokens >= setting_int(n->p->settings, "tools.small_window"))
		return;
	auto_free char *text =
	    xasprintf("%s runs %s with a window of %lld tokens, which is little for work with "
		      "tools; for more: %s",
		json_str(kind, "server", ""), n->asked->model, (long long)tokens,
		json_str(kind, "raise", ""));
	program_say(n->face, "warning", text);
}

/* Whether a change of this setting is written for the next start: model and effort, unless this start named the
 * server, since the next start has another, which may not know the model. */
static bool is_kept_for_next_start(const struct program *p, const char *key)
{
	static const char *const server[] = {
	    "backend.base_url", "backend.provider", "backend.api_key_env", "backend.protocol"};

	if (strcmp(key, "backend.model") != 0 && strcmp(key, "backend.effort") != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(server); i++)
		if (setting_of_start(p->settings, server[i]))
			return false;
	return !p->server_of_session && !p->options->config;
}

static void take_event(void *self, const struct event *ev)
{
	const struct chat_notices *n = self;
	struct program *p = n->p;
	auto_error e = ERROR_INIT;
	auto_free char *text = NULL;

	if (ev->type != EVENT_SETTING)
		return;
	struct event_setting set = event_read_setting(ev->data);
	if (!set.by || strcmp(set.by, "user") != 0 || !is_kept_for_next_start(p, set.key))
		return;
	const char *profile = setting_string(p->settings, "profile");
	if (settings_keep_in(profile, set.key, set.value, &e))
		text = profile ? xasprintf("%s is kept in profile %s", set.key, profile)
			       : xasprintf("%s is kept in your agent.yaml", set.key);
	else
		text = xasprintf("%s holds for this session: %s", set.key, e.message);
	program_say(n->face, e.code ? "warning" : "info", text);
}

#define CHOOSE "/resume"

static void push_text(struct session *s, enum intent_kind kind, const char *text)
{
	inbox_push(
	    s, (struct intent){kind, json_pack("{s:o}", "text", json_text(text, strlen(text)))});
}

/* Returns the id of the session if it is stored and has events, else NULL. */
static const char *kept_session(const struct program *p)
{
	return session_saved(p->session) && session_seq(p->session) > 0 ? session_id(p->session)
									: NULL;
}

static void serve(struct program *p, const struct event_sink *face)
{
	struct chat_notices notices = {.p = p, .face = face, .asked = p->backend};

	program_signals(p);
	session_sink(p->session, (struct event_sink){take_event, &notices});
	struct backend_offer *offer = offer_start(p, true);
	/* The server is not asked if the user set the size of the window. */
	if (p->backend->base_url && setting_int(p->settings, "backend.context_tokens") <= 0)
		notices.probe = backend_window(p->backend, on_told, &notices);
	agent_serve(p->agent);
	window_probe_stop(notices.probe);
	offer_end(offer, NULL);
}

/* Returns which model of which server is asked and what chose it, for the first row. Owned. */
static char *backend_line(const struct backend *b)
{
	auto_free char *host = endpoint_host(b->base_url);
	return xasprintf("%s%s%s%s%s · %s", b->name, b->model ? " " : "", b->model ? b->model : "",
	    *host ? " at " : "", host, b->origin ? b->origin : "");
}

/* Runs the chat on a screen. False: this terminal cannot show one. */
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
		tui_stop(tui, kept_session(p));
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
	if (kept_session(p))
		printf("agent --resume %s\n", kept_session(p));
	slash_end(&commander);
	line_questions_free(asker);
	plain_free(feed);
}

static void take_nothing(void *self, const struct event *ev)
{
}

/* Runs the chat without a terminal, for `agent attach`. Returns the exit code. */
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

/* Runs a chat and returns the exit code. *host, freed by host_free, has what the user wants to go on with. *session,
 * which must be NULL, is set to the id of the session if it was stored; the caller frees it. */
static int run_one_chat(const struct options *o, struct host *host, char **session)
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
		*session = xstrdup(kept_session(&p));
	}
	host_stop(host);
	program_close(&p);
	return code;
}

/* ---- Chats one after the other ------------------------------------------------------------------- */

/* Begins the chat that the user forked on the screen of a replay. Frees the strings of end. Returns the exit code. */
static int fork_chat(const struct options *o, struct replay_end *end)
{
	struct options next = *o;

	next.replay = NULL;
	next.fork = end->fork;
	next.files = end->folder;
	int code = end->folder ? run_fork_files(&next, run_chat) : run_chat(&next);
	free_all(end->fork, end->folder);
	return code;
}

/* Goes on with what the user chose when leaving this session, `here`; after a replay with this session,
 * unless the replay was left for a fork. Returns the exit code. */
static int go_on(const struct options *o, const struct host *h, const char *here)
{
	struct options next = *o;
	struct replay_end end;

	next.prompt = NULL;
	next.draft = h->draft;
	next.go_on = next.choose = false;
	next.files = next.said = NULL;
	next.from = next.to = 0;
	next.resume = h->where == GO_RESUME ? h->what : NULL;
	next.fork = h->where == GO_FORK ? h->what : NULL;
	next.replay = h->where == GO_REPLAY ? h->what : NULL;
	next.command = h->then;
	if (!next.replay)
		return run_chat(&next);
	int code = replay_run(&next, true, &end);
	if (end.stopped)
		return code;
	if (end.fork)
		return fork_chat(&next, &end);
	next.replay = NULL;
	next.resume = here;
	return run_chat(&next);
}

int run_chat(const struct options *o)
{
	struct host host;
	auto_free char *here = NULL;

	if (!o->detach && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		return print_failure(2, "%s",
		    o->choose
			? "'--resume': no terminal to choose a session on; name its ID or "
			  "'last', see agent sessions list"
			: "no terminal for the chat; ask one question with: agent --ask TEXT");
	int code = run_one_chat(o, &host, &here);
	if (host.what && code == 0)
		code = go_on(o, &host, here);
	tui_release();
	host_free(&host);
	return code;
}

int run_replay(const struct options *o)
{
	struct replay_end end;
	int code = replay_run(o, false, &end);

	if (end.fork)
		code = fork_chat(o, &end);
	tui_release();
	return code;
}
