/* SPDX-License-Identifier: MIT
 * What the actions of `agent sessions` (list, show ...) share: the request, questions, output and errors, the
 * last of which most other commands use, too. An action is a row in sessions.c and a function in a file here.
 *
 * Here: commands that look at stored sessions: `agent sessions` with its actions, `agent plans`,
 * `stats`, `usage`, `test`, and what prepares a replay.
 * Not here: the store and its queries (session/store), the figures of plans (plan/history), the
 * screen of a replay (ui/tui/replay), forms of export (ui/export).
 */
#ifndef CLI_SESSIONS_SESSIONS_H
#define CLI_SESSIONS_SESSIONS_H

#include <limits.h>
#include <stdio.h>
#include "cli/program/line_peer.h"
#include "cli/program/options.h"
#include "session/store/store.h"
#include "ui/export/exporter.h"

struct sessions_request {
	const struct options *options; /* (borrowed) */
	struct store *store;	       /* (owned by sessions.c) */
	char cwd[PATH_MAX];	       /* the workspace */
	const char **words; /* (owned by sessions.c) the words behind the action, without options */
	int count;	    /* of words */
	bool all;	    /* sessions of every folder */
	bool json, yes;	    /* print JSON; do not ask */
	bool force;	    /* undo: also files that were changed since; export: replace the file */
	bool thinking;	    /* export: the models' thinking, too */
	const char *format; /* export, certify: the name of a format, or NULL */
	int64_t days;	    /* prune: 0: as set */
	const char *check;  /* bisect: the command that tells good from bad, or NULL */
	int64_t good, bad;  /* bisect: events; 0: not given */
	bool fix;	    /* bisect: let the agent fix what was found */
	const char *from;   /* import: another agent, or NULL */
	bool last, dry_run; /* import: only the newest session; store nothing */
	bool watch;	    /* show the imported session and what is added to it */
	const char *key;    /* certify: a key of ssh; NULL: the user's first */
	const char *signers; /* verify: file of the known signers, or NULL */
};

/* The actions. Each prints its results on stdout and messages on stderr, and returns the exit code. */
int sessions_list(struct sessions_request *r);
int sessions_show(struct sessions_request *r);
int sessions_search(struct sessions_request *r);
int sessions_rename(struct sessions_request *r);
int sessions_delete(struct sessions_request *r);
int sessions_prune(struct sessions_request *r);
int sessions_export(struct sessions_request *r);
int sessions_import(struct sessions_request *r);
int sessions_watch(struct sessions_request *r);
int sessions_compare(struct sessions_request *r);
int sessions_undo(struct sessions_request *r);
int sessions_bisect(struct sessions_request *r);
int sessions_certify(struct sessions_request *r);
int sessions_verify(struct sessions_request *r);
int sessions_record_test(struct sessions_request *r);

/* Imports sessions of other agents: a file, those in a folder, those of the agent that --from names. Returns the exit
 * code; -1: the file is no session of another agent. */
int sessions_import_foreign(struct sessions_request *r);
/* Stores snapshots of an imported session, so that replay and resume go anywhere in it at once. */
void sessions_lay_snapshots(struct store *s, const char *id);

/* Writes a text to a file, or to stdout if path is NULL or "-". Replaces an existing file only with force, or if the
 * user agrees. Returns 0, or the exit code after the message was printed. */
int sessions_write(const char *path, bool force, const struct buf *text);
/* Draws the screen of an asciicast that is exported. */
extern const struct export_screen sessions_screen;

/* ---- sessions_print.c, for all commands ---- */

/* Prints an error on stderr, frees it and returns the exit code. */
int sessions_fail(struct error *e);
/* Asks a question on the terminal: 1 yes, 0 no, -1 nobody can be asked. */
int sessions_ask(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Returns the width in cells of the terminal on stdout; 0: stdout is no terminal, and lines may have any length. */
int sessions_width(void);
/* Prints a line, cut to a width in cells; less than 2: whole. */
void sessions_print_cut(const char *line, int width);

#endif
