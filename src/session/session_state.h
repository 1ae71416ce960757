/*
 * What a session holds, for the files that are the session: session.c (numbers, stores, delivers),
 * unsaved_log.c (when the store failed), inbox.c and question.c (what comes in), content.c (blobs).
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
struct offer {
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
	struct loop *loop; /* (borrowed) may be NULL: a busy store is then waited for in place */
	struct store *store;
	bool saved;
	int64_t seq;
	int turn, iteration;

	struct event_sink *sinks;
	size_t sink_count, sink_cap;

	struct queued_event *first, **last;
	bool delivering;    /* deliver_queue runs, which a sink that emits must not enter again */
	int64_t busy_since; /* monotonic; 0: not busy */
	struct timer *retry;
	struct timer *idle; /* a while after a turn's end */
	struct work *index; /* words of what was said, then */

	int runner;	/* descriptor of the lock, or -1; see session_runner.h */
	int unsaved_fd; /* descriptor, or -1 */
	char *unsaved_path;
	int unsaved_next; /* the place to try next */

	struct queued_intent *inbox, **inbox_last;
	struct {
		unsigned kinds; /* 0: everything waits */
		void (*fn)(void *ctx, const struct intent *in);
		void *ctx;
	} divert;
	struct cancel cancel;
	bool asks;
	struct open_question question;
	struct offer offer;

	struct content *contents;
	size_t content_count, content_cap;
};

/* The store failed with why: the session is unsaved from ev on. What the user is to be told; owned. */
char *unsaved_log_begin(struct session *s, const struct event *ev, const struct error *why);
/* The same, or NULL where all is well or there is no file. */
char *unsaved_log_write(struct session *s, const struct event *ev);
void unsaved_log_end(struct session *s);

void inbox_add(struct session *s, struct intent in); /* last */
void content_store(struct session *s); /* what waited in memory, once the store works again */

#endif
