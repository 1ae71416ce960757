/* SPDX-License-Identifier: MIT
 * The table at the top says what is refused and why; below it, it becomes instructions. Calls of another
 * machine's interface end the process, since their numbers mean other calls.
 */
#include "sandbox/linux/filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/linux/confined_linux.h"
#include "sandbox/linux/landlock.h"

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#define X32 0x40000000U /* numbers from here on are another interface to the same kernel */
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCH AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARCH AUDIT_ARCH_PPC64LE
#else
#error "add the audit number of this machine"
#endif

#define NAMESPACES 0x7e020000U /* CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET */
#define NEWTIME 0x80U
#define TYPE_OF_SOCKET 0xfU

/* Numbers that are the same everywhere and younger than some headers. */
#define CALL_IO_URING_SETUP 425
#define CALL_IO_URING_ENTER 426
#define CALL_IO_URING_REGISTER 427
#define CALL_OPEN_TREE 428
#define CALL_MOVE_MOUNT 429
#define CALL_FSOPEN 430
#define CALL_FSCONFIG 431
#define CALL_FSMOUNT 432
#define CALL_FSPICK 433
#define CALL_CLONE3 435
#define CALL_OPENAT2 437
#define CALL_PIDFD_GETFD 438
#define CALL_PROCESS_MADVISE 440
#define CALL_MOUNT_SETATTR 442
#define CALL_QUOTACTL_FD 443
#define CALL_PROCESS_MRELEASE 448
#define CALL_FCHMODAT2 452
#define CALL_SETXATTRAT 463
#define CALL_REMOVEXATTRAT 466
#define CALL_OPEN_TREE_ATTR 467
#define CALL_FILE_SETATTR 469

/* Requests of ioctl that change a file's attributes through a descriptor that only reads. */
#define SET_FLAGS 0x40086602U
#define SET_FLAGS_32 0x40046602U
#define SET_VERSION 0x40087602U
#define SET_ATTRIBUTES 0x401c5820U /* FS_IOC_FSSETXATTR */

#define WHO_USER 2U    /* setpriority: every process of the user */
#define IO_WHO_USER 3U /* the same for ioprio_set */

enum test { ALWAYS, ANY_BIT, EQUAL, UNEQUAL }; /* what the argument, masked, is compared for */
enum where {
	EVERYWHERE,
	NAMESPACES_ONLY,
	LANDLOCK_ONLY,
	LANDLOCK_SUPERVISED,
	LANDLOCK_BEFORE_3,
	NO_UNIX_SOCKETS
};
/* The answer that hands the call to the process above the command, which makes or refuses it
 * (supervised_calls.h). */
#define SUPERVISED (-1)
#define MAKES_FILES (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))
#define PID_1 .test = EQUAL, .mask = ~0U, .value = 1

