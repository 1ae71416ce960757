/* SPDX-License-Identifier: MIT
 * The process's secrets, kept longest first, so that a value that contains another is replaced as a
 * whole. Text is searched before it is copied: text without secrets costs one memmem per secret.
 */
#include "base/secret.h"

#include "base/base.h"

#define SECRET_LEAST 8
#define BLANKS " \t\r\n" /* stripped from a value, which may have been pasted with them */

struct secret {
	char *label; /* (owned) "$NAME" */
	char *value; /* (owned) */
	size_t len;
};
static struct secret *secrets;
static size_t secret_count, secret_cap;
static struct
    secret_place { /* memory that other processes can read, in which secrets are overwritten */
	char *s;   /* (borrowed) */
	size_t len;
} * places;
static size_t place_count, place_cap;

static int by_length(const void *a, const void *b)
{
	size_t x = ((const struct secret *)a)->len, y = ((const struct secret *)b)->len;

	return (x < y) - (x > y);
}

static void overwrite_secret(const struct secret_place *place, const struct secret *secret)
{
	char *end = place->s + place->len, *at = place->s;

	while ((at = memmem(at, (size_t)(end - at), secret->value, secret->len))) {
		memset(at, '*', secret->len);
		at += secret->len;
	}
}

void secret_overwrite_in(char *s, size_t len)
{
	array_push(places, place_count, place_cap, (struct secret_place){s, len});
	for (size_t i = 0; i < secret_count; i++)
		overwrite_secret(&places[place_count - 1], &secrets[i]);
}

void secret_add(const char *name, const char *value)
{
	value = value ? value + strspn(value, BLANKS) : "";
	size_t len = strlen(value);
	while (len && strchr(BLANKS, value[len - 1]))
		len--;
	if (len < SECRET_LEAST)
		return;
	for (size_t i = 0; i < secret_count; i++)
		if (secrets[i].len == len && memcmp(secrets[i].value, value, len) == 0)
			return;
	array_push(secrets, secret_count, secret_cap,
	    (struct secret){xasprintf("$%s", name), xstrndup(value, len), len});
	for (size_t i = 0; i < place_count; i++)
		overwrite_secret(&places[i], &secrets[secret_count - 1]);
	qsort(secrets, secret_count, sizeof *secrets, by_length);
}

bool secret_any(void)
{
	return secret_count > 0;
}

/* Returns the first secret in s and sets *at to its offset; NULL: there is none. */
static const struct secret *secret_find(const char *s, size_t len, size_t *at)
{
	const struct secret *found = NULL;

	for (size_t i = 0; i < secret_count; i++) {
		const char *where = memmem(s, len, secrets[i].value, secrets[i].len);
		if (!where || (found && (size_t)(where - s) >= *at))
			continue;
		found = &secrets[i];
		*at = (size_t)(where - s);
	}
	return found;
}

bool secret_found(const void *data, size_t len)
{
	size_t at;

	return secret_find(data, len, &at) != NULL;
}

/* Appends s with each secret replaced by its label. */
static void redact_into(struct buf *out, const char *s, size_t len)
{
	const struct secret *found;
	size_t at;

	while ((found = secret_find(s, len, &at))) {
		buf_add(out, s, at);
		buf_adds(out, found->label);
		s += at + found->len;
		len -= at + found->len;
	}
	buf_add(out, s, len);
}

bool secret_redact(struct buf *b)
{
	struct buf out = BUF_LIMIT(b->max);
	size_t at;

	if (!secret_count || !secret_find(buf_str(b), b->len, &at))
		return false;
	redact_into(&out, b->data, b->len);
	out.truncated = out.truncated || b->truncated;
	free(b->data);
	*b = out;
	return true;
}

static bool in_json(const json_t *value)
{
	size_t at;

	if (json_is_string(value))
		return secret_find(json_string_value(value), json_string_length(value), &at);
	json_each (item, value)
		if (in_json(item))
			return true;
	json_members (key, item, value)
		if (secret_find(key, strlen(key), &at) || in_json(item))
			return true;
	return false;
}

static json_t *redacted(json_t *value)
{
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED);

	if (json_is_string(value)) {
		redact_into(&out, json_string_value(value), json_string_length(value));
		return json_stringn(out.data, out.len);
	}
	if (!json_is_object(value) && !json_is_array(value))
		return json_incref(value);
	json_t *copy = json_is_object(value) ? json_object() : json_array();
	json_each (item, value)
		json_array_append_new(copy, redacted(item));
	json_members (key, item, value) {
		buf_clear(&out);
		redact_into(&out, key, strlen(key));
		json_object_set_new(copy, out.data, redacted(item));
	}
	return copy;
}

json_t *secret_redact_json(json_t *value)
{
	if (!value || !secret_count || !in_json(value))
		return value;
	json_t *copy = redacted(value);
	json_decref(value);
	return copy;
}

/* Returns the length of the longest suffix of s that is a proper prefix of `secret`. */
static size_t pending_of(const struct secret *secret, const char *s, size_t len)
{
	size_t most = len < secret->len ? len : secret->len - 1;
	const char *from = s + len - most, *end = s + len;

	while ((from = memchr(from, secret->value[0], (size_t)(end - from)))) {
		if (memcmp(from, secret->value, (size_t)(end - from)) == 0)
			return (size_t)(end - from);
		from++;
	}
	return 0;
}

size_t secret_pending(const char *s, size_t len)
{
	size_t longest = 0;

	for (size_t i = 0; i < secret_count; i++) {
		size_t n = pending_of(&secrets[i], s, len);

		longest = n > longest ? n : longest;
	}
	return longest;
}

void secret_clear(void)
{
	for (size_t i = 0; i < secret_count; i++)
		free_all(secrets[i].label, secrets[i].value);
	free(secrets);
	secrets = NULL;
	secret_count = secret_cap = 0;
	free(places);
	places = NULL;
	place_count = place_cap = 0;
}
