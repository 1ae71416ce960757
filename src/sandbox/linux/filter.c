/* SPDX-License-Identifier: MIT
 * The seccomp filter: the table `rules` says what is refused and why, and is made into instructions below. Calls of
 * another machine's interface end the process, since their numbers mean other calls.
 */
#include "sandbox/linux/filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
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
#define CALL_FACCESSAT2 439
#define CALL_PROCESS_MADVISE 440
#define CALL_MOUNT_SETATTR 442
#define CALL_QUOTACTL_FD 443
#define CALL_PROCESS_MRELEASE 448
#define CALL_FCHMODAT2 452
#define CALL_SETXATTRAT 463
#define CALL_REMOVEXATTRAT 466
#define CALL_OPEN_TREE_ATTR 467
#define CALL_FILE_SETATTR 469

/* Requests of ioctl that change a file's attributes, even through a descriptor opened to read. */
#define SET_FLAGS 0x40086602U
#define SET_FLAGS_32 0x40046602U
#define SET_VERSION 0x40087602U
#define SET_ATTRIBUTES 0x401c5820U /* FS_IOC_FSSETXATTR */

#define WHO_USER 2U    /* setpriority: every process of the user */
#define IO_WHO_USER 3U /* the same for ioprio_set */

enum test { ALWAYS, ANY_BIT, EQUAL, UNEQUAL }; /* how the masked argument is compared with value */
enum where {
	EVERYWHERE,
	NAMESPACES_ONLY,
	LANDLOCK_ONLY,
	LANDLOCK_SUPERVISED, /* that, and a command that only reads */
	READING,	     /* a command that only reads */
	LANDLOCK_BEFORE_3,
	NO_UNIX_SOCKETS
};
/* Hands the call to the process above the command, which makes it, refuses it or lets it go on
 * (supervised_calls.h). */
#define SUPERVISED (-1)
#define MAKES_FILES (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))
#define OPENS_TO_WRITE (O_ACCMODE | O_TRUNC | MAKES_FILES)
#define LOCK(command) READING, EQUAL, 1, ~0U, command
#define PID_1 .test = EQUAL, .mask = ~0U, .value = 1

