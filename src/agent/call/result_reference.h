/* SPDX-License-Identifier: MIT
 * Results as arguments: in a tool whose row says takes_results a string may hold {{result:CALL}} (alone, where it is
 * to become a part of a file: a document may be about such markers),
 * the output of an earlier call by its id, or {{result:last}}, that of the last one: the output
 * alone, as the tool made it, whole also where it was cut for the model. What is not all there is
 * refused, never put in as a part. {{{{result: stands for the text {{result: itself.
 * A command takes none, since what a file says is never run; elsewhere the marker is plain text.
 */
#ifndef AGENT_CALL_RESULT_REFERENCE_H
#define AGENT_CALL_RESULT_REFERENCE_H

#include <jansson.h>
#include "base/core/buf.h"

struct agent;
struct tool;

/* Some argument holds the marker, and for that tool it means something. */
bool chain_named(const struct tool *tool, const json_t *args);
/* Returns the arguments with the results in place, a new reference; NULL: why, written for the
 * model. */
json_t *chain_resolve(
    struct agent *a, const struct tool *tool, const json_t *args, struct buf *why);

#endif
