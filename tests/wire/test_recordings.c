/* SPDX-License-Identifier: MIT
 * Every recorded answer of a running server, whole, byte by byte and in random pieces: each way
 * gives the same reply, and that reply is what the recording says.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/http/server_error.h"
#include "llm/server/server_window.h"
#include "tests/support/wire_streams.h"

#define CHAT &wire_openai_chat
#define MESSAGES &wire_messages
#define RESPONSES &wire_responses

static const struct {
	const struct wire *wire;
	const char *name;
	enum finish finish;
	size_t calls;
	const char *text; /* NULL: some */
	int64_t output;	  /* tokens; -1: usage was not sent, -2: some */
} streams[] = {
    {CHAT, "chat-auto-1call-complete.txt", FINISH_CALLS, 1, "Balt Ages\"", 63},
    {CHAT, "chat-auto-2calls-complete.txt", FINISH_CALLS, 2, "", -2},
    {CHAT, "chat-text-stop.txt", FINISH_STOP, 0, "", -1},
    {CHAT, "chat-text-usage.txt", FINISH_LENGTH, 0, NULL, -2},
    {CHAT, "chat-text.txt", FINISH_LENGTH, 0, NULL, -1},
    {CHAT, "chat-tool-auto.txt", FINISH_LENGTH, 0, "athletes", -1},
    {CHAT, "chat-tool-truncated.txt", FINISH_LENGTH, 0, "athletes", -1},
    {CHAT, "chat-tool-none.txt", FINISH_LENGTH, 0, NULL, -1},
    {CHAT, "chat-tool-parallel.txt", FINISH_LENGTH, 7, NULL, -1},
    {CHAT, "think-chat-reasoning-tool.txt", FINISH_LENGTH, 3, NULL, 120},
    {CHAT, "chat-tool-required.txt", FINISH_LENGTH, 5, "athletes", -2},
    {CHAT, "chat-tool-named.txt", FINISH_LENGTH, 5, "", -1},
    {CHAT, "chat-toolresult-followup.txt", FINISH_CALLS, 3, "", -2},
    {CHAT, "chatml-required-ignored.txt", FINISH_STOP, 0, " amiditch", -1},
    {CHAT, "think-chat-reasoning-text.txt", FINISH_STOP, 0, NULL, -1},
    {CHAT, "ping-while-queued.txt", FINISH_STOP, 0, " Below squares", -1},
    {MESSAGES, "messages-text.txt", FINISH_LENGTH, 0, "<tool_call>\n<tool_call>\n<tool_call>", 5},
    {MESSAGES, "messages-tool.txt", FINISH_CALLS, 3, "", 145},
    {MESSAGES, "messages-toolresult.txt", FINISH_LENGTH, 0, "", 4},
    {MESSAGES, "think-messages-reasoning.txt", FINISH_STOP, 0, NULL, 32},
    {RESPONSES, "responses-text.txt", FINISH_STOP, 0,
	" propagation Verizon<tool_call>\n<tool_call>", 5},
    {RESPONSES, "responses-tool.txt", FINISH_CALLS, 4, "advocates", -2},
    {RESPONSES, "responses-toolresult.txt", FINISH_STOP, 0, "hunting oust vol MAR", 4},
    {RESPONSES, "think-responses-reasoning.txt", FINISH_STOP, 0, NULL, 24},
};

static char *line_of(const struct wire *wire, const struct heard *h)
{
	json_t *message = reply_message(&h->reply, wire->name, false);
	char *line = json_line(message);

	json_decref(message);
	return line;
}

static void every_recorded_stream_in_every_chunking(void **state)
{
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
		struct recording rec;
		char *first = NULL, *line;

		recording_read(&rec, streams[i].name);
		for (int round = 0; round < 12; round++) {
			struct heard h;

			hear_by(streams[i].wire, &h, rec.body.data, rec.body.len,
			    round < 2 ? (enum chunking)round : RANDOM);
			assert_true(h.ok);
			assert_int_equal(h.reply.finish, streams[i].finish);
			assert_int_equal(h.reply.call_count, streams[i].calls);
			if (streams[i].text)
				assert_string_equal(buf_str(&h.reply.text), streams[i].text);
			else
				assert_true(h.reply.text.len + h.reply.thinking.len > 0);
			assert_int_equal(h.reply.usage.known, streams[i].output != -1);
			if (streams[i].output >= 0)
				assert_int_equal(h.reply.usage.output, streams[i].output);
			assert_string_equal(h.reply.model, "tiny");
			line = line_of(streams[i].wire, &h);
			if (first)
				assert_string_equal(line, first);
			else
				first = strdup(line);
			free(line);
			heard_free(&h);
		}
		free(first);
		recording_free(&rec);
	}
}

