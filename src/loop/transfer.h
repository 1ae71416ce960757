/* SPDX-License-Identifier: MIT
 * One transfer, as http.c (its life in the loop) and http_curl.c (what curl is told, and what
 * curl's answers mean) see it.
 */
#ifndef LOOP_TRANSFER_H
#define LOOP_TRANSFER_H

#include "base/core/buf.h"
#include "loop/curl.h"
#include "loop/http.h"
#include "loop/loop_internal.h"

enum transfer_phase { PHASE_CONNECTING, PHASE_WAITING, PHASE_RECEIVING };

struct transfer {
	struct loop *loop;	       /* (borrowed) */
	struct transfer *next, **link; /* link: what points here */
	CURL *easy;		       /* (owned) NULL: never started, or over */
	struct curl_slist *headers;    /* (owned) */
	char *where, *peer;	       /* (owned) the URL without user and query; HOST:PORT */
	char *ca_file; /* (owned) the certificates that are trusted; NULL: curl's own choice */
	struct http_sink sink;
	struct buf *gather; /* (borrowed) see http_request */
	void *ctx;
	int connect_ms, first_byte_ms, stall_ms, total_ms; /* milliseconds, 0: no limit */
	size_t max_head, max_body;			   /* bytes */

	enum transfer_phase phase, armed;	    /* armed: the phase the timer stands for */
	int64_t started_us, connected_us, heard_us; /* monotonic; heard: the last byte */
	struct buf head; /* lines without their ends, each with a NUL; the last head that came */
	size_t head_bytes, body_bytes; /* of all heads, of the body so far */
	struct buf body;	       /* came; the first `handed` bytes were handed on */
	size_t handed;
	long status;
	bool head_whole, head_told;
	bool over;    /* curl is done with it: failure and detail say how */
	bool stopped; /* no callback any more */
	enum http_failure failure;
	enum http_reason reason;
	char detail[CURL_ERROR_SIZE];
	char curl_says[CURL_ERROR_SIZE]; /* curl's own, written whenever it likes */
	struct timer *timer;
};

/* False: the request cannot be sent; failure and detail say why. Nothing of request but the body is
 * needed afterwards. */
bool transfer_prepare(struct transfer *t, const struct http_request *request);
/* Sets over and translates curl's code to failure and detail; a failure that was found before stays. */
void transfer_conclude(struct transfer *t, CURLcode code);
/* Says in e what the failure is, for a person; HTTP_OK: e stays as it is. */
void transfer_explain(const struct transfer *t, struct error *e);
/* http_proxy.c. Keeps the environment's proxy away from requests to this machine. */
void transfer_set_proxy(struct transfer *t);
/* http_url.c. Lets connections be made to public addresses alone. */
void transfer_set_public(struct transfer *t);
/* Whether the proxy failed rather than the server: it said so itself, or nothing came that says it
 * was the server. */
bool transfer_fails_at_proxy(const struct transfer *t, CURLcode code);
/* Says in e which proxy failed and which variable names it. */
void transfer_explain_proxy(const struct transfer *t, struct error *e);

#endif
