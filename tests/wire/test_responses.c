/* SPDX-License-Identifier: MIT
 * What servers that speak OpenAI Responses send, and what they are sent: a row or a test for each
 * type of event, each error and each quirk. Every stream is fed whole, byte by byte and in random
 * pieces.
 */
/* holds: each-protocol-row */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/wire/request.h"
#include "tests/support/wire_streams.h"

#define EV(type, rest) \
	"event: response." type "\ndata: {\"type\":\"response." type "\"" rest \
	",\"sequence_number\":1}\n\n"
#define BEGIN \
	EV("created", ",\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"in_progress\"," \
		      "\"output\":[]}") \
	EV("in_progress", ",\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"in_" \
			  "progress\"}")
#define ADDED(i, item) EV("output_item.added", ",\"output_index\":" #i ",\"item\":" item)
#define DONE(i, item) EV("output_item.done", ",\"output_index\":" #i ",\"item\":" item)
#define MESSAGE(id) \
	"{\"type\":\"message\",\"id\":\"" id \
	"\",\"status\":\"in_progress\",\"role\":\"assistant\",\"content\":[]}"
#define MESSAGE_OF(id, text) \
	"{\"type\":\"message\",\"id\":\"" id \
	"\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"" text \
	"\"}]}"
#define CALL(id, call, name, args) \
	"{\"type\":\"function_call\",\"id\":\"" id "\",\"call_id\":\"" call "\",\"name\":\"" name \
	"\",\"arguments\":\"" args "\"}"
#define REASONING(id, rest) "{\"type\":\"reasoning\",\"id\":\"" id "\",\"summary\":[]" rest "}"
#define TEXT(i, id, text) \
	EV("output_text.delta", ",\"output_index\":" #i ",\"item_id\":\"" id \
				"\",\"content_index\":0,\"delta\":\"" text "\"")
