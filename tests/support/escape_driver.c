/* SPDX-License-Identifier: MIT
 * Tries, from inside a sandbox, what it must refuse:
 *
 *	escape_driver NAME [ARGUMENT]
 *
 * Exits 0 if it was refused, 1 if it was possible (and says so), 2 for a name it does not know. A name that begins
 * with own_ stands for what must work inside the sandbox: 0 if it was possible.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

static bool is(long result, int error)
{
	if (result >= 0 || errno != error) {
		printf("answered %ld, errno %d (%s)\n", result, result < 0 ? errno : 0,
		    result < 0 ? strerror(errno) : "");
		return false;
	}
	return true;
}

static bool clone3(const char *arg)
{
	return is(syscall(435, NULL, 0UL), ENOSYS);
}

static bool io_uring(const char *arg)
{
	char params[120] = {0};

	return is(syscall(425, 1U, params), ENOSYS);
}

static bool new_user(const char *arg)
{
	return is(unshare(CLONE_NEWUSER), EPERM) &&
	       is(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, 0UL), EPERM);
}

static bool mounts(const char *arg)
{
	return is(mount("tmpfs", "/mnt", "tmpfs", 0, NULL), EPERM) &&
	       is(umount2("/proc", MNT_DETACH), EPERM) && is(chroot("/"), EPERM) &&
	       is(syscall(428, AT_FDCWD, "/", 1U), EPERM);
}

/* The kernel looks at 32 bits of the request; a filter that compares 64 sees another one. */
static bool tiocsti(const char *arg)
{
	int master, slave;

	if (openpty(&master, &slave, NULL, NULL, NULL) != 0)
		slave = STDIN_FILENO; /* no terminals here: the filter looks at the request alone */
	return is(syscall(SYS_ioctl, slave, 0x5412UL, "x"), EPERM) &&
	       is(syscall(SYS_ioctl, slave, 0x5412UL | 1UL << 32, "x"), EPERM) &&
	       is(syscall(SYS_ioctl, slave, 0x541cUL | 1UL << 40, "x"), EPERM);
}

static bool families(const char *arg)
{
	for (int family = 0; family < 64; family++) {
		if (family == AF_INET || family == AF_INET6 || family == AF_NETLINK)
			continue;
		if (!is(socket(family, SOCK_STREAM, 0), EAFNOSUPPORT)) {
			printf("family %d\n", family);
			return false;
		}
	}
	return is(socket(AF_NETLINK, SOCK_RAW, 9), EAFNOSUPPORT) && /* audit */
	       is(syscall(SYS_socket, AF_UNIX | 1UL << 32, SOCK_STREAM, 0), EAFNOSUPPORT);
}

static bool inet(const char *arg)
{
	return is(socket(AF_INET, SOCK_STREAM, 0), EAFNOSUPPORT) &&
	       is(socket(AF_INET6, SOCK_DGRAM, 0), EAFNOSUPPORT);
}

/* Sockets of datagrams: a pair needs no address, but could send to any. */
static bool datagrams(const char *arg)
{
	int ends[2];

	return is(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends), EPERM) &&
	       is(socketpair(AF_UNIX, SOCK_RAW, 0, ends), EPERM) && /* is of datagrams, too */
	       is(socketpair(AF_TIPC, SOCK_STREAM, 0, ends), EAFNOSUPPORT);
}

/* Tries to make a setuid program, which runs as its owner for whoever starts it; path: nothing is there. */
static bool setuid_file(const char *path)
{
	const bool made = is(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 04755), EPERM) &&
			  is(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 02755), EPERM) &&
			  is(open(".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 04755), EPERM) &&
			  is(syscall(437, AT_FDCWD, path, NULL, 0), ENOSYS) && /* openat2 */
			  is(mknod(path, S_IFREG | 04755, 0), EPERM);
	const int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0755);

	return made && fd >= 0 && is(fchmod(fd, 04755), EPERM) && is(chmod(path, 06755), EPERM) &&
	       is(fchmodat(AT_FDCWD, path, 04755, 0), EPERM) &&
	       syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 04000) >= 0;
}

