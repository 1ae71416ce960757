/*
 * What the plan that is shown will take, told by completed plans of its shape in this folder. Asked
 * once for each new plan, when the loop has nothing else to do.
 */
#ifndef UI_MODEL_FORECAST_H
#define UI_MODEL_FORECAST_H

#include "config/settings.h"
#include "loop/loop.h"
#include "plan/plan_estimate.h"

struct forecast;
/* done: an estimate is there, or another. store NULL: there never is one. All borrowed. */
struct forecast *forecast_new(struct loop *l, struct store *store, const struct settings *s,
    void (*done)(void *ctx), void *ctx);
void forecast_free(struct forecast *f); /* NULL is accepted */
/* The plan as it is: a new one is asked for; cheap when it is not. Both stay as long as f. cwd NULL:
 * all folders. */
void forecast_see(struct forecast *f, const struct plan *p, const char *cwd);
/* Of that plan, or NULL. */
const struct plan_estimate *forecast_get(const struct forecast *f);
/* "≈ 14 rounds, 6m like 5 plans before", shorter where cells are few. */
void forecast_text(const struct plan_estimate *e, int cells, bool ascii, struct buf *out);

#endif
