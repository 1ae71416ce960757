/* SPDX-License-Identifier: MIT
 * Command lines as models of other agents send them: a list of words, a folder to run in, a patch for a
 * program that is a tool here. Every string returned is owned by the caller.
 */
#ifndef TOOLS_DIALECT_DIALECT_COMMAND_H
#define TOOLS_DIALECT_DIALECT_COMMAND_H

#include <jansson.h>

/* Makes the words one line for the shell, quoted where they need it; of ["bash", "-lc", "make test"] the
 * third word alone is the line. NULL: words is no list of strings, or an empty one. */
char *command_of_words(const json_t *words);
/* Returns the command as it runs in the folder, behind a cd; never NULL. A line of several commands
 * ends where there is no such folder, since none of them may run elsewhere. */
char *command_in_folder(const char *command, const char *folder);
/* Returns the patch in "apply_patch <<'EOF' ... EOF", behind "cd FOLDER &&" with its files in that
 * folder, where the line does nothing else. NULL: it is no such line. */
char *command_patch(const char *command);
/* Returns the command without a "cd FOLDER &&" at its beginning where the folder stands for the
 * workspace (dialect_path). NULL: it has none. */
char *command_here(const char *command);

#endif
