/* SPDX-License-Identifier: MIT
 * What a command line would run, as far as that can be known without running it: every simple
 * command of it, those inside substitutions and those that other commands start (`sudo`, `xargs`,
 * `find -exec`, `sh -c`) included, and every file it is redirected to. After POSIX.1-2017, XCU 2
 * (Shell Command Language), which dash and bash share; where the two differ, or where the text is
 * known only at run time, the line is `unclear` and says why. Nothing is expanded.
 * What is looked through, and with which options, is config/commands.yaml.
 */
#ifndef WORKSPACE_SHELL_SHELL_H
#define WORKSPACE_SHELL_SHELL_H

#include <stdbool.h>
#include <stddef.h>

struct shell_word {
	char *text;   /* (owned) without its quotes; what is expanded later stands as written */
	bool dynamic; /* what it becomes is known only when it runs: $x, $(...), *, {a,b}, ~ */
	bool quoted;
};
struct shell_words {
	struct shell_word *list; /* (owned) */
	size_t count, cap;
};
struct shell_command {
	struct shell_words words;   /* may be none: assignments only */
	struct shell_words assigns; /* in front: NAME=value */
	bool through; /* does nothing but start another one of the list: timeout, env, xargs */
	bool guess;   /* may be what another one starts: it counts where it is denied only */
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
	bool pipes;	     /* has a pipeline of its own, outside of brackets */
	bool hides;	     /* a command's status is not the line's: `a; b`, `a || b`, `a &` */
	bool errors_away;    /* 2>/dev/null */
	bool expands;	     /* what a command is given to read is known only when it runs */
	bool moves;	     /* changes the folder: relative names cannot be told */
	const char *unclear; /* static: what could not be told; NULL: everything was found */
};

/* Fills *out, to be freed by shell_line_free. It never fails: what was found before something unclear is in
 * it. text: not kept. */
void shell_parse(const char *text, struct shell_line *out);
void shell_line_free(struct shell_line *line);
/* The words of a text that has nothing to expand, run or redirect; to be freed by shell_words_free. False:
 * it has, and *out is empty. */
bool shell_split(const char *text, struct shell_words *out);
/* Adds a copy of the word. */
void shell_words_add(struct shell_words *words, const struct shell_word *w);
void shell_words_free(struct shell_words *words);
struct buf;
/* Appends a text as one word of a shell, in single quotes where it needs them. */
void shell_quote(struct buf *out, const char *text);
/* "git" of "/usr/bin/git". Borrowed from word. */
const char *shell_base(const char *word);

#endif
