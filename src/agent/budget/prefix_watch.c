/* SPDX-License-Identifier: MIT
 * Finds where a request stops to begin with the bytes of the last one. Bytes are compared and not what they
 * were made of, so that any change is found, also one that nobody thought of.
 */
#include "agent/budget/prefix_watch.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/core/hash.h"
#include "llm/model/price.h"
#include "session/event/event_data.h"

static void hash_spell(const char *data, size_t len, char out[17])
{
	snprintf(out, 17, "%016" PRIx64, hash_bytes(HASH_START, data, len));
}

static size_t common_bytes(const struct buf *a, const struct buf *b)
{
	const size_t most = a->len < b->len ? a->len : b->len;
	size_t n = 0, step;

	for (step = 4096; n + step <= most && memcmp(a->data + n, b->data + n, step) == 0;)
		n += step;
	while (n < most && a->data[n] == b->data[n])
		n++;
	return n;
}

/* Returns the length of the piece at `at`: each begins at a brace, as messages, calls and their parts do. */
static size_t piece_len(const struct buf *b, size_t at)
{
	const char *next = memchr(b->data + at + 1, '{', b->len - at - 1);

	return next ? (size_t)(next - b->data) - at : b->len - at;
}

static int compare_hashes(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Returns how many bytes after the first `kept` of this request are in pieces that the last one had. */
static size_t bytes_again(const struct prefix_watch *w, size_t kept)
{
	auto_free uint64_t *list = NULL; /* the hashes of the pieces of the last one, sorted */
	size_t count = 0, cap = 0, again = 0;

	for (size_t at = 0, len; at < w->last.len; at += len) {
		len = piece_len(&w->last, at);
		array_push(list, count, cap, hash_bytes(HASH_START, w->last.data + at, len));
	}
	if (list)
		qsort(list, count, sizeof *list, compare_hashes);
	for (size_t at = kept, len; list && at < w->now.len; at += len) {
		len = piece_len(&w->now, at);
		const uint64_t hash = hash_bytes(HASH_START, w->now.data + at, len);
		if (bsearch(&hash, list, count, sizeof *list, compare_hashes))
			again += len;
	}
	return again;
}

/* Returns how many of the last request's bytes this one begins with. Of a request of another
 * process only the hash is known: then it is all of them, or none. */
static size_t kept_bytes(const struct prefix_watch *w, const char *model)
{
	const size_t known = (size_t)w->known;
	char hash[17];

	if (w->model && !text_is(model, w->model))
		return 0; /* a cache is one model's */
	if (w->last.len)
		return common_bytes(&w->last, &w->now);
	if (known > w->now.len)
		return 0;
	hash_spell(w->now.data, known, hash);
	return strcmp(hash, w->known_hash) == 0 ? known : 0;
}

/* Returns why the bytes differ: the first reason that holds. */
static const char *reason_of(const struct prefix_watch *w, const struct agent *a, bool uncalled)
{
	const struct {
		bool holds;
		const char *reason;
	} reasons[] = {
	    {!w->last.len, "resumed"},
	    {w->model && !text_is(a->backend->model, w->model), "model"},
	    {uncalled != w->uncalled, "tools"},
	    {w->summed, "summary"},
	    {w->trimmed, "trimmed"},
	    {w->head && !text_is(a->head.fingerprint, w->head), "head"},
	    {true, "history"},
	};
	size_t i = 0;

	while (!reasons[i].holds)
		i++;
	return reasons[i].reason;
}

/* Returns how much more the bytes cost than they would have from the cache, or NAN if it is not
 * known. */
static double break_usd(struct agent *a, int64_t bytes)
{
	const struct price price = price_for(a->settings, a->backend, a->backend->model);
	const double tokens =
	    (double)bytes / (a->window.bytes_per_token > 0
				    ? a->window.bytes_per_token
				    : setting_number(a->settings, "context.bytes_per_token"));

	return price.known ? tokens * (price.input - price.cached) / 1e6 : (double)NAN;
}

void prefix_watch_sent(struct turn *t)
{
	struct agent *a = t->agent;
	struct prefix_watch *w = a->prefix;
	const bool uncalled = t->request.without_tools;
	const size_t before = w->last.len ? w->last.len : (size_t)w->known, now = w->now.len,
		     kept = now && before ? kept_bytes(w, a->backend->model) : 0;
	size_t again = 0;

	if (now == 0)
		return;
	if (kept < before) {
		again = w->last.len ? bytes_again(w, kept) : before < now ? before : now;
		w->broke = reason_of(w, a, uncalled);
		emit(a->session, EVENT_PREFIX_BREAK, NULL,
		    event_build_prefix_break(&(struct event_prefix_break){
			.reason = w->broke,
			.bytes = (int64_t)again,
			.kept = (int64_t)kept,
			.cost_usd = break_usd(a, (int64_t)again),
		    }));
	}
	w->sent += (int64_t)(now - kept);
	w->resent += (int64_t)again;
	struct buf was = w->last;
	string_set(&w->model, a->backend->model);
	string_set(&w->head, a->head.fingerprint);
	w->uncalled = uncalled;
	w->summed = w->trimmed = false;
	w->last = w->now;
	w->now = was;
	buf_clear(&w->now);
}

void prefix_watch_take(struct agent *a, const struct event *ev)
{
	struct prefix_watch *w = a->prefix;

	if (ev->type == EVENT_COMPACTION && event_read_compaction(ev->data).summary)
		w->summed = true;
	else if (ev->type == EVENT_COMPACTION)
		w->trimmed = true;
	if (ev->type != EVENT_USAGE)
		return;
	const struct event_usage u = event_read_usage(ev->data);

	if (u.prefix && u.prefix_bytes > 0) {
		w->known = u.prefix_bytes;
		snprintf(w->known_hash, sizeof w->known_hash, "%s", u.prefix);
	}
}

void prefix_watch_tell(struct prefix_watch *w, struct event_usage *u, char hash[17])
{
	if (!w->sent)
		return;
	hash_spell(w->last.data, w->last.len, hash);
	u->sent = w->sent;
	u->resent = w->resent;
	u->broke = w->broke;
	u->prefix = hash;
	u->prefix_bytes = (int64_t)w->last.len;
	w->sent = w->resent = 0;
	w->broke = NULL;
}

void prefix_watch_free(struct prefix_watch *w)
{
	buf_free(&w->last);
	buf_free(&w->now);
	free_all(w->model, w->head);
	*w = (struct prefix_watch){0};
}
