/* SPDX-License-Identifier: MIT
 * What the program and its spawner say to each other, and the start of one child inside the
 * spawner. A request is a struct launch_request, then its strings, with the descriptors beside it;
 * each is answered by one struct launch_reply. Ends of children come as struct launch_exit over a
 * pipe of their own.
 */
#ifndef LOOP_LAUNCH_H
#define LOOP_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* LAUNCH_CWD: the folder to start in. A confined child has its folder's name in its order, and sends there what its
 * order asks for. */
enum launch_fd { LAUNCH_STDIN, LAUNCH_STDOUT, LAUNCH_STDERR, LAUNCH_CWD, LAUNCH_FDS };
#define LAUNCH_MAX_BYTES ((size_t)8 << 20) /* of strings; exec takes less */

struct launch_request {
	uint32_t bytes;	      /* what follows: path, argv, env, each ended by NUL, then confine */
	uint32_t argc, envc;  /* how many of them */
	uint32_t confine;     /* bytes at the end that are for launch_confined; 0: not confined */
	int32_t death_signal; /* of the child when the spawner dies; 0: none */
	int32_t group;	      /* process group to join; 0: a session and group of its own */
};
struct launch_reply {
	int32_t pid;	/* of the child; -1: it did not start */
	int32_t failed; /* errno of the step that failed */
	char step[80];	/* "run", "enter the folder for": cannot STEP 'NAME' */
};
/* Of a status: it was killed for the memory it held, for how many processes and threads it had, or, where it may only
 * read, for a call that would write. */
#define LAUNCH_OUT_OF_MEMORY 0x10000
#define LAUNCH_OUT_OF_PROCESSES 0x20000
#define LAUNCH_WOULD_WRITE 0x40000
struct launch_status {
	int32_t status; /* as of waitpid; of a confined child with one of the bits above */
	/* Of a confined child that was killed for it: the path that was no longer held, cut; "": none. */
	char lost[200];
};
struct launch_exit {
	int32_t pid;
	struct launch_status end;
};

/* A request that was read. All pointers are borrowed for the call of launch. */
struct launch {
	const char *path;
	char *const *argv, *const *env;
	int fds[LAUNCH_FDS];
	int death_signal;
	pid_t group;
	const void *confine;
	size_t confine_bytes;
};
struct launched {
	pid_t pid; /* -1: failed and step say why */
	int failed;
	const char *step; /* (borrowed) from constant memory */
	/* (owned by the caller) gives a struct launch_status when all that the child started
	 * has ended, a moment before it is gone itself. -1: none */
	int status_fd;
};

/* Starts a child by vfork and exec; called in the spawner. A failure is pid -1 in what is returned. */
struct launched launch(const struct launch *l);
/* Steps of a start, made in the child before exec. They make system calls only and cannot fail.
 * The first gives all signals their default action and empties the mask; the second closes `first`
 * and all descriptors above it. */
void launch_reset_signals(void);
void launch_close_above(int first);
/* Send and receive bytes with descriptors beside them, LAUNCH_FDS at most. False: not all of it went, or came; errno
 * may say why. flags: of recvmsg. */
bool launch_send(int to, void *data, size_t len, const int *fds, size_t count);
bool launch_receive(int from, void *data, size_t len, int *fds, size_t count, int flags);
/* Sends a descriptor through a socket; and takes one that was sent, without waiting for it: -1: none was. */
bool launch_send_fd(int to, int fd);
int launch_receive_fd(int from);

#endif
