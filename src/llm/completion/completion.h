/* SPDX-License-Identifier: MIT
 * One request under way, for its own files: completion.c (sends it, and sends it again),
 * server_reply.c (takes the server's answer), completion_deliver.c (delivers the reply, and ends
 * it). Every callback of the loop counts depth up and ends with completion_leave: the sink may stop
 * the completion from inside its own callbacks, so the last to leave frees it.
 *
 * Here: one request to a server from its beginning to the end of its reply: the backend over HTTP,
 * when it is sent again, what is noted of a server for later requests.
 * Not here: the bytes of a protocol (llm/wire), addresses, keys, limits and error texts (llm/http),
 * the transfer itself (src/loop), whether another model is asked (src/agent).
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
	struct context context; /* (borrowed until it is over) the input, for each attempt */
	struct buf body;
	char *url, *shown; /* (owned) for the request; for messages */
	/* What the completion waits for; of the first three at most one is set. */
	struct key_fetch *key;
	struct model_list *models;
	struct transfer *transfer;
	struct timer *timer; /* until the next attempt, or the watch over the stream */
	void (*step)(struct completion *c); /* called by the timer */
	struct answer_head {
		char *should_retry, *after_ms, *after, *type, *location;
	} head; /* (owned) headers of the answer; NULL: absent */
	int attempt;
	unsigned wires_tried; /* see http_backend_next_path */
	json_t *followed;     /* (owned) see http_backend_heed */
	struct {
		const struct wire *wire; /* that was spoken; NULL: it has not said so */
		bool adds_version;
		struct error error;
		char *advice; /* (owned) */
	} no_path; /* the first failure by which the server said that it has no such path */

	struct reply reply;
	struct sse sse;
	struct buf whole; /* an answer that is no stream */
	enum answer answer;
	struct error trouble;		   /* why wire_receive failed */
	size_t shown_text, shown_thinking; /* bytes of both that were delivered */
	bool reads_calls;		   /* calls are looked for in the reply's text */
	struct written_watch watch;	   /* of the text: what may be a call is not delivered */
	bool delivered;			   /* a delta of this attempt was delivered */
	bool at_work;	     /* the server had the whole request when it was given up */
	bool malformed;	     /* an earlier attempt failed by FAILURE_MALFORMED */
	struct usage lost;   /* of attempts that broke off */
	struct reply broken; /* the last of these replies; kept if no later one has text */
	int64_t heard_ms;    /* when the last event came; monotonic ms */

	int depth; /* callbacks of the loop that are running, one inside the other */
	bool over; /* done or stopped: freed when the last callback is left */
};

/* Sends the request to another path (with /v1, or of another protocol) after the server said that
 * it has no such path; why and advice are of that failure. False: no path is left; no_path has the
 * first failure. */
bool completion_another_path(struct completion *c, const struct error *why, const char *advice);
/* Whether the request sent tools to a server that is known to refuse them: whoever started the
 * completion asks again without. */
bool completion_tools_refused(const struct completion *c);
/* Sends the request again without what the server's refusal names. False: that is not known, or was
 * left out already; or it is the tools, without which whoever started the completion asks again
 * (backend.no_tools). */
bool completion_leave_out(struct completion *c, const char *words);
/* Frees the headers and sets them to NULL. */
void completion_forget_head(struct answer_head *h);
/* Stops the transfer, timer, key and list under way; the request may be sent again. */
void completion_halt(struct completion *c);
/* Takes back what was delivered of this attempt, before another one; its tokens count as lost, for
 * they are paid for. */
void completion_take_back(struct completion *c);
/* Must end every callback of the loop, which counts depth up first. The last to leave frees a
 * completion that is over, so it must not be touched afterwards. */
void completion_leave(struct completion *c);
/* Calls step in ms milliseconds instead of any step still awaited, with depth counted around it. */
void completion_after(struct completion *c, int64_t ms, void (*step)(struct completion *c));
/* As hurry of struct backend. */
void completion_hurry(struct completion *c);
/* Delivers what is new of the reply; all: also what may be the beginning of a secret or a call. */
void completion_deliver(struct completion *c, bool all);
/* Ends the completion: delivers the rest and calls done with e (NULL without a failure). */
void completion_finish(struct completion *c, enum failure failure, const struct error *e);
/* Schedules another attempt if the rules allow it, and takes back what was delivered; else ends
 * with the failure and the advice ("" or "; do this"). No call of a reply runs before its end, so
 * nothing is done twice. */
void completion_fail(
    struct completion *c, enum failure failure, const struct error *why, const char *advice);
/* As completion_fail, with a message of our own and no advice. */
void completion_fail_with(
    struct completion *c, enum failure failure, enum error_code code, const char *what);

extern const struct http_sink answer_sink; /* in server_reply.c: takes the answer to a request */

#endif