static const struct {
	const struct wire *wire;
	const char *name;
	size_t calls;
	const char *text, *thinking;
} wholes[] = {
    {CHAT, "chat-text-nonstream.txt", 0, "ociationEnergy<tool_call>\n<tool_call>\n", ""},
    {CHAT, "chat-text-cached.txt", 0, "ociationEnergy<tool_call>\n<tool_call>\n", ""},
    {CHAT, "chat-tool-required-nonstream.txt", 5, "athletes", ""},
    {CHAT, "think-chat-nonstream.txt", 0, NULL, "\n Security"},
    {CHAT, "err-wrong-model.txt", 0, "<tool_call>\n", ""},
    {MESSAGES, "messages-text-nonstream.txt", 0, "<tool_call>\n<tool_call>\n<tool_call>", ""},
    {RESPONSES, "responses-text-nonstream.txt", 0, "ociationEnergy<tool_call>\n<tool_call>", ""},
    {MESSAGES, "messages-tool-nonstream.txt", 5, "", ""},
    {MESSAGES, "messages-err-nomax.txt", 0, "<tool_call>",
	""}, /* max_tokens 0 is none of its own */
};

static void every_recorded_whole_body(void **state)
{
	for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
		struct recording rec;
		struct reply r;
		struct error e = ERROR_INIT;

		recording_read(&rec, wholes[i].name);
		reply_init(&r);
		assert_true(
		    wire_receive_whole(wholes[i].wire, &r, rec.body.data, rec.body.len, &e));
		assert_true(wholes[i].wire->finish(&r, &e));
		assert_int_equal(r.call_count, wholes[i].calls);
		if (wholes[i].text)
			assert_string_equal(buf_str(&r.text), wholes[i].text);
		assert_string_equal(buf_str(&r.thinking), wholes[i].thinking);
		assert_true(r.usage.known);
		reply_free(&r);
		recording_free(&rec);
	}
}

static const struct {
	const struct wire *wire;
	const char *name;
	long status;
	enum failure failure;
} errors[] = {
    {CHAT, "err-404.txt", 404, FAILURE_REQUEST},
    {CHAT, "err-badjson.txt", 500, FAILURE_RETRY},
    {CHAT, "err-badschema.txt", 400, FAILURE_REQUEST},
    {CHAT, "err-badtemp.txt", 400, FAILURE_REQUEST},
    {CHAT, "err-badtools.txt", 500, FAILURE_RETRY},
    {CHAT, "err-content-number.txt", 400, FAILURE_REQUEST},
    {CHAT, "err-context-overflow.txt", 400, FAILURE_OVERFLOW},
    {CHAT, "err-get-on-post.txt", 404, FAILURE_REQUEST},
    {CHAT, "err-image.txt", 500, FAILURE_RETRY},
    {CHAT, "err-nomessages.txt", 400, FAILURE_REQUEST},
    {CHAT, "think-chat-noauth-401.txt", 401, FAILURE_AUTH},
    {MESSAGES, "messages-err-nomessages.txt", 500, FAILURE_RETRY},
    {MESSAGES, "messages-err-overflow.txt", 400, FAILURE_OVERFLOW},
    {MESSAGES, "think-messages-noauth-401.txt", 401, FAILURE_AUTH},
    {RESPONSES, "responses-err-noinput.txt", 400, FAILURE_REQUEST},
    {RESPONSES, "responses-err-overflow.txt", 400, FAILURE_OVERFLOW},
    {RESPONSES, "responses-err-prev.txt", 400, FAILURE_REQUEST},
};

