/* SPDX-License-Identifier: MIT
 * How long a new plan waits for its estimate: estimate DB FOLDER. Prints the first time, with nothing
 * read yet, and the median of some later ones, in milliseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "plan/history/plan_estimate.h"
#include "plan/plan_item_edit.h"

#define TIMES 21

static int by_size(const void *a, const void *b)
{
	const double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

int main(int argc, char **argv)
{
	struct problems problems = {0};
	struct settings_request request = {.workspace = "/", .bare = true};
	struct settings *settings = settings_load(&request, &problems);
	struct store *store = argc == 3 ? store_open(argv[1], NULL, NULL) : NULL;
	double times[TIMES];
	struct plan_estimate e;
	struct plan plan = {0};

	if (!store || !settings) {
		fprintf(stderr, "usage: estimate DB FOLDER\n");
		return 2;
	}
	for (int i = 0; i < 4; i++) {
		struct todo *t = plan_append(&plan);

		t->id = xasprintf("%d", i);
		t->content = xstrdup("Find");
	}
	for (int i = 0; i < TIMES; i++) {
		const int64_t began = clock_mono_us();

		if (!plan_estimate(store, argv[2], &plan, settings, &e))
			fprintf(stderr, "no estimate\n");
		times[i] = (double)(clock_mono_us() - began) / 1000;
	}
	printf("%.2f ", times[0]);
	qsort(times, TIMES, sizeof *times, by_size);
	printf("%.2f\n", times[TIMES / 2]);
	plan_free(&plan);
	store_close(store);
	settings_free(settings);
	return 0;
}
