/* SPDX-License-Identifier: MIT
 * The process above every confined command: pid 1 of its namespace, or in tier landlock the reaper
 * of what the command leaves behind. It confines itself, starts the command, waits for it, watches
 * its memory, and reports its end. In a namespace everything ends with it.
 */
#include "sandbox/linux/confined_linux.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "base/base.h"
#include "loop/descendants.h"
#include "sandbox/child/confined.h"
#include "sandbox/linux/filter.h"
#include "sandbox/linux/landlock.h"
#include "sandbox/linux/memory_limit.h"
#include "sandbox/linux/mount_watch.h"
#include "sandbox/linux/shared_namespaces.h"
#include "sandbox/linux/supervised_calls.h"

#define LOOK_MS 250 /* how often limits are checked, if there are any */
/* Paths are watched only after this time, since adding and removing the watches takes the kernel
 * longer than most commands run. If a command ends before, its paths are checked at its end. */
#define WATCH_AFTER_MS 15

const enum sandbox_tier confined_tiers[] = {SANDBOX_NAMESPACES, SANDBOX_LANDLOCK, SANDBOX_NONE};

enum confine_sockets confined_sockets(void)
{
	return landlock_sockets(landlock_abi());
}

bool confined_holds_signals(void)
{
	return landlock_holds_signals(landlock_abi());
}

pid_t confined_fork(const struct confinement *c)
{
	return c->head.tier == SANDBOX_NAMESPACES ? namespaces_fork(c) : fork();
}

/* Makes this process the first that the kernel kills for want of memory. Its files in /proc belong
 * to root unless it is dumpable, so it is dumpable for this write. */
static void prefer_for_oom(void)
{
	prctl(PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL);
	auto_close int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	confine_need(fd < 0 || write(fd, "1000", 4) == 4, "set limits for");
	prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
}

#define CAPABILITIES 64 /* bits of a capability set */

static void privileges_drop(void)
{
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
	const unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
				   SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
				   SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;

	/* EPERM: an ordinary user without namespaces has none to drop; EINVAL: there are no more. */
	for (unsigned long cap = 0; cap < CAPABILITIES; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0UL, 0UL, 0UL) < 0)
			break;
	prctl(PR_SET_SECUREBITS, bits, 0UL, 0UL, 0UL);
	prctl(PR_CAP_AMBIENT, (unsigned long)PR_CAP_AMBIENT_CLEAR_ALL, 0UL, 0UL, 0UL);
	confine_need(syscall(SYS_capset, &head, none) == 0, "drop capabilities for");
	confine_need(prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) == 0, "drop privileges for");
}

static void confine_self(const struct confinement *c)
{
	const bool namespaces = c->head.tier == SANDBOX_NAMESPACES;
	struct pollfd reader = {.fd = REPORT_FD};

	if (namespaces)
		mounts_set_up(c);
	else
		prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
	prefer_for_oom();
	confined_rlimits(&c->head);
	privileges_drop();
	landlock_set_up(c);
	if (namespaces)
		filter_set_up(c);
	/* If the spawner ended before this call, no signal comes, but nobody reads the pipe any more (POLLERR). */
	prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
	if (poll(&reader, 1, 0) == 1)
		_exit(127);
}

/* Reaps children that ended. True: the command was among them, and *status is its status. */
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

/* What is watched while the command runs. */
struct command_watch {
	const struct confinement *confinement;
	pid_t command;
	int signals;	  /* (owned) signalfd */
	int listener;	  /* (owned) of held-back system calls; -1: none */
	int names;	  /* (owned) of mount_watch_open; -1: none */
	const char *lost; /* a path no longer protected; NULL: none */
	bool would_write; /* it may only read, and made a call that writes */
	struct memory_limit memory;
};

/* Waits up to ms milliseconds, then passes signals on to the command and answers a held-back call. */
static void answer_ready(struct command_watch *w, struct pollfd *ready, nfds_t count, int ms)
{
	struct signalfd_siginfo signal;

	poll(ready, count, ms);
	while (read(w->signals, &signal, sizeof signal) == sizeof signal)
		if (signal.ssi_signo != SIGCHLD && w->confinement->head.tier == SANDBOX_NAMESPACES)
			kill(-w->command, (int)signal.ssi_signo);
	if ((ready[1].revents & POLLIN) != 0 &&
	    !supervised_call_answer(w->listener, w->confinement))
		w->would_write = true;
}

/* Waits WATCH_AFTER_MS. True: the command ended, and *status is set, or it made a call that writes. */
static bool ends_at_once(struct command_watch *w, int *status)
{
	const int64_t end = clock_mono_ms() + WATCH_AFTER_MS;
	struct pollfd ready[] = {
	    {.fd = w->signals, .events = POLLIN}, {.fd = w->listener, .events = POLLIN}};

	for (int64_t left = WATCH_AFTER_MS; left > 0; left = end - clock_mono_ms()) {
		if (w->would_write || reap_children(w->command, status))
			return true;
		answer_ready(w, ready, 2, (int)left);
	}
	return false;
}

