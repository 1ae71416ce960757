/* SPDX-License-Identifier: MIT
 * Imports the sessions of other agents. One session of theirs is always the same one of ours: the
 * records imported are known by their hashes, so that importing it again changes nothing, a session
 * that has grown is continued, and one that was rewritten, or was continued here, becomes a fork.
 *
 * Here: finding sessions of other agents, reading their files and databases by the rows of
 * config/foreign.yaml, and making events of ours of them.
 * Not here: tools of other agents as a model calls them (tools/dialect), their skills (src/skills),
 * the command that imports (cli/sessions), export as ATIF (ui/export).
 */
#ifndef FOREIGN_FOREIGN_H
#define FOREIGN_FOREIGN_H

#include "foreign/foreign_write.h"

enum foreign_done { FOREIGN_NEW, FOREIGN_GROWN, FOREIGN_SAME, FOREIGN_FORKED };
struct foreign_mark {
	uint64_t hash;
	int64_t seq; /* of the last event written once the record was taken */
};
/* exit code of watching one: its user went back, so import and show it anew */
#define FOREIGN_AGAIN (-1)
struct foreign_import {
	struct store *store; /* (borrowed) */
	struct foreign_file file;
	struct foreign_writer writer;
	struct foreign_mark *marks; /* (owned) of the records imported, in order */
	size_t count, cap;
	size_t noted;	   /* how many of the marks are in the index of a stored import event */
	int64_t noted_seq; /* seq of the last import event; 0: none */
	enum foreign_done done;
	bool begun;
	/* The records read last do not begin with those imported, so no more are imported: until
	 * all results of parallel calls are there, or for good, because the user of that session
	 * went back. */
	bool astray;
	/* May be set before the first take: nothing is stored, and what has no counterpart here is
	 * counted. */
	bool dry;
};

/* Opens a session of another agent (foreign_open) without storing anything. The store and the
 * settings are borrowed as long as im lives. False: e says why, also if there are no records. Freed
 * by foreign_import_free in either case. */
bool foreign_import_open(struct foreign_import *im, struct store *s,
    const struct settings *settings, const char *path, const char *session, const char *format,
    struct error *e);
/* Imports the records that are new. closes: no more will come, so a turn that has its answer ends.
 * False: e says why; a session that this began is deleted again. */
bool foreign_import_take(struct foreign_import *im, bool closes, struct error *e);
/* Reads the records that were added since, and sets astray if the imported ones are not there as
 * they were. False: e says why. */
bool foreign_import_more(struct foreign_import *im, struct error *e);
void foreign_import_free(struct foreign_import *im);

/* Where another agent keeps a session. */
struct foreign_place {
	char *path, *session; /* (owned) session: the id in a database; NULL: path is its file */
	int64_t at_ms;	      /* last change */
};
struct foreign_places {
	struct foreign_place *list; /* (owned) the last changed first */
	size_t count, cap;
};
/* Finds the sessions of a format (NULL: any) below `folder`, or below the format's own folders if
 * that is NULL; only those begun in cwd (NULL: anywhere). False: e says that there is no such
 * format. Freed by foreign_places_free in either case. */
bool foreign_find(struct foreign_places *p, const char *format, const char *folder, const char *cwd,
    struct error *e);
void foreign_places_free(struct foreign_places *p);

#endif
