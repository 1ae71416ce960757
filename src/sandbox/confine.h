/* SPDX-License-Identifier: MIT
 * What a confined command is held to, as the program tells it to its spawner: plain data. The
 * spawner sets it up between clone and exec, by system calls alone, and fails closed: a step that
 * does not work ends the start with its name.
 *
 * On Linux, two tiers. Namespaces: the command sees a tree of mounts of its own, in which little can be
 * written and secrets are empty, its own processes, its own network. Landlock: the tree is the
 * system's, and the kernel refuses what no rule allows. macOS has a tier of its own, Seatbelt, which is told
 * the same things as a profile. docs/sandbox.md says what each holds.
 */
#ifndef SANDBOX_CONFINE_H
#define SANDBOX_CONFINE_H

#include "base/core/buf.h"
#include "loop/spawner.h"

enum sandbox_tier { SANDBOX_NONE, SANDBOX_LANDLOCK, SANDBOX_SEATBELT, SANDBOX_NAMESPACES };
#define SANDBOX_TIERS 4

enum confine_kind { /* of a path; all are absolute and real, and exist but for what is masked or absent */
	CONFINE_WRITABLE = 'w',
	CONFINE_READABLE = 'r',
	CONFINE_LISTED = 'l',	 /* landlock: its names may be read, not what is below */
	CONFINE_PINNED = 'd',	 /* a folder above a protected path; cannot be moved */
	CONFINE_PROTECTED = 'p', /* read-only within what is writable */
	CONFINE_MASKED = 'm',	 /* empty, or not to be read */
	CONFINE_ABSENT = 'a',	 /* not there; must not appear within what is writable */
	CONFINE_TMP = 't', /* the private /tmp; of other tiers TMPDIR. Removed by the spawner */
};
struct confine_path {
	enum confine_kind kind;
	const char *path; /* (borrowed) */
};

/* In the file system. OWN: of servers that the same command started, which Landlock tells from others. */
enum confine_sockets { CONFINE_SOCKETS_REFUSED, CONFINE_SOCKETS_OWN, CONFINE_SOCKETS_ALL };

struct confine_head {
	uint32_t tier;
	uint32_t network;      /* 1: as outside */
	uint32_t unix_sockets; /* enum confine_sockets */
	/* Limits; 0: there is none. */
	uint32_t processes;
	uint64_t file_bytes, memory_bytes;
	/* What the command may write in a trial, whose writing goes into a layer over the folders and is thrown away
	 * (sandbox/trial.h). 0: it writes the folders. */
	uint64_t trial_bytes;
	uint32_t keeps_tmp; /* of a trial, 1: what it writes to the private /tmp stays */
	/* Of tier namespaces, 1: nothing can be written, and the command is ended at the first call that would write
	 * anything but a device. */
	uint32_t only_reads;
	/* The folder that `cwd` is to be: a command does not start in another one that has its name; nor does the layer
	 * of a trial lie over one. 0: any. */
	uint64_t cwd_device, cwd_inode;
};
struct confinement {
	struct confine_head head;
	uid_t uid; /* of the spawner; nobody knows them in a new namespace */
	gid_t gid;
	const char *cwd;	    /* (borrowed) absolute */
	struct confine_path *paths; /* (owned) in the order in which they are set up */
	size_t count;
};

/* Appends the confinement as the bytes that process_spec.confine takes; uid and gid are the spawner's, and not in
 * it. */
void confine_write(struct buf *out, const struct confinement *c);

/* How the spawner starts a confined child (spawner.h). When it ends, it removes the private /tmp. */
extern const struct spawner_confines sandbox_confines;

#endif
