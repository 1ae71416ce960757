/*
 * What the reading tools share: errors that name the next step, sizes and lists of names as the model and the
 * feed read them, and how long one step may take.
 */
#ifndef TOOLS_READ_READ_ERRORS_H
#define TOOLS_READ_READ_ERRORS_H

#include "tools/tool.h"
#include "workspace/walk.h"

#define STEP_US 4000 /* microseconds of one step, so that it ends within 5 ms */

/* Fails the call because of its path; says which existing one may have been meant, where the rules let
 * the call know of it. Frees the contents of e. */
void call_fail_path(struct call *c, const char *path, struct error *e);
/* Makes the walk show only what the rules let this call see. */
void call_guard_walk(struct call *c, struct walk *w);

/* All of these append. */

/* A line about places that the rules hid from the walk; nothing where w is NULL or nothing was hidden. */
void add_hidden(const struct walk *w, struct buf *text);
/* "a, b, c and 4 more". names: an array with at least the first few of `count` strings. */
void add_names(struct buf *out, const json_t *names, size_t count);
/* A size as people read it: "312", "4.1K", "2.0M". */
void add_size(struct buf *out, int64_t bytes);
/* An argument in a line for people: safe, on one line, cut. */
void add_argument(struct buf *line, const char *text);

#endif
