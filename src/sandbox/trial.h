/* SPDX-License-Identifier: MIT
 * A trial: a command that runs confined, without the network, over folders it seems to write. What it writes goes into
 * a layer in memory that is thrown away, so that a trial that changed nothing has shown that the command only reads, and
 * one that did shows what it would do. Tier namespaces on Linux alone, where the kernel lays such layers for
 * everybody (6.6).
 *
 * What it cannot show: a file whose owner or group is not the user's own cannot be changed in a layer ("Value too large
 * for defined data type"): there a trial fails and changes nothing where the command itself might not. Nor does a
 * layer show what is mounted in a folder, so there is no trial where something is.
 */
#ifndef SANDBOX_TRIAL_H
#define SANDBOX_TRIAL_H

#include "base/error.h"
#include "loop/process.h"
#include "sandbox/sandbox.h"

struct trial;

/* Starts it, as process_start; spec->cwd_fd and ->confine are not looked at. keeps_tmp: what it writes to the private
 * /tmp stays. *process is its process. NULL: e says why, and nothing was started. The trial outlives the process, and
 * is freed after it has ended. */
struct trial *trial_start(struct loop *l, struct sandbox *sandbox, const struct process_spec *spec,
    bool keeps_tmp, struct process **process, struct error *e);
/* Throws away what the command wrote. NULL is accepted. */
void trial_free(struct trial *trial);

enum trial_kind {
	TRIAL_CREATED,
	TRIAL_CHANGED, /* a file's bytes, where a link leads, or one kind of file for another */
	TRIAL_DELETED,
	TRIAL_MODE,    /* who may do what with it, or whose it is */
	TRIAL_TOUCHED, /* its time alone: what make and others look at */
};
extern const char *const trial_kind_words[TRIAL_TOUCHED + 1];
struct trial_change {
	char *path; /* (owned) absolute */
	enum trial_kind kind;
	bool folder; /* with all that is in it, if it is deleted */
	bool tmp;    /* below the private /tmp, which belongs to the session */
	bool cache;  /* in the folder for caches there, which nobody misses */
};
struct trial_changes {		   /* zero-initialise */
	struct trial_change *list; /* (owned) */
	size_t count, cap;
	bool more; /* than were asked for */
	bool full; /* the layer has no room left, so writing failed */
};
/* Finds what would change, at most `most` of it, also while the command runs. What only looks changed is left out: a
 * folder or a file that was copied and is the same, git's index with nothing but the times of files in it. False: e
 * says what could not be read. */
bool trial_find_changes(
    const struct trial *trial, size_t most, struct trial_changes *out, struct error *e);
void trial_changes_free(struct trial_changes *changes); /* its contents */
/* Appends the bytes that a regular file would have. False: e; it is no changed file, or has more than `most` bytes. */
bool trial_read_file(
    const struct trial *trial, const char *path, size_t most, struct buf *out, struct error *e);

#endif
