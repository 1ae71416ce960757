/* SPDX-License-Identifier: MIT
 * Sessions of other agents as sessions of ours. A session of theirs is always the same one of ours: what was taken is
 * known by the hashes of its records, so that taking it again changes nothing, what has grown is gone on with, and
 * what was rewritten, or gone on with here, becomes a fork.
 */
#ifndef FOREIGN_FOREIGN_H
#define FOREIGN_FOREIGN_H

#include "foreign/foreign_write.h"

enum foreign_done { FOREIGN_NEW, FOREIGN_GROWN, FOREIGN_SAME, FOREIGN_FORKED };
struct foreign_mark {
	uint64_t hash;
	int64_t seq; /* of the last event behind the record */
};
#define FOREIGN_AGAIN (-1) /* of who watches one: it is to be imported and shown anew */
struct foreign_import {
	struct store *store; /* (borrowed) */
	struct foreign_file file;
	struct foreign_writer writer;
	struct foreign_mark *marks; /* (owned) of the records taken */
	size_t count, cap;
	size_t noted;	   /* of them are in the index of a stored import */
	int64_t noted_seq; /* that one's seq; 0: none */
	enum foreign_done done;
	bool begun;
	/* What was read last does not begin with what was taken, so nothing more is: until all results of calls side
	 * by side are there, or for good, because their user went back. */
	bool astray;
	/* To be set before the first take: nothing is stored, what had no place is counted. */
	bool dry;
};

/* Opens a session of theirs (foreign_open) and finds ours; nothing is stored yet. The settings are borrowed as long
 * as it lives. False: e says why. Freed by foreign_import_free in either case. */
bool foreign_import_open(struct foreign_import *im, struct store *s,
    const struct settings *settings, const char *path, const char *session, const char *format,
    struct error *e);
/* Stores what is new of it. closes: nothing more is to come, so a turn with its answer is over. False: e; what was
 * stored of a new session is deleted again. */
bool foreign_import_take(struct foreign_import *im, bool closes, struct error *e);
/* Reads what has come since, or that it goes astray. False: e. */
bool foreign_import_more(struct foreign_import *im, struct error *e);
void foreign_import_free(struct foreign_import *im);

/* A session of an agent where it keeps them. */
struct foreign_place {
	char *path, *session; /* (owned) session NULL: it is a file */
	int64_t at_ms;	      /* last changed */
};
struct foreign_places {
	struct foreign_place *list; /* (owned) the last changed first */
	size_t count, cap;
};
/* Finds the sessions of a format below its own folders (folder NULL) or below one, those begun in cwd (NULL: anywhere).
 * False: e says that there is no such format, or no such folder. Freed by foreign_places_free in either case. */
bool foreign_find(struct foreign_places *p, const char *format, const char *folder, const char *cwd,
    struct error *e);
void foreign_places_free(struct foreign_places *p);

#endif
