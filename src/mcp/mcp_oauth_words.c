/* SPDX-License-Identifier: MIT
 * Builds and reads small texts of OAuth; nothing here sends a request.
 */
#include "mcp/mcp_oauth_words.h"

#include <sodium.h>
#include "base/base.h"

void form_add(struct buf *out, const char *name, const char *value)
{
	if (!value)
		return;
	buf_addf(out, "%s%s=", out->len ? "&" : "", name);
	for (const unsigned char *c = (const unsigned char *)value; *c; c++)
		if (isalnum(*c) || strchr("-._~", *c))
			buf_addc(out, (char)*c);
		else
			buf_addf(out, "%%%02X", *c);
}

static char *url_base64(const void *data, size_t len)
{
	const int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
	const size_t size = sodium_base64_encoded_len(len, variant);

	return sodium_bin2base64(xmalloc(size), size, data, len, variant);
}

char *random_words(void)
{
	unsigned char bytes[32];

	randombytes_buf(bytes, sizeof bytes);
	return url_base64(bytes, sizeof bytes);
}

char *pkce_challenge(const char *verifier)
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	crypto_hash_sha256(hash, (const unsigned char *)verifier, strlen(verifier));
	return url_base64(hash, sizeof hash);
}

char *challenge_value(const char *challenge, const char *name)
{
	auto_free char *mark = xasprintf("%s=\"", name);
	const char *at = challenge;

	while ((at = strstr(at, mark)) && at > challenge && !strchr(" ,", at[-1]))
		at++;
	return at ? xstrndup(at + strlen(mark), strcspn(at + strlen(mark), "\"")) : NULL;
}

void scope_add(struct buf *out, const char *scope)
{
	for (const char *at = scope ? scope : ""; *(at += strspn(at, " "));) {
		auto_free char *word = xstrndup(at, strcspn(at, " ")),
			       *mark = xasprintf(" %s ", word),
			       *all = xasprintf(" %s ", buf_str(out));

		if (!strstr(all, mark))
			buf_addf(out, "%s%s", out->len ? " " : "", word);
		at += strlen(word);
	}
}

size_t url_root(const char *url)
{
	const char *host = strstr(url, "://");
	const size_t before = host ? (size_t)(host + 3 - url) : 0;

	return before + strcspn(url + before, "/?#");
}

char *issuer_place(const char *issuer, int i)
{
	static const char *const places[] = {
	    "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"};
	const int root = (int)url_root(issuer);
	const char *path = strcmp(issuer + root, "/") == 0 ? "" : issuer + root;

	if (i < 2)
		return xasprintf("%.*s%s%s", root, issuer, places[i], path);
	return i == 2 && *path ? xasprintf("%s%s", issuer, places[1]) : NULL;
}

bool is_resource_of(const char *resource, const char *url)
{
	const size_t len = strlen(resource);

	return len && strncmp(resource, url, len) == 0 &&
	       (!url[len] || strchr("/?", url[len]) || resource[len - 1] == '/');
}

static json_t *decoded(const char *s, size_t len)
{
	auto_buf out = BUF_INIT;

	text_percent_decode(&out, s, len);
	return json_text(buf_str(&out), out.len);
}

json_t *query_read(char *query)
{
	json_t *all = json_object();
	char *save, *one = strtok_r(query, "&", &save);

	for (; one; one = strtok_r(NULL, "&", &save)) {
		for (char *plus = one; (plus = strchr(plus, '+'));)
			*plus = ' ';
		const size_t n = strcspn(one, "=");
		const char *value = one + n + (one[n] != '\0');
		json_auto_t *name = decoded(one, n);
		json_object_set_new(all, json_string_value(name), decoded(value, strlen(value)));
	}
	return all;
}