/* Tries what other programs of the user share by number (System V IPC), and their limits. */
static bool shared(const char *pid)
{
	struct rlimit limit;

	return is(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600), EPERM) &&
	       is(shmat(0, NULL, 0) != (void *)-1 ? 0 : -1, EPERM) &&
	       is(msgget(IPC_PRIVATE, IPC_CREAT | 0600), EPERM) &&
	       is(semget(IPC_PRIVATE, 1, IPC_CREAT | 0600), EPERM) &&
	       is(mq_open("/name", O_RDONLY), EPERM) &&
	       is(prlimit((pid_t)strtol(pid, NULL, 10), RLIMIT_CPU, NULL, &limit), EPERM);
}

/* Tries to write a setting of the kernel, without truncating its file first. */
static bool kernel_settings(const char *arg)
{
	static const char *const files[] = {"/proc/sys/kernel/core_pattern",
	    "/proc/sys/vm/swappiness", "/proc/sysrq-trigger", "/proc/irq/default_smp_affinity"};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (open(files[i], O_WRONLY | O_CLOEXEC) < 0)
			continue;
		printf("'%s' can be written\n", files[i]);
		return false;
	}
	return true;
}

static bool unix_connect(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (fd < 0)
		return is(fd, EAFNOSUPPORT);
	snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
	return connect(fd, (struct sockaddr *)&address, sizeof address) != 0;
}

static bool keyring(const char *arg)
{
	return is(syscall(SYS_keyctl, 0, -3, 0), EPERM) &&
	       is(syscall(SYS_add_key, "user", "x", "x", 1UL, -3), EPERM);
}

/* Tries to trace another process of the user, to read its memory and to signal it. */
static bool trace(const char *pid)
{
	pid_t other = (pid_t)strtol(pid, NULL, 10);
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};

	if (ptrace(PTRACE_ATTACH, other, NULL, NULL) == 0)
		return is(0, 0);
	if (process_vm_readv(other, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT)
		return is(0, 0);
	return kill(other, 0) != 0 || is(0, 0);
}

/* Tries calls of other interfaces (x32, i386), in a process of its own, since the kernel may kill it. */
static bool foreign(const char *arg)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
#ifdef __x86_64__
		if (syscall(0x40000000L + 39) > 0) /* getpid as x32 */
			_exit(1);
		long result;
		__asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory"); /* as i386 */
		_exit(result > 0);
#endif
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) || WEXITSTATUS(status) == 0 || is(0, 0);
}

static bool descriptors(const char *arg)
{
	for (int fd = 3; fd < 1024; fd++)
		if (fcntl(fd, F_GETFD) >= 0) {
			printf("descriptor %d is open\n", fd);
			return false;
		}
	return true;
}

/* The bytes to look for; given backwards, so that no command line of this machine holds them. */
static char needle[64];

static bool has_needle(const char *data, ssize_t len)
{
	return len > 0 && memmem(data, (size_t)len, needle, strlen(needle)) != NULL;
}

static char page[1 << 20];

static bool file_has(const char *pid, const char *name)
{
	char path[300];
	bool found = false;
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%s/%s", pid, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && !found && (n = read(fd, page, sizeof page)) > 0)
		found = has_needle(page, n);
	if (fd >= 0)
		close(fd);
	if (found)
		printf("found in %s\n", path);
	return found;
}

/* Whether a process's memory holds the needle, read by its /proc file and by process_vm_readv; a megabyte of each
 * mapping is enough for a heap. */
