/* SPDX-License-Identifier: MIT
 * What a delegate is told at its start.
 */
#ifndef AGENT_DELEGATE_DELEGATE_SPEC_H
#define AGENT_DELEGATE_DELEGATE_SPEC_H

#include <jansson.h>

struct agent;
struct budget_share;

/* Returns what the child is told, as a new reference. It holds the key, so it is for the child's
 * stdin only. *seconds: how long the child may work. */
json_t *delegate_spec(
    struct agent *a, const json_t *args, const struct budget_share *share, double *seconds);
/* The launcher's words, NULL-terminated, owned with its strings: environment_free. */
char **delegate_words(const struct agent *a);

#endif
