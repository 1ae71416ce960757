/* SPDX-License-Identifier: MIT
 * The protocol between the program and its spawner, and the start of one child in the spawner. A request
 * is a struct launch_request with the descriptors as SCM_RIGHTS, then its strings; the spawner answers
 * each with a struct launch_reply. When a child ends, it sends a struct launch_exit over a separate pipe.
 */
#ifndef LOOP_LAUNCH_H
#define LOOP_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* LAUNCH_CWD: the folder to start in. A confined child does not use it, as its confinement names the folder; for a
 * trial (sandbox/trial.c) it is a socket, over which the child sends its file system layer. */
enum launch_fd { LAUNCH_STDIN, LAUNCH_STDOUT, LAUNCH_STDERR, LAUNCH_CWD, LAUNCH_FDS };
#define LAUNCH_MAX_BYTES ((size_t)8 << 20) /* of strings; the limit of exec is lower */

struct launch_request {
	uint32_t bytes;	     /* that follow: path, argv, env, each ended by NUL, then confinement */
	uint32_t argc, envc; /* number of strings in argv and env */
	uint32_t confine;    /* bytes of the confinement (sandbox/confine.h); 0: not confined */
	int32_t death_signal; /* sent to the child when the spawner dies; 0: none */
	int32_t group;	      /* process group to join; 0: a session and group of its own */
};
struct launch_reply {
	int32_t pid;	/* of the child; -1: it was not started */
	int32_t failed; /* errno of the step that failed */
	char step[80];	/* "run" or "enter the folder for", for the message "cannot STEP 'NAME'" */
};
/* Bits of launch_status.status: the sandbox killed the child for exceeding its memory limit or its limit of processes
 * and threads, or, if it may only read, for a system call that writes. */
#define LAUNCH_OUT_OF_MEMORY 0x10000
#define LAUNCH_OUT_OF_PROCESSES 0x20000
#define LAUNCH_WOULD_WRITE 0x40000
struct launch_status {
	int32_t status; /* as from waitpid, with one of the bits above for a confined child */
	/* If a confined child was killed because the sandbox no longer protected a path: that path, cut; else "". */
	char lost[200];
};
struct launch_exit {
	int32_t pid;
	struct launch_status end;
};

/* A request as received by the spawner. All pointers are borrowed during the call of launch. */
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
	pid_t pid;	  /* -1: it failed, see failed and step */
	int failed;	  /* as in struct launch_reply */
	const char *step; /* static */
	/* (owned by the caller) A pipe of a confined child, which writes a struct launch_status when all
	 * processes it started have ended, shortly before it ends itself. -1: none. */
	int status_fd;
};

/* Starts an unconfined child by vfork and exec. Called in the spawner. Returns pid -1 if it fails. */
struct launched launch(const struct launch *l);
/* Called in a child between fork and exec; both make only system calls and cannot fail. The first gives
 * all signals their default action and empties the mask; the second closes `first` and all descriptors
 * above it. */
void launch_reset_signals(void);
void launch_close_above(int first);
/* Send and receive len bytes with `count` descriptors, LAUNCH_FDS at most. False: not everything was transferred; errno
 * may be set. flags: of recvmsg. */
bool launch_send(int to, void *data, size_t len, const int *fds, size_t count);
bool launch_receive(int from, void *data, size_t len, int *fds, size_t count, int flags);
/* Send a descriptor over a socket; and receive one without waiting, closed on exec: -1 if none was sent. */
bool launch_send_fd(int to, int fd);
int launch_receive_fd(int from);

#endif
