/* SPDX-License-Identifier: MIT
 * A trial: a command that runs confined, without the network, over folders it seems to write. What
 * it writes goes into a layer in memory that is thrown away, so that a trial that changed nothing
 * has shown that the command only reads, and one that did shows what it would do. Needs tier
 * namespaces, and Linux 6.6, which allows such layers to every user.
 *
 * What it cannot show: a file whose owner or group is not the user's own cannot be changed in a
 * layer ("Value too large for defined data type"): there a trial fails and changes nothing where
 * the command itself might not. Nor does a layer show what is mounted in a folder, so there is no
 * trial if something is.
 */
#ifndef SANDBOX_TRIAL_H
#define SANDBOX_TRIAL_H

#include "base/error.h"
#include "loop/process.h"
#include "sandbox/sandbox.h"

struct trial;

/* Starts a command as a trial, as process_start does; spec->cwd_fd and ->confine are ignored.
 * keeps_tmp: what it writes to the private /tmp stays. *process is its process. NULL: e says why,
 * and nothing runs. Free the trial after the process has ended. */
struct trial *trial_start(struct loop *l, struct sandbox *sandbox, const struct process_spec *spec,
    bool keeps_tmp, struct process **process, struct error *e);
/* Throws away what the command wrote. NULL is accepted. */
void trial_free(struct trial *trial);

enum trial_kind {
	TRIAL_CREATED,
	TRIAL_CHANGED, /* a file's bytes, where a link leads, or one kind of file for another */
	TRIAL_DELETED,
	TRIAL_MODE,    /* its permissions, owner or group */
	TRIAL_TOUCHED, /* only its time, which make and others look at, or extended attributes */
};
extern const char *const trial_kind_words[TRIAL_TOUCHED + 1];
struct trial_change {
	char *path; /* (owned) absolute */
	enum trial_kind kind;
	bool folder; /* with all that is in it, if it is deleted */
	bool tmp;    /* below the private /tmp, which belongs to the session */
	bool cache;  /* in the folder for caches there (caches.h), which nobody misses */
};
struct trial_changes {		   /* zero-initialise */
	struct trial_change *list; /* (owned) */
	size_t count, cap;
	bool more; /* there are more changes than were asked for */
	bool full; /* the layer has no room left, so writing failed */
};
/* Fills *out with at most `most` changes that the command has made, also while it runs. Leaves out
 * what is only written anew: a folder or a file that was copied and is the same, git's index with
 * other times only. The caller frees *out with trial_changes_free, also on failure. False: e says
 * what could not be read. */
bool trial_find_changes(
    const struct trial *trial, size_t most, struct trial_changes *out, struct error *e);
void trial_changes_free(struct trial_changes *changes); /* frees the contents */
/* Appends the new content of a changed regular file. False: path is none, or has more than `most`
 * bytes, as e says; out may have a part of it. */
bool trial_read_file(
    const struct trial *trial, const char *path, size_t most, struct buf *out, struct error *e);

#endif
