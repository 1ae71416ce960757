/* SPDX-License-Identifier: MIT
 * Streams for tests of the wires: fed in any chunking, recorded ones read from tests/wire/data.
 */
#ifndef TESTS_SUPPORT_WIRE_STREAMS_H
#define TESTS_SUPPORT_WIRE_STREAMS_H

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
/* As hear, with any wire. */
void hear_by(const struct wire *wire, struct heard *h, const char *stream, size_t len,
    enum chunking chunking);
/* As hear_by, in two pieces: cut at byte `at`. */
void hear_cut_at(
    const struct wire *wire, struct heard *h, const char *stream, size_t len, size_t at);
/* Feeds JSON texts (NULL-terminated) to the Chat Completions wire, each as one event, with "[DONE]" at the end if
 * `done`. They are fed byte by byte too, which must give the same reply. */
void hear_chunks(struct heard *h, const char *const *chunks, bool done);
void heard_free(struct heard *h); /* frees what it holds */

/* Reads a recording of tests/wire/data; fails the test when it is not there. */
void recording_read(struct recording *r, const char *name);
void recording_free(struct recording *r);

extern const struct wording wire_wording;
/* Return the request for the items (JSON text; quirks NULL or JSON text) as a JSON value, a new reference; messages_of
 * its messages alone as one line, which the caller frees. */
json_t *request_of(const char *items, const char *tail, const char *quirks);
json_t *request_by(
    const struct wire *wire, const char *items, const char *tail, const char *quirks);
char *messages_of(const char *items, const char *tail, const char *quirks);

#endif
