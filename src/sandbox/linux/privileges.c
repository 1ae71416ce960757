/* SPDX-License-Identifier: MIT
 * Takes capabilities and new privileges from a command, and makes it the first to go when memory
 * runs out.
 */
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/linux/confined_linux.h"

/* The process's own files in /proc belong to root while it is not dumpable, so it is made
 * dumpable for this one write. */
void prefer_for_oom(void)
{
	prctl(PR_SET_DUMPABLE, 1UL, 0UL, 0UL, 0UL);
	auto_close int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	confine_need(fd < 0 || write(fd, "1000", 4) == 4, "set limits for");
	prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
}

#define CAPABILITIES 64 /* that a set has room for */

void privileges_drop(void)
{
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
	const unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
				   SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
				   SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;

	/* An ordinary user without namespaces has none and may do neither (EPERM); EINVAL is behind the last. */
	for (unsigned long cap = 0; cap < CAPABILITIES; cap++)
		if (prctl(PR_CAPBSET_DROP, cap, 0UL, 0UL, 0UL) < 0)
			break;
	prctl(PR_SET_SECUREBITS, bits, 0UL, 0UL, 0UL);
	prctl(PR_CAP_AMBIENT, (unsigned long)PR_CAP_AMBIENT_CLEAR_ALL, 0UL, 0UL, 0UL);
	confine_need(syscall(SYS_capset, &head, none) == 0, "drop capabilities for");
	confine_need(prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) == 0, "drop privileges for");
}
