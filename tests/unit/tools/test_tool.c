/* SPDX-License-Identifier: MIT
 * The runner of calls, the text of results, the set of tools and the check of their arguments.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/secret.h"
#include "base/text/utf8.h"
#include "tests/support/tool_ground.h"
#include "tools/tool_set.h"

static int ground_make(void **state)
{
	*state = tool_ground_new(false);
	return 0;
}

static int ground_free(void **state)
{
	secret_clear();
	tool_ground_free(*state);
	return 0;
}

/* For three small tools: one that ends at once, one in steps, one when a timer fires. */
static int stops, steps;

static void no_line(const json_t *args, struct buf *line)
{
}

static void at_once_start(struct call *c)
{
	result_text(c, "done", 4);
	c->result.ok = true;
	call_finish(c);
}

static void in_steps_start(struct call *c)
{
	steps = 0;
}

static bool in_steps_step(struct call *c)
{
	if (++steps < 3)
		return true;
	c->result.ok = true;
	call_finish(c);
	return false;
}

static bool forgets_step(struct call *c)
{
	return false;
}

static void later_fired(void *ctx)
{
	struct call *c = ctx;

	c->state = NULL;
	c->result.ok = true;
	call_finish(c);
}

static void later_start(struct call *c)
{
	c->state = loop_after(c->host->loop, 1, later_fired, c);
}

static void later_stop(struct call *c)
{
	timer_stop(c->state);
	c->state = NULL;
	stops++;
}

static const struct tool at_once = {.name = "at_once", .describe = no_line, .start = at_once_start};
static const struct tool in_steps = {
    .name = "in_steps", .describe = no_line, .start = in_steps_start, .step = in_steps_step};
static const struct tool forgets = {
    .name = "forgets", .describe = no_line, .start = in_steps_start, .step = forgets_step};
static const struct tool later = {
    .name = "later", .describe = no_line, .start = later_start, .stop = later_stop};

struct seen {
	int times;
	bool ok;
};

/* An on_finish that frees the call, as the agent may. */
static void seen_free(struct call *c, void *ctx)
{
	struct seen *seen = ctx;

	seen->times++;
	seen->ok = c->result.ok;
	call_free(c);
	free(c);
}

static void a_call_ends_once_and_may_be_freed_there(void **state)
{
	static const struct {
		const struct tool *tool;
		bool ok;
	} rows[] = {{&at_once, true}, {&in_steps, true}, {&forgets, false}, {&later, true}};
	struct tool_ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct call *c = malloc(sizeof *c);
		struct seen seen = {0};

		call_init(c, rows[i].tool, &g->host, "x", NULL);
		call_start(c, seen_free, &seen);
		for (int k = 0; k < 100 && !seen.times; k++)
			loop_turn(g->host.loop, 100);
		assert_int_equal(seen.times, 1);
		assert_int_equal(seen.ok, rows[i].ok);
		loop_turn(g->host.loop, 0);
		assert_int_equal(seen.times, 1);
	}
}

static void a_stopped_call_is_not_heard_of_again(void **state)
{
	struct tool_ground *g = *state;
	struct seen seen = {0};
	struct call c;

	stops = 0;
	call_init(&c, &later, &g->host, "x", NULL);
	call_start(&c, seen_free, &seen);
	call_stop(&c);
	call_stop(&c);
	loop_turn(g->host.loop, 10);
	assert_int_equal(stops, 1);
	assert_int_equal(seen.times, 0);
	call_free(&c);
	assert_int_equal(stops, 1);
	call_init(&c, &in_steps, &g->host, "x", NULL);
	call_start(&c, seen_free, &seen);
	call_free(&c);
	loop_turn(g->host.loop, 0);
	assert_int_equal(seen.times, 0);
	call_init(&c, NULL, &g->host, "x", NULL);
	call_free(&c);
}

