/* SPDX-License-Identifier: MIT
 * Calls that a model wrote as text: which forms are read, and what stays text.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/buf.h"
#include "base/json/json.h"
#include "llm/written/written_calls.h"

#define CALL(name, args) \
	"<tool_call>\n{\"name\": \"" name "\", \"arguments\": " args "}\n</tool_call>"

#define DS_SEP "<｜tool▁sep｜>"
#define DS_CALLS(calls) "<｜tool▁calls▁begin｜>" calls "<｜tool▁calls▁end｜>"
#define DS_CALL(call) "<｜tool▁call▁begin｜>" call "<｜tool▁call▁end｜>"
#define SAME(text) \
	{ \
		text, text "|" \
	}

/* Fails the test unless the text, read in pieces of `piece` bytes, gives `wanted`: the text that is left, a bar, and
 * the calls as "name(arguments)" one after the other. */
static void reads_as(const char *text, const char *wanted, size_t piece)
{
	json_t *tools = json_pack("[{s:s, s:{s:{s:{s:s}, s:{s:s}, s:{s:s}}}}, {s:s}]", "name",
	    "read_file", "parameters", "properties", "path", "type", "string", "limit", "type",
	    "integer", "lines", "type", "array", "name", "list_files");
	struct buf got = BUF_INIT;
	struct reply r;
	size_t count, len = strlen(text);

	reply_init(&r);
	r.finished = true;
	for (size_t at = 0; at < len; at += piece)
		reply_add_text(&r, text + at, len - at < piece ? len - at : piece);
	assert_true(reply_end(&r, NULL));
	count = written_calls_take(&r, tools, NULL);
	assert_int_equal(count, r.call_count);
	assert_int_equal(r.finish == FINISH_CALLS, count > 0);
	assert_int_equal(r.restarted, count > 0);
	buf_addf(&got, "%s|", buf_str(&r.text));
	for (size_t i = 0; i < count; i++) {
		assert_non_null(r.calls[i].id);
		buf_addf(&got, "%s(%s)", r.calls[i].name, buf_str(&r.calls[i].arguments));
	}
	assert_string_equal(buf_str(&got), wanted);
	buf_free(&got);
	reply_free(&r);
	json_decref(tools);
}

