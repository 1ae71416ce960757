/* SPDX-License-Identifier: MIT
 * A stored session run once more: its prompts and its model's replies are those of the record, its tools run live and
 * confined in a scratch copy of a folder. What comes of it is a list of lines, each an object {request}, {result} or
 * {files}, with what differs from run to run put into words (config/test_marks.yaml).
 */
#ifndef CLI_SESSIONS_SESSION_RUN_H
#define CLI_SESSIONS_SESSION_RUN_H

#include "cli/program/program.h"

struct session_run {		       /* zero-initialise */
	const struct options *options; /* (borrowed) whose settings are the test's own file */
	const char *home;	       /* (borrowed) in place of the user's configuration */
	const char *record;	       /* (borrowed) the session as a file of events */
	const char *folder;	       /* (borrowed) what is copied */
	const json_t *expected;	       /* (borrowed) lines of a run before; NULL: none */

	json_t *lines;	   /* (owned) what came of it */
	json_t *differing; /* (owned) numbers of the requests that are others, from 1 */
	int requests;	   /* made */
	/* (owned) The first line that differs; NULL: none does; "": one is missing. */
	json_t *wanted, *got;
};
/* Runs it to its end, or to the first result or state of files that differs. False: e says why it cannot be run. Freed
 * by session_run_free in both cases. */
bool session_run(struct session_run *run, struct error *e);
void session_run_free(struct session_run *run);
/* Returns why a session cannot be run so, in words; NULL: it can. */
const char *session_run_refuses(const struct event *ev);

#endif
