/* SPDX-License-Identifier: MIT
 * One request under way, as its files see it: completion.c (how it begins, what is sent, and sent again),
 * server_reply.c (what the server says), completion_deliver.c (what is given out, and the end). Every callback of the
 * loop counts depth up and leaves: the sink may stop the completion from inside its own callbacks, so it is freed by
 * the last to leave.
 */
#ifndef LLM_COMPLETION_COMPLETION_H
#define LLM_COMPLETION_COMPLETION_H

#include "llm/completion/http_backend.h"
#include "llm/written/written_calls.h"
#include "loop/http.h"

enum answer { ANSWER_UNKNOWN, ANSWER_EVENTS, ANSWER_WHOLE, ANSWER_REFUSAL };

struct completion {
	struct http_backend *b; /* (borrowed) */
	struct reply_sink sink;
	struct context context; /* (borrowed until it is over) what is asked, also anew */
	struct buf body;
	char *url, *shown; /* (owned) for the request, for people */
	/* What is under way, at most one; NULL: it is not. */
	struct key_fetch *key;
	struct model_list *models;
	struct transfer *transfer;
	struct timer *timer; /* the first request, the next try, or the watch over the stream */
	void (*step)(struct completion *c); /* what is done then */
	struct answer_head {
		char *should_retry, *after_ms, *after, *type, *location;
	} head; /* (owned) headers of the answer; NULL: absent */
	int attempt;
	unsigned wires_tried; /* see http_backend_next_path */
	json_t *followed;     /* (owned) see http_backend_heed */
	struct {
		const struct wire *wire; /* NULL: it was not said yet */
		bool adds_version;
		struct error error;
		char *advice; /* (owned) */
	} no_path;	      /* the first time the server said that there is no such path */

	struct reply reply;
	struct sse sse;
	struct buf whole; /* an answer that is no stream */
	enum answer answer;
	struct error trouble;		   /* what receive said */
	size_t shown_text, shown_thinking; /* bytes of both that were given out */
	bool reads_calls;		   /* calls may stand in the words of the reply */
	struct written_watch watch;	   /* over the text: what may be a call is not shown */
	bool delivered;			   /* a delta of this attempt was given out */
	bool at_work;	     /* the server had the request whole when it was given up */
	bool malformed;	     /* the model's own call could not be read before */
	struct usage lost;   /* of attempts that broke off after something had come */
	struct reply broken; /* the last of them: its words count where no later one has any */
	int64_t heard_ms;    /* when the last event came; monotonic */

	int depth; /* callbacks we are in */
	bool over; /* done or stopped: freed when the last callback is left */
};

/* Asks the server at another path, with /v1 or by another protocol, after it has said that there is no
 * such path, as why says. False: there is none left to ask at; no_path has the first one's failure. */
bool completion_another_path(struct completion *c, const struct error *why, const char *advice);
/* The server has refused the tools, which the caller asks anew without: they were sent. */
bool completion_tools_refused(const struct completion *c);
/* Asks again without what the server's words of refusal speak of. False: that is not known, or was left
 * out already; or it is the tools, which the caller asks anew without (backend.no_tools). */
bool completion_leave_out(struct completion *c, const char *words);
/* Frees the headers and sets them to NULL. */
void completion_forget_head(struct answer_head *h);
/* Stops whatever of it is under way; it may be sent again. */
void completion_halt(struct completion *c);
/* Takes back this attempt before another one: what came of it counts no more, but is paid for. */
void completion_take_back(struct completion *c);
/* Ends every callback of the loop, which counts depth up; the last to leave frees a completion that is over, so nothing
 * of it is touched after leaving. */
void completion_leave(struct completion *c);
/* Takes this step after so long, in place of the one that is awaited; entered and left around it. */
void completion_after(struct completion *c, int64_t ms, void (*step)(struct completion *c));
/* Makes the next attempt now where it waits to make one. */
void completion_hurry(struct completion *c);
/* Gives out what is new of the reply; all: what may be the beginning of a secret too. */
void completion_deliver(struct completion *c, bool all);
/* Ends it: gives out the rest and calls done, with e (NULL without a failure). */
void completion_finish(struct completion *c, enum failure failure, const struct error *e);
/* Tries again if the rules allow it, and takes back what was shown; else ends with the failure and the
 * way out ("" or "; do this"). No call of a reply runs before its end, so nothing is done twice. */
void completion_fail(
    struct completion *c, enum failure failure, const struct error *why, const char *advice);
/* Fails as completion_fail does, in words of our own and without a way out. */
void completion_fail_with(
    struct completion *c, enum failure failure, enum error_code code, const char *what);

extern const struct http_sink answer_sink; /* in server_reply.c: takes the answer to a request */

#endif
