/* SPDX-License-Identifier: MIT
 * A change of one file that is not written yet: what the file is now, and what it is to become. It is made
 * once, by preview or by start; what a person was shown is what is written, or nothing is, if the file has
 * changed in between.
 *
 * Here: the tools that change files - edit_file, write_file, apply_patch -, the search for the place an
 * edit is meant for, and the one way in which a file is replaced and recorded.
 * Not here: whether a path may be written (src/workspace), leave to do it (agent/approval), and undo
 * (workspace/undo.h).
 */
#ifndef TOOLS_EDIT_FILE_CHANGE_H
#define TOOLS_EDIT_FILE_CHANGE_H

#include "base/text/diff.h"
#include "tools/tool.h"

/* One side of a change. */
struct file_change_state {
	bool exists;
	const struct buf *content; /* (borrowed) NULL although it exists: not kept */
	mode_t mode;		   /* 0: unknown */
	bool link;		   /* a symbolic link; content is its target */
	int folders;		   /* of after: number of folders that were created for it */
};
/* Emits the file_change event: {call, path, before, after (content references, null: no such file, or not
 * kept), created?, folders?, removed?, kept: false?, mode?, mode_after? (where it differs), before_link?,
 * after_link? (the content is where the link leads)}. path: as path_shown gives it. */
void file_change_emit(struct session *s, const char *call, const char *path,
    const struct file_change_state *before, const struct file_change_state *after);

struct file_change {
	char *name;  /* (owned) as workspace_name gives it: any bytes */
	char *shown; /* (owned) name as path_shown gives it, for all messages */
	bool exists;
	bool gone;   /* it is to be removed; after is empty then */
	mode_t mode; /* what a file to be removed has, or a new one gets; 0: the default */
	struct buf before, after; /* (owned) */
	struct stamp stamp;	  /* of before */
	struct diff_stat stat;	  /* set by file_change_measure */
	char *note;	/* (owned) for the model, on how the edit was applied; NULL: none */
	bool previewed; /* shown to a person: the file may have changed since */
};

/* What one call changes: one file, or several, all or nothing. */
struct file_changes {
	struct file_change **list; /* (owned) */
	size_t count, cap;
	json_t *args; /* (owned) the call's when they were made; a person may replace those */
};

/* Adds a change of the file at path to p, with its content in `before`; the tool fills in `after`. Owned by p.
 * NULL after call_fail: refused, unreadable, larger than tools.read_bytes, changed since the model read it, or
 * in p already. */
struct file_change *file_change_add(struct call *c, struct file_changes *p, const char *path);
/* Whether `after` keeps the encoding of `before`. False after call_fail: the file is not UTF-8, and the change
 * adds UTF-8 to it, or begins behind a byte that may be the first half of a character. */
bool file_change_encoded(struct call *c, struct file_change *change);
/* Whether all of the file may be replaced by `after`: it is new, empty or the same, or it is UTF-8 that the model
 * has read and no command changed since. False after call_fail. */
bool file_change_known(struct call *c, struct file_change *change);
/* Fills in stat from `before` and `after`. */
void file_change_measure(struct file_change *change);

/* What a tool provides whose calls change files. The changes wait in c->state between preview and start, and are
 * made anew if a person gave the call other arguments. If one cannot be written, those before it are reverted. */
struct changing {
	/* Adds the changes to p. False after call_fail. */
	bool (*prepare)(struct call *c, struct file_changes *p);
	/* Appends the lines that stand above the diff of a change. */
	void (*head)(const struct file_change *change, struct buf *out);
	/* Fills in text, summary and data of c->result after all are written. files (borrowed): {path, added,
	 * removed, read} of each. */
	void (*tell)(struct call *c, const struct file_changes *p, json_t *files);
};
/* The functions `preview`, `start` and `stop` of such a tool. */
bool file_change_preview(struct call *c, struct buf *detail);
void file_change_start(struct call *c);
void file_change_stop(struct call *c);
/* Appends the head of a change and at most max bytes of its diff, in whole lines; if that is not all of the
 * diff, a line says so. */
void file_change_write(
    const struct call *c, const struct file_change *change, size_t max, struct buf *out);

#endif
