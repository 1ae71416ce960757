/*
 * Landlock: writing below what is writable only, and of tier landlock reading below what is
 * readable only. The constants are those of the kernel's interface up to its version 7; a header may
 * be older, and what the running kernel does not know is left out.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/sandbox_internal.h"

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444 /* the same everywhere */
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define EXECUTE (1ULL << 0)
#define WRITE_FILE (1ULL << 1)
#define READ_FILE (1ULL << 2)
#define READ_DIR (1ULL << 3)
#define CHANGE_DIR 0x3ff0ULL /* removing, making and moving: bits 4 to 13 */
#define TRUNCATE (1ULL << 14)
#define IOCTL_DEV (1ULL << 15)
#define READS (EXECUTE | READ_FILE | READ_DIR)
#define WRITES (WRITE_FILE | CHANGE_DIR | TRUNCATE | IOCTL_DEV)
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)
#define NET_TCP 3ULL
#define SCOPES 3ULL /* abstract unix sockets, signals */

struct ruleset {
	uint64_t files, net, scoped;
};
struct beneath {
	uint64_t access;
	int32_t fd;
} __attribute__((packed));

/* The version of Landlock's interface, 0: there is none. */
static int landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0UL, 1UL);

	return abi > 0 ? (int)abi : 0;
}

static void allow(int ruleset, const char *path, uint64_t access)
{
	struct beneath rule = {.access = access};
	struct stat st;

	rule.fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.fd < 0)
		return; /* nothing is there to be allowed */
	if (fstat(rule.fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.access &= OF_FILES;
	if (rule.access != 0)
		confine_need(syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0U) == 0,
		    "allow folders for");
	close(rule.fd);
}

static void allow_paths(int ruleset, const struct confinement *c, uint64_t handled)
{
	for (size_t i = 0; i < c->count; i++) {
		const char *path = c->paths[i].path;

		switch (c->paths[i].kind) {
		case CONFINE_WRITABLE:
		case CONFINE_TMP:
			allow(ruleset, path, handled & (READS | WRITES));
			break;
		case CONFINE_READABLE:
			allow(ruleset, path, handled & READS);
			break;
		case CONFINE_LISTED:
			allow(ruleset, path, handled & READ_DIR);
			break;
		case CONFINE_PINNED:
		case CONFINE_PROTECTED:
		case CONFINE_MASKED:
			break;
		}
	}
}

void landlock_set_up(const struct confinement *c)
{
	/* Mounts have the last word on these in a tree of its own. */
	static const char *const own[] = {"/tmp", "/var/tmp", "/run", "/dev", "/proc", NULL};
	static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
	    "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts", "/dev/shm", "/dev/fd", NULL};
	const bool namespaces = c->head.tier == SANDBOX_NAMESPACES;
	const int abi = landlock_abi();
	struct ruleset r = {.files = namespaces ? WRITES : READS | WRITES};

	if (abi < 2 && namespaces)
		return; /* mounts hold it; with version 1 nothing could be moved between folders */
	errno = ENOSYS;
	confine_need(abi >= 2, "find Landlock for");
	if (abi < 3)
		r.files &= ~TRUNCATE;
	if (abi < 5)
		r.files &= ~IOCTL_DEV;
	if (abi >= 4 && !namespaces && !c->head.network)
		r.net = NET_TCP;
	if (abi >= 6)
		r.scoped = SCOPES;
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &r,
	    abi >= 6   ? sizeof r
	    : abi >= 4 ? 2 * sizeof(uint64_t)
		       : sizeof(uint64_t),
	    0U);
	confine_need(ruleset >= 0, "make rules for");
	allow_paths(ruleset, c, r.files);
	for (const char *const *path = namespaces ? own : devices; *path != NULL; path++)
		allow(ruleset, *path, r.files & (READS | WRITES));
	if (!namespaces)
		allow(ruleset, "/proc", r.files & (READS | WRITE_FILE));
	confine_need(
	    syscall(SYS_landlock_restrict_self, ruleset, 0U) == 0, "hold to its rules what is");
	close(ruleset);
}
