/* SPDX-License-Identifier: MIT
 * Sets up curl's handle for a request and translates curl's results to failures. The callbacks here run
 * inside curl, so they only append bytes and record times.
 */
#include <strings.h>
#include "base/base.h"
#include "loop/transfer.h"

#define MAX_HEAD_DEFAULT ((size_t)64 << 10)
#define MAX_BODY_DEFAULT ((size_t)64 << 20)

/* Called by curl when a connection is made or reused, before the request is sent. */
static int on_connected(void *ctx, char *ip, char *local_ip, int port, int local_port)
{
	struct transfer *t = ctx;

	t->phase = PHASE_WAITING;
	t->connected_us = t->heard_us = clock_mono_us();
	return CURL_PREREQFUNC_OK;
}

static size_t too_large(struct transfer *t, const char *what, size_t max)
{
	t->failure = HTTP_TOO_LARGE;
	snprintf(t->detail, sizeof t->detail, "%s is larger than %zu bytes", what, max);
	return 0;
}

static void head_line(struct transfer *t, const char *line, size_t len)
{
	while (len > 0 && isspace((unsigned char)line[len - 1]))
		len--;
	if (len >= 5 && strncasecmp(line, "HTTP/", 5) == 0) {
		buf_clear(&t->head);
		curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &t->status);
	}
	if (t->status >= 200)
		t->phase = PHASE_RECEIVING; /* after a 1xx the wait for the response goes on */
	if (len == 0) {
		t->head_whole = t->status >= 200;
		return;
	}
	buf_add(&t->head, line, len);
	buf_addc(&t->head, '\0');
}

/* Returns false, with the failure set, if this header line says that the body is compressed: that was not
 * requested and cannot be decoded. */
static bool encoding_is_known(struct transfer *t, const char *line, size_t len)
{
	static const char name[] = "Content-Encoding:";
	size_t n = sizeof name - 1;

	if (len <= n || strncasecmp(line, name, n) != 0)
		return true;
	for (line += n, len -= n; len > 0 && isspace((unsigned char)*line); line++)
		len--;
	while (len > 0 && isspace((unsigned char)line[len - 1]))
		len--;
	if (len == 0 || (len == 8 && strncasecmp(line, "identity", 8) == 0))
		return true;
	t->failure = HTTP_ENCODED;
	snprintf(t->detail, sizeof t->detail, "'%.*s'", len < 40 ? (int)len : 40, line);
	return false;
}

static size_t on_header(char *line, size_t size, size_t count, void *ctx)
{
	struct transfer *t = ctx;
	size_t len = size * count;

	t->heard_us = clock_mono_us();
	t->head_bytes += len;
	if (t->head_bytes > t->max_head)
		return too_large(t, "the head of the answer", t->max_head);
	if (t->head_whole) /* these lines are trailers, after the body */
		return len;
	head_line(t, line, len);
	return encoding_is_known(t, line, len) ? len : 0;
}

static size_t on_body(char *data, size_t size, size_t count, void *ctx)
{
	struct transfer *t = ctx;
	size_t len = size * count;

	t->heard_us = clock_mono_us();
	if (len > t->max_body - t->body_bytes)
		return too_large(t, "the body of the answer", t->max_body);
	if (t->body_bytes == 0 && len >= 2 && memcmp(data, "\x1f\x8b", 2) == 0) {
		t->failure = HTTP_ENCODED;
		snprintf(t->detail, sizeof t->detail, "'gzip' without a word");
		return 0;
	}
	t->body_bytes += len;
	buf_add(&t->body, data, len);
	return len;
}

/* Sets t->where to the URL without user and query, for messages, and t->peer. A URL that cannot be parsed
 * is cut where a secret could be in it. False: it is no http or https URL. */
