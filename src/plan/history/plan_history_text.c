/*
 * A plan of the past in words for people: its figures, then its items with what was done for each.
 */
#include <inttypes.h>

#include "base/core/clock.h"
#include "base/text/text.h"
#include "plan/history/plan_history.h"

void past_plan_apart(const struct plan *p, const char *before, struct buf *out)
{
	const int skipped = plan_count(p, TODO_SKIPPED), failed = plan_count(p, TODO_FAILED);

	if (skipped)
		buf_addf(out, "%s%d skipped", before, skipped);
	if (failed)
		buf_addf(out, "%s%d failed", skipped ? ", " : before, failed);
}

static void add_history_list(struct buf *out, const char *what, const json_t *list)
{
	json_t *one;
	size_t i;

	if (json_array_size(list) > 0)
		buf_addf(out, " · %s", what);
	json_array_foreach (list, i, one) {
		buf_adds(out, i ? ", " : *what ? " " : "");
		if (json_is_string(one))
			buf_adds(out, json_string_value(one));
		else
			buf_addf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(one));
	}
}

static void write_evidence(const struct past_plan *past, const struct todo *t, struct buf *out)
{
	char took[24];

	if (t->attempts == 0 && !t->claimed)
		return;
	clock_spell(todo_active_ms(t, past->plan.seen_ms), took);
	buf_addf(out, "      %s", took);
	if (t->attempts > 1)
		buf_addf(out, " · %d attempts", t->attempts);
	if (t->spent.calls)
		buf_addf(out, " · %d call%s", t->spent.calls, text_plural(t->spent.calls, "", "s"));
	add_history_list(out, "", t->spent.files);
	add_history_list(out, "exit", t->spent.exits);
	if (t->spent.tokens)
		buf_addf(out, " · %" PRId64 " tokens", t->spent.tokens);
	if (t->spent.cost_usd > 0 && !t->spent.unpriced)
		buf_addf(out, " · $%.4f", t->spent.cost_usd);
	if (t->claimed)
		buf_adds(out, " · claimed: nothing was done for it");
	buf_addc(out, '\n');
}

static void write_item(const struct past_plan *past, const struct todo *t, struct buf *out)
{
	static const char *const marks[] = {
	    [TODO_PENDING] = "[ ]",
	    [TODO_IN_PROGRESS] = "[>]",
	    [TODO_COMPLETED] = "[x]",
	    [TODO_FAILED] = "[!]",
	    [TODO_SKIPPED] = "[-]",
	};

	buf_addf(out, "  %s %s", marks[t->status], t->content);
	if (todo_in_part(t))
		buf_addf(out, " (%d of %d)", t->processed, t->total);
	if (t->by == AUTHOR_USER)
		buf_adds(out, " (yours)");
	buf_addc(out, '\n');
	if (t->error || t->result)
		buf_addf(out, "      %s%s\n", t->error ? "failed: " : "",
		    t->error ? t->error : t->result);
	write_evidence(past, t, out);
}

static void write_figures(const struct past_plan *past, struct buf *out)
{
	const struct plan *p = &past->plan;
	char began[20], ended[20], took[24];

	clock_spell_date(past->began_ms, began);
	clock_spell_date(past->ended_ms, ended);
	clock_spell(past_plan_active_ms(past), took);
	buf_addf(out, "id        %s\nsession   %s\n", p->id, past->session);
	buf_addf(out, "status    %s%s%s%s, %d of %zu done", plan_status_name(p->status),
	    past->replaced ? " for another plan" : "", p->why ? ": " : "", p->why ? p->why : "",
	    plan_count(p, TODO_COMPLETED), p->count);
	past_plan_apart(p, ", ", out);
	buf_addf(out, "\nwhen      %s to %s\n", began, ended);
	buf_addf(out, "took      %s · %d round%s · %d call%s · %" PRId64 " tokens\n", took,
	    past->rounds, text_plural(past->rounds, "", "s"), past->calls,
	    text_plural(past->calls, "", "s"), past->tokens);
	buf_addf(out, "changes   %d, %d of them by you · %d failed · %d tried again\n",
	    past->changes, past->by_user, past->failures, past->retries);
}

void past_plan_write(const struct past_plan *past, const char *row, struct buf *out)
{
	const struct plan *p = &past->plan;

	buf_addf(out, "%s\n\n", p->goal ? p->goal : "Plan");
	write_figures(past, out);
	if (row)
		buf_addf(out, "%s\n", row);
	buf_addc(out, '\n');
	for (size_t i = 0; i < p->count; i++)
		write_item(past, &p->items[i], out);
}
