/*
 * Environment variables that settings name, for a child process.
 */
#ifndef TOOLS_COMMAND_ENVIRONMENT_H
#define TOOLS_COMMAND_ENVIRONMENT_H

#include "config/settings.h"

/* "NAME=value" for each name that the settings in `lists` (their keys, NULL-terminated) hold and the
 * environment has. A value with a secret of the program in it is left out, whoever names it. The array is
 * NULL-terminated and never NULL; to be freed, with its strings, by environment_free. */
char **environment_new(const struct settings *s, const char *const *lists);
/* set: not NULL. */
void environment_free(char **set);

#endif
