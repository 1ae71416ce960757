/* SPDX-License-Identifier: MIT
 * Ranges of finish dates by simulation, and below them floats. The plan is run many times with durations as the
 * user's own finished tasks had them, each run in the order of the schedule, and what lies between the outer tenths
 * is the range. Ten known durations say little about their own mean and spread, and what they leave open all
 * tasks of a run share: each run first draws a spread and a mean of the logarithms of the ratios from what the
 * known ones allow, then a ratio for each task (the posterior predictive distribution of a normal sample
 * under the reference prior; Gelman et al., Bayesian Data Analysis, 3rd edition, section 3.2). Nothing
 * is claimed before enough durations are known.
 */
#include <math.h>

#include "base/base.h"
#include "roadmap/schedule/schedule.h"

#define PLACEMENTS_MOST 2000000
#define RATIO_LEAST 0.01 /* what took nearly no time is taken as a hundredth */
#define RATIO_MOST 100

static double uniform(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return ((double)(*state * 0x2545F4914F6CDD1Du >> 33) + 0.5) / 2147483648.0;
}

/* Returns a draw of the standard normal distribution (Box and Muller, 1958). */
static double normal(uint64_t *state)
{
	const double radius = sqrt(-2 * log(uniform(state)));

	return radius * cos(2 * M_PI * uniform(state));
}

struct range_run {
	struct schedule *schedule; /* (borrowed) */
	/* Of the logarithms of the known ratios: how many, their mean, the sum of squares about it. */
	int known;
	double mean, squares;
	int64_t draws, drawn;
	uint64_t random;
	int64_t *planned, *finishes; /* (owned) */
	int *order;		     /* (owned) */
};

struct range_run *range_run_new(struct schedule *s, const struct duration_ratios *ratios)
{
	const struct network *n = &s->plan.graph.network;
	const json_t *how = json_map(s->plan.roadmap->defaults, "ranges");
	const size_t count = (size_t)n->count;
	struct range_run *r;

	if ((int64_t)ratios->count < json_int(how, "least", 10) || n->count == 0)
		return NULL;
	r = xcalloc(1, sizeof *r);
	r->schedule = s;
	r->known = (int)ratios->count;
	for (size_t i = 0; i < ratios->count; i++)
		r->mean += log(fmax(ratios->list[i], RATIO_LEAST)) / r->known;
	for (size_t i = 0; i < ratios->count; i++)
		r->squares += pow(log(fmax(ratios->list[i], RATIO_LEAST)) - r->mean, 2);
	r->random = (uint64_t)s->seed * 2 + 0x9E3779B97F4A7C15u;
	r->draws = json_int(how, "draws", 400);
	if (r->draws * n->count > PLACEMENTS_MOST)
		r->draws = PLACEMENTS_MOST / n->count > 20 ? PLACEMENTS_MOST / n->count : 20;
	s->range_percent = (int)json_int(how, "percent", 80);
	r->planned = xcalloc(count, sizeof *r->planned);
	r->order = xcalloc(count, sizeof *r->order);
	r->finishes = xcalloc(count * (size_t)r->draws, sizeof *r->finishes);
	for (int i = 0; i < n->count; i++)
		r->planned[i] = n->activities[i].work;
	network_order_by_ends(n, s->ends, false, r->order);
	return r;
}

static void draw_once(struct range_run *r)
{
	struct network *n = &r->schedule->plan.graph.network;
	struct placement p;
	double chi_square = 0, spread, mean;

	for (int i = 1; i < r->known; i++)
		chi_square += pow(normal(&r->random), 2);
	spread = sqrt(r->squares / fmax(chi_square, 1e-9));
	mean = r->mean + spread / sqrt(r->known) * normal(&r->random);
	for (int i = 0; i < n->count; i++) {
		const double ratio = exp(mean + spread * normal(&r->random));

		if (n->activities[i].fixed == TIME_NEVER && r->planned[i] > 0)
			n->activities[i].work =
			    (int64_t)fmax(1, (double)r->planned[i] * fmin(ratio, RATIO_MOST) + 0.5);
	}
	placement_init(&p, n);
	placement_forward(&p, r->order, 0);
	for (int i = 0; i < n->count; i++) {
		r->finishes[i * r->draws + r->drawn] = p.ends[i].finish;
		n->activities[i].work = r->planned[i];
	}
	r->drawn++;
	placement_free(&p);
}

