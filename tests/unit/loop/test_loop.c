/* SPDX-License-Identifier: MIT
 * The event loop: descriptors, timers, work in steps, hooks, signals, and waiting for a condition.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "loop/loop.h"

/* What happened, in order: one letter each. */
struct trace {
	struct loop *loop;
	char text[64];
	size_t len;
	struct watch *watch, *other;
	struct timer *timer;
	struct work *work;
	int fds[2];
	size_t enough;
};

static void note(struct trace *t, char c)
{
	if (t->len + 1 < sizeof t->text)
		t->text[t->len++] = c;
	t->text[t->len] = '\0';
}

static int setup(void **state)
{
	struct trace *t = calloc(1, sizeof *t);

	t->loop = loop_new();
	assert_int_equal(pipe(t->fds), 0);
	*state = t;
	return 0;
}

static int teardown(void **state)
{
	struct trace *t = *state;

	loop_free(t->loop);
	close(t->fds[0]);
	close(t->fds[1]);
	free(t);
	return 0;
}

static bool has_enough(void *ctx)
{
	struct trace *t = ctx;

	return t->len >= t->enough;
}

static void note_a(void *ctx)
{
	note(ctx, 'a');
}

static void note_b(void *ctx)
{
	note(ctx, 'b');
}

static void note_c(void *ctx)
{
	note(ctx, 'c');
}

static void note_fd(void *ctx, int fd, short revents)
{
	note(ctx, revents & POLLIN ? 'r' : 'h');
}

static void note_fd_once(void *ctx, int fd, short revents)
{
	struct trace *t = ctx;

	note(t, 'o');
	watch_stop(t->watch);
	watch_stop(t->other);
}

static void a_descriptor_with_bytes_calls_its_function(void **state)
{
	struct trace *t = *state;

	struct watch *w = loop_watch(t->loop, t->fds[0], POLLIN, note_fd, t);
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "");
	assert_int_equal(write(t->fds[1], "x", 1), 1);
	loop_turn(t->loop, -1);
	loop_turn(t->loop, -1);
	assert_string_equal(t->text, "rr");
	watch_stop(w);
	watch_stop(NULL);
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "rr");
}

static void a_watch_may_stop_itself_and_the_next_one(void **state)
{
	struct trace *t = *state;

	t->watch = loop_watch(t->loop, t->fds[0], POLLIN, note_fd_once, t);
	t->other = loop_watch(t->loop, t->fds[0], POLLIN, note_fd, t);
	assert_int_equal(write(t->fds[1], "x", 1), 1);
	loop_turn(t->loop, 0);
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "o");
}

static void timers_fire_in_the_order_they_are_due(void **state)
{
	struct trace *t = *state;
	int64_t start = clock_mono_ms();

	loop_after(t->loop, 20, note_c, t);
	loop_after(t->loop, 1, note_a, t);
	loop_after(t->loop, 10, note_b, t);
	timer_stop(loop_after(t->loop, 5, note_b, t));
	t->enough = 3;
	assert_true(loop_await(t->loop, has_enough, t, NULL));
	assert_string_equal(t->text, "abc");
	assert_in_range(clock_mono_ms() - start, 20, 2500);
}

static void many_timers_stay_sorted_while_some_are_stopped(void **state)
{
	struct trace *t = *state;
	struct timer *timers[200];

	for (int i = 0; i < 200; i++)
		timers[i] = loop_after(t->loop, (i * 7919) % 1000 + 100000, note_b, t);
	for (int i = 0; i < 200; i += 2)
		timer_stop(timers[i]);
	for (int i = 0; i < 10; i++)
		loop_after(t->loop, 0, note_a, t);
	for (int i = 1; i < 200; i += 2)
		timer_stop(timers[i]);
	t->enough = 10;
	assert_true(loop_await(t->loop, has_enough, t, NULL));
	assert_string_equal(t->text, "aaaaaaaaaa");
}

static void arm_again(void *ctx)
{
	struct trace *t = ctx;

	note(t, 'z');
	loop_after(t->loop, 0, arm_again, t);
}

