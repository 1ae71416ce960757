/* SPDX-License-Identifier: MIT
 * The history of a conversation as turns that every protocol accepts: neighbours of one role are
 * one, no turn of the assistant is empty, each call is answered right after its turn, no result
 * without its call, arguments are always a JSON object. The writer of each wire makes messages of
 * them.
 *
 * The writer appends to `out` and leaves it inside the string of the last text while `open` says
 * so: more words of that role, and the tail, go on there. What is written never changes, so a
 * longer conversation begins with the bytes of the shorter one.
 */
#ifndef LLM_WIRE_TURN_HISTORY_H
#define LLM_WIRE_TURN_HISTORY_H

#include "llm/context.h"

enum history_open {
	HISTORY_CLOSED,
	HISTORY_USER,
	HISTORY_RESULT,
	HISTORY_USER_PARTS,
	HISTORY_OPENINGS
};

struct history_call { /* all pointers are (borrowed) from the items */
	const char *id;
	struct buf name;      /* as it is sent: only letters, digits, _ and - */
	struct buf arguments; /* as they are sent: the text of an object */
	const json_t *result; /* its item; NULL: there is none */
	const json_t *extras; /* extras of its message for this wire; NULL: none */
	int64_t ordinal;      /* among all calls of the history */
	bool twin;	      /* an earlier call has the same id */
};
enum history_kind {
	HISTORY_TEXT,
	HISTORY_CALL,
	HISTORY_OPAQUE, /* the wire's own, as it came */
	HISTORY_EXTRAS, /* what its message has beside its parts */
};
struct history_part {
	enum history_kind kind;
	size_t from, len;   /* of a text: its place in history.text */
	size_t call;	    /* of a call: its index in history.calls */
	const json_t *data; /* (borrowed) of an opaque part, or the extras */
};

struct history_file {		  /* attached to the user's message being written */
	const char *name, *media; /* (borrowed) of the item */
	struct buf base64;	  /* (owned) */
};

struct history;
struct history_writer {
	const char *wire;     /* its name: opaque parts and extras of this wire are taken */
	const char *id_marks; /* what an id may contain beside letters and digits */
	const char *closing[HISTORY_OPENINGS]; /* by enum history_open: what closes it */
	/* Writes what stands before the first turn; NULL: nothing does. */
	void (*begin)(struct history *h, const char *system);
	/* Writes a user's message with history.files, and leaves it open. */
	void (*user)(struct history *h, const char *text, size_t len);
	/* Writes the assistant's turn that waits (text, parts, calls) and its results. */
	void (*turn)(struct history *h);
};

struct history {
	struct buf out;
	enum history_open open;
	bool told;	/* the open message of the user holds results as text */
	bool paused;	/* the assistant's next message continues the last one without a gap */
	size_t tail_at; /* where the last user's or result's text ends; 0: there is none */
	/* The assistant's turn that is not written yet: more of it or its results may come. */
	struct buf text, notes;
	struct history_part *parts; /* (owned) */
	size_t part_count, part_cap;
	struct history_call *calls; /* (owned) */
	size_t call_count, call_cap, answered;
	int64_t ordinal;
	json_t *ids;		    /* (owned) of all calls taken and reasoning written, as keys */
	struct history_file *files; /* (owned) while a message is written that has some */
	size_t file_count;
	/* (borrowed) Of the request being made; NULL: none. */
	const struct content_source *contents;
	const struct history_writer *writer;
	const struct model *model;	/* (borrowed) of the request being made */
	const struct call_names *names; /* (borrowed) likewise; NULL: no renaming */
};
/* Takes the next item, which must live as long as h, and writes what is complete now. */
void history_take(struct history *h, const json_t *item);
/* Writes the assistant's turn that waits, if one does (part_count): nothing more of it comes. */
void history_settle(struct history *h);
/* Frees what h holds; its writer, model and the like are to be set again. */
void history_drop(struct history *h);

/* Whether the signed or sealed parts of an assistant's item may be sent to this model: it made
 * them, and the conversation before them has not been changed. */
bool history_seal_holds(const struct model *model, const json_t *item);

#endif
