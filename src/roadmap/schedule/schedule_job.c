/* SPDX-License-Identifier: MIT
 * Making a schedule, an attempt after the other: the plan as it is, then what its strategy asks for, then, where
 * it cannot be kept, the ways out, each of them tried before it is offered.
 */
#include "base/base.h"
#include "config/prompt.h"
#include "loop/loop.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/file/validate.h"
#include "roadmap/schedule/schedule.h"
#include "roadmap/schedule/schedule_ways.h"

#define BALANCE_STEP 15 /* the daily maximum is searched for in steps of this many minutes */
#define ATTEMPT_DAYS 60

enum job_stage { JOB_PLAN, JOB_BALANCE, JOB_WAYS, JOB_RANGES, JOB_DONE };
struct schedule_job {
	const struct roadmap *roadmap;
	struct schedule_options options;
	struct schedule *schedule;
	enum job_stage stage;
	struct optimiser *optimiser; /* the optimiser of the attempt that is worked on */
	struct plan_network *plan;   /* (owned) its plan; NULL: the schedule's own */
	/* Balanced plans: minutes of a day, known to be too few and known to be enough. */
	int64_t low, high;
	/* Ways out: the plan with the operations of an attempt, and the job that schedules it. */
	struct way_attempts attempts;
	size_t attempt_at; /* index of the next one */
	struct roadmap edited;
	struct schedule_job *trial; /* (owned) NULL: none is under way */
	bool trial_few;
	bool hours_found;
	struct range_run *ranges; /* (owned) under way; NULL */
};

static int64_t limit_of(const struct roadmap *r, const char *part, const char *key)
{
	return json_int(json_map(r->defaults, part), key, 1);
}

static struct optimiser *start_search(
    const struct schedule_job *j, const struct network *n, int64_t placements, int64_t enough)
{
	const struct schedule_options *o = &j->options;
	const int64_t count = placements / (n->count + 1);
	const int64_t least = limit_of(j->roadmap, "search", "least");
	const int64_t most = limit_of(j->roadmap, "search", "most");
	struct optimiser_limits l = {
	    .seed = (uint64_t)(o->seed >= 0 ? o->seed : limit_of(j->roadmap, "search", "seed")),
	    .schedules = (int)(count < least  ? least
			       : count > most ? most
					      : count),
	    .time_us =
		(int64_t)(json_num(json_map(j->roadmap->defaults, "search"), "seconds", 10) * 1e6),
	    .enough = enough,
	};

	if (o->schedules)
		l.schedules = o->schedules;
	if (n == &j->schedule->plan.graph.network && !o->no_ways)
		l.decisions = (int)limit_of(j->roadmap, "search", "decisions");
	return optimiser_new(n, &l);
}

struct schedule_job *schedule_job_new(
    const struct roadmap *r, const struct schedule_options *o, struct error *e)
{
	struct schedule_job *j = xcalloc(1, sizeof *j);
	struct schedule *s = j->schedule = xcalloc(1, sizeof *s);
	struct plan_wish wish = plan_wish_default;

	j->roadmap = r;
	j->options = *o;
	wish.now = o->now;
	wish.horizon = o->horizon;
	wish.from = o->from != TIME_NEVER ? o->from : r->from;
	wish.busy = o->busy;
	s->strategy = r->profile.strategy;
	if (!plan_network_build(&s->plan, r, &wish, e)) {
		free_all(s, j);
		return NULL;
	}
	s->seed = o->seed >= 0 ? o->seed : limit_of(r, "search", "seed");
	s->bounds = network_bounds(&s->plan.graph.network);
	/* A plan that is to be balanced is searched again for each maximum: here any schedule is enough. */
	const bool any = s->strategy == STRATEGY_BALANCED && s->plan.deadline != TIME_NEVER;
	j->optimiser = start_search(j, &s->plan.graph.network, limit_of(r, "search", "placements"),
	    any ? TIME_NEVER : s->bounds.best);
	return j;
}

static void keep_best_schedule(struct schedule_job *j, struct schedule *s)
{
	const size_t count = (size_t)s->plan.graph.network.count;
	const struct optimiser_result *best = optimiser_best(j->optimiser);

	free(s->ends);
	s->ends = xcalloc(count + 1, sizeof *s->ends);
	memcpy(s->ends, best->ends, count * sizeof *s->ends);
	work_pieces_copy(&s->pieces, &best->pieces);
	s->cost = best->cost;
	if (best->proved)
		s->bounds.best = s->cost.finish;
	s->schedules += best->schedules;
	s->out_of_time = s->out_of_time || best->out_of_time;
	for (size_t i = 0; i < s->plan.occurrence_count; i++)
		if (s->plan.occurrences[i].activity >= 0)
			s->plan.occurrences[i].ends = s->ends[s->plan.occurrences[i].activity];
}

