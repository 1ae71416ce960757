/* SPDX-License-Identifier: MIT
 * Files as a session had them at one of its events, from the contents that its file_change events name: written into a
 * new folder, or into a scratch copy of the session's folder that is moved from event to event.
 */
#ifndef CLI_SESSIONS_PAST_FILES_H
#define CLI_SESSIONS_PAST_FILES_H

#include "sandbox/tmp_folder.h"
#include "session/store/store.h"
#include "ui/model/file_versions.h"
#include "workspace/file/workspace.h"

/* Folds the file changes of a stored session into log, which the caller frees by files_free. False: e. */
bool past_log_read(struct file_log *log, struct store *store, const char *session, struct error *e);
/* Writes one file as it was beneath a folder; if it did not exist then, removes what is there. False: e says why
 * it could not be restored. */
bool past_file_put(
    struct workspace *folder, struct store *store, const struct file_then *f, struct error *e);

struct past_files {		    /* zero-initialise */
	struct store *store;	    /* (borrowed) */
	const struct file_log *log; /* (borrowed) */
	struct tmp_folder tmp;	    /* (owned) */
	struct workspace *folder;   /* (owned) */
	struct past_file *placed;   /* (owned) state of each file of files_at after the last put */
	int64_t slowest_us, puts;   /* time of the slowest put but the first; number of puts */
	int left;		    /* number of files that the last put could not restore */
	char *first; /* (owned) why the first file could not be restored; NULL: none */
};
/* Copies the contents of a folder but .git and what cannot be read into an empty folder outside of it, if they have at
 * most max_bytes; copies share their blocks where the file system can do it. False: e. */
bool past_folder_copy(const char *from, struct workspace *to, int64_t max_bytes, struct error *e);
/* Makes an empty scratch folder, or uses the folder `at`, which past_files_free does not remove. store and log are
 * borrowed. False: e. Must be followed by past_files_free in both cases. */
bool past_files_make(struct past_files *t, const char *at, struct store *store,
    const struct file_log *log, struct error *e);
/* Makes every file that the session changed what it was at event seq. Files that are so already are left alone. Sets
 * t->left. */
void past_files_put(struct past_files *t, int64_t seq);
void past_files_free(struct past_files *t); /* removes the scratch folder */

#endif
