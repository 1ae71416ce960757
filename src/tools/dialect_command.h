/*
 * Command lines as models of other agents send them: a list of words, a folder to run in, a patch for a
 * program that is a tool here.
 */
#ifndef TOOLS_DIALECT_COMMAND_H
#define TOOLS_DIALECT_COMMAND_H

#include <jansson.h>

/* Makes the words a line for the shell; of ["bash", "-lc", "make test"] it takes the third word alone. Owned;
 * NULL: it is no list of strings, or an empty one. */
char *command_of_words(const json_t *words);
/* The command run in the folder. One of several parts must not run elsewhere when there is no such
 * folder. Owned. */
char *command_in_folder(const char *command, const char *folder);
/* The patch in "apply_patch <<'EOF' ... EOF", when the command does nothing else. Owned; NULL: it is none. */
char *command_patch(const char *command);

#endif
