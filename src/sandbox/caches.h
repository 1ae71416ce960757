/* Where a command's temporary files and caches go: folders of the session's own, beside its /tmp. */
#ifndef SANDBOX_CACHES_H
#define SANDBOX_CACHES_H

#include "config/settings.h"

/* Makes the folders in tmp, the private /tmp as it is outside. Once, before any command runs: one could put a
 * link in their place. */
void caches_prepare(const struct settings *s, const char *tmp);
/* The variables that lead there; seen: the private /tmp as the command sees it. NULL-terminated; owned, with
 * its strings. */
char **caches_variables(const struct settings *s, const char *seen);

#endif