static bool memory_has(const char *pid)
{
	char path[300], line[512];
	unsigned long from, to;
	bool found = false;

	snprintf(path, sizeof path, "/proc/%s/maps", pid);
	FILE *maps = fopen(path, "r");
	snprintf(path, sizeof path, "/proc/%s/mem", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	while (maps != NULL && !found && fgets(line, sizeof line, maps) != NULL) {
		if (sscanf(line, "%lx-%lx", &from, &to) != 2)
			continue;
		const size_t len = to - from < sizeof page ? to - from : sizeof page;
		struct iovec here = {page, len}, there = {(void *)from, len};

		found = fd >= 0 && has_needle(page, pread(fd, page, len, (off_t)from));
		found |= has_needle(
		    page, process_vm_readv((pid_t)strtol(pid, NULL, 10), &here, 1, &there, 1, 0));
	}
	if (fd >= 0)
		close(fd);
	if (maps != NULL)
		fclose(maps);
	if (found)
		printf("found in the memory of %s\n", pid);
	return found;
}

/* Searches whatever /proc shows of other processes for the bytes. */
static bool bytes(const char *backwards)
{
	const size_t len = strnlen(backwards, sizeof needle - 1);
	bool found = false;
	DIR *proc = opendir("/proc");
	const struct dirent *d;

	for (size_t i = 0; i < len; i++)
		needle[i] = backwards[len - 1 - i];
	while (proc != NULL && (d = readdir(proc)) != NULL) {
		if (!isdigit((unsigned char)d->d_name[0]) ||
		    strtol(d->d_name, NULL, 10) == getpid())
			continue;
		found |= file_has(d->d_name, "environ") || file_has(d->d_name, "cmdline") ||
			 memory_has(d->d_name);
	}
	if (proc != NULL)
		closedir(proc);
	return !found;
}

/* ---- What Landlock does not look at --------------------------------------------------------- */

/* Whether a change was refused, for whatever reason. */
static bool failed(const char *what, long result)
{
	if (result < 0)
		return true;
	printf("possible: %s\n", what);
	return false;
}

static const struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};

/* Tries all ways to change a file's metadata by its path. */
static bool path_metadata(const char *path)
{
	const struct timeval seconds[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
	const struct utimbuf time = {1, 1};
	char attributes[32] = {0};
	bool held = true;

	held &= failed("chmod", chmod(path, 0751));
	held &= failed("fchmodat", fchmodat(AT_FDCWD, path, 0751, 0));
	held &= failed("fchmodat2", syscall(452, AT_FDCWD, path, 0751, 0));
	held &= failed("chown", chown(path, getuid(), getgid()));
	held &= failed("lchown", lchown(path, getuid(), getgid()));
	held &= failed("fchownat", fchownat(AT_FDCWD, path, getuid(), getgid(), 0));
	held &= failed("utimensat", utimensat(AT_FDCWD, path, long_ago, 0));
	held &= failed("utimes", utimes(path, seconds));
	held &= failed("futimesat", futimesat(AT_FDCWD, path, seconds));
	held &= failed("utime", utime(path, &time));
	held &= failed("setxattr", setxattr(path, "user.planted", "x", 1, 0));
	held &= failed("lsetxattr", lsetxattr(path, "user.planted", "x", 1, 0));
	held &= failed("removexattr", removexattr(path, "user.there"));
	held &= failed("lremovexattr", lremovexattr(path, "user.there"));
	held &= failed("setxattrat", syscall(463, AT_FDCWD, path, 0, "user.planted", NULL, 0));
	held &=
	    failed("file_setattr", syscall(469, AT_FDCWD, path, attributes, sizeof attributes, 0));
	held &= failed("truncate", truncate(path, 0));
	return held;
}

/* As path_metadata, through a descriptor that was opened to read. */
static bool open_metadata(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), flags = 0x80; /* FS_NOATIME_FL */
	char attributes[28] = {0}, by_number[32];
	bool held = true;

	if (fd < 0)
		return true;
	snprintf(by_number, sizeof by_number, "/proc/self/fd/%d", fd);
	held &= failed("fchmod", fchmod(fd, 0751));
	held &= failed("fchown", fchown(fd, getuid(), getgid()));
	held &= failed("futimens", futimens(fd, long_ago));
	held &= failed("fsetxattr", fsetxattr(fd, "user.planted", "x", 1, 0));
	held &= failed("fremovexattr", fremovexattr(fd, "user.there"));
	held &= failed("fchownat", fchownat(fd, "", getuid(), getgid(), AT_EMPTY_PATH));
	held &= failed("FS_IOC_SETFLAGS", ioctl(fd, 0x40086602UL, &flags));
	held &= failed("FS_IOC_SETVERSION", ioctl(fd, 0x40087602UL, &flags));
	held &= failed("FS_IOC_FSSETXATTR", ioctl(fd, 0x401c5820UL, attributes));
	held &= failed("chmod by number", chmod(by_number, 0751));
	close(fd);
	return held;
}

