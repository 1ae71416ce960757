/* SPDX-License-Identifier: MIT
 * The spawner process: a select loop over requests, the ends of children, and SIGCHLD. It trusts what it
 * reads from the socket, as only the program that forked it holds the other end.
 */
#include "loop/spawner_run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "base/base.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/harden.h"
#include "loop/descendants.h"

#define GRACE_MS 2000 /* from the death signals to KILL, and most time to wait after KILL */
#define PAUSE_MS 20

struct spawned_child {
	pid_t pid;
	int death_signal;
	bool own_group, ended;
	struct launch_status end;
	int status_fd; /* a confined child's, see struct launched; -1: none */
};

static struct {
	int requests, exits;
	const struct spawner_confines *confines; /* NULL: none */
	struct spawned_child *children;		 /* (owned) in the order of their starts */
	size_t count, cap;
	char *strings; /* (owned) of the request being served */
} self;

/* ---- Ends ---------------------------------------------------------------------------------- */

static void on_child(int signo)
{
}

static struct spawned_child *child_of(pid_t pid)
{
	for (size_t i = 0; i < self.count; i++)
		if (self.children[i].pid == pid && !self.children[i].ended)
			return &self.children[i];
	return NULL;
}

/* Reads the status that a confined child wrote, and closes its status_fd. False: it wrote none. */
static bool hear_end(struct spawned_child *c)
{
	const bool heard =
	    c->status_fd >= 0 && read(c->status_fd, &c->end, sizeof c->end) == sizeof c->end;

	if (c->status_fd >= 0)
		close(c->status_fd);
	c->status_fd = -1;
	return heard;
}

/* Reaps all children that ended, orphans too. False: there is no child left. */
static bool reap_ended(void)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		struct spawned_child *c = child_of(pid);

		if (c == NULL)
			continue;
		c->ended = true;
		if (!hear_end(c))
			c->end = (struct launch_status){.status = status};
	}
	return pid == 0 || errno != ECHILD;
}

/* Reads the status of confined children whose status_fd is ready. One that closed it without a status was
 * killed; its end is recorded when it is reaped. */
static void hear_ends(const fd_set *in)
{
	array_each (c, self.children, self.count) {
		if (c->status_fd >= 0 && c->status_fd < FD_SETSIZE && FD_ISSET(c->status_fd, in))
			c->ended |= hear_end(c);
	}
}

/* Adds the children's status_fd to *in. Returns the highest descriptor of these, requests and exits. */
static int add_status_fds(fd_set *in)
{
	int highest = self.exits > self.requests ? self.exits : self.requests;

	for (size_t i = 0; i < self.count; i++) {
		const int fd = self.children[i].status_fd;

		if (fd < 0 || fd >= FD_SETSIZE)
			continue; /* the status is read when the child is reaped */
		FD_SET(fd, in);
		if (fd > highest)
			highest = fd;
	}
	return highest;
}

/* Writes the ends of children to the pipe and removes these children. False: the pipe is full, and some
 * are left. */
static bool write_exits(void)
{
	size_t kept = 0;
	bool full = false;

	array_each (c, self.children, self.count) {
		struct launch_exit end = {c->pid, c->end};

		if (c->ended && !full && write(self.exits, &end, sizeof end) == sizeof end)
			continue;
		full |= c->ended;
		self.children[kept++] = *c;
	}
	self.count = kept;
	return !full;
}

static void signal_child(const struct spawned_child *c, int signo)
{
	if (!c->ended)
		kill(c->own_group ? -c->pid : c->pid, signo);
}

static void wait_for_ends(const sigset_t *open)
{
	struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};

	pselect(0, NULL, NULL, NULL, &pause, open);
	reap_ended();
}

/* Returns whether a child that got its death signal to end by itself still runs. */
static bool someone_is_asked(void)
{
	for (size_t i = 0; i < self.count; i++)
		if (!self.children[i].ended && self.children[i].death_signal != SIGKILL &&
		    self.children[i].death_signal != 0)
			return true;
	return false;
}

/* Called when the program has ended: ends all children and this process. */
static _Noreturn void end_all(const sigset_t *open)
{
	int64_t end = clock_mono_ms() + GRACE_MS;

	for (size_t i = 0; i < self.count; i++)
		signal_child(&self.children[i],
		    self.children[i].death_signal ? self.children[i].death_signal : SIGKILL);
	while (someone_is_asked() && clock_mono_ms() < end)
		wait_for_ends(open);
	for (end = clock_mono_ms() + GRACE_MS; reap_ended() && clock_mono_ms() < end;) {
		for (size_t i = 0; i < self.count; i++)
			signal_child(&self.children[i], SIGKILL);
		descendants_kill(getpid());
		wait_for_ends(open);
	}
	if (self.confines != NULL)
		self.confines->end();
	_exit(0);
}

/* ---- Requests ------------------------------------------------------------------------------ */

