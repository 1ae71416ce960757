/* SPDX-License-Identifier: MIT
 * The confined side. All of it runs in a process made from the spawner, before any command: system
 * calls only, no memory is allocated, and nothing returns after a step that failed.
 *
 * A port is one file that defines the four names of a port: linux/, macos/, and none/ for a system
 * that has nothing of the kind. The Makefile takes the folder of the system it builds on.
 */
#ifndef SANDBOX_CHILD_CONFINED_H
#define SANDBOX_CHILD_CONFINED_H

#include <signal.h>
#include <sys/stat.h>
#include "sandbox/confine.h"

/* ---- A port -------------------------------------------------------------------------------- */

/* The tiers there are, best first, ended by SANDBOX_NONE. */
extern const enum sandbox_tier confined_tiers[];
/* Which sockets in the file system a command may use where the user does not want all of them. */
enum confine_sockets confined_sockets(void);
/* Whether a command signals no process but those that it starts, in every tier. */
bool confined_holds_signals(void);
/* Forks a confined child; called in the spawner. Returns as fork does: 0 in the child, -1 with
 * errno. */
pid_t confined_fork(const struct confinement *c);
/* Called in that child: confines this process, starts the command, waits for it and tells its end. report: the
 * writing end of the report's pipe. */
_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report);

/* ---- What every port needs (confined_child.c) ---------------------------------------------- */

struct confine_report {
	int32_t failed; /* errno; 0: the command runs */
	char step[60];	/* "mount /proc for" */
};

/* Writes the report of a step that failed, with errno, and ends this process. confine_need does so unless the
 * step worked. step: a static string. */
_Noreturn void confine_fail(const char *step);
static inline void confine_need(bool ok, const char *step)
{
	if (!ok)
		confine_fail(step);
}

#define REPORT_FD 3
#define LAYER_FD 4
/* Makes 0 to 2 the command's descriptors, 3 the report's pipe and, in a trial, 4 the socket that waits for the layer;
 * nothing else stays open. */
void confined_take_descriptors(const struct launch *l, const struct confine_head *head, int report);
/* Blocks the signals that are meant for the command, and puts them into *set, for who waits for them. */
void confined_block_signals(sigset_t *set);
/* Sets the limits that the kernel holds for each process: no core files, sizes of files, number of processes. */
void confined_rlimits(const struct confine_head *head);
/* Starts the command, in a session of its own or this one's, and reports that it runs; returns its id. Then this process
 * holds none of its descriptors, so that nobody waits for it to end their pipe. last: called in the command's process
 * before it becomes the command, and returns NULL, or with errno the step that failed; NULL: nothing. */
pid_t confined_start(const struct launch *l, const struct confinement *c, bool own_session,
    const char *(*last)(void *ctx), void *ctx);
/* Whether a folder is the one the command was judged for; if not, with errno. */
bool confined_is_cwd(const struct confinement *c, const struct stat *st);
/* Reports that the command ended. status: as waitpid gave it. lost: the path for which it was ended, or NULL. */
void confined_report_end(int status, const char *lost);

#endif