/* Tries them on a file of this user outside the sandbox, also by a link in the workspace and by way of its folder. */
static bool metadata(const char *path)
{
	char link[64], folder[4096];
	bool held = path_metadata(path) && open_metadata(path);
	int dir;

	snprintf(link, sizeof link, "link.%d", (int)getpid());
	if (symlink(path, link) != 0)
		return is(-1, 0);
	held = held && failed("chmod by a link", chmod(link, 0751)) &&
	       failed("utimensat by a link", utimensat(AT_FDCWD, link, long_ago, 0));
	unlink(link);
	snprintf(folder, sizeof folder, "%s", path);
	*strrchr(folder, '/') = '\0';
	dir = open(folder, O_PATH | O_CLOEXEC);
	held = held &&
	       failed("fchmodat by its folder", fchmodat(dir, strrchr(path, '/') + 1, 0751, 0));
	return held;
}

/* As metadata, on a file of the workspace: everything must work that is refused outside. */
static bool own_metadata(const char *path)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0600);

	return chmod(path, 0400) == 0 && chmod(path, 0600) == 0 && fchmod(fd, 0640) == 0 &&
	       fchmodat(AT_FDCWD, path, 0700, AT_SYMLINK_NOFOLLOW) == 0 && stat(path, &st) == 0 &&
	       (st.st_mode & 0777) == 0700 && chown(path, getuid(), getgid()) == 0 &&
	       utimensat(AT_FDCWD, path, long_ago, 0) == 0 && stat(path, &st) == 0 &&
	       st.st_mtim.tv_sec == 1 && futimens(fd, NULL) == 0 && stat(path, &st) == 0 &&
	       st.st_mtim.tv_sec > 1 && symlink("nowhere", "dangling") == 0 &&
	       utimensat(AT_FDCWD, "dangling", long_ago, AT_SYMLINK_NOFOLLOW) == 0 &&
	       lchown("dangling", getuid(), getgid()) == 0 && unlink("dangling") == 0 &&
	       fchmod(-1, 0600) != 0 && errno == EBADF && chmod("not there", 0600) != 0 &&
	       errno == ENOENT && chmod((const char *)16, 0600) != 0 && errno == EFAULT;
}

/* Tries to watch what happens to the files of a folder outside, for a second and a half. */
static bool watch(const char *folder)
{
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	if (inotify_add_watch(fd, folder, IN_ALL_EVENTS) < 0)
		return true;
	return poll(&ready, 1, 1500) == 0 || failed("inotify", 0);
}

static bool own_watch(const char *folder)
{
	char path[4096], event[512];
	int fd = inotify_init1(IN_CLOEXEC);

	if (inotify_add_watch(fd, folder, IN_CREATE) < 0)
		return is(-1, 0);
	snprintf(path, sizeof path, "%s/watched", folder);
	close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
	unlink(path);
	return read(fd, event, sizeof event) > 0;
}

/* Tries to change another process of the user: its limits, its priority and the CPUs it runs on. */
static bool other(pid_t pid)
{
	const struct sched_param param = {0};
	const struct rlimit none = {0, 0};
	cpu_set_t one;
	uint32_t attributes[12] = {sizeof attributes, SCHED_IDLE};
	bool held = true;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	held &= failed("prlimit", prlimit(pid, RLIMIT_NOFILE, &none, NULL));
	held &= failed("setpriority", setpriority(PRIO_PROCESS, (id_t)pid, 19));
	held &= failed("setpriority of a group", setpriority(PRIO_PGRP, (id_t)pid, 19));
	held &= failed("sched_setscheduler", sched_setscheduler(pid, SCHED_IDLE, &param));
	held &= failed("sched_setparam", sched_setparam(pid, &param));
	held &= failed("sched_setattr", syscall(SYS_sched_setattr, pid, attributes, 0));
	held &= failed("sched_setaffinity", sched_setaffinity(pid, sizeof one, &one));
	held &= failed("ioprio_set", syscall(SYS_ioprio_set, 1, pid, 3 << 13));
	held &= failed("move_pages", syscall(SYS_move_pages, pid, 0UL, NULL, NULL, NULL, 0));
	return held;
}