#define ARGS(i, id, text) \
	EV("function_call_arguments.delta", \
	    ",\"output_index\":" #i ",\"item_id\":\"" id "\",\"delta\":\"" text "\"")
#define SUMMARY(i, id, text) \
	EV("reasoning_summary_text.delta", ",\"output_index\":" #i ",\"item_id\":\"" id \
					   "\",\"summary_index\":0,\"delta\":\"" text "\"")
#define USAGE \
	",\"usage\":{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":60,\"cache_" \
	"write_tokens\":50}," \
	"\"output_tokens\":9,\"output_tokens_details\":{\"reasoning_tokens\":4}}"
#define END(rest) \
	EV("completed", \
	    ",\"response\":{\"id\":\"r\",\"model\":\"m\",\"status\":\"completed\"" rest USAGE "}")

#define SAID(parts) "{\"role\":\"assistant\",\"parts\":[" parts "]"
#define P_TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define P_OPAQUE(data) "{\"type\":\"thinking\",\"wire\":\"responses\",\"data\":" data "}"
#define P_CALL(id, name, args) \
	"{\"type\":\"call\",\"call\":\"" id "\",\"tool\":\"" name "\",\"arguments\":\"" args "\"}"

static const struct {
	const char *name, *stream;
	enum finish finish;
	const char *message; /* how the message begins */
} streams[] = {
    {"text",
	BEGIN ADDED(0, MESSAGE("m1")) TEXT(0, "m1", "Hel") TEXT(0, "m1", "lo")
	    EV("output_text.done", ",\"output_index\":0,\"item_id\":\"m1\",\"text\":\"Hello\"")
		DONE(0, MESSAGE_OF("m1", "Hello")) END(""),
	FINISH_STOP, SAID(P_TEXT("Hello"))},
    {"encrypted reasoning, a text and two calls",
	BEGIN ADDED(0, REASONING("rs1", "")) SUMMARY(0, "rs1", "I ") SUMMARY(0, "rs1", "look")
	    DONE(0, "{\"type\":\"reasoning\",\"id\":\"rs1\",\"summary\":[{\"type\":\"summary_"
		    "text\",\"text\":\"I look\"}],\"encrypted_content\":\"ENC\",\"status\":null}")
		ADDED(1, MESSAGE("m1")) TEXT(1, "m1", "x") DONE(1, MESSAGE_OF("m1", "x"))
		    ADDED(2, CALL("f1", "c1", "read", "")) ARGS(2, "f1", "{\\\"a\\\"")
			ARGS(2, "f1", ":1}") DONE(2, CALL("f1", "c1", "read", "{\\\"a\\\":1}"))
			    ADDED(3, CALL("f2", "c2", "list", ""))
				DONE(3, CALL("f2", "c2", "list", "{}")) END(""),
	FINISH_CALLS,
	SAID(P_OPAQUE(
	    "{\"item\":{\"type\":\"reasoning\",\"id\":\"rs1\",\"summary\":[{\"type\":"
	    "\"summary_text\",\"text\":\"I "
	    "look\"}],\"encrypted_content\":\"ENC\"},\"text\":\"I look\"}") "," P_TEXT("x") "," P_CALL("c1",
	    "read", "{\\\"a\\\":1}") "," P_CALL("c2", "list", "{}"))},
    {"ids that change with every event",
	BEGIN ADDED(0, CALL("a", "c1", "read", "")) ARGS(0, "b", "{\\\"a\\\"") ARGS(0, "c", ":1}")
	    DONE(0, CALL("d", "c1", "read", "{\\\"a\\\":1}")) END(""),
	FINISH_CALLS, SAID(P_CALL("c1", "read", "{\\\"a\\\":1}"))},
    {"neither index nor id: the open item",
	"data: {\"type\":\"response.output_item.added\",\"item\":" CALL("", "c1", "read",
	    "") "}\n\n"
		"data: "
		"{\"type\":\"response.function_call_arguments.delta\",\"delta\":\"{}\"}\n\n" END(
		    ""),
	FINISH_CALLS, SAID(P_CALL("c1", "read", "{}"))},
    {"items at their end alone",
	BEGIN DONE(0, MESSAGE_OF("m1", "Hello")) DONE(1, CALL("f", "c1", "read", "{}")) END(""),
	FINISH_CALLS, SAID(P_TEXT("Hello") "," P_CALL("c1", "read", "{}"))},
    {"items in the last event alone",
	END(",\"output\":[" REASONING("rs", ",\"encrypted_content\":\"E\"") "," MESSAGE_OF(
	    "m1", "Hello") "," CALL("f", "c1", "read", "{}") "]"),
	FINISH_CALLS,
	SAID(P_OPAQUE("{\"item\":{\"type\":\"reasoning\",\"id\":\"rs\",\"summary\":[],\"encrypted_"
		      "content\":\"E\"}}") "," P_TEXT("Hello") "," P_CALL("c1", "read", "{}"))},
    {"text without an item", TEXT(0, "m1", "x") END(""), FINISH_STOP, SAID(P_TEXT("x"))},
    {"what the server calls a text",
	BEGIN ADDED(
	    0, "{\"type\":\"message\",\"id\":\"m1\",\"phase\":\"commentary\",\"content\":[]}")
	    TEXT(0, "m1", "x") END(""),
	FINISH_STOP, SAID(P_OPAQUE("{\"phase\":\"commentary\"}") "," P_TEXT("x"))},
    {"a refusal",
	BEGIN ADDED(0, MESSAGE("m1"))
	    EV("refusal.delta", ",\"output_index\":0,\"item_id\":\"m1\",\"delta\":\"No.\"") END(""),
	FINISH_STOP, SAID(P_TEXT("No."))},
    {"reasoning in words, and a summary of two parts",
	BEGIN ADDED(0, REASONING("rs1", "")) EV("reasoning_summary_part.added",
	    ",\"output_index\":0,\"item_id\":\"rs1\",\"summary_index\":0") SUMMARY(0, "rs1",
	    "a") EV("reasoning_summary_part.added",
	    ",\"output_index\":0,\"item_id\":\"rs1\",\"summary_index\":1") SUMMARY(0, "rs1", "b")
	    EV("reasoning_text.delta", ",\"output_index\":0,\"item_id\":\"rs1\",\"delta\":\"c\"")
		ADDED(1, MESSAGE("m1")) TEXT(1, "m1", "x") END(""),
	FINISH_STOP, SAID(P_OPAQUE("{\"text\":\"a\\n\\nbc\"}") "," P_TEXT("x"))},
    {"a tool that takes words",
	BEGIN DONE(0, "{\"type\":\"custom_tool_call\",\"id\":\"x\",\"call_id\":\"c1\",\"name\":"
		      "\"patch\",\"input\":\"*** Begin\"}") END(""),
	FINISH_CALLS, SAID(P_CALL("c1", "patch", "{\\\"input\\\":\\\"*** Begin\\\"}"))},
    {"items of tools that the server runs",
	BEGIN ADDED(0, "{\"type\":\"web_search_call\",\"id\":\"w\"}")
	    DONE(0, "{\"type\":\"web_search_call\",\"id\":\"w\"}") EV("surprise", "")
		ADDED(1, MESSAGE("m1")) TEXT(1, "m1", "x") END("") "data: [DONE]\n\n",
	FINISH_STOP, SAID(P_TEXT("x"))},
    {"cut at the longest reply",
	BEGIN ADDED(0, CALL("f1", "c1", "read", "")) ARGS(0, "f1", "{\\\"a")
	    EV("incomplete", ",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":{"
			     "\"reason\":\"max_output_tokens\"}" USAGE "}"),
	FINISH_LENGTH, SAID(P_CALL("c1", "read", "{\\\"a"))},
    {"ended by the filter",
	BEGIN TEXT(0, "m1", "x")
	    EV("incomplete", ",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":{"
			     "\"reason\":\"content_filter\"}" USAGE "}"),
	FINISH_FILTER, SAID(P_TEXT("x"))},
};

static void each_stream_gives_its_message_however_it_is_cut(void **state)
{
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
		for (int round = 0; round < 6; round++) {
			struct heard h;
			json_t *message;
			char *line;

			hear_by(&wire_responses, &h, streams[i].stream, strlen(streams[i].stream),
			    round < 2 ? (enum chunking)round : RANDOM);
			if (!h.ok)
				fail_msg("%s: %s", streams[i].name, h.error.message);
			assert_int_equal(h.reply.finish, streams[i].finish);
			assert_int_equal(h.reply.usage.input, 100);
			assert_int_equal(h.reply.usage.cached, 60);
			assert_int_equal(h.reply.usage.written, 40); /* no more than is left */
			assert_int_equal(h.reply.usage.reasoning, 4);
			message = reply_message(&h.reply, "responses", false);
			line = json_line(message);
			if (strncmp(line, streams[i].message, strlen(streams[i].message)) != 0)
				fail_msg(
				    "%s: %s is not %s", streams[i].name, line, streams[i].message);
			free(line);
			json_decref(message);
			heard_free(&h);
		}
}

static void an_error_in_the_stream_says_what_it_calls_for(void **state)
{
	static const struct {
		const char *stream;
		enum failure failure;
		const char *words;
	} rows[] = {
	    /* as it was recorded of the provider: nested, then failed */
	    {BEGIN "data: "
		   "{\"type\":\"error\",\"sequence_number\":2,\"error\":{\"type\":\"insufficient_"
		   "quota\","
		   "\"code\":\"insufficient_quota\",\"message\":\"You exceeded your current "
		   "quota\",\"param\":null}}\n\n",
		FAILURE_QUOTA, "quota"},
	    {BEGIN EV("failed", ",\"response\":{\"status\":\"failed\",\"error\":{\"code\":"
				"\"insufficient_quota\",\"message\":\"no more\"}}"),
		FAILURE_QUOTA, "no more"},
	    {BEGIN EV("failed", ",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_"
				"error\",\"message\":\"oops\"}}"),
		FAILURE_RETRY, "oops"},
	    {BEGIN EV("failed", ",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"rate_"
				"limit_exceeded\",\"message\":\"slow\"}}"),
		FAILURE_RETRY, "slow"},
	    {BEGIN EV("failed", ",\"response\":{\"status\":\"failed\",\"error\":{\"code\":"
				"\"context_length_exceeded\",\"message\":\"too much\"}}"),
		FAILURE_OVERFLOW, "too much"},
	    /* flat, as the provider's own client declares it */
	    {BEGIN "event: error\ndata: "
		   "{\"type\":\"error\",\"code\":\"server_error\",\"message\":\"gone\",\"param\":"
		   "null}\n\n",
		FAILURE_RETRY, "gone"},
	    {"data: {\"error\":{\"code\":500,\"message\":\"gone\",\"type\":\"server_error\"}}\n\n",
		FAILURE_RETRY, "gone"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int round = 0; round < 2; round++) {
			struct heard h;

			hear_by(&wire_responses, &h, rows[i].stream, strlen(rows[i].stream),
			    (enum chunking)round);
			assert_false(h.ok);
			assert_int_equal(h.reply.refused, rows[i].failure);
			assert_non_null(strstr(h.error.message, rows[i].words));
			heard_free(&h);
		}
}

static void a_stream_without_its_end_is_cut(void **state)
{
	static const char *const cut[] = {
	    BEGIN,
	    BEGIN ADDED(0, MESSAGE("m")) TEXT(0, "m", "x") DONE(0, MESSAGE_OF("m", "x")),
	    BEGIN ADDED(0, REASONING("r", ""))
		DONE(0, REASONING("r", ",\"encrypted_content\":\"E\"")),
	    BEGIN DONE(0, CALL("f", "c", "read", "{}")),
	};

	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
		struct heard h;
		json_t *message;
		char *line;

		hear_by(&wire_responses, &h, cut[i], strlen(cut[i]), BYTES);
		assert_false(h.ok);
		assert_int_equal(h.error.code, ERR_NETWORK);
		message = reply_message(&h.reply, "responses", true);
		line = json_line(message);
		assert_null(strstr(line, "encrypted"));
		assert_null(strstr(line, "\"call\""));
		free(line);
		json_decref(message);
		heard_free(&h);
	}
}

static void plain_text_is_not_parsed_twice_whatever_its_number(void **state)
{
	static const struct {
		const char *before, *behind, *chunks[4];
		size_t taken;
	} rows[] = {
	    {"{\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"",
		"\",\"sequence_number\":", {"a|4}", " b|15}", "\\n|16}", NULL}, 2},
	    {"{\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"",
		"\",\"sequence_number\":", {"a|4}", " b|x}", " c|5,\"x\":1}", NULL}, 0},
	    {"{\"sequence_number\":7,\"type\":\"response.output_text.delta\",\"delta\":\"", "\"",
		{"a|}", " b|}", "c\\\"|}", NULL}, 2},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct reply r;
		size_t taken = 0;

		reply_init(&r);
		for (size_t k = 0; rows[i].chunks[k]; k++) {
			const char *bar = strchr(rows[i].chunks[k], '|');
			char *chunk =
			    xasprintf("%s%.*s%s%s", rows[i].before, (int)(bar - rows[i].chunks[k]),
				rows[i].chunks[k], rows[i].behind, bar + 1);

			if (i == 2) /* the number in front grows */
				chunk[strlen("{\"sequence_number\":")] = (char)('1' + k);
			if (k == 0)
				assert_true(wire_receive(&wire_responses, &r,
				    &(struct sse_event){"", chunk, strlen(chunk)}, NULL));
			else
				taken += reply_fast(&r, chunk, strlen(chunk));
			free(chunk);
		}
		assert_int_equal(taken, rows[i].taken);
		reply_free(&r);
	}
}

#define USER(text) \
	"{\"type\":\"message\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"" text \
	"\"}]}"
#define ASSISTANT(parts) \
	"{\"type\":\"message\",\"role\":\"assistant\",\"from\":\"h\",\"parts\":[" parts "]}"
#define RESULT(id, text) "{\"type\":\"tool_result\",\"call\":\"" id "\",\"text\":\"" text "\"}"
#define SENT_USER(text) \
	"{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":" \
	"\"" text "\"}]}"
#define SENT_TEXT(text) \
	"{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\"," \
	"\"text\":\"" text "\"}]}"
#define SENT_CALL(id, name, args) \
	"{\"type\":\"function_call\",\"call_id\":\"" id "\",\"name\":\"" name \
	"\",\"arguments\":\"" args "\"}"
#define SENT_RESULT(id, text) \
	"{\"type\":\"function_call_output\",\"call_id\":\"" id "\",\"output\":\"" text "\"}"
#define ITEM "{\"type\":\"reasoning\",\"id\":\"rs\",\"summary\":[],\"encrypted_content\":\"E\"}"

static void each_history_is_sent_as_the_protocol_wants_it(void **state)
{
	static const struct {
		const char *items, *tail, *input;
	} rows[] = {
	    {"[" USER("a") "]", NULL, "[" SENT_USER("a") "]"},
	    {"[" USER("a") "]", "T", "[" SENT_USER("a\\n\\nT") "]"},
	    {"[]", "T", "[" SENT_USER("T") "]"},
	    {"[" USER("a") "," ASSISTANT(P_TEXT("x")) "]", "T",
		"[" SENT_USER("a") "," SENT_TEXT("x") "," SENT_USER("T") "]"},
	    {"[" USER("a") "," ASSISTANT(
		 P_OPAQUE("{\"item\":" ITEM ",\"text\":\"hm\"}") "," P_TEXT("x") "," P_CALL(
		     "c1", "f", "{}") "," P_CALL("c2", "g", "{\\\"n\\\":1}")) "," RESULT("c2",
		 "two") "," USER("b") "," RESULT("c1", "one") "]",
		"T",
		"[" SENT_USER("a") "," ITEM "," SENT_TEXT("x") "," SENT_CALL(
		    "c1", "f", "{}") "," SENT_CALL("c2", "g", "{\\\"n\\\":1}") "," SENT_RESULT("c1",
		    "one") "," SENT_RESULT("c2", "two\\n\\n<said>b</said>\\n\\nT") "]"},
	    {"[" USER("a") "," ASSISTANT(P_CALL("c:1", "my.tool", "{\\\"a")) "]", NULL,
		"[" SENT_USER("a") "," SENT_CALL("call_LtJiNf62b", "my_tool", "{}") "," SENT_RESULT(
		    "call_LtJiNf62b", "(missing)") "]"},
	    /* reasoning that holds nothing, or led to nothing, is of no use */
	    {"[" USER("a") "," ASSISTANT(P_OPAQUE("{\"item\":" REASONING("rs", "") "}") "," P_TEXT(
		 "x") "," P_OPAQUE("{\"item\":" ITEM "}")) "," USER("b") "]",
		NULL, "[" SENT_USER("a") "," SENT_TEXT("x") "," SENT_USER("b") "]"},
	    {"[" USER("a") "," ASSISTANT(
		 P_OPAQUE("{\"phase\":\"commentary\"}") "," P_TEXT("x")) "," USER("b") "]",
		NULL,
		"[" SENT_USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"phase\":"
				   "\"commentary\",\"content\":[{\"type\":\"output_text\",\"text\":"
				   "\"x\"}]}," SENT_USER("b") "]"},
	    /* of another server, of another wire */
	    {"[" USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"from\":\"other\","
			   "\"parts\":[" P_OPAQUE("{\"item\":" ITEM "}") "," P_TEXT("x") "]}]",
		NULL, "[" SENT_USER("a") "," SENT_TEXT("x") "]"},
	    {"[" USER("a") "," ASSISTANT(
		 "{\"type\":\"thinking\",\"wire\":\"messages\",\"data\":{\"item\":" ITEM
		 "}}," P_TEXT("x")) "]",
		NULL, "[" SENT_USER("a") "," SENT_TEXT("x") "]"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *request = request_by(&wire_responses, rows[i].items, rows[i].tail, NULL);
		char *line = json_line(json_list(request, "input"));

		assert_string_equal(line, rows[i].input);
		assert_string_equal(json_str(request, "instructions", ""), "be good");
		free(line);
		json_decref(request);
	}
}

/* holds: messages-head-last */
static void settings_are_sent_where_the_model_takes_them(void **state)
{
#define INCLUDE ",\"include\":[\"reasoning.encrypted_content\"]"
	json_t *schema = json_pack("{s:s}", "type", "object");
	const struct answer_wanted answer = {ANSWER_SCHEMA, "verdict", schema},
				   object = {ANSWER_OBJECT, "verdict", schema};
	const struct {
		const char *quirks, *effort;
		double temperature;
		int max_tokens;
		const struct answer_wanted *answer;
		const char *head;
	} rows[] = {
	    {NULL, NULL, NAN, 0, NULL, INCLUDE ",\"reasoning\":{\"summary\":\"auto\"}"},
	    {NULL, "high", 0.5, 70, NULL,
		INCLUDE ",\"reasoning\":{\"effort\":\"high\",\"summary\":\"auto\"},\"temperature\":"
			"0.5,\"max_output_tokens\":70"},
	    {"{\"no_summary\":true}", "low", NAN, 0, NULL,
		INCLUDE ",\"reasoning\":{\"effort\":\"low\"}"},
	    {"{\"no_summary\":true}", NULL, NAN, 0, NULL, INCLUDE},
	    {"{\"no_reasoning\":true,\"no_temperature\":true}", "low", 0.5, 0, NULL, ""},
	    {"{\"no_reasoning\":true}", NULL, NAN, 0, &answer,
		",\"text\":{\"format\":{\"type\":\"json_schema\",\"name\":\"verdict\",\"schema\":{"
		"\"type\":\"object\"},\"strict\":false}}"},
	    {"{\"no_reasoning\":true,\"answers\":\"json_object\"}", NULL, NAN, 0, &answer,
		",\"text\":{\"format\":{\"type\":\"json_object\"}}"},
	    {"{\"no_reasoning\":true}", NULL, NAN, 0, &object,
		",\"text\":{\"format\":{\"type\":\"json_object\"}}"},
	    {"{\"no_reasoning\":true,\"answers\":\"words\"}", NULL, NAN, 0, &answer, ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *quirks = rows[i].quirks
				     ? json_parse(rows[i].quirks, strlen(rows[i].quirks), NULL)
				     : NULL;
		struct model model = {.id = "m",
		    .quirks = quirks,
		    .effort = rows[i].effort,
		    .temperature = rows[i].temperature,
		    .max_tokens = rows[i].max_tokens,
		    .wording = &wire_wording,
		    .base_url = "http://h/v1"};
		struct context context = {.answer = rows[i].answer};
		struct buf body = BUF_INIT;
		char *wanted =
		    xasprintf("{\"model\":\"m\",\"stream\":true,\"store\":false%s,\"input\":[]}",
			rows[i].head);

		request_write(&wire_responses, &body, &context, &model, NULL);
		assert_string_equal(buf_str(&body), wanted);
		free(wanted);
		buf_free(&body);
		json_decref(quirks);
	}
	json_decref(schema);
}

static void tools_and_the_session_stand_before_the_items(void **state)
{
	static const char list[] = "[{\"name\":\"f\",\"description\":\"d\",\"parameters\":{}}]";
	json_t *tools = json_parse(list, sizeof list - 1, NULL);
	struct model model = {.id = "m", .temperature = NAN, .wording = &wire_wording};
	struct context context = {.system = "s", .tools = tools, .session = "01S"};
	struct buf body = BUF_INIT;

	request_write(&wire_responses, &body, &context, &model, NULL);
	assert_non_null(strstr(body.data,
	    ",\"prompt_cache_key\":\"01S\",\"tools\":[{\"type\":\"function\",\"name\":\"f\","
	    "\"description\":\"d\",\"parameters\":{},\"strict\":false}],\"instructions\":\"s\","
	    "\"input\":[]}"));
	buf_free(&body);
	json_decref(tools);
}

static void each_request_is_extended_by_the_next(void **state)
{
	static const char items[] = "[" USER("a") "," ASSISTANT(P_OPAQUE(
	    "{\"item\":" ITEM "}") "," P_TEXT("x") "," P_CALL("c1", "f", "{}")) "," RESULT("c1",
	    "one") "," USER("steered") "," ASSISTANT(P_TEXT("y")) "," USER("b") "]";
	json_t *all = json_parse(items, sizeof items - 1, NULL), *item, *some = json_array();
	struct model model = {.id = "m", .temperature = NAN, .wording = &wire_wording};
	struct context context = {.system = "s", .items = some};
	struct request_cache *cache = NULL;
	struct buf last = BUF_INIT;
	size_t i, compared = 0;

	assert_non_null(all);
	json_array_foreach (all, i, item) {
		struct buf body = BUF_INIT, again = BUF_INIT;

		json_array_append(some, item);
		if (i == 1 || i == 4)
			continue; /* no request is made before the results or the next words */
		request_write(&wire_responses, &body, &context, &model, &cache);
		request_write(&wire_responses, &again, &context, &model, NULL);
		assert_string_equal(body.data, again.data);
		if (last.len) {
			assert_memory_equal(body.data, last.data, last.len);
			compared++;
		}
		buf_free(&again);
		buf_free(&last);
		while (body.len && strchr("\"}]", body.data[body.len - 1]))
			buf_cut(&body, body.len - 1);
		last = body;
	}
	assert_int_equal(compared, 3);
	buf_free(&last);
	request_cache_free(cache);
	json_decref(some);
	json_decref(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_stream_gives_its_message_however_it_is_cut),
	    cmocka_unit_test(an_error_in_the_stream_says_what_it_calls_for),
	    cmocka_unit_test(a_stream_without_its_end_is_cut),
	    cmocka_unit_test(plain_text_is_not_parsed_twice_whatever_its_number),
	    cmocka_unit_test(each_history_is_sent_as_the_protocol_wants_it),
	    cmocka_unit_test(settings_are_sent_where_the_model_takes_them),
	    cmocka_unit_test(tools_and_the_session_stand_before_the_items),
	    cmocka_unit_test(each_request_is_extended_by_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
