/*
 * A session while it is open: numbers events, has secrets replaced, stores each and then hands it
 * to the sinks; the inbox of intents; the question that is open. If the store fails the session
 * goes on unsaved: a lasting notice, and events spill into a file beside the database.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "loop/loop.h"
#include "session/event.h"
#include "session/intent.h"
#include "session/store.h"

struct session;

/* A new session. Its first stored event is a session_start: what is emitted before it is live only.
 * store NULL: unsaved. */
struct session *session_new(struct loop *l, struct store *store);
/* Goes on with a stored one: the next event gets last seq + 1. Its events are not replayed here;
 * read store_source. */
/* To go on with a stored one. NULL: e; another process may be going on with it. */
struct session *session_open(struct loop *l, struct store *store, const char *id, struct error *e);
/* Fork: after the session_start of a new session was emitted, shares events 2..seq of `from`; the
 * next event gets seq + 1. */
bool session_share(struct session *s, const char *from, int64_t seq, struct error *e);
void session_free(struct session *s);
const char *session_id(const struct session *s); /* ULID */
bool session_saved(const struct session *s);
/* Every event was stored and seen by the sinks. False only while the store is busy: 2 s at most,
 * then it has failed. */
bool session_settled(const struct session *s);
/* Waits for that: before something is built on what was emitted. cancel may be NULL. */
void session_settle(struct session *s, const struct cancel *cancel);
int64_t session_seq(const struct session *s);	/* of the last event; 0: none yet */
struct store *session_store(struct session *s); /* NULL when unsaved */

void session_sink(struct session *s,
    struct event_sink sink); /* called in order of registration, from inside emit */
void session_at(struct session *s, int turn, int iteration); /* what the following events carry */
int session_turn(const struct session *s);
/* Numbers, redacts, stores, then hands to each sink. summary: steals; NULL without a phase; cut to
   one safe line of EVENT_SUMMARY_MAX. data: steals, what event_build_TYPE made; NULL: {}, or an error
   notice instead where the type has required fields. Its text is made safe; a session_start gets
   its id. Live-only types get seq 0 and are not stored. An event emitted by a
   sink is delivered when the one under way has been. */
void emit(struct session *s, enum event_type type, char *summary, json_t *data);
/* An event of another process, for a session that is only kept here (a delegate's): numbered anew,
   its time, turn and text stay; what would grant anything is defused. Steals its contents. */
void session_record(struct session *s, struct event *ev);
void emit_notice(struct session *s, const char *level /* info, warning, error */, const char *fmt,
    ...) __attribute__((format(printf, 3, 4)));
/* An info that is of use only until the next thing happens. */
void emit_passing(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Content kept with the session and readable by reference; without a store, or with a secret in it,
 * it is kept in memory until session_free. */
bool session_blob_put(struct session *s, const void *data, size_t len, char ref[40]);
bool session_blob_get(struct session *s, const char *ref, struct buf *out, struct error *e);

/* Inbox. push steals in.data. A STOP or QUIT also requests session_cancel at once. */
void inbox_push(struct session *s, struct intent in);
bool inbox_take(struct session *s,
    struct intent
	*out); /* the oldest; caller frees. ANSWERs to the open question are never given out here */
bool inbox_peek(struct session *s, enum intent_kind kind); /* one of this kind waits */
/* What waits, from the oldest on; NULL past the end. (borrowed) */
const struct intent *inbox_at(const struct session *s, size_t i);
/* The newest of the user's words (prompt, steer, run) is taken back; caller frees. */
bool inbox_retract(struct session *s, struct intent *out);
/* As inbox_take, but what is of this kind stays. */
bool inbox_take_but(struct session *s, enum intent_kind kind, struct intent *out);
/* Only what is of this kind. */
bool inbox_take_of(struct session *s, enum intent_kind kind, struct intent *out);
/* Intents of these kinds (bits, 1u << kind) are handed to fn (borrowed) when they are pushed, and never
 * wait. */
void inbox_divert(
    struct session *s, unsigned kinds, void (*fn)(void *ctx, const struct intent *in), void *ctx);
struct cancel *session_cancel(struct session *s);

/* Emits question {id, kind, text, options, ...} and waits for its ANSWER; emits answer {id, choice,
 *text, by, arguments?} and returns it in answer (always a new reference). False: cancelled (choice
 *"cancelled"), or nobody to ask (session_asks false): then *answer has choice "denied", by "mode".
 */
bool ask_await(struct session *s, json_t *question /* steals; id is added */, json_t **answer);
/* The same; what the user does to the plan while it is open is handed to edit (borrowed) at once instead of
   waiting in the inbox. */
bool ask_await_edits(struct session *s, json_t *question /* steals */,
    void (*edit)(void *ctx, const json_t *data), void *ctx, json_t **answer);
/* A question that nothing waits for: emitted at once, fn gets its answer when it comes (borrowed), if
   ever. One at a time; a later one takes its place. */
void session_offer(struct session *s, json_t *question /* steals; id is added */,
    void (*fn)(void *ctx, const json_t *answer), void *ctx);
/* Takes that question back: its answer is {choice: none, by: rule}, for fn too. ask_await does so
 * by itself with one of the same turn. */
void session_withdraw(struct session *s);
/* The same if it is the one whose answer fn gets. */
void session_withdraw_of(struct session *s, void (*fn)(void *ctx, const json_t *answer));
/* Whether the question of this id is one that nothing waits for. */
bool session_offers(const struct session *s, const char *id);
void session_asks(
    struct session *s, bool someone); /* whether there is anyone to ask; default false */
bool session_can_ask(const struct session *s);
const char *session_question(const struct session *s); /* id of the open question, or NULL */

#endif
