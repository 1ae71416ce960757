/* SPDX-License-Identifier: MIT
 * Takes base URLs apart and puts them together, as far as a backend needs it; the HTTP client checks the rest.
 */
#include "llm/http/endpoint.h"

#include <fnmatch.h>
#include <strings.h>
#include "base/base.h"
#include "loop/curl.h"
#include "loop/http.h"

/* Returns where the host begins, or NULL if this is no http URL. */
static const char *authority(const char *url)
{
	if (strncasecmp(url, "http://", 7) == 0)
		return url + 7;
	if (strncasecmp(url, "https://", 8) == 0)
		return url + 8;
	return NULL;
}

static size_t authority_len(const char *s)
{
	return strcspn(s, "/?#");
}

/* Returns where the host's name begins: behind "user:password@". */
static const char *host(const char *s, size_t len)
{
	const char *at = memrchr(s, '@', len);

	return at ? at + 1 : s;
}

bool endpoint_valid(const char *base)
{
	const char *s = authority(base);
	size_t len = s ? authority_len(s) : 0;

	for (const unsigned char *p = (const unsigned char *)base; *p; p++)
		if (*p <= ' ' || *p == 0x7f)
			return false;
	return len > 0 && host(s, len) == s && *s != ':';
}

/* Returns the length of a base URL up to its query, without trailing slashes. */
static size_t path_end(const char *base)
{
	size_t len = strcspn(base, "?#");

	while (len && base[len - 1] == '/')
		len--;
	return len;
}

bool endpoint_names_version(const char *base)
{
	size_t len = path_end(base), at;

	for (at = len; at && isalnum((unsigned char)base[at - 1]);)
		at--;
	return at > 1 && base[at - 1] == '/' && base[at - 2] != '/' && base[at] == 'v' &&
	       isdigit((unsigned char)base[at + 1]);
}

bool endpoint_ends_with(const char *base, const char *end)
{
	const char *s = authority(base);
	size_t least = s ? (size_t)(s - base) + authority_len(s) : 0;
	size_t len = path_end(base), tail = strlen(end);

	return tail && len >= least + tail && memcmp(base + len - tail, end, tail) == 0;
}

bool endpoint_has_path(const char *base)
{
	const char *s = authority(base);

	return s && path_end(base) > (size_t)(s - base) + authority_len(s);
}

char *endpoint_host(const char *url)
{
	const char *s = url ? authority(url) : "";

	s = s ? s : url;
	const size_t len = authority_len(s);
	return xstrndup(host(s, len), len - (size_t)(host(s, len) - s));
}

bool endpoint_host_fits(const char *base, const char *pattern)
{
	auto_free char *name = authority(base) ? endpoint_host(base) : xstrdup("");

	name[strcspn(name, ":")] = '\0';
	return *name && fnmatch(pattern, name, FNM_CASEFOLD) == 0;
}

char *endpoint_at(const char *base, const char *path)
{
	const char *s = authority(base), *query = base + strcspn(base, "?#");
	size_t len = s ? (size_t)(s - base) + authority_len(s) : path_end(base);

	return xasprintf("%.*s%s%.*s", (int)len, base, path, (int)strcspn(query, "#"), query);
}

char *endpoint_for(char *url, const char *model)
{
	static const char place[] = "{model}";
	const char *at, *from = url;
	char *escaped = curl_easy_escape(NULL, model ? model : "", 0);
	struct buf out = BUF_INIT;

	while ((at = strstr(from, place))) {
		buf_add(&out, from, (size_t)(at - from));
		buf_adds(&out, escaped);
		from = at + sizeof place - 1;
	}
	buf_adds(&out, from);
	curl_free(escaped);
	free(url);
	return buf_take(&out);
}

char *endpoint_url(const char *base, const char *without, const char *path)
{
	const char *query = base + strcspn(base, "?#");
	size_t len = path_end(base);

	if (endpoint_ends_with(base, without))
		len -= strlen(without);
	return xasprintf("%.*s%s%.*s", (int)len, base, path, (int)strcspn(query, "#"), query);
}

char *endpoint_shown(const char *url)
{
	const char *s = authority(url);

	if (!s)
		return xstrndup(url, strcspn(url, "?#"));
	size_t len = strcspn(s, "?#");
	return xasprintf("%.*s%.*s", (int)(s - url), url,
	    (int)(len - (size_t)(host(s, authority_len(s)) - s)), host(s, authority_len(s)));
}

/* Returns host and port, without the default port of the scheme. Caller frees. */
static char *host_and_port(const char *url)
{
	char *name = endpoint_host(url);
	const char *port = strncasecmp(url, "https:", 6) == 0 ? ":443" : ":80";
	const size_t len = strlen(name), without = strlen(port);

	if (len > without && strcmp(name + len - without, port) == 0)
		name[len - without] = '\0';
	return name;
}

bool endpoint_same(const char *a, const char *b)
{
	auto_free char *one = host_and_port(a), *other = host_and_port(b);

	return authority(a) && authority(b) && authority(a) - a == authority(b) - b &&
	       strcasecmp(one, other) == 0;
}

bool endpoint_is_local(const char *url)
{
	const char *s = authority(url);
	size_t len = s ? authority_len(s) : 0;
	const char *port = len ? memrchr(s, ':', len) : NULL;

	if (port && !memchr(port, ']', len - (size_t)(port - s))) /* [::1] has no port */
		len = (size_t)(port - s);
	return len && http_host_is_local(s, len);
}
