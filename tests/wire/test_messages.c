/* SPDX-License-Identifier: MIT
 * What servers that speak Anthropic Messages send, and what they are sent: a row or a test for each
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
#include "llm/http/server_error.h"
#include "llm/wire/request.h"
#include "tests/support/wire_streams.h"

#define EV(type, rest) "event: " type "\ndata: {\"type\":\"" type "\"" rest "}\n\n"
#define START \
	EV("message_start", ",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":" \
			    "\"assistant\",\"content\":[],\"model\":\"m\"," \
			    "\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":5," \
			    "\"cache_read_input_tokens\":100,\"output_tokens\":1}}")
#define BLOCK(i, block) EV("content_block_start", ",\"index\":" #i ",\"content_block\":" block)
#define TEXT_BLOCK(i) BLOCK(i, "{\"type\":\"text\",\"text\":\"\"}")
#define THINKING_BLOCK(i) BLOCK(i, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
#define CALL_BLOCK(i, id, name) \
	BLOCK(i, "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"" name "\",\"input\":{}}")
#define DELTA(i, delta) EV("content_block_delta", ",\"index\":" #i ",\"delta\":" delta)
#define TEXT(i, text) DELTA(i, "{\"type\":\"text_delta\",\"text\":\"" text "\"}")
#define THINK(i, text) DELTA(i, "{\"type\":\"thinking_delta\",\"thinking\":\"" text "\"}")
#define SIGN(i, text) DELTA(i, "{\"type\":\"signature_delta\",\"signature\":\"" text "\"}")
#define ARGS(i, json) DELTA(i, "{\"type\":\"input_json_delta\",\"partial_json\":\"" json "\"}")
#define STOP(i) EV("content_block_stop", ",\"index\":" #i)
#define PING EV("ping", "")
#define LAST(reason) \
	EV("message_delta", ",\"delta\":{\"stop_reason\":\"" reason \
			    "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":7}") \
	EV("message_stop", "")

#define SAID(parts) "{\"role\":\"assistant\",\"parts\":[" parts "]"
#define P_TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define P_OPAQUE(data) "{\"type\":\"thinking\",\"wire\":\"messages\",\"data\":" data "}"
#define P_CALL(id, name, args) \
	"{\"type\":\"call\",\"call\":\"" id "\",\"tool\":\"" name "\",\"arguments\":\"" args "\"}"

static const struct {
	const char *name, *stream;
	enum finish finish;
	const char *message; /* how the message begins */
} streams[] = {
    {"text", START TEXT_BLOCK(0) TEXT(0, "Hel") PING TEXT(0, "lo") STOP(0) LAST("end_turn"),
	FINISH_STOP, SAID(P_TEXT("Hello"))},
    {"a call in pieces, and one without arguments",
	START TEXT_BLOCK(0) TEXT(0, "I look.") STOP(0) CALL_BLOCK(1, "t1", "read") ARGS(1, "")
	    ARGS(1, "{\\\"pa") ARGS(1, "th\\\":1}") STOP(1) PING CALL_BLOCK(2, "t2", "list")
		ARGS(2, "") STOP(2) LAST("tool_use"),
	FINISH_CALLS,
	SAID(P_TEXT("I look.") "," P_CALL("t1", "read", "{\\\"path\\\":1}") "," P_CALL(
	    "t2", "list", ""))},
    {"signed thinking before a call",
	START THINKING_BLOCK(0) THINK(0, "a ") THINK(0, "b") SIGN(0, "SIG") SIGN(0, "NED") STOP(0)
	    CALL_BLOCK(1, "t1", "read") ARGS(1, "{}") STOP(1) LAST("tool_use"),
	FINISH_CALLS,
	SAID(P_OPAQUE("{\"signature\":\"SIGNED\",\"text\":\"a b\"}") "," P_CALL(
	    "t1", "read", "{}"))},
    {"thinking that is not shown, and redacted thinking, in their order",
	START THINKING_BLOCK(0) SIGN(0, "S") STOP(0)
	    BLOCK(1, "{\"type\":\"redacted_thinking\",\"data\":\"ENC==\"}") STOP(1) TEXT_BLOCK(2)
		TEXT(2, "x") STOP(2) THINKING_BLOCK(3) THINK(3, "more") SIGN(3, "T") STOP(3)
		    TEXT_BLOCK(4) TEXT(4, "y") STOP(4) LAST("end_turn"),
	FINISH_STOP,
	SAID(P_OPAQUE("{\"signature\":\"S\"}") "," P_OPAQUE("{\"redacted\":\"ENC==\"}") "," P_TEXT(
	    "x") "," P_OPAQUE("{\"signature\":\"T\",\"text\":\"more\"}") "," P_TEXT("y"))},
    {"blocks that overlap, closed all together",
	START THINKING_BLOCK(0) THINK(0, "hm") TEXT_BLOCK(1) TEXT(1, "a") SIGN(0, "S") TEXT(1, "b")
	    CALL_BLOCK(2, "t1", "read") ARGS(2, "{}") STOP(0) STOP(1) STOP(2) LAST("tool_use"),
	FINISH_CALLS,
	SAID(P_OPAQUE("{\"signature\":\"S\",\"text\":\"hm\"}") "," P_TEXT("ab") "," P_CALL(
	    "t1", "read", "{}"))},
    {"a message that begins anew",
	START TEXT_BLOCK(0) TEXT(0, "gone") CALL_BLOCK(1, "t0", "read") START TEXT_BLOCK(0)
	    TEXT(0, "here") STOP(0) LAST("end_turn"),
	FINISH_STOP, SAID(P_TEXT("here"))},
    {"a refusal behind words", START TEXT_BLOCK(0) TEXT(0, "I") STOP(0) LAST("refusal"),
	FINISH_FILTER, SAID(P_TEXT("I"))},
    {"a pause", START TEXT_BLOCK(0) TEXT(0, "wait") STOP(0) LAST("pause_turn"), FINISH_PAUSED,
	SAID(P_TEXT("wait"))},
    {"cut at the longest reply in a call",
	START CALL_BLOCK(0, "t1", "read") ARGS(0, "{\\\"a") STOP(0) LAST("max_tokens"),
	FINISH_LENGTH, SAID(P_CALL("t1", "read", "{\\\"a"))},
    {"the window is full",
	START TEXT_BLOCK(0) TEXT(0, "x") STOP(0) LAST("model_context_window_exceeded"),
	FINISH_LENGTH, SAID(P_TEXT("x"))},
    {"an end nobody knows", START TEXT_BLOCK(0) TEXT(0, "x") STOP(0) LAST("compaction"),
	FINISH_OTHER, SAID(P_TEXT("x"))},
    {"calls that the end does not speak of",
	START CALL_BLOCK(0, "t1", "read") ARGS(0, "{}") STOP(0) LAST("end_turn"), FINISH_CALLS,
	SAID(P_CALL("t1", "read", "{}"))},
    {"blocks, deltas and events nobody knows",
	START BLOCK(0, "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\"}")
	    ARGS(0, "{}") STOP(0) EV("surprise", ",\"index\":0") TEXT_BLOCK(1)
		DELTA(1, "{\"type\":\"citations_delta\",\"citation\":{}}") TEXT(1, "x") STOP(1)
		    LAST("end_turn"),
	FINISH_STOP, SAID(P_TEXT("x"))},
    {"text whose block never began", START TEXT(0, "x") LAST("end_turn"), FINISH_STOP,
	SAID(P_TEXT("x"))},
    {"input that stands in the block",
	START BLOCK(
	    0, "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"read\",\"input\":{\"a\":1}}")
	    STOP(0) LAST("tool_use"),
	FINISH_CALLS, SAID(P_CALL("t1", "read", "{\\\"a\\\":1}"))},
    {"marked thinking inside of the text",
	START TEXT_BLOCK(0) TEXT(0, "<think>hm</think>") TEXT(0, "x") STOP(0) LAST("end_turn"),
	FINISH_STOP, SAID(P_OPAQUE("{\"text\":\"hm\"}") "," P_TEXT("x"))},
};

