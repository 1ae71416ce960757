/* SPDX-License-Identifier: MIT
 * Answers held-back system calls. The file that a call names is opened here, by the folder and the descriptors of the
 * calling process, and the change is made through that descriptor. So it does not matter what becomes of the path, or
 * of the strings in that process's memory, after they were read.
 */
#include "sandbox/linux/supervised_calls.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>
#include "base/base.h"
#include "sandbox/child/path_list.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434 /* the same everywhere */
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif
#define CALL_FCHMODAT2 452
#define EMPTY_PATH 0x1000U /* AT_EMPTY_PATH */
#define NOTICE_BYTES 512   /* more than the kernel's struct has */
#define VALUE_BYTES 65536  /* the largest value of an attribute */
#define NONE (-1)

struct held_call {
	int listener;
	const struct seccomp_notif *notice;
	const struct confinement *confinement;
	int memory;	  /* (borrowed) /proc/PID/mem of the calling process */
	bool would_write; /* the command may only read, and the call writes */
	char target[32];  /* "/proc/self/fd/N": the file that the call names */
};

static uint64_t argument(const struct held_call *c, int n)
{
	return c->notice->data.args[n];
}

/* Reads len bytes of the calling process's memory. False: not all could be read. */
static bool read_memory(const struct held_call *c, uint64_t at, void *out, size_t len)
{
	return pread(c->memory, out, len, (off_t)at) == (ssize_t)len;
}

/* Reads a string of at most size bytes, NUL included. False: it is longer, or cannot be read. */
static bool read_string(const struct held_call *c, uint64_t at, char *out, size_t size)
{
	ssize_t n = pread(c->memory, out, size, (off_t)at);

	return n > 0 && memchr(out, '\0', (size_t)n) != NULL;
}

/* ---- The changes, each of which returns 0 or -errno ------------------------------------------ */

static long result_of(long result)
{
	return result < 0 ? -errno : result;
}

static long change_mode(struct held_call *c, int first)
{
	return result_of(chmod(c->target, (mode_t)argument(c, first)));
}

static long change_owner(struct held_call *c, int first)
{
	return result_of(
	    chown(c->target, (uid_t)argument(c, first), (gid_t)argument(c, first + 1)));
}

static long change_times(struct held_call *c, int first)
{
	const bool now = argument(c, first) == 0;
	struct timespec times[2];

	if (!now && !read_memory(c, argument(c, first), times, sizeof times))
		return -EFAULT;
	return result_of(utimensat(AT_FDCWD, c->target, now ? NULL : times, 0));
}

#ifdef SYS_utime
static long change_times_us(struct held_call *c, int first)
{
	const bool now = argument(c, first) == 0;
	struct timeval times[2];

	if (!now && !read_memory(c, argument(c, first), times, sizeof times))
		return -EFAULT;
	return result_of(utimes(c->target, now ? NULL : times));
}

static long change_times_s(struct held_call *c, int first)
{
	const bool now = argument(c, first) == 0;
	struct utimbuf times;

	if (!now && !read_memory(c, argument(c, first), &times, sizeof times))
		return -EFAULT;
	return result_of(utime(c->target, now ? NULL : &times));
}
#endif

static long set_attribute(struct held_call *c, int first)
{
	static char value[VALUE_BYTES];
	const uint64_t len = argument(c, first + 2);
	char name[XATTR_NAME_MAX + 1];

	if (len > sizeof value)
		return -E2BIG;
	if (!read_string(c, argument(c, first), name, sizeof name))
		return -ERANGE;
	if (len > 0 && !read_memory(c, argument(c, first + 1), value, (size_t)len))
		return -EFAULT;
	return result_of(
	    setxattr(c->target, name, value, (size_t)len, (int)argument(c, first + 3)));
}

static long remove_attribute(struct held_call *c, int first)
{
	char name[XATTR_NAME_MAX + 1];

	if (!read_string(c, argument(c, first), name, sizeof name))
		return -ERANGE;
	return result_of(removexattr(c->target, name));
}

/* ---- Watching -------------------------------------------------------------------------------- */

/* Returns the number after a name in /proc/PID/status; 0: it is not there. */
static pid_t status_number(pid_t pid, const char *name)
{
	char path[64], text[2048], *at;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	auto_close int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	text[n > 0 ? n : 0] = '\0';
	at = strstr(text, name);
	return at == NULL ? 0 : (pid_t)strtol(at + strlen(name), NULL, 10);
}

static long add_watch(struct held_call *c, int first)
{
	const pid_t group = status_number((pid_t)c->notice->pid, "\nTgid:");
	auto_close int process = (int)syscall(SYS_pidfd_open, group, 0U);
	auto_close int fd =
	    process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, (int)argument(c, 0), 0U);
	return fd < 0 ? -errno
		      : result_of(inotify_add_watch(
			    fd, c->target, (uint32_t)argument(c, first) & ~IN_DONT_FOLLOW));
}

/* ---- The table ------------------------------------------------------------------------------- */

