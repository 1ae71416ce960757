/* SPDX-License-Identifier: MIT
 * Estimates what the plan that is shown will take, by completed plans of its shape in this folder.
 * Computed once for each new plan, when the loop has nothing else to do.
 */
#ifndef UI_MODEL_FORECAST_H
#define UI_MODEL_FORECAST_H

#include "config/settings.h"
#include "loop/loop.h"
#include "plan/history/plan_estimate.h"

struct forecast;
/* Never NULL. done is called when a new estimate is there. store NULL: there never is one. All is
 * borrowed until forecast_free, which accepts NULL. */
struct forecast *forecast_new(struct loop *l, struct store *store, const struct settings *s,
    void (*done)(void *ctx), void *ctx);
void forecast_free(struct forecast *f);
/* Called with the plan whenever it may have changed: asks for the estimate of a new plan, else
 * costs nothing. f may be NULL. Plan and cwd (NULL: all folders) are borrowed as long as f
 * lives. */
void forecast_see(struct forecast *f, const struct plan *p, const char *cwd);
/* Returns the estimate of that plan, borrowed until the next is there; NULL: none is known, or f is
 * NULL. */
const struct plan_estimate *forecast_get(const struct forecast *f);
/* Appends "≈ 14 rounds, 6m like 5 plans before", shorter where it takes more than this many cells. */
void forecast_text(const struct plan_estimate *e, int cells, bool ascii, struct buf *out);

#endif
