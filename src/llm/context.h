/*
 * What a model is given and what it gives back, independent of provider and protocol. A request is
 * head (system prompt, tools), body (the conversation's items, session/conversation.h) and tail
 * (one block at the end of the last user or tool message, never stored).
 */
#ifndef LLM_CONTEXT_H
#define LLM_CONTEXT_H

#include <jansson.h>
#include "base/buf.h"
#include "base/error.h"
#include "llm/think_split.h"

/* How an answer that is data is asked for. */
enum answer_form {
	ANSWER_SCHEMA, /* response_format json_schema: held to it by the server */
	ANSWER_OBJECT, /* response_format json_object */
	ANSWER_WORDS,  /* by the words of the request alone */
};
struct answer_wanted { /* (borrowed) */
	enum answer_form form;
	const char *name;
	const json_t *schema;
};

/* How calls of the history are named to the model, where that is not as they are kept: appends the name
 * and the arguments. The same call always gives the same bytes. */
struct call_names {
	void (*render)(const void *ctx, const char *tool, const char *arguments, struct buf *name,
	    struct buf *out);
	const void *ctx;
};

/* Where the contents of files are that items name. */
struct content_source {
	bool (*read)(void *ctx, const char *ref, struct buf *out); /* appends; false: it is gone */
	void *ctx;
};

struct context { /* all borrowed until the completion is done or stopped */
	const char *system;
	const json_t
	    *tools; /* array of {name, description, parameters}; empty or NULL: none are sent */
	/* No call is wanted: the tools are named all the same where the server's row says that it takes
	 * them so (the request then extends the one before), else they are left out. */
	bool no_calls;
	const json_t *items;		    /* array, see session/conversation.h */
	const char *tail;		    /* NULL or "": none */
	const struct answer_wanted *answer; /* NULL: words */
	const struct call_names *names;	    /* NULL: as they are kept */
	const char *session; /* same for all requests that extend each other; NULL: none */
	const struct content_source *contents; /* NULL: files are named, not sent */
	int max_output; /* the reply takes at most so many tokens; 0: as the model says */
};

struct model { /* (borrowed strings) what a request is made for */
	const char *id;
	const char *base_url;	 /* with or without a trailing slash; the wire appends its path */
	const char *key;	 /* NULL: none is sent */
	const char *key_name;	 /* its environment variable, or setting, for messages */
	const char *key_command; /* prints the key, which is not known yet; NULL: none */
	bool adds_version;	 /* "/v1" stands behind a base URL that names no version */
	const char *protocol; /* the wire's: chat, messages, responses; NULL or auto: found out */
	const char *effort;   /* how much it is to think: minimal to high; NULL: as it likes */
	const json_t *effort_body; /* object: what says that effort to Chat Completions, in place of
				      reasoning_effort; NULL: nothing else */
	double temperature;	   /* NAN: not sent */
	int max_tokens;		   /* 0: not sent */
	int output_tokens;	  /* where a protocol wants a limit and none is set; never 0 then */
	const char *prompt_cache; /* how long a server is to keep it: off, 5m, 1h; NULL: 5m */
	const json_t *quirks; /* object of config/providers.yaml, which explains each; NULL: none */
	const json_t *extra_body; /* object: members that go before those of the wire; NULL: none */
	const struct wording *wording; /* never NULL when a request is made */
};

/* Words the hygiene of a history needs (prompts/history/); owned by whoever filled them in. */
struct wording {
	const char *user_before, *user_after;	  /* around the user's words said during the work */
	const char *note_before, *note_after;	  /* around what the program says */
	const char *call_before, *call_after;	  /* around a call that is told in words */
	const char *result_before, *result_after; /* around its result, likewise */
	const char *missing;			  /* the result of a call that has none */
	const char *file_before, *file_after;	  /* around the name of a file that is not sent */
	const char *opening; /* the user turn in front of a history without one */
};

/* What a failure calls for. */
enum failure {
	FAILURE_NONE,
	FAILURE_RETRY,	  /* transient: 408 409 425 429 5xx 529, broken connection */
	FAILURE_OVERFLOW, /* the request is larger than the context window */
	FAILURE_AUTH,
	FAILURE_QUOTA,	 /* a 429 that speaks of quota or billing and of no wait, 402 */
	FAILURE_REQUEST, /* the request itself is refused */
	FAILURE_FILTER,
	FAILURE_MALFORMED, /* the server could not read the call that its model made: once more */
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
	FINISH_PAUSED, /* the server wants its words back to go on */
	FINISH_FAILED, /* the server gave up: what came is no reply */
	FINISH_OTHER,
};

