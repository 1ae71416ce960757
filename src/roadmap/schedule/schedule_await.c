/*
 * A job of the scheduler to its end, in steps that leave the loop its turns.
 */
#include "base/core/clock.h"
#include "loop/loop.h"
#include "roadmap/schedule/schedule.h"

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