static void every_recorded_refusal(void **state)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct recording rec;
		struct error e = ERROR_INIT;

		recording_read(&rec, errors[i].name);
		assert_int_equal(rec.status, errors[i].status);
		assert_int_equal(
		    server_failure(rec.status, rec.body.data, rec.body.len, &e), errors[i].failure);
		assert_int_equal(e.code, ERR_SERVER);
		error_free(&e);
		recording_free(&rec);
	}
}

/* The last bytes of streams in which the server failed, behind words of another one: it says nothing of
 * its failure. */
static const struct {
	const struct wire *wire;
	const char *begins, *up_to, *tail;
} breaks[] = {
    {MESSAGES, "messages-text.txt", "event: content_block_stop",
	"messages-midstream-error-tail.txt"},
    {RESPONSES, "responses-text.txt", "event: response.output_text.done",
	"responses-midstream-error-tail.txt"},
};

static void a_stream_that_ends_in_the_middle_of_its_words_is_no_reply(void **state)
{
	for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
		char *path = xasprintf("tests/wire/data/%s", breaks[i].tail);
		struct buf stream = BUF_INIT;
		struct recording rec;

		recording_read(&rec, breaks[i].begins);
		assert_non_null(strstr(buf_str(&rec.body), breaks[i].up_to));
		buf_add(&stream, rec.body.data,
		    (size_t)(strstr(buf_str(&rec.body), breaks[i].up_to) - rec.body.data));
		assert_true(file_read(path, 4096, &stream, NULL));
		for (int round = 0; round < 12; round++) {
			struct heard h;

			hear_by(breaks[i].wire, &h, stream.data, stream.len,
			    round < 2 ? (enum chunking)round : RANDOM);
			assert_false(h.ok);
			assert_non_null(strstr(h.error.message, "its end never came"));
			assert_true(h.reply.text.len > 0);
			heard_free(&h);
		}
		buf_free(&stream);
		recording_free(&rec);
		free(path);
	}
}

#define CAPS(caps) "{\"chat_template_caps\":{\"supports_object_arguments\":false," caps "}}"
static const struct {
	const char *said, *quirks;
} caps[] = {
    {CAPS("\"supports_tools\":false"), "{\"no_tools\":true,\"turns_in_words\":true}"},
    {CAPS("\"supports_tools\":false,\"supports_tool_calls\":false,"
	  "\"supports_parallel_tool_calls\":false"),
	"{\"no_tools\":true,\"turns_in_words\":true,\"one_call\":true}"},
    {CAPS("\"supports_tools\":true,\"supports_parallel_tool_calls\":false"), "{\"one_call\":true}"},
};

static const char whole_props[] = "{\"chat_template_caps\":{\"supports_object_arguments\":true}}";

/* llama-server's /props: its window, and a template that has everything; then ones that have not. */
static void what_a_server_tells_of_itself_is_read(void **state)
{
	json_t *table = config_table("providers.yaml", NULL), *kind, *told;
	struct recording rec;

	kind = json_array_get(json_list(table, "windows"), 0);
	assert_string_equal(json_str(kind, "path", ""), "/props");
	recording_read(&rec, "get-props.txt");
	told = json_parse(rec.body.data, rec.body.len, NULL);
	assert_int_equal(window_told(kind, "tiny", told), 2048);
	assert_null(window_quirks(kind, "chat", told));
	json_decref(told);
	recording_free(&rec);
	for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
		json_t *said = json_parse(caps[i].said, strlen(caps[i].said), NULL),
		       *quirks = window_quirks(kind, "chat", said);
		char *line = json_line(quirks);

		assert_string_equal(line, caps[i].quirks);
		free(line);
		json_decref(said);
		json_decref(quirks);
	}
	told = json_parse(whole_props, strlen(whole_props), NULL);
	for (size_t i = 0; i < 2; i++) { /* it looks at no form of an answer by these */
		json_t *quirks = window_quirks(kind, i ? "messages" : "responses", told);

		assert_string_equal(json_str(quirks, "answers", ""), "words");
		json_decref(quirks);
	}
	json_decref(told);
	json_decref(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_recorded_stream_in_every_chunking),
	    cmocka_unit_test(every_recorded_whole_body),
	    cmocka_unit_test(every_recorded_refusal),
	    cmocka_unit_test(a_stream_that_ends_in_the_middle_of_its_words_is_no_reply),
	    cmocka_unit_test(what_a_server_tells_of_itself_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
