/* SPDX-License-Identifier: MIT
 * Checkers a folder names for its files (checks.after_edit): run before an edit and after it, so that
 * what is told is what the edit brought. Commands like any other: confined, bounded in time.
 */
#ifndef AGENT_CALL_EDIT_CHECKS_H
#define AGENT_CALL_EDIT_CHECKS_H

#include "tools/tool.h"

struct edit_checks;
/* For the files that a call is about to change; NULL: no checker is named for any of them. */
struct edit_checks *edit_checks_new(const struct call *c);
void edit_checks_free(struct edit_checks *k); /* stops what runs; NULL is accepted */
/* Runs the checkers one after the other, before the edit and then after it; then calls done, maybe at once. */
void edit_checks_run(struct edit_checks *k, bool after, void (*done)(void *ctx), void *ctx);
/* Adds what is new to the result, for the model. */
void edit_checks_report(const struct edit_checks *k, struct call *c);
/* Says it to the user: an edit_check event for each checker with something new. Behind the result. */
void edit_checks_tell(const struct edit_checks *k, const struct call *c);

#endif