static bool receive_strings(size_t bytes)
{
	size_t have = 0;

	self.strings = xmalloc(bytes + 1);
	while (have < bytes) {
		ssize_t n = read(self.requests, self.strings + have, bytes - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		have += (size_t)n;
	}
	self.strings[bytes] = '\0';
	return true;
}

static char **split_strings(char **at, size_t count)
{
	char **list = xcalloc(count + 1, sizeof *list);

	for (size_t i = 0; i < count; i++) {
		list[i] = *at;
		*at += strlen(*at) + 1;
	}
	return list;
}

static bool send_reply(const struct launched *made)
{
	struct launch_reply reply = {made->pid, made->failed, ""};

	snprintf(reply.step, sizeof reply.step, "%s", made->step != NULL ? made->step : "");
	return send(self.requests, &reply, sizeof reply, MSG_NOSIGNAL) == sizeof reply;
}

/* Serves one request. False: the program has ended. */
static bool serve_request(void)
{
	struct launch_request q;
	struct launch l = {0};
	struct launched made = {-1, 0, NULL, -1};

	if (!launch_receive(self.requests, &q, sizeof q, l.fds, LAUNCH_FDS, MSG_WAITALL) ||
	    q.bytes > LAUNCH_MAX_BYTES)
		return false;
	const bool whole = receive_strings(q.bytes);
	if (whole) {
		char *at = self.strings, **argv, **env;

		l.path = at;
		at += strlen(at) + 1;
		l.argv = argv = split_strings(&at, q.argc);
		l.env = env = split_strings(&at, q.envc);
		l.confine = at;
		l.confine_bytes = q.confine;
		l.death_signal = q.death_signal;
		l.group = q.group;
		made = l.confine_bytes == 0 ? launch(&l)
		       : self.confines	    ? self.confines->launch(&l)
					    : (struct launched){-1, ENOSYS, "confine", -1};
		if (made.pid > 0)
			array_push(self.children, self.count, self.cap,
			    (struct spawned_child){.pid = made.pid,
				.death_signal = l.death_signal,
				.own_group = l.group == 0,
				.status_fd = made.status_fd});
		free_all(argv, env);
	}
	/* Closed before the reply: the program may wait for the end of these pipes. */
	for (int i = 0; i < LAUNCH_FDS; i++)
		close(l.fds[i]);
	const bool ok = whole && send_reply(&made);
	string_set(&self.strings, NULL);
	return ok;
}

/* ---- The process --------------------------------------------------------------------------- */

/* Ignores the signals that users send to the program's group: the spawner ends when its socket closes.
 * Blocks SIGCHLD; *open is the mask for pselect, which lets it through. */
static void set_signals(sigset_t *open)
{
	static const int ignored[] = {
	    SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE, SIGUSR1, SIGUSR2};
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t child;

	for (int signo = 1; signo < 32; signo++)
		sigaction(signo, &action, NULL);
	action.sa_handler = SIG_IGN;
	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		sigaction(ignored[i], &action, NULL);
	action.sa_handler = on_child;
	sigaction(SIGCHLD, &action, NULL);
	sigemptyset(open);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_SETMASK, &child, NULL);
}

/* Overwrites the environment, which /proc would show (children get theirs with each request), and the arguments, so
 * that a search for the program by command line does not find this process. Fields 48 to 51 of /proc/self/stat have
 * their addresses: start and end of the arguments, then of the environment. */
static void wipe_words(void)
{
	static const char title[] = "agent-spawner";
	unsigned long fields[4] = {0};
	char text[1024], *at;
	auto_close int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

	harden_forget();
	text[n > 0 ? n : 0] = '\0';
	at = strrchr(text, ')'); /* the end of field 2 */
	for (int i = 2; at != NULL && i < 48; i++)
		at = strchr(at + 1, ' ');
	for (int i = 0; at != NULL && i < 4; i++)
		fields[i] = strtoul(at, &at, 10);
	if (fields[0] == 0 || fields[0] >= fields[1] || fields[1] > fields[2] ||
	    fields[2] >= fields[3])
		return; /* the addresses are not known */
	const size_t room = fields[3] - fields[0];
	explicit_bzero((char *)fields[0], room);
	memcpy((char *)fields[0], title, room < sizeof title ? room - 1 : sizeof title);
}

/* Moves both descriptors to 3 and 4, and connects 0 to 2 to /dev/null, so that no reader of the program's
 * output waits for the spawner to close it. */
static void keep_descriptors(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int requests = fcntl(self.requests, F_DUPFD, 10), exits = fcntl(self.exits, F_DUPFD, 10);

	for (int fd = 0; fd < 3; fd++)
		dup2(null, fd);
	self.requests = dup2(requests, 3);
	self.exits = dup2(exits, 4);
	launch_close_above(5);
	fcntl(3, F_SETFD, FD_CLOEXEC);
	fcntl(4, F_SETFD, FD_CLOEXEC);
	if (null < 0 || self.requests != 3 || self.exits != 4)
		_exit(1);
}

_Noreturn void spawner_run(int requests, int exits, const struct spawner_confines *confines)
{
	sigset_t open;

	self.requests = requests;
	self.exits = exits;
	self.confines = confines;
	/* In its own group the spawner survives `kill -9 -GROUP` of the program's, and can end the children. */
	setpgid(0, 0);
#ifdef __linux__
	prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
	prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
	prctl(PR_SET_NAME, "agent-spawner", 0UL, 0UL, 0UL);
#endif
	wipe_words();
	keep_descriptors();
	set_signals(&open);
	for (;;) {
		fd_set in, out;

		reap_ended();
		FD_ZERO(&in);
		FD_ZERO(&out);
		FD_SET(self.requests, &in);
		if (!write_exits())
			FD_SET(self.exits, &out);
		if (pselect(add_status_fds(&in) + 1, &in, &out, NULL, NULL, &open) < 0)
			continue;
		hear_ends(&in);
		if (FD_ISSET(self.requests, &in) && !serve_request())
			end_all(&open);
	}
}
