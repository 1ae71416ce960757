/* SPDX-License-Identifier: MIT
 * Child processes: how they start, what they inherit, their output and stdin, and how they end.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/buf.h"
#include "base/core/clock.h"
#include "loop/process.h"
#include "loop/spawner.h"

struct run {
	struct loop *loop;
	struct process *process;
	struct buf out, err;
	size_t bytes, largest;
	const char *stop_at; /* stop the child when its output holds this */
	bool stop_in_done, done;
	struct process_exit exit;
};

static void take(void *ctx, int stream, const char *data, size_t len)
{
	struct run *r = ctx;

	r->bytes += len;
	if (len > r->largest)
		r->largest = len;
	if (r->bytes < 1 << 20)
		buf_add(stream == 1 ? &r->out : &r->err, data, len);
	if (r->stop_at != NULL && strstr(buf_str(&r->out), r->stop_at) != NULL)
		process_stop(r->process, 1000);
}

static void ended(void *ctx, const struct process_exit *exit)
{
	struct run *r = ctx;

	assert_false(r->done);
	r->done = true;
	r->exit = *exit;
	if (r->stop_in_done)
		process_stop(r->process, 0);
}

static bool is_done(void *ctx)
{
	return ((struct run *)ctx)->done;
}

static int setup(void **state)
{
	struct run *r = calloc(1, sizeof *r);

	r->loop = loop_new();
	*state = r;
	return 0;
}

static int teardown(void **state)
{
	struct run *r = *state;

	loop_free(r->loop);
	buf_free(&r->out);
	buf_free(&r->err);
	free(r);
	return 0;
}

static struct process_spec shell(struct run *r, const char *const argv[4])
{
	return (struct process_spec){.argv = argv,
	    .cwd_fd = -1,
	    .death_signal = SIGKILL,
	    .output = take,
	    .done = ended,
	    .ctx = r};
}
#define SHELL(script) ((const char *const[4]){"sh", "-c", script, NULL})

static void start(struct run *r, const struct process_spec *spec)
{
	struct error e = ERROR_INIT;

	r->process = process_start(r->loop, spec, &e);
	if (r->process == NULL)
		fail_msg("%s", e.message);
}

static void run(struct run *r, const char *script)
{
	struct process_spec spec = shell(r, SHELL(script));

	start(r, &spec);
	assert_true(loop_await(r->loop, is_done, r, NULL));
}

static void output_and_status_arrive(void **state)
{
	struct run *r = *state;

	run(r, "echo out; echo err >&2; exit 3");
	assert_string_equal(buf_str(&r->out), "out\n");
	assert_string_equal(buf_str(&r->err), "err\n");
	assert_int_equal(r->exit.status, 3);
	assert_int_equal(r->exit.signo, 0);
	assert_false(r->exit.timed_out);
}

static void a_signal_is_told_apart_from_a_status(void **state)
{
	struct run *r = *state;

	run(r, "kill -TERM $$");
	assert_int_equal(r->exit.signo, SIGTERM);
	assert_int_equal(r->exit.status, 128 + SIGTERM);
}

static void merged_output_keeps_its_order(void **state)
{
	struct run *r = *state;
	struct process_spec spec =
	    shell(r, SHELL("for i in 1 2 3; do echo o$i; echo e$i >&2; done"));

	spec.merge = true;
	start(r, &spec);
	assert_true(loop_await(r->loop, is_done, r, NULL));
	assert_string_equal(buf_str(&r->out), "o1\ne1\no2\ne2\no3\ne3\n");
	assert_int_equal(r->err.len, 0);
}

static void a_megabyte_arrives_whole_and_in_order(void **state)
{
	struct run *r = *state;

	run(r, "seq 1 100000");
	assert_int_equal(r->bytes, 588895);
	assert_string_equal(buf_str(&r->out) + r->out.len - 13, "99999\n100000\n");
	assert_memory_equal(buf_str(&r->out), "1\n2\n3\n4\n", 8);
}

