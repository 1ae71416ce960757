/* SPDX-License-Identifier: MIT
 * Makes sessions and conversations at random (random_session.h).
 */
#include "tests/support/random_session.h"

#include <stddef.h>
#include <stdio.h>
#include "session/event/event_data.h"

static unsigned draw(unsigned *seed, unsigned below)
{
	*seed = *seed * 1103515245u + 12345u;
	return (*seed >> 16) % below;
}

/* Returns the data of a plan as models leave it: items before the one in progress are done. */
static json_t *plan_data(unsigned *seed, int revision, int64_t now)
{
	static const char *const status[] = {"completed", "in_progress", "pending"};
	const unsigned at = draw(seed, 4);
	json_t *items = json_array();

	for (unsigned i = 0; i < 3; i++) {
		char id[2] = {(char)('a' + i), '\0'};
		json_array_append_new(
		    items, json_pack("{s:s, s:s, s:s, s:I, s:i}", "id", id, "content", id, "status",
			       status[i < at	? 0
				      : i == at ? 1
						: 2],
			       "started", (json_int_t)now, "attempts", (int)draw(seed, 2)));
	}
	const bool users = draw(seed, 3) == 0;

	return event_build_plan(&(struct event_plan){.text = users ? "ticked b" : NULL,
	    .undo = users && draw(seed, 2),
	    .by = users ? "user" : "model",
	    .plan =
		json_pack("{s:s, s:i, s:s, s:o}", "id", "01M7YPC48W07FK6J054G95ZXHB", "revision",
		    revision, "status", draw(seed, 6) ? "active" : "completed", "items", items)});
}

/* Returns the data of a message: the user's, or the model's with a call or without. */
static json_t *message_data(unsigned *seed)
{
	const bool users = draw(seed, 3) == 0;
	json_t *parts = json_array();

	json_array_append_new(
	    parts, event_build_text_part(&(struct event_text_part){"text", "so"}));
	if (!users && draw(seed, 2))
		json_array_append_new(parts,
		    event_build_call_part(&(struct event_call_part){
			.type = "call", .call = "c", .tool = "read_file", .arguments = "{}"}));
	return event_build_message(&(struct event_message){.role = users ? "user" : "assistant",
	    .parts = parts,
	    .paused = !users && draw(seed, 3) == 0,
	    .plan_edits = users && draw(seed, 2)});
}

static json_t *data_of(enum event_type type, unsigned *seed, int i, int64_t now)
{
	switch (type) {
	case EVENT_PLAN:
		return plan_data(seed, i + 1, now);
	case EVENT_MESSAGE:
		return message_data(seed);
	case EVENT_TOOL_CALL:
		return event_build_tool_call(&(struct event_tool_call){.call = "c",
		    .tool = draw(seed, 2) ? "read_file" : "run_command",
		    .class = draw(seed, 4) ? NULL : "delegates"});
	case EVENT_TOOL_RESULT:
		return event_build_tool_result(&(struct event_tool_result){.call = "c",
		    .ok = true,
		    .denied = draw(seed, 5) == 0,
		    .confidence = -1,
		    .duration_ms = draw(seed, 3) ? 7 : -1,
		    .data = json_pack(
			"{s:s, s:i}", "path", draw(seed, 2) ? "a.c" : "b.c", "exit", (int)i)});
	case EVENT_JOB:
		return event_build_job(&(struct event_job){.id = draw(seed, 2) ? "job-1" : "job-2",
		    .call = "c",
		    .command = "make",
		    .running = draw(seed, 2),
		    .state = "exit 2"});
	case EVENT_USAGE:
		return event_build_usage(&(struct event_usage){
		    .role = "turn", .input = 10, .output = i, .cost_usd = 0.5});
	case EVENT_QUESTION:
		return event_build_question(&(struct event_question){
		    .kind = "limit", .rounds = 5, .delegate = draw(seed, 3) ? NULL : "other"});
	case EVENT_ANSWER:
		return event_build_answer(&(struct event_answer){
		    .id = "q", .choice = draw(seed, 2) ? "more" : "nolimit"});
	case EVENT_TURN_END:
		return event_build_turn_end(
		    &(struct event_turn_end){.outcome = draw(seed, 2) ? "answered" : "limit",
			.totals = draw(seed, 3) ? json_object() : NULL});
	case EVENT_TURN_START:
		return event_build_turn_start(&(struct event_turn_start){.prompt = "go on",
		    .depth = draw(seed, 3)   ? "react"
			     : draw(seed, 2) ? "strategic"
					     : "direct",
		    .why = "",
		    .max_iterations = i});
	case EVENT_STRATEGY:
		if (draw(seed, 3) == 0)
			return event_build_strategy(&(struct event_strategy){.approach = "said",
			    .complexity = "simple",
			    .success_criteria = json_array()});
		return event_build_strategy(&(struct event_strategy){.approach = "first",
		    .success_criteria = json_pack("[{s:s, s:s}, {s:s, s:s, s:b}]", "id", "a",
			"text", "one", "id", "b", "text", "two", "met", (int)draw(seed, 2))});
	case EVENT_EVALUATION:
		return event_build_evaluation(&(struct event_evaluation){
		    .criteria = json_pack("[{s:s, s:b}]", "id", "a", "met", (int)draw(seed, 2))});
	case EVENT_SETTING:
		return event_build_setting(&(struct event_setting){.key = "agent.depth",
		    .value = json_string(draw(seed, 2) ? "direct" : "auto"),
		    .by = "user"});
	case EVENT_NOTICE:
		return event_build_notice(&(struct event_notice){
		    .level = "info", .text = "so", .depth = draw(seed, 2) ? "react" : NULL});
	case EVENT_COMPACTION:
		return event_build_compaction(&(struct event_compaction){.through_seq = i / 2,
		    .summary = draw(seed, 2) ? "it was so" : NULL,
		    .kept = json_pack("[i]", i / 4),
		    .trimmed = json_pack("[i]", i - 1),
		    .tokens_after = i});
	default:
		return json_object();
	}
}