static void a_timer_that_arms_itself_again_starves_nobody(void **state)
{
	struct trace *t = *state;

	loop_after(t->loop, 0, arm_again, t);
	loop_watch(t->loop, t->fds[0], POLLIN, note_fd, t);
	assert_int_equal(write(t->fds[1], "x", 1), 1);
	loop_turn(t->loop, 0);
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "rzrz");
}

static void stop_own_timer(void *ctx)
{
	struct trace *t = ctx;

	note(t, 's');
	timer_stop(t->timer);
}

static void a_timer_may_stop_itself_while_it_fires(void **state)
{
	struct trace *t = *state;

	t->timer = loop_after(t->loop, 0, stop_own_timer, t);
	t->enough = 1;
	assert_true(loop_await(t->loop, has_enough, t, NULL));
	assert_string_equal(t->text, "s");
}

static bool three_steps(void *ctx)
{
	struct trace *t = ctx;

	note(t, 'w');
	return t->len < 3;
}

static bool step_that_stops_itself(void *ctx)
{
	struct trace *t = ctx;

	note(t, 'w');
	work_stop(t->work);
	return true;
}

static void work_goes_on_until_it_returns_false(void **state)
{
	struct trace *t = *state;

	loop_work(t->loop, three_steps, t);
	for (int i = 0; i < 10; i++)
		loop_turn(t->loop, 0);
	assert_string_equal(t->text, "www");
	t->work = loop_work(t->loop, step_that_stops_itself, t);
	for (int i = 0; i < 3; i++)
		loop_turn(t->loop, 0);
	assert_string_equal(t->text, "wwww");
}

static bool endless_step(void *ctx)
{
	note(ctx, 'w');
	return true;
}

static void work_waits_while_descriptors_are_ready_but_does_not_starve(void **state)
{
	struct trace *t = *state;
	int64_t start = clock_mono_ms();

	t->watch = loop_watch(t->loop, t->fds[0], POLLIN, note_fd, t);
	assert_int_equal(write(t->fds[1], "x", 1), 1);
	struct work *w = loop_work(t->loop, endless_step, t);
	loop_turn(t->loop, 0);
	t->len = 0;
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "r");
	while (strchr(t->text, 'w') == NULL && clock_mono_ms() - start < 2000) {
		t->len = 0;
		loop_turn(t->loop, 0);
	}
	assert_string_equal(t->text, "rw");
	work_stop(w);
}

static void remove_own_hook(void *ctx)
{
	struct trace *t = ctx;

	note(t, '1');
	loop_before_sleep_remove(t->loop, remove_own_hook, t);
}

static void hooks_run_once_before_each_sleep(void **state)
{
	struct trace *t = *state;

	loop_before_sleep(t->loop, remove_own_hook, t);
	loop_before_sleep(t->loop, note_b, t);
	loop_turn(t->loop, 0);
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "1bb");
	loop_before_sleep_remove(t->loop, note_b, t);
	loop_turn(t->loop, 0);
	assert_string_equal(t->text, "1bb");
}

static void what_a_hook_completes_is_seen_before_sleeping(void **state)
{
	struct trace *t = *state;

	t->enough = 1;
	loop_before_sleep(t->loop, note_a, t);
	assert_true(loop_await(t->loop, has_enough, t, NULL)); /* else it sleeps for ever */
	assert_string_equal(t->text, "a");
}

static void request_cancel(void *ctx)
{
	((struct cancel *)ctx)->requested = true;
}

static void a_requested_cancel_ends_the_waiting(void **state)
{
	struct trace *t = *state;
	struct cancel cancel = {false};
	int64_t start = clock_mono_ms();

	t->enough = 1;
	loop_after(t->loop, 1, request_cancel, &cancel);
	assert_false(loop_await(t->loop, has_enough, t, &cancel));
	assert_in_range(clock_mono_ms() - start, 1, 2500);
	assert_false(loop_await(t->loop, has_enough, t, &cancel));
	note(t, 'd');
	assert_true(loop_await(t->loop, has_enough, t, &cancel)); /* what is done is not lost */
}

