/* SPDX-License-Identifier: MIT
 * The program's side of the spawner: forking it, its connection, and ending it.
 */
#include "loop/spawner.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include "base/base.h"
#include "loop/pipes.h"
#include "loop/spawner_run.h"

#define ANSWER_S 20 /* most seconds to wait for the spawner */

static struct {
	struct spawner ends;
	pid_t
	    owner; /* the process it belongs to, as a fork of that process has none; 0: no spawner */
	pid_t pid;
	bool broken; /* see spawner_give_up */
	const struct spawner_confines *confines;
} own;

void spawner_confines(const struct spawner_confines *how)
{
	own.confines = how;
}

static void close_ends(void)
{
	descriptor_close(&own.ends.requests);
	descriptor_close(&own.ends.exits);
}

/* Opens the socket pair and the pipe; [0] of each is the program's end, [1] the spawner's. False: errno is set, and
 * what is not -1 is to be closed. */
static bool open_ends(int sockets[2], int pipes[2])
{
	struct timeval patience = {.tv_sec = ANSWER_S};

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || pipe(pipes) != 0)
		return false;
	setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(sockets[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	for (int i = 0; i < 2; i++) {
		descriptor_lift(&sockets[i]);
		descriptor_lift(&pipes[i]);
		if (pipes[i] >= 0)
			fcntl(pipes[i], F_SETFL, O_NONBLOCK);
	}
	return sockets[0] >= 0 && sockets[1] >= 0 && pipes[0] >= 0 && pipes[1] >= 0;
}

/* Forks the spawner. All signals are blocked until the new process has set its own handlers. */
static pid_t fork_blocked(int requests, int exits)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid == 0)
		spawner_run(requests, exits, own.confines);
	int saved = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = saved;
	return pid;
}

bool spawner_start(void)
{
	int sockets[2] = {-1, -1}, pipes[2] = {-1, -1};

	if (own.owner == getpid())
		return true;
	if (own.owner != 0)
		close_ends();
	own.owner = 0;
	if (!open_ends(sockets, pipes)) {
		for (int i = 0; i < 2; i++) {
			descriptor_close(&sockets[i]);
			descriptor_close(&pipes[i]);
		}
		return false;
	}
	own.ends = (struct spawner){sockets[0], pipes[0]};
	own.pid = fork_blocked(sockets[1], pipes[1]);
	const int saved = errno;
	close(sockets[1]);
	close(pipes[1]);
	if (own.pid < 0) {
		close_ends();
		errno = saved;
		return false;
	}
	own.owner = getpid();
	own.broken = false;
	return true;
}

void spawner_move(void)
{
	if (own.owner != 0)
		own.owner = getpid();
}

const struct spawner *spawner_of_process(void)
{
	if (!spawner_start())
		return NULL;
	if (own.broken) {
		errno = EPIPE;
		return NULL;
	}
	return &own.ends;
}

void spawner_give_up(void)
{
	own.broken = true;
}

void spawner_stop(void)
{
	if (own.owner != getpid())
		return;
	close_ends();
	own.owner = 0;
	while (waitpid(own.pid, NULL, 0) < 0 && errno == EINTR)
		;
}
