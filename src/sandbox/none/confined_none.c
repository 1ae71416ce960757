/*
 * A system that has nothing to hold a command written by somebody else to files and network, such as FreeBSD, whose Capsicum
 * wants the program's help: no tier is there to be tried, and sandbox.missing decides.
 */
#include <errno.h>
#include <unistd.h>

#include "sandbox/confined.h"

const enum sandbox_tier confined_tiers[] = {SANDBOX_NONE};

enum confine_sockets confined_sockets(bool all)
{
	return all ? CONFINE_SOCKETS_ALL : CONFINE_SOCKETS_REFUSED;
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
