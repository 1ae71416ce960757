/*
 * The parser's state, shared by its parts: shell.c (lists and commands), shell_word.c (words,
 * quotes, expansions), shell_redirect.c (redirections, here-documents), shell_through.c (commands
 * that start others). Private to them.
 */
#ifndef WORKSPACE_SHELL_PARSE_H
#define WORKSPACE_SHELL_PARSE_H

#include "base/buf.h"
#include "workspace/shell.h"

#define SHELL_BYTES 65536 /* a longer line is unclear */
#define SHELL_DEPTH 24	  /* of substitutions, subshells and commands inside commands */
#define SHELL_COMMANDS 512
#define SHELL_HEREDOCS 8

struct heredoc {
	char *end; /* (owned) the line that ends it */
	bool quoted, tabs;
	int depth;
};
struct shell_parser {
	const char *s;
	size_t len, at;
	int depth;
	struct shell_line *line; /* (borrowed) what was found so far */
	bool guess;		 /* what is found may be started, or not */
	struct heredoc heredocs[SHELL_HEREDOCS];
	int heredoc_count;
};
enum shell_stop { STOP_END, STOP_PAREN, STOP_CASE };

/* Everything stops at the first thing unclear: all of these return false then. */
bool shell_unclear(struct shell_line *line, const char *why);
/* Unclear too, but what follows can be read: true, so that what is denied there is still found. */
bool shell_doubt(struct shell_line *line, const char *why);
bool shell_parse_inside(struct shell_line *line, const char *s, size_t len, int depth, bool guess);
void shell_parser_end(struct shell_parser *p);
bool shell_list(struct shell_parser *p, enum shell_stop stop); /* the stop is consumed */
bool shell_skip_blank(struct shell_parser *p); /* also line continuations and comments */
int shell_peek(const struct shell_parser *p, size_t ahead); /* -1: the end */

bool shell_word(struct shell_parser *p, struct shell_word *out); /* out is freed by the caller */
bool shell_substitutions(struct shell_parser *p); /* of text like that of a here-document */
bool shell_is_meta(int c);			  /* ends a word */
void shell_word_free(struct shell_word *w);

bool shell_at_redirect(const struct shell_parser *p);
bool shell_redirect(struct shell_parser *p);
bool shell_heredocs(struct shell_parser *p); /* behind a line's end */

/* What command `index` of the line starts is added behind it. */
bool shell_through(struct shell_line *line, size_t index, int depth);
bool shell_add(struct shell_line *line, struct shell_command *c /* steals */, int depth);

#endif
