/* SPDX-License-Identifier: MIT
 * The history of a conversation as turns no protocol objects to: neighbours of one role are one, no
 * turn of the assistant is empty, each call is answered right after its turn, no result without its
 * call, arguments are always a JSON object. A wire's writer makes its messages of them.
 *
 * The writer appends to `out` and leaves it inside the string of the last text while `open` says so:
 * more words of that role, and the tail, go on there. What is written never changes, so a longer
 * conversation begins with the bytes of the shorter one.
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
	struct buf name;      /* as it is sent: letters, digits, _ - alone */
	struct buf arguments; /* as they are sent: the text of an object */
	const json_t *result; /* its item; NULL: there is none */
	const json_t *extras; /* of its message, the wire's own; NULL */
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
	size_t from, len;   /* of a text, in history.text */
	size_t call;	    /* in history.calls */
	const json_t *data; /* (borrowed) of what is opaque */
};

struct history_file {		  /* attached to the user's message that is written */
	const char *name, *media; /* (borrowed) of the item */
	struct buf base64;	  /* (owned) */
};

struct history;
struct history_writer {
	const char *wire;		       /* whose own parts are given to it */
	const char *id_marks;		       /* what an id may hold beside letters and digits */
	const char *closing[HISTORY_OPENINGS]; /* what ends what is open */
	/* What stands before the first turn; NULL: nothing does. */
	void (*begin)(struct history *h, const char *system);
	/* A user's message with history.files, left open. */
	void (*user)(struct history *h, const char *text, size_t len);
	/* The assistant's turn that waits (text, parts, calls) and its results. */
	void (*turn)(struct history *h);
};

struct history {
	struct buf out;
	enum history_open open;
	bool told;	/* the user's message that is open holds results in words */
	bool paused;	/* the assistant's last message goes on in the next, word after word */
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
	const struct content_source *contents; /* (borrowed) as names */
	const struct history_writer *writer;
	const struct model *model;	/* (borrowed) of the request being made */
	const struct call_names *names; /* (borrowed) the same; NULL: as they are kept */
};
/* Takes the next item, which must live as long as h: writes it, or what waited and is now settled. */
void history_take(struct history *h, const json_t *item);
/* Writes the turn that waits, if one does (part_count), as nothing more comes of it. */
void history_settle(struct history *h);
/* Frees what h holds; its writer, model and the like are to be set again. */
void history_drop(struct history *h);

/* Whether what an assistant's item has signed or sealed may be sent for this model: its server and model made it, and the
 * conversation before it is as it was then. */
bool history_seal_holds(const struct model *model, const json_t *item);

#endif
