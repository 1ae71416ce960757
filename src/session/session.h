/* SPDX-License-Identifier: MIT
 * A session while it is open: numbers events, has secrets replaced, stores each and then hands it
 * to the sinks; the inbox of intents; the question that is open. If the store fails the session
 * goes on unsaved: a lasting notice tells the user, and events go to a file beside the database.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "loop/loop.h"
#include "session/event/event.h"
#include "session/intent.h"
#include "session/store/store.h"

struct session;

/* Returns a new session. Its first stored event is a session_start: what is emitted before it is
 * live only. store NULL: it is not saved. Loop and store are borrowed as long as it lives; never
 * NULL. */
struct session *session_new(struct loop *l, struct store *store);
/* Returns a stored session, to go on with: the next event gets last seq + 1. Its events are not
 * replayed here; store_source reads them. NULL: e says why; another process may be going on with
 * it. */
struct session *session_open(struct loop *l, struct store *store, const char *id, struct error *e);
/* In a face of a session that another process goes on with: which one, and how far it has come. */
void session_mirror(struct session *s, const char *id, int64_t seq);
/* Fork: after the session_start of a new session was emitted, shares events 2..seq of `from`; the
 * next event gets seq + 1. False: e says why. */
bool session_share(struct session *s, const char *from, int64_t seq, struct error *e);
/* Stores what still waits, handing nothing to the sinks any more, and frees it. NULL is accepted. */
void session_free(struct session *s);

const char *session_id(const struct session *s); /* ULID; borrowed from the session */
bool session_saved(const struct session *s);	 /* false: it has no store, or that failed */
int64_t session_seq(const struct session *s);	 /* of the last event; 0: none yet */
struct store *session_store(struct session *s);	 /* borrowed; NULL when unsaved */
/* Whether every event was stored and seen by the sinks. False only while the store is busy: 2 s at
 * most, then it has failed. */
bool session_settled(const struct session *s);
/* Waits until session_settled: before something is built on what was emitted. cancel may be NULL. */
void session_settle(struct session *s, const struct cancel *cancel);

/* Sinks are called in the order of their registration, from inside emit. */
void session_sink(struct session *s, struct event_sink sink);
/* The turn and iteration that the following events carry; 0: outside of one. */
void session_at(struct session *s, int turn, int iteration);
int session_turn(const struct session *s);
/* Numbers, redacts, stores, then hands to each sink. summary: steals; NULL without a phase; cut to
 * one safe line of EVENT_SUMMARY_MAX. data: steals, what event_build_TYPE made; NULL: {}, or an error
 * notice instead where the type has required fields. Its text is made safe; a session_start gets
 * its id. Live-only types get seq 0 and are not stored. An event emitted by a sink is delivered when
 * the one under way has been. */
void emit(struct session *s, enum event_type type, char *summary, json_t *data);
/* An event of another process, for a session that is only kept here (a delegate's): numbered anew,
 * its time, turn and text stay; what would grant anything is defused. Steals its contents. */
void session_record(struct session *s, struct event *ev);
/* A notice for the user; level is info, warning or error. */
void emit_notice(struct session *s, const char *level, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* An info that is of use only until the next thing happens. */
void emit_passing(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Keeps a copy of a content with the session, readable by the reference that ref gets. Without a store,
 * or with a secret in it, it is kept in memory until session_free. */
void session_blob_put(struct session *s, const void *data, size_t len, char ref[40]);
/* Appends the content. False: e says why. */
bool session_blob_get(struct session *s, const char *ref, struct buf *out, struct error *e);

/* The inbox: intents that wait, the oldest first. An ANSWER never waits there: it goes to the open
 * question or to nobody. */

/* Steals in.data. A STOP or QUIT also requests session_cancel at once. */
void inbox_push(struct session *s, struct intent in);
/* Each gives out the oldest, of any kind, of any but this kind, or of this kind; the caller frees it.
 * False: there is none. */
bool inbox_take(struct session *s, struct intent *out);
bool inbox_take_but(struct session *s, enum intent_kind kind, struct intent *out);
bool inbox_take_of(struct session *s, enum intent_kind kind, struct intent *out);
/* Takes back the newest of the user's words (prompt, steer, run); the caller frees it. False: there are
 * none. */
bool inbox_retract(struct session *s, struct intent *out);
bool inbox_peek(struct session *s, enum intent_kind kind); /* whether one of this kind waits */
/* Returns the i-th that waits, borrowed until it is taken; NULL past the end. */
const struct intent *inbox_at(const struct session *s, size_t i);
/* Intents of these kinds (bits, 1u << kind) are handed to fn (borrowed for the call) when they are
 * pushed, and never wait. */
void inbox_divert(
    struct session *s, unsigned kinds, void (*fn)(void *ctx, const struct intent *in), void *ctx);
/* The request to end what is running, for loop_await; borrowed from the session. */
struct cancel *session_cancel(struct session *s);

/* Questions. Each steals the question {kind, text, options, ...}, to which an id is added. */

/* Emits the question and waits for its ANSWER; emits answer {id, choice, text, by, arguments?} and
 * returns it in *answer, always a new reference. False: cancelled (choice "cancelled"), or there is
 * nobody to ask (session_asks false): then the choice is "denied", by "mode". */
bool ask_await(struct session *s, json_t *question, json_t **answer);
/* Asks as ask_await does; what the user does to the plan while it is open is handed to edit
 * (borrowed for the call) at once instead of waiting in the inbox. */
bool ask_await_edits(struct session *s, json_t *question,
    void (*edit)(void *ctx, const json_t *data), void *ctx, json_t **answer);
/* Asks the client of --serve to do something (event client_request; params stolen) and waits for its answer {id, choice:
 * done or failed, text?}, a new reference. False: cancelled. */
bool client_await(struct session *s, const char *method, json_t *params, json_t **answer);
/* A question that nothing waits for: emitted at once; fn gets its answer when it comes (borrowed for
 * the call), if ever. There is one at a time: a later one takes its place. */
void session_offer(
    struct session *s, json_t *question, void (*fn)(void *ctx, const json_t *answer), void *ctx);
/* Takes that question back: its answer is {choice: none, by: rule}, for fn too. ask_await does so
 * by itself with one of the same turn. */
void session_withdraw(struct session *s);
/* Takes it back if it is the one whose answer fn gets. */
void session_withdraw_of(struct session *s, void (*fn)(void *ctx, const json_t *answer));
/* Whether the question of this id is one that nothing waits for. */
bool session_offers(const struct session *s, const char *id);
/* Whether there is anyone to ask; false unless it was set. */
void session_asks(struct session *s, bool someone);
bool session_can_ask(const struct session *s);
const char *session_question(const struct session *s); /* id of the open question; NULL: none */

#endif
