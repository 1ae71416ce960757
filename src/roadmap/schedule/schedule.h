/* SPDX-License-Identifier: MIT
 * A schedule: the dates of a roadmap's nodes, how sure and how good they are, what makes a plan
 * infeasible and the ways out of it. It is made by a job that works in short steps on the loop.
 * Moments are minutes since 1970 in UTC, lengths minutes; a node is its number in the roadmap, an
 * activity its number in the network of the plan.
 *
 * Here: making a schedule: activities and bounds, placement, the search for a better one, its
 * proof, problems and ways out, why a date is what it is, and its JSON.
 * Not here: working time (roadmap/calendar), dependencies as a graph (roadmap/network), several
 * plans at once (roadmap/portfolio), forms for others (roadmap/export).
 */
#ifndef ROADMAP_SCHEDULE_SCHEDULE_H
#define ROADMAP_SCHEDULE_SCHEDULE_H

#include "base/core/buf.h"
#include "roadmap/schedule/lower_bound.h"
#include "roadmap/schedule/optimiser.h"
#include "roadmap/schedule/plan_network.h"

/* How long finished tasks took, divided by what was planned: 1.5 is half as long again. */
struct duration_ratios {
	double *list; /* (owned) */
	size_t count, cap;
};

struct schedule_options {
	int64_t now;  /* where a plan without a start begins */
	int64_t from; /* no unfinished work begins before; TIME_NEVER: as the plan says */
	const struct busy_times *busy; /* (borrowed, outlives the schedule) sorted; NULL: none */
	const struct duration_ratios *ratios; /* (borrowed, outlives the job) NULL: none known */
	int64_t seed;			      /* negative: the configured one */
	int schedules;			      /* how many are tried; 0: as configured */
	int64_t horizon;		      /* nothing later is looked at; 0: as configured */
	bool no_ways;			      /* no ways out, ranges or proof are searched for */
};

enum problem_kind {
	PROBLEM_DEADLINE_MISSED,
	PROBLEM_DEADLINE_DEPENDENCIES,
	PROBLEM_DEADLINE_CAPACITY,
	PROBLEM_NO_ROOM,
	PROBLEM_FIXED_OUTSIDE_HOURS,
	PROBLEM_FIXED_IN_THE_PAST,
	PROBLEM_FIXED_BEFORE_DEPENDENCY,
	PROBLEM_FIXED_OVERBOOKED,
};
extern const char *const problem_kinds[8]; /* "deadline_missed" */
struct schedule_problem {
	enum problem_kind kind;
	int node;    /* -1: the plan */
	char *text;  /* (owned) */
	bool proved; /* no schedule can avoid it; else the search found none that does */
};
enum way_kind {
	WAY_LATER_DEADLINE,
	WAY_MORE_HOURS,
	WAY_DROP_TASK,
	WAY_SHORTEN_TASK,
	WAY_FREE_TIME,	    /* of tasks that are fixed to one */
	WAY_NO_BUFFER,	    /* before the deadline */
	WAY_SHORTER_PIECES, /* than min_block */
	WAY_FEWER_PEOPLE,   /* for what needs several at once */
};
extern const char *const way_kinds[8]; /* "later_deadline" */
struct way_out {
	enum way_kind kind;
	int node;	 /* -1: the plan */
	int64_t minutes; /* by kind: how much later, more a day, dropped, shorter, ... */
	int64_t finish;	 /* of the plan if the way is taken */
	char *text;	 /* (owned) */
	json_t *edits;	 /* (owned) the operations on the plan that take it (roadmap_edit.h) */
};
struct finish_range {
	int64_t from, to; /* TIME_NEVER: not known */
};
struct schedule {
	struct plan_network plan;
	struct ends *ends;	   /* (owned) by activity */
	struct work_pieces pieces; /* of the activities whose hours have a maximum */
	/* (owned) By activity, how much later it may be without the plan ending later, while what follows
	 * makes way: working minutes of its calendar, and minutes by the clock. */
	int64_t *floats, *clock_floats;
	/* (owned) By node: from the first start to the last finish of all within it, at any depth; starts are
	 * TIME_NEVER where nothing within has dates. NULL: not filled yet. */
	struct ends *frames;
	struct finish_range *ranges; /* (owned) by activity; NULL: none claimed */
	int range_percent;	     /* of 100 runs the finish lies so often in its range */
	struct schedule_cost cost;
	struct bounds bounds;
	enum strategy_kind strategy; /* balanced without a deadline is as asap */
	int64_t most_per_day;	     /* balanced: the least that was found to do; else 0 */
	int schedules;		     /* how many were tried */
	int64_t seed;
	bool out_of_time, optimal, feasible;
	struct schedule_problem *problems; /* (owned) */
	size_t problem_count, problem_cap;
	struct way_out *ways; /* (owned) */
	size_t way_count, way_cap;
};

