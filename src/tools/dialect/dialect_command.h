/* SPDX-License-Identifier: MIT
 * Command lines as models of other agents send them: a list of words, a folder to run in, a patch for a
 * program that is a tool here. Every string returned is owned by the caller.
 */
#ifndef TOOLS_DIALECT_DIALECT_COMMAND_H
#define TOOLS_DIALECT_DIALECT_COMMAND_H

#include <jansson.h>

/* Returns the words as one line for the shell, quoted where they need it; of ["bash", "-lc", "make test"] the
 * third word alone. NULL: words is no list of strings, or an empty one. */
char *command_of_words(const json_t *words);
/* Returns the command with a cd to the folder in front ("" and ".": none); never NULL. A line of several
 * commands exits if the cd fails, since none of them may run elsewhere. */
char *command_in_folder(const char *command, const char *folder);
/* Returns the patch in "apply_patch <<'EOF' ... EOF"; after a leading "cd FOLDER &&" the paths in it begin
 * with that folder. NULL: the line is no such command, or does more. */
char *command_patch(const char *command);
/* Returns the command without its leading "cd FOLDER &&" if that folder stands for the workspace
 * (dialect_path); a folder below it becomes relative. NULL: the line does not begin so. */
char *command_here(const char *command);

#endif
