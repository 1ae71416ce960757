/* SPDX-License-Identifier: MIT
 * Where a command's temporary files and caches go: folders of the session's own, in its private
 * /tmp.
 */
#ifndef SANDBOX_CACHES_H
#define SANDBOX_CACHES_H

#include "config/settings.h"

#define CACHES_DIR ".cache" /* below the private /tmp */

/* Makes the folders for caches. tmp: the path of the private /tmp outside the sandbox. Must be
 * called once, before any command runs, which could put a link in their place. What cannot be made
 * is logged. */
void caches_prepare(const struct settings *s, const char *tmp);
/* Returns the variables that lead commands to these folders, as "NAME=value", NULL-terminated.
 * seen: the private /tmp as the command sees it. Without network they also turn off retries, with
 * reads_only also writes of programs that only read. Caller frees the array and its strings. */
char **caches_variables(const struct settings *s, const char *seen, bool network, bool reads_only);

#endif
