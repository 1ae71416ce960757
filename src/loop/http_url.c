/* SPDX-License-Identifier: MIT
 * Resolving and comparing URLs, and restricting connections to public addresses.
 */
#include <netinet/in.h>
#include <sys/socket.h>
#include "base/base.h"
#include "loop/transfer.h"

/* ---- Which addresses are public ------------------------------------------------------------------ */

struct address_range {
	unsigned char bytes[16];
	int bits;
};

static const struct address_range inside_v4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};
static const struct address_range inside_v6[] = {
    {{0}, 8},
    {{1}, 8},
    {{0x20, 0x01, 0}, 23},
    {{0x20, 0x01, 0x0d, 0xb8}, 32},
    {{0x5f}, 16},
    {{0xfc}, 7},
    {{0xfe, 0x80}, 10},
    {{0xfe, 0xc0}, 10},
    {{0xff}, 8},
};
/* IPv6 ranges with an IPv4 address behind their prefix: IPv4-mapped, NAT64 and 6to4. */
static const struct address_range carriers[] = {
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96},
    {{0, 0x64, 0xff, 0x9b}, 96},
    {{0x20, 0x02}, 16},
};

static bool is_within(const unsigned char *address, const struct address_range *range)
{
	const int whole = range->bits / 8, rest = range->bits % 8;

	return memcmp(address, range->bytes, (size_t)whole) == 0 &&
	       (!rest || ((address[whole] ^ range->bytes[whole]) >> (8 - rest)) == 0);
}

static bool is_outside(const unsigned char *address, const struct address_range *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_within(address, &list[i]))
			return false;
	return true;
}

static bool v4_is_public(const unsigned char *address)
{
	return is_outside(address, inside_v4, ARRAY_SIZE(inside_v4));
}

bool address_is_public(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return v4_is_public(
		    (const unsigned char *)&((const struct sockaddr_in *)(const void *)address)
			->sin_addr);
	if (address->sa_family != AF_INET6)
		return false;
	const unsigned char *bytes =
	    ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
	for (size_t i = 0; i < ARRAY_SIZE(carriers); i++)
		if (is_within(bytes, &carriers[i]))
			return v4_is_public(bytes + carriers[i].bits / 8);
	return is_outside(bytes, inside_v6, ARRAY_SIZE(inside_v6));
}

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

/* Returns a part of a URL; NULL: it has none. Caller frees by curl_free. */
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
