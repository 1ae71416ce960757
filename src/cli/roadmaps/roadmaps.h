/* SPDX-License-Identifier: MIT
 * What the actions of `agent roadmaps` (schedule, check ...) share: the request, and plans from files or the
 * store. An action is a row in roadmaps.c and a function in a file of this folder.
 *
 * Here: the actions of `agent roadmaps`, a function each, and a run of the planner without a
 * screen.
 * Not here: how plans are read, scheduled, kept and exported (src/roadmap), the turn that drafts
 * them (agent/roadmap), slash commands (ui/command).
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
	const char *output; /* --output, the name of a form; NULL: not given */
	const char *from, *pattern, *reason, *took, *finished;
	struct word_texts calendars;
	int64_t seed, schedules; /* 0: as configured */
	const char *path;	 /* the file to write; NULL: stdout */
	bool fix, run, reset;
	bool kept_plans;     /* the times planned in kept plans are busy */
	bool force;	     /* export: replace the file */
	bool whole;	     /* print the whole schedule after a change, not the differences */
	bool dry;	     /* print the result of a change, but do not store it */
	struct store *store; /* (owned by roadmaps.c) NULL until roadmaps_store */
};
/* The actions. Each prints what it finds or did, and returns the exit code. */
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
int roadmaps_decide(struct roadmaps_request *q); /* approve; with a second word revise */
/* roadmap_run.c: applies operations (roadmap_edit.h) to the plan of a paused run and goes on with it. Returns the exit
 * code. */
int roadmaps_edit_run(struct roadmaps_request *q, const json_t *edits);

/* roadmaps_request.c. A function that returns an int returns 0, or the exit code after it printed the
 * message. */

int roadmaps_problems(struct problems *p);	      /* prints and frees them; returns 2 */
bool roadmaps_json(const struct roadmaps_request *q); /* whether JSON is to be printed */
int64_t roadmaps_now(void);			      /* minutes since 1970 */
/* Opens the store unless it is open. False: e says why it cannot be opened. */
bool roadmaps_store(struct roadmaps_request *q, struct error *e);
/* Reads a plan from a file or, if the word is no file's name, from the store. The caller frees *out where
 * 0 is returned. */
int roadmaps_read(struct roadmaps_request *q, const char *word, struct roadmap *out);
/* Returns the stored plan that a word names, in its newest revision or in `number` (may be NULL). New reference;
 * NULL: *code is the exit code and the message was printed. */
json_t *roadmaps_revision(
    struct roadmaps_request *q, const char *word, const char *number, int *code);
/* Reads a plan from its document. name: for messages; revision: the one that the document is, 0: none. The caller
 * frees *out where 0 is returned. */
int roadmaps_read_again(
    const json_t *document, const char *name, int revision, struct roadmap *out);
/* Prints that a proposed plan is no revision until it is approved. Returns the exit code. */
int roadmaps_not_kept(const json_t *row);

/* roadmaps_check.c: prints what violates the rules. Returns 0 if nothing does, else 1. */
int roadmaps_valid(const struct roadmap *r);

/* roadmaps_make.c. Returns the schedule of r by the request's options, which the caller frees and which borrows r
 * and busy until then; busy is filled from the calendars and kept plans. *code: exit code, EXIT_UNDECIDED if the
 * schedule is not feasible. NULL: the message was printed. */
struct schedule *roadmaps_make(
    struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy, int *code);
/* Prints a schedule in the form of the request, or writes it to q->path. */
int roadmaps_print(struct roadmaps_request *q, const struct schedule *s);
/* Schedules a plan, calls `print` with the schedule and frees the plan. Returns the exit code. */
int roadmaps_print_plan(struct roadmaps_request *q, struct roadmap *r,
    int (*print)(struct roadmaps_request *q, const struct schedule *s));

#endif
