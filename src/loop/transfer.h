/* SPDX-License-Identifier: MIT
 * The definition of a transfer, shared by http.c (the transfer in the loop), http_curl.c (curl's options
 * and results), http_proxy.c and http_url.c.
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
	struct transfer *next, **link; /* link: the pointer that points here */
	CURL *easy;		       /* (owned) NULL: not started, or ended */
	struct curl_slist *headers;    /* (owned) */
	char *where, *peer;	       /* (owned) the URL without user and query; HOST:PORT */
	char *ca_file; /* (owned) the trusted certificates; NULL: unknown, curl's default */
	struct http_sink sink;
	struct buf *gather; /* (borrowed) see http_request */
	void *ctx;
	int connect_ms, first_byte_ms, stall_ms, total_ms; /* milliseconds, 0: no limit */
	size_t max_head, max_body;			   /* bytes */

	enum transfer_phase phase, armed;	    /* armed: the phase that the timer is for */
	int64_t started_us, connected_us, heard_us; /* monotonic; heard: the last byte received */
	struct buf head; /* the lines of the last head, each ended by a NUL instead of a line end */
	size_t head_bytes, body_bytes; /* received so far, of all heads and of the body */
	struct buf body;	       /* received; its first `handed` bytes are delivered */
	size_t handed;
	long status;
	bool head_whole, head_told; /* the head is complete; the sink's head was called */
	bool over;		    /* curl has finished: see failure and detail */
	bool stopped;		    /* no more callbacks */
	enum http_failure failure;
	enum http_reason reason;
	char detail[CURL_ERROR_SIZE];
	char curl_says[CURL_ERROR_SIZE]; /* CURLOPT_ERRORBUFFER, written by curl at any time */
	struct timer *timer;
};

/* Makes t->easy with all options of the request, of which only the body is used afterwards. False: the
 * request is invalid; failure and detail are set. */
bool transfer_prepare(struct transfer *t, const struct http_request *request);
/* Sets over, and failure, reason and detail from curl's code; a failure that is set already is kept. */
void transfer_conclude(struct transfer *t, CURLcode code);
/* Sets e to the failure's message for a person; does nothing for HTTP_OK. */
void transfer_explain(const struct transfer *t, struct error *e);
/* http_proxy.c. Sets curl's options so that hosts of this machine and of no_proxy are reached directly. */
void transfer_set_proxy(struct transfer *t);
/* http_url.c. Restricts connections to public addresses, without proxy and without reuse. */
void transfer_set_public(struct transfer *t);
/* http_proxy.c. Returns whether the proxy failed rather than the server: curl said so, or nothing was
 * received that shows that the server was reached. */
bool transfer_fails_at_proxy(const struct transfer *t, CURLcode code);
/* http_proxy.c. Sets e to a message that names the proxy and the variable that sets it. */
void transfer_explain_proxy(const struct transfer *t, struct error *e);

#endif
