/*
 * Content of a session by its reference. The store keeps it. Without a store, or while it is
 * busy, content is kept in memory under the same reference. Content that holds a secret stays in
 * memory for good: it cannot be redacted, since undo puts it back byte for byte.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/secret.h"
#include "session/session_state.h"

static const struct content *content_find(const struct session *s, const char *ref)
{
	for (size_t i = 0; i < s->content_count; i++) {
		if (strcmp(s->contents[i].ref, ref) == 0)
			return &s->contents[i];
	}
	return NULL;
}

static void content_remember(struct session *s, const void *data, size_t len, const char ref[40])
{
	struct content *c;

	if (content_find(s, ref))
		return;
	array_reserve(&s->contents, &s->content_cap, s->content_count + 1, sizeof *s->contents);
	c = &s->contents[s->content_count++];
	memcpy(c->ref, ref, sizeof c->ref);
	c->data = xmalloc(len + 1);
	memcpy(c->data, data, len);
	c->len = len;
}

void session_blob_put(struct session *s, const void *data, size_t len, char ref[40])
{
	if (s->saved && !s->first && !secret_found(data, len) &&
	    store_blob_put(s->store, s->id, data, len, ref, NULL))
		return;
	blob_ref(data, len, ref);
	content_remember(s, data, len, ref);
}

bool session_blob_get(struct session *s, const char *ref, struct buf *out, struct error *e)
{
	const struct content *c = content_find(s, ref);

	if (c)
		return buf_add(out, c->data, c->len) ||
		       error_set(e, ERR_LIMIT, "'%s' has %zu bytes, too many to read", ref, c->len);
	if (s->store)
		return store_blob_get(s->store, ref, out, e);
	return error_set(e, ERR_NOT_FOUND, "no content '%s' in this session", ref);
}

void content_store(struct session *s)
{
	size_t kept = 0;
	char ref[40];

	for (size_t i = 0; i < s->content_count; i++) {
		struct content *c = &s->contents[i];
		if (s->saved && !secret_found(c->data, c->len) &&
		    store_blob_put(s->store, s->id, c->data, c->len, ref, NULL))
			free(c->data);
		else
			s->contents[kept++] = *c;
	}
	s->content_count = kept;
}
