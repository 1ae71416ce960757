/* SPDX-License-Identifier: MIT
 * Plans by template: an entry of config/templates.yaml with its variables filled in becomes the edit that begins a
 * plan. A past plan can be made such an edit, too.
 */
#ifndef PLAN_PLAN_TEMPLATE_H
#define PLAN_PLAN_TEMPLATE_H

#include "plan/plan.h"

/* Returns the rows of config/templates.yaml, an array; new reference. NULL: problems say why it is unusable. */
json_t *plan_templates(struct problems *problems);
/* Returns the edit that begins a plan by a template, as plan_edit takes it from the user: {action create, goal,
 * todos}. values: variables, an object of strings (NULL: none); texts that exceed the limits are cut. New reference.
 * NULL: e says which template or variable is unknown, or which variables have no value. */
json_t *plan_template(const json_t *templates, const char *name, const json_t *values,
    const struct plan_limits *limits, struct error *e);
/* Returns the edit that begins a past plan again: its goal and its items, without skipped ones. New reference. */
json_t *plan_again(const struct plan *p);
/* Parses "NAME VARIABLE=VALUE ...", the words of /plan template. A value may contain spaces: it ends before
   the next VARIABLE=. Words before the first VARIABLE= are the value of the first variable. Returns the values,
   an object, new reference. *name (caller frees) is the template's name, "" if there is none. */
json_t *plan_template_words(const json_t *templates, const char *words, char **name);

#endif
