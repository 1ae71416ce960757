/* SPDX-License-Identifier: MIT
 * Folds the events of a session into one JSON object of its turns, and prints that as text.
 */
#include "cli/sessions/session_show.h"

#include <time.h>
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "session/event/event_data.h"

#define LINE 100 /* code points that are kept of a prompt or an answer */

struct story {
	json_t *object, *turns, *turn; /* turn: borrowed, the last of turns */
	json_t *commands;	       /* commands of the user's own, between turns */
	int64_t input, output, cached;
	double cost;
	bool priced;
};

static void add_count(json_t *object, const char *key, int64_t n)
{
	json_put_int(object, key, json_int(object, key, 0) + n);
}

static void put_line(json_t *object, const char *key, const char *text)
{
	auto_free char *line = text ? text_line(text, LINE) : NULL;

	json_put_str(object, key, line);
}

static void turn_start(struct story *st, const struct event *ev)
{
	const char *prompt = event_read_turn_start(ev->data).prompt;
	auto_free char *line = text_line(prompt ? prompt : "", LINE);

	st->turn = json_pack("{s:i, s:I, s:s, s:s}", "turn", (int)json_array_size(st->turns) + 1,
	    "at", (json_int_t)ev->at_ms, "prompt", line, "outcome", "unfinished");
	json_array_append_new(st->turns, st->turn);
}

/* Adds a row for a command of the user's own ("!command"), or its result to the last row. */
static void user_command(struct story *st, const struct event *ev)
{
	json_t *last = json_array_get(st->commands, json_array_size(st->commands) - 1);

	if (ev->type == EVENT_TOOL_CALL) {
		auto_free char *line = text_line(
		    json_str(event_read_tool_call(ev->data).arguments, "command", ""), LINE);

		json_array_append_new(st->commands,
		    json_pack("{s:i, s:I, s:s, s:s}", "after_turn", (int)json_array_size(st->turns),
			"at", (json_int_t)ev->at_ms, "command", line, "result", "unfinished"));
	} else if (ev->type == EVENT_TOOL_RESULT && last) {
		put_line(last, "result", ev->summary);
	}
}

static void usage(struct story *st, const json_t *data)
{
	const struct event_usage u = event_read_usage(data);
	const bool priced = !isnan(u.cost_usd);

	st->input += u.input;
	st->output += u.output;
	st->cached += u.cached;
	st->cost += priced ? u.cost_usd : 0;
	st->priced = st->priced && priced;
	if (st->turn) {
		add_count(st->turn, "input", u.input);
		add_count(st->turn, "output", u.output);
	}
}

static void take_story_event(struct story *st, const struct event *ev)
{
	if (ev->type == EVENT_SESSION_START) {
		const struct event_session_start start = event_read_session_start(ev->data);

		json_put_str(st->object, "backend", start.backend);
		json_put(st->object, "imported", json_incref(start.imported));
	} else if (ev->type == EVENT_TURN_START)
		turn_start(st, ev);
	else if (ev->type == EVENT_USAGE)
		usage(st, ev->data);
	if ((ev->type == EVENT_TOOL_CALL && text_is(event_read_tool_call(ev->data).by, "user")) ||
	    (ev->type == EVENT_TOOL_RESULT &&
		text_is(event_read_tool_result(ev->data).by, "user"))) {
		user_command(st, ev);
		return;
	}
	if (!st->turn)
		return;
	if (ev->iteration > json_int(st->turn, "iterations", 0))
		json_put_int(st->turn, "iterations", ev->iteration);
	if (event_is_by(ev, "check"))
		return;
	if (ev->type == EVENT_TOOL_CALL)
		add_count(st->turn, "calls", 1);
	else if (ev->type == EVENT_TOOL_RESULT && event_read_tool_result(ev->data).denied)
		add_count(st->turn, "calls", -1);
	if (ev->type != EVENT_TURN_END)
		return;
	const struct event_turn_end end = event_read_turn_end(ev->data);
	json_put_str(st->turn, "outcome", end.outcome ? end.outcome : "unknown");
	put_line(st->turn, "answer", end.answer);
	put_line(st->turn, "error", json_str(end.error, "message", NULL));
	json_put_int(st->turn, "duration_ms", ev->at_ms - json_int(st->turn, "at", ev->at_ms));
}

