/* SPDX-License-Identifier: MIT
 * What a command costs from its start to its end, in microseconds, the median of N:
 *
 *	start N
 *
 * "plain US" is fork and exec of /bin/true from this small program, "spawned US" the same by
 * process_start, "large US" by process_start while this program holds 200 MB, "confined US" by it in
 * the best tier of the sandbox that holds here (0: none), "confined_large US" that while it holds 200 MB.
 * One of each in turn, so that whatever else the machine does meets them all.
 */
/* holds: child-costs-same */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "loop/process.h"
#include "loop/spawner.h"
#include "sandbox/sandbox.h"

#define LARGE_BYTES ((size_t)200 << 20)

enum figure { PLAIN, SPAWNED, LARGE, CONFINED, CONFINED_LARGE, FIGURES };
static const char *const names[FIGURES] = {
    "plain", "spawned", "large", "confined", "confined_large"};

static const char *const command[] = {"/bin/true", NULL};

static void plain(struct loop *l)
{
	pid_t pid = fork();

	if (pid == 0) {
		execv(command[0], (char *const *)command);
		_exit(127);
	}
	waitpid(pid, NULL, 0);
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	*(bool *)ctx = true;
}

static bool is_true(void *ctx)
{
	return *(bool *)ctx;
}

static void spawned(struct loop *l)
{
	bool done = false;
	struct process_spec spec = {.argv = command, .cwd_fd = -1, .done = on_done, .ctx = &done};

	if (!process_start(l, &spec, NULL))
		die("cannot start %s", command[0]);
	loop_await(l, is_true, &done, NULL);
}

static struct sandbox *sandbox; /* NULL: nothing can be confined */

static void confined(struct loop *l)
{
	bool done = false;
	struct process_spec spec = {.argv = command, .cwd_fd = -1, .done = on_done, .ctx = &done};
	struct sandbox_order order;

	if (!sandbox_confine(sandbox, &spec, SANDBOX_WRITES, &order, NULL) ||
	    !process_start(l, &spec, NULL))
		die("cannot confine %s", command[0]);
	sandbox_order_free(&order);
	loop_await(l, is_true, &done, NULL);
}

static void open_sandbox(struct loop *l)
{
	struct problems problems = PROBLEMS_INIT;
	struct settings *s = settings_load(&(struct settings_request){.bare = true}, &problems);
	struct workspace *w = workspace_open(".", NULL);

	sandbox = s && w ? sandbox_new(l, s, w) : NULL;
	if (sandbox && sandbox_tier(sandbox) == SANDBOX_NONE)
		sandbox = NULL;
}

static int by_size(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int64_t timed(void (*start)(struct loop *l), struct loop *l)
{
	int64_t begin = clock_mono_us();

	start(l);
	return clock_mono_us() - begin;
}

static void print_median(const char *name, int64_t *times, size_t n)
{
	qsort(times, n, sizeof *times, by_size);
	printf("%s %lld\t", name, (long long)times[n / 2]);
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 101;
	int64_t *times[FIGURES];

	for (size_t i = 0; i < FIGURES; i++)
		times[i] = xcalloc(n, sizeof *times[i]);
	spawner_confines(&sandbox_confines);
	spawner_start();
	struct loop *l = loop_new();
	open_sandbox(l);
	for (size_t i = 0; i < n; i++) {
		times[PLAIN][i] = timed(plain, l);
		times[SPAWNED][i] = timed(spawned, l);
		times[CONFINED][i] = sandbox ? timed(confined, l) : 0;
		if (i % 10 != 0)
			continue;
		char *memory = mmap(
		    NULL, LARGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		memset(memory, 1, LARGE_BYTES);
		for (size_t k = i; k < i + 10 && k < n; k++) {
			times[LARGE][k] = timed(spawned, l);
			times[CONFINED_LARGE][k] = sandbox ? timed(confined, l) : 0;
		}
		munmap(memory, LARGE_BYTES);
	}
	for (size_t i = 0; i < FIGURES; i++)
		print_median(names[i], times[i], n);
	putchar('\n');
	loop_free(l);
	for (size_t i = 0; i < FIGURES; i++)
		free(times[i]);
	return 0;
}
