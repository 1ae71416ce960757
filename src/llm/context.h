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

struct context { /* all borrowed until the completion is done or stopped */
	const char *system;
	const json_t
	    *tools; /* array of {name, description, parameters}; empty or NULL: none are sent */
	const json_t *items; /* array, see session/conversation.h */
	const char *tail;    /* NULL or "": none */
};

struct model { /* (borrowed strings) what a request is made for */
	const char *id;
	const char
	    *base_url;	 /* with or without a trailing slash; "/chat/completions" is appended */
	const char *key; /* NULL: none is sent */
	const char *key_name; /* its environment variable, for messages */
	double temperature;   /* NAN: not sent */
	int max_tokens;	      /* 0: not sent */
	const json_t *quirks; /* object of config/models.yaml and providers.yaml: {max_tokens_field,
				 tool_ids: nine, one_call, system_role, no_stream_usage, ...} */
};

enum finish {
	FINISH_NONE, /* the server did not say */
	FINISH_STOP,
	FINISH_LENGTH, /* cut at a token limit: the last call is not to be run */
	FINISH_CALLS,
	FINISH_FILTER,
	FINISH_OTHER,
};

struct usage {
	int64_t input, output, cached, reasoning; /* tokens; input includes cached */
	bool known;
	bool estimated;
};

struct reply_call {
	char *id;	      /* (owned) as received; made up when none came */
	char *name;	      /* (owned) */
	struct buf arguments; /* as received, sanitised UTF-8 */
	int index;	      /* of the wire; -1: none */
};
struct reply {
	struct buf text;     /* sanitised */
	struct buf thinking; /* sanitised */
	struct reply_call *calls;
	size_t call_count, call_cap;
	enum finish finish;
	bool finished;	   /* the wire's end mark or a finish reason came */
	char *finish_text; /* (owned) what the server called it, when unknown */
	struct usage usage;
	char *model; /* (owned) as the server names it; NULL */
	json_t
	    *extras; /* (owned) what the wire wants back in later requests, under its name; NULL */
	int64_t started_ms, ended_ms; /* Unix time */
};
void reply_init(struct reply *r);
void reply_free(struct reply *r);
/* The data of the `message` event: {role: assistant, parts [...], extras?, started_at, ended_at,
 * interrupted?}; new reference. Parts in order thinking, text, calls; empty ones left out. */
json_t *reply_message(const struct reply *r, const char *wire, bool interrupted);
/* A user's message: {role: user, parts: [{type: text, text}]}; new reference. kind: NULL, or
 * "steer", "note", "reminder": kept in the data so sinks can tell. */
json_t *user_message(const char *text, const char *kind);

/* What a failure calls for. */
enum failure {
	FAILURE_NONE,
	FAILURE_RETRY,	  /* transient: 408 409 425 429 5xx 529, broken connection */
	FAILURE_OVERFLOW, /* the request is larger than the context window */
	FAILURE_AUTH,
	FAILURE_QUOTA,	 /* a 429 that speaks of quota or billing, 402 */
	FAILURE_REQUEST, /* the request itself is refused */
	FAILURE_FILTER,
	FAILURE_BROKEN, /* the reply is unusable: cut stream, error inside it, no JSON */
	FAILURE_TIMEOUT,
	FAILURE_CANCELLED,
	FAILURE_UNSUPPORTED, /* the offline backend cannot do what was asked */
};

#endif
