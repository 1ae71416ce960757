/* SPDX-License-Identifier: MIT
 * Plans by name: config/templates.yaml with its variables filled in becomes the edit that begins the
 * plan; so does a plan that there was.
 */
#ifndef PLAN_PLAN_TEMPLATE_H
#define PLAN_PLAN_TEMPLATE_H

#include "plan/plan.h"

/* Returns the table's rows, an array; new reference. NULL: problems tell why the table is unusable.
 */
json_t *plan_templates(struct problems *problems);
/* Returns the edit that begins a plan by a template, as plan_edit takes it from the user: {action
 * create, goal, todos}.    values: an object of strings (NULL: none); texts that grow beyond the
 * limits are cut. New reference; NULL: e names the template that is    missing, the variables that
 * are, or the ones that are not known. */
json_t *plan_template(const json_t *templates, const char *name, const json_t *values,
    const struct plan_limits *limits, struct error *e);
/* Returns the edit that begins a plan of the past again: its goal and its steps, without those that
 * were skipped. New    reference. */
json_t *plan_again(const struct plan *p);
/* "NAME VARIABLE=VALUE ...": the words of /plan template. A value may hold spaces: it ends before
   the next VARIABLE=. Without any VARIABLE= the words are the first variable's. Returns the values,
   an object, new reference; *name (owned) is the template's, maybe "". */
json_t *plan_template_words(const json_t *templates, const char *words, char **name);

#endif