void random_session(struct event *events, int count, unsigned seed)
{
	static const enum event_type types[] = {EVENT_TURN_START, EVENT_STRATEGY, EVENT_EVALUATION,
	    EVENT_SETTING, EVENT_NOTICE, EVENT_COMPACTION, EVENT_PLAN, EVENT_MESSAGE, EVENT_JOB,
	    EVENT_TOOL_CALL, EVENT_TOOL_RESULT, EVENT_USAGE, EVENT_QUESTION, EVENT_ANSWER,
	    EVENT_TURN_END};
	int64_t now = 1000000;

	for (int i = 0; i < count; i++) {
		const enum event_type type = types[draw(&seed, sizeof types / sizeof *types)];

		now += draw(&seed, 5000);
		events[i] = (struct event){.seq = i + 1, .at_ms = now, .turn = 1, .type = type};
		events[i].data = data_of(type, &seed, i, now);
	}
}

/* ---- Items ---- */

#define ONE_OF(list) (list)[draw(seed, sizeof(list) / sizeof *(list))]

static json_t *random_part(unsigned *seed, unsigned place)
{
	static const char *const ids[] = {"c1", "c2", "", "call 3!", "toolu_01A",
	    "functions.read_file:0", "a-call-with-an-id-that-is-longer-than-any-server-takes-back"};
	static const char *const names[] = {"read_file", "repo_browser.print_tree", "", "a b",
	    "\xe5\x90\x8d", "mcp__x__read", "functions.exec_command", "x/y:z",
	    "a_name_of_a_tool_that_is_longer_than_the_sixty_four_bytes_that_servers_take"};
	static const char *const arguments[] = {
	    "{}", "{\"a\": 1}", "{\"a\":", "nonsense", "", "[1]", "null", "{\"a\":1,\"a\":2}"};
	static const char *const texts[] = {
	    "so", "  ", "", "\n", "\xe5\x90\x8d", "<tool_call>{}</tool_call>"};
	char id[100];

	snprintf(id, sizeof id, "rs%u", place);
	switch (draw(seed, 6)) {
	case 0:
	case 1:
		return json_pack("{s:s, s:s}", "type", "text", "text", ONE_OF(texts));
	case 2:
		return json_pack("{s:s, s:s, s:{s:s, s:s}}", "type", "thinking", "wire", "messages",
		    "data", "signature", "", "text", "hm");
	case 3:
		return json_pack("{s:s, s:s, s:{s:{s:s, s:s, s:[{s:s, s:s}], s:s}, s:s}}", "type",
		    "thinking", "wire", "responses", "data", "item", "type", "reasoning", "id", id,
		    "summary", "type", "summary_text", "text", "hm", "encrypted_content", "",
		    "text", "hm");
	default:
		/* A reply has no id twice, a conversation may. */
		snprintf(id, sizeof id, "%s%.*u", ONE_OF(ids), place > 0, place);
		return json_pack("{s:s, s:s, s:s, s:s}", "type", "call", "call", id, "tool",
		    ONE_OF(names), "arguments", ONE_OF(arguments));
	}
}

static json_t *random_reply(unsigned *seed)
{
	json_t *parts = json_array();
	const unsigned count = draw(seed, 5);

	for (unsigned i = 0; i < count; i++)
		json_array_append_new(parts, random_part(seed, i));
	return json_pack("{s:s, s:s, s:o, s:s, s:b}", "type", "message", "role", "assistant",
	    "parts", parts, "from", draw(seed, 4) ? "h" : "other", "paused",
	    (int)(draw(seed, 12) == 0));
}

static json_t *random_prompt(unsigned *seed)
{
	static const char *const texts[] = {"do it", "", " ", "and \xe5\x90\x8d", "so"};
	static const char *const kinds[] = {"", "note", "steer", "context"};

	return json_pack("{s:s, s:s, s:s, s:[{s:s, s:s}]}", "type", "message", "role", "user",
	    "kind", ONE_OF(kinds), "parts", "type", "text", "text", ONE_OF(texts));
}

/* Appends results for most calls of a reply, in some order; sometimes one for no call. */
static void random_results(json_t *items, const json_t *reply, unsigned *seed)
{
	static const char *const texts[] = {"done", "", "\n", "1\tone"};
	const json_t *parts = json_object_get(reply, "parts");
	const size_t count = json_array_size(parts), first = draw(seed, 5);

	for (size_t i = 0; i < count; i++) {
		const json_t *part = json_array_get(parts, (i + first) % count);
		const char *id = json_string_value(json_object_get(part, "call"));

		if (id && draw(seed, 8))
			json_array_append_new(
			    items, json_pack("{s:s, s:s, s:s}", "type", "tool_result", "call",
				       draw(seed, 20) ? id : "nobody's", "text", ONE_OF(texts)));
	}
}

json_t *random_items(unsigned seed_of)
{
	unsigned *seed = &seed_of;
	json_t *items = json_array();
	const unsigned count = 1 + draw(seed, 8);

	for (unsigned i = 0; i < count; i++) {
		if (draw(seed, 3) == 0 || i == 0) {
			json_array_append_new(items, random_prompt(seed));
		} else {
			json_t *reply = random_reply(seed);

			json_array_append_new(items, reply);
			random_results(items, reply, seed);
		}
	}
	return items;
}
