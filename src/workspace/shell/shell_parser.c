/*
 * Where the parser stands in its text, and a text inside another one.
 */
#include "workspace/shell/shell_parser.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int shell_peek(const struct shell_parser *p, size_t ahead)
{
	return p->at + ahead < p->len ? (unsigned char)p->s[p->at + ahead] : -1;
}

bool shell_is_meta(int c)
{
	return c < 0 || strchr(" \t\n;&|<>()", c);
}

bool shell_skip_blank(struct shell_parser *p)
{
	for (int c; (c = shell_peek(p, 0)) >= 0;) {
		if (c == ' ' || c == '\t')
			p->at++;
		else if (c == '\\' && shell_peek(p, 1) == '\n')
			p->at += 2;
		else if (c == '#')
			while (shell_peek(p, 0) >= 0 && shell_peek(p, 0) != '\n')
				p->at++;
		else
			break;
	}
	return true;
}

bool shell_at_word(const struct shell_parser *p, const char *word)
{
	size_t len = strlen(word);

	return p->len - p->at >= len && !memcmp(p->s + p->at, word, len) &&
	       shell_is_meta(shell_peek(p, len));
}

void shell_parser_end(struct shell_parser *p)
{
	for (int i = 0; i < p->heredoc_count; i++)
		free(p->heredocs[i].end);
	p->heredoc_count = 0;
}

/* Bytes that shells or terminals take in ways of their own. A line may be continued behind what is
 * part of a word or a blank: behind an operator or '$' it makes another one of both ends. */
static bool has_odd_bytes(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
			return true;
		if (c == '\\' && i + 1 < len && s[i + 1] == '\n' && i &&
		    !isalnum((unsigned char)s[i - 1]) && !strchr(" \t\n.,:/_-+=@'\"", s[i - 1]))
			return true;
	}
	return false;
}

bool shell_parse_inside(
    const struct shell_parser *outer, const char *s, size_t len, int depth, bool guess)
{
	struct shell_line *line = outer->line;
	struct shell_parser p = {
	    .s = s, .len = len, .depth = depth, .line = line, .guess = guess, .list = outer->list};
	bool ok;

	if (len > SHELL_BYTES)
		return shell_unclear(line, "it is too long");
	if (has_odd_bytes(s, len))
		shell_doubt(line, "it has bytes that shells take in different ways");
	ok = p.list(&p, STOP_END);
	if (ok && p.heredoc_count)
		ok = shell_unclear(line, "a here-document has no end");
	shell_parser_end(&p);
	return ok;
}
