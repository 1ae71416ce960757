/* SPDX-License-Identifier: MIT
 * What a model is told of the folder with the first request of a session, so that its first round is
 * not spent on looking: the git branch, what is changed and not committed, the first entries. A part
 * that is not known within its time is left out; what is told is never told anew.
 */
#ifndef AGENT_CONTEXT_FOLDER_VIEW_H
#define AGENT_CONTEXT_FOLDER_VIEW_H

#include "base/core/buf.h"

struct agent;
struct folder_view;

/* Called before each turn: before the first one of a session starts git, which runs while the turn is
 * made ready. */
void folder_view_begin(struct agent *a);
/* Appends the block, once; waits for git no longer than context.folder.git_ms since it began. */
void folder_view_tell(struct agent *a, struct buf *out);
void folder_view_free(struct folder_view *v); /* NULL is accepted */

#endif
