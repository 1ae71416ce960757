/* SPDX-License-Identifier: MIT
 * Finds the paths of a confinement in the settings and in the file system as it is now: real paths,
 * parents before what lies below them. All but masked and absent ones exist.
 */
#ifndef SANDBOX_PATHS_H
#define SANDBOX_PATHS_H

#include "base/error.h"
#include "config/settings.h"
#include "sandbox/child/path_list.h"

struct paths_wish {
	const char *workspace; /* absolute, real */
	const char *tmp;       /* the private /tmp, which exists; NULL: none yet */
	enum sandbox_tier tier;
	bool git_config;	    /* .git/config of writable folders is not protected */
	const json_t *repositories; /* (borrowed) more .git folders of the workspace; NULL: none */
	bool reads_only;	    /* only tmp is writable, not what commands write otherwise */
};
/* Overwrites *p, which the caller frees with path_list_free, also on failure. False: the settings
 * cannot be enforced; e says why. */
bool paths_find(
    struct path_list *p, const struct settings *s, const struct paths_wish *wish, struct error *e);

#endif
