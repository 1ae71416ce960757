/* SPDX-License-Identifier: MIT
 * How often a date lies in its range: `ranges TRIALS` draws finished tasks of one who takes 1.2 times as
 * long as planned, now less, now more (a lognormal distribution), lets the scheduler say the ranges of
 * a chain of eight tasks, draws how long these take, and counts how many of the first and how many of
 * the last of them ended within. A line for each number of finished tasks.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "roadmap/schedule/schedule.h"

#define TASKS 8
#define EFFORT_MIN 600
#define MEDIAN 1.2
#define SPREAD 0.5

static uint64_t random_state = 7;

static double uniform(void)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return ((double)(random_state * 0x2545F4914F6CDD1Du >> 33) + 0.5) / 2147483648.0;
}

static double draw_ratio(void)
{
	const double radius = sqrt(-2 * log(uniform()));

	return MEDIAN * exp(SPREAD * radius * cos(2 * M_PI * uniform()));
}

static json_t *chain(void)
{
	json_t *nodes = json_array();

	for (int i = 0; i < TASKS; i++) {
		char id[8], before[8];

		snprintf(id, sizeof id, "t%d", i);
		snprintf(before, sizeof before, "t%d", i - 1);
		json_array_append_new(nodes, json_pack("{s:s, s:s, s:s*}", "id", id, "effort",
						 "10h", "after", i ? before : NULL));
	}
	return json_pack("{s:s, s:s, s:s, s:s, s:o}", "goal", "g", "start", "2026-03-02",
	    "timezone", "UTC", "hours", "always", "nodes", nodes);
}

struct held {
	int first, last;
};

static void one_trial(struct roadmap *r, int known, int seed, struct held *held)
{
	double list[64];
	struct duration_ratios ratios = {list, (size_t)known, 64};
	struct schedule_options o = {.from = TIME_NEVER, .ratios = &ratios, .seed = seed};
	struct schedule_job *j;
	struct schedule *s;
	double spent = 0;

	for (int i = 0; i < known; i++)
		list[i] = draw_ratio();
	j = schedule_job_new(r, &o, NULL);
	schedule_job_step(j, 0);
	s = schedule_job_finish(j);
	if (!s || !s->ranges)
		exit(2);
	for (int i = 0; i < TASKS; i++) {
		const double begin = (double)s->ends[0].start;

		spent += EFFORT_MIN * draw_ratio();
		if (i == 0)
			held->first += begin + spent >= (double)s->ranges[i].from &&
				       begin + spent <= (double)s->ranges[i].to;
		if (i == TASKS - 1)
			held->last += begin + spent >= (double)s->ranges[i].from &&
				      begin + spent <= (double)s->ranges[i].to;
	}
	schedule_free(s);
}

int main(int argc, char **argv)
{
	static const int known[] = {10, 20, 40};
	const int trials = argc == 2 ? (int)strtol(argv[1], NULL, 10) : 0;

	if (trials < 1)
		return 2;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct problems problems = PROBLEMS_INIT;
		struct held held = {0};
		struct roadmap r = {0};
		json_t *document = chain();

		if (!roadmap_read(&r, document, "plan", NULL, &problems))
			return 2;
		for (int t = 0; t < trials; t++)
			one_trial(&r, known[i], t + 1, &held);
		printf("known %d\tsingle_percent %.1f\tchain_percent %.1f\n", known[i],
		    100.0 * held.first / trials, 100.0 * held.last / trials);
		roadmap_free(&r);
		json_decref(document);
	}
	return 0;
}
