/* SPDX-License-Identifier: MIT
 * The port for macOS: the process confines itself by a Seatbelt profile, which holds for all it
 * starts. No kernel object ends all of a command's processes, so those left in its group are ended
 * here, others only when the spawner ends; memory is not limited.
 */
#include <signal.h>
#include <sys/wait.h>

#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/seatbelt.h"

/* Declared in libSystem; <sandbox.h> marks it deprecated and names no successor. */
extern int sandbox_init(const char *profile, uint64_t flags, char **message);

const enum sandbox_tier confined_tiers[] = {SANDBOX_SEATBELT, SANDBOX_NONE};

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
	return fork();
}

static void confine_self(const struct confinement *c)
{
	auto_buf profile = BUF_LIMIT(LAUNCH_MAX_BYTES);
	char *message = NULL;

	confined_rlimits(&c->head);
	seatbelt_profile(&profile, c);
	errno = profile.truncated ? E2BIG : EPERM;
	confine_need(!profile.truncated && sandbox_init(buf_str(&profile), 0, &message) == 0,
	    "take the profile of");
}

_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report)
{
	sigset_t requests;
	int status = 0;

	setsid();
	confined_take_descriptors(l, &c->head, report);
	confined_block_signals(&requests);
	confine_self(c);
	const pid_t command = confined_start(l, c, false, NULL, NULL);

	while (waitpid(command, &status, 0) < 0 && errno == EINTR)
		;
	confined_report_end(status, NULL);
	kill(0, SIGKILL); /* kills the group, this process too: its status is reported already */
	_exit(127);
}
