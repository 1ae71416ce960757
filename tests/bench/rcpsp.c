/* SPDX-License-Identifier: MIT
 * How good and how fast the scheduler of roadmaps is.
 *
 *	rcpsp quality ACTIVITIES SCHEDULES REFERENCE   mean distances from the best makespan in percent
 *	rcpsp psplib FOLDER SCHEDULES DECISIONS        of instances of PSPLIB (j30.sm and its kin): the share
 *	                                               proved optimal, how far above the bound they are
 *	                                               and above the critical path, in percent, and
 *	                                               milliseconds an instance; beside FOLDERhrs.sm, PSPLIB's
 *	                                               list of the best that is known, also above that
 *	rcpsp speed ACTIVITIES LINKS                   milliseconds of a pass, and of schedules on 20
 *	                                               resources
 */
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "roadmap/schedule/lower_bound.h"
#include "roadmap/schedule/optimiser.h"

#define INSTANCES 24
#define RANDOM_INSTANCES 48
#define RESOURCES 4
#define SPEED_RUNS 5

static uint64_t random_state = 1;

static int below(int n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (int)((random_state * 0x2545F4914F6CDD1Du >> 33) % (uint64_t)n);
}

static int add(struct network *n, int64_t work)
{
	return network_add(
	    n, &(struct activity){.work = work, .deadline = TIME_NEVER, .fixed = TIME_NEVER});
}

static void add_link(struct network *n, int from, int to)
{
	network_link(n, &(struct network_link){from, to, LINK_FS, 0, NULL});
}

enum { CAPACITY = 24, LONGEST = 400 };

/* A rectangle of time and units of the first resource. */
struct piece {
	int from, work, units;
};

/* Cuts the largest piece that can be cut, across time or across units, until there are enough. */
static int cut(struct piece *pieces, int count, int wanted)
{
	while (count < wanted) {
		struct piece *p = pieces, rest;

		for (int i = 1; i < count; i++)
			if (pieces[i].work * pieces[i].units > p->work * p->units)
				p = &pieces[i];
		rest = *p;
		if (p->work > 1 && (p->units == 1 || p->work > 10 || below(2))) {
			rest.work = 1 + below(p->work - 1);
			p->work -= rest.work;
			rest.from = p->from + p->work;
		} else {
			rest.units = 1 + below(p->units - 1);
			p->units -= rest.units;
		}
		pieces[count++] = rest;
	}
	return count;
}

/* An instance of which the optimum is what is returned: the first resource is used to the last unit
 * in the solution, so no schedule can be shorter. The other resources have what it needs at its peak,
 * links join what it has one after the other. */
static int64_t generate(struct network *n, int count, int links)
{
	const int makespan = count + below(count);
	struct piece *pieces = calloc((size_t)count, sizeof *pieces);
	int used[RESOURCES][LONGEST] = {{0}}, peak[RESOURCES] = {CAPACITY};

	pieces[0] = (struct piece){0, makespan, CAPACITY};
	cut(pieces, 1, count);
	for (int i = 0; i < count; i++) {
		const struct piece *p = &pieces[i];

		add(n, p->work);
		network_need(n, i, 0, p->units);
		for (int r = 1; r < RESOURCES; r++) {
			const int units = below(2) ? 1 + below(10) : 0;

			network_need(n, i, r, units);
			for (int t = p->from; t < p->from + p->work; t++) {
				used[r][t] += units;
				peak[r] = used[r][t] > peak[r] ? used[r][t] : peak[r];
			}
		}
	}
	for (int r = 0; r < RESOURCES; r++)
		network_add_resource(n, peak[r] > 0 ? peak[r] : 1, NULL);
	while (links > 0) {
		const int a = below(count), b = below(count);

		if (pieces[a].from + pieces[a].work <= pieces[b].from) {
			add_link(n, a, b);
			links--;
		}
	}
	free(pieces);
	return makespan;
}

