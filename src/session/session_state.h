/* SPDX-License-Identifier: MIT
 * The definition of struct session, shared by session.c (events and contents), unsaved_log.c (after the
 * store failed), intent.c (the inbox), question.c and store/session_lock.c.
 */
#ifndef SESSION_SESSION_STATE_H
#define SESSION_SESSION_STATE_H

#include "session/session.h"

#define SESSION_BUSY_MS 2000 /* a store that is busy for longer counts as failed */
#define SESSION_RETRY_MS 25  /* pause between two tries to store an event */
#define SESSION_IDLE_MS 1000 /* from a turn's end to the start of indexing */
#define SESSION_WORK_US 4000 /* of a step of indexing */

struct queued_event { /* an event between emit and its sinks */
	struct queued_event *next;
	struct event ev;
};
struct queued_intent { /* an intent in the inbox */
	struct queued_intent *next;
	struct intent in;
};
struct content { /* a content that is not in the store */
	char ref[40];
	char *data; /* (owned) */
	size_t len;
};
struct offer {	     /* a question that nothing waits for, see session_offer */
	char id[27]; /* "": none */
	int turn;    /* in which it was made; 0: between turns */
	void (*fn)(void *ctx, const json_t *answer);
	void *ctx;
};

struct open_question {
	char id[27];	/* "": none */
	json_t *answer; /* (owned) the data of its ANSWER; NULL: not answered yet */
};

struct session {
	char id[27];
	struct loop *loop;   /* (borrowed) may be NULL: then a busy store is waited for in place */
	struct store *store; /* (borrowed) NULL: unsaved from the start */
	bool saved;	     /* there is a store, and it has not failed */
	int64_t seq;	     /* of the last event */
	int turn, iteration; /* of the events that are emitted next */

	struct event_sink *sinks; /* (owned) */
	size_t sink_count, sink_cap;

	struct queued_event *first, **last; /* (owned) the events that are not delivered yet */
	bool delivering; /* deliver_queue is running: a sink that emits must not enter it again */
	int64_t busy_since;  /* monotonic milliseconds; 0: the store is not busy */
	struct timer *retry; /* NULL: no delivery is waiting for a busy store */
	struct timer *idle;  /* fires SESSION_IDLE_MS after a turn's end */
	struct work *index;  /* indexing of words, started by idle; NULL: not running */

	int runner;	    /* descriptor of the session's lock (session_lock.h); -1: none */
	int unsaved_fd;	    /* the file of unsaved_log.c; -1: none */
	char *unsaved_path; /* (owned) of that file */
	int unsaved_next;   /* the place to try next, enum unsaved_place */

	struct queued_intent *inbox, **inbox_last; /* (owned) */
	struct {				   /* see inbox_divert */
		unsigned kinds;			   /* 0: none */
		void (*fn)(void *ctx, const struct intent *in);
		void *ctx;
	} divert;
	struct cancel cancel;
	bool asks; /* there is a user to ask */
	struct open_question question;
	struct offer offer;

	struct content *contents; /* (owned) */
	size_t content_count, content_cap;
};

/* Makes the session unsaved from event ev on, after the store failed with `why`. Returns a notice for the
 * user. Caller frees. */
char *unsaved_log_begin(struct session *s, const struct event *ev, const struct error *why);
/* Writes one event to the file; if that is full, to the file at the next place. Returns a notice for the
 * user, which the caller frees; NULL: the event was written, or there is no file. */
char *unsaved_log_write(struct session *s, const struct event *ev);
/* Closes the file. */
void unsaved_log_end(struct session *s);

/* Appends an intent to the inbox without any of inbox_push's rules; steals its data. */
void inbox_add(struct session *s, struct intent in);

#endif
