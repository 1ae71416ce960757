/* SPDX-License-Identifier: MIT
 * The rules of one .gitignore (or info/exclude) file, after gitignore(5) and, where that is silent,
 * after what git 2.39 does: the last rule that matches decides, '!' takes back, a trailing '/' is
 * for folders only, a '/' elsewhere anchors to the file's own folder. Which files apply to a path,
 * and in what order, is walk.c's business.
 */
#ifndef WORKSPACE_FILE_GITIGNORE_H
#define WORKSPACE_FILE_GITIGNORE_H

#include <stdbool.h>
#include <stddef.h>

/* Silent: no rule of this file matches; out: it is left out; kept: '!' takes it back. */
enum ignore_verdict { IGNORE_SILENT, IGNORE_OUT, IGNORE_KEPT };

struct ignore;
/* Both return rules to be freed by ignore_free, and never fail: a line that is no rule is passed over. NULL:
 * there is no rule at all. */
struct ignore *ignore_parse(const char *text, size_t len);
/* Returns the rules of the file `name` in the folder, a descriptor; NULL also where it is not
 * there, or not a regular file. Links are not followed; of a long file the first 1 MiB is read. */
struct ignore *ignore_load(int folder, const char *name);
/* Returns what the last rule that matches says. path: relative to the folder of the file, without a
 * '/' at its end. folder: it is one. */
enum ignore_verdict ignore_check(const struct ignore *ig, const char *path, bool folder);
void ignore_free(struct ignore *ig); /* NULL is accepted */

#endif
