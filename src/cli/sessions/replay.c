/* SPDX-License-Identifier: MIT
 * Chooses the source of a replay (a stored session or a file) and the face that shows it.
 */
#include "cli/sessions/replay.h"

#include "base/base.h"
#include "base/embed.h"
#include "base/file.h"
#include "cli/program/program.h"
#include "cli/program/turn_summary.h"
#include "cli/sessions/sessions.h"
#include "ui/tui/replay/replay_screen.h"

struct replay_run {
	const struct options *options;
	struct store *store;	   /* NULL: the source is a file */
	struct event_source *past; /* NULL: the source is stdin */
	char *id;		   /* (owned) of a stored session */
	char *file;		   /* (owned) to read; NULL: a stored session */
	bool demo;		   /* file is a copy of config/demo.jsonl, removed at the end */
	int64_t fork;		   /* the user forks the session at this event; 0: no */
	char *folder;		   /* (owned) new folder for the fork's files; NULL: none */
	bool from_chat;		   /* a chat goes on when the replay is left */
};

/* Writes the embedded demo session into a temporary file, r->file. False: e. */
static bool write_demo(struct replay_run *r, struct error *e)
{
	const struct embed *demo = embed_find("config/demo.jsonl");
	const char *folder = getenv("TMPDIR");
	char *path = file_join(folder && *folder ? folder : "/tmp", "agent-demo-XXXXXX");
	auto_close const int fd = mkstemp(path);

	r->demo = fd >= 0;
	r->file = path;
	if (fd < 0 || !file_write_all(fd, demo->data, demo->len))
		error_set(e, ERR_IO, "cannot write '%s': %s", path, strerror(errno));
	return e->code == ERR_NONE;
}

/* Finds what --replay names: stdin ("-"), an existing file, the demo, or a stored session. False: e. */
static bool find_source(struct replay_run *r, const char *workspace, struct error *e)
{
	const char *wanted = r->options->replay;

	if (access(wanted, F_OK) == 0 || strcmp(wanted, "-") == 0)
		r->file = xstrdup(wanted);
	else if (strcmp(wanted, "demo") == 0 && !write_demo(r, e))
		return false;
	if (r->file && strcmp(wanted, "-") == 0)
		return true;
	if (r->file) {
		r->past = event_source_file(r->file, e);
		return r->past != NULL;
	}
	r->store = program_store(e);
	json_auto_t *found = r->store ? store_find(r->store, wanted, workspace, e) : NULL;
	if (!found)
		return false;
	r->id = xstrdup(json_str(found, "id", ""));
	r->past = event_source_stored(r->store, r->id);
	return true;
}

/* Waits for the time between two events divided by the speed; not at all if speed is 0. */
static void pace(struct loop *l, double speed, int64_t gap_ms)
{
	if (speed > 0 && gap_ms > 0)
		loop_await_within(
		    l, loop_flag, &(bool){false}, NULL, (int64_t)((double)gap_ms / speed));
}

static bool is_reached(const struct options *o, int64_t last, struct error *e)
{
	return o->from <= last || error_set(e, ERR_USAGE, "'--from %lld': the last event is %lld",
				      (long long)o->from, (long long)last);
}

static bool print_events(
    struct program *p, struct replay_run *r, const struct event_sink *sink, struct error *e)
{
	double speed = r->options->speed > 0 ? r->options->speed : 0;
	int64_t last_ms = 0, last = 0;

	event_each (ev,
	    r->id ? store_source(r->store, r->id, r->options->from ? r->options->from : 1)
		  : event_reader_file(r->file, e),
	    e) {
		last = ev.seq > last ? ev.seq : last;
		if (r->options->to && ev.seq > r->options->to)
			break;
		if (ev.seq < r->options->from || ev.seq <= 0)
			continue;
		if (last_ms)
			pace(p->loop, speed, ev.at_ms - last_ms);
		last_ms = ev.at_ms;
		event_redact(&ev);
		sink->take(sink->self, &ev);
	}
	return e->code == ERR_NONE && is_reached(r->options, last, e);
}

/* Prints the last turn as --ask --output json would have. */
static bool print_summary(struct program *p, struct replay_run *r, struct error *e)
{
	freed_by(turn_summary_free) struct turn_summary summary = {0};
	bool ok = print_events(p, r, &(struct event_sink){turn_summary_take, &summary}, e);

	if (ok)
		print_json_line(turn_summary_json(&summary,
		    r->id ? r->id : json_str(summary.session, "id", NULL),
		    json_incref(json_object_get(summary.plan, "plan")), NULL));
	return ok;
}

static bool print(struct program *p, struct replay_run *r, struct error *e)
{
	const struct options *o = r->options;
	struct event_sink sink;
	bool ok;

	p->loop = loop_new();
	if (o->output == OUTPUT_JSON) {
		ok = print_summary(p, r, e);
	} else if (o->output == OUTPUT_EVENTS) {
		struct jsonl *lines = jsonl_new(stdout, false);

		sink = jsonl_sink(lines);
		ok = print_events(p, r, &sink, e);
		jsonl_free(lines);
	} else {
		struct plain *feed = plain_new(&(struct plain_options){.out = stdout,
		    .color = program_color(o, p->settings, STDOUT_FILENO),
		    .theme = setting_string(p->settings, "ui.theme"),
		    .answer = true});

		sink = plain_sink(feed);
		ok = print_events(p, r, &sink, e);
		plain_free(feed);
	}
	return ok;
}

static void want_fork(void *ctx, int64_t seq, const char *folder)
{
	struct replay_run *r = ctx;

	r->fork = seq > 0 ? seq : 1;
	free(r->folder);
	r->folder = xstrdup(folder);
}

static bool screen(struct program *p, struct replay_run *r, struct error *e)
{
	const struct options *o = r->options;

	p->loop = loop_new();
	struct tui *tui = tui_start(
	    &(struct tui_options){
		.loop = p->loop,
		.settings = p->settings,
		.replay = true,
		.past = r->past,
		.fork = r->id ? want_fork : NULL,
		.fork_ctx = r,
		.speed = o->speed < 0 ? 1 : o->speed,
		.from = o->from,
		.to = o->to,
	    },
	    e);
	if (!tui)
		return false;
	p->signo = tui_replay(tui);
	if (!p->signo && (r->from_chat || r->fork))
		tui_hand_over(tui);
	else
		tui_stop(tui, NULL);
	return true;
}

int replay_run(const struct options *o, bool from_chat, struct replay_end *end)
{
	struct program p;
	struct replay_run r = {.options = o, .from_chat = from_chat};
	auto_error e = ERROR_INIT;
	int code = program_configure(&p, o);

	if (code == 0) {
		bool ok = find_source(&r, workspace_path(p.workspace), &e);
		int64_t last = ok && r.past ? event_source_last(r.past) : 0;
		ok = ok && (last == 0 || is_reached(o, last, &e));
		if (ok && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !o->plain && r.past &&
		    o->output == OUTPUT_TEXT)
			ok = screen(&p, &r, &e);
		else if (ok)
			ok = print(&p, &r, &e);
		if (!ok)
			code = sessions_fail(&e);
	}
	if (p.signo)
		code = 128 + p.signo;
	event_source_free(r.past);
	if (r.demo)
		unlink(r.file);
	free(r.file);
	store_close(r.store);
	program_close(&p);
	*end = (struct replay_end){.stopped = p.signo != 0};
	if (r.fork && !p.signo) {
		end->fork = xasprintf("%s:%lld", r.id, (long long)r.fork);
		end->folder = r.folder;
		r.folder = NULL;
	}
	free_all(r.id, r.folder);
	return code;
}
