/* SPDX-License-Identifier: MIT
 * Sessions as files for others, literally: one story in each form, and a story in which every field
 * tries to be markup.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "tests/support/events.h"
#include "tests/support/scratch.h"
#include "tests/support/store_ground.h"
#include "ui/export/exporter.h"

#define ID "01M7YPC48W07FK6J054G95ZXHA"

struct fixture {
	struct store_ground g;
	struct feeder f;
};

static void append(void *self, const struct event *ev)
{
	struct fixture *f = self;
	struct error e = ERROR_INIT;

	if (store_append(f->g.store, ID, ev, &e) != STORE_OK)
		fail_msg("%s", e.message);
	f->f.at_ms += 500;
}

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);

	setenv("TZ", "UTC", 1);
	setenv("HOME", "/home/me", 1);
	tzset();
	store_ground_open(&f->g);
	f->f = (struct feeder){.sink = {append, f}, .at_ms = 1795249564000};
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	store_ground_close(&f->g);
	free(f);
	return 0;
}

static void tell_story(struct fixture *s)
{
	struct feeder *f = &s->f;

	feed(f, EVENT_SESSION_START, NULL,
	    "{'id':'" ID "','title':'ISO dates','cwd':'/home/me/src','model':'m1'}");
	f->turn = 1;
	feed(f, EVENT_TURN_START, NULL, "{'prompt':'accept ISO dates\\n# and prove it'}");
	feed(f, EVENT_MESSAGE, NULL,
	    "{'role':'user','parts':[{'type':'text','text':'accept ISO dates'}]}");
	f->iteration = 1;
	feed(f, EVENT_PLAN, "2 steps",
	    "{'plan':{'id':'01M7YPC48W07FK6J054G95ZXHB','revision':1,'goal':'accept ISO "
	    "dates','status':'active','updated':1,'items':[{'id':'a','content':'Change the "
	    "parser','status':'completed','created':1,'updated':1},{'id':'b','content':'Run "
	    "tests','status':'failed','error':'exit 2','created':1,'updated':1}]}}");
	feed(f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'thinking','wire':'w','data':{'text':'hmm, "
	    "dates'}},{'type':'text','text':'One **change** is enough. I make "
	    "it.'},{'type':'call','call':'c1','tool':'edit_file','arguments':'{}'}]}");
	feed(f, EVENT_REFLECTION, "One **change** is enough.",
	    "{'text':'One **change** is enough.'}");
	feed(f, EVENT_TOOL_CALL, "edit_file src/csv_date.c",
	    "{'call':'c1','tool':'edit_file','arguments':{}}");
	feed(f, EVENT_TOOL_RESULT, "src/csv_date.c +1 -1",
	    "{'call':'c1','tool':'edit_file','ok':true,'text':'--- a\\n+++ b\\n@@ -1 +1 "
	    "@@\\n-old\\n+new\\n','data':{'added':1,'removed':1}}");
	feed(f, EVENT_TOOL_CALL, "run_command make test",
	    "{'call':'c2','tool':'run_command','arguments':{}}");
	feed(f, EVENT_TOOL_RESULT, "exit 2",
	    "{'call':'c2','tool':'run_command','ok':false,'text':'1 failed','duration_ms':1800}");
	feed(f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'The parser tries **ISO** "
	    "first:\\n\\n```c\\nif (a < b)\\n```\\n'}]}");
	feed(f, EVENT_USAGE, NULL, "{'role':'turn','input':1200,'output':80,'cost_usd':0.031}");
	feed(f, EVENT_TURN_END, NULL, "{'outcome':'unmet','unmet':['`make test` passes']}");
}

/* Takes the place of the screen, for an export of its rows. */
static void *open_rows(const struct export_job *job, int rows, int columns, struct error *e)
{
	(void)e;
	assert_int_equal(columns, 110);
	assert_int_equal(rows, 32);
	return (void *)job;
}

static void take_row(void *screen, const struct event *ev, struct buf *out)
{
	(void)screen;
	if (ev->type == EVENT_NOTICE)
		buf_addf(out, "%s\r\n", json_str(ev->data, "text", ""));
	else if (ev->phase != PHASE_NONE)
		buf_addf(out, "%s\r\n", ev->summary);
}

static void close_rows(void *screen)
{
	(void)screen;
}

static const struct export_screen row_screen = {open_rows, take_row, close_rows};

static char *exported(struct fixture *f, const struct exporter *form, bool thinking)
{
	struct error e = ERROR_INIT;
	json_t *row = store_find(f->g.store, ID, NULL, &e);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	const struct export_job job = {.store = f->g.store,
	    .row = row,
	    .out = out,
	    .thinking = thinking,
	    .screen = &row_screen};

	assert_true(form->write(&job, &e));
	fclose(out);
	json_decref(row);
	return text;
}

