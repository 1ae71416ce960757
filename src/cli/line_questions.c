/*
 * See line_questions.h. Lines are read through the loop; a question takes the next line only when it was
 * typed after the question was shown, so that words typed ahead approve nothing. An offer waits for
 * nobody: what is no answer to it goes past it.
 */
#include "cli/line_questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/json.h"
#include "base/print.h"
#include "base/text.h"
#include "ui/command/slash.h"

#define LINE_MAX_BYTES ((size_t)1 << 20)

struct line_questions {
	struct loop *loop;
	struct session *session;
	struct watch *watch;
	struct buf line;
	json_t *question; /* (owned) data of the open one; NULL: none */
	void (*fn)(void *ctx, const char *line);
	void *ctx;
};

/* Letters of an approval, in the order they are offered. */
static const struct {
	const char *option, *letter, *words;
} choices[] = {
    {"once", "y", "y once"},
    {"always", "a", "a always this exact command"},
    {"no", "n", "n no (add why after a space)"},
    {"more", "m", "m more"},
    {"nolimit", "a", "a no limit for this turn"},
    {"stop", "s", "s stop"},
    {"go", "g", "g go"},
    {"change", "e", "e change it (say how after a space)"},
    {"leave", "l", "l leave it"},
    {"abandon", "x", "x abandon it"},
    {"use", "u", "u use it, and remember"},
};

static bool offered(const json_t *question, const char *option)
{
	json_t *options = json_list(question, "options"), *one;
	size_t i;

	json_array_foreach (options, i, one)
		if (json_is_string(one) && strcmp(json_string_value(one), option) == 0)
			return true;
	return false;
}

static bool is_free(const json_t *question)
{
	const char *kind = json_str(question, "kind", "");

	return strcmp(kind, "ask_user") == 0 || strcmp(kind, "branch") == 0;
}

/* Of a plan that is proposed, of one way that is offered. */
static void show_items(const json_t *items)
{
	json_t *todo;
	size_t i;

	json_array_foreach ((json_t *)items, i, todo)
		print_text(stderr, "    - %s\n", json_str(todo, "content", ""));
}

/* A text of its own lines, each behind the margin: none of them can pass for a line of the program. */
static void show_text(const char *margin, const char *text)
{
	do {
		size_t len = strcspn(text, "\n");

		print_text(stderr, "%s%.*s\n", margin, (int)len, text);
		text += len + (text[len] == '\n');
	} while (*text);
}

/* The whole of what would run, where the line above says it in short or otherwise. */
static void show_call(const json_t *q)
{
	const char *exact = json_str(q, "exact", ""), *detail = json_str(q, "detail", "");
	const char *command = json_str(json_map(q, "arguments"), "command", "");

	if (*exact) {
		show_text("    ", exact);
		print_text(
		    stderr, "  spelled, as it would not show: %s\n", json_str(q, "spelled", ""));
	} else if (strchr(command, '\n')) {
		show_text("    ", command);
	}
	if (*detail)
		show_text("  ", detail);
}

static void show_options(const json_t *q)
{
	json_t *one;
	size_t i;

	json_array_foreach (json_list(q, "options"), i, one) {
		char *line = text_line(json_is_string(one) ? json_string_value(one) : "?", 1000);

		print_text(stderr, "  %zu %s\n", i + 1, line);
		show_items(json_list(json_array_get(json_list(q, "alternatives"), i), "todos"));
		free(line);
	}
	print_text(stderr, "  type %san answer\n", i ? "a number or " : "");
}

static void show_choices(const json_t *q)
{
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (offered(q, choices[i].option))
			print_text(stderr, "  %s", choices[i].words);
	fputc('\n', stderr);
}

static void show(const json_t *q)
{
	const char *where = json_str(q, "where", NULL), *reason = json_str(q, "reason", "");
	const char *text = json_str(q, "text", ""), *checks = json_str(q, "checks", "");
	size_t first = strcspn(text, "\n");

	print_text(stderr, "\n? %.*s%s\n", (int)first, text,
	    json_flag(q, "destructive", false) ? "   destructive" : "");
	if (text[first])
		show_text("  ", text + first + 1);
	show_call(q);
	show_items(json_list(json_map(q, "plan"), "items"));
	if (*checks)
		print_text(stderr, "  to check that it is done: %s\n", checks);
	if (where)
		print_text(stderr, "  in %s · not sandboxed\n", where);
	if (*reason)
		print_text(stderr, "  %s\n", reason);
	if (is_free(q))
		show_options(q);
	else
		show_choices(q);
	fputs("> ", stderr);
	fflush(stderr);
}