static const struct {
	const char *text, *wanted;
} rows[] = {
    {"I look.\n" CALL("list_files", "{}"), "I look.|list_files({})"},
    {CALL("list_files", "{\"path\": \"a\\\\\\\"}b\"}") "\n" CALL("read_file", "{}"),
	"|list_files({\"path\":\"a\\\\\\\"}b\"})read_file({})"},
    {"<tool_call>{\"name\":\"read_file\",\"parameters\":{\"path\":\"x\"}}",
	"|read_file({\"path\":\"x\"})"}, /* no closing mark, another name */
    {"<tool_call>{\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"x\\\"}\"}</tool_call>",
	"|read_file({\"path\":\"x\"})"},
    {"So.[TOOL_CALLS][{\"name\":\"list_files\",\"arguments\":{}},{\"name\":\"read_file\","
     "\"arguments\":{\"path\":\"x\"}}]",
	"So.|list_files({})read_file({\"path\":\"x\"})"},
    {"[TOOL_CALLS]list_files[CALL_ID]abcDEF123[ARGS]{\"path\": \".\"}",
	"|list_files({\"path\":\".\"})"},
    {"[TOOL_CALLS]list_files{}[TOOL_CALLS]read_file{\"path\":\"x\"}",
	"|list_files({})read_file({\"path\":\"x\"})"},
    {"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary "
     "to=functions.list_files <|constrain|>json<|message|>{\"path\":\".\"}<|call|>",
	"|list_files({\"path\":\".\"})"},
    {"<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>commentary "
     "to=functions.read_file<|message|>{}<|call|>",
	"I look.|read_file({})"},
    /* Qwen3-Coder: values without quotes, with the marks around it or one of them. */
    {"I look.\n\n<tool_call>\n<function=read_file>\n<parameter=path>\na b.txt\n</parameter>\n"
     "<parameter=limit>\n20\n</parameter>\n</function>\n</tool_call>",
	"I look.|read_file({\"path\":\"a b.txt\",\"limit\":20})"},
    {"<function=read_file><parameter=path>20</parameter><parameter=lines>[1, 2]</parameter>"
     "</function>",
	"|read_file({\"path\":\"20\",\"lines\":[1,2]})"},
    {"<function=read_file>\n<parameter=path>\nx\n</parameter>\n</function>\n</tool_call>",
	"|read_file({\"path\":\"x\"})"},
    {"<function=list_files>\n</function>\n<function=list_files></function>",
	"|list_files({})list_files({})"},
    {"<function=read_file>{\"path\": \"x\"}</function>", "|read_file({\"path\":\"x\"})"},
    {"<function=read_file><parameter=path>\n\n  say </parameter> twice\n\n</parameter></function>",
	"|read_file({\"path\":\"\\n  say </parameter> twice\\n\"})"},
    {"<function=read_file><parameter=limit>many</parameter>", "|read_file({\"limit\":\"many\"})"},
    /* GLM. */
    {"So.\n<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a b.txt</arg_value>\n"
     "<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
	"So.|read_file({\"path\":\"a b.txt\",\"limit\":3})"},
    {"<tool_call>list_files\n</tool_call>\n<tool_call>list_files</tool_call>",
	"|list_files({})list_files({})"},
    /* Llama. */
    {"{\"name\": \"read_file\", \"parameters\": {\"path\": \"x\"}}",
	"|read_file({\"path\":\"x\"})"},
    {"\n{\"type\": \"function\", \"name\": \"list_files\", \"parameters\": {}}\n",
	"|list_files({})"},
    {"{\"name\": \"list_files\", \"parameters\": {}}; {\"name\": \"read_file\", "
     "\"parameters\": {\"path\": \"x\"}}",
	"|list_files({})read_file({\"path\":\"x\"})"},
    {"<|python_tag|>{\"name\": \"read_file\", \"parameters\": {\"path\": \"x\"}}<|eom_id|>",
	"|read_file({\"path\":\"x\"})"},
    /* Kimi K2: the names of two marks, with and without what it is to write before and behind the name. */
    {"I look.<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0"
     "<|tool_call_argument_begin|>{\"path\": \"x\"}<|tool_call_end|><|tool_call_begin|>"
     "functions.list_files:1<|tool_call_argument_begin|>{}<|tool_call_end|>"
     "<|tool_calls_section_end|>",
	"I look.|read_file({\"path\":\"x\"})list_files({})"},
    {"<|tool_call_section_begin|>\n<|tool_call_begin|>\nlist_files<|tool_call_argument_begin|>\n"
     "{}\n<|tool_call_end|>\n<|tool_call_section_end|>\n",
	"|list_files({})"},
    {"<|tool_calls_section_begin|><|tool_call_begin|>functions.list_files:12"
     "<|tool_call_argument_begin|>{}",
	"|list_files({})"},
    /* DeepSeek V3 and R1, V3.1, V3.2 and V4. */
    {"So.\n\n" DS_CALLS(
	 DS_CALL("function" DS_SEP "read_file\n```json\n{\"path\": \"x\"}\n```") "\n" DS_CALL(
	     "function" DS_SEP "list_files\n```json\n{}\n```")) "<｜end▁of▁sentence｜>",
	"So.|read_file({\"path\":\"x\"})list_files({})"},
    {DS_CALLS(DS_CALL("read_file" DS_SEP "{\"path\": \"```\"}") DS_CALL("list_files" DS_SEP "{}")),
	"|read_file({\"path\":\"```\"})list_files({})"},
    {"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>list_files" DS_SEP "{}", "|list_files({})"},
    {"So.\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"read_file\">\n"
     "<｜DSML｜parameter name=\"path\" string=\"true\">\na </｜DSML｜parameter> b\n"
     "</｜DSML｜parameter>\n<｜DSML｜parameter name=\"limit\" string=\"false\">3"
     "</｜DSML｜parameter>\n<｜DSML｜parameter name=\"new\" string=\"false\">[1]"
     "</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name=\"list_files\">\n"
     "</｜DSML｜invoke>\n</｜DSML｜function_calls><｜end▁of▁sentence｜>",
	"So.|read_file({\"path\":\"\\na </｜DSML｜parameter> b\\n\",\"limit\":3,\"new\":[1]})"
	"list_files({})"},
    {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"read_file\">{\"path\": \"x\"}</｜DSML｜invoke>"
     "</｜DSML｜tool_calls>",
	"|read_file({\"path\":\"x\"})"},
    {"<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"read_file\">\n"
     "<｜DSML｜parameter name=\"limit\" string=\"true\">3</｜DSML｜parameter>",
	"|read_file({\"limit\":\"3\"})"},
    /* MiniMax. */
    {"So.\n<minimax:tool_call>\n<invoke name=\"read_file\">\n<parameter "
     "name=\"path\">20</parameter>\n"
     "<parameter name=\"limit\">20</parameter>\n</invoke>\n<invoke "
     "name=\"list_files\">\n</invoke>\n"
     "</minimax:tool_call>\n",
	"So.|read_file({\"path\":\"20\",\"limit\":20})list_files({})"},
    /* What stays as it is. */
    SAME("<|tool_calls_section_begin|><|tool_call_begin|>functions.ruler:0"
	 "<|tool_call_argument_begin|>{}<|tool_call_end|>"),
    SAME("<|tool_calls_section_begin|><|tool_call_begin|>functions.list_files:0"
	 "<|tool_call_argument_begin|>{\"pa"),
    SAME("<|tool_calls_section_begin|><|tool_calls_section_end|>"),
    SAME("<|tool_calls_section_begin|><|tool_call_begin|>functions.list_files:0"
	 "<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>and so on"),
    SAME(DS_CALLS("")),
    SAME(DS_CALLS(DS_CALL("function" DS_SEP "ruler\n```json\n{}\n```"))),
    SAME(DS_CALLS(DS_CALL("list_files" DS_SEP "[1]"))),
    SAME("```\n" DS_CALLS(DS_CALL("list_files" DS_SEP "{}")) "\n```"),
    SAME("<｜DSML｜function_calls><｜DSML｜invoke name=\"read_file\">"
	 "<｜DSML｜parameter name=\"path\" string=\"true\">x"),
    SAME("<｜DSML｜function_calls><｜DSML｜invoke name=\"ruler\"></｜DSML｜invoke>"),
    SAME("<minimax:tool_call><invoke name=\"ruler\"></invoke></minimax:tool_call>"),
    {"{\"name\": \"read_file\", \"size\": 7}", "{\"name\": \"read_file\", \"size\": 7}|"},
    {"{\"name\": \"read_file\", \"parameters\": {}, \"size\": 7}",
	"{\"name\": \"read_file\", \"parameters\": {}, \"size\": 7}|"},
    {"{\"name\": \"read_file\"}", "{\"name\": \"read_file\"}|"},
    {"{\"name\": \"read_file\", \"parameters\": {}} is how",
	"{\"name\": \"read_file\", \"parameters\": {}} is how|"},
    {"So: {\"name\": \"read_file\", \"parameters\": {}}",
	"So: {\"name\": \"read_file\", \"parameters\": {}}|"},
    {"{\"name\": \"ruler\", \"parameters\": {}}", "{\"name\": \"ruler\", \"parameters\": {}}|"},
    {"[{\"name\": \"read_file\", \"parameters\": {}}]", "|read_file({})"},
    {"<function=read_file><parameter=path>x", "<function=read_file><parameter=path>x|"},
    {"<function=make_coffee></function>", "<function=make_coffee></function>|"},
    {"<tool_call>read_file\n<arg_key>path</arg_key>",
	"<tool_call>read_file\n<arg_key>path</arg_key>|"},
    {"Write `<function=read_file></function>`", "Write `<function=read_file></function>`|"},
    {"<|python_tag|>print(1)", "<|python_tag|>print(1)|"},
    {CALL("no_such_tool", "{}"), CALL("no_such_tool", "{}") "|"},
    {CALL("list_files", "{}") CALL("no_such_tool", "{}"),
	CALL("list_files", "{}") CALL("no_such_tool", "{}") "|"},
    {CALL("list_files", "{}") "\nand so on", "|list_files({})"},
    {CALL("list_files", "{}") "<tool_response>a.txt</tool_response>", "|list_files({})"},
    {CALL("list_files", "{}") " and so on", CALL("list_files", "{}") " and so on|"},
    {"It says " CALL("list_files", "{}") "\nand so on",
	"It says " CALL("list_files", "{}") "\nand so on|"},
    {CALL("list_files", "{}") "\nand\n" CALL("no_such_tool", "{}"),
	CALL("list_files", "{}") "\nand\n" CALL("no_such_tool", "{}") "|"},
    {"The file says `" CALL("list_files", "{}"), "The file says `" CALL("list_files", "{}") "|"},
    {"```\n" CALL("list_files", "{}") "\n```", "```\n" CALL("list_files", "{}") "\n```|"},
    {"<tool_call>{\"name\": \"list_files\", \"argu",
	"<tool_call>{\"name\": \"list_files\", \"argu|"},
    {"<tool_call>{\"name\": \"list_files\", \"arguments\": 7}",
	"<tool_call>{\"name\": \"list_files\", \"arguments\": 7}|"},
    {"[TOOL_CALLS][]", "[TOOL_CALLS][]|"},
    {"[TOOL_CALLS]", "[TOOL_CALLS]|"},
    {"<tool_call>", "<tool_call>|"},
    {"plain words", "plain words|"},
    /* Code and quotations. */
    SAME("It ends with:\n\n    " CALL("list_files", "{}")),
    SAME("It ends with:\n\n\t" CALL("list_files", "{}")),
    SAME("1. See\n   ```xml\n   " CALL("list_files", "{}")),
    SAME("````\n```\n" CALL("list_files", "{}")),
    SAME("```\n```xml\n" CALL("list_files", "{}")),
    SAME("~~~\n```\n" CALL("list_files", "{}")),
    SAME("It ends with ``a ` b" CALL("list_files", "{}")),
    SAME("> " CALL("list_files", "{}")),
    SAME("| a | " CALL("list_files", "{}")),
    {"   " CALL("list_files", "{}"), "|list_files({})"},
    {"```\nx\n```\n" CALL("list_files", "{}"), "```\nx\n```|list_files({})"},
    {"Use ``a ` b`` and `c`.\n" CALL("list_files", "{}"), "Use ``a ` b`` and `c`.|list_files({})"},
};

