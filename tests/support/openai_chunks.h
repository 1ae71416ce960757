/* SPDX-License-Identifier: MIT
 * Chunks of Chat Completions, as JSON, for tests that say what a server sends.
 */
#ifndef TESTS_SUPPORT_OPENAI_CHUNKS_H
#define TESTS_SUPPORT_OPENAI_CHUNKS_H

#include "tests/support/wire_streams.h"

#define CHUNK(delta) "{\"choices\":[{\"index\":0,\"delta\":" delta "}]}"
#define LAST(reason) "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" reason "\"}]}"
#define CALLS(list) CHUNK("{\"tool_calls\":[" list "]}")

/* Fills in the caller's variable `h`, a struct heard, by hear_chunks. */
#define HEAR(done, ...) hear_chunks(&h, (const char *const[]){__VA_ARGS__, NULL}, done)

#endif
