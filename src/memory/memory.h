/* SPDX-License-Identifier: MIT
 * What the model is given beside the conversation: three files of the user's, recent requests in
 * this folder, and the instructions of the project. All of it is text of others: bounded, cleaned,
 * and without the tags of a request's tail.
 */
#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

#include "config/settings.h"
#include "session/store/store.h"
#include "workspace/file/workspace.h"

struct tool;
struct visible_paths;

enum memory_file { MEMORY_SELF, MEMORY_USER, MEMORY_SYSTEM };
#define MEMORY_FILES (MEMORY_SYSTEM + 1)

/* ---- The user's files ---- */

/* Returns the path of the file, in the user's config folder. Caller frees. */
char *memory_path(enum memory_file file);
/* MEMORY_KNOWN: the file has the line already. MEMORY_FAILED: e says why. */
enum memory_add { MEMORY_ADDED, MEMORY_KNOWN, MEMORY_FAILED };
/* Adds a line at the end of a file that may have at most max bytes. A lock makes processes that add
 * at once wait for each other. */
enum memory_add memory_add(enum memory_file file, const char *line, size_t max, struct error *e);

/* Cuts a text to as many whole lines as fit into max bytes. True where something was cut. */
bool memory_cut_lines(struct buf *text, size_t max);

/* ---- The head of a session ---- */

struct memory_ask { /* all (borrowed) */
	const struct settings *settings;
	struct store *store; /* NULL: no recent requests */
	const char *cwd;     /* the folder whose sessions are looked at */
	const char *session; /* the id of this session, which is left out; NULL: none */
	/* the first prompt: sessions similar to it are preferred; NULL: not known */
	const char *prompt;
	int64_t now_ms; /* Unix */
};
/* Returns the block of the head, "" if nothing is remembered; caller frees. Why something could not
 * be used is appended to notices. */
char *memory_text(const struct memory_ask *ask, struct buf *notices);

/* recent_requests.c: appends "- DATE TITLE → ANSWER" lines, newest first, at most max bytes. */
void memory_recent(const struct memory_ask *ask, size_t max, struct buf *out);
/* Returns how much of a is in b, 0 to 1, by words, or by pairs of characters in a script that does
 * not separate words. */
double memory_likeness(const char *a, const char *b);

/* ---- The words of the project (instructions.c) ---- */

struct instructions_ask { /* all (borrowed) */
	const struct settings *settings;
	struct workspace *workspace;
	struct visible_paths *sight; /* which files of the workspace may be imported; NULL: all */
	/* An array to which each file that was read is appended, as a context_file; NULL: not
	 * wanted. */
	json_t *files;
	struct buf *notices; /* as above */
};
/* Returns what the user's config folder says, then each folder from the top of the repository down
 * to the workspace, with what these files import; "" if there is nothing. Caller frees. */
char *instructions_text(const struct instructions_ask *ask);
/* Returns the instructions in a folder below the workspace, given by its path there. Caller frees;
 * NULL: there are none. */
char *instructions_of_folder(const struct instructions_ask *ask, const char *folder);
/* Returns the folder with .git that the workspace is in, or the workspace itself. Caller frees. */
char *repository_top(const char *workspace);

/* The tool remember; NULL-terminated. */
extern const struct tool *const memory_tools[];

#endif