static void calls_written_as_text_are_calls_where_the_name_is_a_tools(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		reads_as(rows[i].text, rows[i].wanted, 1000);
		reads_as(rows[i].text, rows[i].wanted, 1);
		for (size_t piece = 2; piece < strlen(rows[i].text); piece++)
			reads_as(rows[i].text, rows[i].wanted, piece);
	}
}

/* As it grows byte by byte: of a call nothing, of all else everything at last. */
static void what_may_be_a_call_is_not_shown_before_it_is_known(void **state)
{
	json_t *tools = json_pack("[{s:s}, {s:s}]", "name", "read_file", "name", "list_files");

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *text = rows[i].text, *bar = strrchr(rows[i].wanted, '|');
		const size_t len = strlen(text), left = (size_t)(bar - rows[i].wanted);
		struct written_watch w = {0};
		size_t shown = 0;

		if (strstr(text, "<|channel|>"))
			continue; /* has another form by then */
		for (size_t n = 1; n <= len; n++) {
			const size_t now = written_calls_before(&w, text, n, tools);

			assert_true(now <= n);
			shown = now;
		}
		if (bar[1]) /* blanks before a call are cut off the text */
			assert_in_range(shown, left, left + strspn(text + left, " \n"));
	}
	json_decref(tools);
}

