/* SPDX-License-Identifier: MIT
 * What a session did to files: a fold of file_change events, each file from before its first change
 * to after its last, for the whole session and for the last turn that changed any.
 */
#ifndef UI_VIEW_DIFF_FILE_DIFFS_H
#define UI_VIEW_DIFF_FILE_DIFFS_H

#include "ui/model/file_versions.h"
#include "ui/view/lines.h"

enum changes_scope { CHANGES_SESSION, CHANGES_TURN };
struct changes;
/* A fold, which takes any event. Never NULL; changes_free accepts NULL. */
struct changes *changes_new(void);
void changes_free(struct changes *c);
void changes_take(struct changes *c, const struct event *ev);
/* Returns the files that were changed, in the order of their first changes; they borrow from c.
 * Freed by files_then_free. */
struct files_then changes_files(const struct changes *c, enum changes_scope scope);

struct changes_lines {
	int64_t added, removed;
};
/* Returns the lines changed, summed over the calls that changed files, as the row of a finished
 * turn has it: what a command or an undo changed is not counted. */
struct changes_lines changes_lines(const struct changes *c);

/* What happened to one file, kept to be shown at any width. */
struct file_diff {
	char *path; /* (owned) */
	char *what; /* (owned) "+2 -1  new" */
	char *text; /* (owned) unified, sanitised; NULL: nothing can be shown, `what` says why */
	bool cut;   /* text is cut */
};
/* Appends the content of a reference; false: it was not kept. */
typedef bool changes_content(void *ctx, const char *ref, struct buf *out);
/* Makes the diff of a file; freed by file_diff_free. False: the file is as it was, and *out is not set. */
bool file_diff_make(
    const struct file_then *f, changes_content *content, void *ctx, struct file_diff *out);
void file_diff_free(struct file_diff *d);
#define FILE_DIFF_SIDES 160
/* Appends a diff with a heading, and an empty row before it if out has rows: as one text, or side
 * by side where there are FILE_DIFF_SIDES cells. */
void file_diff_lines(const struct file_diff *d, int cells, bool ascii, struct lines *out);

#endif
