/* SPDX-License-Identifier: MIT
 * A confinement: what a command may do, as plain data that the program sends to its spawner. The
 * spawner's child applies it between fork and exec and fails closed: a step that fails ends the
 * start, and its name is reported.
 *
 * On Linux, two tiers. Namespaces: the command sees a tree of mounts of its own, in which little
 * can be written and secrets are empty, its own processes, its own network. Landlock: the tree is
 * the system's, and the kernel refuses what no rule allows. macOS has a tier of its own, Seatbelt,
 * which gets the same data as a profile. docs/sandbox.md says what each enforces.
 */
#ifndef SANDBOX_CONFINE_H
#define SANDBOX_CONFINE_H

#include "base/core/buf.h"
#include "loop/spawner.h"

enum sandbox_tier { SANDBOX_NONE, SANDBOX_LANDLOCK, SANDBOX_SEATBELT, SANDBOX_NAMESPACES };
#define SANDBOX_TIERS 4

enum confine_kind { /* of a path; absolute, without links; all but masked and absent ones exist */
	CONFINE_WRITABLE = 'w',
	CONFINE_READABLE = 'r',
	CONFINE_LISTED = 'l',	 /* landlock: its names may be read; allows nothing below it */
	CONFINE_PINNED = 'd',	 /* a folder above a protected path; cannot be moved */
	CONFINE_PROTECTED = 'p', /* read-only within what is writable */
	CONFINE_MASKED = 'm',	 /* a secret: seen as empty, or not readable */
	CONFINE_ABSENT = 'a',	 /* does not exist, and must not appear within what is writable */
	CONFINE_TMP = 't', /* the private /tmp; in other tiers TMPDIR. Removed by the spawner */
};
struct confine_path {
	enum confine_kind kind;
	const char *path; /* (borrowed) */
};

/* Unix sockets in the file system that a command may connect to. OWN: only those of servers that it
 * started itself, which Landlock can tell from others. */
enum confine_sockets { CONFINE_SOCKETS_REFUSED, CONFINE_SOCKETS_OWN, CONFINE_SOCKETS_ALL };

struct confine_head {
	uint32_t tier;
	uint32_t network;      /* 1: as outside */
	uint32_t unix_sockets; /* enum confine_sockets */
	/* Limits; 0: there is none. */
	uint32_t processes;
	uint64_t file_bytes, memory_bytes;
	/* In a trial (sandbox/trial.h), the bytes that the command may write, into a layer over the
	 * folders that is thrown away. 0: no trial, it writes the folders themselves. */
	uint64_t trial_bytes;
	uint32_t keeps_tmp; /* of a trial, 1: what it writes to the private /tmp stays */
	/* In tier namespaces, 1: nothing can be written, and the command is ended at the first call
	 * that would write anything but a device. */
	uint32_t only_reads;
	/* Device and inode of the folder that `cwd` must be: in another folder of that name no
	 * command starts, and no layer of a trial is put over it. cwd_inode 0: not checked. */
	uint64_t cwd_device, cwd_inode;
};
struct confinement {
	struct confine_head head;
	uid_t uid; /* of the spawner; a new user namespace does not know them */
	gid_t gid;
	const char *cwd;	    /* (borrowed) absolute */
	struct confine_path *paths; /* (owned) in the order of the set-up */
	size_t count;
};

/* Appends the confinement encoded for process_spec.confine; without uid and gid, which are the
 * spawner's. */
void confine_write(struct buf *out, const struct confinement *c);

/* How the spawner starts a confined child (spawner.h). When the spawner ends, it removes the
 * private /tmp. */
extern const struct spawner_confines sandbox_confines;

#endif
