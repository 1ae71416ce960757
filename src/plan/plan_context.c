/*
 * What the model is shown of its plan at the end of each request: the <active-todo-plan> block,
 * bounded in bytes. Completed items shrink first: their results go, then the items themselves
 * become a count.
 */
#include <string.h>

#include "plan/plan.h"

static const char *mark(enum todo_status status)
{
	switch (status) {
	case TODO_COMPLETED:
		return "[x]";
	case TODO_IN_PROGRESS:
		return "[>]";
	case TODO_FAILED:
		return "[!]";
	case TODO_SKIPPED:
		return "[-]";
	case TODO_PENDING:
		break;
	}
	return "[ ]";
}

static void write_item(const struct todo *t, bool results, struct buf *out)
{
	buf_addf(out, "%s %s: %s", mark(t->status), t->id, t->content);
	if (t->total > 0)
		buf_addf(out, " (%d of %d)", t->processed, t->total);
	if (t->error)
		buf_addf(out, " - failed: %s", t->error);
	else if (t->result && results)
		buf_addf(out, " - %s", t->result);
	buf_addc(out, '\n');
}

static void write_block(const struct plan *p, bool completed, bool results, struct buf *out)
{
	int done = plan_count(p, TODO_COMPLETED) + plan_count(p, TODO_SKIPPED);

	buf_adds(out, "<active-todo-plan>\n");
	if (p->goal)
		buf_addf(out, "Goal: %s\n", p->goal);
	buf_addf(out, "Progress: %d/%zu\n", done, p->count);
	for (size_t i = 0; i < p->count; i++)
		if (completed || p->items[i].status != TODO_COMPLETED)
			write_item(&p->items[i], results, out);
	buf_adds(out, "</active-todo-plan>\n");
}

void plan_context(const struct plan *p, size_t max_bytes, struct buf *out)
{
	struct buf block = BUF_INIT;

	if (p->status != PLAN_ACTIVE)
		return;
	for (int shrink = 0; shrink < 3; shrink++) {
		buf_clear(&block);
		write_block(p, shrink < 2, shrink < 1, &block);
		if (block.len <= max_bytes)
			break;
	}
	if (block.len > max_bytes) {
		static const char end[] = "...\n</active-todo-plan>\n";
		size_t keep = max_bytes > sizeof end ? max_bytes - sizeof end : 0;

		while (keep > 0 && block.data[keep - 1] != '\n')
			keep--;
		buf_cut(&block, keep);
		buf_adds(&block, end);
	}
	buf_add(out, block.data, block.len);
	buf_free(&block);
}
