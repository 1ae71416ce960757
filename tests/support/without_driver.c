/* SPDX-License-Identifier: MIT
 * Runs a command as on a kernel, or in a container, without Landlock, without new namespaces, or without both:
 *
 *	without_driver landlock|namespaces|both COMMAND...
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NAMESPACES 0x7e020000U
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	const uint32_t landlock = strcmp(argv[1], "namespaces") ? 444 : ~0U;
	const uint32_t clone = strcmp(argv[1], "landlock") ? SYS_clone : ~0U;
	struct sock_filter code[] = {
	    LOAD(nr),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, landlock, 0, 1),
	    REFUSE(ENOSYS),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, clone, 0, 3),
	    LOAD(args[0]),
	    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
	    REFUSE(EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof *code, code};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0 ||
	    prctl(PR_SET_SECCOMP, (unsigned long)SECCOMP_MODE_FILTER, &program, 0UL, 0UL) != 0) {
		perror("without_driver");
		return 2;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}
