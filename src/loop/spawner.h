/* SPDX-License-Identifier: MIT
 * The spawner: a small process that starts the program's children and reports their ends. It is forked
 * early, while the program is small and has read no secrets: so starting a child is cheap, and the memory
 * that children are forked from has no secrets. Its environment is wiped.
 *
 * When the program ends, however that happens, the spawner ends all children and everything they left
 * behind, including processes that left their sessions, as it is the reaper of orphans (Linux). Each
 * child gets its death signal first; if that is not SIGKILL, it has two seconds.
 */
#ifndef LOOP_SPAWNER_H
#define LOOP_SPAWNER_H

#include "loop/launch.h"

struct spawner {
	int requests; /* a stream socket: requests out, replies in */
	int exits;    /* a pipe from which struct launch_exit is read */
};

struct spawner_confines {
	struct launched (*launch)(const struct launch *l); /* starts a confined child */
	void (*end)(void);				   /* called when all children have ended */
};
/* Must be called before the spawner is started; without it, confined children cannot be started
 * (ENOSYS). `how` is borrowed as long as the process lives. */
void spawner_confines(const struct spawner_confines *how);

/* Forks the spawner unless this process has one. To be called before the program reads secrets. False:
 * errno is set. */
bool spawner_start(void);
/* Returns this process's spawner, which is started if necessary; valid until spawner_stop. NULL: errno
 * is set. */
const struct spawner *spawner_of_process(void);
/* Called in a fork of the process that continues in its place: makes the spawner belong to the fork. */
void spawner_move(void);
/* Called when the spawner has ended or does not answer: no more children can be started. */
void spawner_give_up(void);
/* Ends the spawner and all its children, and waits for that. Does nothing without a spawner. */
void spawner_stop(void);

#endif
