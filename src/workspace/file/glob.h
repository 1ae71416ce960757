/* SPDX-License-Identifier: MIT
 * Wildcards as git's: * ? [..] within a component, ** across them. What .gitignore patterns and
 * the globs of tools share; glob_match in walk.h is the form with {a,b} for people and models.
 */
#ifndef WORKSPACE_FILE_GLOB_H
#define WORKSPACE_FILE_GLOB_H

#include <stdbool.h>

/* Whether the pattern matches the whole text. components: '*', '?' and sets stop at '/', and "**" between slashes crosses it. Without, '/' is
 * a character like any other. Takes no more than length * length steps, whatever the pattern. */
bool glob_wild(const char *pattern, const char *text, bool components);

#endif