static void words_that_are_no_call_are_shown_as_they_come(void **state)
{
	static const char *const texts[] = {
	    "a < b and c[0] <tool> [TOOLS] <function> <| {x}",
	    "{\"answer\": 1, \"name\": \"x\"}",
	    "a <｜> b <｜tool▁call｜> c <|tool_cal|> d <minimax: e",
	    "Write `<tool_call>` or:\n```\n<function=f>\n```\nand so on.",
	    "Action: look at it\n<div>x</div>\n<my_list>\n>>> 1 + 1\n[1](a) [x, y].",
	};
	json_t *tools = json_pack("[{s:s}]", "name", "list_files");

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct written_watch w = {0};
		size_t shown = 0;

		for (size_t n = 1; n <= strlen(texts[i]); n++) {
			shown = written_calls_before(&w, texts[i], n, tools);
			assert_true(n - shown < 48); /* a mark may have a name of the model's */
		}
		assert_int_equal(shown, strlen(texts[i]));
	}
	json_decref(tools);
}

static void a_reply_that_was_cut_or_has_calls_stays_as_it_is(void **state)
{
	json_t *tools = json_pack("[{s:s}]", "name", "list_files");
	static const char text[] = CALL("list_files", "{}");

	for (int i = 0; i < 3; i++) {
		struct reply r;

		reply_init(&r);
		reply_add_text(&r, text, strlen(text));
		r.finished = true;
		if (i == 0)
			reply_finish(&r, "length");
		if (i == 1)
			reply_call_new(&r, 0, NULL)->name = strdup("list_files");
		reply_end(&r, NULL);
		assert_int_equal(written_calls_take(&r, i == 2 ? NULL : tools, NULL), 0);
		assert_string_equal(buf_str(&r.text), text);
		reply_free(&r);
	}
	json_decref(tools);
}

