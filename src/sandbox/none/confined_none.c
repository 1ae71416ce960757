/* SPDX-License-Identifier: MIT
 * The port for systems that cannot confine a program without the program's help (on FreeBSD,
 * Capsicum needs it). No tier is tried here, and sandbox.missing decides what happens.
 */

#include "base/base.h"
#include "sandbox/child/confined.h"

const enum sandbox_tier confined_tiers[] = {SANDBOX_NONE};

enum confine_sockets confined_sockets(void)
{
	return CONFINE_SOCKETS_REFUSED;
}

bool confined_holds_signals(void)
{
	return false;
}

pid_t confined_fork(const struct confinement *c)
{
	errno = ENOSYS;
	return -1;
}

_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report)
{
	_exit(127);
}
