/* SPDX-License-Identifier: MIT
 * Checkers that the settings name for files (checks.after_edit): run before and after an edit, so that
 * only what is new is reported. They are commands like any other: confined, bounded in time.
 */
#ifndef AGENT_CALL_EDIT_CHECKS_H
#define AGENT_CALL_EDIT_CHECKS_H

#include "tools/tool.h"

struct edit_checks;
/* Returns the checks for the files that a call is about to change; NULL if no checker is named for any of them. */
struct edit_checks *edit_checks_new(const struct call *c);
void edit_checks_free(struct edit_checks *k); /* stops what runs; NULL is accepted */
/* Runs the checkers one after the other; calls done when all are over, maybe at once. To be called before the edit, and
 * again (after) when it is made. */
void edit_checks_run(struct edit_checks *k, bool after, void (*done)(void *ctx), void *ctx);
/* Adds the new problems to the call's result, for the model. */
void edit_checks_report(const struct edit_checks *k, struct call *c);
/* Emits an edit_check event for each checker with new problems. To be called after the result's event. */
void edit_checks_tell(const struct edit_checks *k, const struct call *c);

#endif