static void await_again(void *ctx)
{
	struct trace *t = ctx;

	note(t, loop_await(t->loop, has_enough, t, NULL) ? 'y' : 'n');
}

static void a_nested_await_aborts_a_debug_build(void **state)
{
	struct trace *t = *state;
	int status;

	pid_t pid = fork();
	if (pid == 0) {
		struct rlimit none = {0, 0};
		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		t->enough = 1;
		loop_after(t->loop, 0, await_again, t);
		loop_await(t->loop, has_enough, t, NULL);
		_exit(t->text[0] == 'n' ? 7 : 8);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
#ifdef DEBUG
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
#else
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
#endif
}

static void note_signal(void *ctx, int signo)
{
	note(ctx, signo == SIGUSR1 ? '1' : signo == SIGWINCH ? 'W' : '?');
}

static void a_signal_arrives_in_a_turn_of_the_loop(void **state)
{
	struct trace *t = *state;
	struct sigaction before, after;

	sigaction(SIGUSR1, NULL, &before);
	loop_signal(t->loop, SIGUSR1, note_signal, t);
	loop_signal(t->loop, SIGWINCH, note_signal, t);
	raise(SIGWINCH);
	raise(SIGUSR1);
	raise(SIGUSR1);
	assert_string_equal(t->text, "");
	loop_turn(t->loop, -1);
	assert_string_equal(t->text, "1W");
	loop_signal(t->loop, SIGUSR1, NULL, NULL);
	sigaction(SIGUSR1, NULL, &after);
	assert_true(after.sa_handler == before.sa_handler);
}

static void signal_from_a_child_wakes_a_sleeping_loop(void **state)
{
	struct trace *t = *state;
	pid_t parent = getpid();

	loop_signal(t->loop, SIGUSR1, note_signal, t);
	pid_t pid = fork();
	if (pid == 0) {
		kill(parent, SIGUSR1);
		_exit(0);
	}
	t->enough = 1;
	assert_true(loop_await(t->loop, has_enough, t, NULL));
	assert_string_equal(t->text, "1");
	waitpid(pid, NULL, 0);
}

static void an_idle_loop_uses_no_time(void **state)
{
	struct trace *t = *state;
	struct rusage before, after;

	loop_watch(t->loop, t->fds[0], POLLIN, note_fd, t);
	loop_after(t->loop, 200, note_a, t);
	t->enough = 1;
	getrusage(RUSAGE_SELF, &before);
	assert_true(loop_await(t->loop, has_enough, t, NULL));
	getrusage(RUSAGE_SELF, &after);
	assert_in_range(after.ru_nvcsw - before.ru_nvcsw, 0, 5);
}

static void what_is_left_is_freed_with_the_loop(void **state)
{
	struct trace *t = *state;

	loop_watch(t->loop, t->fds[0], POLLIN, note_fd, t);
	loop_after(t->loop, 100000, note_a, t);
	loop_work(t->loop, endless_step, t);
	loop_before_sleep(t->loop, note_b, t);
	loop_signal(t->loop, SIGUSR1, note_signal, t);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_descriptor_with_bytes_calls_its_function),
	    T(a_watch_may_stop_itself_and_the_next_one),
	    T(timers_fire_in_the_order_they_are_due),
	    T(many_timers_stay_sorted_while_some_are_stopped),
	    T(a_timer_that_arms_itself_again_starves_nobody),
	    T(a_timer_may_stop_itself_while_it_fires),
	    T(work_goes_on_until_it_returns_false),
	    T(work_waits_while_descriptors_are_ready_but_does_not_starve),
	    T(hooks_run_once_before_each_sleep),
	    T(what_a_hook_completes_is_seen_before_sleeping),
	    T(a_requested_cancel_ends_the_waiting),
	    T(a_nested_await_aborts_a_debug_build),
	    T(a_signal_arrives_in_a_turn_of_the_loop),
	    T(signal_from_a_child_wakes_a_sleeping_loop),
	    T(an_idle_loop_uses_no_time),
	    T(what_is_left_is_freed_with_the_loop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
