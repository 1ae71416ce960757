/*
 * Environment variables that settings name, for a child process.
 */
#ifndef TOOLS_ENVIRONMENT_H
#define TOOLS_ENVIRONMENT_H

#include "config/settings.h"

/* "NAME=value" of what the settings in `lists` (NULL-terminated) name and the environment has;
 * NULL-terminated, owned with its strings. A secret of the program is left out whoever names it. */
char **environment_new(const struct settings *s, const char *const *lists);
void environment_free(char **set);

#endif
