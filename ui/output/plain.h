/* SPDX-License-Identifier: MIT
 * The tagged feed as lines of text: for --ask (on stderr), for the plain chat, and for a replay without
 * a terminal.
 */
#ifndef UI_OUTPUT_PLAIN_H
#define UI_OUTPUT_PLAIN_H

#include <stdbool.h>
#include <stdio.h>
#include "session/session.h"
#include "ui/model/model.h"
#include "ui/view/diff/file_diffs.h"
#include "ui/view/lines.h"

struct plain;
struct plain_options {
	FILE *out; /* (borrowed until plain_free) */
	bool color;
	bool answer; /* also print the answer (replay, screen readers); --ask prints it on stdout */
	bool asked;  /* open questions are shown by somebody else (cli/ask/line_questions.h) */
	bool ascii;  /* no glyphs beyond ASCII */
	const char *theme; /* the setting; NULL: auto */
};
/* Never NULL; ended by plain_free, which accepts NULL. */
struct plain *plain_new(const struct plain_options *options);
void plain_free(struct plain *p);
struct event_sink plain_sink(struct plain *p);

/* Prints what is no event: a row of the feed for a text, a page with its title, or lines as they are. */
void plain_note(struct plain *p, const char *text);
void plain_page(struct plain *p, const char *title, const struct lines *body);
void plain_lines(struct plain *p, const struct lines *l);

/* What was seen in the events so far, for commands; borrowed as long as p lives, and kept up to date.
 * Changes of files are noted from the first call on. */
struct plain_seen {
	/* (owned) What was allowed on cards, as event grants has it; NULL: nothing. */
	json_t *grants;
	bool running; /* a turn is */
	struct job_list jobs;
	struct job_tails tails; /* what they print */
};
const struct changes *plain_changes(struct plain *p);
const struct plain_seen *plain_seen(const struct plain *p);

#endif
