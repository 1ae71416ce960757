/* SPDX-License-Identifier: MIT
 * What a confined child does on every system: descriptors, limits, the start of the command and its report.
 */
#include "base/base.h"
#include "sandbox/child/confined.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

static int report_fd = REPORT_FD;

_Noreturn void confine_fail(const char *step)
{
	struct confine_report report = {.failed = errno ? errno : EIO};

	memcpy(report.step, step, strnlen(step, sizeof report.step - 1));
	if (write(report_fd, &report, sizeof report) < 0)
		_exit(126);
	_exit(127);
}

void confined_take_descriptors(const struct launch *l, const struct confine_head *head, int report)
{
	const int layer = fcntl(l->fds[LAUNCH_CWD], F_DUPFD_CLOEXEC, 64);

	report_fd = fcntl(report, F_DUPFD_CLOEXEC, 64);
	for (int fd = 0; fd < 3; fd++)
		confine_need(dup2(l->fds[fd], fd) == fd, "connect");
	confine_need(
	    dup2(report_fd, REPORT_FD) == REPORT_FD && fcntl(REPORT_FD, F_SETFD, FD_CLOEXEC) == 0,
	    "connect");
	report_fd = REPORT_FD;
	if (head->trial_bytes != 0)
		confine_need(dup3(layer, LAYER_FD, O_CLOEXEC) == LAYER_FD, "connect");
	launch_close_above(head->trial_bytes != 0 ? LAYER_FD + 1 : REPORT_FD + 1);
}

/* A blocked signal stays pending until it is read, also one that pid 1 would not get otherwise. */
void confined_block_signals(sigset_t *set)
{
	static const int requests[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT,
	    SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH};

	launch_reset_signals();
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(set);
	for (size_t i = 0; i < ARRAY_SIZE(requests); i++)
		sigaddset(set, requests[i]);
	sigprocmask(SIG_SETMASK, set, NULL);
}

static void set_limit(int which, rlim_t value)
{
	struct rlimit now;

	if (getrlimit(which, &now) != 0)
		return;
	if (now.rlim_max == RLIM_INFINITY || now.rlim_max > value)
		now.rlim_max = value;
	now.rlim_cur = now.rlim_max;
	confine_need(setrlimit(which, &now) == 0, "set limits for");
}

void confined_rlimits(const struct confine_head *head)
{
	set_limit(RLIMIT_CORE, 0);
	if (head->file_bytes)
		set_limit(RLIMIT_FSIZE, (rlim_t)head->file_bytes);
	if (head->processes)
		set_limit(RLIMIT_NPROC, (rlim_t)head->processes);
}

struct command_start {
	const struct launch *launch;
	const struct confinement *confinement;
	bool own_session;
	const char *(*last)(void *ctx);
	void *ctx;
	volatile int failed;
	const char *volatile step;
};

bool confined_is_cwd(const struct confinement *c, const struct stat *st)
{
	errno = ESTALE;
	return c->head.cwd_inode == 0 ||
	       (st->st_dev == c->head.cwd_device && st->st_ino == c->head.cwd_inode);
}

static _Noreturn void become_command(struct command_start *s)
{
	const struct launch *l = s->launch;
	const struct confinement *c = s->confinement;
	struct stat st;

	/* Without a namespace that ends with this process, killing its process group must reach the
	 * command, too, which then stays in that group. */
	if (s->own_session)
		setsid();
	s->step = "enter the folder for";
	/* In a trial this is the layer, another folder: what it lies over was checked instead. */
	if (chdir(c->cwd) == 0 && stat(".", &st) == 0 &&
	    (c->head.trial_bytes != 0 || confined_is_cwd(c, &st)) &&
	    (s->step = s->last != NULL ? s->last(s->ctx) : NULL) == NULL) {
		s->step = "run";
		launch_close_above(3);
		launch_reset_signals();
		execve(l->path, l->argv, l->env);
	}
	s->failed = errno;
	_exit(127);
}

pid_t confined_start(const struct launch *l, const struct confinement *c, bool own_session,
    const char *(*last)(void *ctx), void *ctx)
{
	const struct confine_report runs = {0, ""};
	struct command_start s = {
	    .launch = l, .confinement = c, .own_session = own_session, .last = last, .ctx = ctx};
	pid_t pid = vfork();

	if (pid == 0)
		become_command(&s);
	confine_need(pid > 0, "start");
	errno = s.failed;
	confine_need(s.failed == 0, s.step);
	if (write(REPORT_FD, &runs, sizeof runs) != sizeof runs)
		_exit(127);
	const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; fd < 3; fd++)
		if (null >= 0)
			dup2(null, fd);
		else
			close(fd);
	if (null > REPORT_FD)
		close(null);
	return pid;
}

void confined_report_end(int status, const char *lost)
{
	struct launch_status end = {.status = status};

	if (lost != NULL)
		memcpy(end.lost, lost, strnlen(lost, sizeof end.lost - 1));
	if (write(REPORT_FD, &end, sizeof end) != sizeof end)
		_exit(127);
}