static void an_unknown_program_is_an_error(void **state)
{
	struct run *r = *state;
	struct error e = ERROR_INIT;
	const char *const argv[] = {"no-such-program-here", NULL};
	struct process_spec spec = {.argv = argv, .cwd_fd = -1, .done = ended, .ctx = r};

	assert_null(process_start(r->loop, &spec, &e));
	assert_int_equal(e.code, ERR_NOT_FOUND);
	assert_string_equal(
	    e.message, "cannot run 'no-such-program-here': no such program in PATH");
	spec.argv = (const char *const[]){"/no/such/program", NULL};
	assert_null(process_start(r->loop, &spec, &e));
	assert_string_equal(e.message, "cannot run '/no/such/program': No such file or directory");
	assert_int_equal(e.code, ERR_NOT_FOUND);
	spec.argv = (const char *const[]){"/etc/passwd", NULL};
	assert_null(process_start(r->loop, &spec, &e));
	assert_string_equal(e.message, "cannot run '/etc/passwd': Permission denied");
	error_free(&e);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), 0); /* nothing that ended was left behind */
}

static void without_free_descriptors_it_is_an_error(void **state)
{
	struct run *r = *state;
	struct error e = ERROR_INIT;
	struct rlimit before, few;
	struct process_spec spec = shell(r, SHELL("exit 0"));
	int next = dup(0);

	run(r, "exit 0"); /* makes the pipe for signals */
	getrlimit(RLIMIT_NOFILE, &before);
	for (rlim_t room = 0; room < 7; room++) {
		few = before;
		few.rlim_cur = (rlim_t)next + 3 + room;
		setrlimit(RLIMIT_NOFILE, &few);
		spec.in = room % 2 ? PROCESS_STDIN_PIPE : PROCESS_STDIN_NONE;
		struct process *p = process_start(r->loop, &spec, &e);
		setrlimit(RLIMIT_NOFILE, &before);
		if (p == NULL)
			assert_string_equal(e.message, "cannot start 'sh': Too many open files");
		else
			process_stop(p, 0);
		error_free(&e);
	}
	int after = dup(0);
	assert_in_range(after, next + 1, next + 9); /* nothing leaked but for children under way */
	close(after);
	close(next);
}

static void it_starts_in_the_folder_it_was_given(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("pwd"));

	spec.cwd_fd = open("/usr/bin", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	start(r, &spec);
	assert_true(loop_await(r->loop, is_done, r, NULL));
	close(spec.cwd_fd);
	assert_string_equal(buf_str(&r->out), "/usr/bin\n");
}

static void only_listed_variables_are_handed_on(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, (const char *const[4]){"env", NULL});

	setenv("LC_TEST", "kept", 1);
	setenv("SECRET_API_KEY", "leaked", 1);
	spec.set = (const char *const[]){"HOME=/nowhere", "EXTRA=1", NULL};
	start(r, &spec);
	assert_true(loop_await(r->loop, is_done, r, NULL));
	assert_non_null(strstr(buf_str(&r->out), "LC_TEST=kept\n"));
	assert_non_null(strstr(buf_str(&r->out), "PATH="));
	assert_non_null(strstr(buf_str(&r->out), "EXTRA=1\n"));
	assert_non_null(strstr(buf_str(&r->out), "HOME=/nowhere\n"));
	assert_null(strstr(strstr(buf_str(&r->out), "HOME=") + 1, "HOME="));
	assert_null(strstr(buf_str(&r->out), "SECRET_API_KEY"));

	r->done = false;
	buf_clear(&r->out);
	spec.set = NULL;
	spec.keep = (const char *const[]){"SECRET_API_KEY", "PATH", NULL};
	start(r, &spec);
	assert_true(loop_await(r->loop, is_done, r, NULL));
	assert_non_null(strstr(buf_str(&r->out), "SECRET_API_KEY=leaked\n"));
	assert_null(strstr(buf_str(&r->out), "LC_TEST"));
	unsetenv("LC_TEST");
	unsetenv("SECRET_API_KEY");
}