/* A random instance by the parameters of ProGen (Kolisch, Sprecher and Drexl, Management Science 41
 * (1995)): so many links per activity, a share of the resources that an activity uses, and how scarce
 * they are between what one activity needs and what the critical path schedule does. */
static void generate_random(struct network *n, int count, int instance)
{
	static const double complexity[] = {1.5, 1.8, 2.1}, factor[] = {0.25, 0.5, 0.75, 1},
			    strength[] = {0.2, 0.35, 0.5, 0.7};
	const double share = factor[instance / 3 % 4], scarce = strength[instance / 12 % 4];
	int links = (int)(complexity[instance % 3] * count), (*need)[RESOURCES];
	struct pass *pass = calloc((size_t)count + 1, sizeof *pass);
	int none, length;

	need = calloc((size_t)count, sizeof *need);
	for (int i = 0; i < count; i++) {
		add(n, 1 + below(10));
		for (int r = 0; r < RESOURCES; r++)
			need[i][r] = below(1000) < (int)(share * 1000) ? 1 + below(10) : 0;
		for (int r = 0; r < RESOURCES; r++)
			network_need(n, i, r, need[i][r]);
	}
	for (; links > 0; links--) {
		const int from = below(count - 1),
			  reach = count - from - 1 < 12 ? count - from - 1 : 12;

		add_link(n, from, from + 1 + below(reach));
	}
	for (int r = 0; r < RESOURCES; r++)
		network_add_resource(n, 1, NULL);
	if (!network_close(n, &none, &length))
		exit(2);
	network_pass(n, TIME_NEVER, false, pass);
	for (int r = 0; r < RESOURCES; r++) {
		int used[LONGEST * 2] = {0}, least = 1, most = 1;

		for (int i = 0; i < count; i++) {
			least = need[i][r] > least ? need[i][r] : least;
			for (int64_t t = pass[i].es; t < pass[i].ef; t++)
				used[t] += need[i][r];
		}
		for (int t = 0; t < LONGEST * 2; t++)
			most = used[t] > most ? used[t] : most;
		most = most < least ? least : most;
		n->resources[r].capacity = least + (int)lround(scarce * (most - least));
	}
	free(need);
	free(pass);
}

/* Returns its makespan; *bound is what no schedule can beat (NULL: not asked for). */
static int64_t schedule(
    const struct network *n, int schedules, uint64_t seed, int *generated, int64_t *bound)
{
	const struct bounds b = network_bounds(n);
	struct optimiser *o = optimiser_new(
	    n, &(struct optimiser_limits){.seed = seed, .schedules = schedules, .enough = b.best});
	optimiser_step(o, 0);
	const int64_t finish = optimiser_best(o)->cost.finish;

	*generated += optimiser_best(o)->schedules;
	optimiser_free(o);
	if (bound)
		*bound = b.best;
	return finish;
}

struct figures {
	double percent; /* summed */
	int optimal, instances;
};

static void count(struct figures *f, int64_t best, int64_t got)
{
	f->percent += 100.0 * (double)(got - best) / (double)best;
	f->optimal += got == best;
	f->instances++;
}

/* Distances from optima that are known by how the instances were made, and for random instances from
 * the best of two searches of `reference` schedules; of these once more those alone of which that best
 * is proved the optimum, since it meets the bound. */
