/* SPDX-License-Identifier: MIT
 * agent attach: the chat's screen for a session that another process owns. Past events come from the store, new ones
 * from the owner's socket, to which intents are sent. Nothing here can hurt the session: a face that is killed is a
 * connection that ends. The same screen shows a session that another agent goes on with (run_watch).
 */
#include <glob.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/chat/faces.h"
#include "cli/program/command_words.h"
#include "cli/program/line_peer.h"
#include "cli/run.h"
#include "session/event/event_data.h"
#include "session/store/session_lock.h"

#define GREETING_S 5   /* how long to wait for the session's first line */
#define ASTRAY_MS 1000 /* how long parallel results may be missing in another agent's file */

struct attach {
	struct program p;   /* its session is a mirror: not stored, and its intents are sent away */
	bool watch;	    /* --watch: nothing is sent */
	bool stop;	    /* --stop: the session is ended, nothing is shown */
	const char *wanted; /* (borrowed) an id or its beginning; NULL: the newest */
	struct line_peer peer;
	struct foreign_import *foreign; /* (borrowed) the import that is watched; NULL: attached */
	struct error failed;		/* why its file cannot be followed any more */
	struct timer *astray;		/* runs while foreign->astray */
	struct tui *tui;
	struct chat_host host;
	bool over;   /* this face ends */
	bool parted; /* the user left, and may come back */
	bool again;  /* the import must be made and shown anew */
};

/* ---- Events from the session ----------------------------------------------------------------------- */

static void take_event(void *self, const struct event *ev)
{
	struct attach *a = self;
	const struct event_sink screen = tui_sink(a->tui);

	if (ev->type == EVENT_SETTING) {
		const struct event_setting set = event_read_setting(ev->data);

		setting_change(a->p.settings, set.key, json_deep_copy(set.value), NULL);
	}
	if (ev->seq > 0)
		session_mirror(a->p.session, session_id(a->p.session), ev->seq);
	screen.take(screen.self, ev);
}

static void take_event_line(void *ctx, const char *line, size_t len)
{
	struct attach *a = ctx;
	json_auto_t *value = json_parse(line, len, NULL);
	freed_by(event_free) struct event ev = {0};

	if (value && event_from_json(&ev, value, NULL))
		take_event(a, &ev);
}

static void on_ended(void *ctx)
{
	((struct attach *)ctx)->over = true;
}

/* ---- Intents to the session ------------------------------------------------------------------------ */

static void send_intent(void *ctx, const struct intent *in)
{
	struct attach *a = ctx;

	if (a->watch && in->kind == INTENT_QUIT) {
		a->over = a->parted = true;
		return;
	}
	if (a->watch) {
		emit_passing(a->p.session, "this face only watches; agent %s takes part",
		    a->foreign ? "--continue" : "attach without --watch");
		return;
	}
	json_auto_t *line = in->data ? json_copy(in->data) : json_object();
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED);

	json_put_str(line, "intent", intent_name(in->kind));
	json_write(&out, line);
	buf_addc(&out, '\n');
	line_peer_send(&a->peer, out.data, out.len);
}

static bool part(void *ctx, const struct commander *from, struct error *e)
{
	struct attach *a = ctx;

	a->over = a->parted = true;
	return true;
}

static void on_signal(void *ctx, int signo)
{
	struct attach *a = ctx;

	a->p.signo = signo;
	a->over = a->parted = true;
}

/* ---- The session ----------------------------------------------------------------------------------- */

/* Connects to the session whose id begins with a->wanted, of several to the newest. Skips sockets that killed
 * processes left behind. Returns the connection, or -1: e. */
