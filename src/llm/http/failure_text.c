/*
 * A failure in words: what happened, and apart from it the way out, which is of no use while it is
 * tried again.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "llm/completion/http_backend.h"
#include "llm/http/endpoint.h"
#include "llm/http/server_error.h"
#include "loop/http.h"

#define WANTS_PASSWORD \
	"; it is the proxy that wants a user name and a password: http://USER:PASSWORD@HOST:PORT " \
	"in its variable"

static void advice_not_found(struct buf *out, const char *url, const char *why)
{
	bool versioned = strstr(url, "/v1") != NULL;

	if (strcasestr(why, "model"))
		buf_adds(out, "; choose a model with -m, `agent models` lists them");
	else
		buf_addf(out, "; check backend.base_url: %s",
		    versioned ? "this server may want another path than /v1"
			      : "there is none below /v1 either");
}

static void advice_key(struct buf *out, const struct model *model)
{
	const char *name = model->key_name;

	if (model->key && name)
		buf_addf(out,
		    "; it was sent the key of %s%s: is it this server's, and still valid?",
		    strncmp(name, "backend.", 8) == 0 ? "" : "$", name);
	else
		buf_adds(out, "; no key was sent: name its variable in backend.api_key_env");
}

/* Bytes of a sentence without its full stop: advice comes behind it. */
static int unstopped(const char *text)
{
	const size_t len = strlen(text);
	const bool stop = len > 1 && text[len - 1] == '.' && text[len - 2] != '.';

	return (int)(stop ? len - 1 : len);
}

enum failure failure_of_status(struct error *e, struct buf *advice, const struct model *model,
    const char *url, long status, const char *location, const struct buf *body)
{
	struct error why = ERROR_INIT;
	enum failure failure = server_failure(status, buf_str(body), body->len, &why);

	if (status == 404 || status == 405) {
		advice_not_found(advice, url, why.message);
	} else if (status == 401 || status == 403) {
		advice_key(advice, model);
	} else if (status == 407) {
		buf_adds(advice, WANTS_PASSWORD);
	} else if (status >= 300 && status < 400) {
		char *to = endpoint_shown(location ? location : ""), *line = text_line(to, 300);

		buf_addf(
		    advice, "; it points to '%s' and is not followed: set backend.base_url", line);
		free(to);
		free(line);
	}
	error_at(
	    e, why.code, url, "%.*s", advice->len ? unstopped(why.message) : INT_MAX, why.message);
	error_free(&why);
	return failure;
}

/* A server that speaks plain HTTP answers in it, or hangs up, which others may do as well. */
static const char *advice_connection(const char *message)
{
	if (strstr(message, "wrong version number"))
		return "; it speaks no TLS there: is it http:// in backend.base_url?";
	if (strstr(message, "SSL_ERROR_SYSCALL"))
		return "; it may speak no TLS there: is it http:// in backend.base_url?";
	return "; is the server running, and backend.base_url right?";
}

/* A server that speaks TLS hangs up on who does not. */
static const char *advice_broken(const char *url, const char *message)
{
	if (strncmp(url, "http:", 5) == 0 && strstr(message, "Empty reply"))
		return "; does it want https:// in backend.base_url?";
	return "";
}

/* Of a certificate that was looked at, curl's words alone say what is wrong with it. */
static const char *advice_certificate(const char *why)
{
	if (strstr(why, "host name"))
		return "; ask it by a name its certificate is made for (backend.base_url)";
	if (strstr(why, "expired") || strstr(why, "not yet valid"))
		return "; its certificate has to be made anew, or the clock of this machine is "
		       "wrong";
	if (strstr(why, "certificate file"))
		return "; backend.ca_file has to name a file of certificates (PEM)";
	if (strstr(why, "self-signed") && !strstr(why, "chain"))
		return "; it signed itself: name its certificate in backend.ca_file";
	return "; name the certificate of the CA that signed the server's in backend.ca_file";
}

enum failure failure_of_transfer(
    struct error *e, struct buf *advice, const char *url, const struct http_result *result)
{
	const char *way_out = "";
	enum failure failure = FAILURE_BROKEN;

	switch (result->failure) {
	case HTTP_OK:
		return FAILURE_NONE;
	case HTTP_BAD_URL:
		way_out = "; check backend.base_url";
		failure = FAILURE_REQUEST;
		break;
	case HTTP_PROXY:
		way_out = strstr(result->error.message, "response 407")
			      ? WANTS_PASSWORD
			      : "; is the proxy running? no_proxy names servers that are asked "
				"without it";
		failure = FAILURE_RETRY;
		break;
	case HTTP_CERTIFICATE:
		way_out = advice_certificate(result->error.message);
		failure = FAILURE_REQUEST;
		break;
	case HTTP_RESOLVE:
	case HTTP_CONNECT:
	case HTTP_TIMEOUT_CONNECT:
		way_out = advice_connection(result->error.message);
		failure = FAILURE_RETRY;
		break;
	case HTTP_ENCODED:
		failure = FAILURE_REQUEST;
		break;
	case HTTP_BROKEN:
		way_out = advice_broken(url, result->error.message);
		failure = FAILURE_RETRY;
		break;
	case HTTP_TIMEOUT_FIRST_BYTE:
		way_out = " (backend.first_byte_timeout_s)";
		failure = FAILURE_TIMEOUT;
		break;
	case HTTP_TIMEOUT_STALL:
		way_out = " (backend.stall_timeout_s)";
		failure = FAILURE_TIMEOUT;
		break;
	case HTTP_TIMEOUT_TOTAL:
		way_out = " (backend.reply_timeout_s)";
		failure = FAILURE_TIMEOUT;
		break;
	case HTTP_TOO_LARGE:
		way_out = " (backend.max_head_bytes, backend.max_body_bytes)";
		break;
	}
	error_at(e, result->error.code, url, "%s", result->error.message);
	buf_adds(advice, way_out);
	return failure;
}
