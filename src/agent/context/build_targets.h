/* SPDX-License-Identifier: MIT
 * What a project can build and test, read from its own files by config/builds.yaml: "make: all,
 * check, test". Whoever asks for criteria should know which commands there are.
 */
#ifndef AGENT_CONTEXT_BUILD_TARGETS_H
#define AGENT_CONTEXT_BUILD_TARGETS_H

#include <stddef.h>
#include "base/core/buf.h"

struct workspace;
struct visible_paths;
/* Appends a line for each way of building; most: targets of one. sight: NULL: every file may be
 * read. */
void build_targets(struct workspace *w, struct visible_paths *sight, size_t most, struct buf *out);

#endif