static int find_session(const struct attach *a, struct error *e)
{
	auto_free char *id = xasprintf("%s*", a->wanted ? a->wanted : "");
	auto_free char *pattern = session_socket(a->p.store, id);
	time_t newest = 0;
	struct stat st;
	int found = -1;
	glob_t all;

	const size_t count = glob(pattern, 0, NULL, &all) == 0 ? all.gl_pathc : 0;
	for (size_t i = 0; i < count; i++) {
		const bool newer = stat(all.gl_pathv[i], &st) == 0 && st.st_mtime >= newest;
		const int fd = newer ? face_socket(all.gl_pathv[i], false) : -1;

		if (fd < 0)
			continue;
		if (found >= 0)
			close(found);
		found = fd;
		newest = st.st_mtime;
	}
	globfree(&all);
	if (found < 0)
		error_set(e, ERR_NOT_FOUND,
		    a->wanted
			? "no session '%s' runs without a terminal; agent sessions list shows "
			  "what runs, agent --resume %s goes on with it here"
			: "no session runs without a terminal; agent --detach begins one",
		    a->wanted, a->wanted);
	return found;
}

/* Reads the first line, which says what session it is; new reference. NULL: e. */
static json_t *greeting(struct attach *a, struct error *e)
{
	const struct timeval patience = {.tv_sec = GREETING_S};
	const char *text;
	size_t len;

	setsockopt(a->peer.fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	json_t *line = line_peer_first(&a->peer, &text, &len) ? json_parse(text, len, NULL) : NULL;
	if (!line)
		error_set(e, ERR_IO, "the session says nothing");
	return line;
}

/* Opens the screen, a->tui; NULL afterwards: e. line: the text it shows for the backend. */
static void open_screen(
    struct attach *a, const struct event_serving *s, const char *line, struct error *e)
{
	struct program *p = &a->p;

	a->host = (struct chat_host){.ctx = a, .detach = part};
	p->session = session_new(p->loop, NULL);
	session_mirror(p->session, s->session, s->seq);
	inbox_divert(p->session, ~0u, send_intent, a);
	a->tui = tui_start(&(struct tui_options){.loop = p->loop,
			       .session = p->session,
			       .settings = p->settings,
			       .held = s->sandbox,
			       .host = &a->host,
			       .backend_line = line,
			       .cwd = workspace_path(p->workspace),
			       .workspace = p->workspace},
	    e);
}

static int show(struct attach *a, const struct event_serving *s)
{
	struct program *p = &a->p;
	struct error e = ERROR_INIT;
	auto_free char *line =
	    xasprintf("%s · attached%s", s->model ? s->model : "", a->watch ? ", to watch" : "");

	open_screen(a, s, line, &e);
	if (!a->tui)
		return print_failed(1, &e);
	session_sink(p->session, tui_sink(a->tui));
	p->history = event_source_stored(p->store, s->session);
	tui_past(a->tui, p->history, s->seq, true);
	loop_signal(p->loop, SIGINT, on_signal, a);
	loop_signal(p->loop, SIGTERM, on_signal, a);
	loop_signal(p->loop, SIGHUP, on_signal, a);
	if (!a->foreign)
		line_peer_start(&a->peer, p->loop);
	loop_await(p->loop, loop_flag, &a->over, NULL);
	tui_stop(a->tui, a->parted && !a->foreign ? NULL : s->session);
	if (a->parted && !a->foreign)
		printf("agent attach %s\n", s->session);
	return p->signo ? 128 + p->signo : 0;
}

static void on_astray(void *ctx)
{
	struct attach *a = ctx;

	a->astray = NULL;
	a->over = a->again = true;
}

/* Imports what was added to another agent's file; the import's sink, take_event, gets the events. */
static void on_grown(void *ctx, int fd, short revents)
{
	struct attach *a = ctx;
	char changes[4096];

	while (read(fd, changes, sizeof changes) > 0)
		;
	if (!foreign_import_more(a->foreign, &a->failed)) {
		/* A document is read while it is written; the next change brings the rest. */
		if (a->failed.code == ERR_PARSE && !a->foreign->file.lines)
			error_free(&a->failed);
		else
			a->over = true;
		return;
	}
	a->over |= !foreign_import_take(a->foreign, false, &a->failed);
	if (a->foreign->astray && !a->astray)
		a->astray = loop_after(a->p.loop, ASTRAY_MS, on_astray, a);
	else if (!a->foreign->astray) {
		timer_stop(a->astray);
		a->astray = NULL;
	}
}

int run_watch(const struct options *o, struct foreign_import *im)
{
	struct attach a = {.watch = true, .foreign = im};
	auto_free char *path = realpath(im->file.path, NULL);
	const char *cwd = json_str(im->file.facts, "cwd", NULL);
	auto_close const int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	struct options there = *o;

	/* Watches the file's folder, since a database grows in a file beside it. */
	if (path)
		strrchr(path, '/')[1] = '\0';
	if (fd < 0 || inotify_add_watch(fd, path ? path : "/", IN_MODIFY | IN_MOVED_TO) < 0)
		return print_failure(1, "cannot watch '%s': %s", im->file.path,
		    errno == ENOSPC ? "fs.inotify.max_user_watches is reached"
				    : error_system(errno));
	if (cwd && file_is_folder(cwd))
		there.cd = cwd;
	int code = program_configure(&a.p, &there);
	a.p.store = im->store;
	a.p.loop = loop_new();
	struct watch *watch = loop_watch(a.p.loop, fd, POLLIN, on_grown, &a);
	im->writer.sink = (struct event_sink){take_event, &a};
	if (code == 0)
		code = show(&a, &(struct event_serving){.session = im->writer.id,
				    .model = json_str(im->file.facts, "model", im->file.name),
				    .sandbox = "watching",
				    .seq = im->writer.seq});
	im->writer.sink = (struct event_sink){0};
	timer_stop(a.astray);
	watch_stop(watch);
	a.p.store = NULL;
	program_close(&a.p);
	return a.failed.code ? print_failed(1, &a.failed) : a.again ? FOREIGN_AGAIN : code;
}

/* Sends the intent to quit, and reads until the session closes the connection. Returns the exit code. */
static int stop_session(int fd)
{
	static const char line[] = "{\"intent\": \"quit\"}\n";
	char bytes[4096];
	ssize_t n = write(fd, line, sizeof line - 1);

	while (n > 0)
		n = read(fd, bytes, sizeof bytes);
	return n == 0 ? 0 : print_failure(1, "the session does not end");
}

static int run(const struct options *o, char *const *rest)
{
	static const struct word_option words[] = {
	    {"--watch", WORD_FLAG, offsetof(struct attach, watch)},
	    {"--stop", WORD_FLAG, offsetof(struct attach, stop)}, {NULL}};
	struct attach a = {0};
	struct options there = *o;
	struct error e = ERROR_INIT;
	json_t *said = NULL;
	int count = 0;
	int code = command_words_take(&command_attach, words, &a, rest, &a.wanted, &count, 1);

	if (code == 0 && !a.stop && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		code = print_failure(2, "no terminal to show a session on");
	if (code)
		return code;
	a.p.options = o;
	a.p.store = program_store(&e);
	a.peer = (struct line_peer){.fd = a.p.store ? find_session(&a, &e) : -1,
	    .line = take_event_line,
	    .ended = on_ended,
	    .ctx = &a};
	if (a.peer.fd < 0 || !(said = greeting(&a, &e))) {
		code = print_failed(e.code == ERR_NOT_FOUND ? 2 : 1, &e);
	} else if (a.stop) {
		code = stop_session(a.peer.fd);
	} else {
		const struct event_serving s = event_read_serving(json_map(said, "data"));
		struct store *store = a.p.store;

		there.cd = s.cwd;
		code = program_configure(&a.p, &there);
		a.p.store = store;
		a.p.loop = loop_new();
		if (code == 0) {
			setting_change(a.p.settings, "approve", json_string(s.approve), NULL);
			if (a.watch) /* nobody types, so the screen may be drawn less often */
				setting_change(a.p.settings, "ui.frame_ms",
				    json_integer(setting_int(a.p.settings, "ui.frame_ms") * 3 / 2),
				    NULL);
			code = show(&a, &s);
		}
	}
	if (a.peer.fd >= 0)
		close(a.peer.fd);
	line_peer_free(&a.peer);
	program_close(&a.p);
	json_decref(said);
	return code;
}

const struct command command_attach = {
    .name = "attach",
    .usage = "[ID] [--watch | --stop]",
    .summary = "show a session that runs without its terminal here, take part in it, or end it",
    .run = run,
};
