/* SPDX-License-Identifier: MIT
 * Plans for tests, in the compact form of their tables: "a completed, b in_progress".
 */
#ifndef TESTS_SUPPORT_SAMPLE_PLANS_H
#define TESTS_SUPPORT_SAMPLE_PLANS_H

#include "plan/plan.h"

extern const struct plan_limits plans_limits; /* the defaults */

/* Returns the list for plan_replace, in which the content of an item is its id. New reference. */
json_t *plans_snapshot(const char *items);
/* Replaces the plan as the model does, with goal "the goal". The caller frees the change. */
struct change plans_send(struct plan *p, const char *items, int64_t now);
/* Changes the plan: door "model" or "user" by plan_edit with args (JSON with ' for "), "todos" by plans_send. The
 * caller frees the change. */
struct change plans_step(struct plan *p, const char *door, const char *args, int64_t now);
/* Returns the plan as "a completed, b in_progress"; the caller frees it. */
char *plans_shape(const struct plan *p);
/* Fails the test if ids repeat, two items are in progress, or the stored form loads as another plan. */
void plans_check(const struct plan *p);

#endif