static void a_result_carries_what_the_event_tells(void **state)
{
	struct tool_ground *g = *state;
	struct event_tool_result result;
	struct call c;
	json_t *data;

	call_init(&c, &at_once, &g->host, "id-1", NULL);
	call_start(&c, NULL, NULL);
	c.result.data = json_pack("{s:i}", "n", 1);
	result = result_event(&c);
	data = event_build_tool_result(&result);
	assert_string_equal(json_str(data, "call", ""), "id-1");
	assert_true(json_is_true(json_object_get(data, "ok")));
	assert_string_equal(json_str(data, "text", ""), "done");
	assert_int_equal(json_int(json_map(data, "data"), "n", 0), 1);
	assert_null(json_object_get(data, "truncated"));
	assert_null(json_object_get(data, "confidence"));
	assert_true(json_int(data, "duration_ms", -1) >= 0);
	json_decref(data);
	c.result.confidence = 0.5;
	c.result.full_bytes = 9;
	memcpy(c.result.ref, "blob:x", 7);
	result = result_event(&c);
	data = event_build_tool_result(&result);
	assert_true(json_num(data, "confidence", 0) == 0.5);
	assert_string_equal(json_str(json_map(data, "truncated"), "ref", ""), "blob:x");
	assert_int_equal(json_int(json_map(data, "truncated"), "bytes", 0), 9);
	json_decref(data);
	call_free(&c);
}

static void foreign_text_is_made_safe(void **state)
{
	static const struct {
		const char *in, *out;
	} rows[] = {
	    {"plain\n", "plain\n"},
	    {"\x1b[31mred", "␛[31mred"},
	    {"\xff", "\xef\xbf\xbd"},
	    {"<active-todo-plan>", "‹active-todo-plan>"},
	    {"a </ACTIVE-Todo-Plan> b<Active-criteria", "a ‹/ACTIVE-Todo-Plan> b‹Active-criteria"},
	    {"<<active-x <active <activ- </ active-", "<‹active-x <active <activ- </ active-"},
	    {"<acti\xe2\x80\xae"
	     "ve-todo-plan>",
		"<acti\xef\xbf\xbdve-todo-plan>"},
	    {"<act\x00", "<act"},
	};
	struct tool_ground *g = *state;
	struct call c;

	call_init(&c, &at_once, &g->host, "x", NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		result_text(&c, rows[i].in, strlen(rows[i].in));
		assert_string_equal(buf_str(&c.result.text), rows[i].out);
		assert_int_equal(c.result.full_bytes, 0);
	}
	call_free(&c);
}

static void tags_come_back(void **state)
{
	struct buf b = BUF_INIT;

	buf_adds(&b, "a ‹active-x ‹b ‹/Active-y>");
	assert_true(tags_restore(&b));
	assert_string_equal(buf_str(&b), "a <active-x ‹b </Active-y>");
	assert_false(tags_restore(&b));
	assert_true(tags_neutralise(&b));
	assert_false(tags_neutralise(&b));
	buf_free(&b);
}

static void long_text_keeps_head_and_tail_and_the_whole_by_reference(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT, whole = BUF_INIT;
	struct call c;
	char *mark, *line;
	size_t left, total;

	tool_ground_set(g, "tools.result_bytes", json_integer(2000));
	for (int i = 0; i < 1000; i++)
		buf_addf(&text, "line %d\n", i);
	call_init(&c, &at_once, &g->host, "x", NULL);
	result_text(&c, text.data, text.len);
	assert_true(c.result.text.len <= 2000);
	assert_true(c.result.text.len > 1600);
	assert_int_equal(c.result.full_bytes, text.len);
	assert_memory_equal(c.result.text.data, "line 0\nline 1\n", 14);
	assert_string_equal(c.result.text.data + c.result.text.len - 9, "line 999\n");
	mark = strchr(c.result.text.data, '[');
	assert_non_null(mark);
	assert_int_equal(mark[-1], '\n');
	assert_int_equal(sscanf(mark, "[%zu of %zu bytes left out", &left, &total), 2);
	assert_int_equal(total, text.len);
	line = strchr(mark, '\n');
	assert_memory_equal(line + 1, "line ", 5);
	assert_int_equal(left + c.result.text.len - (size_t)(line + 1 - mark), text.len);
	assert_non_null(strstr(mark, c.result.ref));
	assert_true(session_blob_get(g->host.session, c.result.ref, &whole, NULL));
	assert_string_equal(buf_str(&whole), text.data);
	call_free(&c);
	buf_free(&text);
	buf_free(&whole);
}

