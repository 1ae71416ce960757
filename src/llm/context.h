/* SPDX-License-Identifier: MIT
 * What a model is given, independent of provider and protocol. A request is head (system prompt, tools),
 * body (the conversation's items, session/conversation.h) and tail (one block at the end of the last
 * user or tool message, never stored). What comes back: reply.h.
 */
#ifndef LLM_CONTEXT_H
#define LLM_CONTEXT_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"

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

struct context { /* all (borrowed until the completion is done or stopped) */
	const char *system;
	/* Array of {name, description, parameters}; empty or NULL: none are sent. */
	const json_t *tools;
	/* The system prompt teaches the tools, since the server takes none: they are not sent, and calls are read from
	 * the reply's words. */
	bool tools_taught;
	/* No call is wanted: the tools are named all the same where the server's row says that it takes
	 * them so (the request then extends the one before), else they are left out. */
	bool no_calls;
	const json_t *items;		    /* array, see session/conversation.h */
	const char *tail;		    /* NULL or "": none */
	const struct answer_wanted *answer; /* NULL: words */
	const struct call_names *names;	    /* NULL: as they are kept */
	const char *session; /* same for all requests that extend each other; NULL: none */
	/* Gets system prompt, tools and history as they are sent; NULL: they are not kept. */
	struct buf *sent;
	const struct content_source *contents; /* NULL: files are named, not sent */
	int max_output; /* the reply takes at most this many tokens; 0: as the model says */
};

struct wording;
struct model { /* what a request is made for; all pointers are (borrowed) */
	const char *id;
	const char *base_url;	 /* with or without a trailing slash; the wire appends its path */
	const char *key;	 /* NULL: none is sent */
	const char *key_name;	 /* its environment variable, or setting, for messages */
	const char *key_command; /* prints the key, which is not known yet; NULL: none */
	bool adds_version;	 /* "/v1" stands behind a base URL that names no version */
	const char *protocol; /* the wire's: chat, messages, responses; NULL or auto: found out */
	const char *effort;   /* how much it is to think: minimal to high; NULL: as it likes */
	/* Object: what says that effort to Chat Completions, in place of reasoning_effort; NULL: nothing
	 * else. */
	const json_t *effort_body;
	double temperature;	  /* NAN: not sent */
	int max_tokens;		  /* 0: not sent */
	int output_tokens;	  /* where a protocol wants a limit and none is set; never 0 then */
	const char *prompt_cache; /* how long a server is to keep it: off, 5m, 1h; NULL: 5m */
	const json_t *quirks; /* object of config/providers.yaml, which explains each; NULL: none */
	const json_t *extra_body; /* object: members that go before those of the wire; NULL: none */
	const struct wording *wording; /* never NULL when a request is made */
};

#endif