/* By argument number: the folder, the path, the flags, and the first of the others. dir NONE: the
 * path is relative to the process's current folder; path NONE: dir is the file itself. */
static const struct supervised_call {
	int call;
	signed char dir, path, flags;
	long (*make)(struct held_call *c, int first);
	signed char first;
	unsigned no_follow; /* the flag not to follow a link; ~0: links are never followed */
} calls[] = {
    {SYS_fchmod, 0, NONE, NONE, change_mode, 1, 0},
    {SYS_fchmodat, 0, 1, NONE, change_mode, 2, 0},
    {CALL_FCHMODAT2, 0, 1, 3, change_mode, 2, AT_SYMLINK_NOFOLLOW},
    {SYS_fchown, 0, NONE, NONE, change_owner, 1, 0},
    {SYS_fchownat, 0, 1, 4, change_owner, 2, AT_SYMLINK_NOFOLLOW},
    {SYS_utimensat, 0, 1, 3, change_times, 2, AT_SYMLINK_NOFOLLOW},
    {SYS_setxattr, NONE, 0, NONE, set_attribute, 1, 0},
    {SYS_lsetxattr, NONE, 0, NONE, set_attribute, 1, ~0U},
    {SYS_fsetxattr, 0, NONE, NONE, set_attribute, 1, 0},
    {SYS_removexattr, NONE, 0, NONE, remove_attribute, 1, 0},
    {SYS_lremovexattr, NONE, 0, NONE, remove_attribute, 1, ~0U},
    {SYS_fremovexattr, 0, NONE, NONE, remove_attribute, 1, 0},
    {SYS_inotify_add_watch, NONE, 1, 2, add_watch, 2, IN_DONT_FOLLOW},
#ifdef SYS_chmod
    {SYS_chmod, NONE, 0, NONE, change_mode, 1, 0},
    {SYS_chown, NONE, 0, NONE, change_owner, 1, 0},
    {SYS_lchown, NONE, 0, NONE, change_owner, 1, ~0U},
    {SYS_utime, NONE, 0, NONE, change_times_s, 1, 0},
    {SYS_utimes, NONE, 0, NONE, change_times_us, 1, 0},
    {SYS_futimesat, 0, 1, NONE, change_times_us, 2, 0},
#endif
};

/* Calls that name a process, in argument `process`; argument `which` says whether it is one, or NONE. */
static const struct process_call {
	int call;
	signed char which, process;
	unsigned of_process; /* the value of `which` for one process */
} process_calls[] = {
    {SYS_setpriority, 0, 1, PRIO_PROCESS},
    {SYS_ioprio_set, 0, 1, 1},
    {SYS_sched_setscheduler, NONE, 0, 0},
    {SYS_sched_setparam, NONE, 0, 0},
    {SYS_sched_setattr, NONE, 0, 0},
    {SYS_sched_setaffinity, NONE, 0, 0},
};

/* Returns the row of a table whose first member is the number of the call; NULL: there is none. */
static const void *row_find(const void *table, size_t count, size_t bytes, int call)
{
	for (const char *row = table; count > 0; count--, row += bytes)
		if (*(const int *)(const void *)row == call)
			return row;
	return NULL;
}
#define ROW(table, call) row_find(table, sizeof(table) / sizeof *(table), sizeof *(table), call)

bool supervised_call_known(int call)
{
	return ROW(calls, call) != NULL || ROW(process_calls, call) != NULL;
}

/* ---- What a call names ----------------------------------------------------------------------- */

/* Puts the calling process's /proc/PID in place of /proc/self, /proc/thread-self or /dev/fd at the start of path,
 * which the C library gives for descriptors. path has room for PATH_MAX bytes; "": it was too long. */
static void name_process(const struct held_call *c, char *path)
{
	static const char *const own[][2] = {
	    {"/proc/self/", ""}, {"/proc/thread-self/", ""}, {"/dev/fd/", "fd/"}};
	char rest[PATH_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(own); i++) {
		const size_t len = strlen(own[i][0]);

		if (strncmp(path, own[i][0], len) != 0)
			continue;
		memcpy(rest, path + len, strlen(path + len) + 1);
		if (snprintf(path, PATH_MAX, "/proc/%u/%s%s", c->notice->pid, own[i][1], rest) >=
		    PATH_MAX)
			*path = '\0';
		return;
	}
}

