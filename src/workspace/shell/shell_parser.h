/* SPDX-License-Identifier: MIT
 * The parser's state, and its parts from the lowest to the highest; each calls only those before
 * it. Shell grammar is recursive: a word, a `case` and a command such as `sh -c` contain whole
 * lists again. They read one through `list` of their parser, which shell.c sets. Private to these
 * files.
 */
#ifndef WORKSPACE_SHELL_SHELL_PARSER_H
#define WORKSPACE_SHELL_SHELL_PARSER_H

#include "base/core/buf.h"
#include "workspace/shell/shell.h"

#define SHELL_BYTES 65536 /* a longer line is unclear */
#define SHELL_DEPTH 24	  /* levels of substitutions, subshells and commands inside commands */
#define SHELL_COMMANDS 512
#define SHELL_HEREDOCS 8

enum shell_stop { STOP_END, STOP_PAREN, STOP_CASE };
struct heredoc {
	char *end; /* (owned) the line that ends it */
	bool quoted, tabs;
	int depth;
};
struct shell_parser {
	const char *s; /* (borrowed) */
	size_t len, at;
	int depth;
	struct shell_line *line; /* (borrowed) has what was found so far */
	bool unseen;		 /* an earlier status is lost if another command follows */
	bool guess;		 /* commands that are found are guesses */
	struct heredoc heredocs[SHELL_HEREDOCS];
	int heredoc_count;
	/* Reads the list of commands that begins here, and what ends it. False: something is
	 * unclear. */
	bool (*list)(struct shell_parser *p, enum shell_stop stop);
};

/* Every function that returns bool and reads stops at the first thing unclear, and returns false
 * then. */

/* Marks the line as unclear, unless it is, with the reason (a static string); returns false. */
bool shell_unclear(struct shell_line *line, const char *why);
/* As shell_unclear, but returns true: what follows can be read, so what is denied there is still
 * found. */
bool shell_doubt(struct shell_line *line, const char *why);
/* Free the contents. */
void shell_word_free(struct shell_word *w);
void shell_command_free(struct shell_command *c);

/* Returns the byte at p->at + ahead; -1: after the end. */
int shell_peek(const struct shell_parser *p, size_t ahead);
/* Whether the byte ends a word; so does -1. */
bool shell_is_meta(int c);
/* Skips blanks, line continuations and comments. Returns true, to stand in conditions of loops. */
bool shell_skip_blank(struct shell_parser *p);
/* Whether this plain word begins here, and ends with its last byte. */
bool shell_at_word(const struct shell_parser *p, const char *word);
/* Reads another text, such as that of `sh -c`, into the line of `outer`. */
bool shell_parse_inside(
    const struct shell_parser *outer, const char *s, size_t len, int depth, bool guess);
/* Frees what the parser holds, not its line. */
void shell_parser_end(struct shell_parser *p);

/* shell_word.c */
/* Reads the word at p->at. The caller frees out with shell_word_free, also if false is returned. */
bool shell_word(struct shell_parser *p, struct shell_word *out);
/* Reads a word and adds it to words. */
bool shell_word_into(struct shell_parser *p, struct shell_words *words);
/* Reads the substitutions in text that is expanded but no command, such as a here-document. */
bool shell_substitutions(struct shell_parser *p);

/* Reads the redirection at p->at, and adds it to the line if it is of a file. */
bool shell_redirect(struct shell_parser *p);

/* shell_wrappers.c: adds a command to the line, and after it those that it starts. */
bool shell_add(struct shell_parser *p, struct shell_command *c /* steals */, int depth);

#endif