static const struct call_rule {
	int call, answer; /* errno, or SUPERVISED */
	enum where where;
	enum test test;
	int argument;
	uint32_t mask, value;
	uint32_t flags; /* the argument before it has one of these, too; 0: whatever it has */
} rules[] = {
    /* Flags behind a pointer cannot be looked at: the C library takes clone then. */
    {CALL_CLONE3, ENOSYS},
    {CALL_IO_URING_SETUP, ENOSYS},
    {CALL_IO_URING_ENTER, ENOSYS},
    {CALL_IO_URING_REGISTER, ENOSYS},
    {SYS_clone, EPERM, .test = ANY_BIT, .argument = 0, .mask = NAMESPACES},
    {SYS_unshare, EPERM, .test = ANY_BIT, .argument = 0, .mask = NAMESPACES | NEWTIME},
    {SYS_setns, EPERM},
    /* These type into the terminal that the agent runs in. */
    {SYS_ioctl, EPERM, .test = EQUAL, .argument = 1, .mask = ~0U, .value = 0x5412}, /* TIOCSTI */
    {SYS_ioctl, EPERM, .test = EQUAL, .argument = 1, .mask = ~0U, .value = 0x541c}, /* TIOCLINUX */
    {SYS_ioctl, EPERM, .test = EQUAL, .argument = 1, .mask = ~0U, .value = 0x541d}, /* TIOCCONS */
    /* A pair of datagram sockets can send to any address later; the kernel makes one of raw ones too. */
    {SYS_socketpair, EPERM, NO_UNIX_SOCKETS, EQUAL, 1, TYPE_OF_SOCKET, SOCK_DGRAM},
    {SYS_socketpair, EPERM, NO_UNIX_SOCKETS, EQUAL, 1, TYPE_OF_SOCKET, SOCK_RAW},
    {SYS_socketpair, EAFNOSUPPORT, .test = UNEQUAL, .argument = 0, .mask = ~0U, .value = AF_UNIX},
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_chroot, EPERM},
    {CALL_OPEN_TREE, EPERM},
    {CALL_OPEN_TREE_ATTR, EPERM},
    {CALL_MOVE_MOUNT, EPERM},
    {CALL_FSOPEN, EPERM},
    {CALL_FSCONFIG, EPERM},
    {CALL_FSMOUNT, EPERM},
    {CALL_FSPICK, EPERM},
    {CALL_MOUNT_SETATTR, EPERM},
    {CALL_QUOTACTL_FD, EPERM},
    {SYS_quotactl, EPERM},
    {SYS_open_by_handle_at, EPERM},
    {SYS_fanotify_init, EPERM},
    /* The keyring belongs to the user and not to the command. */
    {SYS_add_key, EPERM},
    {SYS_keyctl, EPERM},
    {SYS_request_key, EPERM},
    {SYS_bpf, EPERM},
    {SYS_perf_event_open, EPERM},
    {SYS_userfaultfd, EPERM},
    {SYS_kexec_load, EPERM},
    {SYS_init_module, EPERM},
    {SYS_finit_module, EPERM},
    {SYS_delete_module, EPERM},
    {SYS_reboot, EPERM},
    {SYS_swapon, EPERM},
    {SYS_swapoff, EPERM},
    {SYS_acct, EPERM},
    {SYS_syslog, EPERM},
    {SYS_settimeofday, EPERM},
    {SYS_clock_settime, EPERM},
    {SYS_sethostname, EPERM},
    {SYS_setdomainname, EPERM},
    /* In a namespace other processes of the user cannot be seen, and debuggers work there. */
    {SYS_ptrace, EPERM, LANDLOCK_ONLY},
    {SYS_process_vm_readv, EPERM, LANDLOCK_ONLY},
    {SYS_process_vm_writev, EPERM, LANDLOCK_ONLY},
    {SYS_kcmp, EPERM, LANDLOCK_ONLY},
    {CALL_PIDFD_GETFD, EPERM, LANDLOCK_ONLY},
    {CALL_PROCESS_MADVISE, EPERM, LANDLOCK_ONLY},
    {CALL_PROCESS_MRELEASE, EPERM, LANDLOCK_ONLY},
    /* Limits of other processes: in a namespace of pid 1 too, which without descriptors could not see how much
     * memory a command takes. Nor may it be made to wait for its turn. */
    {SYS_prlimit64, EPERM, EVERYWHERE, UNEQUAL, 0, ~0U, 0},
    {SYS_setpriority, EPERM, NAMESPACES_ONLY, .argument = 1, PID_1},
    {SYS_setpriority, EPERM, EVERYWHERE, EQUAL, 0, ~0U, WHO_USER},
    {SYS_sched_setscheduler, EPERM, NAMESPACES_ONLY, PID_1},
    {SYS_sched_setparam, EPERM, NAMESPACES_ONLY, PID_1},
    {SYS_sched_setattr, EPERM, NAMESPACES_ONLY, PID_1},
    {SYS_sched_setaffinity, EPERM, NAMESPACES_ONLY, PID_1},
    {SYS_ioprio_set, EPERM, NAMESPACES_ONLY, .argument = 1, PID_1},
    {SYS_ioprio_set, EPERM, EVERYWHERE, EQUAL, 0, ~0U, IO_WHO_USER},
    {SYS_migrate_pages, EPERM, LANDLOCK_ONLY, UNEQUAL, 0, ~0U, 0},
    {SYS_move_pages, EPERM, LANDLOCK_ONLY, UNEQUAL, 0, ~0U, 0},
    {SYS_setpriority, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 1, ~0U, 0},
    {SYS_sched_setscheduler, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 0, ~0U, 0},
    {SYS_sched_setparam, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 0, ~0U, 0},
    {SYS_sched_setattr, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 0, ~0U, 0},
    {SYS_sched_setaffinity, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 0, ~0U, 0},
    {SYS_ioprio_set, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 1, ~0U, 0},
    /* Setting the bit by which a program runs as its owner, whoever starts it. The bit of the group stays
     * free, since folders have it for a reason of their own. */
    {SYS_fchmod, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID},
    {SYS_fchmodat, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID},
    {CALL_FCHMODAT2, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID},
    {SYS_mknodat, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID | S_ISGID},
    {SYS_openat, EPERM, EVERYWHERE, ANY_BIT, 3, S_ISUID | S_ISGID, .flags = MAKES_FILES},
    {CALL_OPENAT2, ENOSYS}, /* as clone3 */
