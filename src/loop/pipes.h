/*
 * The pipes of one child, between their making and the child's start.
 */
#ifndef LOOP_PIPES_H
#define LOOP_PIPES_H

#include "loop/process.h"

struct pipes {
	int child[3], ours[3]; /* by what becomes 0, 1 and 2 in the child; -1: none */
};
/* False: errno says why, and nothing is open. Ours do not block. */
bool pipes_open(struct pipes *p, const struct process_spec *spec);
int pipes_take(struct pipes *p, int which); /* our end, now the caller's; -1: none */
void pipes_close(struct pipes *p);	    /* all that was not taken */

#endif
