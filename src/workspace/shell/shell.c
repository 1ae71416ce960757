/*
 * Lists and commands (POSIX XCU 2.9). Operators only separate commands here: what may run is what
 * counts, not when.
 */
#include "workspace/shell/shell.h"

#include <ctype.h>
#include <string.h>
#include "workspace/shell/shell_parser.h"

static bool parse_list(struct shell_parser *p, enum shell_stop stop);

/* NAME= or NAME+= stands here, unquoted. */
static bool at_assignment(const struct shell_parser *p)
{
	size_t i = 0;
	int c = shell_peek(p, 0);

	if (!isalpha(c) && c != '_')
		return false;
	while ((c = shell_peek(p, i)) >= 0 && (isalnum(c) || c == '_'))
		i++;
	return c == '=' || (c == '+' && shell_peek(p, i + 1) == '=');
}

/* <(...) and >(...) of bash, which dash takes for a redirection. */
static bool process_substitution(struct shell_parser *p, struct shell_words *words)
{
	struct shell_word w = {.text = (char[]){"<()"}, .dynamic = true};

	p->at += 2;
	shell_words_add(words, &w);
	shell_doubt(p->line, "'<(' and '>(' are known to some shells only");
	return parse_list(p, STOP_PAREN);
}

static bool command(struct shell_parser *p)
{
	struct shell_command c = {.guess = p->guess};
	bool fresh = true, ok = true;

	while (ok && shell_skip_blank(p)) {
		int at = shell_peek(p, 0);

		if ((at == '<' || at == '>') && shell_peek(p, 1) == '(')
			ok = process_substitution(p, &c.words);
		else if (shell_at_redirect(p))
			ok = shell_redirect(p);
		else if (shell_is_meta(at))
			break;
		else if (fresh && shell_reserved(p, &ok))
			continue;
		else
			ok = shell_word_into(
			    p, !c.words.count && at_assignment(p) ? &c.assigns : &c.words);
		fresh = false;
	}
	if (ok && shell_peek(p, 0) == '(' && (c.words.count || c.assigns.count))
		ok = shell_unclear(p->line, "a function");
	if (!ok) {
		shell_add(p, &c, SHELL_DEPTH); /* what it is called may still be denied */
		return false;
	}
	return shell_add(p, &c, p->depth);
}

static bool subshell(struct shell_parser *p)
{
	p->at++;
	if (shell_peek(p, 0) == '(')
		shell_doubt(p->line, "'((' is arithmetic to some shells");
	return parse_list(p, STOP_PAREN);
}

/* ";;", ";&", ";;&" of a case. */
static bool at_arm_end(const struct shell_parser *p)
{
	return shell_peek(p, 0) == ';' && (shell_peek(p, 1) == ';' || shell_peek(p, 1) == '&');
}

static bool list_items(struct shell_parser *p, enum shell_stop stop)
{
	for (;;) {
		int c;
		bool ok = true;

		if (!shell_skip_lines(p))
			return false;
		c = shell_peek(p, 0);
		if (c < 0)
			return stop == STOP_END ||
			       shell_unclear(p->line, "a bracket or 'case' is not closed");
		if (c == ')') {
			p->at++;
			return stop == STOP_PAREN || shell_unclear(p->line, "a ')' too many");
		}
		if (stop == STOP_CASE && at_arm_end(p)) {
			p->at += 2 + (shell_peek(p, 2) == '&');
			return true;
		}
		if (stop == STOP_CASE && shell_at_word(p, "esac"))
			return true;
		if (strchr(";&|", c))
			p->at++;
		else
			ok = c == '(' ? subshell(p) : command(p);
		if (!ok)
			return false;
	}
}

static bool parse_list(struct shell_parser *p, enum shell_stop stop)
{
	int open = p->heredoc_count;
	bool ok;

	if (p->depth >= SHELL_DEPTH)
		return shell_unclear(p->line, "nested too deeply");
	p->depth++;
	ok = list_items(p, stop);
	p->depth--;
	if (ok && stop == STOP_PAREN && p->heredoc_count > open)
		return shell_unclear(p->line, "a here-document crosses a bracket");
	return ok;
}

void shell_parse(const char *text, struct shell_line *out)
{
	*out = (struct shell_line){0};
	shell_parse_inside(
	    &(struct shell_parser){.line = out, .list = parse_list}, text, strlen(text), 0, false);
}

bool shell_split(const char *text, struct shell_words *out)
{
	struct shell_line line = {0};
	struct shell_parser p = {.s = text, .len = strlen(text), .line = &line, .list = parse_list};
	bool ok = p.len <= SHELL_BYTES;

	*out = (struct shell_words){0};
	while (ok && shell_skip_blank(&p) && p.at < p.len) {
		ok = !shell_is_meta(shell_peek(&p, 0)) && shell_word_into(&p, out);
		ok = ok && !out->list[out->count - 1].dynamic;
	}
	shell_parser_end(&p);
	shell_line_free(&line);
	if (!ok)
		shell_words_free(out);
	return ok;
}
