/*
 * The HTTP client: libcurl's multi interface inside the loop. curl's own callbacks only append
 * bytes; the sink is called from the loop afterwards. http and https only, no redirects, no
 * cookies, no netrc; proxies from the environment as curl does, none for loopback hosts. TLS is verified. Connections are
 * kept and reused. A transfer given up while DNS hangs does not block (CURLOPT_QUICK_EXIT).
 */
#ifndef LOOP_HTTP_H
#define LOOP_HTTP_H

#include "base/error.h"
#include "loop/loop.h"

struct transfer;

struct http_request {
	const char *method; /* "GET", "POST" */
	const char *url;
	const char *const
	    *headers; /* "Name: value", NULL-terminated; may be NULL. User-Agent is the client's */
	const char *ca_file; /* of certificates that are trusted, instead of the system's; NULL */
	const char *body;    /* borrowed until done or stop; NULL: none */
	size_t body_len;
	int connect_ms;	   /* resolving and connecting, TLS included; 0: no limit, also below */
	int first_byte_ms; /* from the connection to the first line of the answer's head; a 1xx
			      is no answer */
	int stall_ms;	   /* between bytes of the rest of the head and of the body */
	int total_ms;
	size_t max_head; /* bytes of all response headers; 0: 64 KiB */
	size_t max_body; /* 0: 64 MiB */
};

enum http_failure {
	HTTP_OK, /* an answer arrived whole, whatever its status */
	HTTP_BAD_URL,
	HTTP_RESOLVE,
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
struct http_result {
	enum http_failure failure;
	long status; /* 0 before a whole head came */
	struct error
	    error; /* (borrowed) set unless HTTP_OK; where is the URL without user and query */
};
struct http_sink { /* any may be NULL */
	void (*head)(
	    void *ctx, long status); /* transfer_header works from now on; 1xx are skipped */
	void (*data)(void *ctx, const char *data, size_t len); /* at most 64 KiB a turn but for the
								  last piece of a failure */
	void (*done)(void *ctx,
	    const struct http_result *result); /* the transfer is freed when this returns */
};

/* Never fails at once: failures arrive through done, in a later turn of the loop. */
struct transfer *http_start(
    struct loop *l, const struct http_request *request, const struct http_sink *sink, void *ctx);
const char *transfer_header(
    const struct transfer *t, const char *name); /* borrowed; NULL: absent */
/* The request was given to the connection whole: the server may be at work on it. NULL is accepted. */
bool transfer_sent(const struct transfer *t);
void transfer_stop(struct transfer
	*t); /* no callback afterwards; returns at once at every stage; NULL is accepted */
/* The host of a URL, IPv6 in brackets, is this machine, or what servers on it call where they listen. */
bool http_host_is_local(const char *host, size_t len);

#endif
