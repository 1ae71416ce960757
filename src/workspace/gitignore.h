/*
 * The rules of one .gitignore (or info/exclude) file, after gitignore(5) and, where that is silent,
 * after what git 2.39 does: the last rule that matches decides, '!' takes back, a trailing '/' is
 * for folders only, a '/' elsewhere anchors to the file's own folder. Which files apply to a path,
 * and in what order, is walk.c's business.
 */
#ifndef WORKSPACE_GITIGNORE_H
#define WORKSPACE_GITIGNORE_H

#include <stdbool.h>
#include <stddef.h>

enum ignore_verdict { IGNORE_SILENT, IGNORE_OUT, IGNORE_KEPT };

struct ignore;
/* Never fails: a line that is no rule is none. NULL when there is no rule at all. */
struct ignore *ignore_parse(const char *text, size_t len);
/* Reads a regular file; NULL when there is none, it is no file, or it holds no rule. */
struct ignore *ignore_load(int folder, const char *name);
/* path: relative to the folder of the file, without a '/' at its end. */
enum ignore_verdict ignore_check(const struct ignore *ig, const char *path, bool folder);
void ignore_free(struct ignore *ig);

#endif
