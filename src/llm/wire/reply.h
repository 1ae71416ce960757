/* SPDX-License-Identifier: MIT
 * What a model gives back, independent of provider and protocol: a reply while it comes, the message
 * made of it, and what a failure in place of one calls for.
 */
#ifndef LLM_WIRE_REPLY_H
#define LLM_WIRE_REPLY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/core/buf.h"
#include "base/error.h"
#include "llm/wire/think_split.h"

/* What a failure calls for. */
enum failure {
	FAILURE_NONE,
	FAILURE_RETRY,	  /* transient: 408 409 425 429 5xx 529, broken connection */
	FAILURE_OVERFLOW, /* the request is larger than the context window */
	FAILURE_AUTH,
	FAILURE_QUOTA,	 /* a 429 that speaks of quota or billing and of no wait, 402 */
	FAILURE_REQUEST, /* the request itself is refused */
	FAILURE_FILTER,
	FAILURE_MALFORMED, /* the server could not read the call its model made: retried once */
	FAILURE_BROKEN,	   /* the reply is unusable: cut stream, error inside it, no JSON */
	FAILURE_TIMEOUT,
	FAILURE_CANCELLED,
	FAILURE_UNSUPPORTED, /* the offline backend cannot do what was asked */
};

enum finish {
	FINISH_NONE, /* the server did not say */
	FINISH_STOP,
	FINISH_LENGTH, /* cut at a token limit: the last call is not to be run */
	FINISH_CALLS,
	FINISH_FILTER,
	FINISH_PAUSED, /* the server goes on when it is sent its words back */
	FINISH_FAILED, /* the server gave up: what came is no reply */
	FINISH_OTHER,
};

struct usage {
	int64_t input, output, cached, reasoning; /* tokens; input includes cached and written */
	/* Of input: what was written to the server's cache, and what of that is kept for longer
	 * than minutes. */
	int64_t written, written_long;
	double cost_usd; /* as the server says, where priced */
	bool known;
	bool estimated;
	bool priced;
	bool other_tier; /* served at another priority or speed than that of listed prices */
};

struct reply_call {
	char *id;	      /* (owned) as received; made up when none came */
	char *name;	      /* (owned) */
	struct buf arguments; /* as received, valid UTF-8 */
	int64_t index;	      /* of the wire; -1: none */
	json_t *extra;	      /* (owned) what the wire sends back with it; NULL: nothing */
	bool written;	      /* it stood in the text of the reply (written_calls.h) */
	bool quoted;	      /* written, and it also stands in something the model was given */
};

/* A part of a reply in the order it came, for wires that keep the order. What only the wire
 * understands (signed or encrypted thinking) is data, kept word for word. */
enum reply_part_kind { REPLY_TEXT, REPLY_CALL, REPLY_OPAQUE };
struct reply_part {
	enum reply_part_kind kind;
	int64_t index;	   /* of the wire; of a call: the one of its reply_call */
	char *id;	   /* (owned) of the wire; NULL */
	size_t from;	   /* of a text: where in reply->text it begins */
	struct buf text;   /* of an opaque part: what of it can be shown */
	struct buf sealed; /* of an opaque part: its signature, while it comes */
	json_t *data;	   /* (owned) of an opaque part: what the wire wants back; NULL: nothing */
	bool closed;	   /* nothing more of it comes */
};
struct reply {
	struct buf text;     /* sanitised */
	struct buf thinking; /* sanitised */
	/* (borrowed, static) The field that thinking came in; NULL: it was in the text. */
	const char *thinking_field;
	struct reply_call *calls; /* (owned) */
	size_t call_count, call_cap;
	struct reply_part *parts; /* (owned) if none: thinking, then text, then calls */
	size_t part_count, part_cap;
	enum finish finish;
	bool finished; /* the wire's end mark or a finish reason came */
	/* (owned) What the server called the finish, when unknown or failed, or why it refused; NULL. */
	char *finish_text;
	struct usage usage;
	struct usage lost; /* of requests that broke off before this one; known: there were some */
	char *model;	   /* (owned) as the server names it; NULL */
	json_t *extras;	   /* (owned) what the wire wants back in later requests; NULL */
	int64_t started_ms, ended_ms; /* Unix time */
	bool ended;		      /* the wire's end mark came: nothing more will */
	size_t deltas; /* events that brought more of it; most servers send one for each token */
	enum failure refused; /* what an error inside the stream calls for; NONE: there was none */
	size_t max_calls, max_arguments; /* ceilings; 0: none */
	/* State of the wire while the stream comes. */
	bool no_shortcut; /* every chunk is parsed whole: tests compare with it */
	struct text_door text_door, thinking_door;
	struct think_split split;
	/* The text so far became thinking, or counts no more; whoever shows it takes it back and clears
	 * this. */
	bool restarted;
	struct buf last;		    /* the last plain chunk, see reply_fast.c */
	size_t last_from, last_to;	    /* in it: the inside of its text */
	size_t last_number, last_number_to; /* and the digits of its number; 0, 0: none */
};
/* An empty reply; reply_free frees what it holds and makes it empty again. */
void reply_init(struct reply *r);
void reply_free(struct reply *r);