static void quality(int activities, int schedules, int reference)
{
	struct figures made = {0}, random = {0}, proved = {0};
	int generated = 0, none, length;
	int64_t began = clock_cpu_us(), spent = 0;

	for (int i = 0; i < INSTANCES; i++) {
		struct network n = {0};
		int64_t best, got;

		best = generate(&n, activities, activities * (4 + i % 4) / 4);
		if (!network_close(&n, &none, &length))
			exit(2);
		began = clock_cpu_us();
		got = schedule(&n, schedules, 1, &generated, NULL);
		spent += clock_cpu_us() - began;
		if (got < best)
			exit(3); /* no schedule is shorter than all the work */
		count(&made, best, got);
		network_free(&n);
	}
	for (int i = 0; reference && i < RANDOM_INSTANCES; i++) {
		struct network n = {0};
		int64_t best, got, other, bound;
		int ignored = 0;

		generate_random(&n, activities, i);
		began = clock_cpu_us();
		got = schedule(&n, schedules, 1, &generated, &bound);
		spent += clock_cpu_us() - began;
		best = schedule(&n, reference, 2, &ignored, NULL);
		other = schedule(&n, reference, 3, &ignored, NULL);
		best = other < best ? other : best;
		best = got < best ? got : best;
		count(&random, best, got);
		if (best == bound)
			count(&proved, best, got);
		network_free(&n);
	}
	printf("packed_percent %.3f\tpacked_best %d\trandom_percent %.3f\trandom_best %d\t"
	       "proved_percent %.3f\tproved_best %d\tproved %d\tof %d\tschedules %d\tcpu_ms %.0f\n",
	    made.percent / made.instances, made.optimal,
	    random.instances ? random.percent / random.instances : 0, random.optimal,
	    proved.instances ? proved.percent / proved.instances : 0, proved.optimal,
	    proved.instances, random.instances, generated / (made.instances + random.instances),
	    (double)spent / 1000);
}

/* Reads the numbers that stand behind a line with these words, below so many more lines. */
static FILE *table(const char *path, const char *words, int below)
{
	char line[512];
	FILE *f = fopen(path, "r");

	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, words, strlen(words)) == 0)
			break;
	while (f && below-- > 0 && fgets(line, sizeof line, f))
		;
	return f;
}

static int number(FILE *f)
{
	int n;

	if (!f || fscanf(f, "%d", &n) != 1)
		exit(2);
	return n;
}

/* Reads an instance as PSPLIB has them (Kolisch and Sprecher, EJOR 96 (1997)), without the two
 * activities of no length that begin and end it. */
static void read_instance(struct network *n, const char *path)
{
	FILE *heads = table(path, "PRECEDENCE", 1), *needs = table(path, "REQUESTS", 2),
	     *most = table(path, "RESOURCEAVAIL", 1);
	int job = 0, none, length;

	while (needs && fscanf(needs, "%d", &job) == 1) {
		const int mode = number(needs), work = number(needs), inner = mode && job > 1;

		if (inner)
			add(n, work);
		for (int r = 0; r < RESOURCES; r++) {
			const int units = number(needs);

			if (inner)
				network_need(n, job - 2, r, units);
		}
	}
	n->count--; /* the one that ends it */
	for (int r = 0; r < RESOURCES; r++)
		network_add_resource(n, number(most), NULL);
	for (int i = 1; i <= n->count + 1; i++) {
		job = number(heads);
		number(heads);
		for (int k = number(heads), to; k > 0; k--) {
			to = number(heads);
			if (job > 1 && to <= n->count + 1)
				add_link(n, job - 2, to - 2);
		}
	}
	fclose(heads);
	fclose(needs);
	fclose(most);
	if (!network_close(n, &none, &length))
		exit(2);
}

/* Returns the best makespan that is known of an instance like j6012_3.sm; 0: FOLDERhrs.sm does not say. */
static int best_known(const char *folder, const char *name)
{
	char line[512], path[4096];
	int set, parameter, instance, p, i, best = 0, makespan;

	snprintf(path, sizeof path, "%shrs.sm", folder);
	FILE *f = fopen(path, "r");
	if (!f)
		return 0;
	/* The number of jobs stands before that of the parameters without a sign between them. */
	set = strncmp(name, "j120", 4) == 0 ? 3 : 2;
	if (sscanf(name + 1 + set, "%d_%d", &parameter, &instance) == 2)
		while (!best && fgets(line, sizeof line, f))
			if (sscanf(line, "%d %d %d", &p, &i, &makespan) == 3 && p == parameter &&
			    i == instance)
				best = makespan;
	fclose(f);
	return best;
}

