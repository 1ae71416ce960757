/*
 * Redirections (POSIX XCU 2.7). A here-document's text begins behind the end of its line; what is
 * expanded in it runs too.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "workspace/shell/shell_parser.h"

bool shell_at_redirect(const struct shell_parser *p)
{
	size_t i = 0;

	while (isdigit(shell_peek(p, i)))
		i++;
	return shell_peek(p, i) == '<' || shell_peek(p, i) == '>';
}

static bool heredoc_add(struct shell_parser *p, struct shell_word *end, bool tabs)
{
	if (end->dynamic || strchr(end->text, '\n'))
		return shell_unclear(p->line, "the end of a here-document is not a plain word");
	if (p->heredoc_count == SHELL_HEREDOCS)
		return shell_unclear(p->line, "too many here-documents");
	p->heredocs[p->heredoc_count++] =
	    (struct heredoc){xstrdup(end->text), end->quoted, tabs, p->depth};
	return true;
}

static bool heredoc_text(struct shell_parser *p, const struct heredoc *h, size_t from, size_t to)
{
	struct shell_parser inside = {.s = p->s,
	    .len = to,
	    .at = from,
	    .depth = p->depth + 1,
	    .line = p->line,
	    .guess = p->guess,
	    .list = p->list};
	bool ok;

	if (h->quoted)
		return true;
	p->line->expands |=
	    memchr(p->s + from, '$', to - from) || memchr(p->s + from, '`', to - from);
	if (memmem(p->s + from, to - from, "\\\n", 2))
		return shell_unclear(p->line, "a here-document joins lines");
	ok = shell_substitutions(&inside);
	shell_parser_end(&inside);
	return ok;
}

static bool heredoc_read(struct shell_parser *p, const struct heredoc *h)
{
	size_t from = p->at, end_len = strlen(h->end);

	while (p->at < p->len) {
		size_t start = p->at;
		const char *nl = memchr(p->s + start, '\n', p->len - start);
		size_t end = nl ? (size_t)(nl - p->s) : p->len, text = start;

		while (h->tabs && text < end && p->s[text] == '\t')
			text++;
		p->at = end + (nl != NULL);
		if (end - text == end_len && !memcmp(p->s + text, h->end, end_len))
			return heredoc_text(p, h, from, start);
	}
	return shell_unclear(p->line, "a here-document has no end");
}

static bool read_heredocs(struct shell_parser *p)
{
	bool ok = true;

	for (int i = 0; i < p->heredoc_count; i++) {
		if (ok && p->heredocs[i].depth != p->depth)
			ok = shell_unclear(p->line, "a here-document crosses a bracket");
		ok = ok && heredoc_read(p, &p->heredocs[i]);
		free(p->heredocs[i].end);
	}
	p->heredoc_count = 0;
	return ok;
}

bool shell_skip_lines(struct shell_parser *p)
{
	while (shell_skip_blank(p) && shell_peek(p, 0) == '\n') {
		p->at++;
		if (!read_heredocs(p))
			return false;
	}
	return true;
}

static void file_add(struct shell_line *line, struct shell_word *target, bool writes)
{
	array_reserve(&line->redirects, &line->redirect_cap, line->redirect_count + 1,
	    sizeof *line->redirects);
	line->redirects[line->redirect_count++] = (struct shell_redirect){*target, writes};
	*target = (struct shell_word){0};
}

static bool is_descriptor(const struct shell_word *w)
{
	size_t digits = strspn(w->text, "0123456789");

	return !w->dynamic && *w->text && (!w->text[digits] || !strcmp(w->text + digits, "-"));
}

bool shell_redirect(struct shell_parser *p)
{
	static const char *const operators[] = {
	    "<<<", "<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">", NULL};
	const char *op = NULL;
	struct shell_word w;
	bool ok;

	while (isdigit(shell_peek(p, 0)))
		p->at++;
	for (size_t i = 0; !op && operators[i]; i++)
		if (p->len - p->at >= strlen(operators[i]) &&
		    !memcmp(p->s + p->at, operators[i], strlen(operators[i])))
			op = operators[i];
	p->at += strlen(op);
	if (!shell_skip_blank(p))
		return false;
	if (shell_is_meta(shell_peek(p, 0)))
		return shell_unclear(p->line, "a redirection without a name");
	ok = shell_word(p, &w);
	if (ok && !strncmp(op, "<<", 2) && op[2] != '<')
		ok = heredoc_add(p, &w, op[2] == '-');
	else if (ok && !strcmp(op, "<<<"))
		p->line->expands |= w.dynamic;
	else if (ok && !(op[1] == '&' && is_descriptor(&w)))
		file_add(p->line, &w, strchr(op, '>') != NULL);
	shell_word_free(&w);
	return ok;
}
