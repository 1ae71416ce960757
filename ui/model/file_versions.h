/* SPDX-License-Identifier: MIT
 * What was done to files, as a fold of the events: which were changed up to an event, by what, and
 * what they were then. Contents are references.
 */
#ifndef UI_MODEL_FILE_VERSIONS_H
#define UI_MODEL_FILE_VERSIONS_H

#include "session/event/event.h"

struct file_change_seen { /* one event */
	int64_t seq;
	char *path;	      /* (owned) as it is shown */
	char *before, *after; /* (owned) references; NULL: not there, or not kept */
	bool existed, exists, kept;
	bool was_link, is_link; /* the content is where it leads */
	int mode, mode_after;	/* 0: not told */
};
struct file_log {		       /* zero-initialise */
	struct file_change_seen *list; /* (owned) rising seq */
	size_t count, cap;
};
/* Folds an event; any may be given. Freed by files_free, which leaves it empty. */
void files_take(struct file_log *log, const struct event *ev);
void files_free(struct file_log *log);
/* Returns the seq of the first change behind an event; 0: none. */
int64_t files_after(const struct file_log *log, int64_t seq);

/* A file as it was at an event: before the first change of it and after the last one until then. */
struct file_then {
	const char *path, *before, *after; /* (borrowed from the log) */
	bool existed, exists;
	bool kept;     /* both contents are */
	bool link;     /* after is where it leads */
	int changes;   /* until then */
	int64_t seq;   /* of the last of them; 0: it is changed later only */
	int64_t first; /* of the first of all */
	int mode;
};
struct files_then {
	struct file_then *list; /* (owned) by path */
	size_t count, cap;
};
/* Files changed up to seq; later: also those changed behind it only, as they were. They borrow from the
 * log and are freed by files_then_free. */
struct files_then files_at(const struct file_log *log, int64_t seq, bool later);
void files_then_free(struct files_then *f);

#endif
