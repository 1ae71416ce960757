/* SPDX-License-Identifier: MIT
 * A change of one file between its making and its writing: what the file is now, what it is to become. It is
 * made once, by preview or by start; what a person was shown is what is written, or nothing is, when the file
 * moved on in between.
 */
#ifndef TOOLS_EDIT_FILE_CHANGE_H
#define TOOLS_EDIT_FILE_CHANGE_H

#include "base/text/diff.h"
#include "tools/tool.h"

/* One side of a change. */
struct file_change_state {
	bool exists;
	const struct buf *content; /* (borrowed) NULL although it exists: not kept */
	mode_t mode;		   /* 0: not told */
	bool link;		   /* content is where it leads */
	int folders;		   /* of after: this many above it were made for it */
};
/* Emits the file_change event: {call, path, before, after (content references, null: no such file, or not
 * kept), created?, folders?, removed?, kept: false?, mode?, mode_after? (where it differs), before_link?,
 * after_link? (the content is where the link leads)}. path: as path_shown gives it. */
void file_change_emit(struct session *s, const char *call, const char *path,
    const struct file_change_state *before, const struct file_change_state *after);

struct file_change {
	char *name;  /* (owned) as workspace_name gives it: any bytes */
	char *shown; /* (owned) name as path_shown gives it, for every text that is told */
	bool exists;
	bool gone;   /* it is to be removed; after is empty then */
	mode_t mode; /* of before; of a file that is new, what it is to have, 0: as usual */
	struct buf before, after; /* (owned) */
	struct stamp stamp;	  /* of before */
	struct diff_stat stat;	  /* set by file_change_measure */
	char *note;		  /* (owned) what is said of how it was made; NULL: nothing */
	bool previewed;		  /* a person may have thought about it since it was made */
};

/* What one call changes: one file, or several, all or nothing. */
struct file_changes {
	struct file_change **list; /* (owned) */
	size_t count, cap;
	json_t *args; /* (owned) what they were made from: a person may give the call others */
};

/* Adds a change of the file at path, with what it is now in `before`; the tool fills in `after`. Borrowed of p. NULL
 * after call_fail: refused, unreadable, larger than tools.read_bytes, changed since the model read it, or in p
 * already. */
struct file_change *file_change_add(struct call *c, struct file_changes *p, const char *path);
/* Whether `after` is in the encoding of `before`. False after call_fail: the file is no UTF-8, and what comes in
 * is, or stands where its characters cannot be told apart. */
bool file_change_encoded(struct call *c, struct file_change *change);
/* Whether all of the file may be replaced by `after`: the model read it, and knows it as it is. False after
 * call_fail. */
bool file_change_known(struct call *c, struct file_change *change);
/* Fills in stat, once `after` is there. */
void file_change_measure(struct file_change *change);

/* A tool whose calls change files. The changes wait in c->state between preview and start, and are made anew when a
 * person gave the call other arguments. Those written before one that cannot be written get their content back. */
struct changing {
	/* Adds the changes to p. False after call_fail. */
	bool (*prepare)(struct call *c, struct file_changes *p);
	/* Appends the lines that stand above the diff of one. */
	void (*head)(const struct file_change *change, struct buf *out);
	/* Fills in text, summary and data once they are written. files: of each {path, added, removed, read}, borrowed. */
	void (*tell)(struct call *c, const struct file_changes *p, json_t *files);
};
bool file_change_preview(struct call *c, struct buf *detail);
void file_change_start(struct call *c);
void file_change_stop(struct call *c);
/* Appends the head of a change and at most max bytes of its diff, whole lines, and a line that says when there would be
 * more. */
void file_change_write(
    const struct call *c, const struct file_change *change, size_t max, struct buf *out);

#endif
