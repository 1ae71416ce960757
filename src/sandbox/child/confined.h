/* SPDX-License-Identifier: MIT
 * The confined child: a process forked from the spawner that confines itself, starts the command
 * and waits for it. On Linux the set-up allocates no memory. No function returns after a step of
 * the set-up that failed.
 *
 * A port defines the five names of the first part: linux/, macos/, and none/ for a system that has
 * nothing of the kind. The Makefile takes the folder of the system it builds on.
 */
#ifndef SANDBOX_CHILD_CONFINED_H
#define SANDBOX_CHILD_CONFINED_H

#include <signal.h>
#include <sys/stat.h>
#include "sandbox/confine.h"

/* ---- A port -------------------------------------------------------------------------------- */

/* The tiers of this system, best first, ended by SANDBOX_NONE. */
extern const enum sandbox_tier confined_tiers[];
/* Which Unix sockets in the file system a command may use unless the user allows all. */
enum confine_sockets confined_sockets(void);
/* Whether every tier keeps a command from signalling processes that it did not start. */
bool confined_holds_signals(void);
/* Forks a confined child; called in the spawner. Returns as fork does: 0 in the child, -1 with
 * errno. */
pid_t confined_fork(const struct confinement *c);
/* Called in that child: confines this process, starts the command, waits for it and reports its
 * end. report: the writing end of the report's pipe. */
_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report);

/* ---- What every port needs (confined_child.c) ---------------------------------------------- */

struct confine_report {
	int32_t failed; /* errno; 0: the command runs */
	char step[60];	/* "mount /proc for" */
};

/* Reports a failed step (a static string) with errno, and ends this process. confine_need does so
 * if !ok. */
_Noreturn void confine_fail(const char *step);
static inline void confine_need(bool ok, const char *step)
{
	if (!ok)
		confine_fail(step);
}

#define REPORT_FD 3
#define LAYER_FD 4
/* Makes 0 to 2 the command's descriptors, 3 the report's pipe and, in a trial, 4 the socket to
 * which the layer is sent; closes all others. */
void confined_take_descriptors(const struct launch *l, const struct confine_head *head, int report);
/* Blocks the signals that are passed on to the command, and puts them into *set, for signalfd or
 * sigwait. */
void confined_block_signals(sigset_t *set);
/* Sets the limits that the kernel enforces: no core files, size of a file, number of processes. */
void confined_rlimits(const struct confine_head *head);
/* Starts the command, with own_session in a session of its own, reports that it runs and returns
 * its pid. Closes its descriptors here, or this process would keep its pipes open. last: called in
 * the command's process just before exec; returns NULL, or the step that failed, with errno. last
 * may be NULL. */
pid_t confined_start(const struct launch *l, const struct confinement *c, bool own_session,
    const char *(*last)(void *ctx), void *ctx);
/* Whether st is the folder that the command was judged for (head.cwd_inode); if not, errno is
 * ESTALE. */
bool confined_is_cwd(const struct confinement *c, const struct stat *st);
/* Reports that the command ended. status: as waitpid gave it, with flags LAUNCH_*. lost: the path
 * for which it was ended, or NULL. */
void confined_report_end(int status, const char *lost);

#endif
