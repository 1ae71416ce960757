/* SPDX-License-Identifier: MIT
 * The filter of system calls: its BPF program is run here as the kernel would run it, on every call of the
 * table and its neighbours.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/linux/filter.h"
#include "sandbox/linux/supervised_calls.h"

#ifdef __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#else
#define ARCH AUDIT_ARCH_AARCH64
#endif
#define ALLOWED SECCOMP_RET_ALLOW
#define HELD_BACK SECCOMP_RET_USER_NOTIF
#define ERRNO(e) (SECCOMP_RET_ERRNO | (uint32_t)(e))

static uint32_t evaluate(
    const struct sock_filter *code, size_t len, const struct seccomp_data *data)
{
	uint32_t a = 0;

	for (size_t at = 0; at < len; at++) {
		const struct sock_filter *i = &code[at];

		switch (i->code) {
		case BPF_LD | BPF_W | BPF_ABS:
			assert_in_range(i->k, 0, sizeof *data - 4);
			memcpy(&a, (const char *)data + i->k, 4);
			break;
		case BPF_ALU | BPF_AND | BPF_K:
			a &= i->k;
			break;
		case BPF_JMP | BPF_JEQ | BPF_K:
			at += a == i->k ? i->jt : i->jf;
			break;
		case BPF_JMP | BPF_JGE | BPF_K:
			at += a >= i->k ? i->jt : i->jf;
			break;
		case BPF_RET | BPF_K:
			return i->k;
		default:
			fail_msg("instruction %zu has code %x", at, i->code);
		}
	}
	fail_msg("the program ran over its end");
	return 0;
}

static const struct confine_head namespaces = {.tier = SANDBOX_NAMESPACES},
				 landlock = {.tier = SANDBOX_LANDLOCK},
				 landlock_old = {.tier = SANDBOX_LANDLOCK}, /* of version 2 */
    landlock_network = {.tier = SANDBOX_LANDLOCK, .network = 1},
				 reading = {.tier = SANDBOX_NAMESPACES, .only_reads = 1},
				 unix_sockets = {.tier = SANDBOX_NAMESPACES,
				     .unix_sockets = CONFINE_SOCKETS_ALL};

static uint32_t answer(const struct confine_head *head, int nr, uint64_t a, uint64_t b, uint64_t c)
{
	struct sock_filter code[FILTER_MAX];
	struct seccomp_data data = {.nr = nr, .arch = ARCH, .args = {a, b, c}};

	return evaluate(code, filter_make(head, head == &landlock_old ? 2 : 7, true, code), &data);
}

#define HIGH (1ULL << 32)

