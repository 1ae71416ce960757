/* SPDX-License-Identifier: MIT
 * agent roadmaps baseline: sets the revision of a plan that later ones are compared with, and prints how far each date
 * has moved from it, and earned value (ISO 21508): the work that was planned to be done by now, the work that
 * is done, and the time it took, all counted in the efforts of the baseline.
 */
#include "base/base.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"

struct baseline {
	struct roadmap then, now;	 /* (owned) */
	const json_t *planned, *current; /* (borrowed) tasks of the schedules of then and now */
	json_t *rows;			 /* (owned) array, a row for each task */
	int64_t whole, due, done;	 /* minutes of work: all, planned by now, done */
	int64_t took, took_for;		 /* minutes that timed tasks took; their planned efforts */
	int timed;			 /* number of done tasks whose time is known */
};

/* Returns how much of the time of a task's pieces lies before a moment, from 0 to 1. */
static double share_before(const json_t *task, const struct zone *z, int64_t at)
{
	int64_t all = 0, before = 0;

	json_each (piece, json_list(task, "pieces")) {
		const int64_t from = moment_member(piece, "from", z),
			      to = moment_member(piece, "to", z);

		all += to - from;
		before += at >= to ? to - from : at > from ? at - from : 0;
	}
	return all ? (double)before / (double)all : 0;
}

static void count_task(
    struct baseline *b, const struct roadmap_node *then, const json_t *planned, int64_t at)
{
	const int now = roadmap_find(&b->now, then->id);
	const struct roadmap_node *n = now >= 0 ? &b->now.outline.nodes[now] : NULL;
	const int64_t work = then->effort.minutes;

	if (!then->has_effort || then->status == NODE_DROPPED)
		return;
	b->whole += work;
	b->due += then->status == NODE_DONE
		      ? work
		      : llround((double)work * share_before(planned, b->then.zone, at));
	if (!n || n->status == NODE_PENDING || n->status == NODE_DROPPED)
		return;
	if (n->status == NODE_DONE)
		b->done += work;
	else if (n->remaining >= 0 && n->has_effort && n->remaining < n->effort.minutes)
		b->done += work * (n->effort.minutes - n->remaining) / n->effort.minutes;
	if (n->status == NODE_DONE && n->took >= 0) {
		b->took += n->took;
		b->took_for += work;
		b->timed++;
	}
}

static void add_moved_task(
    struct baseline *b, const char *id, const json_t *then, const json_t *now)
{
	const json_t *any = now ? now : then;
	const int64_t before = moment_member(then, "finish", b->then.zone);
	const int64_t after = moment_member(now, "finish", b->now.zone);

	json_array_append_new(
	    b->rows, json_pack("{s:s, s:s, s:s, s:s*, s:s*, s:o*}", "id", id, "title",
			 json_str(any, "title", id), "status",
			 now ? json_str(now, "status", "pending") : "removed", "baseline_finish",
			 before ? json_str(then, "finish", NULL) : NULL, "finish",
			 after ? json_str(now, "finish", NULL) : NULL, "later_minutes",
			 before && after ? json_integer(after - before) : NULL));
}

static void compare(struct baseline *b)
{
	const int64_t at = roadmaps_now();

	b->rows = json_array();
	json_each (task, b->current) {
		const char *id = json_str(task, "id", "");

		add_moved_task(b, id, json_row(b->planned, "id", id), task);
	}
	for (int i = 0; i < b->then.outline.count; i++) {
		const struct roadmap_node *n = &b->then.outline.nodes[i];
		const json_t *task = json_row(b->planned, "id", n->id);

		count_task(b, n, task, at);
		if (task && !json_row(b->current, "id", n->id))
			add_moved_task(b, n->id, task, NULL);
	}
}

static void print_row(const struct baseline *b, const json_t *row)
{
	const int64_t later = json_int(row, "later_minutes", 0);
	const bool moved = json_object_get(row, "later_minutes") && later;
	const struct zone *z = b->then.zone, *y = b->now.zone;
	char much[DURATION_ROOM] = "";
	auto_buf line = BUF_INIT;

	if (moved && llabs(later) >= DAY)
		snprintf(much, sizeof much, "%+.1f days", (double)later / DAY);
	else if (moved)
		duration_spell(later, 0, much);
	buf_addf(&line, "%-16s  %-16s  %-10s  %s",
	    json_str(row, "baseline_finish", NULL)
		? moment_text(moment_member(row, "baseline_finish", z), z)
		: "not in it",
	    json_str(row, "finish", NULL) ? moment_text(moment_member(row, "finish", y), y)
					  : "removed",
	    text_is(json_str(row, "status", NULL), "done") && !moved ? "done" : much,
	    json_str(row, "title", ""));
	sessions_print_cut(buf_str(&line), sessions_width());
}