static bool read_url(struct transfer *t, const char *url)
{
	static const CURLUPart secret[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS,
	    CURLUPART_QUERY, CURLUPART_FRAGMENT};
	char *scheme = NULL, *host = NULL, *port = NULL, *shown = NULL;
	CURLU *u = curl_url();
	CURLUcode code = curl_url_set(u, CURLUPART_URL, url, 0);

	for (size_t i = 0; i < ARRAY_SIZE(secret); i++)
		curl_url_set(u, secret[i], NULL, 0);
	if (code == CURLUE_OK)
		code = curl_url_get(u, CURLUPART_SCHEME, &scheme, 0);
	if (code == CURLUE_OK && strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)
		code = CURLUE_UNSUPPORTED_SCHEME;
	if (code == CURLUE_OK)
		code = curl_url_get(u, CURLUPART_HOST, &host, 0);
	if (code == CURLUE_OK)
		code = curl_url_get(u, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT);
	if (code == CURLUE_OK)
		code = curl_url_get(u, CURLUPART_URL, &shown, 0);
	if (code == CURLUE_OK) {
		t->where = xstrdup(shown);
		t->peer = xasprintf("%s:%s", host, port);
	} else {
		const char *at = strrchr(url, '@');
		url = at != NULL ? at + 1 : url;
		t->where = xstrndup(url, strcspn(url, "?#"));
		snprintf(t->detail, sizeof t->detail, "%s", curl_url_strerror(code));
	}
	curl_free(scheme);
	curl_free(host);
	curl_free(port);
	curl_free(shown);
	curl_url_cleanup(u);
	return code == CURLUE_OK;
}

static bool add_header(struct transfer *t, const char *line)
{
	if (strpbrk(line, "\r\n") != NULL) {
		snprintf(t->detail, sizeof t->detail, "the header '%.*s' holds a line break",
		    (int)strcspn(line, ":\r\n"), line);
		return false;
	}
	struct curl_slist *list = curl_slist_append(t->headers, line);
	if (list == NULL)
		die("out of memory");
	t->headers = list;
	return true;
}

static bool set_headers(struct transfer *t, const struct http_request *request)
{
	/* Disables "Expect: 100-continue", for which curl waits a second before it sends a large body. */
	if (!add_header(t, "Expect:"))
		return false;
	for (size_t i = 0; request->headers != NULL && request->headers[i] != NULL; i++)
		if (!add_header(t, request->headers[i]))
			return false;
	curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
	curl_easy_setopt(t->easy, CURLOPT_USERAGENT, "agent/" AGENT_VERSION);
	return true;
}

static void set_method(struct transfer *t, const struct http_request *request)
{
	if (request->body != NULL || strcmp(request->method, "POST") == 0) {
		curl_easy_setopt(t->easy, CURLOPT_POST, 1L);
		curl_easy_setopt(
		    t->easy, CURLOPT_POSTFIELDS, request->body != NULL ? request->body : "");
		curl_easy_setopt(
		    t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_len);
	}
	if (strcmp(request->method, "HEAD") == 0)
		curl_easy_setopt(t->easy, CURLOPT_NOBODY, 1L);
	else
		curl_easy_setopt(t->easy, CURLOPT_CUSTOMREQUEST, request->method);
}

/* Sets the trusted certificates: the given file, else the places where the curl program looks for them. */
static void set_trust(struct transfer *t, const char *bundle)
{
	const char *folder = bundle == NULL ? getenv("SSL_CERT_DIR") : NULL;
	char *usual = NULL;

	if (bundle == NULL || *bundle == '\0')
		bundle = getenv("CURL_CA_BUNDLE");
	if (bundle == NULL || *bundle == '\0')
		bundle = getenv("SSL_CERT_FILE");
	if (bundle != NULL && *bundle != '\0')
		curl_easy_setopt(t->easy, CURLOPT_CAINFO, bundle);
	else
		curl_easy_getinfo(t->easy, CURLINFO_CAINFO, &usual);
	t->ca_file = xstrdup(bundle != NULL && *bundle != '\0' ? bundle : usual);
	if (folder != NULL && *folder != '\0')
		curl_easy_setopt(t->easy, CURLOPT_CAPATH, folder);
}

static void set_protocols(CURL *easy)
{
#if LIBCURL_VERSION_NUM >= 0x075500
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
	/* Without it, stopping a transfer while DNS hangs waits for curl's resolver thread, up to 3.5 s. */
	curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
}

