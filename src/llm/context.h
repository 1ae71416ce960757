/* SPDX-License-Identifier: MIT
 * The input of a model, independent of provider and protocol. A request is head (system prompt,
 * tools), body (the conversation's items, session/conversation.h) and tail (one block at the end of
 * the last user or tool message, never stored). What comes back: reply.h.
 */
#ifndef LLM_CONTEXT_H
#define LLM_CONTEXT_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"

/* How the server is asked for an answer that is data. */
enum answer_form {
	ANSWER_SCHEMA, /* response_format json_schema: the server enforces the schema */
	ANSWER_OBJECT, /* response_format json_object */
	ANSWER_WORDS,  /* asked for only by the words of the request */
};
struct answer_wanted { /* (borrowed) */
	enum answer_form form;
	const char *name;
	const json_t *schema;
};

/* Renders a call of the history for the model where that differs from how it is kept: appends the
 * tool's name to `name` and the arguments to `out`. The same call must always give the same
 * bytes. */
struct call_names {
	void (*render)(const void *ctx, const char *tool, const char *arguments, struct buf *name,
	    struct buf *out);
	const void *ctx;
};

/* Reads the contents of files that items refer to. */
struct content_source {
	bool (*read)(void *ctx, const char *ref, struct buf *out); /* appends; false: it is gone */
	void *ctx;
};

struct context { /* all (borrowed until the completion is done or stopped) */
	const char *system;
	/* Array of {name, description, parameters}; empty or NULL: none are sent. */
	const json_t *tools;
	/* The system prompt teaches the tools, since the server takes none: they are not sent, and
	 * calls are read from the reply's words. */
	bool tools_taught;
	/* The model must not call tools. They are sent all the same where the server's row allows
	 * it, so that the request extends the previous one; else they are left out. */
	bool no_calls;
	const json_t *items;		    /* array, see session/conversation.h */
	const char *tail;		    /* NULL or "": none */
	const struct answer_wanted *answer; /* NULL: words */
	const struct call_names *names;	    /* NULL: as they are kept */
	const char *session; /* id shared by all requests that extend each other; NULL: none */
	/* Receives system prompt, tools and history as they are sent; NULL: not wanted. */
	struct buf *sent;
	const struct content_source *contents; /* NULL: files are named, not sent */
	int max_output; /* most tokens of the reply; 0: as struct model has it */
};

struct wording;
struct model { /* the model and server of a request; all pointers are (borrowed) */
	const char *id;
	const char *base_url;	 /* with or without a trailing slash; the wire appends its path */
	const char *key;	 /* NULL: none is sent */
	const char *key_name;	 /* its environment variable, or setting, for messages */
	const char *key_command; /* the command that prints the key while key is NULL; NULL: none */
	bool adds_version;	 /* "/v1" is added to a base URL that names no version */
	const char *protocol;	 /* chat, messages or responses; NULL or auto: found out */
	const char *effort;	 /* how much the model thinks, minimal to high; NULL: default */
	/* Object: members that express the effort in Chat Completions instead of reasoning_effort;
	 * NULL: none. */
	const json_t *effort_body;
	double temperature;	  /* NAN: not sent */
	int max_tokens;		  /* 0: not sent */
	int output_tokens;	  /* sent if a protocol requires a limit and max_tokens is 0 */
	const char *prompt_cache; /* how long a server keeps the prompt: off, 5m, 1h; NULL: 5m */
	const json_t *quirks; /* object of config/providers.yaml, which explains each; NULL: none */
	const json_t *extra_body;      /* object: members that override the wire's; NULL: none */
	const struct wording *wording; /* must not be NULL when a request is made */
};

#endif