static const struct row {
	const struct confine_head *head;
	int nr;
	uint64_t a, b, c;
	uint32_t wanted;
} rows[] = {
    {&namespaces, SYS_read, 0, 0, 0, ALLOWED}, {&namespaces, SYS_openat, 0, 0, 0, ALLOWED},
    {&namespaces, 435, 0, 0, 0, ERRNO(ENOSYS)}, /* clone3 */
    {&namespaces, 434, 0, 0, 0, ALLOWED},	/* its neighbours */
    {&namespaces, 436, 0, 0, 0, ALLOWED}, {&namespaces, 425, 0, 0, 0, ERRNO(ENOSYS)}, /* io_uring */
    {&namespaces, 426, 0, 0, 0, ERRNO(ENOSYS)}, {&namespaces, 427, 0, 0, 0, ERRNO(ENOSYS)},
    {&namespaces, SYS_clone, 0x11, 0, 0, ALLOWED},
    {&namespaces, SYS_clone, 0x3d0f00, 0, 0, ALLOWED}, /* a thread */
    {&namespaces, SYS_clone, 0x10000011, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_clone, HIGH | 0x10000011, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_clone, 0x20000011, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_unshare, 0x400, 0, 0, ALLOWED}, /* CLONE_FILES */
    {&namespaces, SYS_unshare, 0x80, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_unshare, 0x00020000, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_setns, 3, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_ioctl, 0, 0x5412, 0, ERRNO(EPERM)},
    {&namespaces, SYS_ioctl, 0, HIGH | 0x5412, 0, ERRNO(EPERM)},
    {&namespaces, SYS_ioctl, 0, 0x541c, 0, ERRNO(EPERM)},
    {&namespaces, SYS_ioctl, 0, 0x5413, 0, ALLOWED}, /* TIOCGWINSZ */
    {&namespaces, SYS_ioctl, 0x5412, 0, 0, ALLOWED},
    {&namespaces, SYS_mount, 0, 0, 0, ERRNO(EPERM)}, {&namespaces, 428, 0, 0, 0, ERRNO(EPERM)},
    {&namespaces, 442, 0, 0, 0, ERRNO(EPERM)}, {&namespaces, SYS_keyctl, 0, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_bpf, 0, 0, 0, ERRNO(EPERM)}, {&namespaces, SYS_ptrace, 0, 0, 0, ALLOWED},
    {&landlock, SYS_ptrace, 0, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_process_vm_readv, 0, 0, 0, ALLOWED},
    {&landlock, SYS_process_vm_readv, 0, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_socket, AF_INET, SOCK_STREAM, 0, ALLOWED}, /* its own loopback */
    {&namespaces, SYS_socket, AF_INET6, SOCK_DGRAM, 0, ALLOWED},
    {&landlock, SYS_socket, AF_INET, SOCK_STREAM, 0, ERRNO(EAFNOSUPPORT)},
    {&landlock, SYS_socket, AF_INET6, SOCK_STREAM, 0, ERRNO(EAFNOSUPPORT)},
    {&landlock_network, SYS_socket, AF_INET, SOCK_STREAM, 0, ALLOWED},
    {&namespaces, SYS_socket, AF_NETLINK, SOCK_RAW, 0, ALLOWED},
    {&namespaces, SYS_socket, AF_NETLINK, SOCK_RAW, 9, ERRNO(EAFNOSUPPORT)},
    {&namespaces, SYS_socket, AF_NETLINK, SOCK_RAW, HIGH, ALLOWED},
    {&namespaces, SYS_socket, AF_UNIX, SOCK_STREAM, 0, ERRNO(EAFNOSUPPORT)},
    {&namespaces, SYS_socket, HIGH | AF_UNIX, SOCK_STREAM, 0, ERRNO(EAFNOSUPPORT)},
    {&unix_sockets, SYS_socket, AF_UNIX, SOCK_STREAM, 0, ALLOWED},
    {&namespaces, SYS_socket, 17, 0, 0, ERRNO(EAFNOSUPPORT)}, /* packet */
    {&namespaces, SYS_socket, 38, 0, 0, ERRNO(EAFNOSUPPORT)}, /* alg */
    {&namespaces, SYS_socket, 40, 0, 0, ERRNO(EAFNOSUPPORT)}, /* vsock */
    {&namespaces, SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ALLOWED},
    {&namespaces, SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, ERRNO(EPERM)},
    {&namespaces, SYS_socketpair, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ERRNO(EPERM)},
    {&unix_sockets, SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, ALLOWED},
    {&namespaces, SYS_socketpair, AF_UNIX, SOCK_RAW, 0, ERRNO(EPERM)}, /* one of datagrams, too */
    {&namespaces, SYS_socketpair, AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ALLOWED},
    {&namespaces, SYS_socketpair, 30, SOCK_STREAM, 0, ERRNO(EAFNOSUPPORT)}, /* tipc */
    {&unix_sockets, SYS_socketpair, 30, SOCK_STREAM, 0, ERRNO(EAFNOSUPPORT)},
    {&namespaces, SYS_fchmod, 3, 0755, 0, ALLOWED},
    {&namespaces, SYS_fchmod, 3, 02755, 0, ALLOWED}, /* a folder's */
    {&namespaces, SYS_fchmod, 3, 04755, 0, ERRNO(EPERM)},
    {&landlock, SYS_fchmod, 3, HIGH | 06755, 0, ERRNO(EPERM)},
    {&namespaces, SYS_fchmodat, 3, 0, 04000, ERRNO(EPERM)},
    {&landlock, 452, 3, 0, 04000, ERRNO(EPERM)}, {&namespaces, SYS_mknodat, 3, 0, 0100644, ALLOWED},
    {&namespaces, SYS_mknodat, 3, 0, 0102755, ERRNO(EPERM)},
    {&namespaces, 437, 0, 0, 0, ERRNO(ENOSYS)},	  /* openat2 */
    {&landlock, SYS_prlimit64, 0, 7, 0, ALLOWED}, /* its own, as ulimit does */
    {&landlock, SYS_prlimit64, 1, 7, 0, ERRNO(EPERM)},
    {&namespaces, SYS_prlimit64, 0, 7, 0, ALLOWED},
    {&namespaces, SYS_prlimit64, 1, 7, 0, ERRNO(EPERM)}, /* pid 1 counts the memory */
    {&namespaces, SYS_prlimit64, 7, 7, 0, ERRNO(EPERM)},
    {&namespaces, SYS_setpriority, PRIO_PROCESS, 1, 0, ERRNO(EPERM)},
    {&namespaces, SYS_setpriority, PRIO_PROCESS, 7, 0, ALLOWED},
    {&namespaces, SYS_setpriority, PRIO_USER, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_sched_setscheduler, 1, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_sched_setscheduler, 7, 0, 0, ALLOWED},
    {&namespaces, SYS_sched_setparam, 1, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_sched_setattr, 1, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_sched_setaffinity, 1, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_sched_setaffinity, HIGH | 1, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_sched_setaffinity, 7, 0, 0, ALLOWED}, /* a thread */
    {&namespaces, SYS_ioprio_set, 1, 1, 0, ERRNO(EPERM)},
    {&namespaces, SYS_ioprio_set, 3, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_ioprio_set, 1, 0, 0, ALLOWED},
    {&landlock, SYS_setpriority, PRIO_PROCESS, 0, 0, ALLOWED},
    {&landlock, SYS_setpriority, PRIO_PROCESS, 1, 0, HELD_BACK},
    {&landlock, SYS_setpriority, PRIO_USER, 1, 0, ERRNO(EPERM)},
    {&landlock, SYS_sched_setscheduler, 7, 0, 0, HELD_BACK},
    {&landlock, SYS_sched_setparam, 7, 0, 0, HELD_BACK},
    {&landlock, SYS_sched_setattr, 7, 0, 0, HELD_BACK},
    {&landlock, SYS_sched_setaffinity, 7, 0, 0, HELD_BACK},
    {&landlock, SYS_sched_setaffinity, 0, 0, 0, ALLOWED},
    {&landlock, SYS_ioprio_set, 1, 7, 0, HELD_BACK},
    {&landlock, SYS_ioprio_set, 3, 7, 0, ERRNO(EPERM)},
    {&landlock, SYS_migrate_pages, 7, 0, 0, ERRNO(EPERM)},
    {&landlock, SYS_move_pages, 7, 0, 0, ERRNO(EPERM)},
    {&landlock, SYS_move_pages, 0, 0, 0, ALLOWED},
    {&landlock, 440, 0, 0, 0, ERRNO(EPERM)}, /* process_madvise */
    {&landlock, 448, 0, 0, 0, ERRNO(EPERM)}, /* process_mrelease */
    {&landlock, SYS_fchmod, 0, 0, 0, HELD_BACK}, {&landlock, SYS_fchmodat, 0, 0, 0, HELD_BACK},
    {&landlock, 452, 0, 0, 0, HELD_BACK}, /* fchmodat2 */
    {&landlock, SYS_fchown, 0, 0, 0, HELD_BACK}, {&landlock, SYS_fchownat, 0, 0, 0, HELD_BACK},
    {&landlock, SYS_utimensat, 0, 0, 0, HELD_BACK}, {&landlock, SYS_setxattr, 0, 0, 0, HELD_BACK},
    {&landlock, SYS_lsetxattr, 0, 0, 0, HELD_BACK}, {&landlock, SYS_fsetxattr, 0, 0, 0, HELD_BACK},
    {&landlock, SYS_removexattr, 0, 0, 0, HELD_BACK},
    {&landlock, SYS_lremovexattr, 0, 0, 0, HELD_BACK},
    {&landlock, SYS_fremovexattr, 0, 0, 0, HELD_BACK},
    {&landlock, SYS_inotify_add_watch, 0, 0, 0, HELD_BACK},
    {&landlock, 463, 0, 0, 0, ERRNO(ENOSYS)}, /* setxattrat, removexattrat, file_setattr */
    {&landlock, 466, 0, 0, 0, ERRNO(ENOSYS)}, {&landlock, 469, 0, 0, 0, ERRNO(ENOSYS)},
    {&landlock, SYS_ioctl, 3, 0x40086602, 0, ERRNO(EPERM)}, /* FS_IOC_SETFLAGS */
    {&landlock, SYS_ioctl, 3, 0x40046602, 0, ERRNO(EPERM)},
    {&landlock, SYS_ioctl, 3, 0x40087602, 0, ERRNO(EPERM)},
    {&landlock, SYS_ioctl, 3, 0x401c5820, 0, ERRNO(EPERM)}, /* FS_IOC_FSSETXATTR */
    {&landlock, SYS_ioctl, 3, 0x80086601, 0, ALLOWED},	    /* FS_IOC_GETFLAGS */
    {&namespaces, SYS_ioctl, 3, 0x40086602, 0, ALLOWED},    /* its mounts are read-only */
    {&namespaces, SYS_fchmod, 0, 0, 0, ALLOWED},
    {&namespaces, SYS_inotify_add_watch, 0, 0, 0, ALLOWED},
    {&landlock, SYS_shmat, 0, 0, 0, ERRNO(EPERM)}, {&landlock, SYS_mq_open, 0, 0, 0, ERRNO(EPERM)},
    {&namespaces, SYS_shmget, 0, 0, 0, ALLOWED},
    {&landlock, SYS_truncate, 0, 0, 0, ALLOWED}, /* Landlock holds it */
    {&landlock_old, SYS_truncate, 0, 0, 0, ERRNO(EPERM)},
    {&landlock_old, SYS_openat, 0, 0, O_RDONLY | O_TRUNC, ERRNO(EPERM)},
    {&landlock_old, SYS_openat, 0, 0, O_WRONLY | O_CREAT | O_TRUNC, ALLOWED},
    {&landlock_old, SYS_openat, 0, 0, O_RDONLY | O_CLOEXEC, ALLOWED},
    /* What only reads: what it opens to read goes on, what would write waits for an answer. */
    {&reading, SYS_openat, 0, 0, O_RDONLY | O_CLOEXEC | O_DIRECTORY, ALLOWED},
    {&reading, SYS_openat, 0, 0, O_PATH | O_NOFOLLOW, ALLOWED},
    {&reading, SYS_openat, 0, 0, O_RDONLY | HIGH, ALLOWED}, /* the kernel looks at 32 bits */
    {&reading, SYS_openat, 0, 0, O_WRONLY, HELD_BACK},
    {&reading, SYS_openat, 0, 0, O_RDWR | O_DIRECTORY, HELD_BACK},
    {&reading, SYS_openat, 0, 0, O_RDONLY | O_TRUNC, HELD_BACK},
    {&reading, SYS_openat, 0, 0, O_RDONLY | O_CREAT, HELD_BACK},
    {&reading, SYS_openat, 0, 0, O_ACCMODE, HELD_BACK},
    {&reading, 437, 0, 0, 0, ERRNO(ENOSYS)}, /* openat2 */
    {&reading, 425, 0, 0, 0, ERRNO(ENOSYS)}, /* io_uring_setup */
    {&reading, SYS_faccessat, 0, 0, R_OK | X_OK, ALLOWED},
    {&reading, SYS_faccessat, 0, 0, W_OK, HELD_BACK},
    {&reading, 439, 0, 0, R_OK | W_OK, HELD_BACK}, /* faccessat2 */
    {&reading, SYS_unlinkat, 0, 0, 0, HELD_BACK}, {&reading, SYS_renameat2, 0, 0, 0, HELD_BACK},
    {&reading, SYS_mkdirat, 0, 0, 0, HELD_BACK}, {&reading, SYS_mknodat, 0, 0, 0600, HELD_BACK},
    {&reading, SYS_linkat, 0, 0, 0, HELD_BACK}, {&reading, SYS_symlinkat, 0, 0, 0, HELD_BACK},
    {&reading, SYS_truncate, 0, 0, 0, HELD_BACK}, {&reading, SYS_fchmod, 3, 0600, 0, HELD_BACK},
    {&reading, SYS_fchmod, 3, 04700, 0, ERRNO(EPERM)}, {&reading, SYS_fchownat, 0, 0, 0, HELD_BACK},
    {&reading, SYS_utimensat, 0, 0, 0, HELD_BACK}, {&reading, SYS_fsetxattr, 3, 0, 0, HELD_BACK},
    {&reading, 463, 0, 0, 0, HELD_BACK},		/* setxattrat */
    {&reading, 469, 0, 0, 0, HELD_BACK},		/* file_setattr */
    {&reading, SYS_ioctl, 3, 0x40086602, 0, HELD_BACK}, /* FS_IOC_SETFLAGS */
    {&reading, SYS_ioctl, 3, 0x5401, 0, ALLOWED}, {&reading, SYS_bind, 3, 0, 0, HELD_BACK},
    {&reading, SYS_flock, 3, 0, 0, HELD_BACK}, {&reading, SYS_fcntl, 3, F_SETLK, 0, HELD_BACK},
    {&reading, SYS_fcntl, 3, F_OFD_SETLKW, 0, HELD_BACK},
    {&reading, SYS_fcntl, 3, F_GETFL, 0, ALLOWED},
    {&reading, SYS_fcntl, 3, F_DUPFD_CLOEXEC, 0, ALLOWED}, {&reading, SYS_write, 1, 0, 0, ALLOWED},
    {&reading, SYS_mount, 0, 0, 0, ERRNO(EPERM)},
#ifdef SYS_open
    {&reading, SYS_open, 0, O_RDONLY, 0, ALLOWED}, {&reading, SYS_open, 0, O_WRONLY, 0, HELD_BACK},
    {&reading, SYS_creat, 0, 0600, 0, HELD_BACK}, {&reading, SYS_access, 0, R_OK, 0, ALLOWED},
    {&reading, SYS_access, 0, W_OK, 0, HELD_BACK}, {&reading, SYS_unlink, 0, 0, 0, HELD_BACK},
    {&reading, SYS_rename, 0, 0, 0, HELD_BACK},
#endif
    {&landlock_old, 437, 0, 0, 0, ERRNO(ENOSYS)}, /* openat2 */
};

