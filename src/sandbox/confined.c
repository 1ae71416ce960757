/*
 * The process every confined command runs below: pid 1 of its namespace, or of tier landlock the
 * reaper of what the command leaves behind. It confines itself, then starts the command, waits for
 * it, watches its memory, and tells its end. In a namespace everything ends with it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "loop/descendants.h"
#include "sandbox/memory.h"
#include "sandbox/sandbox_internal.h"

#define REPORT_FD 3
#define LOOK_MS 250 /* at the memory, while there is a limit */

static int report_fd = REPORT_FD;

_Noreturn void confine_fail(const char *step)
{
	struct confine_report report = {.failed = errno ? errno : EIO};

	memcpy(report.step, step, strnlen(step, sizeof report.step - 1));
	if (write(report_fd, &report, sizeof report) < 0)
		_exit(126);
	_exit(127);
}

static void write_file(const char *path, const char *text, size_t len, const char *step)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	confine_need(fd >= 0 && write(fd, text, len) == (ssize_t)len, step);
	close(fd);
}

static size_t put_number(char *out, unsigned long n)
{
	char digits[24];
	size_t len = 0, i;

	do {
		digits[len++] = (char)('0' + n % 10);
	} while ((n /= 10) != 0);
	for (i = 0; i < len; i++)
		out[i] = digits[len - 1 - i];
	return len;
}

/* "ID ID 1": the user keeps the id it has, and is nobody else. */
static void write_map(const char *path, unsigned long id)
{
	char line[64];
	size_t len = put_number(line, id);

	line[len++] = ' ';
	len += put_number(line + len, id);
	memcpy(line + len, " 1\n", 3);
	write_file(path, line, len + 3, "map the user for");
}

/* Its own files in /proc are root's while it is not dumpable, so it is for that moment. */
static void map_user(uid_t uid, gid_t gid)
{
	prctl(PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL);
	write_file("/proc/self/setgroups", "deny", 4, "map the user for");
	write_map("/proc/self/uid_map", uid);
	write_map("/proc/self/gid_map", gid);
	prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
}

/* 0 to 2 become the command's, the report's pipe 3; nothing else stays open. */
static void keep_descriptors(const struct launch *l, int report)
{
	report_fd = fcntl(report, F_DUPFD_CLOEXEC, 64);
	for (int fd = 0; fd < 3; fd++)
		confine_need(dup2(l->fds[fd], fd) == fd, "connect");
	confine_need(dup3(report_fd, REPORT_FD, O_CLOEXEC) == REPORT_FD, "connect");
	report_fd = REPORT_FD;
	launch_close_above(REPORT_FD + 1);
}

/* What is asked of this process is meant for the command. Blocked signals wait for wait_for, also
 * those that pid 1 would not get otherwise. */
static void block_requests(sigset_t *set)
{
	static const int requests[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT,
	    SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH};

	launch_reset_signals();
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(set);
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		sigaddset(set, requests[i]);
	sigprocmask(SIG_SETMASK, set, NULL);
}

/* The signal comes also where the parent went before it was asked for: then nobody reads the pipe. */
static void die_with_spawner(void)
{
	struct pollfd reader = {.fd = REPORT_FD};

	prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
	if (poll(&reader, 1, 0) == 1)
		_exit(127);
}

static void confine(const struct confinement *c)
{
	const bool namespaces = c->head.tier == SANDBOX_NAMESPACES;

	if (namespaces) {
		map_user(c->uid, c->gid);
		mounts_set_up(c);
	} else {
		prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
	}
	limits_set_up(c);
	privileges_drop();
	landlock_set_up(c);
	filter_set_up(c);
	die_with_spawner();
}

struct start {
	const struct launch *launch;
	const char *cwd;
	bool own_session;
	volatile int failed;
	const char *volatile step;
};

static _Noreturn void become(struct start *s)
{
	const struct launch *l = s->launch;

	/* Killing the group of the reaper must reach the command where no namespace ends with it. */
	if (s->own_session)
		setsid();
	s->step = "enter the folder for";
	if (chdir(s->cwd) == 0) {
		s->step = "run";
		launch_close_above(3);
		launch_reset_signals();
		execve(l->path, l->argv, l->env);
	}
	s->failed = errno;
	_exit(127);
}

static pid_t start(const struct launch *l, const struct confinement *c)
{
	struct start s = {
	    .launch = l, .cwd = c->cwd, .own_session = c->head.tier == SANDBOX_NAMESPACES};
	pid_t pid = vfork();

	if (pid == 0)
		become(&s);
	confine_need(pid > 0, "start");
	errno = s.failed;
	confine_need(s.failed == 0, s.step);
	return pid;
}

/* So that nobody waits for this process to end their pipe. */
static void leave_descriptors(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd < 3; fd++)
		if (null >= 0)
			dup2(null, fd);
		else
			close(fd);
	if (null > REPORT_FD)
		close(null);
}

/* True: the command has ended, status is its. */
static bool reap(pid_t command, int *status)
{
	int ended;
	pid_t pid;

	while ((pid = waitpid(-1, &ended, WNOHANG)) > 0)
		if (pid == command) {
			*status = ended;
			return true;
		}
	return false;
}

static int wait_for(pid_t command, const struct confinement *c, const sigset_t *requests)
{
	const struct timespec look = {.tv_nsec = LOOK_MS * 1000000L};
	const bool limited = c->head.memory_bytes != 0;
	int64_t looked = clock_mono_ms();
	int status = 0;

	while (!reap(command, &status)) {
		int signo = sigtimedwait(requests, NULL, limited ? &look : NULL);

		if (signo > 0 && signo != SIGCHLD && c->head.tier == SANDBOX_NAMESPACES)
			kill(-command, signo);
		if (!limited || clock_mono_ms() - looked < LOOK_MS)
			continue;
		if (memory_exceeds(c->head.memory_bytes))
			return SIGKILL | LAUNCH_OUT_OF_MEMORY;
		looked = clock_mono_ms();
	}
	return status;
}

/* What the command left behind; in a namespace the kernel does it. */
static void end_rest(const struct confinement *c)
{
	const struct timespec pause = {.tv_nsec = 5 * 1000000L};

	for (int i = 0; c->head.tier == SANDBOX_LANDLOCK && i < 400; i++) {
		descendants_kill(getpid());
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		if (waitpid(-1, NULL, WNOHANG) < 0)
			return;
		nanosleep(&pause, NULL);
	}
}

_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report)
{
	struct confine_report runs = {0, ""};
	sigset_t requests;
	pid_t command;
	int status;

	setsid();
	prctl(PR_SET_NAME, "agent-sandbox", 0UL, 0UL, 0UL);
	keep_descriptors(l, report);
	block_requests(&requests);
	confine(c);
	command = start(l, c);
	if (write(REPORT_FD, &runs, sizeof runs) != sizeof runs)
		_exit(127);
	leave_descriptors();
	status = wait_for(command, c, &requests);
	if (write(REPORT_FD, &status, sizeof status) != sizeof status)
		_exit(127);
	end_rest(c);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
