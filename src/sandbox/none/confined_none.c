/*
 * A system that cannot confine a program without the program's help (FreeBSD: Capsicum needs it): no tier is
 * tried, and sandbox.missing decides.
 */
#include <errno.h>
#include <unistd.h>

#include "sandbox/confined.h"

const enum sandbox_tier confined_tiers[] = {SANDBOX_NONE};

enum confine_sockets confined_sockets(void)
{
	return CONFINE_SOCKETS_REFUSED;
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
