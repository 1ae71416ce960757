/* SPDX-License-Identifier: MIT
 * Where a command's temporary files and caches go: folders of the session's own, beside its /tmp.
 */
#ifndef SANDBOX_CACHES_H
#define SANDBOX_CACHES_H

#include "config/settings.h"

#define CACHES_DIR ".cache" /* below the private /tmp */

/* Makes the folders in tmp, the private /tmp as it is outside. To be called once, before any command runs: one
 * could put a link in their place. What cannot be made is logged. */
void caches_prepare(const struct settings *s, const char *tmp);
/* Returns the variables that lead there, "NAME=value"; seen: the private /tmp as the command sees
 * it. NULL-terminated; owned, with its strings. */
char **caches_variables(const struct settings *s, const char *seen, bool network, bool reads_only);

#endif