static void answer(struct line_questions *a, const char *choice, const char *text)
{
	json_t *data = json_pack("{s:s, s:s, s:s*}", "id", json_str(a->question, "id", ""),
	    "choice", choice, "text", text);

	inbox_push(a->session, (struct intent){INTENT_ANSWER, data});
}

/* A number chooses one of the options offered; anything else is the answer itself. */
static void answer_free(struct line_questions *a, const char *line)
{
	char *end;
	unsigned long n = strtoul(line, &end, 10);
	json_t *options = json_list(a->question, "options");

	if (n >= 1 && n <= json_array_size(options) && !*end)
		line = json_string_value(json_array_get(options, n - 1));
	answer(a, line, line);
}

static void answer_choice(struct line_questions *a, const char *line)
{
	size_t len = strcspn(line, " ");

	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
		if (!offered(a->question, choices[i].option))
			continue;
		if ((len == 1 && line[0] == choices[i].letter[0]) ||
		    (strlen(choices[i].option) == len &&
			strncmp(line, choices[i].option, len) == 0)) {
			answer(a, choices[i].option, line[len] ? line + len + 1 : NULL);
			return;
		}
	}
	if (session_offers(a->session, json_str(a->question, "id", "")) && a->fn) {
		json_decref(a->question); /* nothing waits for it: the words go past it */
		a->question = NULL;
		a->fn(a->ctx, line);
		return;
	}
	fputs("> ", stderr);
	fflush(stderr);
}

/* The user's turn to say something. */
static void ready(const struct line_questions *a)
{
	if (!a->fn || !a->watch)
		return;
	fputs("> ", stderr);
	fflush(stderr);
}

static void take_line(struct line_questions *a, const char *line)
{
	if (!a->question) {
		if (a->fn)
			a->fn(a->ctx, line);
	} else if (!line) {
		answer(a, offered(a->question, "stop") ? "stop" : "no", NULL);
	} else if (a->fn && slash_find(line)) { /* to look before one answers */
		a->fn(a->ctx, line);
		fputs("> ", stderr);
		fflush(stderr);
	} else if (is_free(a->question)) {
		answer_free(a, line);
	} else {
		answer_choice(a, line);
	}
}

static void on_input(void *ctx, int fd, short revents)
{
	struct line_questions *a = ctx;
	char chunk[4096];
	ssize_t n = read(fd, chunk, sizeof chunk);

	if (n <= 0) {
		watch_stop(a->watch);
		a->watch = NULL;
		take_line(a, NULL);
		return;
	}
	for (ssize_t i = 0; i < n; i++) {
		char *clean;

		if (chunk[i] != '\n') {
			buf_addc(&a->line, chunk[i]);
			continue;
		}
		clean = text_clean(buf_str(&a->line), a->line.len);
		buf_clear(&a->line);
		take_line(a, clean);
		free(clean);
	}
}

static void take(void *self, const struct event *ev)
{
	struct line_questions *a = self;

	if (ev->type == EVENT_QUESTION) {
		if (!session_offers(a->session, json_str(ev->data, "id", ""))) {
			tcflush(STDIN_FILENO, TCIFLUSH);
			buf_clear(&a->line);
		}
		json_decref(a->question);
		a->question = json_incref(ev->data);
		show(a->question);
		if (!a->watch)
			take_line(a, NULL);
	} else if (ev->type == EVENT_ANSWER || ev->type == EVENT_TURN_END) {
		json_decref(a->question);
		a->question = NULL;
	}
	if (ev->type == EVENT_TURN_END)
		ready(a);
}

struct line_questions *line_questions_new(struct loop *l, struct session *s)
{
	struct line_questions *a = xcalloc(1, sizeof *a);

	a->loop = l;
	a->session = s;
	a->line.max = LINE_MAX_BYTES;
	a->watch = loop_watch(l, STDIN_FILENO, POLLIN, on_input, a);
	return a;
}

struct event_sink line_questions_sink(struct line_questions *a)
{
	return (struct event_sink){take, a};
}

void line_questions_lines(
    struct line_questions *a, void (*fn)(void *ctx, const char *line), void *ctx)
{
	a->fn = fn;
	a->ctx = ctx;
	ready(a);
}

void line_questions_free(struct line_questions *a)
{
	if (!a)
		return;
	watch_stop(a->watch);
	json_decref(a->question);
	buf_free(&a->line);
	free(a);
}