json_t *session_story(struct store *s, const json_t *row, struct error *e)
{
	struct story st = {.object = json_deep_copy(row),
	    .turns = json_array(),
	    .commands = json_array(),
	    .priced = true};
	auto_error why = ERROR_INIT;

	event_each (ev, store_source(s, json_str(row, "id", ""), 1), &why)
		take_story_event(&st, &ev);
	json_put(st.object, "usage",
	    json_pack("{s:I, s:I, s:I, s:o}", "input", (json_int_t)st.input, "output",
		(json_int_t)st.output, "cached", (json_int_t)st.cached, "cost_usd",
		st.priced && st.input + st.output > 0 ? json_real(st.cost) : json_null()));
	json_put(st.object, "turn_list", st.turns);
	json_put(st.object, "command_list", st.commands);
	if (why.code != ERR_NONE) {
		error_copy(e, &why);
		json_decref(st.object);
		st.object = NULL;
	}
	return st.object;
}

static void print_tokens(const json_t *usage)
{
	const int64_t input = json_int(usage, "input", 0), cached = json_int(usage, "cached", 0);

	printf("tokens    %" PRId64 " in", input);
	if (cached > 0 && input > 0)
		printf(" (%" PRId64 "%% cached)", cached * 100 / input);
	printf(", %" PRId64 " out", json_int(usage, "output", 0));
	if (json_is_real(json_object_get(usage, "cost_usd")))
		printf(", $%.4f", json_num(usage, "cost_usd", 0));
	putchar('\n');
}

static void print_origin(const json_t *story)
{
	const json_t *parent = json_map(story, "parent"), *imported = json_map(story, "imported");

	if (parent)
		print_text(stdout, "parent    %s, event %" PRId64 "\n",
		    json_str(parent, "session", ""), json_int(parent, "seq", 0));
	if (imported)
		print_text(stdout, "imported  from %s, there %s%s%s%s%s\n",
		    json_str(imported, "from", ""), json_str(imported, "session", ""),
		    json_str(imported, "agent", NULL) ? ", of " : "",
		    json_str(imported, "agent", ""), json_str(imported, "version", NULL) ? " " : "",
		    json_str(imported, "version", ""));
}

static void print_turn(const json_t *turn)
{
	char spelled[24];
	const int64_t rounds = json_int(turn, "iterations", 0), calls = json_int(turn, "calls", 0);
	const json_t *duration = json_object_get(turn, "duration_ms");

	printf("\nturn %" PRId64 "    %s · %" PRId64 " round%s · %" PRId64 " call%s",
	    json_int(turn, "turn", 0), json_str(turn, "outcome", ""), rounds,
	    text_plural(rounds, "", "s"), calls, text_plural(calls, "", "s"));
	if (duration) {
		clock_spell(json_integer_value(duration), spelled);
		print_text(stdout, " · %s", spelled);
	}
	printf(" · %" PRId64 " tokens\n", json_int(turn, "input", 0) + json_int(turn, "output", 0));
	print_text(stdout, "  you     %s\n", json_str(turn, "prompt", ""));
	if (json_str(turn, "answer", NULL))
		print_text(stdout, "  answer  %s\n", json_str(turn, "answer", ""));
	if (json_str(turn, "error", NULL))
		print_text(stdout, "  error   %s\n", json_str(turn, "error", ""));
}

static void print_commands(const json_t *story, int64_t after_turn)
{
	json_each (one, json_list(story, "command_list"))
		if (json_int(one, "after_turn", 0) == after_turn)
			print_text(stdout, "\ncommand   ! %s · %s\n", json_str(one, "command", ""),
			    json_str(one, "result", ""));
}

void session_print(const json_t *story)
{
	char created[20], updated[20];
	auto_free char *folder = file_user_path(json_str(story, "cwd", ""));

	clock_spell_date(json_int(story, "created_at", 0), created);
	clock_spell_date(json_int(story, "updated_at", 0), updated);
	print_text(stdout, "%s\n\n", json_str(story, "title", ""));
	print_text(stdout, "id        %s\n", json_str(story, "id", ""));
	print_text(stdout, "folder    %s\n", folder);
	print_text(stdout, "when      %s to %s\n", created, updated);
	print_text(stdout, "model     %s (%s)\n", json_str(story, "model", "none"),
	    json_str(story, "backend", "unknown"));
	print_origin(story);
	printf("events    %" PRId64 "\n", json_int(story, "events", 0));
	print_tokens(json_map(story, "usage"));
	print_commands(story, 0);
	json_each_at (i, turn, json_list(story, "turn_list")) {
		print_turn(turn);
		print_commands(story, (int64_t)i + 1);
	}
}
