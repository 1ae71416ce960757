/* SPDX-License-Identifier: MIT
 * The script of the model server as it is played: each reply of the YAML file made into the bytes
 * it will send, frame by frame. The form of the file is described at the top of
 * tests/support/model_server.c.
 */
#ifndef TESTS_SUPPORT_SERVER_SCRIPT_H
#define TESTS_SUPPORT_SERVER_SCRIPT_H

#include <stdbool.h>
#include "base/error.h"
#include "base/json/json.h"

enum reply_end {
	END_WHOLE,
	END_CUT,   /* the connection is closed in the middle */
	END_STALL, /* nothing more, until the client leaves */
	END_AGAIN, /* the frames once more, until the client leaves */
};

#define DELTA_CHARS 8

struct frame {
	char *bytes; /* (owned) */
	size_t len;
	int delay_ms; /* before it */
	bool is_delta;
};

enum protocol { PROTOCOL_CHAT, PROTOCOL_MESSAGES, PROTOCOL_RESPONSES, PROTOCOLS };
struct take {	      /* a reply in one protocol */
	bool streams; /* frames are server-sent events; a request without stream gets `whole` */
	char *whole;  /* (owned) one JSON text */
	size_t whole_len;
	struct frame *frames; /* (owned) */
	size_t count, cap;
	char *joined; /* (owned) all frames in one piece, where nothing comes between them */
	size_t joined_len;
};

struct reply {
	const json_t *map; /* (borrowed) of the script */
	const char *match; /* (borrowed from the script) NULL: any */
	bool repeat, used;
	bool close_before_head, no_http;
	int head_delay_ms;
	unsigned status;
	char *content_type;    /* (owned) */
	const json_t *headers; /* (borrowed) NULL: none */
	struct take takes[PROTOCOLS];
	bool one_for_all; /* the first take is sent, whatever the protocol of the request */
	enum reply_end end;
};

struct script {
	json_t *source;
	json_t *asked; /* (owned) paths that were requested so far */
	char *models;  /* (owned) the answer of GET /v1/models */
	struct reply *replies;
	size_t count;
	bool fresh; /* every answer closes its connection, see model_server.c */
};

/* Reads a script, which script_free frees. NULL after adding to `problems`. Files that a reply names are found beside
 * the script. */
struct script *script_load(const char *path, struct problems *problems);
void script_free(struct script *s);
/* Returns the page of `pages` at this path; borrowed, NULL: there is none, or not yet. */
const json_t *script_page(const struct script *s, const char *path);
/* Notes that a path was requested, for pages that appear after it. */
void script_asked(struct script *s, const char *path);
/* Returns the first reply that is not used up and fits the text of the last message; NULL: none is left. */
struct reply *script_pick(struct script *s, const char *last);

/* Returns the reply in one protocol; borrowed from it. */
const struct take *reply_take(const struct reply *r, enum protocol protocol);
/* frames.c: makes the bytes of one reply from its map. False: e says what is wrong in it. */
bool reply_compile(struct reply *r, const json_t *map, const char *folder, struct error *e);

#endif
