/*
 * The process every confined command runs below: pid 1 of its namespace, or of tier landlock the
 * reaper of what the command leaves behind. It confines itself, then starts the command, waits for
 * it, watches its memory, and tells its end. In a namespace everything ends with it.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "loop/descendants.h"
#include "sandbox/confined.h"
#include "sandbox/linux/confined_linux.h"
#include "sandbox/linux/landlock.h"
#include "sandbox/linux/memory_limit.h"
#include "sandbox/linux/shared_namespaces.h"

#define LOOK_MS 250 /* the memory is looked at this often, while there is a limit */

const enum sandbox_tier confined_tiers[] = {SANDBOX_NAMESPACES, SANDBOX_LANDLOCK, SANDBOX_NONE};

enum confine_sockets confined_sockets(void)
{
	return landlock_sockets(landlock_abi());
}

pid_t confined_fork(const struct confinement *c)
{
	return c->head.tier == SANDBOX_NAMESPACES ? namespaces_fork(c) : fork();
}

/* Asks for a signal when the spawner ends. It comes also where the spawner ended before that was
 * asked, since nobody reads the pipe then. */
static void die_with_spawner(void)
{
	struct pollfd reader = {.fd = REPORT_FD};

	prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
	if (poll(&reader, 1, 0) == 1)
		_exit(127);
}

static void confine_self(const struct confinement *c)
{
	const bool namespaces = c->head.tier == SANDBOX_NAMESPACES;

	if (namespaces)
		mounts_set_up(c);
	else
		prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
	prefer_for_oom();
	confined_rlimits(&c->head);
	privileges_drop();
	landlock_set_up(c);
	filter_set_up(c);
	die_with_spawner();
}

/* Reaps what has ended. True where that was the command, whose status is put into *status. */
static bool reap_children(pid_t command, int *status)
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

	while (!reap_children(command, &status)) {
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

/* Ends what the command left behind in its namespace, which is every other process there, until
 * none is left that could start another. */
static void end_namespace(void)
{
	kill(-1, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

static void end_descendants(void)
{
	const struct timespec pause = {.tv_nsec = 5 * 1000000L};

	for (int i = 0; i < 400; i++) {
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
	sigset_t requests;
	pid_t command;
	int status;

	setsid();
	prctl(PR_SET_NAME, "agent-sandbox", 0UL, 0UL, 0UL);
	confined_take_descriptors(l, report);
	confined_block_signals(&requests);
	confine_self(c);
	command = confined_start(l, c->cwd, c->head.tier == SANDBOX_NAMESPACES);
	status = wait_for(command, c, &requests);
	if (c->head.tier == SANDBOX_NAMESPACES)
		end_namespace();
	else
		end_descendants();
	confined_report_end(
	    status); /* last: the end is told before the kernel has taken the mounts apart */
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