static void each_stream_gives_its_message_however_it_is_cut(void **state)
{
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
		for (int round = 0; round < 6; round++) {
			struct heard h;
			json_t *message;
			char *line;

			hear_by(&wire_messages, &h, streams[i].stream, strlen(streams[i].stream),
			    round < 2 ? (enum chunking)round : RANDOM);
			if (!h.ok)
				fail_msg("%s: %s", streams[i].name, h.error.message);
			assert_int_equal(h.reply.finish, streams[i].finish);
			message = reply_message(&h.reply, "messages", false);
			line = json_line(message);
			if (strncmp(line, streams[i].message, strlen(streams[i].message)) != 0)
				fail_msg(
				    "%s: %s is not %s", streams[i].name, line, streams[i].message);
			free(line);
			json_decref(message);
			heard_free(&h);
		}
}

#define ERROR(type, message) \
	"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"" type \
	"\",\"message\":\"" message "\"}}\n\n"

/* holds: model-refuses-ends */
static void an_error_in_the_stream_says_what_it_calls_for(void **state)
{
	static const struct {
		const char *stream;
		enum failure failure;
		const char *words;
	} rows[] = {
	    {START ERROR("overloaded_error", "Overloaded"), FAILURE_RETRY, "Overloaded"},
	    {START TEXT_BLOCK(0) TEXT(0, "x") ERROR("overloaded_error", "Overloaded"),
		FAILURE_RETRY, "Overloaded"},
	    {START ERROR("api_error", "no"), FAILURE_RETRY, "no"},
	    {START ERROR("rate_limit_error", "slow"), FAILURE_RETRY, "slow"},
	    {START ERROR("authentication_error", "invalid x-api-key"), FAILURE_AUTH, "x-api-key"},
	    {START ERROR("billing_error", "no money"), FAILURE_QUOTA, "no money"},
	    {START ERROR("invalid_request_error", "bad"), FAILURE_REQUEST, "bad"},
	    {START ERROR("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"),
		FAILURE_OVERFLOW, "too long"},
	    {"event: error\ndata: broken\n\n", FAILURE_BROKEN, "broken"},
	    {START LAST("refusal"), FAILURE_FILTER, "refused to answer: its content filter"},
	    {START EV("message_delta",
		 ",\"delta\":{\"stop_reason\":\"refusal\",\"stop_details\":{\"type\":\"refusal\","
		 "\"explanation\":\"about weapons\"}}") EV("message_stop", ""),
		FAILURE_FILTER, "refused to answer: about weapons"},
	    {"data: {\"error\":{\"code\":500,\"message\":\"gone\",\"type\":\"server_error\"}}\n\n",
		FAILURE_RETRY, "gone"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int round = 0; round < 2; round++) {
			struct heard h;

			hear_by(&wire_messages, &h, rows[i].stream, strlen(rows[i].stream),
			    (enum chunking)round);
			assert_false(h.ok);
			assert_int_equal(h.reply.refused, rows[i].failure);
			assert_non_null(strstr(h.error.message, rows[i].words));
			heard_free(&h);
		}
}

static void a_refused_request_says_what_it_calls_for(void **state)
{
	static const struct {
		long status;
		const char *type;
		enum failure failure;
	} rows[] = {
	    {400, "invalid_request_error", FAILURE_REQUEST},
	    {401, "authentication_error", FAILURE_AUTH},
	    {402, "billing_error", FAILURE_QUOTA},
	    {403, "permission_error", FAILURE_AUTH},
	    {404, "not_found_error", FAILURE_REQUEST},
	    {413, "request_too_large", FAILURE_OVERFLOW},
	    {429, "rate_limit_error", FAILURE_RETRY},
	    {500, "api_error", FAILURE_RETRY},
	    {504, "timeout_error", FAILURE_RETRY},
	    {529, "overloaded_error", FAILURE_RETRY},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *body = xasprintf("{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":"
				       "\"words\"},\"request_id\":\"req_1\"}",
		    rows[i].type);
		struct error e = ERROR_INIT;

		assert_int_equal(
		    server_failure(rows[i].status, body, strlen(body), &e), rows[i].failure);
		assert_non_null(strstr(e.message, "words"));
		error_free(&e);
		free(body);
	}
}

static void a_stream_without_its_end_is_cut(void **state)
{
	static const char *const cut[] = {
	    START,
	    START TEXT_BLOCK(0) TEXT(0, "x"),
	    START THINKING_BLOCK(0) THINK(0, "x"),
	    START CALL_BLOCK(0, "t", "f") ARGS(0, "{}") STOP(0),
	};

	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
		struct heard h;
		json_t *message;
		char *line;

		hear_by(&wire_messages, &h, cut[i], strlen(cut[i]), BYTES);
		assert_false(h.ok);
		assert_int_equal(h.error.code, ERR_NETWORK);
		message = reply_message(&h.reply, "messages", true);
		line = json_line(message);
		assert_null(strstr(line, "signature"));
		assert_null(strstr(line, "\"call\""));
		free(line);
		json_decref(message);
		heard_free(&h);
	}
}

