/*
 * Streams for tests of the wires: fed in any chunking, recorded ones read from tests/wire/data.
 */
#ifndef TESTS_WIRE_H
#define TESTS_WIRE_H

#include "llm/sse.h"
#include "llm/wording.h"

enum chunking { WHOLE, BYTES, RANDOM };

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
void hear_by(const struct wire *wire, struct heard *h, const char *stream, size_t len,
    enum chunking chunking); /* the same to any wire */
/* The same for lines of JSON, each sent as one event; ended by "[DONE]" when done. Heard byte by byte
 * too, which must give the same reply. */
void hear_chunks(struct heard *h, const char *const *chunks, bool done);
void heard_free(struct heard *h);

void recording_read(
    struct recording *r, const char *name); /* fails the test when it is not there */
void recording_free(struct recording *r);

/* The request of items (JSON text) as a JSON value; quirks NULL or JSON text. */
extern const struct wording wire_wording;
json_t *request_of(const char *items, const char *tail, const char *quirks);
json_t *request_by(
    const struct wire *wire, const char *items, const char *tail, const char *quirks);
char *messages_of(const char *items, const char *tail, const char *quirks); /* one line; owned */

#endif
