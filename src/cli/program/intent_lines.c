/* SPDX-License-Identifier: MIT
 * Cuts stdin into lines and pushes what each of them says; a line that is no intent is told and changes nothing.
 */
#include "cli/program/intent_lines.h"

#include "base/base.h"

static void push_line(struct intent_lines *l, const char *line, size_t len)
{
	auto_error e = ERROR_INIT;
	json_auto_t *value = json_parse(line, len, &e);
	struct intent in;

	if (!value || !intent_from_json(&in, value, l->own, &e))
		emit_notice(l->session, "warning", "a line of stdin is no intent: %s", e.message);
	else if (l->take && l->take(l->ctx, &in))
		intent_free(&in);
	else
		inbox_push(l->session, in);
}

static void push_lines(struct intent_lines *l)
{
	char *nl;

	while (l->line.len && (nl = memchr(l->line.data, '\n', l->line.len))) {
		size_t len = (size_t)(nl - l->line.data);

		if (strspn(l->line.data, " \t\r") < len)
			push_line(l, l->line.data, len);
		buf_drop(&l->line, len + 1);
	}
}

static void on_input(void *ctx, int fd, short revents)
{
	struct intent_lines *l = ctx;
	char chunk[65536];
	ssize_t n = read(fd, chunk, sizeof chunk);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n > 0 && l->line.len + (size_t)n <= INTENT_LINE_MAX) {
		buf_add(&l->line, chunk, (size_t)n);
		push_lines(l);
		return;
	}
	intent_lines_stop(l);
	inbox_push(l->session, (struct intent){INTENT_STOP, NULL});
	inbox_push(l->session, (struct intent){INTENT_QUIT, NULL});
}

void intent_lines_start(struct intent_lines *l, struct loop *loop, struct session *session)
{
	l->session = session;
	l->watch = loop_watch(loop, STDIN_FILENO, POLLIN, on_input, l);
	push_lines(l);
}

void intent_lines_stop(struct intent_lines *l)
{
	watch_stop(l->watch);
	l->watch = NULL;
}