/* Returns how many bytes of text, thinking and arguments have come. */
size_t reply_bytes(const struct reply *r);

/* Functions for a reply that still comes. Bytes are as the server sent them, cut anywhere. */

/* Adds text; thinking that is marked in it goes to the thinking. At the end of the stream
 * reply_end_text adds what waits for the rest of a mark or a character. */
void reply_add_text(struct reply *r, const char *bytes, size_t len);
void reply_end_text(struct reply *r);
void reply_add_thinking(struct reply *r, const char *bytes, size_t len);
/* Adds a JSON string (any other value, or NULL: nothing) to the thinking and to the text of part p
 * (NULL: none). False: nothing was added. */
bool reply_add_thought(struct reply *r, struct reply_part *p, const json_t *text);
/* Adds a JSON string as text; any other value: nothing. */
void reply_add_value(struct reply *r, const json_t *text);
/* Whether all of text and thinking could be kept; false: e says that it is too long. */
bool reply_fits(const struct reply *r, struct error *e);
/* Appends a part with this index of the wire. Returns it, borrowed until the next one is made. */
struct reply_part *reply_part_new(struct reply *r, enum reply_part_kind kind, int64_t index);
/* As reply_part_new, for a call. NULL: e says that there are more than max_calls. */
struct reply_call *reply_call_new(struct reply *r, int64_t index, struct error *e);
/* Returns the latest call of this index of the wire, borrowed; NULL: there is none. */
struct reply_call *reply_call_at(const struct reply *r, int64_t index);
/* Notes the call's id and name; "": not given. What was noted first counts. */
void reply_call_name(struct reply_call *c, const char *id, const char *name);
/* Add to the arguments; false: e says that they are larger than max_arguments. reply_call_add_value
 * adds a JSON string, or an object as text; nothing of another value. */
bool reply_call_add(struct reply_call *c, const char *bytes, size_t len, struct error *e);
bool reply_call_add_value(struct reply_call *c, const json_t *arguments, struct error *e);
/* Adds the text of a chunk that differs only in its text from the last one learnt. False: the chunk
 * must be parsed. */
bool reply_fast(struct reply *r, const char *data, size_t len);
/* Learns a parsed chunk whose only effect is to add the text under this key (given with its
 * quotes). */
void reply_fast_learn(struct reply *r, const char *data, size_t len, const char *key);
/* Notes the model's name; the first counts. */
void reply_model(struct reply *r, const char *name);
/* Notes the finish reason in any server's word; NULL or "": none is given. */
void reply_finish(struct reply *r, const char *word);
/* Notes why the server refused, in its words; NULL: it does not say. */
void reply_refusal(struct reply *r, const char *why);
/* Reads usage as Chat Completions and Responses give it: the counts under these names, and their
 * shares under each name with "_details". False: usage is empty. */
bool reply_usage(struct reply *r, const json_t *usage, const char *input, const char *output);
/* Returns a count of tokens, at least 0; `before` if it is not given. */
int64_t usage_tokens(const json_t *usage, const char *key, int64_t before);
/* Notes what the request cost, where the server says it in its usage. */
void reply_cost(struct usage *u, const json_t *usage);
/* Notes at which priority or speed it was served, as the server calls it; NULL: it does not say. */
void reply_tier(struct usage *u, const char *tier);
/* Ends a reply for a wire that has nothing more to do (finish of struct wire): calls without a name
 * are dropped, each other gets an id of its own, and finish is made to agree with the calls. False:
 * e says how it failed. */
bool reply_end(struct reply *r, struct error *e);
void reply_settle_calls(struct reply *r); /* the part of it that is about calls */

/* Adds the tokens of one more request to a sum; cost_usd is left to whoever prices them. */
void usage_add_request(struct usage *sum, const struct usage *u);
/* Whether the model made a call through the protocol. */
bool reply_calls_natively(const struct reply *r);
/* Returns the data of the `message` event: {role: assistant, parts [...], extras?, started_at,
 * ended_at, interrupted?}; new reference. Parts in order thinking, text, calls; empty ones left
 * out. An interrupted reply keeps its words and not its calls: none may run before the end of its
 * stream. */
json_t *reply_message(const struct reply *r, const char *wire, bool interrupted);
/* Returns a user's message: {role: user, parts: [{type: text, text}]}; new reference. kind: NULL,
 * or "steer", "note", "context": kept in the data so sinks can tell. */
json_t *user_message(const char *text, const char *kind);

#endif