#ifdef SYS_chmod
    {SYS_chmod, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID},
    {SYS_mknod, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID | S_ISGID},
    {SYS_open, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID | S_ISGID, .flags = MAKES_FILES},
    {SYS_creat, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID | S_ISGID},
#endif
    /* Landlock does not look at these: mode, owner, times and attributes of a file, and who watches
     * a folder. */
    {SYS_fchmod, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_fchmodat, SUPERVISED, LANDLOCK_SUPERVISED},
    {CALL_FCHMODAT2, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_fchown, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_fchownat, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_utimensat, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_setxattr, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_lsetxattr, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_fsetxattr, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_removexattr, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_lremovexattr, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_fremovexattr, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_inotify_add_watch, SUPERVISED, LANDLOCK_SUPERVISED},
#ifdef SYS_chmod /* of machines with calls from before those */
    {SYS_chmod, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_chown, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_lchown, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_utime, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_utimes, SUPERVISED, LANDLOCK_SUPERVISED},
    {SYS_futimesat, SUPERVISED, LANDLOCK_SUPERVISED},
#endif
    {CALL_SETXATTRAT, ENOSYS, LANDLOCK_ONLY},
    {CALL_REMOVEXATTRAT, ENOSYS, LANDLOCK_ONLY},
    {CALL_FILE_SETATTR, ENOSYS, LANDLOCK_ONLY},
    {SYS_ioctl, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_FLAGS},
    {SYS_ioctl, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_FLAGS_32},
    {SYS_ioctl, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_VERSION},
    {SYS_ioctl, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_ATTRIBUTES},
    /* The memory and messages the user's other programs share by number or name: no path is asked for, so
     * Landlock is not. */
    {SYS_shmget, EPERM, LANDLOCK_ONLY},
    {SYS_shmat, EPERM, LANDLOCK_ONLY},
    {SYS_shmctl, EPERM, LANDLOCK_ONLY},
    {SYS_semget, EPERM, LANDLOCK_ONLY},
    {SYS_semop, EPERM, LANDLOCK_ONLY},
    {SYS_semtimedop, EPERM, LANDLOCK_ONLY},
    {SYS_semctl, EPERM, LANDLOCK_ONLY},
    {SYS_msgget, EPERM, LANDLOCK_ONLY},
    {SYS_msgsnd, EPERM, LANDLOCK_ONLY},
    {SYS_msgrcv, EPERM, LANDLOCK_ONLY},
    {SYS_msgctl, EPERM, LANDLOCK_ONLY},
    {SYS_mq_open, EPERM, LANDLOCK_ONLY},
    {SYS_mq_unlink, EPERM, LANDLOCK_ONLY},
    /* Landlock sees this from its version 3 on: emptying a file without opening it to write. */
    {SYS_truncate, EPERM, LANDLOCK_BEFORE_3},
    {SYS_openat, EPERM, LANDLOCK_BEFORE_3, EQUAL, 2, O_TRUNC | O_ACCMODE, O_TRUNC},
#ifdef SYS_open
    {SYS_open, EPERM, LANDLOCK_BEFORE_3, EQUAL, 1, O_TRUNC | O_ACCMODE, O_TRUNC},
#endif
#ifdef SYS_kexec_file_load
    {SYS_kexec_file_load, EPERM},
#endif
#ifdef SYS_iopl
    {SYS_iopl, EPERM},
    {SYS_ioperm, EPERM},
#endif
};

#define RULES (sizeof rules / sizeof *rules)
#define GROUP 6

struct filter_program {
	struct sock_filter *code;
	size_t len;
};

static void put_instruction(
    struct filter_program *p, uint16_t code, uint32_t k, uint8_t yes, uint8_t no)
{
	if (p->len < FILTER_MAX)
		p->code[p->len++] = (struct sock_filter){code, yes, no, k};
}

static void put_load(struct filter_program *p, size_t offset)
{
	put_instruction(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void load_argument(struct filter_program *p, int n)
{
	const size_t low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;

	put_load(p, offsetof(struct seccomp_data, args) + (size_t)n * 8 + low);
}

static void put_answer(struct filter_program *p, int answer)
{
	put_instruction(p, BPF_RET | BPF_K,
	    answer == SUPERVISED ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | (uint32_t)answer, 0,
	    0);
}

static void put_rule(struct filter_program *p, const struct call_rule *r)
{
	if (r->test == ALWAYS) {
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)r->call, 0, 1);
		put_answer(p, r->answer);
		return;
	}
	put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)r->call, 0, r->flags ? 8 : 5);
	if (r->flags) {
		load_argument(p, r->argument - 1);
		put_instruction(p, BPF_ALU | BPF_AND | BPF_K, r->flags, 0, 0);
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, 0);
	}
	load_argument(p, r->argument);
	put_instruction(p, BPF_ALU | BPF_AND | BPF_K, r->mask, 0, 0);
	if (r->test == EQUAL)
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, r->value, 0, 1);
	else /* value is 0 for ANY_BIT */
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, r->value, 1, 0);
	put_answer(p, r->answer);
	put_load(p, offsetof(struct seccomp_data, nr));
}

