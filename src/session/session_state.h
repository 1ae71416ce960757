/* SPDX-License-Identifier: MIT
 * What a session holds, for the files that are the session: session.c (numbers, stores, delivers),
 * unsaved_log.c (when the store failed), intent.c and question.c (what comes in), session.c (blobs).
 */
#ifndef SESSION_SESSION_STATE_H
#define SESSION_SESSION_STATE_H

#include "session/session.h"

#define SESSION_BUSY_MS 2000 /* a store busy for longer has failed */
#define SESSION_RETRY_MS 25  /* pause between two tries */
#define SESSION_IDLE_MS 1000 /* after a turn's end: nobody waits for anything */
#define SESSION_WORK_US 4000 /* a step of what is done then */

struct queued_event { /* an event between emit and its sinks */
	struct queued_event *next;
	struct event ev;
};
struct queued_intent { /* an intent in the inbox */
	struct queued_intent *next;
	struct intent in;
};
struct content { /* a blob the store does not hold */
	char ref[40];
	char *data; /* (owned) */
	size_t len;
};
struct offer {	     /* a question that nothing waits for */
	char id[27]; /* "": none */
	int turn;    /* it was made in; 0: between two */
	void (*fn)(void *ctx, const json_t *answer);
	void *ctx;
};

struct open_question {
	char id[27];	/* "" without one */
	json_t *answer; /* (owned) what came for it, or NULL */
};

struct session {
	char id[27];
	struct loop *loop;   /* (borrowed) may be NULL: a busy store is then waited for in place */
	struct store *store; /* (borrowed) NULL: unsaved from the start */
	bool saved;
	int64_t seq;
	int turn, iteration;

	struct event_sink *sinks; /* (owned) */
	size_t sink_count, sink_cap;

	struct queued_event *first, **last; /* (owned) */
	bool delivering;    /* deliver_queue runs, which a sink that emits must not enter again */
	int64_t busy_since; /* monotonic milliseconds; 0: not busy */
	struct timer *retry;
	struct timer *idle; /* a while after a turn's end */
	struct work *index; /* words of what was said, then */

	int runner;	    /* descriptor of the lock, or -1; see session_lock.h */
	int unsaved_fd;	    /* descriptor, or -1 */
	char *unsaved_path; /* (owned) */
	int unsaved_next;   /* the place to try next */

	struct queued_intent *inbox, **inbox_last; /* (owned) */
	struct {
		unsigned kinds; /* 0: everything waits */
		void (*fn)(void *ctx, const struct intent *in);
		void *ctx;
	} divert;
	struct cancel cancel;
	bool asks;
	struct open_question question;
	struct offer offer;

	struct content *contents; /* (owned) */
	size_t content_count, content_cap;
};

/* The store failed with why: makes the session an unsaved one from ev on. Returns what the user is to
 * be told, which the caller frees. */
char *unsaved_log_begin(struct session *s, const struct event *ev, const struct error *why);
/* Writes one event. Returns what the user is to be told, which the caller frees; NULL: nothing, since
 * it was written or there is no file. */
char *unsaved_log_write(struct session *s, const struct event *ev);
/* Closes the file. */
void unsaved_log_end(struct session *s);

/* Puts an intent at the end of the inbox; steals its data. */
void inbox_add(struct session *s, struct intent in);

#endif
