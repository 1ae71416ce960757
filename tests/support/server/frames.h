/* SPDX-License-Identifier: MIT
 * What makes the bytes of a reply, in each protocol: frames.c has what they share and Chat
 * Completions, frames_messages.c and frames_responses.c the other two.
 */
#ifndef TESTS_SUPPORT_SERVER_FRAMES_H
#define TESTS_SUPPORT_SERVER_FRAMES_H

#include "tests/support/server/script.h"

struct making {
	struct reply *reply;
	struct take *take;
	const json_t *map;
	const char *model;
	int64_t deltas, stop_after; /* stop_after < 0: all of them */
	int first_ms, between_ms;
	/* Makes a frame of a piece of one kind: text, reasoning, a call's arguments. */
	void (*delta)(
	    struct making *m, const char *kind, size_t index, const char *text, size_t len);
};

bool stopped(const struct making *m); /* whether all its deltas were made */
/* Adds a frame of these bytes, whose buffer it empties. */
void add_frame(struct take *t, struct buf *bytes, int delay_ms);
void add_event(struct making *m, const char *type, json_t *value);	 /* steals; no delta */
void add_delta_event(struct making *m, const char *type, json_t *value); /* steals; counted */
/* Adds the pieces of a list, or those of a string, of delta_chars characters each; each by m->delta. */
void add_pieces(struct making *m, const char *kind, size_t index, const json_t *value);
void add_flood(struct making *m); /* deltas: N */
/* Return the arguments and the id of a call; the caller frees both. */
char *arguments_of(const json_t *call);
char *id_of(const json_t *call, size_t index);
json_t *joined_text(const json_t *map, const char *key); /* new reference; null: there is none */

/* make_...: adds the frames of a reply to m->take. whole_...: returns the reply as one answer, which the caller
 * frees. */
void make_messages(struct making *m);
char *whole_messages(const struct making *m);
void make_responses(struct making *m);
char *whole_responses(const struct making *m);

#endif
