/* SPDX-License-Identifier: MIT
 * Asks questions on a plain terminal. Lines of stdin are read through the loop. A question takes a line only if it was
 * typed after the question was shown, so that words typed ahead approve nothing. An offer needs no answer: a line that
 * is none is handed on as if no question were open.
 */
#include "cli/ask/line_questions.h"

#include <termios.h>
#include "base/base.h"
#include "base/print.h"
#include "session/event/event_data.h"
#include "ui/command/slash.h"
#include "ui/model/question_choices.h"
#include "ui/view/card/card.h"

#define LINE_MAX_BYTES ((size_t)1 << 20)
#define WIDE 100000 /* cells: the terminal wraps, not we */

struct line_questions {
	struct loop *loop;
	struct session *session;
	struct watch *watch;
	struct buf line;
	json_t *question; /* (owned) data of the open question's event; NULL: none */
	void (*fn)(void *ctx, const char *line);
	void *ctx;
};

/* Prints the prompt "> " on stderr. */
static void prompt(void)
{
	fputs("> ", stderr);
	fflush(stderr);
}

/* Sets the open question. Steals; NULL: none is open. */
static void set_question(struct line_questions *a, json_t *question)
{
	json_decref(a->question);
	a->question = question;
}

static void show(const json_t *question)
{
	const struct event_question q = event_read_question(question);
	const char *text = q.text ? q.text : "";
	const struct card_view v = {
	    .cells = WIDE, .margin = "  ", .answer = CARD_BY_LINE, .shown = text};
	const struct margin margin = {v.margin, v.margin, STYLE_TEXT};
	size_t first = strcspn(text, "\n"), len;
	auto_lines rows = {0};

	if (text[first])
		lines_paragraph(
		    &rows, STYLE_TEXT, text + first + 1, strlen(text + first + 1), WIDE, &margin);
	card_lines(&q, &v, &rows);
	print_text(stderr, "\n? %.*s%s\n", (int)first, text, q.destructive ? "   destructive" : "");
	for (size_t i = 0; i < rows.count; i++) {
		const char *row = lines_text(&rows, i, &len);
		print_text(stderr, "%.*s\n", (int)len, row);
	}
	prompt();
}

static struct event_question open_question(const struct line_questions *a)
{
	struct event_question q = event_read_question(a->question);

	q.id = q.id ? q.id : "";
	return q;
}

static void answer(struct line_questions *a, const char *choice, const char *text)
{
	inbox_push(a->session,
	    (struct intent){INTENT_ANSWER,
		event_build_answer(&(struct event_answer){
		    .id = open_question(a).id, .choice = choice, .text = text, .by = "user"})});
}

/* Answers by a line: the letter, the number or the whole name of a choice, maybe with words behind it. */
static void answer_choice(struct line_questions *a, const char *line)
{
	const struct event_question q = open_question(a);
	size_t len = strcspn(line, " ");
	char number = '0';

	for (const struct question_choice *c = question_choices; c->kind; c++) {
		if (!c->letter || !question_offers(&q, c))
			continue;
		number++;
		if ((len == 1 && (line[0] == c->letter || line[0] == number)) ||
		    (strlen(c->choice) == len && strncmp(line, c->choice, len) == 0)) {
			answer(a, c->choice, line[len] ? line + len + 1 : NULL);
			return;
		}
	}
	if (session_offers(a->session, q.id) && a->fn) {
		set_question(a, NULL); /* an offer needs no answer */
		a->fn(a->ctx, line);
		return;
	}
	prompt();
}

static void take_answer_line(struct line_questions *a, const char *line)
{
	const struct event_question q = open_question(a);

	if (!a->question) {
		if (a->fn)
			a->fn(a->ctx, line);
	} else if (!line) {
		answer(a, question_is(&q, "limit") ? "stop" : "no", NULL);
	} else if (a->fn && slash_find(line)) { /* a command, to look around before answering */
		a->fn(a->ctx, line);
		prompt();
	} else if (question_is_free(&q)) {
		/* A number chooses one of the options offered; anything else is the answer itself. */
		char *end;
		const unsigned long n = strtoul(line, &end, 10);

		if (n >= 1 && n <= json_array_size(q.options) && !*end)
			line = json_string_value(json_array_get(q.options, n - 1));
		answer(a, line, line);
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
		take_answer_line(a, NULL);
		return;
	}
	for (ssize_t i = 0; i < n; i++) {
		if (chunk[i] != '\n') {
			buf_addc(&a->line, chunk[i]);
			continue;
		}
		auto_free char *clean = text_clean(buf_str(&a->line), a->line.len);
		buf_clear(&a->line);
		take_answer_line(a, clean);
	}
}

static void take_event(void *self, const struct event *ev)
{
	struct line_questions *a = self;

	if (ev->type == EVENT_QUESTION) {
		const char *id = event_read_question(ev->data).id;

		if (!session_offers(a->session, id ? id : "")) {
			tcflush(STDIN_FILENO, TCIFLUSH);
			buf_clear(&a->line);
		}
		set_question(a, json_incref(ev->data));
		show(a->question);
		if (!a->watch)
			take_answer_line(a, NULL);
	} else if (ev->type == EVENT_PLAN &&
		   text_is(event_read_question(a->question).kind, "plan")) {
		json_t *question = json_copy(a->question); /* shown again with the changed plan */

		json_object_set(question, "plan", (json_t *)event_read_plan(ev->data).plan);
		set_question(a, question);
		show(question);
	} else if (ev->type == EVENT_ANSWER || ev->type == EVENT_TURN_END) {
		set_question(a, NULL);
	}
	if (ev->type == EVENT_TURN_END && a->fn && a->watch)
		prompt();
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
	return (struct event_sink){take_event, a};
}

void line_questions_lines(
    struct line_questions *a, void (*fn)(void *ctx, const char *line), void *ctx)
{
	a->fn = fn;
	a->ctx = ctx;
	if (a->watch)
		prompt();
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
