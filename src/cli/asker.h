/*
 * Questions on a plain terminal: the card as lines on stderr, the answer as a line of stdin. For
 * --ask and the plain chat.
 */
#ifndef CLI_ASKER_H
#define CLI_ASKER_H

#include "session/session.h"

struct asker;
struct asker *asker_new(struct loop *l, struct session *s);
struct event_sink asker_sink(struct asker *a);
/* A line that came while no question was open goes here (the plain chat's prompts); NULL: dropped.
 * line NULL: the end of stdin. */
void asker_lines(struct asker *a, void (*fn)(void *ctx, const char *line), void *ctx);
void asker_free(struct asker *a);

#endif
