/*
 * Results as arguments: a string argument may hold {{result:CALL}}, the text of an earlier result
 * by the id of its call, or {{result:last}}, that of the last one. What was cut for the model comes
 * whole. A command takes none: what a file says is never run.
 */
#ifndef AGENT_RESULT_REFERENCE_H
#define AGENT_RESULT_REFERENCE_H

#include <jansson.h>
#include "base/buf.h"

struct agent;

bool chain_named(const json_t *args); /* some argument names a result */
/* The arguments with the results in place, a new reference; NULL: why, written for the model. */
json_t *chain_resolve(struct agent *a, const json_t *args, struct buf *why);

#endif
