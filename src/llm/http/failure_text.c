/* SPDX-License-Identifier: MIT
 * Words the failure of a request: what happened, and apart from it advice on the way out, which is
 * of no use while the request is tried again.
 */
#include "base/base.h"
#include "llm/completion/http_backend.h"
#include "llm/http/endpoint.h"
#include "llm/http/refusal.h"
#include "llm/http/server_error.h"
#include "loop/http.h"

#define WANTS_PASSWORD \
	"; it is the proxy that wants a user name and a password: http://USER:PASSWORD@HOST:PORT " \
	"in its variable"

static void advice_not_found(struct buf *out, const char *url, const char *why)
{
	bool versioned = strstr(url, "/v1") != NULL;

	if (refusal_names("not_paths", why))
		buf_adds(out, "; nobody there runs this model for such a request: choose another "
			      "with -m, or allow more in your account there");
	else if (strcasestr(why, "model"))
		buf_adds(out, "; choose a model with -m, `agent models` lists them");
	else
		buf_addf(out, "; check backend.base_url: %s",
		    versioned ? "this server may want another path than /v1"
			      : "there is none below /v1 either");
}

enum failure failure_of_status(struct error *e, struct buf *advice, const struct model *model,
    const char *url, long status, const char *location, const struct buf *body)
{
	auto_error why = ERROR_INIT;
	enum failure failure = server_failure(status, buf_str(body), body->len, &why);
	size_t len = strlen(why.message);
	const char *name = model->key ? model->key_name : NULL;

	if (status == 404 || status == 405) {
		advice_not_found(advice, url, why.message);
	} else if ((status == 401 || status == 403) && name) {
		buf_addf(advice,
		    "; it was sent the key of %s%s: is it this server's, and still valid?",
		    strncmp(name, "backend.", 8) == 0 ? "" : "$", name);
	} else if (status == 401 || status == 403) {
		buf_adds(advice, "; no key was sent: name its variable in backend.api_key_env");
	} else if (status == 407) {
		buf_adds(advice, WANTS_PASSWORD);
	} else if (status >= 300 && status < 400) {
		auto_free char *to = endpoint_shown(location ? location : ""),
			       *line = text_line(to, 300);

		buf_addf(
		    advice, "; it points to '%s' and is not followed: set backend.base_url", line);
	}
	/* Advice comes behind a sentence without its full stop. */
	if (advice->len && len > 1 && why.message[len - 1] == '.' && why.message[len - 2] != '.')
		len--;
	error_at(e, why.code, url, "%.*s", (int)len, why.message);
	return failure;
}

/* The advice for each reason of a failed transfer; NULL: that of its kind (below) is given. */
static const char *const reasons[] = {
    [HTTP_REASON_OTHER] = NULL,
    [HTTP_NO_TLS] = "; it may speak no TLS there: is it http:// in backend.base_url?",
    [HTTP_NO_ANSWER] = "; does it want https:// in backend.base_url?",
    [HTTP_TRUST_FILE] = "; backend.ca_file has to name a file of certificates (PEM)",
    [HTTP_WRONG_NAME] = "; ask it by a name its certificate is made for (backend.base_url)",
    [HTTP_NOT_IN_TIME] =
	"; its certificate has to be made anew, or the clock of this machine is wrong",
    [HTTP_SELF_SIGNED] = "; it signed itself: name its certificate in backend.ca_file",
    [HTTP_PROXY_WANTS_USER] = WANTS_PASSWORD,
};

/* What each kind of failed transfer counts as, and the advice where its reason has none. */
static const struct {
	enum failure failure;
	const char *advice;
} kinds[] = {
    [HTTP_OK] = {FAILURE_NONE, ""},
    [HTTP_BAD_URL] = {FAILURE_REQUEST, "; check backend.base_url"},
    [HTTP_RESOLVE] = {FAILURE_RETRY, "; is the server running, and backend.base_url right?"},
    [HTTP_PRIVATE] = {FAILURE_REQUEST, ""},
    [HTTP_CONNECT] = {FAILURE_RETRY, "; is the server running, and backend.base_url right?"},
    [HTTP_PROXY] = {FAILURE_RETRY,
	"; is the proxy running? no_proxy names servers that are asked without it"},
    [HTTP_CERTIFICATE] = {FAILURE_REQUEST,
	"; name the certificate of the CA that signed the server's in backend.ca_file"},
    [HTTP_TIMEOUT_CONNECT] = {FAILURE_RETRY,
	"; is the server running, and backend.base_url right?"},
    [HTTP_TIMEOUT_FIRST_BYTE] = {FAILURE_TIMEOUT, " (backend.first_byte_timeout_s)"},
    [HTTP_TIMEOUT_STALL] = {FAILURE_TIMEOUT, " (backend.stall_timeout_s)"},
    [HTTP_TIMEOUT_TOTAL] = {FAILURE_TIMEOUT, " (backend.reply_timeout_s)"},
    [HTTP_BROKEN] = {FAILURE_RETRY, ""},
    [HTTP_ENCODED] = {FAILURE_REQUEST, ""},
    [HTTP_TOO_LARGE] = {FAILURE_BROKEN, " (backend.max_head_bytes, backend.max_body_bytes)"},
};

enum failure failure_of_transfer(
    struct error *e, struct buf *advice, const char *url, const struct http_result *result)
{
	const char *way_out = reasons[result->reason];

	if (result->reason == HTTP_NO_ANSWER && strncmp(url, "http:", 5) != 0)
		way_out = NULL;
	if (result->failure == HTTP_OK)
		return FAILURE_NONE;
	error_at(e, result->error.code, url, "%s", result->error.message);
	buf_adds(advice, way_out ? way_out : kinds[result->failure].advice);
	return kinds[result->failure].failure;
}
