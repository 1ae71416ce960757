/*
 * What the reading tools share: errors that name the next step, sizes and lists of names as the
 * model and the feed read them, and how long one step may take.
 */
#ifndef TOOLS_READING_TOOLS_H
#define TOOLS_READING_TOOLS_H

#include "tools/tool.h"
#include "workspace/walk.h"

#define STEP_US 4000 /* of one step, so that it ends within 5 ms */

/* Fails the call because of its path; says which existing one may have been meant. Frees e. */
void call_fail_path(struct call *c, const char *path, struct error *e);
/* The walk shows what the rules let this call see. */
void call_guard_walk(struct call *c, struct walk *w);
void add_hidden(const struct walk *w /* or NULL */, struct buf *text); /* a line about the rest */
/* "a, b, c and 4 more": names is {name, name, NULL} of the first few of `count`. */
void add_names(struct buf *out, const json_t *names, size_t count);
void add_size(struct buf *out, int64_t bytes); /* "312", "4.1K", "2.0M" */
/* An argument in a line for people: one line, cut. */
void add_argument(struct buf *line, const char *text);

#endif