static void no_descriptor_leaks_into_it(void **state)
{
	struct run *r = *state;
	int leaky = fcntl(STDERR_FILENO, F_DUPFD, 200); /* without close-on-exec */

	assert_true(leaky >= 200);
	run(r,
	    "for n in 0 1 2 3 4 5 6 7 8 9 10 11 12 200; do [ -e /proc/$$/fd/$n ] && echo $n; done;"
	    "readlink /proc/$$/fd/0");
	close(leaky);
	assert_string_equal(buf_str(&r->out), "0\n1\n2\n/dev/null\n");
}

static void it_starts_with_default_signals_and_an_empty_mask(void **state)
{
	struct run *r = *state;
	sigset_t usr1;

	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	sigprocmask(SIG_BLOCK, &usr1, NULL);
	signal(SIGUSR2, SIG_IGN);
	run(r, "sed -n 's/^Sig[BI][lg][kn]:\\t//p' /proc/self/status");
	sigprocmask(SIG_UNBLOCK, &usr1, NULL);
	signal(SIGUSR2, SIG_DFL);
	char *ignored, *end;
	assert_int_equal(strtoull(buf_str(&r->out), &ignored, 16), 0);
	/* 32 and 33 are the C library's own: nobody outside it can set them. */
	assert_int_equal(strtoull(ignored, &end, 16) & ~(3ull << 31), 0);
	assert_true(end > ignored + 1);
}

static void it_has_its_own_group_and_no_terminal(void **state)
{
	struct run *r = *state;
	char want[64];

	run(r, "echo $$ $(ps -o pgid= -o sid= -p $$); (: </dev/tty) 2>/dev/null || echo none");
	int pid = (int)strtol(buf_str(&r->out), NULL, 10);
	snprintf(want, sizeof want, "%d %d %d\nnone\n", pid, pid, pid);
	assert_string_equal(buf_str(&r->out), want);
}

static void a_grandchild_that_holds_the_pipe_delays_it_200_ms(void **state)
{
	struct run *r = *state;
	int64_t begin = clock_mono_ms();

	run(r, "sleep 30 & echo $!");
	assert_in_range(clock_mono_ms() - begin, 200, 2500);
	assert_int_equal(r->exit.status, 0);
	pid_t left = (pid_t)strtol(buf_str(&r->out), NULL, 10);
	assert_int_equal(kill(left, SIGKILL), 0); /* it was not asked to end */
	waitpid(left, NULL, 0);
}

static void a_grandchild_without_the_pipe_delays_nothing(void **state)
{
	struct run *r = *state;
	int64_t took = 200;

	for (int i = 0; i < 5 && took >= 200; i++) { /* on a busy machine the first may be late */
		int64_t begin = clock_mono_ms();
		r->done = false;
		buf_clear(&r->out);
		run(r, "sleep 30 >/dev/null 2>&1 & echo $!");
		took = clock_mono_ms() - begin;
		pid_t left = (pid_t)strtol(buf_str(&r->out), NULL, 10);
		assert_int_equal(kill(left, SIGKILL), 0);
		waitpid(left, NULL, 0);
	}
	assert_in_range(took, 0, 199);
}

static bool group_is_gone(pid_t pid)
{
	return kill(-pid, 0) != 0;
}

/* Waits until no process of the group is left. Its orphans become children of this program (see main), whose ends
 * the loop does not report. */
static void wait_for_end_of_group(struct run *r, pid_t pid)
{
	siginfo_t info;

	while (!group_is_gone(pid)) {
		loop_turn(r->loop, 1);
		info.si_pid = 0;
		waitid(P_PGID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
		if (info.si_pid != 0 && info.si_pid != pid)
			waitpid(info.si_pid, NULL, 0);
	}
}

static void stop_in_the_middle_of_output_is_the_last_callback(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("echo ready; sleep 30"));

	start(r, &spec);
	pid_t pid = process_id(r->process);
	r->stop_at = "ready";
	int64_t begin = clock_mono_ms();
	wait_for_end_of_group(r, pid);
	assert_in_range(clock_mono_ms() - begin, 0, 2500);
	assert_false(r->done);
	assert_string_equal(buf_str(&r->out), "ready\n");
}