struct usage {
	int64_t input, output, cached, reasoning; /* tokens; input includes cached and written */
	int64_t written,
	    written_long; /* of input: kept by the server for later, for minutes or longer */
	double cost_usd;  /* as the server says, where priced */
	bool known;
	bool estimated;
	bool priced;
};

struct reply_call {
	char *id;	      /* (owned) as received; made up when none came */
	char *name;	      /* (owned) */
	struct buf arguments; /* as received, valid UTF-8 */
	int64_t index;	      /* of the wire; -1: none */
	json_t *extra;	      /* (owned) what the wire wants back with it; NULL */
};

/* A reply in the order it came, where a wire keeps it. What only the wire understands (signed or
 * encrypted thinking) is data, kept word for word. */
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
	struct buf text;	    /* sanitised */
	struct buf thinking;	    /* sanitised */
	const char *thinking_field; /* (borrowed, static) in which it came; NULL: in the text */
	struct reply_call *calls;
	size_t call_count, call_cap;
	struct reply_part *parts; /* (owned) none: thinking, text, calls */
	size_t part_count, part_cap;
	enum finish finish;
	bool finished; /* the wire's end mark or a finish reason came */
	char *
	    finish_text; /* (owned) what the server called it, when unknown or failed, or why it refused */
	struct usage usage;
	struct usage lost; /* of requests that broke off before this one; known: there were some */
	char *model;	   /* (owned) as the server names it; NULL */
	json_t
	    *extras; /* (owned) what the wire wants back in later requests, under its name; NULL */
	int64_t started_ms, ended_ms; /* Unix time */
	bool ended;		      /* the wire's end mark came: nothing more will */
	enum failure refused; /* what an error inside the stream calls for; NONE: there was none */
	size_t max_calls, max_arguments; /* ceilings; 0: none */
	/* Of the wire, while the stream comes. */
	bool no_shortcut; /* every chunk is parsed whole: tests compare with it */
	struct text_door text_door, thinking_door;
	struct think_split split;
	bool
	    restarted; /* the text so far became thinking, or counts no more; whoever shows it takes this back */
	struct buf last;		    /* the last plain chunk, see reply_fast.c */
	size_t last_from, last_to;	    /* in it: the inside of its text */
	size_t last_number, last_number_to; /* and the digits of its number; 0, 0: none */
};
void reply_init(struct reply *r);
/* Text as the server sent it: marked thinking in it goes where thinking is. */
void reply_add_text(struct reply *r, const char *bytes, size_t len);
void reply_end_text(struct reply *r); /* what waits for the rest of a mark or a character */
void reply_add_thinking(struct reply *r, const char *bytes, size_t len);
struct reply_part *reply_part_new(struct reply *r, enum reply_part_kind kind, int64_t index);
/* NULL: e says that there are more than max_calls. Good until the next one. */
struct reply_call *reply_call_new(struct reply *r, int64_t index, struct error *e);
/* More of the arguments; false: e says that they are larger than max_arguments. */
bool reply_call_add(struct reply_call *c, const char *bytes, size_t len, struct error *e);
/* A chunk that differs in its text alone from the last one that was learnt. False: parse it. */
bool reply_fast(struct reply *r, const char *data, size_t len);
/* The chunk was parsed and does nothing but add the text that stands under this key (with its
 * quotes); doing the rest of it again changes nothing. */
void reply_fast_learn(struct reply *r, const char *data, size_t len, const char *key);
/* As finish of struct wire, for a wire that has nothing more to do: calls without a name are dropped,
 * each other gets an id of its own, and the finish goes by the calls. */
bool reply_end(struct reply *r, struct error *e);
void reply_settle_calls(struct reply *r); /* the part of it that is about calls */
/* What the request cost, where the server says it in its usage. */
void reply_cost(struct usage *u, const json_t *usage);
void reply_model(struct reply *r, const char *name); /* as the server names it; the first counts */
/* What a server calls its end, in any of the words there are. */
void reply_finish(struct reply *r, const char *word);
/* Why it refused, in the server's words; NULL: it does not say. */
void reply_refusal(struct reply *r, const char *why);
void reply_free(struct reply *r);
/* The data of the `message` event: {role: assistant, parts [...], extras?, started_at, ended_at,
 * interrupted?}; new reference. Parts in order thinking, text, calls; empty ones left out. An
 * interrupted reply keeps its words and not its calls: none may run before the end of its stream.
 */
json_t *reply_message(const struct reply *r, const char *wire, bool interrupted);
/* The host of a base URL, as `from` of a message names it; owned. */
char *reply_origin(const char *base_url);
/* A user's message: {role: user, parts: [{type: text, text}]}; new reference. kind: NULL, or
 * "steer", "note", "context": kept in the data so sinks can tell. */
json_t *user_message(const char *text, const char *kind);

#endif