/* Fails the test unless text, from the first `from` on (NULL: all), is what the file holds. */
static void expect(char *text /* frees */, const char *from, const char *file)
{
	const char *part = from ? strstr(text, from) : text;
	char *want = scratch_read("tests/unit/ui/export/data", file, NULL);

	assert_non_null(part);
	if (!want || strcmp(part, want) != 0)
		fail_msg("it is:\n%s", part);
	free(text);
	free(want);
}

static void as_markdown(void **state)
{
	struct fixture *f = *state;

	tell_story(f);
	expect(exported(f, &export_markdown, false), NULL, "story.md");
}

static void as_a_cast(void **state)
{
	struct fixture *f = *state;

	tell_story(f);
	expect(exported(f, &export_cast, false), NULL, "story.cast");
}

static void as_a_page(void **state)
{
	struct fixture *f = *state;

	tell_story(f);
	expect(exported(f, &export_html, false), "<body>", "story.html");
}

static void as_lines(void **state)
{
	struct fixture *f = *state;
	char *text;
	int lines = 0;

	tell_story(f);
	text = exported(f, &export_jsonl, false);
	for (const char *c = text; *c; c++)
		lines += *c == '\n';
	assert_int_equal(lines, 13);
	assert_null(strstr(text, "hmm"));
	free(text);
}

static void thinking_is_told_when_asked_for(void **state)
{
	static const struct exporter *const forms[] = {
	    &export_jsonl, &export_markdown, &export_cast, &export_html};
	struct fixture *f = *state;

	tell_story(f);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		char *with = exported(f, forms[i], true);
		char *without = exported(f, forms[i], false);
		if (!strstr(with, "hmm, dates") || strstr(without, "hmm, dates"))
			fail_msg("%s", forms[i]->name);
		free(with);
		free(without);
	}
}

#define EVIL "<script>alert(1)</script>\\\"'><img src=x onerror=y>"
#define JSON_EVIL "<script>alert(1)</script>\\\"\\u0027><img src=x onerror=y>"

static void tell_evil_story(struct fixture *s)
{
	struct feeder *f = &s->f;

	feed(f, EVENT_SESSION_START, NULL,
	    "{'id':'" ID "','title':'" JSON_EVIL "','cwd':'/" JSON_EVIL "','model':'" JSON_EVIL
	    "'}");
	f->turn = 1;
	feed(f, EVENT_TURN_START, NULL, "{'prompt':'" JSON_EVIL "'}");
	feed(f, EVENT_PLAN, EVIL,
	    "{'plan':{'id':'01M7YPC48W07FK6J054G95ZXHB','revision':1,'goal':'" JSON_EVIL
	    "','status':'active','updated':1,'items':[{'id':'a','content':'" JSON_EVIL
	    "','status':'failed','error':'" JSON_EVIL
	    "','created':1,'updated':1},{'id':'b','content':'x','status':'completed','result':"
	    "'" JSON_EVIL "','created':1,'updated':1}]}}");
	feed(f, EVENT_TOOL_CALL, EVIL, "{'call':'" JSON_EVIL "','tool':'" JSON_EVIL "'}");
	feed(f, EVENT_QUESTION, NULL,
	    "{'id':'" JSON_EVIL "','kind':'approval','text':'" JSON_EVIL "','detail':'" JSON_EVIL
	    "','options':['" JSON_EVIL "']}");
	feed(f, EVENT_ANSWER, NULL,
	    "{'id':'" JSON_EVIL "','choice':'" JSON_EVIL "','text':'" JSON_EVIL "','by':'" JSON_EVIL
	    "'}");
	feed(f, EVENT_TOOL_RESULT, EVIL,
	    "{'call':'" JSON_EVIL "','ok':false,'text':'" JSON_EVIL "\\n-" JSON_EVIL
	    "\\n```\\n" JSON_EVIL "'}");
	feed(f, EVENT_REFLECTION, EVIL, "{'text':'" JSON_EVIL "'}");
	feed(f, EVENT_NOTICE, NULL, "{'level':'" JSON_EVIL "','text':'" JSON_EVIL "'}");
	feed(f, EVENT_RETRY, NULL, "{'attempt':1,'reason':'" JSON_EVIL "'}");
	feed(f, EVENT_SETTING, NULL, "{'key':'" JSON_EVIL "','value':'" JSON_EVIL "'}");
	feed(f, EVENT_STEER, NULL, "{'text':'" JSON_EVIL "'}");
	feed(f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'thinking','data':{'text':'" JSON_EVIL
	    "'}},{'type':'text','text':'" JSON_EVIL
	    "\\n\\n[a](javascript:alert(1)) [b](https://x/\\\"onclick=y) ![" JSON_EVIL
	    "](https://x/i.png)\\n\\n<script>\\nalert(1)\\n</script>\\n\\n# " JSON_EVIL
	    "\\n\\n```" JSON_EVIL "\\n" JSON_EVIL "\\n```\\n'}]}");
	feed(f, EVENT_TURN_END, NULL,
	    "{'outcome':'" JSON_EVIL "','answer':'" JSON_EVIL "','error':{'message':'" JSON_EVIL
	    "'},'unmet':['" JSON_EVIL "'],'denied':[{'tool':'" JSON_EVIL "'}]}");
}

static bool is_tag_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_ours(const char *name)
{
	static const char *const ours[] = {"a", "b", "blockquote", "body", "br", "code", "del",
	    "details", "div", "em", "h1", "h2", "h3", "head", "header", "html", "input", "ins",
	    "label", "li", "main", "meta", "nav", "ol", "p", "pre", "progress", "section", "small",
	    "span", "strong", "style", "summary", "title", "ul"};

	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		if (strcmp(ours[i], name) == 0)
			return true;
	}
	return false;
}