static void print_value(const struct baseline *b)
{
	print_text(stdout, "\nwork      %s of %s is done, %s was planned by now",
	    duration_text(b->done, 0), duration_text(b->whole, 0), duration_text(b->due, 0));
	if (b->due)
		print_text(stdout, " (SPI %.2f)", (double)b->done / (double)b->due);
	print_text(stdout, "\n");
	if (b->took <= 0)
		return;
	print_text(stdout,
	    "cost      %s for %s (CPI %.2f, %d task%s with their time); at this rate %s in all\n",
	    duration_text(b->took, 0), duration_text(b->took_for, 0),
	    (double)b->took_for / (double)b->took, b->timed, text_plural(b->timed, "", "s"),
	    duration_text((int64_t)((double)b->whole * (double)b->took /
				    (double)(b->took_for ? b->took_for : 1)),
		0));
}

static json_t *baseline_json(const struct baseline *b, int64_t revision)
{
	const bool took = b->took > 0;

	return json_pack("{s:I, s:O, s:I, s:I, s:I, s:o*, s:o*, s:o*}", "revision",
	    (json_int_t)revision, "tasks", b->rows, "budget_minutes", (json_int_t)b->whole,
	    "planned_minutes", (json_int_t)b->due, "earned_minutes", (json_int_t)b->done, "spi",
	    b->due ? json_real((double)b->done / (double)b->due) : NULL, "actual_minutes",
	    took ? json_integer(b->took) : NULL, "cpi",
	    took ? json_real((double)b->took_for / (double)b->took) : NULL);
}

static int show(struct roadmaps_request *q, const json_t *then, const json_t *now)
{
	struct baseline b = {.planned = json_list(json_map(then, "schedule"), "tasks"),
	    .current = json_list(json_map(now, "schedule"), "tasks")};
	const int64_t revision = json_int(then, "revision", 0);
	char when[20];
	int code = roadmaps_read_again(json_map(then, "document"), "roadmap", 0, &b.then);

	if (code == 0)
		code = roadmaps_read_again(json_map(now, "document"), "roadmap", 0, &b.now);
	if (code == 0)
		compare(&b);
	if (code == 0 && roadmaps_json(q)) {
		print_json_line(baseline_json(&b, revision));
	} else if (code == 0) {
		clock_spell_date(json_int(then, "at", 0), when);
		print_text(stdout, "baseline  revision %" PRId64 " of %s, now %" PRId64 "\n\n",
		    revision, when, json_int(now, "revision", 0));
		print_text(stdout, "%-16s  %-16s  %-10s  %s\n", "BASELINE", "NOW", "LATER", "WHAT");
		json_each (row, b.rows)
			print_row(&b, row);
		print_value(&b);
	}
	json_decref(b.rows);
	roadmap_free(&b.now);
	roadmap_free(&b.then);
	return code;
}

int roadmaps_baseline(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *now = roadmaps_revision(q, q->words[0], NULL, &code), *then = NULL;
	char number[24];

	if (!now)
		return code;
	if (json_int(now, "revision", 0) == 0)
		return roadmaps_not_kept(now);
	if (q->count > 1 && strcmp(q->words[1], "set") != 0)
		return print_failure(2,
		    "roadmaps: '%s': write baseline ID, or baseline ID set [REVISION]",
		    q->words[1]);
	snprintf(number, sizeof number, "%" PRId64,
	    q->count > 1 ? json_int(now, "revision", 1)
			 : json_int(json_map(now, "document"), "baseline", 1));
	then = roadmaps_revision(q, q->words[0], q->count > 2 ? q->words[2] : number, &code);
	if (!then)
		return code;
	if (q->count == 1)
		return show(q, then, now);
	snprintf(number, sizeof number, "%" PRId64, json_int(then, "revision", 1));
	q->words[1] = "baseline";
	q->words[2] = number;
	q->count = 3;
	return roadmaps_edit(q);
}
