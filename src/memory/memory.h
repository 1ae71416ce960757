/*
 * What the model is told beside the conversation, from one session to the next: three files of the
 * user's, what was asked lately in this folder, and the instructions of the project. All of it is
 * text of others: bounded, cleaned, and without the tags of a request's tail.
 */
#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

#include "config/settings.h"
#include "session/store.h"
#include "workspace/workspace.h"

struct tool;

enum memory_file { MEMORY_SELF, MEMORY_USER, MEMORY_SYSTEM };
#define MEMORY_FILES (MEMORY_SYSTEM + 1)
const char *memory_name(enum memory_file file); /* "self" */
bool memory_find(const char *name, enum memory_file *out);
char *memory_path(enum memory_file file); /* in the user's config folder; owned */
/* Appends the file as it is told, cut after `max` bytes at the end of a line. False: there is none,
 * or it cannot be read (e). cut may be NULL. */
bool memory_read(enum memory_file file, size_t max, struct buf *out, bool *cut, struct error *e);
enum memory_add { MEMORY_ADDED, MEMORY_KNOWN, MEMORY_FAILED };
/* A line more; in a file of at most max bytes. Processes that add at once wait for each other. */
enum memory_add memory_add(enum memory_file file, const char *line, size_t max, struct error *e);

struct memory_ask {
	const struct settings *settings; /* (borrowed) all of them */
	struct store *store;		 /* NULL: nothing recent */
	const char *cwd, *session;	 /* whose recent sessions, but for this one */
	const char *prompt;		 /* what is asked first: what is near to it comes first */
	int64_t now_ms;
};
/* The block of the head, "" when nothing is remembered. What could not be used is told in notices.
 * Owned. */
char *memory_text(const struct memory_ask *ask, struct buf *notices);

/* recent_requests.c: appends "- DATE TITLE: ANSWER" lines, newest first, at most max bytes. */
void memory_recent(const struct memory_ask *ask, size_t max, struct buf *out);
/* How much of a is in b, 0 to 1, in any script. */
double memory_likeness(const char *a, const char *b);

/* instructions.c: AGENTS.md of each folder from the top of the repository down to the workspace, in
 * this order. Owned. */
char *instructions_text(const struct settings *s, struct workspace *w, struct buf *notices);

extern const struct tool *const memory_tools[]; /* remember */

#endif