struct loop;
struct schedule_job;
/* Returns a job for a roadmap without violations, which outlives the schedule; the options are
 * copied. Owned by the caller. NULL: e says why no schedule can be tried. */
struct schedule_job *schedule_job_new(
    const struct roadmap *r, const struct schedule_options *o, struct error *e);
/* Works until that moment of clock_mono_us; 0: to the end. True while there is more to do. */
bool schedule_job_step(struct schedule_job *j, int64_t deadline_us);
/* Returns the schedule of a job that is done, never NULL and owned by the caller; the job is freed.
 */
struct schedule *schedule_job_finish(struct schedule_job *j);
/* Runs a job on the loop to its end and finishes it. For callers that may wait (loop_await). */
struct schedule *schedule_job_await(struct schedule_job *j, struct loop *loop);
void schedule_job_free(struct schedule_job *j); /* also of one under way; NULL is accepted */
void schedule_free(struct schedule *s);		/* NULL is accepted */

/* Puts the start and finish of a node into *out: of a goal or phase its frame, else from its first
 * activity to its last. False: it has no dates, and *out is unchanged. */
bool schedule_node_ends(const struct schedule *s, int node, struct ends *out);
/* Whether a delay of the node, which is not done, delays the plan. */
bool schedule_critical(const struct schedule *s, int node);
/* Returns the nodes that have dates, *count of them, by their beginnings; owned by the caller. */
int *schedule_order(const struct schedule *s, int *count);
/* Appends the chain of causes that puts a node where it is, a line each, from it back to the
 * beginning. */
void schedule_why(const struct schedule *s, int node, struct buf *out);
/* Returns the first of these causes alone: "begins when 'design' is finished (...)". Owned by the
 * caller; NULL: the node has no activity. */
char *schedule_cause(const struct schedule *s, int node);
/* Returns the schedule by its contract; new reference. */
json_t *schedule_json(const struct schedule *s);

/* For schedule_job.c. */

/* schedule_problems.c: fills s->problems, each with a text that names what must change to solve it. */
void schedule_find_problems(struct schedule *s);
/* schedule_ranges.c: simulates the plan with durations drawn from the ratios. Both are borrowed until
 * the run is freed. NULL: too few durations are known. */
struct range_run;
struct range_run *range_run_new(struct schedule *s, const struct duration_ratios *ratios);
/* Goes on as schedule_job_step does; once it returns false the schedule has its ranges. */
bool range_run_step(struct range_run *r, int64_t deadline_us);
void range_run_free(struct range_run *r); /* NULL is accepted */

/*
 * schedule_ranges.c: the latest times that tasks could have, from a backward pass over the schedule.
 */
/* Moves all tasks as late as the deadline, or without one the end of the plan, allows. If one finds no
 * place then, the schedule stays as it is. */
void schedule_move_late(struct schedule *s);
/* Fills s->floats and s->clock_floats. */
void schedule_find_floats(struct schedule *s);
/* schedule.c: fills s->frames from the ends there are. */
void schedule_find_frames(struct schedule *s);

#endif
