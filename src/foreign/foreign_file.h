/* SPDX-License-Identifier: MIT
 * A session of another agent, read from where it lies: a file of lines, one document, or a
 * database. As it grows it is read again; of a file of lines only what is new.
 */
#ifndef FOREIGN_FOREIGN_FILE_H
#define FOREIGN_FOREIGN_FILE_H

#include <stdint.h>
#include "base/core/buf.h"
#include "base/json/json.h"

struct foreign_record {
	json_t *value;	   /* (owned) */
	const json_t *row; /* (borrowed) its row of the table; NULL: none */
	uint64_t hash;	   /* of its bytes */
	const char *id;	   /* (borrowed from value) its own, or NULL */
	bool aside;	   /* it is on another branch than the last record */
};
struct foreign_file {
	char *path;		     /* (owned) */
	char *session;		     /* (owned) its id in a database; NULL: path is its file */
	const char *name;	     /* (borrowed) the format's name in the table */
	const json_t *format;	     /* (borrowed) the format's row of the table */
	struct foreign_record *list; /* (owned) in the order of the session */
	size_t count, cap;
	json_t *ids;	 /* (owned) object: id → index in the list */
	json_t *facts;	 /* (owned) object: id, cwd, version, model, ... */
	json_t *loss;	 /* (owned) object: what has no counterpart here → how often */
	struct buf text; /* (owned) the bytes read last */
	size_t read;	 /* how many bytes of a file of lines are taken */
	bool lines;	 /* the text is records, a line each */
};

/* Opens a file, or a session of a database (session NULL: the newest), and reads what is there.
 * format NULL: it is detected. False: e says why. The caller calls foreign_close in either case. */
bool foreign_open(struct foreign_file *f, const char *path, const char *session, const char *format,
    struct error *e);
/* As foreign_open for a text in memory, which is copied and never read again. */
bool foreign_open_text(
    struct foreign_file *f, const char *text, size_t len, const char *format, struct error *e);
/* Reads what was added since. f->text becomes that, or the whole text where it cannot be read in
 * parts. False: e says why, and the records of a database may be gone. */
bool foreign_more(struct foreign_file *f, struct error *e);
void foreign_close(struct foreign_file *f);
/* Counts in f->loss a record or part that has no counterpart here. */
void foreign_lose(struct foreign_file *f, const char *what);

/* atif_check.c: whether a document is a trajectory of the Agent Trajectory Interchange Format, 1.0 to 1.8. False: e
 * names the first thing that is wrong. */
bool atif_check(const json_t *document, const char *path, struct error *e);
/* Sets the fact cwd from the file that the format keeps beside a session (`beside` in the table),
 * unless the session itself says it. path: the session's file. */
void foreign_look_beside(struct foreign_file *f, const char *path);

/* foreign_database.c. Appends the records of a session to out, a line each; database: the format's
 * row of queries. False: e says why. */
bool foreign_database_read(const char *path, const json_t *database, const char *session,
    struct buf *out, struct error *e);
/* Returns the ids of all sessions, the last used first. New reference; empty on failure, and e says why. */
json_t *foreign_database_sessions(const char *path, const json_t *database, struct error *e);
/* Whether the file begins as a database of SQLite does. */
bool foreign_is_database(const char *path);

#endif