static const struct call_rule {
	int calls[20]; /* ended by 0, which no rule is about */
	int answer;    /* errno, or SUPERVISED */
	enum where where;
	enum test test;
	int argument;
	uint32_t mask, value;
	uint32_t flags; /* only if the argument before it has one of these; 0: always */
} rules[] = {
    {{SYS_clone}, EPERM, .test = ANY_BIT, .argument = 0, .mask = NAMESPACES},
    {{SYS_unshare}, EPERM, .test = ANY_BIT, .argument = 0, .mask = NAMESPACES | NEWTIME},
    /* These type into the terminal that the agent runs in. */
    {{SYS_ioctl}, EPERM, .test = EQUAL, .argument = 1, .mask = ~0U, .value = 0x5412}, /* TIOCSTI */
    {{SYS_ioctl}, EPERM, .test = EQUAL, .argument = 1, .mask = ~0U,
	.value = 0x541c}, /* TIOCLINUX */
    {{SYS_ioctl}, EPERM, .test = EQUAL, .argument = 1, .mask = ~0U, .value = 0x541d}, /* TIOCCONS */
    /* A datagram socket of a pair can send to any address later; the kernel makes a raw one into that. */
    {{SYS_socketpair}, EPERM, NO_UNIX_SOCKETS, EQUAL, 1, TYPE_OF_SOCKET, SOCK_DGRAM},
    {{SYS_socketpair}, EPERM, NO_UNIX_SOCKETS, EQUAL, 1, TYPE_OF_SOCKET, SOCK_RAW},
    {{SYS_socketpair}, EAFNOSUPPORT, .test = UNEQUAL, .argument = 0, .mask = ~0U, .value = AF_UNIX},
    /* Limits of other processes, in a namespace also of pid 1: without descriptors it could not see
     * how much memory a command takes. Nor may its priority be lowered. */
    {{SYS_prlimit64}, EPERM, EVERYWHERE, UNEQUAL, 0, ~0U, 0},
    {{SYS_setpriority, SYS_ioprio_set}, EPERM, NAMESPACES_ONLY, .argument = 1, PID_1},
    {{SYS_setpriority}, EPERM, EVERYWHERE, EQUAL, 0, ~0U, WHO_USER},
    {{SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_sched_setaffinity}, EPERM,
	NAMESPACES_ONLY, PID_1},
    {{SYS_ioprio_set}, EPERM, EVERYWHERE, EQUAL, 0, ~0U, IO_WHO_USER},
    {{SYS_migrate_pages, SYS_move_pages}, EPERM, LANDLOCK_ONLY, UNEQUAL, 0, ~0U, 0},
    {{SYS_setpriority, SYS_ioprio_set}, SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 1, ~0U, 0},
    {{SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_sched_setaffinity},
	SUPERVISED, LANDLOCK_SUPERVISED, UNEQUAL, 0, ~0U, 0},
    /* Setting the setuid bit, by which a program runs as its owner. The setgid bit is refused only
     * when a file is made: folders have it for another reason. */
    {{SYS_fchmod}, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID},
    {{SYS_fchmodat, CALL_FCHMODAT2}, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID},
    {{SYS_mknodat}, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID | S_ISGID},
    {{SYS_openat}, EPERM, EVERYWHERE, ANY_BIT, 3, S_ISUID | S_ISGID, .flags = MAKES_FILES},
#ifdef SYS_chmod
    {{SYS_chmod}, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID},
    {{SYS_mknod, SYS_creat}, EPERM, EVERYWHERE, ANY_BIT, 1, S_ISUID | S_ISGID},
    {{SYS_open}, EPERM, EVERYWHERE, ANY_BIT, 2, S_ISUID | S_ISGID, .flags = MAKES_FILES},
#endif
    /* What writes, or asks whether it could. The kernel refuses all else that writes, since all is read-only. */
    {{SYS_openat}, SUPERVISED, READING, ANY_BIT, 2, OPENS_TO_WRITE},
    {{SYS_faccessat, CALL_FACCESSAT2}, SUPERVISED, READING, ANY_BIT, 2, W_OK},
    {{SYS_ioctl}, SUPERVISED, READING, EQUAL, 1, ~0U, SET_FLAGS},
    {{SYS_ioctl}, SUPERVISED, READING, EQUAL, 1, ~0U, SET_FLAGS_32},
    {{SYS_ioctl}, SUPERVISED, READING, EQUAL, 1, ~0U, SET_VERSION},
    {{SYS_ioctl}, SUPERVISED, READING, EQUAL, 1, ~0U, SET_ATTRIBUTES},
    /* Locks of files: programs outside would wait for them. */
    {{SYS_fcntl}, SUPERVISED, LOCK(F_SETLK)},
    {{SYS_fcntl}, SUPERVISED, LOCK(F_SETLKW)},
    {{SYS_fcntl}, SUPERVISED, LOCK(37)},   /* F_OFD_SETLK */
    {{SYS_fcntl}, SUPERVISED, LOCK(38)},   /* F_OFD_SETLKW */
    {{SYS_fcntl}, SUPERVISED, LOCK(1024)}, /* F_SETLEASE */
    {{SYS_ioctl}, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_FLAGS},
    {{SYS_ioctl}, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_FLAGS_32},
    {{SYS_ioctl}, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_VERSION},
    {{SYS_ioctl}, EPERM, LANDLOCK_ONLY, EQUAL, 1, ~0U, SET_ATTRIBUTES},
    /* Emptying a file without opening it to write, which Landlock refuses from its version 3 on. */
    {{SYS_truncate}, EPERM, LANDLOCK_BEFORE_3},
    {{SYS_openat}, EPERM, LANDLOCK_BEFORE_3, EQUAL, 2, O_TRUNC | O_ACCMODE, O_TRUNC},
#ifdef SYS_open
    {{SYS_open}, SUPERVISED, READING, ANY_BIT, 1, OPENS_TO_WRITE},
    {{SYS_access}, SUPERVISED, READING, ANY_BIT, 1, W_OK},
    {{SYS_open}, EPERM, LANDLOCK_BEFORE_3, EQUAL, 1, O_TRUNC | O_ACCMODE, O_TRUNC},
#endif
    /* From here on arguments do not matter. Of one call the first rule that matches decides. */
    /* Flags behind a pointer cannot be checked: on ENOSYS the C library makes the older call. */
    {{CALL_CLONE3, CALL_OPENAT2, CALL_IO_URING_SETUP, CALL_IO_URING_ENTER, CALL_IO_URING_REGISTER},
	ENOSYS},
    /* Mounts, and what leads around them. */
    {{SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, CALL_OPEN_TREE,
	 CALL_OPEN_TREE_ATTR, CALL_MOVE_MOUNT, CALL_FSOPEN, CALL_FSCONFIG, CALL_FSMOUNT,
	 CALL_FSPICK, CALL_MOUNT_SETATTR, CALL_QUOTACTL_FD, SYS_quotactl, SYS_open_by_handle_at,
	 SYS_fanotify_init},
	EPERM},
    /* The keyring belongs to the user and not to the command. */
    {{SYS_add_key, SYS_keyctl, SYS_request_key}, EPERM},
    /* The kernel and the machine. */
    {{SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_kexec_load, SYS_init_module,
	 SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
	 SYS_syslog, SYS_settimeofday, SYS_clock_settime, SYS_sethostname, SYS_setdomainname},
	EPERM},
#ifdef SYS_kexec_file_load
    {{SYS_kexec_file_load}, EPERM},
#endif
#ifdef SYS_iopl
    {{SYS_iopl, SYS_ioperm}, EPERM},
#endif
    /* In a namespace other processes of the user cannot be seen, and debuggers may work. */
    {{SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, CALL_PIDFD_GETFD,
	 CALL_PROCESS_MADVISE, CALL_PROCESS_MRELEASE},
	EPERM, LANDLOCK_ONLY},
    /* Memory and messages that other programs of the user share by number or name: they have no
     * path, so Landlock does not cover them. */
    {{SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
	 SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink},
	EPERM, LANDLOCK_ONLY},
    {{CALL_SETXATTRAT, CALL_REMOVEXATTRAT, CALL_FILE_SETATTR}, ENOSYS, LANDLOCK_ONLY},
    /* Landlock does not cover changes of a file's mode, owner, times and attributes, and watching a
     * folder. */
    {{SYS_fchmod, SYS_fchmodat, CALL_FCHMODAT2, SYS_fchown, SYS_fchownat, SYS_utimensat,
	 SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
	 SYS_fremovexattr, SYS_inotify_add_watch},
	SUPERVISED, LANDLOCK_SUPERVISED},
    /* What else writes, or locks a file for programs outside. */
    {{SYS_truncate, SYS_unlinkat, SYS_mkdirat, SYS_mknodat, SYS_linkat, SYS_symlinkat,
	 SYS_renameat2, CALL_SETXATTRAT, CALL_REMOVEXATTRAT, CALL_FILE_SETATTR, SYS_bind,
	 SYS_flock},
	SUPERVISED, READING},
#ifdef SYS_renameat
    {{SYS_renameat}, SUPERVISED, READING},
#endif
#ifdef SYS_chmod /* older calls, which newer machines do not have */
    {{SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat}, SUPERVISED,
	LANDLOCK_SUPERVISED},
    {{SYS_creat, SYS_unlink, SYS_rmdir, SYS_mkdir, SYS_mknod, SYS_link, SYS_symlink, SYS_rename},
	SUPERVISED, READING},
#endif
};