/* What the model may only have copied is marked, however what it was given breaks and numbers its lines. */
static void a_call_that_stands_in_what_the_model_was_given_is_quoted(void **state)
{
	static const struct {
		const char *given;
		bool quoted;
	} cases[] = {
	    {"<tool_call>\n{\"name\": \"list_files\", \"arguments\": {\"path\": "
	     "\"1\"}}\n</tool_call>",
		true},
	    {"7\ta\n8\t<tool_call>\n9\t{\"name\":\n10\t\"list_files\", \"arguments\": "
	     "{\"path\": \"1\"}}</tool_call>",
		true},
	    {"{\"text\": \"<tool_call> {\\\"name\\\": \\\"list_files\\\", \\\"arguments\\\": "
	     "{\\\"path\\\": \\\"1\\\"}}</tool_call>\"}",
		true},
	    {"<tool_call>{\"name\": \"list_files\", \"arguments\": {\"path\": \"2\"}}</tool_call>",
		false},
	    {"list_files 1", false},
	    {"", false},
	};
	json_t *tools = json_pack("[{s:s}]", "name", "list_files");
	static const char text[] = CALL("list_files", "{\"path\": \"1\"}");

	for (size_t i = 0; i < 3 * sizeof cases / sizeof *cases; i++) {
		const char *given = cases[i / 3].given;
		json_t *result = json_pack("[{s:s, s:s}]", "type", "tool_result", "text", given),
		       *user =
			   json_pack("[{s:s, s:[{s:s}]}]", "role", "user", "parts", "text", given),
		       *own = json_pack(
			   "[{s:s, s:[{s:s}]}]", "role", "assistant", "parts", "text", given),
		       *const items[] = {result, user, own};
		struct reply r;

		reply_init(&r);
		reply_add_text(&r, text, strlen(text));
		r.finished = true;
		reply_end(&r, NULL);
		assert_int_equal(written_calls_take(&r, tools, items[i % 3]), 1);
		assert_int_equal(r.calls[0].quoted, cases[i / 3].quoted && i % 3 < 2);
		reply_free(&r);
		json_decref(result);
		json_decref(user);
		json_decref(own);
	}
	json_decref(tools);
}

static void a_model_that_has_called_through_the_protocol_writes_text(void **state)
{
	json_t *items =
	    json_pack("[{s:s, s:s}, {s:s}]", "role", "assistant", "native", "m", "role", "user");

	assert_false(written_calls_are_read(items, "m"));
	assert_true(written_calls_are_read(items, "another"));
	assert_true(written_calls_are_read(items, NULL));
	assert_true(written_calls_are_read(NULL, "m"));
	json_decref(items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(calls_written_as_text_are_calls_where_the_name_is_a_tools),
	    cmocka_unit_test(what_may_be_a_call_is_not_shown_before_it_is_known),
	    cmocka_unit_test(words_that_are_no_call_are_shown_as_they_come),
	    cmocka_unit_test(a_reply_that_was_cut_or_has_calls_stays_as_it_is),
	    cmocka_unit_test(a_call_that_stands_in_what_the_model_was_given_is_quoted),
	    cmocka_unit_test(a_model_that_has_called_through_the_protocol_writes_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
