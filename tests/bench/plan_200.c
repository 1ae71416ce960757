/* SPDX-License-Identifier: MIT
 * What a change of a plan of 200 items costs in all: the snapshot is applied, the block for the
 * model is built, the panel's rows are made. Prints the median of the sum in milliseconds and the
 * three parts.
 *
 *	plan_200 [RUNS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "plan/plan.h"
#include "ui/view/plan_view.h"

#define ITEMS 200
#define CELLS 36 /* the panel at 110 columns */
#define ROWS 28
#define RUNS_MAX 10000

enum part { SNAPSHOT, BLOCK, PANEL, ALL, PARTS };

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static json_t *snapshot(int done)
{
	json_t *todos = json_array();

	for (int i = 0; i < ITEMS; i++)
		json_array_append_new(todos,
		    json_pack("{s:o, s:o, s:s}", "id", json_sprintf("item-%d", i), "content",
			json_sprintf("Look into file number %d and say what it is good for", i),
			"status",
			i < done    ? "completed"
			: i == done ? "in_progress"
				    : "pending"));
	return json_pack("{s:o}", "todos", todos);
}

static const struct plan_limits limits = {.max_todos = ITEMS,
    .max_id = 40,
    .max_content = 140,
    .max_focus = 40,
    .max_note = 200,
    .max_items = ITEMS,
    .max_goal = 200,
    .max_result = 200};

static void run(struct plan *p, int done, double took[PARTS])
{
	const struct plan_view view = {.cells = CELLS, .rows = ROWS, .now_ms = done};
	json_t *todos = snapshot(done);
	struct buf block = BUF_INIT;
	struct lines rows = {0};
	double at[4];
	struct change c;

	at[0] = now_ms();
	c = plan_replace(p, todos, "Look into all files", AUTHOR_MODEL, &limits, done + 1);
	at[1] = now_ms();
	plan_context(p, 4096, &block);
	at[2] = now_ms();
	plan_panel_lines(p, &view, &rows);
	at[3] = now_ms();
	if (c.kind != PLAN_CHANGED || block.len == 0 || rows.count != ROWS)
		exit(2);
	for (int i = 0; i < 3; i++)
		took[i] = at[i + 1] - at[i];
	took[ALL] = at[3] - at[0];
	change_free(&c);
	buf_free(&block);
	lines_free(&rows);
	json_decref(todos);
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int runs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 190;
	static double took[PARTS][RUNS_MAX];
	struct plan p = {0};

	runs = runs < 1 ? 1 : runs > RUNS_MAX ? RUNS_MAX : runs;
	for (int i = 0; i < runs; i++) {
		double one[PARTS];

		run(&p, 1 + i % (ITEMS - 2), one);
		for (int k = 0; k < PARTS; k++)
			took[k][i] = one[k];
	}
	for (int k = 0; k < PARTS; k++)
		qsort(took[k], (size_t)runs, sizeof took[k][0], by_value);
	printf("all_ms %.3f\tsnapshot_ms %.3f\tblock_ms %.3f\tpanel_ms %.3f\n", took[ALL][runs / 2],
	    took[SNAPSHOT][runs / 2], took[BLOCK][runs / 2], took[PANEL][runs / 2]);
	plan_free(&p);
	return 0;
}
