/* SPDX-License-Identifier: MIT
 * Records of another agent become events of ours: turns, messages in our words, calls of our tools and what came of
 * them, plans, usage. The same records always make the same events, so that a session that has grown is gone on with
 * by making the first ones again without storing them.
 */
#ifndef FOREIGN_FOREIGN_WRITE_H
#define FOREIGN_FOREIGN_WRITE_H

#include "foreign/foreign_file.h"
#include "plan/plan.h"
#include "session/store/store.h"
#include "tools/tool_set.h"

struct foreign_reply {		 /* a reply of which more may come */
	json_t *parts, *results; /* (owned) NULL: none */
	char *group, *model;	 /* (owned) NULL: none */
	json_t *usage;		 /* (owned) of event usage; NULL: none */
	int64_t at;
};
struct foreign_writer {
	struct store *store;		 /* (borrowed) */
	struct foreign_file *file;	 /* (borrowed) */
	const struct settings *settings; /* (borrowed) */
	char id[27];			 /* of the session that is written */
	struct event_sink sink;		 /* take NULL: nobody looks on */
	bool dry;			 /* nothing is stored, nobody is told */
	int64_t seq;
	struct error *e; /* (borrowed) why it failed */
	bool failed;

	struct tool_set *tools; /* (owned) */
	struct plan plan;
	struct foreign_reply reply;
	/* (owned) object: calls without a result → {tool, class, args where it reads or writes a file} */
	json_t *open;
	json_t *files;	/* (owned) object: path → what the file holds, as far as it was told */
	json_t *change; /* (owned) of the record that is taken (foreign_change_of); NULL: none */
	int64_t at, began, prompt_seq;
	int turn, iteration, calls, made; /* made: calls to which we gave an id */
	bool in_turn, stopped, last_made_calls;
	char *prompt, *answer; /* (owned) NULL: none */
	int64_t input, output, cached, once;
	double cost;
	bool unpriced;
};

/* Makes a writer of a session's events from its first on. Freed by foreign_writer_free. */
void foreign_writer_begin(struct foreign_writer *w, struct store *store, struct foreign_file *file,
    const struct settings *settings, const char *id, struct error *e);
void foreign_writer_free(struct foreign_writer *w);
/* The session_start; parent: of a fork, or NULL (stolen). */
void foreign_write_start(struct foreign_writer *w, json_t *parent);
/* Takes a record. */
void foreign_write_record(struct foreign_writer *w, const struct foreign_record *r);
/* What waits for more is whole. closes: a turn that has its answer is over, too. */
void foreign_write_end(struct foreign_writer *w, bool closes);
/* Stores an event that the records do not make. Steals both. */
void foreign_write_event(
    struct foreign_writer *w, enum event_type type, char *summary, json_t *data);

#endif