/* Fails the test unless a page has only elements that the exporter writes, and no attribute that runs or loads. */
static void only_our_markup(const char *page)
{
	for (const char *at = strstr(page, "<html"); (at = strchr(at, '<'));) {
		struct buf bare = BUF_INIT; /* the tag without its quoted values */
		bool quoted = false;
		char name[16] = "";

		at += 1 + (at[1] == '/');
		for (size_t i = 0; is_tag_char(at[i]) && i < sizeof name - 1; i++)
			name[i] = at[i];
		for (; *at && (quoted || *at != '>'); at++) {
			quoted ^= *at == '"';
			if (!quoted)
				buf_addc(&bare, *at);
		}
		if (!is_ours(name) || strstr(buf_str(&bare), " on") ||
		    strstr(buf_str(&bare), " src") || strchr(buf_str(&bare), '<'))
			fail_msg("strange markup: <%s>", buf_str(&bare));
		buf_free(&bare);
	}
}

static void nothing_foreign_is_markup_of_the_page(void **state)
{
	struct fixture *f = *state;
	char *page;

	tell_evil_story(f);
	page = exported(f, &export_html, true);
	assert_null(strstr(page, "<script"));
	assert_null(strstr(page, "<img"));
	assert_null(strstr(page, "\"onclick"));
	assert_null(strstr(page, "href=\"javascript"));
	assert_null(strstr(page, "'><"));
	assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&gt;"));
	only_our_markup(page);
	free(page);
}

/* HTML is what Markdown lets through; in code it is text. */
static void nothing_foreign_is_markup_of_the_document(void **state)
{
	struct fixture *f = *state;
	bool code = false;
	char *text, *line, *rest;

	tell_evil_story(f);
	text = exported(f, &export_markdown, true);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		bool span = code || strncmp(line, "```", 3) == 0;
		for (const char *c = span ? "" : line; *c; c++) {
			span ^= *c == '`';
			if (*c == '<' && !span)
				fail_msg("%s", line);
		}
		if (strncmp(line, "```", 3) == 0)
			code = !code;
	}
	assert_false(code);
	free(text);
}

static void every_line_of_a_cast_is_json(void **state)
{
	struct fixture *f = *state;
	char *text, *line, *rest;

	tell_evil_story(f);
	text = exported(f, &export_cast, true);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		json_t *value = json_parse(line, strlen(line), NULL);
		assert_non_null(value);
		assert_true(line == text ? json_is_object(value) : json_array_size(value) == 3);
		json_decref(value);
	}
	free(text);
}

static void the_form_follows_the_name(void **state)
{
	struct error e = ERROR_INIT;

	assert_ptr_equal(export_find(NULL, NULL, &e), &export_jsonl);
	assert_ptr_equal(export_find(NULL, "a.html", &e), &export_html);
	assert_ptr_equal(export_find(NULL, "a.txt", &e), &export_jsonl);
	assert_ptr_equal(export_find("cast", "a.html", &e), &export_cast);
	assert_null(export_find("pdf", NULL, &e));
	assert_string_equal(e.message, "no format 'pdf': there are jsonl, md, cast, html, atif");
	error_free(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(as_markdown, setup, teardown),
	    cmocka_unit_test_setup_teardown(as_a_cast, setup, teardown),
	    cmocka_unit_test_setup_teardown(as_a_page, setup, teardown),
	    cmocka_unit_test_setup_teardown(as_lines, setup, teardown),
	    cmocka_unit_test_setup_teardown(thinking_is_told_when_asked_for, setup, teardown),
	    cmocka_unit_test_setup_teardown(nothing_foreign_is_markup_of_the_page, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		nothing_foreign_is_markup_of_the_document, setup, teardown),
	    cmocka_unit_test_setup_teardown(every_line_of_a_cast_is_json, setup, teardown),
	    cmocka_unit_test(the_form_follows_the_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