/* Returns the moment up to which an attempt looks: none needs more than twice what the plan took. 0: as
 * configured, since some task of the plan found no room. */
static int64_t attempt_horizon(const struct schedule *s)
{
	if (s->cost.unplaced)
		return 0;
	return 2 * s->cost.finish - s->plan.start + ATTEMPT_DAYS * DAY;
}

static void end_attempt(struct schedule_job *j)
{
	optimiser_free(j->optimiser);
	j->optimiser = NULL;
	if (j->plan)
		plan_network_free(j->plan);
	free(j->plan);
	j->plan = NULL;
}

/* --- ways out --- */

/* Starts a job for the plan with the operations of an attempt applied. few: with fewer schedules and a nearer
 * horizon, enough to rule out most attempts. False: the result breaks a rule, and no job runs. */
static bool start_trial(struct schedule_job *j, const struct way_attempt *a, bool few)
{
	struct schedule_options o = j->options;
	json_auto_t *document = roadmap_edit_apply(j->roadmap->document, a->edits, NULL);
	json_auto_t *patterns = config_table_usable("patterns.yaml");
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};

	if (!document || !roadmap_read(&j->edited, document, j->roadmap->file, NULL, NULL))
		return false;
	o.no_ways = true;
	j->trial_few = few;
	if (few)
		o.horizon = attempt_horizon(j->schedule);
	if (few && !o.schedules)
		o.schedules = (int)(limit_of(j->roadmap, "ways_out", "placements") /
				    (j->roadmap->outline.count + 1)) +
			      1;
	if (roadmap_validate(&j->edited, patterns, &v))
		j->trial = schedule_job_new(&j->edited, &o, NULL);
	if (!j->trial)
		roadmap_free(&j->edited);
	return j->trial != NULL;
}

static void end_trial(struct schedule_job *j)
{
	if (!j->trial)
		return;
	schedule_job_free(j->trial);
	j->trial = NULL;
	roadmap_free(&j->edited);
}

/* Starts the trial of the next attempt; still more hours are skipped once some have helped. False: no attempt is
 * left, or enough ways were found. */
static bool next_way(struct schedule_job *j)
{
	while (j->attempt_at < j->attempts.count &&
	       j->schedule->way_count < (size_t)limit_of(j->roadmap, "ways_out", "shown")) {
		const struct way_attempt *a = &j->attempts.list[j->attempt_at++];

		if ((a->kind != WAY_MORE_HOURS || !j->hours_found) && start_trial(j, a, true))
			return true;
	}
	return false;
}

/* Ends the trial that is done. An attempt that leads out with few schedules is tried again with the full search,
 * which taking it will run, before it becomes a way out. */
static void judge_way(struct schedule_job *j)
{
	const size_t at = j->attempt_at - 1;
	const struct way_attempt *a = &j->attempts.list[at];
	const struct schedule *tried = j->trial->schedule;
	const bool leads_out = tried->feasible && a->text;

	if (leads_out && j->trial_few) {
		end_trial(j);
		if (start_trial(j, a, false))
			return;
	}
	if (leads_out && j->trial) {
		way_attempt_take(a, j->schedule, tried->cost.finish);
		j->hours_found = j->hours_found || a->kind == WAY_MORE_HOURS;
	} else if (j->trial) {
		way_attempts_date(&j->attempts, at, j->schedule, tried);
	}
	end_trial(j);
}

/* --- balanced: the smallest daily maximum with which all ends in time --- */

/* Starts the next attempt that may succeed; the first schedule that keeps all dates is enough. */
static void next_balance(struct schedule_job *j)
{
	struct plan_wish w = j->schedule->plan.wish;

	w.horizon = attempt_horizon(j->schedule);
	/* Work may lie as late as the deadline, and routines go on until then. */
	if (w.horizon < j->roadmap->deadline)
		w.horizon = j->roadmap->deadline;
	while (j->high - j->low > BALANCE_STEP && !j->optimiser) {
		w.most_per_day = (j->low + j->high) / 2 / BALANCE_STEP * BALANCE_STEP;
		j->plan = xcalloc(1, sizeof *j->plan);
		if (plan_network_build(j->plan, j->roadmap, &w, NULL) &&
		    network_bounds(&j->plan->graph.network).best <= j->plan->deadline) {
			j->optimiser = start_search(j, &j->plan->graph.network,
			    limit_of(j->roadmap, "ways_out", "placements"), TIME_NEVER);
		} else {
			end_attempt(j);
			j->low = w.most_per_day;
		}
	}
}

