/* SPDX-License-Identifier: MIT
 * Makes the namespaces that commands share. The spawner keeps a descriptor of each; a process that
 * shares its descriptors makes them, maps the user, brings the loopback up, and ends.
 */
#include "sandbox/linux/shared_namespaces.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include "base/base.h"

#define FIRST_FD 16 /* above what the spawner and a start use */
#define OWN (CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS)

/* Kept open: a namespace without processes lives as long as a descriptor of it. */
static int user_fd = -1, net_fd = -1;

static pid_t clone_with(int flags)
{
	return (pid_t)syscall(SYS_clone, (unsigned long)(flags | SIGCHLD), NULL, NULL, NULL, 0UL);
}

/* ---- Making them --------------------------------------------------------------------------- */

static bool write_proc_file(const char *path, const char *text, size_t len)
{
	auto_close int fd = open(path, O_WRONLY | O_CLOEXEC);
	return fd >= 0 && write(fd, text, len) == (ssize_t)len;
}

/* Maps one id to itself, "ID ID 1": the user keeps its id and can become nobody else. */
static bool write_map(const char *path, unsigned long id)
{
	char line[64];

	return write_proc_file(
	    path, line, (size_t)snprintf(line, sizeof line, "%lu %lu 1\n", id, id));
}

/* Maps the user and the group. The process's own files in /proc belong to root while it is not
 * dumpable, so it is dumpable for that moment. */
static bool map_user(const struct confinement *c)
{
	prctl(PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL);
	bool ok = write_proc_file("/proc/self/setgroups", "deny", 4) &&
		  write_map("/proc/self/uid_map", c->uid) &&
		  write_map("/proc/self/gid_map", c->gid);
	prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
	return ok;
}

static bool bring_up_loopback(void)
{
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
	auto_close int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	/* socket fails on a kernel without IPv4. */
	return fd < 0 || ioctl(fd, SIOCSIFFLAGS, &lo) == 0;
}

static bool keep_namespace(const char *path, int at)
{
	auto_close int fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd >= 0 && dup3(fd, at, O_CLOEXEC) == at;
}

static bool wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	errno = WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
	return errno == 0;
}

/* Makes both namespaces in a child that shares these descriptors and opens its own at two reserved ones. */
static bool make_shared(const struct confinement *c)
{
	int user = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, FIRST_FD);
	int net = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, FIRST_FD);
	pid_t pid = -1;

	if (user >= 0 && net >= 0)
		pid = clone_with(CLONE_FILES | CLONE_NEWUSER | CLONE_NEWNET);
	if (pid == 0) {
		const bool made = map_user(c) && bring_up_loopback() &&
				  keep_namespace("/proc/self/ns/user", user) &&
				  keep_namespace("/proc/self/ns/net", net);

		_exit(made ? 0 : errno & 0x7f);
	}
	if (pid > 0 && wait_for(pid)) {
		user_fd = user;
		net_fd = net;
		return true;
	}
	const int failed = errno;
	close(user);
	close(net);
	errno = failed;
	return false;
}

/* ---- Being in them ------------------------------------------------------------------------- */

/* Only a process in the user namespace can make others that belong to it, and one that has entered cannot leave, so
 * the spawner does not enter. A vforked helper enters, makes the child there with CLONE_PARENT, so that it is the
 * spawner's, and ends. It borrows the spawner's memory meanwhile. */
pid_t namespaces_fork(const struct confinement *c)
{
	volatile pid_t child = -1;
	volatile int failed = 0;

	if (user_fd < 0 && !make_shared(c))
		return -1;
	pid_t between = vfork();
	if (between == 0) {
		if (setns(user_fd, CLONE_NEWUSER) == 0 &&
		    (c->head.network || setns(net_fd, CLONE_NEWNET) == 0))
			child = clone_with(CLONE_PARENT | OWN);
		if (child == 0)
			return 0; /* with a copy of the memory, so of this frame too */
		failed = errno;
		_exit(0);
	}
	if (between > 0)
		wait_for(between);
	errno = between < 0 ? errno : failed;
	return child;
}