/* One long line of what grows and of what is cut badly: always valid, always within the ceiling. */
static void cut_text_is_valid_whatever_it_was(void **state)
{
	static const char *const pieces[] = {
	    "é", "\x1b", "漢", "\xff", "<active-", "a", "\r\n", "\n", "e\xcc\x81"};
	struct tool_ground *g = *state;
	struct call c;

	tool_ground_set(g, "tools.result_bytes", json_integer(1024));
	srandom(7);
	for (int round = 0; round < 500; round++) {
		struct buf text = BUF_INIT;
		size_t kinds = 1 + (size_t)random() % 9, shift = (size_t)random() % 9;

		while (text.len < 900 + (size_t)round * 5)
			buf_adds(&text, pieces[(shift + (size_t)random() % kinds) % 9]);
		call_init(&c, &at_once, &g->host, "x", NULL);
		result_text(&c, text.data, text.len);
		assert_true(c.result.text.len <= 1024);
		assert_true(utf8_valid(buf_str(&c.result.text), c.result.text.len));
		assert_null(strstr(buf_str(&c.result.text), "<active-"));
		assert_null(strchr(buf_str(&c.result.text), '\x1b'));
		assert_true((c.result.full_bytes > 0) == (c.result.ref[0] != '\0'));
		call_free(&c);
		buf_free(&text);
	}
}

static void secrets_are_replaced_in_results_and_what_is_kept(void **state)
{
	struct tool_ground *g = *state;
	struct buf text = BUF_INIT, whole = BUF_INIT;
	struct call c;

	secret_add("SOME_KEY", "sk-0123456789");
	tool_ground_set(g, "tools.result_bytes", json_integer(1024));
	for (int i = 0; i < 500; i++)
		buf_adds(&text, "key=sk-0123456789\n");
	call_init(&c, &at_once, &g->host, "x", NULL);
	result_text(&c, text.data, text.len);
	assert_null(strstr(c.result.text.data, "sk-0123456789"));
	assert_non_null(strstr(c.result.text.data, "key=$SOME_KEY\n"));
	assert_true(session_blob_get(g->host.session, c.result.ref, &whole, NULL));
	assert_null(strstr(whole.data, "sk-0123456789"));
	call_free(&c);
	buf_free(&text);
	buf_free(&whole);
}

static void live_output_is_safe_and_complete(void **state)
{
	struct tool_ground *g = *state;
	struct buf shown = BUF_INIT;
	struct call c;
	json_t *ev;
	size_t i;

	secret_add("SOME_KEY", "sk-0123456789");
	call_init(&c, &later, &g->host, "x", NULL);
	call_start(&c, NULL, NULL);
	call_output(&c, "\x1b[0m caf\xc3", 9);
	call_output(&c, "\xa9 sk-01234", 10);
	call_output(&c, "56789 end", 9);
	tool_ground_wait(g, &c);
	json_array_foreach (g->events, i, ev)
		if (!strcmp(json_str(ev, "type", ""), "tool_output")) {
			assert_int_equal(json_int(ev, "seq", -1), 0);
			assert_string_equal(json_str(json_map(ev, "data"), "call", ""), "x");
			buf_adds(&shown, json_str(json_map(ev, "data"), "text", ""));
		}
	assert_string_equal(buf_str(&shown), "␛[0m café $SOME_KEY end");
	buf_free(&shown);
	call_free(&c);
}

/* Far more than a screen can follow: the first and the last lines are shown, the rest is counted. */
static void a_flood_of_output_is_thinned_out(void **state)
{
	struct tool_ground *g = *state;
	size_t shown = 0, skipped = 0, total = 0, events = 0, i;
	const char *last = "";
	struct call c;
	json_t *ev;

	secret_add("SOME_KEY", "sk-0123456789");
	call_init(&c, &later, &g->host, "x", NULL);
	call_start(&c, NULL, NULL);
	for (int n = 0; n < 20000; n++) {
		char line[40];
		int len = snprintf(line, sizeof line, "%d sk-0123456789\n", n);

		total += (size_t)len - strlen("sk-0123456789") + strlen("$SOME_KEY");
		call_output(&c, line, (size_t)len);
	}
	tool_ground_wait(g, &c);
	json_array_foreach (g->events, i, ev)
		if (!strcmp(json_str(ev, "type", ""), "tool_output")) {
			last = json_str(json_map(ev, "data"), "text", "");
			assert_null(strstr(last, "0123456789"));
			shown += strlen(last);
			skipped += (size_t)json_int(json_map(ev, "data"), "skipped", 0);
			events++;
		}
	assert_true(events >= 2 && events < 100);
	assert_true(shown < 200000);
	assert_int_equal(shown + skipped, total);
	assert_string_equal(last + strlen(last) - 16, "19999 $SOME_KEY\n");
	call_free(&c);
}