/* holds: calls-lead-out */
static void every_rule_answers_as_the_table_says(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		uint32_t got = answer(r->head, r->nr, r->a, r->b, r->c);

		if (got != r->wanted)
			fail_msg("row %zu: call %d(%llx, %llx, %llx) gives %x, wanted %x", i, r->nr,
			    (unsigned long long)r->a, (unsigned long long)r->b,
			    (unsigned long long)r->c, got, r->wanted);
	}
}

/* holds: calls-lead-out */
static void other_interfaces_of_the_kernel_are_refused(void **state)
{
	struct sock_filter code[FILTER_MAX];
	size_t len = filter_make(&namespaces, 7, true, code);
	struct seccomp_data data = {.nr = 20, .arch = AUDIT_ARCH_I386};

	assert_int_equal(evaluate(code, len, &data), SECCOMP_RET_KILL_PROCESS);
	data = (struct seccomp_data){.nr = 39, .arch = AUDIT_ARCH_X86_64 ^ 1};
	assert_int_equal(evaluate(code, len, &data), SECCOMP_RET_KILL_PROCESS);
#ifdef __x86_64__
	data = (struct seccomp_data){.nr = 0x40000000 + 39, .arch = ARCH};
	assert_int_equal(evaluate(code, len, &data), ERRNO(ENOSYS));
	data.nr = -1;
	assert_int_equal(evaluate(code, len, &data), ERRNO(ENOSYS));
#endif
}