/* Waits for the command. Returns its status, or SIGKILL with a LAUNCH_ flag if it must be ended. */
static int wait_for(struct command_watch *w)
{
	const struct confine_head *head = &w->confinement->head;
	const bool namespaces = head->tier == SANDBOX_NAMESPACES;
	int64_t looked = clock_mono_ms();
	int status = 0;
	bool ended = namespaces && ends_at_once(w, &status);

	w->names = namespaces && !ended ? mount_watch_open() : -1;
	const bool is_limited = head->memory_bytes != 0 || head->processes != 0;
	struct pollfd ready[] = {{.fd = w->signals, .events = POLLIN},
	    {.fd = w->listener, .events = POLLIN}, {.fd = w->names, .events = POLLIN}};

	w->lost = mount_watch_lost();
	while (
	    !ended && w->lost == NULL && !w->would_write && !reap_children(w->command, &status)) {
		const bool is_blind = mount_watch_is_blind(), looks = is_limited || is_blind;
		answer_ready(w, ready, 3, looks ? LOOK_MS : -1);
		if ((ready[2].revents & POLLIN) != 0 && mount_watch_told())
			w->lost = mount_watch_lost();
		if (!looks || clock_mono_ms() - looked < LOOK_MS)
			continue;
		if (head->memory_bytes != 0 && memory_limit_exceeded(&w->memory))
			return SIGKILL | LAUNCH_OUT_OF_MEMORY;
		/* RLIMIT_NPROC does not hold for root, whose threads are counted instead. */
		if (head->processes != 0 && w->confinement->uid == 0 &&
		    threads_exceed(head->processes))
			return SIGKILL | LAUNCH_OUT_OF_PROCESSES;
		if (is_blind)
			w->lost = mount_watch_lost();
		looked = clock_mono_ms();
	}
	answer_ready(w, ready, 2, 0); /* a call of what the command left behind */
	if (w->would_write)
		return SIGKILL | LAUNCH_WOULD_WRITE;
	return w->lost != NULL ? SIGKILL : status;
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

/* ---- The last steps of a command whose calls are answered, in its own process ---------------- */

struct last_steps {
	const struct confinement *confinement;
	int ends[2]; /* socket pair: the command's process sends its listener to this one */
};

/* Called in the command's process before exec. The process that watches has none of these rules:
 * the command cannot signal it, and its own calls are not held back. */
static const char *take_last_steps(void *ctx)
{
	const struct last_steps *steps = ctx;
	int listener;

	prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
	if (!steps->confinement->head.only_reads && !landlock_leave_signals())
		return "hold to its rules what is";
	if (!filter_supervised(&steps->confinement->head, &listener) ||
	    (listener >= 0 && !launch_send_fd(steps->ends[1], listener)))
		return "filter the system calls of";
	return NULL;
}

static void start_answered(const struct launch *l, struct command_watch *w)
{
	const struct confinement *c = w->confinement;
	struct last_steps steps = {.confinement = c};

	confine_need(
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, steps.ends) == 0, "connect");
	w->command = confined_start(l, c, c->head.only_reads != 0, take_last_steps, &steps);
	w->listener = launch_receive_fd(steps.ends[0]);
	close(steps.ends[0]);
	close(steps.ends[1]);
}

_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report)
{
	const bool namespaces = c->head.tier == SANDBOX_NAMESPACES;
	struct command_watch w = {.confinement = c, .listener = -1};
	sigset_t requests;

	setsid();
	prctl(PR_SET_NAME, "agent-sandbox", 0UL, 0UL, 0UL);
	confined_take_descriptors(l, &c->head, report);
	confined_block_signals(&requests);
	confine_self(c);
	if (namespaces)
		mount_watch_begin(c);
	w.signals = signalfd(-1, &requests, SFD_CLOEXEC | SFD_NONBLOCK);
	confine_need(w.signals >= 0, "start");
	memory_limit_begin(&w.memory, c->head.memory_bytes, namespaces);
	if (namespaces && !c->head.only_reads)
		w.command = confined_start(l, c, true, NULL, NULL);
	else
		start_answered(l, &w);
	int status = wait_for(&w);
	if (namespaces) {
		/* Every other process in the namespace is one that the command left behind: kills
		 * until none is left that could start another. */
		kill(-1, SIGKILL);
		while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
			;
		const char *made = mount_watch_set_aside();

		w.lost = w.lost != NULL ? w.lost : made;
		status = made != NULL ? SIGKILL : status;
	} else {
		end_descendants();
	}
	/* Last: reported before this process ends, and the kernel takes the mounts apart. */
	confined_report_end(status, w.lost);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}