static void what_ignores_term_is_killed_after_the_grace(void **state)
{
	struct run *r = *state;
	struct process_spec spec =
	    shell(r, SHELL("trap '' TERM; (trap '' TERM; sleep 30)& echo ready; sleep 30"));

	start(r, &spec);
	pid_t pid = process_id(r->process);
	while (r->out.len == 0)
		loop_turn(r->loop, -1);
	int64_t begin = clock_mono_ms();
	process_stop(r->process, 100);
	assert_in_range(clock_mono_ms() - begin, 0, 49);
	wait_for_end_of_group(r, pid);
	assert_in_range(clock_mono_ms() - begin, 99, 2500);
	assert_false(r->done);
}

static void a_timeout_ends_the_group_and_says_so(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("echo before; sleep 30; echo after"));
	int64_t begin = clock_mono_ms();

	spec.timeout_ms = 60;
	start(r, &spec);
	pid_t pid = process_id(r->process);
	assert_true(loop_await(r->loop, is_done, r, NULL));
	assert_in_range(clock_mono_ms() - begin, 60, 2500);
	assert_true(r->exit.timed_out);
	assert_int_equal(r->exit.signo, SIGTERM);
	assert_in_range(r->exit.duration_ms, 59, 2500);
	assert_string_equal(buf_str(&r->out), "before\n");
	wait_for_end_of_group(r, pid);
}

static void after_a_timeout_what_ignores_term_is_killed(void **state)
{
	struct run *r = *state;
	struct process_spec spec =
	    shell(r, SHELL("(trap '' TERM; exec sleep 30) & trap 'exit 4' TERM; wait"));

	spec.timeout_ms = 60;
	start(r, &spec);
	pid_t pid = process_id(r->process);
	assert_true(loop_await(r->loop, is_done, r, NULL)); /* the shell ended, its child did not */
	assert_int_equal(r->exit.status, 4);
	assert_true(r->exit.timed_out);
	assert_false(group_is_gone(pid));
	wait_for_end_of_group(r, pid);
}

static void stdin_is_written_in_order_and_closed_after(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("sleep 0.05; cat | cksum"));
	size_t len = 3 << 20;
	char *data = malloc(len);

	memset(data, 'x', len);
	spec.in = PROCESS_STDIN_PIPE;
	start(r, &spec);
	assert_true(process_write(r->process, data, len));
	assert_true(process_write(r->process, "end", 3));
	process_close_stdin(r->process);
	assert_false(process_write(r->process, "late", 4));
	assert_true(loop_await(r->loop, is_done, r, NULL));
	free(data);
	assert_non_null(strstr(buf_str(&r->out), " 3145731\n"));
}

static void stdin_that_nobody_reads_is_refused_not_deadly(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("exec <&-; echo closed; sleep 30"));

	spec.in = PROCESS_STDIN_PIPE;
	start(r, &spec);
	while (r->out.len == 0)
		loop_turn(r->loop, -1);
	assert_false(process_write(r->process, "x", 1));
	assert_false(process_write(r->process, "x", 1));
	process_stop(r->process, 0);
}

static void a_queue_for_stdin_has_a_ceiling(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("sleep 30"));
	size_t len = 60 << 20;
	char *data = calloc(1, len);

	spec.in = PROCESS_STDIN_PIPE;
	start(r, &spec);
	assert_true(process_write(r->process, data, len));
	assert_false(process_write(r->process, data, len));
	assert_true(process_write(r->process, data, 1000));
	free(data);
	process_stop(r->process, 0);
}

static void a_flood_comes_in_portions(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("yes"));
	size_t before;

	start(r, &spec);
	while (r->bytes < 8 << 20) {
		before = r->bytes;
		loop_turn(r->loop, -1);
		assert_in_range(r->bytes - before, 0, 65536);
	}
	process_stop(r->process, 0);
}

static void stopping_twice_and_in_done_is_harmless(void **state)
{
	struct run *r = *state;

	r->stop_in_done = true;
	run(r, "exit 0");
	process_stop(NULL, 0);
}

static void a_stopped_child_is_reaped(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("sleep 30"));

	start(r, &spec);
	pid_t pid = process_id(r->process);
	process_stop(r->process, 0);
	wait_for_end_of_group(r, pid);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
}

