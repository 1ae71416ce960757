/* SPDX-License-Identifier: MIT
 * The mount calls of Linux 5.2 and 5.12 that the C library of Debian 12 does not have in full, with
 * their constants.
 */
#ifndef SANDBOX_LINUX_MOUNT_CALLS_H
#define SANDBOX_LINUX_MOUNT_CALLS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_open_tree
#define SYS_open_tree 428 /* the same everywhere */
#endif
#ifndef SYS_move_mount
#define SYS_move_mount 429
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

#define TREE_CLONE 1U
#define TREE_RECURSIVE 0x8000U
#define MOVE_FROM_EMPTY_PATH 4U
#define MOVE_TO_LINKS 0x10U
#define EMPTY_PATH 0x1000U
#define MOUNT_RDONLY 1U
#define MOUNT_NOSUID 2U
#define MOUNT_NODEV 4U

struct mount_change {
	uint64_t set, clear, propagation, userns;
};

static inline int open_tree_clone(const char *path)
{
	return (int)syscall(
	    SYS_open_tree, AT_FDCWD, path, TREE_CLONE | TREE_RECURSIVE | (unsigned)O_CLOEXEC);
}

static inline bool move_mount_to(int fd, const char *path)
{
	return syscall(SYS_move_mount, fd, "", AT_FDCWD, path,
		   MOVE_FROM_EMPTY_PATH | MOVE_TO_LINKS) == 0;
}

static inline bool mount_change(int fd, const char *path, uint64_t set, uint64_t clear, bool all)
{
	struct mount_change change = {set, clear, 0, 0};
	unsigned flags = (all ? TREE_RECURSIVE : 0) | (*path == '\0' ? EMPTY_PATH : 0);

	return syscall(SYS_mount_setattr, fd, path, flags, &change, sizeof change) == 0;
}

#endif
