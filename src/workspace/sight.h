/*
 * What a walk may show. A call that lists or searches a folder was allowed to look at that folder;
 * what the rules deny below it, or would ask about, stays out of its sight: the folder with all
 * that is in it. Who was asked about the folder itself is not asked again about what is in it.
 */
#ifndef WORKSPACE_SIGHT_H
#define WORKSPACE_SIGHT_H

#include "workspace/permission.h"

struct sight;
/* act: of the call; its path is where the walk starts. NULL when no rule names a path: nothing is
 * hidden. */
struct sight *sight_new(const struct permissions *p, enum approve_mode mode, const struct act *act);
/* path: relative to the workspace, below the start. */
bool sight_shows(struct sight *s, const char *path);
int sight_hidden(const struct sight *s); /* how many it did not show; NULL is accepted */
void sight_free(struct sight *s);

#endif
