/* SPDX-License-Identifier: MIT
 * The HTTP client: libcurl's multi interface inside the loop. curl's own callbacks only append
 * bytes; the sink is called from the loop afterwards. http and https only, no redirects, no
 * cookies, no netrc; proxies from the environment as curl does, none for loopback hosts. TLS
 * certificates are verified. Connections are kept and reused. Stopping a transfer while DNS hangs does
 * not block (CURLOPT_QUICK_EXIT).
 */
#ifndef LOOP_HTTP_H
#define LOOP_HTTP_H

#include <stdbool.h>
#include <sys/socket.h>
#include "base/error.h"
#include "loop/loop.h"

struct transfer;

/* Everything is borrowed during http_start, except the members that say otherwise. Times are
 * milliseconds; 0: no limit. */
struct http_request {
	const char *method; /* "GET", "POST" */
	const char *url;
	/* "Name: value", ended by NULL; NULL: none. User-Agent is the client's own. */
	const char *const *headers;
	const char *ca_file; /* trusted certificates (PEM); NULL: the environment's or system's */
	const char *body;    /* (borrowed until done or transfer_stop) NULL: none */
	size_t body_len;     /* bytes */
	int connect_ms;	     /* for resolving and connecting, including TLS */
	int first_byte_ms;   /* from the connection to the status line; a 1xx does not count */
	int stall_ms;	     /* without a byte, from the status line to the end */
	int total_ms;
	size_t max_head; /* bytes of all response headers; 0: 64 KiB */
	size_t max_body; /* bytes; 0: 64 MiB */
	/* Connect to public addresses only (address_is_public). Checked when the socket is opened, so no host name
	 * evades it; connections are not reused, and no proxy is used. */
	bool only_public;
	/* (borrowed until done or transfer_stop) The body is appended to it, besides going to the sink; may be NULL. */
	struct buf *gather;
};

enum http_failure {
	HTTP_OK, /* a complete response arrived, whatever its status */
	HTTP_BAD_URL,
	HTTP_RESOLVE,
	HTTP_PRIVATE,	  /* only_public is set, and the address is not public */
	HTTP_CONNECT,	  /* refused, unreachable, or the TLS handshake failed */
	HTTP_PROXY,	  /* the environment's proxy cannot be reached or refuses the request */
	HTTP_CERTIFICATE, /* the server's is not trusted, or the trusted ones cannot be read */
	HTTP_TIMEOUT_CONNECT,
	HTTP_TIMEOUT_FIRST_BYTE,
	HTTP_TIMEOUT_STALL,
	HTTP_TIMEOUT_TOTAL,
	HTTP_BROKEN,	/* the connection ended early or the response was not HTTP */
	HTTP_ENCODED,	/* the body is compressed, which was not requested */
	HTTP_TOO_LARGE, /* head or body exceeds its limit */
};
/* The cause of a failure, where the advice to the user depends on it. From curl's codes, as its messages differ between
 * versions. */
enum http_reason {
	HTTP_REASON_OTHER,
	HTTP_NO_TLS,	  /* the TLS handshake failed */
	HTTP_NO_ANSWER,	  /* the server closed the connection without a response */
	HTTP_TRUST_FILE,  /* the trusted certificates cannot be read */
	HTTP_WRONG_NAME,  /* the certificate is for other host names */
	HTTP_NOT_IN_TIME, /* the certificate has expired, or is not valid yet */
	HTTP_SELF_SIGNED, /* the certificate is self-signed */
	HTTP_PROXY_WANTS_USER,
};
struct http_result {
	enum http_failure failure;
	enum http_reason reason;
	long status; /* HTTP status; 0: no complete head arrived */
	/* (borrowed until done returns) set unless HTTP_OK; its `where` is the URL without user and query */
	struct error error;
};
/* Callbacks of a transfer, each called from the loop; any may be NULL. */
struct http_sink {
	/* The head is complete, and transfer_header may be called from now on. A 1xx head is skipped. */
	void (*head)(void *ctx, long status);
	/* Bytes of the body, borrowed during the call: at most 64 KiB per turn, except the last ones before a
	 * failure. */
	void (*data)(void *ctx, const char *data, size_t len);
	/* The transfer has ended, and is freed when this returns. */
	void (*done)(void *ctx, const struct http_result *result);
};

/* Starts a transfer. Never NULL: failures arrive through done, in a later turn of the loop. The
 * transfer belongs to the loop: it ends with done or with transfer_stop, and must not be used
 * afterwards. */
struct transfer *http_start(
    struct loop *l, const struct http_request *request, const struct http_sink *sink, void *ctx);
/* Returns the value of a response header, whose name is compared without regard to case; borrowed until
 * the transfer ends. NULL: the response has no such header. */
const char *transfer_header(const struct transfer *t, const char *name);
/* Returns whether the whole request was sent, so that the server may be processing it. False for NULL. */
bool transfer_sent(const struct transfer *t);
/* Stops the transfer, without blocking; no callback is called afterwards. NULL is accepted. */
void transfer_stop(struct transfer *t);
/* Resolves a reference against a URL ("": the URL itself) and removes the fragment. Caller frees. NULL: the result is
 * not http or https, or contains a user name. */
char *http_url_join(const char *url, const char *reference);
/* Returns the host of a URL, in lower case. Caller frees. NULL: it has none. */
char *http_url_host(const char *url);
/* Returns whether two URLs have the same host and b does not downgrade from https to http. */
bool http_url_same_host(const char *a, const char *b);
/* Returns whether a host (len bytes, IPv6 in brackets) is this machine; also for 0.0.0.0 and [::], which
 * servers print as the address they listen on. */
bool http_host_is_local(const char *host, size_t len);

/* Returns whether an IPv4 or IPv6 address is of the public internet; false for other address families. */
bool address_is_public(const struct sockaddr *address);

#endif
