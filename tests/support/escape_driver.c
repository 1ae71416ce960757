/*
 * Tries, from inside a sandbox, what it must refuse:
 *
 *	escape_driver NAME [ARGUMENT]
 *
 * Exits 0 when it was refused, 1 when it was possible (and says so), 2 for a name it does not know.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* A pair needs no address, but datagrams may be sent to any. */
static bool datagrams(const char *arg)
{
	int ends[2];

	return is(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends), EPERM) &&
	       is(socketpair(AF_UNIX, SOCK_RAW, 0, ends), EPERM) && /* is of datagrams, too */
	       is(socketpair(AF_TIPC, SOCK_STREAM, 0, ends), EAFNOSUPPORT);
}

/* What other programs of the user share by number, and their limits. */
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

/* A setting of the kernel, which emptying the file first would not reach. */
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

/* Another process of the user: its memory. */
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

/* In a process of its own: the kernel may kill it. */
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

/* The needle comes backwards, so that no command line of this machine holds it. */
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

/* By its file and by the call that reads another's memory; a megabyte of each mapping is enough for a heap. */
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

/* Whatever /proc shows of other processes, searched for the bytes. */
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

static const struct {
	const char *name;
	bool (*refused)(const char *arg);
} tries[] = {
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