/* A call that is held back waits for ever unless somebody knows it. Where another program answers, none is. */
/* holds: files-outside-mode */
static void what_is_held_back_is_answered(void **state)
{
	struct sock_filter code[FILTER_MAX];
	size_t held = 0;

	for (int nr = 0; nr < 600; nr++) {
		struct seccomp_data data = {.nr = nr, .arch = ARCH, .args = {1, 1, 1}};
		size_t len = filter_make(&landlock, 7, true, code);
		const bool is_held = evaluate(code, len, &data) == HELD_BACK;

		if (is_held != supervised_call_known(nr))
			fail_msg("call %d", nr);
		held += is_held;
		len = filter_make(&landlock, 7, false, code);
		assert_int_not_equal(evaluate(code, len, &data), HELD_BACK);
		len = filter_make(&namespaces, 7, true, code);
		assert_int_not_equal(evaluate(code, len, &data), HELD_BACK);
	}
	assert_true(held > 15);
}

/* Every call there is, by every tier: the program always comes to an answer, within its size. */
/* holds: calls-lead-out */
static void the_program_ends_for_every_call(void **state)
{
	const struct confine_head *heads[] = {
	    &namespaces, &landlock, &landlock_old, &landlock_network, &reading, &unix_sockets};

	for (size_t h = 0; h < sizeof heads / sizeof *heads; h++) {
		struct sock_filter code[FILTER_MAX];
		size_t len = filter_make(heads[h], 2, true, code);

		assert_in_range(len, 100, FILTER_MAX - 1);
		for (int nr = 0; nr < 600; nr++) {
			struct seccomp_data data = {.nr = nr, .arch = ARCH};

			evaluate(code, len, &data);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_rule_answers_as_the_table_says),
	    cmocka_unit_test(other_interfaces_of_the_kernel_are_refused),
	    cmocka_unit_test(what_is_held_back_is_answered),
	    cmocka_unit_test(the_program_ends_for_every_call),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
