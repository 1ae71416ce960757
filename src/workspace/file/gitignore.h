/* SPDX-License-Identifier: MIT
 * The rules of one .gitignore (or info/exclude) file, after gitignore(5) and, where that is silent,
 * as git 2.39 does it: the last rule that matches decides, '!' takes back, a trailing '/' is for
 * folders only, a '/' elsewhere anchors to the file's own folder. walk.c decides which files apply
 * to a path, and in what order.
 */
#ifndef WORKSPACE_FILE_GITIGNORE_H
#define WORKSPACE_FILE_GITIGNORE_H

#include <stdbool.h>
#include <stddef.h>

/* SILENT: no rule of this file matches; OUT: the path is left out; KEPT: a rule with '!' takes it
 * back. */
enum ignore_verdict { IGNORE_SILENT, IGNORE_OUT, IGNORE_KEPT };

struct ignore;
/* Both return rules, which ignore_free frees, and never fail: a line that is no rule is skipped.
 * NULL: there is no rule at all. */
struct ignore *ignore_parse(const char *text, size_t len);
/* Returns the rules of the file `name` in the folder, a descriptor; NULL also if it does not exist
 * or is no regular file. Links are not followed; of a long file the first 1 MiB is read. */
struct ignore *ignore_load(int folder, const char *name);
/* Returns what the last rule that matches says. path: relative to the folder of the file, without a
 * '/' at its end. folder: the path is a folder. */
enum ignore_verdict ignore_check(const struct ignore *ig, const char *path, bool folder);
void ignore_free(struct ignore *ig); /* NULL is accepted */

#endif