static void psplib(const char *folder, int schedules, int decisions)
{
	struct dirent **names = NULL;
	const int count = scandir(folder, &names, NULL, alphasort);
	int proved = 0, instances = 0;
	double gap = 0, above = 0, behind = 0;
	int known = 0;
	const int64_t began = clock_cpu_us();

	for (int i = 0; i < count; i++) {
		struct network n = {0};
		char path[4096];

		if (!strstr(names[i]->d_name, ".sm"))
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
		read_instance(&n, path);
		struct bounds b = network_bounds(&n);
		struct optimiser *o = optimiser_new(&n, &(struct optimiser_limits){.seed = 1,
							    .schedules = schedules,
							    .enough = b.best,
							    .decisions = decisions});
		optimiser_step(o, 0);
		const int64_t finish = optimiser_best(o)->cost.finish;

		if (optimiser_best(o)->proved)
			b.best = finish;
		proved += finish == b.best;
		gap += 100.0 * (double)(finish - b.best) / (double)b.best;
		above += 100.0 * (double)(finish - b.path) / (double)b.path;
		instances++;
		const int best = best_known(folder, names[i]->d_name);
		if (best) {
			behind += 100.0 * (double)(finish - best) / best;
			known++;
		}
		optimiser_free(o);
		network_free(&n);
	}
	printf("instances %d\tproved_percent %.1f\tabove_bound_percent %.2f\t"
	       "above_path_percent %.2f\tabove_best_percent %.2f\tof %d\tcpu_ms %.1f\n",
	    instances, 100.0 * proved / instances, gap / instances, above / instances,
	    known ? behind / known : 0, known, (double)(clock_cpu_us() - began) / 1000 / instances);
}

/* As a plan has them: each task lists what it waits for. */
static void generate_large(struct network *n, int count, int links)
{
	for (int r = 0; r < 20; r++)
		network_add_resource(n, 4, NULL);
	for (int i = 0; i < count; i++) {
		add(n, 10 + below(200));
		network_need(n, i, below(20), 1 + below(3));
	}
	for (int i = 0; i < links; i++) {
		const int to = 1 + (int)((int64_t)i * (count - 1) / links);

		network_link(n, &(struct network_link){to - 1 - below(to < 100 ? to : 100), to,
				    (enum link_kind)below(4), below(30), NULL});
	}
}

/* The shortest of several runs: what else the machine does only adds to it. */
static void speed(int count, int links)
{
	struct pass *pass = calloc((size_t)count + 1, sizeof *pass);
	int64_t path_us = INT64_MAX, all_us = INT64_MAX;
	int none, length, generated = 0;

	for (int i = 0; i < SPEED_RUNS; i++) {
		struct network n = {0};
		int64_t began, took;

		random_state = 1;
		generated = 0;
		generate_large(&n, count, links);
		began = clock_cpu_us();
		if (!network_close(&n, &none, &length))
			exit(2);
		network_pass(&n, TIME_NEVER, false, pass);
		took = clock_cpu_us() - began;
		path_us = took < path_us ? took : path_us;
		schedule(&n, 1, 1, &generated, NULL);
		took = clock_cpu_us() - began;
		all_us = took < all_us ? took : all_us;
		network_free(&n);
	}
	printf("pass_ms %.3f\tschedule_ms %.3f\tschedules %d\n", (double)path_us / 1000,
	    (double)all_us / 1000, generated);
	free(pass);
}

int main(int argc, char **argv)
{
	if (argc == 5 && strcmp(argv[1], "quality") == 0)
		quality((int)strtol(argv[2], NULL, 10), (int)strtol(argv[3], NULL, 10),
		    (int)strtol(argv[4], NULL, 10));
	else if (argc == 5 && strcmp(argv[1], "psplib") == 0)
		psplib(argv[2], (int)strtol(argv[3], NULL, 10), (int)strtol(argv[4], NULL, 10));
	else if (argc == 4 && strcmp(argv[1], "speed") == 0)
		speed((int)strtol(argv[2], NULL, 10), (int)strtol(argv[3], NULL, 10));
	else
		return 2;
	return 0;
}
