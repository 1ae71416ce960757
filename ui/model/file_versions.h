/* SPDX-License-Identifier: MIT
 * The changes of files as a fold of the events: which files were changed up to an event, and what
 * was in them then. Contents are references to stored ones.
 */
#ifndef UI_MODEL_FILE_VERSIONS_H
#define UI_MODEL_FILE_VERSIONS_H

#include "session/event/event.h"

struct file_change_seen { /* one event */
	int64_t seq;
	char *path;	      /* (owned) as it is shown */
	char *before, *after; /* (owned) references; NULL: not there, or not kept */
	bool existed, exists, kept;
	bool was_link, is_link; /* it is a symbolic link, whose target is the content */
	int mode, mode_after;	/* 0: not known */
};
struct file_log {		       /* zero-initialise */
	struct file_change_seen *list; /* (owned) rising seq */
	size_t count, cap;
};
/* Folds an event; any may be given. Freed by files_free, which leaves it empty. */
void files_take(struct file_log *log, const struct event *ev);
void files_free(struct file_log *log);
/* Returns the seq of the first change after this seq; 0: there is none. */
int64_t files_after(const struct file_log *log, int64_t seq);

/* A file at an event: what it was before its first change, and what it is after the last one up to
 * the event. */
struct file_then {
	const char *path, *before, *after; /* (borrowed from the log) */
	bool existed, exists;
	bool kept;     /* both contents are kept */
	bool link;     /* it is a symbolic link; after is its target */
	int changes;   /* how many up to the event */
	int64_t seq;   /* of the last of them; 0: it changes only later */
	int64_t first; /* of its first change */
	int mode;
};
struct files_then {
	struct file_then *list; /* (owned) by path */
	size_t count, cap;
};
/* Returns the files changed up to seq, by path; later: also those that change only after it, as
 * they were. They borrow from the log. Freed by files_then_free. */
struct files_then files_at(const struct file_log *log, int64_t seq, bool later);
void files_then_free(struct files_then *f);

#endif