/* holds: each-provider-counts */
static void usage_counts_what_was_kept_and_what_was_there(void **state)
{
	static const char stream[] = START EV("message_delta",
	    ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"input_tokens\":20,"
	    "\"cache_read_input_tokens\":null,\"cache_creation\":{\"ephemeral_1h_input_tokens\":"
	    "3},\"output_tokens\":9}") EV("message_stop", "");
	struct heard h;

	hear_by(&wire_messages, &h, stream, sizeof stream - 1, WHOLE);
	assert_true(h.ok);
	assert_true(h.reply.usage.known);
	assert_int_equal(h.reply.usage.input, 125);
	assert_int_equal(h.reply.usage.cached, 100);
	assert_int_equal(h.reply.usage.written, 5);
	assert_int_equal(h.reply.usage.written_long, 3);
	assert_int_equal(h.reply.usage.output, 9);
	heard_free(&h);
}

static void plain_text_is_not_parsed_twice(void **state)
{
	static const char *const chunks[] = {
	    "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\","
	    "\"text\":\"\"}}",
	    "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\","
	    "\"text\":\"a\"}}",
	    "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\","
	    "\"text\":\" b\"}}",
	};
	struct reply r;

	reply_init(&r);
	for (size_t i = 0; i < 2; i++)
		assert_true(wire_receive(&wire_messages, &r,
		    &(struct sse_event){"", chunks[i], strlen(chunks[i])}, NULL));
	assert_true(reply_fast(&r, chunks[2], strlen(chunks[2])));
	assert_string_equal(buf_str(&r.text), "a b");
	reply_free(&r);
}

