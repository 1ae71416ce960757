/* SPDX-License-Identifier: MIT
 * Runs a recorded session again: prompts and the model's replies are those of the record, tools run live and
 * confined in a scratch copy of a folder. The outcome is a list of lines, each an object {request}, {result} or
 * {files}, in which text that differs from run to run is replaced by marks (config/test_marks.yaml).
 */
#ifndef CLI_SESSIONS_SESSION_RUN_H
#define CLI_SESSIONS_SESSION_RUN_H

#include "cli/program/program.h"

struct session_run {		       /* zero-initialise */
	const struct options *options; /* (borrowed) their --config is the test's own file */
	const char *home;	       /* (borrowed) folder used for the user's configuration */
	const char *record;	       /* (borrowed) path of the session as a file of events */
	const char *folder;	       /* (borrowed) path of the folder to copy */
	const json_t *expected;	       /* (borrowed) lines of an earlier run; NULL: none */

	json_t *lines;	   /* (owned) the outcome */
	json_t *differing; /* (owned) numbers of the requests that differ, from 1 */
	int requests;	   /* number of requests made */
	/* (owned) The first line that differs, as expected and as it is; NULL: none differs; "": the line is
	 * missing. */
	json_t *wanted, *got;
};
/* Runs the record to its end, or to the first result or state of files that differs. False: e says why it cannot be
 * run. The caller frees run by session_run_free in both cases. */
bool session_run(struct session_run *run, struct error *e);
void session_run_free(struct session_run *run);
/* Returns why a session with this event cannot be run again (static); NULL: the event is no obstacle. */
const char *session_run_refuses(const struct event *ev);

#endif