bool transfer_prepare(struct transfer *t, const struct http_request *request)
{
	t->connect_ms = request->connect_ms;
	t->first_byte_ms = request->first_byte_ms;
	t->stall_ms = request->stall_ms;
	t->total_ms = request->total_ms;
	t->max_head = request->max_head > 0 ? request->max_head : MAX_HEAD_DEFAULT;
	t->max_body = request->max_body > 0 ? request->max_body : MAX_BODY_DEFAULT;
	t->failure = HTTP_BAD_URL;
	if (!read_url(t, request->url))
		return false;
	t->easy = curl_easy_init();
	if (t->easy == NULL)
		die("out of memory");
	curl_easy_setopt(t->easy, CURLOPT_PRIVATE, t);
	curl_easy_setopt(t->easy, CURLOPT_ERRORBUFFER, t->curl_says);
	curl_easy_setopt(t->easy, CURLOPT_PREREQFUNCTION, on_connected);
	curl_easy_setopt(t->easy, CURLOPT_PREREQDATA, t);
	curl_easy_setopt(t->easy, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(t->easy, CURLOPT_HEADERDATA, t);
	curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
	set_protocols(t->easy);
	set_trust(t, request->ca_file);
	transfer_set_proxy(t);
	if (request->only_public)
		transfer_set_public(t);
	set_method(t, request);
	curl_easy_setopt(t->easy, CURLOPT_URL, request->url);
	/* curl also divides this time among the addresses of a host. 0 would mean curl's default. */
	curl_easy_setopt(t->easy, CURLOPT_CONNECTTIMEOUT_MS,
	    t->connect_ms > 0 ? (long)t->connect_ms : (long)INT_MAX);
	if (!set_headers(t, request))
		return false;
	t->failure = HTTP_OK;
	return true;
}

bool transfer_sent(const struct transfer *t)
{
	curl_off_t sent = 0, all = 0;

	if (t == NULL || t->easy == NULL || t->phase == PHASE_CONNECTING)
		return false;
	curl_easy_getinfo(t->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
	curl_easy_getinfo(t->easy, CURLINFO_CONTENT_LENGTH_UPLOAD_T, &all);
	return sent >= all;
}

static enum http_failure before_connection(CURLcode code)
{
	static const struct {
		CURLcode code;
		enum http_failure failure;
	} known[] = {
	    {CURLE_URL_MALFORMAT, HTTP_BAD_URL},
	    {CURLE_UNSUPPORTED_PROTOCOL, HTTP_BAD_URL},
	    {CURLE_COULDNT_RESOLVE_HOST, HTTP_RESOLVE},
	    {CURLE_COULDNT_RESOLVE_PROXY, HTTP_PROXY},
	    {CURLE_PEER_FAILED_VERIFICATION, HTTP_CERTIFICATE},
	    {CURLE_SSL_CACERT_BADFILE, HTTP_CERTIFICATE},
	    {CURLE_SSL_CERTPROBLEM, HTTP_CERTIFICATE},
	    {CURLE_SSL_ISSUER_ERROR, HTTP_CERTIFICATE},
	    {CURLE_OPERATION_TIMEDOUT, HTTP_TIMEOUT_CONNECT},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i].code == code)
			return known[i].failure;
	return HTTP_CONNECT;
}

/* Returns what is wrong with a certificate, from OpenSSL's X509_V_ERR_* codes. curl compares the host name
 * itself, after the chain was verified; some versions have not stored that result by then. */
static enum http_reason reason_of_certificate(const struct transfer *t)
{
	enum {
		GOOD = 0,
		NOT_NOTED = 1,
		NOT_YET_VALID = 9,
		HAS_EXPIRED = 10,
		SELF_SIGNED_LEAF = 18
	};
	long verified = GOOD;

	curl_easy_getinfo(t->easy, CURLINFO_SSL_VERIFYRESULT, &verified);
	switch (verified) {
	case GOOD:
	case NOT_NOTED:
		return HTTP_WRONG_NAME;
	case NOT_YET_VALID:
	case HAS_EXPIRED:
		return HTTP_NOT_IN_TIME;
	case SELF_SIGNED_LEAF:
		return HTTP_SELF_SIGNED;
	default:
		return HTTP_REASON_OTHER;
	}
}

static enum http_reason reason_of(const struct transfer *t, CURLcode code)
{
	long by_proxy = 0;

	curl_easy_getinfo(t->easy, CURLINFO_HTTP_CONNECTCODE, &by_proxy);
	if (by_proxy == 407)
		return HTTP_PROXY_WANTS_USER;
	switch (code) {
	case CURLE_SSL_CONNECT_ERROR:
		return HTTP_NO_TLS;
	case CURLE_GOT_NOTHING:
		return HTTP_NO_ANSWER;
	case CURLE_SSL_CACERT_BADFILE:
		return HTTP_TRUST_FILE;
	case CURLE_PEER_FAILED_VERIFICATION:
		return reason_of_certificate(t);
	default:
		return HTTP_REASON_OTHER;
	}
}

#define CURL_LINE_MAX ((size_t)100 << 10)
#define CODE_TOO_LARGE 100 /* CURLE_TOO_LARGE, from curl 8.6 on */

void transfer_conclude(struct transfer *t, CURLcode code)
{
	/* If a line of the head exceeds curl's own limit, it reports lack of memory, later CURLE_TOO_LARGE. */
	const bool endless = !t->head_whole && t->phase != PHASE_CONNECTING &&
			     (code == CURLE_OUT_OF_MEMORY || (int)code == CODE_TOO_LARGE);
	long os_errno = 0;

	t->over = true;
	if (code == CURLE_OK && !t->head_whole) {
		/* curl accepts an incomplete head without a body as a response. */
		t->failure = HTTP_BROKEN;
		snprintf(t->detail, sizeof t->detail, "it ended inside the head of the answer");
	}
	if (t->failure == HTTP_OK && endless)
		too_large(t, "a line in the head of the answer", CURL_LINE_MAX);
	if (t->failure != HTTP_OK || code == CURLE_OK)
		return;
	t->failure = t->phase == PHASE_CONNECTING ? before_connection(code) : HTTP_BROKEN;
	t->reason = reason_of(t, code);
	curl_easy_getinfo(t->easy, CURLINFO_OS_ERRNO, &os_errno);
	if (transfer_fails_at_proxy(t, code))
		t->failure = HTTP_PROXY;
	if ((t->failure == HTTP_CONNECT || t->failure == HTTP_PROXY) &&
	    code == CURLE_COULDNT_CONNECT && os_errno != 0)
		snprintf(t->detail, sizeof t->detail, "%s", strerror((int)os_errno));
	else
		snprintf(t->detail, sizeof t->detail, "%s",
		    t->curl_says[0] != '\0' ? t->curl_says : curl_easy_strerror(code));
}

/* The parts of a message: BEFORE PEER AFTER, then the detail or the timeout, then END. */
static const struct failure_words {
	enum error_code code;
	const char *before, *after, *end;
	bool detail;
} failures[] = {
    [HTTP_BAD_URL] = {ERR_USAGE, "cannot ask '", "': ", "", true},
    [HTTP_RESOLVE] = {ERR_NETWORK, "cannot resolve '", "': ", "", true},
    [HTTP_PRIVATE] = {ERR_DENIED, "'",
	"' is no address of the public network; fetch.private allows such", "", false},
    [HTTP_CONNECT] = {ERR_NETWORK, "cannot connect to '", "': ", "", true},
    [HTTP_CERTIFICATE] = {ERR_NETWORK, "no TLS with '", "': ", "", true},
    [HTTP_TIMEOUT_CONNECT] = {ERR_TIMEOUT, "no connection to '", "' within ", "", false},
    [HTTP_TIMEOUT_FIRST_BYTE] = {ERR_TIMEOUT, "no answer from '", "' within ", "", false},
    [HTTP_TIMEOUT_STALL] = {ERR_TIMEOUT, "nothing more from '", "' for ", "", false},
    [HTTP_TIMEOUT_TOTAL] = {ERR_TIMEOUT, "'", "' did not finish within ", "", false},
    [HTTP_BROKEN] = {ERR_NETWORK, "the connection to '", "' broke: ", "", true},
    [HTTP_ENCODED] = {ERR_SERVER, "'", "' encodes its answers as ",
	", which was not asked for: switch that off, there or in the proxy before it", true},
    [HTTP_TOO_LARGE] = {ERR_LIMIT, "'", "' sent too much: ", "", true},
};

void transfer_explain(const struct transfer *t, struct error *e)
{
	const int ms = t->failure == HTTP_TIMEOUT_CONNECT      ? t->connect_ms
		       : t->failure == HTTP_TIMEOUT_FIRST_BYTE ? t->first_byte_ms
		       : t->failure == HTTP_TIMEOUT_STALL      ? t->stall_ms
							       : t->total_ms;
	const bool trusts = t->failure == HTTP_CERTIFICATE && t->ca_file != NULL;
	const struct failure_words *words = &failures[t->failure];
	char span[24] = "";

	if (t->failure == HTTP_OK)
		return;
	if (t->failure == HTTP_PROXY) {
		transfer_explain_proxy(t, e);
		return;
	}
	if (words->code == ERR_TIMEOUT)
		clock_spell(ms, span);
	error_at(e, words->code, t->where, "%s%s%s%s%s%s%s%s", words->before,
	    t->failure == HTTP_BAD_URL ? t->where : t->peer, words->after,
	    words->detail ? t->detail : span, words->end, trusts ? " (trusted: " : "",
	    trusts ? t->ca_file : "", trusts ? ")" : "");
}
