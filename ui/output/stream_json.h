/* SPDX-License-Identifier: MIT
 * Events as the JSON lines that programs around other agents read (Claude Code's `--output-format
 * stream-json`): init, assistant, user, stream_event and result. What only this program has (plan,
 * verdicts, diffs) is in --output events.
 */
#ifndef UI_OUTPUT_STREAM_JSON_H
#define UI_OUTPUT_STREAM_JSON_H

#include <stdbool.h>
#include "ui/output/jsonl.h"

struct stream_json_options { /* (borrowed) as long as the stream lives */
	const struct session *session;
	const char *cwd, *model, *approve; /* model NULL: the server's default */
	bool partial;			   /* also write pieces of a reply */
	json_t *(*tools)(void *ctx);	   /* names of the model's tools; a new array */
	void *ctx;
};
struct stream_json;
/* Copies options; out is borrowed until stream_json_free, which accepts NULL. Never NULL. */
struct stream_json *stream_json_new(struct jsonl *out, const struct stream_json_options *options);
void stream_json_free(struct stream_json *s);
struct event_sink stream_json_sink(struct stream_json *s);

#endif