static void freeing_the_loop_kills_what_runs(void **state)
{
	struct run *r = *state;
	struct process_spec spec = shell(r, SHELL("sleep 30 & sleep 30"));

	start(r, &spec);
	pid_t pid = process_id(r->process);
	loop_free(r->loop);
	assert_false(r->done);
	r->loop = loop_new();
	waitpid(pid, NULL, 0);
	wait_for_end_of_group(r, pid);
}

static void a_child_dies_with_its_parent(void **state)
{
	struct run *r = *state;
	int ends[2];
	char byte;

	assert_int_equal(pipe(ends), 0);
	pid_t middle = fork();
	if (middle == 0) {
		/* The child's output pipe ends when it dies; its read end is held here. */
		struct loop *l = loop_new();
		char script[64];
		snprintf(script, sizeof script, "exec sleep 30 >/proc/%d/fd/%d", getpid(), ends[1]);
		struct process_spec spec = shell(r, SHELL(script));
		struct process *p = process_start(l, &spec, NULL);
		char link[64];
		snprintf(link, sizeof link, "/proc/%d/comm", process_id(p));
		for (char comm[8] = ""; strncmp(comm, "sleep", 5) != 0;) {
			int fd = open(link, O_RDONLY);
			if (read(fd, comm, sizeof comm) < 0)
				break;
			close(fd);
		}
		kill(getpid(), SIGKILL);
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 0); /* waits until nobody holds it */
	close(ends[0]);
	waitpid(middle, NULL, 0);
}

/* Returns the process id of this program's spawner, by /proc. */
static pid_t spawner_pid(void)
{
	char text[64] = "", path[64];

	snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	assert_non_null(fgets(text, sizeof text, f));
	fclose(f);
	return (pid_t)strtol(text, NULL, 10);
}

static int lose_the_spawner(void)
{
	struct run r = {.loop = loop_new()};
	struct process_spec spec = shell(&r, SHELL("sleep 30"));
	struct error e = ERROR_INIT;

	start(&r, &spec);
	kill(spawner_pid(), SIGKILL);
	loop_await(r.loop, is_done, &r, NULL);
	if (r.exit.signo != SIGKILL)
		return 1;
	if (process_start(r.loop, &spec, &e) != NULL)
		return 2;
	if (strstr(e.message, "the process that starts commands is gone") == NULL)
		return 3;
	error_free(&e);
	loop_free(r.loop);
	return 0;
}

/* In a process of its own, for it cannot start anything afterwards. */
static void without_its_spawner_nothing_hangs(void **state)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		_exit(lose_the_spawner());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

#define DESCRIPTORS 64

/* Returns whether the spawner, which needs one descriptor more than there are, keeps none of them. */
static int start_with_too_few_descriptors(void)
{
	const struct rlimit limit = {DESCRIPTORS, DESCRIPTORS};
	int spare = 0;

	if (!spawner_start())
		return 1;
	spawner_stop();
	setrlimit(RLIMIT_NOFILE, &limit);
	while (dup(STDIN_FILENO) >= 0)
		;
	for (int fd = DESCRIPTORS - 4; fd < DESCRIPTORS; fd++)
		close(fd);
	if (spawner_start())
		return 2;
	if (errno != EMFILE)
		return 3;
	while (dup(STDIN_FILENO) >= 0)
		spare++;
	return spare == 4 ? 0 : 4;
}

static void a_spawner_that_cannot_start_keeps_no_descriptor(void **state)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		_exit(start_with_too_few_descriptors());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void a_command_line_that_is_too_long_is_an_error(void **state)
{
	struct run *r = *state;
	struct error e = ERROR_INIT;
	size_t len = 9 << 20;
	char *script = malloc(len + 1);

	memset(script, ' ', len);
	script[len] = '\0';
	struct process_spec spec = shell(r, SHELL(script));
	assert_null(process_start(r->loop, &spec, &e));
	assert_string_equal(e.message, "cannot run 'sh': Argument list too long");
	script[1 << 20] = '\0'; /* goes over the socket, and is refused by the kernel */
	assert_null(process_start(r->loop, &spec, &e));
	assert_string_equal(e.message, "cannot run 'sh': Argument list too long");
	error_free(&e);
	free(script);
	run(r, "echo still here");
	assert_string_equal(buf_str(&r->out), "still here\n");
}

