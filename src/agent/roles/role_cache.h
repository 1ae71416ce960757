/* SPDX-License-Identifier: MIT
 * What roles answered, kept for the session under a key of all that was asked and of the last write
 * before it: the same question on the same ground is not asked twice.
 */
#ifndef AGENT_ROLES_ROLE_CACHE_H
#define AGENT_ROLES_ROLE_CACHE_H

#include <jansson.h>
#include <stdint.h>

struct agent;
/* The answer that was kept, a new reference, NULL: there is none; and the keeping of one, which stays the
 * caller's too. prompt: name of the system prompt; request: what is asked; last_write: seq of the last
 * event that may have changed files. */
json_t *cache_find(struct agent *a, const char *prompt, const char *request, int64_t last_write);
void cache_keep(
    struct agent *a, const char *prompt, const char *request, int64_t last_write, json_t *value);

#endif
