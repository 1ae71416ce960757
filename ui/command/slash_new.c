/*
 * /new: another session in the same folder, whose model knows nothing of this one. A plan that is under
 * way is asked about: it stays with this session, or is begun again in the new one.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "plan/plan.h"
#include "ui/command/slash_rows.h"

static void leave(const struct commander *c)
{
	c->host->go(c->host->ctx, GO_NEW, "");
	slash_leave(c);
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	pick_rows_add(out, "leave it", "it stays with this session, which can be resumed", "leave");
	pick_rows_add(out, "take it along", "its steps become the plan of the new session", "take");
}

static void chosen(void *ctx, const struct pick_row *row)
{
	const struct commander *c = ctx;

	if (strcmp(row->value, "take") == 0 && c->host->then) {
		char *again = xasprintf("/plans again %s", c->plan->id);

		c->host->then(c->host->ctx, again);
		free(again);
	}
	leave(c);
}

static void new (struct commander *c, const char *rest)
{
	const bool open = c->plan && c->plan->status == PLAN_ACTIVE && c->plan->count > 0;

	if (!c->host || !c->host->go)
		slash_say(c, "there is no other session to go on with here");
	else if (c->running && *c->running)
		slash_say(c, "a turn is running: Esc stops it");
	else if (!open || !c->pick)
		leave(c);
	else
		slash_pick(c,
		    &(struct pick_source){
			.title = "A plan is under way", .fill = fill, .chosen = chosen, .ctx = c});
}

const struct slash slash_new = {
    .name = "new",
    .help = "another session here, with nothing said yet",
    .run = new,
};
