/*
 * What a walk may show. A call that lists or searches a folder was allowed to look at that folder; what the rules
 * deny below it, or would ask about, is left out: the folder with all that is in it. Who was asked about the
 * folder itself is not asked again about what is in it.
 */
#ifndef WORKSPACE_VISIBLE_PATHS_H
#define WORKSPACE_VISIBLE_PATHS_H

#include "workspace/permission/permission.h"

struct visible_paths;
/* act: of the call; its path is where the walk starts. p and act's tool and workspace are borrowed until it is
 * freed. NULL: no rule names a path (or p is NULL), and nothing is hidden. */
struct visible_paths *visible_paths_new(
    const struct permissions *p, enum approve_mode mode, const struct act *act);
/* Whether the path may be shown; one that may not is counted. path: relative to the workspace, below the
 * start. */
bool visible_paths_shows(struct visible_paths *v, const char *path);
/* How many were not shown; 0 for NULL. */
int visible_paths_hidden(const struct visible_paths *v);
void visible_paths_free(struct visible_paths *v); /* NULL is accepted */

#endif
