/* SPDX-License-Identifier: MIT
 * A server on loopback that gives the answers a test sets, one per request in order of arrival, in the same
 * loop as the client under test.
 */
#ifndef TESTS_SUPPORT_SPEAKER_H
#define TESTS_SUPPORT_SPEAKER_H

#include "base/core/buf.h"
#include "loop/loop.h"

enum speaker_then { THEN_CLOSE, THEN_KEEP, THEN_RESET };
struct speaker_answer {
	const char *bytes; /* the whole answer, head and body; NULL: none */
	enum speaker_then then;
};

struct speaker;
/* Returns a server that listens; never NULL. answers (must outlive it) ends with a row without bytes, which is what
 * later requests get. */
struct speaker *speaker_new(struct loop *l, const struct speaker_answer *answers);
void speaker_free(struct speaker *s);
int speaker_port(const struct speaker *s);
int speaker_requests(const struct speaker *s);	      /* whole ones that came */
int speaker_connections(const struct speaker *s);     /* that were accepted */
int speaker_open(const struct speaker *s);	      /* of those not hung up yet */
const char *speaker_request(const struct speaker *s); /* the last one, head and body */

#define SPEAK_STREAM \
	"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
#define SPEAK_CHUNK(delta) "data: {\"choices\":[{\"index\":0,\"delta\":" delta "}]}\n\n"
#define SPEAK_TEXT(text) SPEAK_CHUNK("{\"content\":\"" text "\"}")
#define SPEAK_FINISH \
	"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
#define SPEAK_END SPEAK_FINISH "data: [DONE]\n\n"
#define SPEAK_JSON(status, headers, body) \
	"HTTP/1.1 " status "\r\nContent-Type: application/json\r\n" headers \
	"Connection: close\r\n\r\n" body

#endif
