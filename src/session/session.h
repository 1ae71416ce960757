/* SPDX-License-Identifier: MIT
 * An open session: it numbers events, replaces secrets, stores each event and then passes it to the sinks;
 * it has the inbox of intents and the open question. If the store fails, the session goes on unsaved: a
 * persistent notice informs the user, and events are written to a file beside the database.
 *
 * Here: one session as a log: its events' way to store and sinks, intents and questions, the
 * conversation as a fold, compaction, certificates, sessions as files, and events read back.
 * Not here: the types of events and their data (session/event), SQL (session/store), what the agent
 * or a screen folds of events (src/agent, ui/model).
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "loop/loop.h"
#include "session/event/event.h"
#include "session/intent.h"
#include "session/store/store.h"

struct session;

/* Returns a new session, never NULL. Its first stored event is a session_start; events emitted before it
 * are live only. store NULL: the session is not saved. Loop and store are borrowed as long as it lives. */
struct session *session_new(struct loop *l, struct store *store);
/* Continues a stored session: the next event gets last seq + 1. Its events are not replayed;
 * store_source reads them. NULL: e is set, for instance because another process has it open. */
struct session *session_open(struct loop *l, struct store *store, const char *id, struct error *e);
/* Sets id and last seq, in a user interface attached to a session that another process runs. */
void session_mirror(struct session *s, const char *id, int64_t seq);
/* Makes a new session a fork, after its session_start was emitted: copies events 2..seq of `from`; the
 * next event gets seq + 1. False: e is set. */
bool session_share(struct session *s, const char *from, int64_t seq, struct error *e);
/* Stores the queued events, without calling the sinks, and frees the session. NULL is accepted. */
void session_free(struct session *s);

const char *session_id(const struct session *s); /* ULID; borrowed from the session */
bool session_saved(const struct session *s);	 /* false: it has no store, or the store failed */
int64_t session_seq(const struct session *s);	 /* of the last event; 0: none yet */
struct store *session_store(struct session *s);	 /* borrowed; NULL if the session is unsaved */
/* Returns whether every event was stored and delivered to the sinks. False only while the store is busy,
 * for at most 2 s; then it counts as failed. */
bool session_settled(const struct session *s);
/* Waits until session_settled, before code that relies on what was emitted. cancel may be NULL. */
void session_settle(struct session *s, const struct cancel *cancel);

/* Registers a sink. Sinks are called in the order of registration, from inside emit. */
void session_sink(struct session *s, struct event_sink sink);
/* Sets the turn and iteration of the following events; 0: outside of one. */
void session_at(struct session *s, int turn, int iteration);
int session_turn(const struct session *s);
/* Emits an event: numbers it, sanitises and redacts it, stores it, then calls each sink. Steals summary
 * (NULL for types without a phase), which is cut to one line of EVENT_SUMMARY_MAX. Steals data, made by
 * event_build_TYPE; NULL: {}, or an error notice is emitted instead if the type has required fields. A
 * session_start gets its id here. Live-only types get seq 0 and are not stored. An event emitted by a
 * sink is delivered after the current one. */
void emit(struct session *s, enum event_type type, char *summary, json_t *data);
/* Stores an event of another process in a session that is only recorded here (a delegate's): with a new
 * seq, its own time, turn and text, and without anything that grants rights. Steals its contents. */
void session_record(struct session *s, struct event *ev);
/* Emits a notice for the user; level is "info", "warning" or "error". */
void emit_notice(struct session *s, const char *level, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Emits an info that is only of interest until the next event. */
void emit_passing(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Stores a copy of a content with the session and writes its reference to ref. Without a store, or if it
 * has a secret, the content is kept in memory until session_free. */
void session_blob_put(struct session *s, const void *data, size_t len, char ref[40]);
/* Appends the content of a reference. False: e is set. */
bool session_blob_get(struct session *s, const char *ref, struct buf *out, struct error *e);

/* The inbox: a queue of intents, the oldest first. An ANSWER is never queued: it goes to the open question,
 * or is dropped. */

/* Adds an intent; steals in.data. A STOP or QUIT also requests session_cancel at once. */
void inbox_push(struct session *s, struct intent in);
/* Take the oldest intent of any kind, of any but this kind, or of this kind; the caller frees it. False:
 * there is none. */
bool inbox_take(struct session *s, struct intent *out);
bool inbox_take_but(struct session *s, enum intent_kind kind, struct intent *out);
bool inbox_take_of(struct session *s, enum intent_kind kind, struct intent *out);
/* Takes back the newest prompt, steer or run that is still queued; the caller frees it. False: there is
 * none. */
bool inbox_retract(struct session *s, struct intent *out);
bool inbox_peek(struct session *s, enum intent_kind kind); /* whether one of this kind is queued */
/* Returns the i-th queued intent, borrowed until it is taken; NULL past the end. */
const struct intent *inbox_at(const struct session *s, size_t i);
/* Makes inbox_push pass intents of these kinds (bits, 1u << kind) to fn, borrowed during the call, instead
 * of queueing them. */
void inbox_divert(
    struct session *s, unsigned kinds, void (*fn)(void *ctx, const struct intent *in), void *ctx);
/* Returns the request to cancel what is running, for loop_await; borrowed from the session. */
struct cancel *session_cancel(struct session *s);

/* Questions. Each function steals the question {kind, text, options, ...} and adds an id to it. */

/* Emits the question, waits for its ANSWER, emits the answer {id, choice, text, by, arguments?} and returns
 * it in *answer, always a new reference. False: cancelled (choice "cancelled"), or nobody can be asked
 * (session_can_ask; choice "denied", by "mode"). */
bool ask_await(struct session *s, json_t *question, json_t **answer);
/* As ask_await, but passes plan edits of the user, borrowed during the call, to edit while the question is
 * open, instead of leaving them in the inbox. */
bool ask_await_edits(struct session *s, json_t *question,
    void (*edit)(void *ctx, const json_t *data), void *ctx, json_t **answer);
/* Asks the client of --serve to do something (event client_request; steals params) and waits. *answer is its answer
 * {id, choice: done or failed, text?}, a new reference. False: cancelled, and *answer is NULL. */
bool client_await(struct session *s, const char *method, json_t *params, json_t **answer);
/* Emits an offer, a question that nothing waits for; fn is called with the answer, borrowed, if one comes.
 * A session has one offer at a time: a new one replaces it. */
void session_offer(
    struct session *s, json_t *question, void (*fn)(void *ctx, const json_t *answer), void *ctx);
/* Withdraws the offer: emits the answer {choice: none, by: rule} and calls the offer's fn with it; does nothing
 * without an offer. ask_await does this
 * with an offer of the same turn. */
void session_withdraw(struct session *s);
/* Withdraws the offer if it was made with this fn. */
void session_withdraw_of(struct session *s, void (*fn)(void *ctx, const json_t *answer));
/* Returns whether the question of this id is the offer. */
bool session_offers(const struct session *s, const char *id);
/* Sets and returns whether there is a user to ask; initially false. */
void session_asks(struct session *s, bool someone);
bool session_can_ask(const struct session *s);
const char *session_question(const struct session *s); /* id of the open question; NULL: none */

#endif
