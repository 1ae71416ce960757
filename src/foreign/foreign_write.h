/* SPDX-License-Identifier: MIT
 * Turns records of another agent into our events: turns, messages, calls of our tools and their
 * results, plans, usage. The same records always make the same events, so a session that has grown
 * is continued by making the first events again without storing them.
 */
#ifndef FOREIGN_FOREIGN_WRITE_H
#define FOREIGN_FOREIGN_WRITE_H

#include "foreign/foreign_file.h"
#include "plan/plan.h"
#include "session/store/store.h"
#include "tools/tool_set.h"

struct foreign_reply {		 /* a reply that is being collected */
	json_t *parts, *results; /* (owned) NULL: none */
	char *group, *model;	 /* (owned) NULL: none */
	json_t *usage;		 /* (owned) of event usage; NULL: none */
	int64_t at;
};
struct foreign_writer {
	struct store *store;		 /* (borrowed) */
	struct foreign_file *file;	 /* (borrowed) */
	const struct settings *settings; /* (borrowed) */
	char id[27];			 /* of our session */
	struct event_sink sink;		 /* gets each event stored; take NULL: none */
	bool dry;			 /* nothing is stored or sent to the sink */
	int64_t seq;
	struct error *e; /* (borrowed) why storing failed */
	bool failed;

	struct tool_set *tools; /* (owned) */
	struct plan plan;
	struct foreign_reply reply;
	/* (owned) object: calls without a result, id → {tool, class, args if it reads or writes a
	 * file} */
	json_t *open;
	json_t *files;	/* (owned) object: path → content, as far as the session has told it */
	json_t *change; /* (owned) of the record being taken (foreign_change_of); NULL: none */
	int64_t at, began, prompt_seq;
	int turn, iteration, calls, made; /* made: calls to which we gave an id */
	bool in_turn, stopped, last_made_calls;
	char *prompt, *answer; /* (owned) NULL: none */
	int64_t input, output, cached, once;
	double cost;
	bool unpriced;
};

/* Initialises a writer of a session's events, from the first on; borrows all pointers, copies id.
 * Freed by foreign_writer_free. */
void foreign_writer_begin(struct foreign_writer *w, struct store *store, struct foreign_file *file,
    const struct settings *settings, const char *id, struct error *e);
void foreign_writer_free(struct foreign_writer *w);
/* Writes session_start. parent: {session, seq} of a fork, or NULL; stolen. */
void foreign_write_start(struct foreign_writer *w, json_t *parent);
/* Writes the events of a record, or collects it if it is of a reply. */
void foreign_write_record(struct foreign_writer *w, const struct foreign_record *r);
/* Writes what was collected, since no more comes. A turn ends that the user stopped, with `closes`
 * also one that has its answer. */
void foreign_write_end(struct foreign_writer *w, bool closes);
/* Stores an event, unless w is dry or has failed, and sends it to the sink; sets w->failed if it
 * cannot be stored. Steals summary and data. */
void foreign_write_event(
    struct foreign_writer *w, enum event_type type, char *summary, json_t *data);

#endif
