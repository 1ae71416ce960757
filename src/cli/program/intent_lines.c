/* SPDX-License-Identifier: MIT
 * Parses each line of stdin as an intent and pushes it; a line that is none is reported by a notice.
 */
#include "cli/program/intent_lines.h"

#include "base/base.h"

bool intent_of_line(
    struct session *s, const char *line, size_t len, bool own, const char *from, struct intent *in)
{
	auto_error e = ERROR_INIT;
	json_auto_t *value = json_parse(line, len, &e);

	if (value && intent_from_json(in, value, own, &e))
		return true;
	emit_notice(s, "warning", "a line of %s is no intent: %s", from, e.message);
	return false;
}

static void push_line(void *ctx, const char *line, size_t len)
{
	struct intent_lines *l = ctx;
	struct intent in;

	if (!intent_of_line(l->session, line, len, l->own, "stdin", &in))
		return;
	if (l->take && l->take(l->ctx, &in))
		intent_free(&in);
	else
		inbox_push(l->session, in);
}

static void on_end(void *ctx)
{
	struct intent_lines *l = ctx;

	inbox_push(l->session, (struct intent){INTENT_STOP, NULL});
	inbox_push(l->session, (struct intent){INTENT_QUIT, NULL});
}

void intent_lines_start(struct intent_lines *l, struct loop *loop, struct session *session)
{
	l->session = session;
	l->peer.fd = STDIN_FILENO;
	l->peer.line = push_line;
	l->peer.ended = on_end;
	l->peer.ctx = l;
	line_peer_start(&l->peer, loop);
}