#define USER(text) \
	"{\"type\":\"message\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"" text \
	"\"}]}"
#define ASSISTANT(parts) \
	"{\"type\":\"message\",\"role\":\"assistant\",\"from\":\"h\",\"parts\":[" parts "]}"
#define RESULT(id, text) "{\"type\":\"tool_result\",\"call\":\"" id "\",\"text\":\"" text "\"}"
#define FAILED(id, text) \
	"{\"type\":\"tool_result\",\"call\":\"" id "\",\"ok\":false,\"text\":\"" text "\"}"
#define MARK ",\"cache_control\":{\"type\":\"ephemeral\"}"
#define SENT_TEXT(text, mark) "{\"type\":\"text\",\"text\":\"" text "\"" mark "}"
#define SENT(role, content) "{\"role\":\"" role "\",\"content\":[" content "]}"
#define SENT_CALL(id, name, input) \
	"{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"" name "\",\"input\":" input "}"
#define SENT_RESULT(id, text, mark) \
	"{\"type\":\"tool_result\",\"tool_use_id\":\"" id "\",\"content\":\"" text "\"" mark "}"

static void each_history_is_sent_as_the_protocol_wants_it(void **state)
{
	static const struct {
		const char *items, *tail, *messages;
	} rows[] = {
	    {"[" USER("a") "]", NULL, "[" SENT("user", SENT_TEXT("a", MARK)) "]"},
	    {"[" USER("a") "]", "T",
		"[" SENT("user", SENT_TEXT("a", MARK) "," SENT_TEXT("T", "")) "]"},
	    {"[]", "T", "[" SENT("user", SENT_TEXT("T", "")) "]"},
	    {"[" USER("a") "," ASSISTANT(P_TEXT("x")) "," USER("b") "]", NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_TEXT("x", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    /* all results first, in the order of the calls, in one message */
	    {"[" USER("a") "," ASSISTANT(P_TEXT("x") "," P_CALL("c1", "f", "{}") "," P_CALL(
		 "c2", "g", "{\\\"n\\\":1}")) "," FAILED("c2", "two") "," USER("b") "," RESULT("c1",
		 "one") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_TEXT("x", "") "," SENT_CALL("c1", "f", "{}") "," SENT_CALL(
				     "c2", "g", "{\"n\":1}")) "," SENT("user",
		    SENT_RESULT(
			"c1", "one", "") ",{\"type\":\"tool_result\",\"tool_use_id\":\"c2\","
					 "\"is_error\":true,\"content\":\"two\\n\\n<said>b</"
					 "said>\"" MARK "}") "]"},
	    /* a prompt behind a call that was given up is no part of its result */
	    {"[" USER("a") "," ASSISTANT(P_CALL("c", "f", "{}")) "," RESULT("c", "gone") "," USER(
		 "b") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_CALL("c", "f", "{}")) "," SENT("user",
		    SENT_RESULT("c", "gone", "")) "," SENT("assistant",
		    SENT_TEXT("(stopped)", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    {"[" USER("a") "," ASSISTANT(P_CALL("c:1", "my.tool", "{\\\"a")) "]", NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_CALL("call_LtJiNf62b", "my_tool", "{}")) "," SENT("user",
		    SENT_RESULT("call_LtJiNf62b", "(missing)", MARK)) "]"},
	    /* its own thinking goes back where it stood, word for word */
	    {"[" USER("a") "," ASSISTANT(
		 P_OPAQUE("{\"signature\":\"S\",\"text\":\"hm\"}") "," P_OPAQUE(
		     "{\"redacted\":\"E\"}") "," P_CALL("c", "f", "{}")) "," RESULT("c", "r") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT("assistant",
		    "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"S\"},{"
		    "\"type\":"
		    "\"redacted_thinking\",\"data\":\"E\"}," SENT_CALL(
			"c", "f", "{}")) "," SENT("user", SENT_RESULT("c", "r", MARK)) "]"},
	    /* that of a reply that was cut, of another wire or another server does not */
	    {"[" USER("a") "," ASSISTANT(P_OPAQUE("{\"text\":\"hm\"}") "," P_TEXT("x")) "]", NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT("assistant", SENT_TEXT("x", "")) "]"},
	    {"[" USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"from\":"
			   "\"other\",\"parts\":[" P_OPAQUE(
			       "{\"signature\":\"S\",\"text\":"
			       "\"hm\"}") "," P_TEXT("x") "]}," USER("b") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_TEXT("x", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    {"[" USER("a") "," ASSISTANT(
		 "{\"type\":\"thinking\",\"wire\":\"openai_chat\",\"data\":{\"text\":"
		 "\"hm\","
		 "\"signature\":\"S\"}}," P_TEXT("x")) "," USER("b") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_TEXT("x", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    /* what was signed or sealed for another model of this server, or behind a prefix that is gone */
	    {"[" USER(
		 "a") ",{\"type\":\"message\",\"role\":\"assistant\",\"by\":\"other\","
		      "\"parts\":[" P_OPAQUE("{\"signature\":\"S\",\"text\":\"hm\"}") "," P_OPAQUE(
			  "{\"redacted\":\"E\"}") "," P_TEXT("x") "]}," USER("b") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_TEXT("x", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    {"[" USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"by\":\"m\",\"prefix_"
			   "cut\":true,"
			   "\"parts\":[" P_OPAQUE("{\"redacted\":\"E\"}") "," P_TEXT(
			       "x") "]}," USER("b") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", SENT_TEXT("x", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    {"[" USER("a") ",{\"type\":\"message\",\"role\":\"assistant\",\"by\":\"m\",\"parts\":"
			   "[" P_OPAQUE("{\"redacted\":\"E\"}") "," P_TEXT("x") "]}," USER("b") "]",
		NULL,
		"[" SENT("user", SENT_TEXT("a", "")) "," SENT(
		    "assistant", "{\"type\":\"redacted_thinking\",\"data\":\"E\"}," SENT_TEXT(
				     "x", "")) "," SENT("user", SENT_TEXT("b", MARK)) "]"},
	    /* no text of blanks alone */
	    {"[" USER("a") "," ASSISTANT(P_TEXT(" \\n")) "," USER("b") "]", NULL,
		"[" SENT("user", SENT_TEXT("a\\n\\nb", MARK)) "]"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *request = request_by(&wire_messages, rows[i].items, rows[i].tail, NULL);
		char *line = json_line(json_list(request, "messages"));

		assert_string_equal(line, rows[i].messages);
		free(line);
		json_decref(request);
	}
}

static char *head_of(const struct model *settings, const struct context *settings_of)
{
	struct context context = *settings_of;
	struct model model = *settings;
	struct buf body = BUF_INIT;
	char *end;

	model.id = "m";
	model.base_url = "http://h/v1";
	model.wording = &wire_wording;
	model.output_tokens = 9000;
	request_write(&wire_messages, &body, &context, &model, NULL);
	end = strstr(buf_str(&body), ",\"messages\":[");
	assert_non_null(end);
	buf_cut(&body, (size_t)(end - body.data));
	return buf_take(&body);
}

/* What of the schema the server takes; it knows no answer that is JSON by itself. */
static void an_answer_is_held_to_a_schema_where_the_model_takes_one(void **state)
{
#define HELD \
	"\"format\":{\"type\":\"json_schema\",\"schema\":{\"type\":\"object\",\"properties\":{" \
	"\"a\":{\"type\":\"integer\"}},\"additionalProperties\":false}}"
	json_t *open = json_pack("{s:s}", "type", "object"),
	       *schema = json_pack(
		   "{s:{s:{s:s, s:i}}}", "properties", "a", "type", "integer", "minimum", 1);
	const struct answer_wanted held = {ANSWER_SCHEMA, "verdict", schema},
				   object = {ANSWER_OBJECT, "verdict", schema},
				   words = {ANSWER_WORDS, "verdict", schema},
				   any = {ANSWER_SCHEMA, "verdict", open};
	const struct {
		const char *quirks, *effort;
		const struct answer_wanted *answer;
		const char *head;
	} rows[] = {
	    {"{\"answers\":\"json_schema\"}", NULL, &held, ",\"output_config\":{" HELD "}"},
	    {"{\"answers\":\"json_schema\",\"effort\":true}", "low", &held,
		",\"output_config\":{\"effort\":\"low\"," HELD "}"},
	    {"{\"answers\":\"json_schema\"}", NULL, &any, ""},
	    {"{\"answers\":\"json_schema\"}", NULL, &object, ""},
	    {"{\"answers\":\"json_schema\"}", NULL, &words, ""},
	    {"{\"answers\":\"words\"}", NULL, &held, ""},
	    {NULL, NULL, &held, ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *quirks = rows[i].quirks
				     ? json_parse(rows[i].quirks, strlen(rows[i].quirks), NULL)
				     : NULL;
		struct model model = {
		    .quirks = quirks, .effort = rows[i].effort, .temperature = NAN};
		char *head = head_of(&model, &(struct context){.answer = rows[i].answer});
		char *wanted = xasprintf(
		    "{\"model\":\"m\",\"stream\":true,\"max_tokens\":9000%s", rows[i].head);

		assert_string_equal(head, wanted);
		free(wanted);
		free(head);
		json_decref(quirks);
	}
	json_decref(open);
	json_decref(schema);
}

static void settings_are_sent_where_the_model_takes_them(void **state)
{
	static const struct {
		const char *quirks, *effort, *cache;
		double temperature;
		int max_tokens;
		const char *head;
	} rows[] = {
	    {NULL, NULL, NULL, NAN, 0, "\"max_tokens\":9000"},
	    {NULL, NULL, NULL, 0.5, 70, "\"max_tokens\":70,\"temperature\":0.5"},
	    {NULL, NULL, NULL, 1.5, 0, "\"max_tokens\":9000,\"temperature\":1.0"},
	    {"{\"no_temperature\":true}", NULL, NULL, 0.5, 0, "\"max_tokens\":9000"},
	    {"{\"output_tokens\":4000}", NULL, NULL, NAN, 0, "\"max_tokens\":4000"},
	    {"{\"thinking\":\"adaptive\",\"effort\":true}", "high", NULL, 0.5, 0,
		"\"max_tokens\":9000,\"thinking\":{\"type\":\"adaptive\",\"display\":"
		"\"summarized\"},"
		"\"output_config\":{\"effort\":\"high\"}"},
	    {"{\"thinking\":\"adaptive\",\"effort\":true}", "minimal", NULL, NAN, 0,
		"\"max_tokens\":9000,\"output_config\":{\"effort\":\"low\"}"},
	    {"{\"thinking\":\"adaptive\"}", "high", NULL, NAN, 0,
		"\"max_tokens\":9000,\"thinking\":{\"type\":\"adaptive\",\"display\":"
		"\"summarized\"}"},
	    {"{\"thinking_budget\":5000}", NULL, NULL, 0.5, 0,
		"\"max_tokens\":9000,\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":5000}"},
	    {"{\"thinking_budget\":5000}", NULL, NULL, NAN, 3000,
		"\"max_tokens\":3000,\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1500}"},
	    {"{\"thinking_budget\":5000}", NULL, NULL, NAN, 1500, "\"max_tokens\":1500"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *quirks = rows[i].quirks
				     ? json_parse(rows[i].quirks, strlen(rows[i].quirks), NULL)
				     : NULL;
		struct model model = {.quirks = quirks,
		    .effort = rows[i].effort,
		    .temperature = rows[i].temperature,
		    .max_tokens = rows[i].max_tokens};
		char *head = head_of(&model, &(struct context){0});
		char *wanted = xasprintf("{\"model\":\"m\",\"stream\":true,%s", rows[i].head);

		assert_string_equal(head, wanted);
		free(wanted);
		free(head);
		json_decref(quirks);
	}
}

/* holds: messages-head-last */
static void the_head_is_marked_once_as_long_as_it_is_to_be_kept(void **state)
{
	static const char list[] = "[{\"name\":\"f\",\"description\":\"d\",\"parameters\":{}}]";
	json_t *tools = json_parse(list, sizeof list - 1, NULL);
	static const struct {
		const char *cache, *quirks, *system, *mark;
	} rows[] = {
	    {NULL, NULL, "s", MARK},
	    {"5m", NULL, "s", MARK},
	    {"1h", NULL, "s", ",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}"},
	    {"off", NULL, "s", ""},
	    {NULL, "{\"no_cache_marks\":true}", "s", ""},
	    {NULL, NULL, NULL, MARK},
	};

	assert_non_null(tools);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *quirks = rows[i].quirks
				     ? json_parse(rows[i].quirks, strlen(rows[i].quirks), NULL)
				     : NULL;
		struct model model = {
		    .quirks = quirks, .prompt_cache = rows[i].cache, .temperature = NAN};
		struct context context = {.system = rows[i].system, .tools = tools};
		char *head = head_of(&model, &context);
		char *wanted =
		    xasprintf(",\"tools\":[{\"name\":\"f\",\"description\":\"d\",\"input_"
			      "schema\":{}%s}]%s%s%s",
			rows[i].system ? "" : rows[i].mark,
			rows[i].system ? ",\"system\":[{\"type\":\"text\",\"text\":\"s\"" : "",
			rows[i].system ? rows[i].mark : "", rows[i].system ? "}]" : "");

		assert_non_null(strstr(head, wanted));
		free(wanted);
		free(head);
		json_decref(quirks);
	}
	json_decref(tools);
}

/* A budget of thinking wants the last reply to begin with its thinking, which another server's or
 * wire's does not have. */
static void a_turn_begun_elsewhere_goes_on_without_a_budget(void **state)
{
	static const struct {
		const char *parts;
		bool thinks;
	} rows[] = {
	    {P_OPAQUE("{\"signature\":\"S\",\"text\":\"x\"}") "," P_CALL("c", "f", "{}"), true},
	    {P_CALL("c", "f", "{}"), false},
	    {"{\"type\":\"thinking\",\"wire\":\"openai_chat\",\"data\":{\"text\":\"x\"}}," P_CALL(
		 "c", "f", "{}"),
		false},
	};

	for (size_t i = 0; i < 3; i++) {
		char *items =
		    xasprintf("[%s,{\"type\":\"message\",\"role\":\"assistant\",\"from\":\"h\","
			      "\"parts\":[%s]},%s]",
			USER("a"), rows[i].parts, RESULT("c", "r"));
		json_t *request =
		    request_by(&wire_messages, items, NULL, "{\"thinking_budget\":2000}");

		assert_int_equal(json_map(request, "thinking") != NULL, rows[i].thinks);
		json_decref(request);
		free(items);
	}
}

/* All bytes of a request but those behind its last text are the beginning of the next one: the moving
 * mark is among what is behind. */
static void each_request_is_extended_by_the_next(void **state)
{
	static const char items[] = "[" USER("a") "," ASSISTANT(
	    P_OPAQUE("{\"signature\":\"S\",\"text\":\"hm\"}") "," P_TEXT("x") "," P_CALL(
		"c1", "f", "{}")) "," RESULT("c1",
	    "one") "," USER("steered") "," ASSISTANT(P_TEXT("y")) "," USER("b") "," ASSISTANT(P_CALL("c2",
	    "f", "{}") "," P_CALL("c3", "f", "{}")) "," RESULT("c2", "two") "," RESULT("c3",
	    "three") "]";
	static const char end[] = "\"" MARK "}]}]}";
	json_t *all = json_parse(items, sizeof items - 1, NULL), *item, *some = json_array();
	struct model model = {.id = "m",
	    .temperature = NAN,
	    .wording = &wire_wording,
	    .base_url = "http://h/v1",
	    .output_tokens = 9000};
	struct context context = {.system = "s", .items = some};
	struct request_cache *cache = NULL;
	struct buf last = BUF_INIT;
	size_t i, compared = 0;

	assert_non_null(all);
	json_array_foreach (all, i, item) {
		struct buf body = BUF_INIT, again = BUF_INIT;

		json_array_append(some, item);
		if (i == 1 || i == 4 || i == 6 || i == 7)
			continue; /* no request is made before the results are there */
		request_write(&wire_messages, &body, &context, &model, &cache);
		request_write(&wire_messages, &again, &context, &model, NULL);
		assert_string_equal(body.data, again.data);
		assert_string_equal(body.data + body.len - strlen(end), end);
		if (last.len) {
			assert_true(body.len > last.len);
			assert_memory_equal(body.data, last.data, last.len);
			compared++;
		}
		buf_free(&again);
		buf_free(&last);
		buf_cut(&body, body.len - strlen(end));
		last = body;
	}
	assert_int_equal(compared, 4);
	buf_free(&last);
	request_cache_free(cache);
	json_decref(some);
	json_decref(all);
}

static void urls_and_headers(void **state)
{
	static const char *const rows[][3] = {
	    {"https://api.anthropic.com/v1", "https://api.anthropic.com/v1/messages",
		"https://api.anthropic.com/v1/models?limit=1000"},
	    {"https://api.anthropic.com", "https://api.anthropic.com/v1/messages",
		"https://api.anthropic.com/v1/models?limit=1000"},
	    {"http://h/v1/", "http://h/v1/messages", "http://h/v1/models?limit=1000"},
	    {"http://v1", "http://v1/v1/messages", "http://v1/v1/models?limit=1000"},
	    {"http://h/anthropic?a=b", "http://h/anthropic/v1/messages?a=b",
		"http://h/anthropic/v1/models?a=b&limit=1000"},
	    {"http://h/v1/messages", "http://h/v1/messages", "http://h/v1/models?limit=1000"},
	    {"http://h/x/messages/", "http://h/x/messages", "http://h/x/v1/models?limit=1000"},
	    {"http://h/v1/chat/completions", "http://h/v1/messages",
		"http://h/v1/models?limit=1000"},
	};
	static const struct {
		const char *quirks, *header;
		size_t count;
	} keys[] = {
	    {NULL, "x-api-key: k", 4},
	    {NULL, "Authorization: Bearer k", 4},
	    {"{\"key_header\":\"x-api-key\"}", "x-api-key: k", 3},
	    {"{\"key_header\":\"authorization\"}", "Authorization: Bearer k", 3},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct model model = {.base_url = rows[i][0]};
		char *url = wire_url(&wire_messages, &model),
		     *models = wire_models_url(&wire_messages, &model);

		assert_string_equal(url, rows[i][1]);
		assert_string_equal(models, rows[i][2]);
		free(url);
		free(models);
	}
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		json_t *quirks = keys[i].quirks
				     ? json_parse(keys[i].quirks, strlen(keys[i].quirks), NULL)
				     : NULL;
		struct model model = {.key = "k", .quirks = quirks};
		char *out[8];
		size_t n = 0;
		bool found = false;

		wire_messages.headers(&model, out);
		for (; out[n]; n++) {
			found |= strcmp(out[n], keys[i].header) == 0;
			free(out[n]);
		}
		assert_true(found);
		assert_int_equal(n, keys[i].count);
		json_decref(quirks);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_stream_gives_its_message_however_it_is_cut),
	    cmocka_unit_test(an_error_in_the_stream_says_what_it_calls_for),
	    cmocka_unit_test(a_refused_request_says_what_it_calls_for),
	    cmocka_unit_test(a_stream_without_its_end_is_cut),
	    cmocka_unit_test(usage_counts_what_was_kept_and_what_was_there),
	    cmocka_unit_test(plain_text_is_not_parsed_twice),
	    cmocka_unit_test(each_history_is_sent_as_the_protocol_wants_it),
	    cmocka_unit_test(an_answer_is_held_to_a_schema_where_the_model_takes_one),
	    cmocka_unit_test(settings_are_sent_where_the_model_takes_them),
	    cmocka_unit_test(the_head_is_marked_once_as_long_as_it_is_to_be_kept),
	    cmocka_unit_test(a_turn_begun_elsewhere_goes_on_without_a_budget),
	    cmocka_unit_test(each_request_is_extended_by_the_next),
	    cmocka_unit_test(urls_and_headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