/* Ends an attempt: if it keeps all dates, its plan and ends become those of the schedule. */
static void judge_balance(struct schedule_job *j)
{
	struct schedule *s = j->schedule;
	const struct schedule_cost *c = &optimiser_best(j->optimiser)->cost;
	const int64_t tried = j->plan->wish.most_per_day;

	if (c->unplaced || c->late) {
		j->low = tried;
		end_attempt(j);
		return;
	}
	j->high = s->most_per_day = tried;
	plan_network_free(&s->plan);
	s->plan = *j->plan;
	keep_best_schedule(j, s);
	optimiser_free(j->optimiser); /* freed first: it uses the plan that is freed next */
	j->optimiser = NULL;
	free(j->plan);
	j->plan = NULL;
}

/* A plan of nothing but routines ends with the last of them. */
static void end_with_routines(struct schedule *s)
{
	int64_t last = s->cost.finish;

	for (int i = 0; i < s->plan.graph.network.count; i++)
		if (!s->plan.graph.network.activities[i].aside)
			return;
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];

		if (o->kind != OCCURRENCE_SKIPPED && o->ends.start < TIME_NEVER &&
		    o->ends.finish > last)
			last = o->ends.finish;
	}
	s->cost.finish = last;
}

static void to_ranges(struct schedule_job *j)
{
	struct schedule *s = j->schedule;

	if (s->strategy == STRATEGY_ALAP && s->cost.unplaced == 0 && s->cost.late == 0)
		schedule_move_late(s);
	schedule_find_problems(s);
	s->feasible = s->problem_count == 0;
	s->optimal =
	    s->feasible && s->strategy == STRATEGY_ASAP && s->cost.finish <= s->bounds.best;
	schedule_find_floats(s);
	schedule_find_frames(s);
	end_with_routines(s);
	if (j->options.no_ways) {
		j->stage = JOB_DONE;
		return;
	}
	way_attempts_make(s, &j->attempts);
	j->stage = JOB_WAYS;
	if (s->feasible || !next_way(j))
		j->stage = JOB_RANGES;
}

static void to_balance(struct schedule_job *j)
{
	struct schedule *s = j->schedule;

	if (s->strategy == STRATEGY_BALANCED && s->plan.deadline != TIME_NEVER &&
	    s->cost.late == 0 && s->cost.unplaced == 0) {
		j->stage = JOB_BALANCE;
		j->low = 0;
		j->high = DAY;
		next_balance(j);
		if (j->optimiser)
			return;
	}
	to_ranges(j);
}

static void job_move(struct schedule_job *j, int64_t deadline_us)
{
	switch (j->stage) {
	case JOB_PLAN:
		keep_best_schedule(j, j->schedule);
		end_attempt(j);
		to_balance(j);
		return;
	case JOB_BALANCE:
		judge_balance(j);
		next_balance(j);
		if (!j->optimiser)
			to_ranges(j);
		return;
	case JOB_WAYS:
		if (schedule_job_step(j->trial, deadline_us))
			return;
		judge_way(j);
		if (!j->trial && !next_way(j))
			j->stage = JOB_RANGES;
		return;
	case JOB_RANGES:
		if (!j->ranges && j->options.ratios && j->schedule->feasible)
			j->ranges = range_run_new(j->schedule, j->options.ratios);
		if (!j->ranges || !range_run_step(j->ranges, deadline_us))
			j->stage = JOB_DONE;
		return;
	case JOB_DONE:
		return;
	}
}

bool schedule_job_step(struct schedule_job *j, int64_t deadline_us)
{
	while (j->stage != JOB_DONE) {
		if (!j->optimiser || !optimiser_step(j->optimiser, deadline_us))
			job_move(j, deadline_us);
		if (deadline_us && clock_mono_us() >= deadline_us)
			break;
	}
	return j->stage != JOB_DONE;
}

struct schedule *schedule_job_finish(struct schedule_job *j)
{
	struct schedule *s = j->schedule;

	plan_take_pieces(&s->plan, &s->pieces);
	j->schedule = NULL;
	schedule_job_free(j);
	return s;
}

void schedule_job_free(struct schedule_job *j)
{
	if (!j)
		return;
	end_attempt(j);
	range_run_free(j->ranges);
	end_trial(j);
	way_attempts_free(&j->attempts);
	schedule_free(j->schedule);
	free(j);
}

/* Running a job to its end in short steps on the loop. */

#define STEP_US 4000

struct job_wait {
	struct schedule_job *job;
	bool done;
};

static bool job_step(void *ctx)
{
	struct job_wait *w = ctx;

	w->done = !schedule_job_step(w->job, clock_mono_us() + STEP_US);
	return !w->done;
}

static bool is_done(void *ctx)
{
	return ((const struct job_wait *)ctx)->done;
}

struct schedule *schedule_job_await(struct schedule_job *j, struct loop *loop)
{
	struct job_wait w = {j, false};
	struct work *steps = loop_work(loop, job_step, &w);

	loop_await(loop, is_done, &w, NULL);
	if (!w.done)
		work_stop(steps);
	return schedule_job_finish(j);
}
