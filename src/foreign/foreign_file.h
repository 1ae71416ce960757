/* SPDX-License-Identifier: MIT
 * A session of another agent, read from where it lies: a file of lines, one document, or a database. It is read
 * again as it grows, only what is new of it where it is lines.
 */
#ifndef FOREIGN_FOREIGN_FILE_H
#define FOREIGN_FOREIGN_FILE_H

#include <stdint.h>
#include "base/core/buf.h"
#include "base/json/json.h"

struct foreign_record {
	json_t *value;	   /* (owned) */
	const json_t *row; /* (borrowed) what the table says of it; NULL: nothing */
	uint64_t hash;	   /* of its bytes */
	const char *id;	   /* (borrowed from value) its own, or NULL */
	bool aside;	   /* it is not of the way that led to the last one */
};
struct foreign_file {
	char *path;		     /* (owned) */
	char *session;		     /* (owned) of a database: the id; NULL: a file */
	const char *name;	     /* (borrowed) of the format, of the table */
	const json_t *format;	     /* (borrowed) its row */
	struct foreign_record *list; /* (owned) in the order of the session */
	size_t count, cap;
	json_t *ids;	 /* (owned) object: id → index in the list */
	json_t *facts;	 /* (owned) object: id, cwd, version, model, ... */
	json_t *loss;	 /* (owned) object: what had no place → how often */
	struct buf text; /* (owned) what was read last */
	size_t read;	 /* bytes of a file of lines that are read */
	bool lines;	 /* it is one */
};

/* Opens a file, or a session of a database (session NULL: the newest), and reads what is there. format NULL: it is
 * found out. False: e says why; f is to be closed all the same. */
bool foreign_open(struct foreign_file *f, const char *path, const char *session, const char *format,
    struct error *e);
/* The same for a text in memory, which is not read again. */
bool foreign_open_text(
    struct foreign_file *f, const char *text, size_t len, const char *format, struct error *e);
/* Reads what has come since: f->text is that, or all where it cannot be read in parts. False: e; f is as it was. */
bool foreign_more(struct foreign_file *f, struct error *e);
void foreign_close(struct foreign_file *f);
/* Counts what had no place. */
void foreign_lose(struct foreign_file *f, const char *what);

/* atif_check.c: whether a document is a trajectory of the Agent Trajectory Interchange Format, 1.0 to 1.8. False: e
 * names the first thing that is wrong. */
bool atif_check(const json_t *document, const char *path, struct error *e);
/* Takes the folder the session was begun in from a file beside it, where its format has such a file and it does not say
 * itself. */
void foreign_look_beside(struct foreign_file *f, const char *path);

/* foreign_database.c: appends a session's records as lines, or the ids of all sessions, the last used first.
 * False: e. */
bool foreign_database_read(const char *path, const json_t *database, const char *session,
    struct buf *out, struct error *e);
json_t *foreign_database_sessions(const char *path, const json_t *database, struct error *e);
bool foreign_is_database(const char *path);

#endif
