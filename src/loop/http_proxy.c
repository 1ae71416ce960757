/* SPDX-License-Identifier: MIT
 * Proxies from the environment: which transfers use one, and which failures are the proxy's. no_proxy is evaluated here
 * rather than by curl, which before 8.7 does not report whether it failed to reach the proxy or the server.
 */
#include <arpa/inet.h>
#include <strings.h>
#include "base/base.h"
#include "loop/transfer.h"

static size_t host_len(const struct transfer *t)
{
	return (size_t)(strrchr(t->peer, ':') - t->peer);
}

bool http_host_is_local(const char *host, size_t len)
{
	static const char *const names[] = {"localhost", "localhost.", "[::1]", "0.0.0.0", "[::]"};
	static const char below[] = ".localhost";

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (len == strlen(names[i]) && strncasecmp(host, names[i], len) == 0)
			return true;
	if (len >= sizeof below &&
	    strncasecmp(host + len - (sizeof below - 1), below, sizeof below - 1) == 0)
		return true;
	return len > 4 && memcmp(host, "127.", 4) == 0 && strspn(host, "0123456789.") >= len;
}

/* Returns the environment variable that sets this transfer's proxy, looked up as by curl; NULL: none. */
static const char *proxy_variable(const struct transfer *t)
{
	static const char *const of_http[] = {"http_proxy", "all_proxy", "ALL_PROXY", NULL};
	static const char *const of_https[] = {
	    "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", NULL};
	const char *const *name = strncmp(t->where, "https:", 6) == 0 ? of_https : of_http;

	for (const char *value; *name != NULL; name++)
		if ((value = getenv(*name)) != NULL && *value != '\0')
			return *name;
	return NULL;
}

/* Returns whether the host is an IP address that equals `name`, or lies in the network `name` (10.0.0.0/8). */
static bool covers_address(const char *name, size_t len, const char *host, size_t host_len)
{
	const size_t braced = *host == '[' ? 1 : 0;
	auto_free char *net = xstrndup(name, len),
		       *address = xstrndup(host + braced, host_len - 2 * braced);
	char *slash = strchr(net, '/');
	unsigned char a[16], b[16];
	const int family = strchr(address, ':') ? AF_INET6 : AF_INET;
	const long all = family == AF_INET6 ? 128 : 32,
		   said = slash ? strtol(slash + 1, NULL, 10) : -1, count = said < 0 ? all : said;

	if (slash)
		*slash = '\0';
	if (count > all || inet_pton(family, net, a) != 1 || inet_pton(family, address, b) != 1)
		return false;
	return memcmp(a, b, (size_t)count / 8) == 0 &&
	       (count % 8 == 0 || ((a[count / 8] ^ b[count / 8]) >> (8 - count % 8)) == 0);
}

/* Returns whether an entry of no_proxy covers the host: it is "*", the host, a domain of it, or a network. */
static bool covers(const char *name, size_t len, const char *host, size_t host_len)
{
	if ((len == 1 && *name == '*') || covers_address(name, len, host, host_len))
		return true;
	if (len > 0 && *name == '.') {
		name++;
		len--;
	}
	return len > 0 && host_len >= len && strncasecmp(host + host_len - len, name, len) == 0 &&
	       (host_len == len || host[host_len - len - 1] == '.');
}

static bool is_exempt(const struct transfer *t)
{
	const char *names = getenv("no_proxy");

	if (names == NULL)
		names = getenv("NO_PROXY");
	while (names != NULL && *names != '\0') {
		const size_t len = strcspn(names, ", ");

		if (covers(names, len, t->peer, host_len(t)))
			return true;
		names += len + strspn(names + len, ", ");
	}
	return false;
}

/* Returns whether a transfer uses a proxy; never for a server on this machine, so that no proxy sees its data. */
static bool has_proxy(const struct transfer *t)
{
	return proxy_variable(t) && !http_host_is_local(t->peer, host_len(t)) && !is_exempt(t);
}

void transfer_set_proxy(struct transfer *t)
{
	if (has_proxy(t))
		curl_easy_setopt(t->easy, CURLOPT_NOPROXY, "");
	else
		curl_easy_setopt(t->easy, CURLOPT_PROXY, "");
}

bool transfer_fails_at_proxy(const struct transfer *t, CURLcode code)
{
	if (t->failure == HTTP_PROXY)
		return true;
	if (!has_proxy(t))
		return false;
	switch (t->failure) {
	case HTTP_TIMEOUT_CONNECT:
		return true;
	case HTTP_CONNECT: /* the TLS handshake is with the server behind the proxy */
		return code != CURLE_SSL_CONNECT_ERROR;
	case HTTP_BROKEN: /* with TLS the proxy only forwards bytes */
		return t->head_bytes == 0 && strncmp(t->where, "http:", 5) == 0;
	default:
		return false;
	}
}

void transfer_explain_proxy(const struct transfer *t, struct error *e)
{
	const char *variable = proxy_variable(t);
	CURLU *u = curl_url();
	char *host = NULL, *port = NULL;

	if (curl_url_set(u, CURLUPART_URL, getenv(variable),
		CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK) {
		curl_url_get(u, CURLUPART_HOST, &host, 0);
		curl_url_get(u, CURLUPART_PORT, &port, 0);
	}
	/* The proxy's user and password are not shown. */
	error_at(e, ERR_NETWORK, t->where, "cannot ask '%s' through the proxy '%s:%s' of $%s: %s",
	    t->peer, host != NULL ? host : "?", port != NULL ? port : "1080", variable, t->detail);
	curl_free(host);
	curl_free(port);
	curl_url_cleanup(u);
}
