/*
 * The spawner: a small process that starts every child of the program and tells their ends. It is
 * forked before the program holds anything, so what a child costs and what may be read out of the
 * memory it is made from does not depend on the program; its environment is wiped.
 *
 * It ends with the program, however that ends, and takes everything along that its children left
 * behind, also what left their sessions: orphans become its own (Linux). Each child gets its death
 * signal first; who is asked to end by it has two seconds.
 */
#ifndef LOOP_SPAWNER_H
#define LOOP_SPAWNER_H

#include "loop/launch.h"

struct spawner {
	int requests; /* a stream socket: requests out, replies in */
	int exits;    /* a pipe: struct launch_exit */
};

/* What starts a confined child, in the spawner, and what is done there when everything has ended.
 * Set before the spawner is started; without, such requests are refused (ENOSYS). */
struct spawner_confines {
	struct launched (*launch)(const struct launch *l);
	void (*end)(void);
};
void spawner_confines(const struct spawner_confines *how); /* borrowed, for good */

/* Forks it unless this process has one. A program that holds secrets starts it before it reads
 * them. False: errno says why. */
bool spawner_start(void);
/* The one of this process, started if there was none; NULL: errno says why. */
const struct spawner *spawner_of_process(void);
/* It did what it must not, or is gone: no child can be started any more. */
void spawner_give_up(void);
/* Ends it and everything it started, and waits for that. */
void spawner_stop(void);

#endif
