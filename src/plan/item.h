/*
 * Items inside src/plan: finding, appending and freeing them. For the files of this folder only.
 */
#ifndef PLAN_ITEM_H
#define PLAN_ITEM_H

#include "plan/plan.h"

struct todo *plan_find(const struct plan *p, const char *id); /* NULL: none */
struct todo *plan_append(
    struct plan *p);		/* a zeroed item at the end; valid until the next append */
void todo_free(struct todo *t); /* its contents */

#endif
