/*
 * Output of a running call on its way to the sinks: made safe, secrets replaced, and thinned out. The first
 * bytes go at once; what follows within LIVE_MS waits for the timer, and of what waits only the last LIVE_BYTES
 * are shown (the result keeps more than the screen can follow).
 */
#ifndef TOOLS_LIVE_OUTPUT_H
#define TOOLS_LIVE_OUTPUT_H

#include "tools/tool.h"

#define LIVE_MS 33
#define LIVE_BYTES ((size_t)16 << 10)

struct live_output;
/* Both are borrowed until it is freed. */
struct live_output *live_output_new(struct tool_host *host, const char *call_id);
/* Takes bytes as they came; a tool_output event of the call follows, at once or by the timer. */
void live_output_add(struct live_output *l, const char *bytes, size_t len);
/* flush: what still waits is shown first; else it is dropped. NULL is accepted. */
void live_output_free(struct live_output *l, bool flush);

#endif
