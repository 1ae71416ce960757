/* SPDX-License-Identifier: MIT
 * Results as arguments: for a tool whose row says takes_results a string may hold {{result:CALL}}, the
 * output of an earlier call by its id, or {{result:last}}, that of the last one. Of a tool that writes
 * files the string must be nothing else, since a document may be about such markers. What is put in is
 * the output alone, as the tool made it, whole also where it was cut for the model; what is not all
 * there is refused. {{{{result: stands for the text {{result: itself. A command takes no result, since
 * what a file says is never run; elsewhere the marker is plain text.
 */
#ifndef AGENT_CALL_RESULT_REFERENCE_H
#define AGENT_CALL_RESULT_REFERENCE_H

#include <jansson.h>
#include "base/core/buf.h"

struct agent;
struct tool;

/* Whether an argument holds the marker and it means something to that tool: it takes results, or is a command. */
bool chain_named(const struct tool *tool, const json_t *args);
/* Returns the arguments with the results in place, a new reference; NULL: why, written for the
 * model. */
json_t *chain_resolve(
    struct agent *a, const struct tool *tool, const json_t *args, struct buf *why);

#endif
