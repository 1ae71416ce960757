/*
 * Questions on a plain terminal: the card as lines on stderr, the answer as a line of stdin. For
 * --ask and the plain chat.
 */
#ifndef CLI_LINE_QUESTIONS_H
#define CLI_LINE_QUESTIONS_H

#include "session/session.h"

struct line_questions;
struct line_questions *line_questions_new(struct loop *l, struct session *s);
struct event_sink line_questions_sink(struct line_questions *a);
/* A line that came while no question was open goes here (the plain chat's prompts); NULL: dropped.
 * line NULL: the end of stdin. */
void line_questions_lines(
    struct line_questions *a, void (*fn)(void *ctx, const char *line), void *ctx);
void line_questions_free(struct line_questions *a);

#endif
