/* SPDX-License-Identifier: MIT
 * An open session. emit numbers an event, sanitises it, replaces secrets and appends it to a queue;
 * deliver_queue stores the first event of the queue and passes it to each sink. So the order is kept when a
 * sink emits and when the store is busy (then a timer retries), and no sink sees an event that is not
 * stored. If the store fails, the session goes on unsaved (unsaved_log.c). Content is kept in the store, or
 * in memory while there is no store or it is busy; content with a secret stays in memory, unchanged,
 * because undo restores files byte for byte.
 */
#include "base/base.h"
#include "base/secret.h"
#include "session/event/event_data.h"
#include "session/session_search.h"
#include "session/session_state.h"
#include "session/store/session_lock.h"

/* ---- Content ------------------------------------------------------------------------------------- */

static const struct content *content_find(const struct session *s, const char *ref)
{
	for (size_t i = 0; i < s->content_count; i++)
		if (strcmp(s->contents[i].ref, ref) == 0)
			return &s->contents[i];
	return NULL;
}

void session_blob_put(struct session *s, const void *data, size_t len, char ref[40])
{
	if (s->saved && !s->first && !secret_found(data, len) &&
	    store_blob_put(s->store, s->id, data, len, ref, NULL))
		return;
	blob_ref(data, len, ref);
	if (content_find(s, ref))
		return;
	array_reserve(&s->contents, &s->content_cap, s->content_count + 1, sizeof *s->contents);
	struct content *c = &s->contents[s->content_count++];
	*c = (struct content){.data = xmalloc(len + 1), .len = len};
	memcpy(c->ref, ref, sizeof c->ref);
	memcpy(c->data, data, len);
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

/* Stores the contents that are in memory only; those that have a secret or cannot be stored stay there. */
static void content_store(struct session *s)
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

static void deliver_queue(struct session *s);

static struct session *session_make(struct loop *l, struct store *store)
{
	struct session *s = xcalloc(1, sizeof *s);

	*s = (struct session){.loop = l,
	    .store = store,
	    .saved = store != NULL,
	    .last = &s->first,
	    .inbox_last = &s->inbox,
	    .runner = -1,
	    .unsaved_fd = -1};
	return s;
}

struct session *session_new(struct loop *l, struct store *store)
{
	struct session *s = session_make(l, store);

	ulid_new(s->id);
	return s;
}

struct session *session_open(struct loop *l, struct store *store, const char *id, struct error *e)
{
	const int64_t seq = store_last_seq(store, id);

	if (seq <= 0) {
		error_set(e, ERR_NOT_FOUND, "no session '%s'", id);
		return NULL;
	}
	struct session *s = session_make(l, store);
	snprintf(s->id, sizeof s->id, "%s", id);
	s->seq = seq;
	if (session_lock_take(s, e))
		return s;
	session_free(s);
	return NULL;
}

void session_mirror(struct session *s, const char *id, int64_t seq)
{
	snprintf(s->id, sizeof s->id, "%s", id);
	s->seq = seq;
}

bool session_share(struct session *s, const char *from, int64_t seq, struct error *e)
{
	session_settle(s, NULL);
	if (!s->saved)
		return error_set(
		    e, ERR_STORE, "cannot fork '%s': the new session is not saved", from);
	if (!store_copy(s->store, from, seq, s->id, e))
		return false;
	s->seq = store_last_seq(s->store, s->id);
	return true;
}

void session_free(struct session *s)
{
	if (!s)
		return;
	timer_stop(s->retry);
	timer_stop(s->idle);
	work_stop(s->index);
	s->retry = s->idle = NULL;
	s->loop = NULL;
	/* The sinks may be freed already. */
	s->sink_count = 0;
	deliver_queue(s);
	if (s->saved)
		store_idle(s->store);
	unsaved_log_end(s);
	session_lock_leave(s);
	for (struct intent in; inbox_take(s, &in);)
		intent_free(&in);
	json_decref(s->question.answer);
	for (size_t i = 0; i < s->content_count; i++)
		free(s->contents[i].data);
	free_all(s->contents, s->sinks, s);
}

const char *session_id(const struct session *s)
{
	return s->id;
}

bool session_saved(const struct session *s)
{
	return s->saved;
}

bool session_settled(const struct session *s)
{
	return s->first == NULL;
}

static bool is_settled(void *ctx)
{
	return session_settled(ctx);
}

void session_settle(struct session *s, const struct cancel *cancel)
{
	if (!session_settled(s))
		loop_await(s->loop, is_settled, s, cancel);
}

int64_t session_seq(const struct session *s)
{
	return s->seq;
}

struct store *session_store(struct session *s)
{
	return s->saved ? s->store : NULL;
}

void session_sink(struct session *s, struct event_sink sink)
{
	array_push(s->sinks, s->sink_count, s->sink_cap, sink);
}

void session_at(struct session *s, int turn, int iteration)
{
	s->turn = turn;
	s->iteration = iteration;
}

int session_turn(const struct session *s)
{
	return s->turn;
}

static void enqueue(struct session *s, struct event *ev /* steals its contents */)
{
	struct queued_event *q = xcalloc(1, sizeof *q);
	/* Live-only types and events before session_start are not stored. */
	const bool stored = !event_is_live(ev->type) &&
			    (!s->saved || s->seq != 0 || ev->type == EVENT_SESSION_START);

	ev->data = event_clean(ev->data ? ev->data : json_object());
	event_redact(ev);
	if (ev->type == EVENT_SESSION_START)
		json_put_str(ev->data, "id", s->id);
	q->ev = *ev;
	q->ev.seq = stored ? ++s->seq : 0;
	*s->last = q;
	s->last = &q->next;
	if (!s->retry)
		deliver_queue(s);
}

void emit(struct session *s, enum event_type type, char *summary, json_t *data)
{
	auto_free char *words = summary;
	auto_error e = ERROR_INIT;

	/* If the data could not be built (event_data.h), no event without its required fields is stored. */
	if (!data && !event_check(type, NULL, &e)) {
		emit_notice(s, "error", "an event could not be recorded: %s", e.message);
		return;
	}
	enqueue(
	    s, &(struct event){.at_ms = clock_now_ms(),
		   .turn = s->turn,
		   .iteration = s->iteration,
		   .type = type,
		   .phase = event_phase(type),
		   .summary =
		       event_phase(type) != PHASE_NONE ? event_summary(words ? words : "") : NULL,
		   .data = data});
}

void session_record(struct session *s, struct event *ev)
{
	event_defuse(ev);
	enqueue(s, ev);
	*ev = (struct event){0};
}

__attribute__((format(printf, 4, 0))) static void put_notice(
    struct session *s, const char *level, bool passing, const char *fmt, va_list ap)
{
	auto_free char *text = xvasprintf(fmt, ap), *safe = text_clean(text, strlen(text));

	emit(s, EVENT_NOTICE, NULL,
	    event_build_notice(
		&(struct event_notice){.level = level, .text = safe, .passing = passing}));
}

void emit_notice(struct session *s, const char *level, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_notice(s, level, false, fmt, ap);
	va_end(ap);
}

void emit_passing(struct session *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_notice(s, "info", true, fmt, ap);
	va_end(ap);
}

static void retry_delivery(void *ctx)
{
	struct session *s = ctx;

	s->retry = NULL;
	deliver_queue(s);
}

static bool index_step(void *ctx)
{
	struct session *s = ctx;

	if (s->saved && store_index(s->store, SESSION_WORK_US))
		return true;
	s->index = NULL;
	if (s->saved)
		store_idle(s->store);
	return false;
}

static void index_when_idle(void *ctx)
{
	struct session *s = ctx;

	s->idle = NULL;
	if (s->saved)
		store_idle(s->store);
	if (s->saved && !s->index)
		s->index = loop_work(s->loop, index_step, s);
}

static void lasting_notice(struct session *s, char *text /* steals; may be NULL */)
{
	auto_free char *safe = text ? text_clean(text, strlen(text)) : NULL;

	if (safe)
		emit(s, EVENT_NOTICE, NULL,
		    event_build_notice(&(struct event_notice){
			.level = "warning", .text = safe, .persistent = true}));
	free(text);
}

/* Stores one event. False: the store is busy and the event stays in the queue. */
static bool store_event(struct session *s, const struct event *ev)
{
	struct error e = ERROR_INIT;
	enum store_result result = STORE_OK;

	if (s->saved && ev->type == EVENT_SESSION_START)
		session_lock_take(s, NULL); /* cannot fail: no other process knows the id */
	while (s->saved && (result = store_append(s->store, s->id, ev, &e)) == STORE_BUSY) {
		if (!s->busy_since)
			s->busy_since = clock_mono_ms();
		if (clock_mono_ms() - s->busy_since >= SESSION_BUSY_MS)
			break;
		error_free(&e);
		if (s->loop) {
			s->retry = loop_after(s->loop, SESSION_RETRY_MS, retry_delivery, s);
			return false;
		}
	}
	s->busy_since = 0;
	if (s->saved && result != STORE_OK) {
		if (result == STORE_BUSY)
			error_set(&e, ERR_STORE, "the session store is locked by another program");
		lasting_notice(s, unsaved_log_begin(s, ev, &e));
	}
	error_free(&e);
	lasting_notice(s, unsaved_log_write(s, ev));
	return true;
}

static void deliver_queue(struct session *s)
{
	struct queued_event *q;

	if (s->delivering)
		return;
	s->delivering = true;
	while ((q = s->first) && (q->ev.seq == 0 || store_event(s, &q->ev))) {
		for (size_t i = 0; i < s->sink_count; i++)
			s->sinks[i].take(s->sinks[i].self, &q->ev);
		if (q->ev.type == EVENT_TURN_END && s->saved && s->loop) {
			timer_stop(s->idle);
			s->idle = loop_after(s->loop, SESSION_IDLE_MS, index_when_idle, s);
		}
		s->first = q->next;
		if (!s->first)
			s->last = &s->first;
		event_free(&q->ev);
		free(q);
	}
	s->delivering = false;
	if (!s->first && s->content_count)
		content_store(s);
}