static void hundreds_that_end_at_once_are_all_told(void **state)
{
	struct run *r = *state;
	struct run *all = calloc(300, sizeof *all);

	for (int i = 0; i < 300; i++) {
		all[i].loop = r->loop;
		struct process_spec spec = shell(&all[i], SHELL("exit 7"));
		start(&all[i], &spec);
	}
	for (int i = 0; i < 300; i++) {
		assert_true(loop_await(r->loop, is_done, &all[i], NULL));
		assert_int_equal(all[i].exit.status, 7);
	}
	free(all);
}

static int edit_on_the_terminal(void)
{
	struct run r = {.loop = loop_new()};
	struct process_spec spec =
	    shell(&r, SHELL("test -t 1 && test -t 2 && read line && echo \"got $line\"; exit 5"));

	spec.in = PROCESS_STDIN_TTY;
	start(&r, &spec);
	loop_await(r.loop, is_done, &r, NULL);
	loop_free(r.loop);
	return r.exit.status;
}

static void an_editor_has_the_terminal(void **state)
{
	struct buf seen = BUF_INIT;
	char bytes[256];
	int master, status;
	ssize_t n;

	pid_t pid = forkpty(&master, NULL, NULL, NULL);
	if (pid == 0)
		_exit(edit_on_the_terminal());
	assert_int_equal(write(master, "hello\n", 6), 6);
	while ((n = read(master, bytes, sizeof bytes)) > 0)
		buf_add(&seen, bytes, (size_t)n);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 5);
	assert_non_null(strstr(buf_str(&seen), "got hello"));
	buf_free(&seen);
	close(master);
}

static void a_start_takes_less_than_two_milliseconds(void **state)
{
	struct run *r = *state;
	int64_t begin = clock_mono_us();

	for (int i = 0; i < 50; i++) {
		r->done = false;
		run(r, "echo");
	}
	int64_t mean_us = (clock_mono_us() - begin) / 50;
	print_message("sh -c echo: %d us from start to done\n", (int)mean_us);
#ifndef DEBUG
	assert_in_range(mean_us, 0, 2000);
#endif
	assert_int_equal(r->out.len, 50);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    T(output_and_status_arrive),
	    T(a_signal_is_told_apart_from_a_status),
	    T(merged_output_keeps_its_order),
	    T(a_megabyte_arrives_whole_and_in_order),
	    T(an_unknown_program_is_an_error),
	    T(without_free_descriptors_it_is_an_error),
	    T(it_starts_in_the_folder_it_was_given),
	    T(only_listed_variables_are_handed_on),
	    T(no_descriptor_leaks_into_it),
	    T(it_starts_with_default_signals_and_an_empty_mask),
	    T(it_has_its_own_group_and_no_terminal),
	    T(a_grandchild_that_holds_the_pipe_delays_it_200_ms),
	    T(a_grandchild_without_the_pipe_delays_nothing),
	    T(stop_in_the_middle_of_output_is_the_last_callback),
	    T(what_ignores_term_is_killed_after_the_grace),
	    T(a_timeout_ends_the_group_and_says_so),
	    T(after_a_timeout_what_ignores_term_is_killed),
	    T(stdin_is_written_in_order_and_closed_after),
	    T(stdin_that_nobody_reads_is_refused_not_deadly),
	    T(a_queue_for_stdin_has_a_ceiling),
	    T(a_flood_comes_in_portions),
	    T(stopping_twice_and_in_done_is_harmless),
	    T(a_stopped_child_is_reaped),
	    T(freeing_the_loop_kills_what_runs),
	    T(a_child_dies_with_its_parent),
	    T(without_its_spawner_nothing_hangs),
	    T(a_spawner_that_cannot_start_keeps_no_descriptor),
	    T(a_command_line_that_is_too_long_is_an_error),
	    T(hundreds_that_end_at_once_are_all_told),
	    T(an_editor_has_the_terminal),
	    T(a_start_takes_less_than_two_milliseconds),
	};
	prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
