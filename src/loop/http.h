/* SPDX-License-Identifier: MIT
 * The HTTP client: libcurl's multi interface inside the loop. curl's own callbacks only append
 * bytes; the sink is called from the loop afterwards. http and https only, no redirects, no
 * cookies, no netrc; proxies from the environment as curl does, none for loopback hosts. TLS is
 * verified. Connections are kept and reused. A transfer given up while DNS hangs does not block
 * (CURLOPT_QUICK_EXIT).
 */
#ifndef LOOP_HTTP_H
#define LOOP_HTTP_H

#include <stdbool.h>
#include <sys/socket.h>
#include "base/error.h"
#include "loop/loop.h"

struct transfer;

/* Everything is borrowed for the call of http_start, but the body until done or transfer_stop. Times
 * are milliseconds, 0 means no limit. */
struct http_request {
	const char *method; /* "GET", "POST" */
	const char *url;
	/* "Name: value", ended by NULL; NULL: none. User-Agent is the client's own. */
	const char *const *headers;
	const char *ca_file; /* trusted certificates (PEM); NULL: the environment's or system's */
	const char *body;    /* (borrowed until done or transfer_stop) NULL: none */
	size_t body_len;     /* bytes */
	int connect_ms;	     /* resolving and connecting, TLS included */
	int first_byte_ms; /* from the connection to the first line of the head; a 1xx is no answer */
	int stall_ms;	   /* between bytes of the rest of the head and of the body */
	int total_ms;
	size_t max_head; /* bytes of all response headers; 0: 64 KiB */
	size_t max_body; /* bytes; 0: 64 MiB */
	/* Only hosts that are everybody's (address_is_public): a connection to another address is refused where it is made,
	 * whatever name led there. None is reused, and no proxy is asked. */
	bool only_public;
	/* (borrowed until done or transfer_stop) Takes the body; NULL: the sink alone has it. */
	struct buf *gather;
};

enum http_failure {
	HTTP_OK, /* an answer arrived whole, whatever its status */
	HTTP_BAD_URL,
	HTTP_RESOLVE,
	HTTP_PRIVATE, /* the address is not public, and only_public was asked for */
	HTTP_CONNECT, /* refused, unreachable, no TLS spoken there */
	HTTP_PROXY,   /* the environment's proxy could not be reached, or lets nothing through */
	HTTP_CERTIFICATE, /* the server's is not trusted, or what is trusted cannot be read */
	HTTP_TIMEOUT_CONNECT,
	HTTP_TIMEOUT_FIRST_BYTE,
	HTTP_TIMEOUT_STALL,
	HTTP_TIMEOUT_TOTAL,
	HTTP_BROKEN,	/* the connection ended early or spoke no HTTP */
	HTTP_ENCODED,	/* the body is compressed though nothing of the kind was asked for */
	HTTP_TOO_LARGE, /* head or body over its ceiling */
};
/* Why, as far as a way out depends on it: by curl's codes, since its words change from version to version. */
enum http_reason {
	HTTP_REASON_OTHER,
	HTTP_NO_TLS,	  /* what answered did not speak TLS, or hung up when it was begun */
	HTTP_NO_ANSWER,	  /* the server hung up without a word */
	HTTP_TRUST_FILE,  /* what is trusted cannot be read */
	HTTP_WRONG_NAME,  /* the certificate is of other names */
	HTTP_NOT_IN_TIME, /* it has expired, or is not valid yet */
	HTTP_SELF_SIGNED, /* it signed itself */
	HTTP_PROXY_WANTS_USER,
};
struct http_result {
	enum http_failure failure;
	enum http_reason reason;
	long status; /* HTTP status; 0 before a whole head came */
	/* (borrowed until done returns) set unless HTTP_OK; its place is the URL without user and query */
	struct error error;
};
/* Callbacks of a transfer, each called from the loop; any may be NULL. */
struct http_sink {
	/* The head is whole, and transfer_header works from now on. A 1xx head is skipped. */
	void (*head)(void *ctx, long status);
	/* Bytes of the body, borrowed for the call: at most 64 KiB a turn, but for the last piece of a
	 * failure. */
	void (*data)(void *ctx, const char *data, size_t len);
	/* The transfer is over, and is freed when this returns. */
	void (*done)(void *ctx, const struct http_result *result);
};

/* Starts a transfer. Never NULL: failures arrive through done, in a later turn of the loop. The
 * transfer belongs to the loop: it ends with done or with transfer_stop, and must not be used
 * afterwards. */
struct transfer *http_start(
    struct loop *l, const struct http_request *request, const struct http_sink *sink, void *ctx);
/* Returns the value of a response header by its name without regard to case, borrowed until the
 * transfer ends; NULL: the answer has none. */
const char *transfer_header(const struct transfer *t, const char *name);
/* Whether the whole request was given to the connection, so that the server may be at work on it.
 * NULL: false. */
bool transfer_sent(const struct transfer *t);
/* Gives the transfer up; no callback comes afterwards. Returns at once at every stage. NULL is
 * accepted. */
void transfer_stop(struct transfer *t);
/* Returns the address that a reference leads to from a URL, without its fragment; owned. "" is the URL itself. NULL: it
 * is none of http or https, or names a user. */
char *http_url_join(const char *url, const char *reference);
/* Returns the host of a URL, in lower case; owned. NULL: it has none. */
char *http_url_host(const char *url);
/* Whether two URLs are of the same host, and the second not by http where the first is by https. */
bool http_url_same_host(const char *a, const char *b);
/* Whether the host of a URL (len bytes, IPv6 in brackets) is this machine. True also for 0.0.0.0
 * and [::], where servers say they listen. */
bool http_host_is_local(const char *host, size_t len);

/* Whether an address of IPv4 or IPv6 is reachable by everybody; false for every other kind. */
bool address_is_public(const struct sockaddr *address);

#endif
