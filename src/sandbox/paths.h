/* SPDX-License-Identifier: MIT
 * The paths of a confinement, found in the settings and the file system as they are now: real,
 * existing, parents before what lies below them.
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
	bool git_config;	    /* .git/config of the folders is not protected */
	const json_t *repositories; /* (borrowed) more .git folders of the workspace; NULL: none */
	bool reads_only;	    /* what commands write is read-only; tmp alone is written */
};
/* Fills *p; it is overwritten, and to be freed by path_list_free either way. False: e says what cannot hold. */
bool paths_find(
    struct path_list *p, const struct settings *s, const struct paths_wish *wish, struct error *e);

#endif
