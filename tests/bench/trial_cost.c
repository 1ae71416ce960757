/* SPDX-License-Identifier: MIT
 * What it costs that a command is tried: reading a folder of many files, confined and tried, with the look at what
 * would change. One that is known to read much is tried without a layer, as a call of the model is.
 *
 *	trial_cost FOLDER ROUNDS [COMMAND]
 *
 * Prints one line: "confined US	tried US", medians. 0: nothing can be tried here.
 */
/* holds: command-tried-writes */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "sandbox/child_start.h"
#include "sandbox/trial.h"
#include "tools/command/command_output.h"

static const char *command[] = {"sh", "-c", "find . -type f | xargs cat | wc -c", NULL};

static void on_done(void *ctx, const struct process_exit *exit)
{
	if (exit->status != 0 || exit->over)
		die("%s ended with %d", command[2], exit->status);
	*(bool *)ctx = true;
}

static bool is_true(void *ctx)
{
	return *(bool *)ctx;
}

static int64_t run_confined(struct loop *l, struct sandbox *sandbox)
{
	const int64_t begin = clock_mono_us();
	bool done = false;
	struct process_spec spec = {.argv = command, .cwd_fd = -1, .done = on_done, .ctx = &done};

	if (!child_start(l, sandbox, &(struct child_wish){CHILD_COMMAND}, &spec, NULL, NULL))
		die("cannot confine %s", command[0]);
	loop_await(l, is_true, &done, NULL);
	return clock_mono_us() - begin;
}

static int64_t run_tried(struct loop *l, struct sandbox *sandbox)
{
	const int64_t begin = clock_mono_us();
	bool done = false;
	struct process_spec spec = {.argv = command, .cwd_fd = -1, .done = on_done, .ctx = &done};
	struct process *process;
	struct trial_changes changes;
	if (sandbox_trial_fits("reads", command[2], strlen(command[2]))) {
		if (!child_start(
			l, sandbox, &(struct child_wish){CHILD_TRIAL_READS}, &spec, NULL, NULL))
			die("cannot try %s", command[0]);
		loop_await(l, is_true, &done, NULL);
		return clock_mono_us() - begin;
	}
	struct trial *t = trial_start(l, sandbox, &spec, false, &process, NULL);

	if (!t)
		die("cannot try %s", command[0]);
	loop_await(l, is_true, &done, NULL);
	if (!trial_find_changes(t, 10, &changes, NULL) || changes.count != 0)
		die("%s changed something", command[0]);
	trial_changes_free(&changes);
	trial_free(t);
	return clock_mono_us() - begin;
}

static int by_size(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int64_t median(int64_t *times, size_t n)
{
	qsort(times, n, sizeof *times, by_size);
	return times[n / 2];
}

int main(int argc, char **argv)
{
	const size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 11;
	int64_t *confined = xcalloc(rounds + 1, sizeof *confined);
	int64_t *tried = xcalloc(rounds + 1, sizeof *tried);
	struct problems problems = PROBLEMS_INIT;

	if (argc > 3)
		command[2] = argv[3];
	spawner_confines(&sandbox_confines);
	spawner_start();
	struct loop *l = loop_new();
	struct settings *s = settings_load(&(struct settings_request){.bare = true}, &problems);
	struct workspace *w = workspace_open(argc > 1 ? argv[1] : ".", NULL);
	struct sandbox *sandbox = sandbox_new(l, s, w);

	for (size_t i = 0; i <= rounds && sandbox_tier(sandbox) == SANDBOX_NAMESPACES; i++) {
		confined[i] = run_confined(l, sandbox); /* the first reads the files */
		tried[i] = run_tried(l, sandbox);
	}
	printf("confined %lld\ttried %lld\n", (long long)median(confined + 1, rounds),
	    (long long)median(tried + 1, rounds));
	sandbox_free(sandbox);
	loop_free(l);
	spawner_stop();
	return 0;
}
