/* SPDX-License-Identifier: MIT
 * Streams for tests of the wires: fed in any chunking, recorded ones read from tests/wire/data.
 */
#ifndef TESTS_WIRE_H
#define TESTS_WIRE_H

#include "llm/http/sse.h"
#include "llm/http/wording.h"

enum chunking { WHOLE, BYTES, RANDOM, CUT };

struct heard {
	struct reply reply;
	struct error error;
	bool ok; /* received and finished */
	int64_t comments;
};
struct recording {
	long status;
	struct buf body;
};

/* Feeds a stream to the Chat Completions wire, then finishes it. */
void hear(struct heard *h, const char *stream, size_t len, enum chunking chunking);
/* Feeds it to any wire. */
void hear_by(const struct wire *wire, struct heard *h, const char *stream, size_t len,
    enum chunking chunking);
/* The same in two pieces. */
void hear_cut_at(
    const struct wire *wire, struct heard *h, const char *stream, size_t len, size_t at);
/* Feeds lines of JSON (ended by NULL), each sent as one event; ended by "[DONE]" when done. Fed byte by
 * byte too, which must give the same reply. */
void hear_chunks(struct heard *h, const char *const *chunks, bool done);
void heard_free(struct heard *h); /* what it holds */

/* Reads a recording of tests/wire/data; fails the test when it is not there. */
void recording_read(struct recording *r, const char *name);
void recording_free(struct recording *r);

extern const struct wording wire_wording;
/* The request of items (JSON text) as a JSON value, a new reference, or its messages as one line, which
 * the caller frees; quirks NULL or JSON text. */
json_t *request_of(const char *items, const char *tail, const char *quirks);
json_t *request_by(
    const struct wire *wire, const char *items, const char *tail, const char *quirks);
char *messages_of(const char *items, const char *tail, const char *quirks);

#endif
