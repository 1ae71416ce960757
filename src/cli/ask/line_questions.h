/* SPDX-License-Identifier: MIT
 * Questions on a plain terminal, for --ask and the plain chat: the card is printed on stderr, the
 * answer is a line of stdin.
 */
#ifndef CLI_ASK_LINE_QUESTIONS_H
#define CLI_ASK_LINE_QUESTIONS_H

#include "session/session.h"

struct line_questions;
/* Reads stdin from now on; never NULL. Loop and session are borrowed until line_questions_free, which
 * accepts NULL; the session must not use the sink afterwards. */
struct line_questions *line_questions_new(struct loop *l, struct session *s);
struct event_sink line_questions_sink(struct line_questions *a);
void line_questions_free(struct line_questions *a);
/* Sets fn, which is called with each line that comes while no question is open (the plain chat's prompts),
 * borrowed for the call, and with NULL at the end of stdin. Without fn these lines are dropped. */
void line_questions_lines(
    struct line_questions *a, void (*fn)(void *ctx, const char *line), void *ctx);

#endif
