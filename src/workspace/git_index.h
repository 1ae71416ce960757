/* SPDX-License-Identifier: MIT */
/* Git's index, as far as it takes to tell one that was only refreshed: "git status" writes new times into it. */
#ifndef WORKSPACE_GIT_INDEX_H
#define WORKSPACE_GIT_INDEX_H

#include <stdbool.h>
#include <stddef.h>

/* Whether both name the same files with the same content, mode and stage, whatever the file system said of them. False
 * also if either is no index of version 2 to 4. */
bool git_index_same(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