/* Opens with O_PATH what the call names. -1: errno. */
static int open_named(const struct held_call *c, const struct supervised_call *row)
{
	const unsigned flags = row->flags == NONE ? 0 : (unsigned)argument(c, row->flags);
	const bool itself = row->no_follow == ~0U || (flags & row->no_follow) != 0;
	const int number = row->dir == NONE ? AT_FDCWD : (int)argument(c, row->dir);
	char path[PATH_MAX] = "";

	if (row->path != NONE && argument(c, row->path) != 0 &&
	    !read_string(c, argument(c, row->path), path, sizeof path)) {
		errno = EFAULT;
		return -1;
	}
	const bool has_path = row->path != NONE && argument(c, row->path) != 0;
	if (has_path && *path == '\0' && (row->dir == NONE || (flags & EMPTY_PATH) == 0)) {
		errno = ENOENT;
		return -1;
	}
	name_process(c, path);
	int dir = AT_FDCWD;
	if (*path != '/') { /* a descriptor of the process, its folder included */
		char from[64];

		if (number == AT_FDCWD)
			snprintf(from, sizeof from, "/proc/%u/cwd", c->notice->pid);
		else
			snprintf(from, sizeof from, "/proc/%u/fd/%d", c->notice->pid, number);
		dir = open(from, O_PATH | O_CLOEXEC);
		if (dir < 0 && errno == ENOENT)
			errno = EBADF;
	}
	if (dir == -1 || *path == '\0')
		return dir;
	int fd = openat(dir, path, O_PATH | O_CLOEXEC | (itself ? O_NOFOLLOW : 0));
	const int failed = errno;
	if (dir >= 0)
		close(dir);
	errno = failed;
	return fd;
}

/* Whether c->target lies below a path that may be written; with `readable`, also below one that may
 * be read in full (not CONFINE_LISTED). */
static bool is_granted(const struct held_call *c, bool readable)
{
	char path[PATH_MAX];
	ssize_t n = readlink(c->target, path, sizeof path - 1);

	if (n <= 0)
		return false;
	path[n] = '\0';
	for (size_t i = 0; i < c->confinement->count; i++) {
		const struct confine_path *p = &c->confinement->paths[i];

		if ((p->kind == CONFINE_WRITABLE || p->kind == CONFINE_TMP ||
			(readable && p->kind == CONFINE_READABLE)) &&
		    path_holds(p->path, path))
			return true;
	}
	return false;
}

/* Whether the process is a descendant of this one. */
static bool is_below(pid_t pid)
{
	while (pid > 1 && pid != getpid()) {
		pid = status_number(pid, "\nPPid:");
		if (pid == getpid())
			return true;
	}
	return false;
}

/* Whether a call that would write opens a device, such as /dev/null. If the path in memory names another file by the
 * time the kernel goes on, the kernel refuses the call, since all files are read-only. */
static bool opens_device(const struct held_call *c)
{
	const int call = c->notice->data.nr;
	const bool in_folder = call == SYS_openat;
	const struct supervised_call row = {
	    call, in_folder ? 0 : NONE, in_folder ? 1 : 0, NONE, NULL, 0, 0};
	bool opens = in_folder;
	struct stat st;

#ifdef SYS_open
	opens = opens || call == SYS_open || call == SYS_creat;
#endif
	auto_close int file = opens ? open_named(c, &row) : -1;
	return file >= 0 && fstat(file, &st) == 0 && S_ISCHR(st.st_mode);
}

static long answer_call(struct held_call *c, uint32_t *flags)
{
	const struct process_call *named = ROW(process_calls, c->notice->data.nr);
	const struct supervised_call *row = ROW(calls, c->notice->data.nr);
	char path[64];

	if (named != NULL) {
		/* These arguments are in registers, which nobody can change, so the kernel may go
		 * on with the call if the process is a descendant. */
		const bool own = (named->which == NONE ||
				     (unsigned)argument(c, named->which) == named->of_process) &&
				 is_below((pid_t)argument(c, named->process));

		*flags = own ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
		return own ? 0 : -EPERM;
	}
	snprintf(path, sizeof path, "/proc/%u/mem", c->notice->pid);
	auto_close int memory = open(path, O_RDONLY | O_CLOEXEC);
	c->memory = memory;
	if (c->confinement->head.only_reads != 0) {
		c->would_write = memory < 0 || !opens_device(c);
		*flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		return 0;
	}
	if (row == NULL || memory < 0)
		return -EPERM;
	auto_close int file = open_named(c, row);
	if (file < 0)
		return -errno;
	/* The process may have ended, and its id may be another's by now. */
	if (ioctl(c->listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &c->notice->id) != 0)
		return -EPERM;
	snprintf(c->target, sizeof c->target, "/proc/self/fd/%d", file);
	return is_granted(c, row->make == add_watch) ? row->make(c, row->first) : -EPERM;
}

bool supervised_call_answer(int listener, const struct confinement *c)
{
	union {
		struct seccomp_notif notice;
		char room[NOTICE_BYTES];
	} in;
	union {
		struct seccomp_notif_resp answer;
		char room[NOTICE_BYTES];
	} out;
	struct held_call call = {.listener = listener, .notice = &in.notice, .confinement = c};

	memset(&in, 0, sizeof in);
	memset(&out, 0, sizeof out);
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &in) != 0)
		return true;
	const long result = answer_call(&call, &out.answer.flags);
	if (call.would_write)
		return false;
	out.answer.id = in.notice.id;
	out.answer.val = result < 0 ? 0 : result;
	out.answer.error = result < 0 ? (int)result : 0;
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &out);
	return true;
}
