/*
 * A schedule: the dates of a roadmap's nodes, how sure and how good they are, what makes a plan
 * infeasible and the ways out of it. It is made by a job that works in steps, as the loop wants it.
 */
#ifndef ROADMAP_SCHEDULE_H
#define ROADMAP_SCHEDULE_H

#include "base/buf.h"
#include "roadmap/bound.h"
#include "roadmap/optimiser.h"
#include "roadmap/plan_network.h"

/* How long finished tasks took, against what was planned: 1.5 is half as long again. */
struct duration_ratios {
	double *list; /* (owned) */
	size_t count, cap;
};

struct schedule_options {
	int64_t now, from;		      /* from TIME_NEVER: as the plan says */
	const struct busy_times *busy;	      /* (borrowed) NULL: none */
	const struct duration_ratios *ratios; /* (borrowed) NULL: none are known */
	int64_t seed;			      /* negative: the configured one */
	int schedules;			      /* 0: the configured */
};

struct schedule_problem {
	const char *code;
	int node;   /* -1: the plan */
	char *text; /* (owned) */
	bool proved;
};
enum way_kind { WAY_LATER_DEADLINE, WAY_MORE_HOURS, WAY_DROP_TASK, WAY_SHORTEN_TASK };
extern const char *const way_kinds[4];
struct way_out {
	enum way_kind kind;
	int node;	 /* -1: the plan */
	int64_t minutes; /* later, more a day, dropped, shorter */
	int64_t finish;
	char *text; /* (owned) */
};
struct finish_range {
	int64_t from, to; /* TIME_NEVER: not known */
};
struct schedule {
	struct plan_network plan;
	struct ends *ends; /* (owned) by activity */
	int64_t *floats; /* (owned) by activity: how much later it may be, all else in its place */
	struct finish_range *ranges; /* (owned) by activity; NULL: none claimed */
	int range_percent;
	struct schedule_cost cost;
	struct bounds bounds;
	enum strategy_kind strategy; /* as it was made: balanced needs a deadline */
	int64_t most_per_day;	     /* balanced: what was found; 0 */
	int schedules;
	int64_t seed;
	bool out_of_time, optimal, feasible;
	struct schedule_problem *problems; /* (owned) */
	size_t problem_count, problem_cap;
	struct way_out *ways; /* (owned) */
	size_t way_count, way_cap;
};

struct schedule_job;
/* The roadmap has no violations and outlives the schedule. NULL: e. */
struct schedule_job *schedule_job_new(
    const struct roadmap *r, const struct schedule_options *o, struct error *e);
/* Until deadline_us of clock_mono_us (0: to the end); true while there is more to do. */
bool schedule_job_step(struct schedule_job *j, int64_t deadline_us);
/* The schedule of a job that is done, which is freed; owned by the caller. */
struct schedule *schedule_job_finish(struct schedule_job *j);
/* Runs it on that loop and finishes it. For those who may wait (loop_await). */
struct loop;
struct schedule *schedule_job_await(struct schedule_job *j, struct loop *loop);
void schedule_job_free(struct schedule_job *j); /* NULL is accepted */
void schedule_free(struct schedule *s);		/* NULL is accepted */

/* The ends of a node: of its activities; false: it has none. */
bool schedule_node_ends(const struct schedule *s, int node, struct ends *out);
bool schedule_critical(const struct schedule *s, int node);
/* The nodes that have dates, in the order of their beginnings; owned; *count of them. */
int *schedule_order(const struct schedule *s, int *count);
/* The chain of causes that puts a node where it is, a line each, from it back to the beginning. */
void schedule_why(const struct schedule *s, int node, struct buf *out);
/* The first of them alone: "after 'design'", "'me' is taken by 'build' until ..."; owned. */
char *schedule_cause(const struct schedule *s, int node);
/* What the contract `schedule` says; new reference. */
json_t *schedule_json(const struct schedule *s);

/* Its part `load`, by the week; new reference; NULL: there are no resources. */
json_t *schedule_load_json(const struct schedule *s);

/* schedule_problems.c: what is wrong with it, said so that taking away what is named mends it. */
void schedule_find_problems(struct schedule *s);
void schedule_add_way(
    struct schedule *s, enum way_kind kind, int node, int64_t minutes, int64_t finish);
/* schedule_ranges.c: simulates the plan with durations drawn from the ratios, in steps until it returns
 * false; then the schedule has its ranges. NULL: too few are known. */
struct range_run;
struct range_run *range_run_new(struct schedule *s, const struct duration_ratios *ratios);
bool range_run_step(struct range_run *r, int64_t deadline_us);
void range_run_free(struct range_run *r); /* NULL is accepted */

#endif