#define WANTED_MAX 256 /* rules */
#define GROUP 6
#define RULES ARRAY_SIZE(rules)

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

static void put_rule(struct filter_program *p, int call, const struct call_rule *r)
{
	if (r->test == ALWAYS) {
		put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
		put_answer(p, r->answer);
		return;
	}
	put_instruction(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, r->flags ? 8 : 5);
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

/* Address families by an allow list: those that later kernels add are refused. */
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
	/* Of netlink only protocol 0 (NETLINK_ROUTE), which reports addresses. */
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
	const bool wanted[] = {
	    [EVERYWHERE] = true,
	    [NAMESPACES_ONLY] = !alone,
	    [LANDLOCK_ONLY] = alone,
	    [LANDLOCK_SUPERVISED] = supervised && (alone || head->only_reads),
	    [READING] = supervised && head->only_reads,
	    [LANDLOCK_BEFORE_3] = alone && landlock_abi < 3,
	    [NO_UNIX_SOCKETS] = !head->unix_sockets,
	};

	return wanted[where];
}

/* The rules that apply, by call number, those of one call in the order of the table. */
struct wanted_rules {
	struct wanted_rule {
		int call;
		const struct call_rule *rule;
	} list[WANTED_MAX];
	size_t count;
};

static void add_rule(struct wanted_rules *w, int call, const struct call_rule *rule)
{
	size_t at = w->count++;

	confine_need(at < WANTED_MAX, "filter so many system calls of");
	for (; at > 0 && w->list[at - 1].call > call; at--)
		w->list[at] = w->list[at - 1];
	w->list[at] = (struct wanted_rule){call, rule};
}

/* Puts the rules in groups, each jumped over if the call's number is higher: the kernel tries all
 * calls there are when it takes the program, and runs it at each call of a command. */
static void put_rules(
    struct filter_program *p, const struct confine_head *head, int landlock_abi, bool supervised)
{
	struct wanted_rules w = {.count = 0};

	for (const struct call_rule *r = rules; r < rules + RULES; r++)
		for (const int *call = r->calls;
		     is_wanted(r->where, head, landlock_abi, supervised) && *call != 0; call++)
			add_rule(&w, *call, r);
	for (size_t i = 0, end; i < w.count; i = end) {
		const size_t at = p->len;

		for (end = i + 1;
		     end < w.count && (end < i + GROUP || w.list[end].call == w.list[end - 1].call);
		     end++)
			;
		if (end < w.count)
			put_instruction(
			    p, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)w.list[end].call, 0, 0);
		for (; i < end; i++)
			put_rule(p, w.list[i].call, w.list[i].rule);
		put_instruction(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
		if (end < w.count)
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
	/* A program above this one supervises already, and the kernel allows only one: what an
	 * agent in a sandbox may change is then up to that program. */
	return errno == EBUSY && !head->only_reads && install(head, false) == 0;
}
