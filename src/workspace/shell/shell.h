/* SPDX-License-Identifier: MIT
 * Finds what a command line would run, as far as that can be known without running it: every simple
 * command of it, those inside substitutions and those that other commands start (`sudo`, `xargs`,
 * `find -exec`, `sh -c`) included, and every file it is redirected to. After POSIX.1-2017, XCU 2
 * (Shell Command Language), which dash and bash share; where the two differ, or where the text is
 * known only at run time, the line is `unclear` and says why. Nothing is expanded.
 * config/commands.yaml says which commands are looked through, and with which options.
 */
#ifndef WORKSPACE_SHELL_SHELL_H
#define WORKSPACE_SHELL_SHELL_H

#include <stdbool.h>
#include <stddef.h>

struct shell_word {
	char *text;   /* (owned) without its quotes; what is expanded later is as written */
	bool dynamic; /* its value is known only when it runs: $x, $(...), *, {a,b}, ~ */
	bool quoted;
};
struct shell_words {
	struct shell_word *list; /* (owned) */
	size_t count, cap;
};
struct shell_command {
	struct shell_words words;   /* may be none: assignments only */
	struct shell_words assigns; /* in front: NAME=value */
	bool through;		    /* only starts another one of the list: timeout, env, xargs */
	bool guess; /* may be what another one starts: only counts if it is denied */
};
struct shell_redirect {
	struct shell_word target;
	bool writes;
};
struct shell_line {
	struct shell_command *commands; /* (owned) */
	size_t count, cap;
	struct shell_redirect *redirects; /* (owned) files only; here-documents and >&2 are none */
	size_t redirect_count, redirect_cap;
	bool pipes;	     /* has a pipeline, outside of brackets */
	bool hides;	     /* the status of a command is lost: `a; b`, `a || b`, `a &` */
	bool errors_away;    /* has 2>/dev/null */
	bool expands;	     /* a here-document or <<< is expanded, so its text is unknown */
	bool moves;	     /* changes the folder: relative names are not known */
	const char *unclear; /* static: why not everything was found; NULL: everything was */
};

/* Fills *out, which shell_line_free frees. Never fails: what was found before something unclear is
 * in *out. text is not kept. */
void shell_parse(const char *text, struct shell_line *out);
void shell_line_free(struct shell_line *line);
/* Splits a text into words; shell_words_free frees them. False: it has something to expand, run or
 * redirect, and *out is empty. */
bool shell_split(const char *text, struct shell_words *out);
/* Adds a copy of the word. */
void shell_words_add(struct shell_words *words, const struct shell_word *w);
void shell_words_free(struct shell_words *words);
struct buf;
/* Appends a text as one word of a shell, in single quotes if it needs them. */
void shell_quote(struct buf *out, const char *text);
/* Returns a word without the folders in it: "git" of "/usr/bin/git". Borrowed from word. */
const char *shell_base(const char *word);

#endif
