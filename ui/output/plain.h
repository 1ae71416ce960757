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
	bool answer; /* also print prompts and answers; --ask prints the answer itself, on stdout */
	bool asked;  /* print no questions: the caller shows them (cli/ask/line_questions.h) */
	bool ascii;  /* no characters beyond ASCII */
	const char *theme; /* setting ui.theme; NULL: auto */
};
/* Copies options. Never NULL; freed by plain_free, which accepts NULL. */
struct plain *plain_new(const struct plain_options *options);
void plain_free(struct plain *p);
struct event_sink plain_sink(struct plain *p);

/* Print what is no event: a text as a "note" row, a page with its title, or lines as they are. */
void plain_note(struct plain *p, const char *text);
void plain_page(struct plain *p, const char *title, const struct lines *body);
void plain_lines(struct plain *p, const struct lines *l);

/* State gathered from the events so far, for commands. */
struct plain_seen {
	json_t *grants; /* (owned) the list of the last event grants; NULL: none came */
	bool running;	/* a turn runs */
	struct job_list jobs;
	struct job_tails tails; /* the last lines that the jobs printed */
};
/* Both are borrowed until plain_free and follow further events; plain_changes notes those that come
 * after its first call. */
const struct changes *plain_changes(struct plain *p);
const struct plain_seen *plain_seen(const struct plain *p);

#endif
