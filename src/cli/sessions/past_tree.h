/* SPDX-License-Identifier: MIT
 * Files as a session had them at one of its events, from the contents that its file_change events name: put into a
 * new folder, or into a scratch copy of the session's folder that goes from event to event.
 */
#ifndef CLI_SESSIONS_PAST_TREE_H
#define CLI_SESSIONS_PAST_TREE_H

#include "sandbox/tmp_folder.h"
#include "session/store/store.h"
#include "ui/model/file_versions.h"
#include "workspace/file/workspace.h"

/* Folds the files of a stored session; freed by files_free. False: e. */
bool past_log_read(struct file_log *log, struct store *store, const char *session, struct error *e);
/* Puts one file as it was beneath a folder, or removes what is there where it did not exist. False: e says why it
 * could not be restored. */
bool past_file_put(
    struct workspace *folder, struct store *store, const struct file_then *f, struct error *e);

struct past_tree {		    /* zero-initialise */
	struct store *store;	    /* (borrowed) */
	const struct file_log *log; /* (borrowed) */
	struct tmp_folder tmp;	    /* (owned) */
	struct workspace *folder;   /* (owned) */
	struct past_file *placed;   /* (owned) what was put last, as files_at has it */
	int64_t slowest_us, puts;   /* the slowest past_tree_put but the first; how many */
	int left;		    /* files that could not be restored, by the last put */
	char *first;		    /* (owned) why the first of them was not; NULL */
};
/* Copies what is in `from`, but .git and what cannot be read, into an empty folder outside of it, if it has no more
 * than max_bytes; where the file system can, the copies share their blocks. False: e. */
bool past_folder_copy(const char *from, struct workspace *to, int64_t max_bytes, struct error *e);
/* Makes an empty scratch folder (at: that one, which stays). False: e; past_tree_free in both cases. */
bool past_tree_make(struct past_tree *t, const char *at, struct store *store,
    const struct file_log *log, struct error *e);
/* Makes every file the session changed what it was at that event. What is there already, untouched since, stays. */
void past_tree_put(struct past_tree *t, int64_t seq);
void past_tree_free(struct past_tree *t); /* removes the copy */

#endif
