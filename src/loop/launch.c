/* SPDX-License-Identifier: MIT
 * Starts a child within the spawner, and passes descriptors over sockets. vfork, not fork: the child reports
 * a failed exec by writing into the parent's memory, and nothing is copied. posix_spawn cannot set a death
 * signal and check that the parent still lives.
 */
#include "loop/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include "base/base.h"
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#define SIGNALS 65
#define MAX_FD 65536

struct program_start {
	const struct launch *launch;
	pid_t parent;
	volatile int failed; /* errno of the step that failed */
	const char *volatile step;
};

void launch_close_above(int first)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
		return;
#endif
	long max = sysconf(_SC_OPEN_MAX);

	for (int fd = first; fd < (max > 0 && max < MAX_FD ? (int)max : MAX_FD); fd++)
		close(fd);
}

void launch_reset_signals(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t none;

	for (int signo = 1; signo < SIGNALS; signo++)
		sigaction(signo, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

bool launch_send(int to, void *data, size_t len, const int *fds, size_t count)
{
	const size_t bytes = sizeof *fds * count;
	char control[CMSG_SPACE(sizeof *fds * LAUNCH_FDS)] = {0};
	struct iovec part = {data, len};
	struct msghdr m = {.msg_iov = &part,
	    .msg_iovlen = 1,
	    .msg_control = control,
	    .msg_controllen = CMSG_SPACE(bytes)};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(bytes);
	memcpy(CMSG_DATA(c), fds, bytes);
	return sendmsg(to, &m, MSG_NOSIGNAL) == (ssize_t)len;
}

bool launch_send_fd(int to, int fd)
{
	char byte = 0;

	return launch_send(to, &byte, 1, &fd, 1);
}

bool launch_receive(int from, void *data, size_t len, int *fds, size_t count, int flags)
{
	const size_t bytes = sizeof *fds * count;
	char control[CMSG_SPACE(sizeof *fds * LAUNCH_FDS)];
	struct iovec part = {data, len};
	struct msghdr m = {.msg_iov = &part,
	    .msg_iovlen = 1,
	    .msg_control = control,
	    .msg_controllen = CMSG_SPACE(bytes)};
	ssize_t n;

	while ((n = recvmsg(from, &m, flags)) < 0 && errno == EINTR)
		;
	const struct cmsghdr *c = n == (ssize_t)len ? CMSG_FIRSTHDR(&m) : NULL;
	if (c == NULL || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(bytes))
		return false;
	memcpy(fds, CMSG_DATA(c), bytes);
	return true;
}

int launch_receive_fd(int from)
{
	char byte;
	int fd;

	if (!launch_receive(from, &byte, 1, &fd, 1, MSG_DONTWAIT))
		return -1;
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

static _Noreturn void give_up(struct program_start *s, const char *step)
{
	s->failed = errno;
	s->step = step;
	_exit(127);
}

static _Noreturn void become_program(struct program_start *s)
{
	const struct launch *l = s->launch;

	if (l->group == 0)
		setsid();
	else
		setpgid(0, l->group);
#ifdef __linux__
	if (l->death_signal != 0) {
		prctl(PR_SET_PDEATHSIG, (unsigned long)l->death_signal, 0UL, 0UL, 0UL);
		if (getppid() != s->parent)
			_exit(127); /* the parent ended before the death signal was set */
	}
#endif
	if (fchdir(l->fds[LAUNCH_CWD]) != 0)
		give_up(s, "enter the folder for");
	for (int fd = 0; fd < 3; fd++)
		if (dup2(l->fds[fd], fd) < 0)
			give_up(s, "connect");
	launch_close_above(3);
	launch_reset_signals();
	execve(l->path, l->argv, l->env);
	give_up(s, "run");
}

struct launched launch(const struct launch *l)
{
	struct program_start s = {.launch = l, .parent = getpid()};
	pid_t pid = vfork();

	if (pid == 0)
		become_program(&s);
	if (pid < 0)
		return (struct launched){-1, errno, "start", -1};
	if (s.failed == 0)
		return (struct launched){pid, 0, NULL, -1};
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return (struct launched){-1, s.failed, s.step, -1};
}
