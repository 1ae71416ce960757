/*
 * The parser's state, and its parts from the lowest to the highest; each calls only those before it.
 * Shell grammar is recursive: a word, a `case` and a command such as `sh -c` hold whole lists again.
 * They read one through `list` of their parser, which shell.c sets. Private to these files.
 */
#ifndef WORKSPACE_SHELL_PARSER_H
#define WORKSPACE_SHELL_PARSER_H

#include "base/buf.h"
#include "workspace/shell.h"

#define SHELL_BYTES 65536 /* a longer line is unclear */
#define SHELL_DEPTH 24	  /* of substitutions, subshells and commands inside commands */
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
	struct shell_line *line; /* (borrowed) what was found so far */
	bool guess;		 /* what is found may be started, or not */
	struct heredoc heredocs[SHELL_HEREDOCS];
	int heredoc_count;
	/* Reads the list of commands that begins here, and what ends it. */
	bool (*list)(struct shell_parser *p, enum shell_stop stop);
};

/* Every function that returns bool and reads stops at the first thing unclear, and returns false then. */

/* shell_line.c */
bool shell_unclear(struct shell_line *line, const char *why); /* false */
/* Unclear too, but what follows can be read: true, so that what is denied there is still found. */
bool shell_doubt(struct shell_line *line, const char *why);
void shell_word_free(struct shell_word *w);
void shell_command_free(struct shell_command *c);

/* shell_parser.c */
int shell_peek(const struct shell_parser *p, size_t ahead); /* -1: the end */
bool shell_is_meta(int c);				    /* ends a word */
bool shell_skip_blank(struct shell_parser *p); /* also line continuations and comments; true */
bool shell_at_word(
    const struct shell_parser *p, const char *word); /* this plain word stands here */
/* Reads another text, such as that of `sh -c`, into the line of `outer`. */
bool shell_parse_inside(
    const struct shell_parser *outer, const char *s, size_t len, int depth, bool guess);
void shell_parser_end(struct shell_parser *p); /* frees what it holds */

/* shell_word.c */
bool shell_word(struct shell_parser *p, struct shell_word *out); /* out is freed by the caller */
bool shell_word_into(struct shell_parser *p, struct shell_words *words); /* the same, added */
bool shell_substitutions(struct shell_parser *p); /* of text like that of a here-document */

/* shell_redirect.c */
bool shell_at_redirect(const struct shell_parser *p);
bool shell_redirect(struct shell_parser *p);
bool shell_skip_lines(
    struct shell_parser *p); /* blanks and line ends, with here-documents behind them */

/* shell_through.c: adds a command to the line, and behind it those that it starts. */
bool shell_add(struct shell_parser *p, struct shell_command *c /* steals */, int depth);

/* shell_compound.c: whether a reserved word stands here. It is read then with what belongs to it; *ok: as
 * what reads returns. */
bool shell_reserved(struct shell_parser *p, bool *ok);

#endif
