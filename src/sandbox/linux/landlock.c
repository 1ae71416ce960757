/* SPDX-License-Identifier: MIT
 * Restricts writing to what is writable and, in tier landlock, reading to what is readable. The
 * constants are those of the kernel's interface up to its version 10, since a header may be older;
 * what the running kernel does not know is not asked for.
 */
#include "sandbox/linux/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/linux/confined_linux.h"

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444 /* the same everywhere */
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define EXECUTE (1ULL << 0)
#define WRITE_FILE (1ULL << 1)
#define READ_FILE (1ULL << 2)
#define READ_DIR (1ULL << 3)
#define CHANGE_DIR 0x1ff0ULL /* bits 4 to 12: removing and making files of any kind */
#define REFER (1ULL << 13)
#define TRUNCATE (1ULL << 14)
#define IOCTL_DEV (1ULL << 15)
#define RESOLVE_UNIX (1ULL << 16) /* of servers that the command did not start itself */
#define READS (EXECUTE | READ_FILE | READ_DIR)
#define WRITES (WRITE_FILE | CHANGE_DIR | REFER | TRUNCATE | IOCTL_DEV)
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)
#define TCP 3ULL	/* binding and connecting */
#define UDP (3ULL << 2) /* the same, and sending */
#define LEAST_ABI 2	/* with version 1 nothing could be moved between folders */
#define SIGNALS_ABI 6
#define SIGNALS (1ULL << 1)
#define SOCKETS_ABI 9

enum when { ALWAYS, LANDLOCK_ALONE, WITHOUT_NETWORK, OWN_SOCKETS };

/* The rights that are restricted, each with the version of the interface that introduced it. */
static const struct right {
	int abi;
	size_t field; /* of struct landlock_rights */
	uint64_t bits;
	enum when when;
} rights[] = {
    {2, offsetof(struct landlock_rights, files), READS, LANDLOCK_ALONE},
    {2, offsetof(struct landlock_rights, files), WRITE_FILE | CHANGE_DIR | REFER, ALWAYS},
    {3, offsetof(struct landlock_rights, files), TRUNCATE, ALWAYS},
    {4, offsetof(struct landlock_rights, net), TCP, WITHOUT_NETWORK},
    {5, offsetof(struct landlock_rights, files), IOCTL_DEV, ALWAYS},
    {6, offsetof(struct landlock_rights, scoped), 1ULL << 0, ALWAYS}, /* abstract unix sockets */
    {SIGNALS_ABI, offsetof(struct landlock_rights, scoped), SIGNALS, ALWAYS},
    {SOCKETS_ABI, offsetof(struct landlock_rights, files), RESOLVE_UNIX, OWN_SOCKETS},
    {10, offsetof(struct landlock_rights, net), UDP, WITHOUT_NETWORK},
};

static bool is_wanted(enum when when, const struct confine_head *head)
{
	const bool wanted[] = {
	    [ALWAYS] = true,
	    [LANDLOCK_ALONE] = head->tier == SANDBOX_LANDLOCK,
	    /* A namespace has a loopback of its own. */
	    [WITHOUT_NETWORK] = head->tier == SANDBOX_LANDLOCK && !head->network,
	    [OWN_SOCKETS] = head->unix_sockets == CONFINE_SOCKETS_OWN,
	};

	return wanted[when];
}

bool landlock_rights_of(
    int abi, const struct confine_head *head, struct landlock_rights *out, size_t *size)
{
	*out = (struct landlock_rights){0};
	*size = 0;
	if (abi < LEAST_ABI)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(rights); i++) {
		uint64_t *field = (uint64_t *)((char *)out + rights[i].field);

		if (rights[i].abi > abi)
			continue;
		if (is_wanted(rights[i].when, head))
			*field |= rights[i].bits;
		if (*size < rights[i].field + sizeof *field)
			*size = rights[i].field + sizeof *field;
	}
	return true;
}

enum confine_sockets landlock_sockets(int abi)
{
	return abi >= SOCKETS_ABI ? CONFINE_SOCKETS_OWN : CONFINE_SOCKETS_REFUSED;
}

struct beneath {
	uint64_t access;
	int32_t fd;
} __attribute__((packed));

int landlock_abi(void)
{
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0UL, 1UL);

	return abi > 0 ? (int)abi : 0;
}

static void allow_below(int ruleset, const char *path, uint64_t access)
{
	struct beneath rule = {.access = access};
	struct stat st;

	rule.fd = access != 0 ? open(path, O_PATH | O_CLOEXEC) : -1;
	if (rule.fd < 0)
		return; /* a path that does not exist needs no rule */
	if (fstat(rule.fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.access &= OF_FILES;
	if (rule.access != 0)
		confine_need(syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0U) == 0,
		    "allow folders for");
	close(rule.fd);
}

void landlock_set_up(const struct confinement *c)
{
	/* In tier namespaces these are private, and the mounts decide about them. */
	static const char *const own[] = {"/tmp", "/var/tmp", "/run", "/dev", "/proc", NULL};
	/* Neither /dev/pts nor /dev/shm: what the user has there could not be told from the command's own. */
	static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
	    "/dev/urandom", "/dev/tty", "/dev/fd", NULL};
	const bool namespaces = c->head.tier == SANDBOX_NAMESPACES;
	struct landlock_rights r;
	size_t size;
	const bool of_use = landlock_rights_of(landlock_abi(), &c->head, &r, &size);
	const bool needed = !namespaces || c->head.unix_sockets == CONFINE_SOCKETS_OWN;

	if (!of_use && !needed)
		return; /* in a namespace the mounts refuse all of it but named pipes */
	errno = ENOSYS;
	confine_need(of_use, "find Landlock for");
	auto_close int ruleset = (int)syscall(SYS_landlock_create_ruleset, &r, size, 0U);
	confine_need(ruleset >= 0, "make rules for");
	for (size_t i = 0; i < c->count; i++) {
		const enum confine_kind kind = c->paths[i].kind;
		const bool written = kind == CONFINE_WRITABLE || kind == CONFINE_TMP;

		allow_below(ruleset, c->paths[i].path,
		    r.files & (written			     ? READS | WRITES
				  : kind == CONFINE_READABLE ? READS
				  : kind == CONFINE_LISTED   ? READ_DIR
							     : 0));
	}
	for (const char *const *path = namespaces ? own : devices; *path != NULL; path++)
		allow_below(ruleset, *path, r.files & (READS | WRITES));
	if (!namespaces) /* only to read: root could change the kernel's settings there */
		allow_below(ruleset, "/proc", r.files & READS);
	confine_need(
	    syscall(SYS_landlock_restrict_self, ruleset, 0U) == 0, "hold to its rules what is");
}

bool landlock_holds_signals(int abi)
{
	return abi >= SIGNALS_ABI;
}

bool landlock_leave_signals(void)
{
	const struct landlock_rights r = {.scoped = SIGNALS};

	if (!landlock_holds_signals(landlock_abi()))
		return true;
	auto_close int ruleset = (int)syscall(SYS_landlock_create_ruleset, &r, sizeof r, 0U);
	return ruleset >= 0 && syscall(SYS_landlock_restrict_self, ruleset, 0U) == 0;
}
