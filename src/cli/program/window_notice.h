/*
 * The chat asks a server on this machine how large a window it runs the model with, while nothing is
 * typed yet: a small one, as some have by default, is said with the way to a larger one, and the
 * tools that are rarely needed leave their room to the work.
 */
#ifndef CLI_PROGRAM_WINDOW_NOTICE_H
#define CLI_PROGRAM_WINDOW_NOTICE_H

#include "cli/program/program.h"

struct window_notice;
/* Asks, and says through the sink what is to be said. Program and sink are borrowed until
 * window_notice_end, which accepts NULL. NULL: there is nobody to ask, or the user said how large it is. */
struct window_notice *window_notice_start(struct program *p, const struct event_sink *sink);
void window_notice_end(struct window_notice *w);

#endif
