/*
 * The tagged feed as lines of text: for --ask (on stderr), for the plain chat, and for a replay without a terminal.
 */
#ifndef UI_OUTPUT_PLAIN_H
#define UI_OUTPUT_PLAIN_H

#include <stdbool.h>
#include <stdio.h>
#include "session/session.h"
#include "ui/model/model.h"
#include "ui/view/file_diffs.h"
#include "ui/view/lines.h"

struct plain;
struct plain_options {
	FILE *out;
	bool color;
	bool answer; /* also print the answer (replay, screen readers); --ask prints it itself on
			stdout */
	bool asked;  /* open questions are shown by somebody else (cli/line_questions.h) */
	bool ascii;  /* no glyphs beyond ASCII */
	const char *theme; /* the setting; NULL: auto */
};
struct plain *plain_new(const struct plain_options *options);
struct event_sink plain_sink(struct plain *p);
void plain_note(struct plain *p, const char *text);
void plain_page(struct plain *p, const char *title, const struct lines *body);
/* What the session did to files, kept from this call on. (borrowed) */
const struct changes *plain_changes(struct plain *p);
json_t *const *plain_grants(const struct plain *p);	    /* as event grants has it; (borrowed) */
const bool *plain_running(const struct plain *p);	    /* whether a turn is; (borrowed) */
const struct job_list *plain_jobs(const struct plain *p);   /* (borrowed) */
const struct job_tails *plain_tails(const struct plain *p); /* (borrowed) */
void plain_lines(struct plain *p, const struct lines *l);
void plain_free(struct plain *p);

#endif
