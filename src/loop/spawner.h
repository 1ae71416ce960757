/* SPDX-License-Identifier: MIT
 * The spawner: a small process that starts every child of the program and tells the program when one
 * ends. It is forked before the program holds anything: a child is then cheap to start, and there
 * are no secrets in the memory it is forked from. Its environment is wiped.
 *
 * It ends with the program, however that ends, and kills everything that its children left behind,
 * also processes that left their sessions: orphans become its own (Linux). Each child gets its death
 * signal first; one that is asked to end by it has two seconds.
 */
#ifndef LOOP_SPAWNER_H
#define LOOP_SPAWNER_H

#include "loop/launch.h"

struct spawner {
	int requests; /* a stream socket: requests out, replies in */
	int exits;    /* a pipe: struct launch_exit */
};

/* How the spawner starts a confined child, and what it does when everything has ended. */
struct spawner_confines {
	struct launched (*launch)(const struct launch *l);
	void (*end)(void);
};
/* Called before the spawner is started; without it, starts of confined children are refused
 * (ENOSYS). how is borrowed as long as the process lives. */
void spawner_confines(const struct spawner_confines *how);

/* Forks it unless this process has one. A program that holds secrets starts it before it reads
 * them. False: errno says why. */
bool spawner_start(void);
/* Returns the one of this process, started if there was none; constant until spawner_stop. NULL:
 * errno says why. */
const struct spawner *spawner_of_process(void);
/* In a copy of the process made by fork, which goes on in its place: the spawner belongs to the copy. */
void spawner_move(void);
/* The spawner sent nonsense or is gone: from now on no child can be started. */
void spawner_give_up(void);
/* Ends it and everything it started, and waits for that. Without a spawner it does nothing. */
void spawner_stop(void);

#endif
