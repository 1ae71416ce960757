/* SPDX-License-Identifier: MIT
 * What the words of `agent sessions` share: the request, and how what went wrong is said. A word is
 * a row in sessions.c and a function in one of sessions*.c.
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
	const char **words; /* (owned by sessions.c) the words behind it, without options */
	int count;	    /* of them */
	bool all;	    /* of every folder */
	bool json, yes;	    /* print JSON; do not ask */
	bool force;	    /* undo: also files that were changed since; export: replace the file */
	bool thinking;	    /* export: the models' thinking, too */
	const char *format; /* export: the name of one, or NULL */
	int64_t days;	    /* prune: 0: the setting's */
	const char *check;  /* bisect: the command that tells good from bad, or NULL */
	int64_t good, bad;  /* bisect: events; 0: not given */
	bool fix;	    /* bisect: what was found is handed to the agent */
	const char *from;   /* import: another agent, or NULL */
	bool last, dry_run; /* import: the newest alone; nothing is stored */
	bool watch;	    /* the session is shown, and what comes of it */
	const char *key;    /* certify: of ssh, or NULL: the user's first */
	const char *signers; /* verify: the file of those who are known, or NULL */
};

/* The words. Each prints what it finds on stdout and what happened on stderr, and returns the exit code. */
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

/* Imports what is another agent's: a file, a folder, what --from names. Returns the exit code; -1: the file is no
 * session of another agent. */
int sessions_import_foreign(struct sessions_request *r);
/* Asks on the terminal whether to go on. -1: nobody can be asked. */
int sessions_ask(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Stores snapshots of an imported session, so that replay and resume go anywhere in it at once. */
void sessions_lay_snapshots(struct store *s, const char *id);

/* Writes all of text into the file, or to stdout for NULL and "-". A file that is there is replaced with
 * force, or when the user says so. Returns 0, or the exit code after the message was printed. */
int sessions_write(const char *path, bool force, const struct buf *text);
/* Draws the screen of a cast. */
extern const struct export_screen sessions_screen;
/* Prints the error, frees it and returns the exit code. */
int sessions_fail(struct error *e);
/* Returns the cells of the terminal on stdout, or 0 where lines may be of any length. */
int sessions_width(void);
/* Prints a line, cut to this many cells; less than 2: whole. */
void sessions_print_cut(const char *line, int width);

#endif