bool range_run_step(struct range_run *r, int64_t deadline_us)
{
	struct schedule *s = r->schedule;
	const int count = s->plan.graph.network.count;
	const int64_t outside = r->draws * (100 - s->range_percent) / 200;

	while (r->drawn < r->draws) {
		draw_once(r);
		if (deadline_us && clock_mono_us() >= deadline_us)
			return true;
	}
	s->ranges = xcalloc((size_t)count, sizeof *s->ranges);
	for (int i = 0; i < count; i++) {
		int64_t *of = &r->finishes[i * r->draws];

		qsort(of, (size_t)r->draws, sizeof *of, by_moment);
		s->ranges[i] = (struct finish_range){of[outside], of[r->draws - 1 - outside]};
	}
	return false;
}

void range_run_free(struct range_run *r)
{
	if (r)
		free_all(r->planned, r->order, r->finishes, r);
}

/* Latest times and floats, by placing all activities backward from the end. */

/* Places everything as late as `until` and deadlines allow. p is freed by placement_free. */
static void right_justify(const struct schedule *s, int64_t until, struct placement *p)
{
	const struct network *n = &s->plan.graph.network;
	auto_free int *order = xcalloc((size_t)n->count + 1, sizeof *order);

	network_order_by_ends(n, s->ends, true, order);
	placement_init(p, n);
	placement_backward(p, order, until, true, 0);
}

void schedule_move_late(struct schedule *s)
{
	const struct network *n = &s->plan.graph.network;
	struct placement p;
	/* The pass back may find no room where the pass forth did; then the schedule stays as it was. */
	bool placed = true;
	const int64_t until = s->plan.deadline != TIME_NEVER ? s->plan.deadline : s->cost.finish;

	right_justify(s, until, &p);
	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];

		placed = placed && (a->fixed != TIME_NEVER || (p.ends[i].start >= n->start &&
								  p.ends[i].start >= a->release));
	}
	if (placed) {
		memcpy(s->ends, p.ends, (size_t)n->count * sizeof *s->ends);
		work_pieces_copy(&s->pieces, &p.pieces);
		s->cost.finish = s->plan.start;
		for (int i = 0; i < n->count; i++)
			if (s->ends[i].finish > s->cost.finish && !n->activities[i].aside)
				s->cost.finish = s->ends[i].finish;
	}
	placement_free(&p);
}

/* Returns by how many working minutes both ends may be later, the fewer of the two: under a maximum an activity can
 * begin later, rest less and finish as before. */
static int64_t work_between(
    const struct activity *a, const struct ends *early, const struct ends *late)
{
	const struct calendar *c = a->calendar;
	int64_t start, finish;

	if (late->start <= -TIME_NEVER)
		return 0;
	start = calendar_work(c, late->start) - calendar_work(c, early->start);
	finish = calendar_work(c, late->finish) - calendar_work(c, early->finish);
	return start < finish ? start : finish;
}

void schedule_find_floats(struct schedule *s)
{
	const struct network *n = &s->plan.graph.network;
	struct placement p;

	s->floats = xcalloc((size_t)n->count + 1, sizeof *s->floats);
	s->clock_floats = xcalloc((size_t)n->count + 1, sizeof *s->clock_floats);
	right_justify(s, s->cost.finish, &p);
	plan_find_spare(&s->plan);
	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];
		const struct activity alone = plan_activity_alone(&s->plan, i);
		const struct ends *late = &p.ends[i];

		if (a->fixed != TIME_NEVER || work_between(a, &s->ends[i], late) <= 0)
			continue;
		/* Where a maximum holds, slack is counted in what may be worked of each day. */
		s->floats[i] = work_between(&alone, &s->ends[i], late);
		if (s->floats[i] <= 0)
			s->floats[i] = work_between(a, &s->ends[i], late);
		s->clock_floats[i] = late->start - s->ends[i].start;
	}
	placement_free(&p);
}
