/* SPDX-License-Identifier: MIT
 * The chat screen with a script in place of the agent: screen_driver SCRIPT [LOG [KEY=VALUE...]]. Each line of the
 * script is one JSON object, played through a real session to a real screen:
 *
 *   {"emit": TYPE, "summary": ..., "data": {...}, "turn": N, "iteration": N}
 *   {"ask": {question}}        waits for its answer, which goes to LOG
 *   {"take": true}             waits for an intent, which goes to LOG
 *   {"wait_ms": N}             lets time pass
 *   {"set": KEY, "value": V}   as the agent takes a setting
 *   {"repeat": N, "emit": ...} the same event N times
 *
 * Ends with QUIT or with the script. With --replay FILE it replays a file of events.
 */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/tui/chat_screen.h"
#include "ui/tui/replay/replay_screen.h"

struct driver {
	struct loop *loop;
	struct session *session;
	struct settings *settings;
	FILE *log;
	bool over, quit;
};

static void note(struct driver *d, const char *what, const json_t *value)
{
	char *line = value ? json_line(value) : xstrdup("null");

	if (d->log) {
		fprintf(d->log, "%s %s\n", what, line);
		fflush(d->log);
	}
	free(line);
}

static enum event_type type_named(const char *name)
{
	struct event ev = {0};

	for (int i = 1; i <= EVENT_CHILD; i++) {
		ev.type = (enum event_type)i;
		if (strcmp(event_type_name(&ev), name) == 0)
			return ev.type;
	}
	fprintf(stderr, "no event type '%s'\n", name);
	exit(2);
}

static void play_event(struct driver *d, const json_t *line)
{
	int64_t times = json_int(line, "repeat", 1);

	if (json_object_get(line, "turn"))
		session_at(d->session, (int)json_int(line, "turn", 0),
		    (int)json_int(line, "iteration", 0));
	while (times-- > 0) {
		emit(d->session, type_named(json_str(line, "emit", "")),
		    xstrdup(json_str(line, "summary", NULL)),
		    json_incref(json_object_get(line, "data")));
		loop_turn(d->loop, 0);
	}
}

static bool is_over(void *ctx)
{
	struct driver *d = ctx;

	return d->over || inbox_peek(d->session, INTENT_QUIT);
}

static void on_time(void *ctx)
{
	((struct driver *)ctx)->over = true;
}

static bool has_intent(void *ctx)
{
	struct driver *d = ctx;

	for (int kind = INTENT_PROMPT; kind <= INTENT_QUIT; kind++)
		if (inbox_peek(d->session, (enum intent_kind)kind))
			return true;
	return false;
}

static void take_intent(struct driver *d)
{
	struct intent in;

	loop_await(d->loop, has_intent, d, NULL);
	session_cancel(d->session)->requested = false;
	if (!inbox_take(d->session, &in))
		return;
	note(d, intent_name(in.kind), in.data);
	d->quit = d->quit || in.kind == INTENT_QUIT;
	intent_free(&in);
}

static void play_line(struct driver *d, const json_t *line)
{
	json_t *answer = NULL;

	if (json_object_get(line, "ask")) {
		bool answered =
		    ask_await(d->session, json_incref(json_object_get(line, "ask")), &answer);
		note(d, answered ? "answer" : "cancelled", answer);
		session_cancel(d->session)->requested = false;
		json_decref(answer);
	} else if (json_object_get(line, "take")) {
		take_intent(d);
	} else if (json_object_get(line, "wait_ms")) {
		d->over = false;
		struct timer *timer = loop_after(d->loop, json_int(line, "wait_ms", 0), on_time, d);
		loop_await(d->loop, is_over, d, NULL);
		if (!d->over)
			timer_stop(timer);
	} else if (json_object_get(line, "set")) {
		struct error e = ERROR_INIT;
		if (!setting_change(d->settings, json_str(line, "set", ""),
			json_incref(json_object_get(line, "value")), &e))
			die("%s", e.message);
	} else if (json_object_get(line, "crash")) {
		abort();
	} else {
		play_event(d, line);
	}
}

static void play(struct driver *d, const char *path)
{
	struct buf text = BUF_INIT;
	struct error e = ERROR_INIT;

	if (!file_read(path, 16 << 20, &text, &e))
		die("%s", e.message);
	for (char *s = text.data, *next; s && *s && !d->quit; s = next) {
		next = strchr(s, '\n');
		if (next)
			*next++ = '\0';
		json_t *line = *s ? json_parse(s, strlen(s), &e) : NULL;
		if (*s && !line)
			die("%s: %s", e.message, s);
		if (line)
			play_line(d, line);
		json_decref(line);
		d->quit = d->quit || inbox_peek(d->session, INTENT_QUIT);
	}
	buf_free(&text);
}

/* Ends the loop in order, as the program's own handler of this signal does. */
static void on_end(void *ctx, int signo)
{
	struct driver *d = ctx;

	inbox_push(d->session, (struct intent){INTENT_QUIT, NULL});
}

static struct settings *load_settings(const char *const *assignments)
{
	struct problems problems = PROBLEMS_INIT;
	struct settings_request request = {.workspace = "/", .assignments = assignments};
	struct settings *s = settings_load(&request, &problems);

	if (!s)
		die("%s", problem_line(&problems.list[0]));
	problems_free(&problems);
	return s;
}

int main(int argc, char **argv)
{
	bool replay = argc > 2 && strcmp(argv[1], "--replay") == 0;
	struct driver d = {.loop = loop_new()};
	struct error e = ERROR_INIT;

	setlocale(LC_ALL, "");
	text_setup();
	if (argc < 2)
		return 2;
	d.settings = load_settings(
	    (const char *const *)argv + (argc > 3 && !replay ? 3 : argc)); /* NULL-terminated */
	d.session = session_new(d.loop, NULL);
	d.log = !replay && argc > 2 ? fopen(argv[2], "w") : NULL;
	struct event_source *past = replay ? event_source_file(argv[2], &e) : NULL;
	struct tui *t = tui_start(&(struct tui_options){.loop = d.loop,
				      .session = replay ? NULL : d.session,
				      .settings = d.settings,
				      .backend_line = "offline · built in, no network",
				      .replay = replay,
				      .past = past,
				      .speed = 1},
	    &e);
	if (!t)
		die("%s", e.message);
	if (replay) {
		tui_replay(t);
	} else {
		session_sink(d.session, tui_sink(t));
		loop_signal(d.loop, SIGTERM, on_end, &d);
		loop_signal(d.loop, SIGHUP, on_end, &d);
		play(&d, argv[1]);
	}
	tui_stop(t, replay ? NULL : session_id(d.session));
	if (d.log)
		fclose(d.log);
	event_source_free(past);
	session_free(d.session);
	settings_free(d.settings);
	loop_free(d.loop);
	return 0;
}