/* Tries `other` on a process outside and on the one that watches the limits of a command, which nothing may blind. */
static bool others(const char *pid)
{
	const bool own_pids = getppid() == 1 || strtol(pid, NULL, 10) == 0;

	return other((pid_t)strtol(pid, NULL, 10)) && other(1) && other(getppid()) &&
	       failed("setpriority of the user", setpriority(PRIO_USER, getuid(), 19)) &&
	       failed("ioprio_set of the user", syscall(SYS_ioprio_set, 3, getuid(), 3 << 13)) &&
	       (own_pids || failed("kill -STOP of the parent", kill(getppid(), SIGSTOP)));
}

/* A command may change the priority of its own processes and threads. */
static bool own_priority(const char *arg)
{
	cpu_set_t all;
	pid_t child = fork();
	bool ok;

	if (child == 0) {
		pause();
		_exit(0);
	}
	ok = sched_getaffinity(0, sizeof all, &all) == 0 &&
	     sched_setaffinity(getpid(), sizeof all, &all) == 0 &&
	     setpriority(PRIO_PROCESS, (id_t)child, 5) == 0 &&
	     sched_setaffinity(child, sizeof all, &all) == 0;
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return ok || is(-1, 0);
}

/* ---- Memory that is mapped nowhere ---------------------------------------------------------- */

#define HELD_BYTES (256 << 20)

static bool wait_for_the_end(void)
{
	poll(NULL, 0, 20000);
	return failed("holding the memory", 0);
}

/* Writes HELD_BYTES into a file by a buffer; the file system may have less room. */
static bool fill(int fd)
{
	for (size_t held = 0; held < HELD_BYTES; held += sizeof page)
		if (write(fd, page, sizeof page) != sizeof page)
			return fd >= 0;
	return wait_for_the_end();
}

static bool hold_memfd(const char *arg)
{
	return fill(memfd_create("held", 0));
}

static bool hold_shm(const char *arg)
{
	int fd = open("/dev/shm/held", O_CREAT | O_RDWR | O_CLOEXEC, 0600);

	return fd < 0 || fill(fd);
}

static bool hold_segments(const char *arg)
{
	for (size_t held = 0; held < HELD_BYTES; held += 8 << 20) {
		char *at = shmat(shmget(IPC_PRIVATE, 8 << 20, IPC_CREAT | 0600), NULL, 0);

		if (at == (char *)-1)
			return true;
		memset(at, 1, 8 << 20);
		shmdt(at);
	}
	return wait_for_the_end();
}

/* Tries to hold memory by a mapping that is undone: the pages stay. */
static bool hold_mapping(const char *arg)
{
	char *at =
	    mmap(NULL, HELD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	for (size_t held = 0; held < HELD_BYTES; held += 4 << 20) {
		memset(at + held, 1, 4 << 20);
		madvise(at + held, 4 << 20, MADV_DONTNEED);
	}
	return wait_for_the_end();
}

static const struct {
	const char *name;
	bool (*refused)(const char *arg);
} tries[] = {
    {"metadata", metadata},
    {"own_metadata", own_metadata},
    {"setuid_file", setuid_file},
    {"watch", watch},
    {"own_watch", own_watch},
    {"others", others},
    {"own_priority", own_priority},
    {"hold_memfd", hold_memfd},
    {"hold_shm", hold_shm},
    {"hold_segments", hold_segments},
    {"hold_mapping", hold_mapping},
    {"clone3", clone3},
    {"io_uring", io_uring},
    {"new_user", new_user},
    {"mounts", mounts},
    {"tiocsti", tiocsti},
    {"families", families},
    {"inet", inet},
    {"datagrams", datagrams},
    {"shared", shared},
    {"kernel_settings", kernel_settings},
    {"unix_connect", unix_connect},
    {"keyring", keyring},
    {"trace", trace},
    {"foreign", foreign},
    {"descriptors", descriptors},
    {"bytes", bytes},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof tries / sizeof *tries; i++)
		if (strcmp(argv[1], tries[i].name) == 0)
			return tries[i].refused(argc > 2 ? argv[2] : "") ? 0 : 1;
	return 2;
}