/* Families by an allow list: whatever the kernel learns to speak is refused. */
static void put_sockets(struct filter_program *p, const struct confine_head *head)
{
	const bool inet = head->network || head->tier == SANDBOX_NAMESPACES;
	const size_t at = p->len;

	put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)SYS_socket, 0, 0);
	load_argument(p, 0);
	if (head->unix_sockets) {
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1);
		put_instruction(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	}
	for (int i = 0; inet && i < 2; i++) {
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, i == 0 ? AF_INET : AF_INET6, 0, 1);
		put_instruction(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	}
	/* Of netlink only what tells addresses: protocol 0. */
	put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 3);
	load_argument(p, 2);
	put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
	put_instruction(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	put_answer(p, EAFNOSUPPORT);
	p->code[at].jf = (uint8_t)(p->len - at - 1);
}

static bool is_wanted(
    enum where where, const struct confine_head *head, int landlock_abi, bool supervised)
{
	const bool alone = head->tier == SANDBOX_LANDLOCK;

	switch (where) {
	case EVERYWHERE:
		return true;
	case NAMESPACES_ONLY:
		return !alone;
	case LANDLOCK_SUPERVISED:
		return alone && supervised;
	case LANDLOCK_ONLY:
		return alone;
	case LANDLOCK_BEFORE_3:
		return alone && landlock_abi < 3;
	case NO_UNIX_SOCKETS:
		return !head->unix_sockets;
	}
	return true;
}

/* The rules of this confinement by the numbers of their calls. Returns how many there are. */
static size_t wanted_rules(const struct call_rule *sorted[RULES], const struct confine_head *head,
    int landlock_abi, bool supervised)
{
	size_t count = 0;

	for (size_t i = 0; i < RULES; i++) {
		size_t at = count;

		if (!is_wanted(rules[i].where, head, landlock_abi, supervised))
			continue;
		for (; at > 0 && sorted[at - 1]->call > rules[i].call; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = &rules[i];
		count++;
	}
	return count;
}

/* The rules are put in groups that are jumped over where the call comes behind them: the kernel
 * tries all calls there are when it takes the program, and runs it at each call of a command. */
static void put_rules(
    struct filter_program *p, const struct confine_head *head, int landlock_abi, bool supervised)
{
	const struct call_rule *sorted[RULES];
	const size_t count = wanted_rules(sorted, head, landlock_abi, supervised);

	for (size_t i = 0, end; i < count; i = end) {
		const size_t at = p->len;

		for (end = i + 1;
		     end < count && (end < i + GROUP || sorted[end]->call == sorted[end - 1]->call);
		     end++)
			;
		if (end < count)
			put_instruction(
			    p, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)sorted[end]->call, 0, 0);
		for (; i < end; i++)
			put_rule(p, sorted[i]);
		put_instruction(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
		if (end < count)
			p->code[at].jt = (uint8_t)(p->len - at - 1);
	}
}

size_t filter_make(const struct confine_head *head, int landlock_abi, bool supervised,
    struct sock_filter program[FILTER_MAX])
{
	struct filter_program p = {program, 0};

	put_load(&p, offsetof(struct seccomp_data, arch));
	put_instruction(&p, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
	put_instruction(&p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
	put_load(&p, offsetof(struct seccomp_data, nr));
#ifdef X32
	put_instruction(&p, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
	put_answer(&p, ENOSYS);
#endif
	put_sockets(&p, head);
	put_rules(&p, head, landlock_abi, supervised);
	return p.len;
}

static long install(const struct confine_head *head, bool supervised)
{
	struct sock_filter program[FILTER_MAX];
	struct sock_fprog whole = {
	    (unsigned short)filter_make(head, landlock_abi(), supervised, program), program};

	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	    supervised ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0UL, &whole);
}

void filter_set_up(const struct confinement *c)
{
	confine_need(install(&c->head, false) == 0, "filter the system calls of");
}

bool filter_supervised(const struct confine_head *head, int *listener)
{
	*listener = (int)install(head, true);
	if (*listener >= 0)
		return true;
	/* A program above this one supervises already, and there can be one: an agent that runs in a sandbox
	 * itself has what it may change held by that. */
	return errno == EBUSY && install(head, false) == 0;
}