static void ask_user_passes_the_answer_on(void **state)
{
	static const struct {
		const char *given, *text;
		bool ok;
	} rows[] = {
	    {"{\"choice\": \"blue\", \"text\": \"\"}", "blue", true},
	    {"{\"choice\": \"other\", \"text\": \"dark <active-x\"}", "dark ‹active-x", true},
	    {"{\"choice\": \"denied\"}", "nobody to ask", false},
	    {"{}", "nobody to ask", false},
	    {NULL, "nobody to ask", false},
	};
	struct tool_ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *given = rows[i].given ? json_loads(rows[i].given, 0, NULL) : NULL;
		struct call c;

		tool_ground_prepare(g, &c, &tool_ask_user, "{\"question\": \"Which?\"}");
		c.state = given;
		tool_ground_start(g, &c);
		assert_true(c.finished);
		assert_int_equal(c.result.ok, rows[i].ok);
		assert_memory_equal(buf_str(&c.result.text), rows[i].text, strlen(rows[i].text));
		call_free(&c);
		json_decref(given);
	}
}

static void arguments_are_checked_before_anything_runs(void **state)
{
	static const struct {
		const struct tool *tool;
		const char *args, *why; /* why NULL: valid */
	} rows[] = {
	    {&tool_run_command, "", NULL},
	    {&tool_run_command, " \n", NULL},
	    {&tool_run_command, "{\"command\": \"ls\", \"timeout_s\": 2} ", NULL},
	    {&tool_run_command, "{\"command\": \"ls\", \"timeout_s\": \"2\"}", NULL},
	    {&tool_run_command, "{\"command\": \"ls\", \"timeout_s\": \"soon\"}",
		"run_command: `timeout_s` is a string, must be a number\n  timeout_s "
		"(number): "},
	    {&tool_run_command, "{\"command\": \"\"}", "`command` is 0 characters long"},
	    {&tool_run_command, "{\"comand\": \"ls\"}",
		"run_command takes no `comand`; it takes `command`, "},
	    {&tool_run_command, "{\"id\": \"job-1\", \"action\": \"kill\"}",
		"`action` is \"kill\", must be one of \"read\", \"stop\"\n  action "
		"(string: read, stop): "},
	    {&tool_run_command, "{\"command\": \"ls\"", "not JSON"},
	    {&tool_run_command, "{\"command\": \"ls",
		"send one JSON object; you sent: {\"command\": \"ls"},
	    {&tool_run_command, "{\"command\": \"ls\", \"command\": \"rm\"}", "not JSON"},
	    {&tool_run_command, "{\"command\": \"a\\u0000b\"}", "not JSON"},
	    {&tool_run_command, "[]", "the arguments of run_command: is an array"},
	    {&tool_run_command, "null", NULL},
	    {&tool_edit_file, "{}", "edit_file needs `path`; you sent nothing\n  path (string): "},
	    {&tool_edit_file, "{\"path\": \"a\", \"new_string\": \"x\", \"edits\": []}",
		"`edits` has 0 items"},
	    {&tool_edit_file, "{\"path\": \"a\", \"edits\": [{\"old\": \"\", \"new\": \"\"}]}",
		"`old_string` is 0 characters"},
	    {&tool_edit_file, "{\"path\": \"a\", \"old\": \"x\"}",
		"edit_file needs `new_string`; you sent `path`, `old_string`\n  new_string "
		"(string): "},
	    {&tool_write_file, "{\"path\": \"a\", \"content\": [1]}",
		"`content` is an array, must be a string"},
	    {&tool_ask_user, "{\"question\": \"?\", \"options\": [\"a\"]}", "`options` has 1 item"},
	    {&tool_list_files, "{\"]time}\\u000es\": 1.5}", "list_files takes no `"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf why = BUF_INIT;
		json_t *args =
		    tool_arguments(rows[i].tool, NULL, rows[i].args, strlen(rows[i].args), &why);

		if ((args != NULL) != (rows[i].why == NULL) ||
		    (rows[i].why && !strstr(buf_str(&why), rows[i].why)))
			fail_msg("%s: '%s'", rows[i].args, buf_str(&why));
		if (!args) {
			assert_non_null(strstr(buf_str(&why), rows[i].tool->name));
			assert_null(strstr(buf_str(&why), "$."));
		}
		json_decref(args);
		buf_free(&why);
	}
}

static void the_set_knows_its_tools(void **state)
{
	struct tool_set *set = tool_set_new();
	struct buf why = BUF_INIT;
	json_t *list, *tool;
	size_t i;

	tool_set_add(set, workspace_tools);
	assert_ptr_equal(tool_find(set, "edit_file"), &tool_edit_file);
	assert_null(tool_find(set, "edit"));
	tool_set_unknown(set, "edit_fil", &why);
	assert_string_equal(buf_str(&why),
	    "no tool 'edit_fil' (did you mean 'edit_file'?); tools: list_files, find_files, "
	    "search_text, read_file, view_image, write_file, edit_file, run_command, fetch_url, "
	    "ask_user");
	buf_free(&why);
	list = tool_set_describe(set, NULL);
	assert_true(json_array_size(list) >= 4);
	json_array_foreach (list, i, tool) {
		assert_string_equal(json_str(tool, "name", ""), tool_at(set, i)->name);
		assert_true(strlen(json_str(tool, "description", "")) > 40);
		assert_string_equal(json_str(json_map(tool, "parameters"), "type", ""), "object");
	}
	assert_null(tool_at(set, i));
	json_decref(list);
	tool_set_free(set);
	tool_set_free(NULL);
}

static void read_stamps_survive_the_log(void **state)
{
	struct stamp in = {12, 1795300000123456789, 0xfedcba9876543210u, 0x8000000000000001u}, out;
	json_t *read = stamp_to_json("a/b", &in);

	assert_string_equal(json_str(read, "hash", ""), "8000000000000001");
	assert_true(stamp_from_json(read, &out));
	assert_true(stamp_equal(&in, &out) && in.hash == out.hash);
	assert_int_equal(in.mtime_ns, out.mtime_ns);
	assert_int_equal(in.inode, out.inode);
	assert_false(out.commanded);
	json_object_set_new(read, "hash", json_string("xyz"));
	assert_false(stamp_from_json(read, &out));
	json_object_set_new(read, "hash", json_string(""));
	assert_true(stamp_from_json(read, &out));
	assert_int_equal(out.hash, 0);
	json_decref(read);
	assert_false(stamp_from_json(NULL, &out));
}

static void only_what_is_offered_is_named_to_who_asks_for_another(void **state)
{
	const struct tool *const unlisted[] = {&tool_run_command, NULL}, *const listed[] = {
									     &tool_read_file,
									     &tool_edit_file, NULL};
	struct tool_set *set = tool_set_new();
	struct buf why = BUF_INIT;

	tool_set_add_unlisted(set, unlisted);
	tool_set_add(set, listed);
	tool_set_unknown(set, "zzzzzz", &why);
	assert_string_equal(buf_str(&why), "no tool 'zzzzzz'; tools: read_file, edit_file");
	buf_free(&why);
	tool_set_free(set);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, ground_make, ground_free)
	const struct CMUnitTest tests[] = {
	    T(a_call_ends_once_and_may_be_freed_there),
	    T(a_stopped_call_is_not_heard_of_again),
	    T(a_result_carries_what_the_event_tells),
	    T(foreign_text_is_made_safe),
	    cmocka_unit_test(tags_come_back),
	    T(long_text_keeps_head_and_tail_and_the_whole_by_reference),
	    T(cut_text_is_valid_whatever_it_was),
	    T(secrets_are_replaced_in_results_and_what_is_kept),
	    T(live_output_is_safe_and_complete),
	    T(a_flood_of_output_is_thinned_out),
	    T(ask_user_passes_the_answer_on),
	    cmocka_unit_test(arguments_are_checked_before_anything_runs),
	    cmocka_unit_test(the_set_knows_its_tools),
	    cmocka_unit_test(only_what_is_offered_is_named_to_who_asks_for_another),
	    cmocka_unit_test(read_stamps_survive_the_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
