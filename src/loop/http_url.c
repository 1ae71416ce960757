/* SPDX-License-Identifier: MIT
 * Addresses of the web: put together and compared, and held to the public network where a connection is made.
 */
#include <strings.h>
#include <sys/socket.h>
#include "base/base.h"
#include "loop/address.h"
#include "loop/transfer.h"

static curl_socket_t open_public(void *ctx, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct transfer *t = ctx;

	if (address_is_public(&address->addr))
		return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
	t->failure = HTTP_PRIVATE;
	return CURL_SOCKET_BAD;
}

void transfer_set_public(struct transfer *t)
{
	curl_easy_setopt(t->easy, CURLOPT_PROXY, "");
	curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 1L);
	curl_easy_setopt(t->easy, CURLOPT_FORBID_REUSE, 1L);
	curl_easy_setopt(t->easy, CURLOPT_OPENSOCKETFUNCTION, open_public);
	curl_easy_setopt(t->easy, CURLOPT_OPENSOCKETDATA, t);
}

/* Returns a part of a URL, to be freed with curl_free; NULL: it has none. */
static char *url_part(CURLU *u, CURLUPart part)
{
	char *text = NULL;

	curl_url_get(u, part, &text, 0);
	return text;
}

char *http_url_join(const char *url, const char *reference)
{
	CURLU *u = curl_url();
	char *scheme = NULL, *user = NULL, *whole = NULL, *joined = NULL;

	if (curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK &&
	    (*reference == '\0' || curl_url_set(u, CURLUPART_URL, reference, 0) == CURLUE_OK)) {
		curl_url_set(u, CURLUPART_FRAGMENT, NULL, 0);
		scheme = url_part(u, CURLUPART_SCHEME);
		user = url_part(u, CURLUPART_USER);
		whole = url_part(u, CURLUPART_URL);
	}
	if (whole && !user && (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0))
		joined = xstrdup(whole);
	curl_free(scheme);
	curl_free(user);
	curl_free(whole);
	curl_url_cleanup(u);
	return joined;
}

char *http_url_host(const char *url)
{
	CURLU *u = curl_url();
	char *host = curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK
			 ? url_part(u, CURLUPART_HOST)
			 : NULL;
	char *own = xstrdup(host);

	for (char *c = own; c && *c; c++)
		*c = (char)tolower((unsigned char)*c);
	curl_free(host);
	curl_url_cleanup(u);
	return own;
}

bool http_url_same_host(const char *a, const char *b)
{
	auto_free char *one = http_url_host(a), *other = http_url_host(b);

	return one && other && strcmp(one, other) == 0 &&
	       !(strncmp(a, "https:", 6) == 0 && strncmp(b, "http:", 5) == 0);
}
