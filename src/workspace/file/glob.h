/* SPDX-License-Identifier: MIT
 * Matches wildcards as git does: * ? [..] within a component, ** across them. Used for .gitignore
 * patterns and globs of tools; glob_match in walk.h is the form with {a,b} for people and models.
 */
#ifndef WORKSPACE_FILE_GLOB_H
#define WORKSPACE_FILE_GLOB_H

#include <stdbool.h>

/* Whether the pattern matches the whole text. components: '*', '?' and sets stop at '/', and "**"
 * between slashes crosses it; else '/' is a character like any other. Takes at most length * length
 * steps, whatever the pattern. */
bool glob_wild(const char *pattern, const char *text, bool components);

#endif
