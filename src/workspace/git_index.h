/* SPDX-License-Identifier: MIT
 * Compares Git indexes, to find one that was only refreshed: "git status" writes new times into it. */
#ifndef WORKSPACE_GIT_INDEX_H
#define WORKSPACE_GIT_INDEX_H

#include <stdbool.h>
#include <stddef.h>

/* Whether both name the same files with the same content, mode and stage, whatever times and inodes
 * they note. False also if either is no index of version 2 to 4. */
bool git_index_same(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
