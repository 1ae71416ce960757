/* SPDX-License-Identifier: MIT
 * What the words of `agent roadmaps` share: the request, and plans out of files or the store. A word is
 * a row in roadmaps.c and a function in one of roadmaps*.c.
 */
#ifndef CLI_ROADMAPS_ROADMAPS_H
#define CLI_ROADMAPS_ROADMAPS_H

#include "cli/program/command_words.h"
#include "roadmap/file/validate.h"
#include "roadmap/schedule/schedule.h"
#include "session/store/store.h"

#define ROADMAPS_WORDS 32
#define EXIT_UNDECIDED 5 /* the user must decide */

struct roadmaps_request {
	const struct options *options;	   /* (borrowed) */
	const char *words[ROADMAPS_WORDS]; /* (borrowed), as all options below; NULL: not given */
	int count;
	const char *output; /* the name of a form; NULL: text */
	const char *from, *pattern, *reason, *took, *finished;
	struct word_texts calendars;
	int64_t seed, schedules; /* 0: as configured */
	const char *path;	 /* of the file that is written; NULL: stdout */
	bool fix, run, reset;
	bool kept_plans;     /* what is planned in them is busy */
	bool force;	     /* export: replace the file */
	bool whole;	     /* a change is shown by the whole of its dates */
	bool dry;	     /* what a change comes to is printed, and not kept */
	struct store *store; /* (owned by roadmaps.c) NULL until roadmaps_store */
};
/* The words. Each prints what it finds or did, and returns the exit code. */
int roadmaps_schedule(struct roadmaps_request *q);
int roadmaps_check(struct roadmaps_request *q);
int roadmaps_why(struct roadmaps_request *q);
int roadmaps_import(struct roadmaps_request *q);
int roadmaps_save(struct roadmaps_request *q);
int roadmaps_list(struct roadmaps_request *q);
int roadmaps_show(struct roadmaps_request *q);
int roadmaps_diff(struct roadmaps_request *q);
int roadmaps_export(struct roadmaps_request *q);
int roadmaps_baseline(struct roadmaps_request *q);
int roadmaps_conflicts(struct roadmaps_request *q);
int roadmaps_done(struct roadmaps_request *q);
int roadmaps_edit(struct roadmaps_request *q);
int roadmaps_undo(struct roadmaps_request *q);
int roadmaps_start(struct roadmaps_request *q);
int roadmaps_next(struct roadmaps_request *q);
int roadmaps_agenda(struct roadmaps_request *q);
int roadmaps_due(struct roadmaps_request *q);
int roadmaps_decide(struct roadmaps_request *q); /* approves; with words it revises */
/* roadmap_run.c: goes on with a run that waits, with these operations applied to its plan (roadmap_edit.h). */
int roadmaps_edit_run(struct roadmaps_request *q, const json_t *edits);

/* roadmaps_request.c. A function that returns an int returns 0, or the exit code after it printed the
 * message. */

int roadmaps_problems(struct problems *p);	      /* prints and frees them */
bool roadmaps_json(const struct roadmaps_request *q); /* whether JSON is to be printed */
int64_t roadmaps_now(void);			      /* minutes since 1970 */
/* Opens the store unless it is open. False: e says why it cannot be. */
bool roadmaps_store(struct roadmaps_request *q, struct error *e);
/* Reads a plan out of a file or, where the word is no file's name, the store. The caller frees *out where
 * 0 is returned. */
int roadmaps_read(struct roadmaps_request *q, const char *word, struct roadmap *out);
/* The revision a word names, the newest or that of `number` (may be NULL). New reference; NULL: *code is
 * the exit code and the message was printed. */
json_t *roadmaps_revision(
    struct roadmaps_request *q, const char *word, const char *number, int *code);
/* Reads a document that was changed, or is kept as that revision (0: none). */
int roadmaps_read_again(
    const json_t *document, const char *name, int revision, struct roadmap *out);
/* Prints that a proposed plan is no revision until it is approved. */
int roadmaps_not_kept(const json_t *row);

/* roadmaps_check.c: prints what violates the rules; 0: nothing does. */
int roadmaps_valid(const struct roadmap *r);

/* roadmaps_make.c. Makes a schedule by the request's options, which the caller frees and which borrows r
 * and busy until then; busy gets what is read. *code is what the program exits with. NULL: the message was
 * printed. */
struct schedule *roadmaps_make(
    struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy, int *code);
/* Prints it in the form of the request, or writes it to its file. */
int roadmaps_print(struct roadmaps_request *q, const struct schedule *s);
/* Schedules a plan, which is freed, and prints what comes of it. */
int roadmaps_print_plan(struct roadmaps_request *q, struct roadmap *r,
    int (*print)(struct roadmaps_request *q, const struct schedule *s));

#endif
