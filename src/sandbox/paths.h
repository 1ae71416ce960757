/*
 * The paths of a confinement, found in the settings and the file system as they are now: real,
 * existing, parents before what lies below them.
 */
#ifndef SANDBOX_PATHS_H
#define SANDBOX_PATHS_H

#include "base/error.h"
#include "config/settings.h"
#include "sandbox/confine.h"

struct path_list {
	struct confine_path *list; /* (owned) with its strings */
	size_t count, cap;
};

/* The same path, or one above it. */
bool path_holds(const char *above, const char *path);
/* tmp: the private /tmp, which exists; NULL: none yet. False: e says what cannot hold. */
bool paths_find(struct path_list *p, const struct settings *s, const char *workspace,
    const char *tmp, enum sandbox_tier tier, struct error *e);
void paths_free(struct path_list *p);

#endif
