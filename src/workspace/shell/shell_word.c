/* SPDX-License-Identifier: MIT
 * Reads one word: quotes are removed, expansions stay as they are written and make it dynamic,
 * command substitutions inside are parsed where they are (POSIX XCU 2.2, 2.6). Where dash and bash
 * read the same bytes differently, the line is unclear.
 */
#include "base/base.h"
#include "workspace/shell/shell.h"
#include "workspace/shell/shell_parser.h"

/* The line, its commands and words, as values. */

bool shell_unclear(struct shell_line *line, const char *why)
{
	if (!line->unclear)
		line->unclear = why;
	return false;
}

bool shell_doubt(struct shell_line *line, const char *why)
{
	shell_unclear(line, why);
	return true;
}

void shell_word_free(struct shell_word *w)
{
	free(w->text);
	w->text = NULL;
}

void shell_words_add(struct shell_words *words, const struct shell_word *w)
{
	array_push(words->list, words->count, words->cap,
	    (struct shell_word){xstrdup(w->text), w->dynamic, w->quoted});
}

void shell_words_free(struct shell_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		shell_word_free(&words->list[i]);
	free(words->list);
	*words = (struct shell_words){0};
}

void shell_command_free(struct shell_command *c)
{
	shell_words_free(&c->words);
	shell_words_free(&c->assigns);
}

void shell_line_free(struct shell_line *line)
{
	for (size_t i = 0; i < line->count; i++)
		shell_command_free(&line->commands[i]);
	for (size_t i = 0; i < line->redirect_count; i++)
		shell_word_free(&line->redirects[i].target);
	free_all(line->commands, line->redirects);
	*line = (struct shell_line){0};
}

const char *shell_base(const char *word)
{
	const char *slash = strrchr(word, '/');

	return slash ? slash + 1 : word;
}

/* The position of the parser in its text, and a text inside another one. */

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

/* Whether a text has bytes that shells or terminals read differently. A line may only be continued after a blank or
 * what is part of a word: after an operator or '$', both ends could become another one. */
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

	if (len > SHELL_BYTES)
		return shell_unclear(line, "it is too long");
	if (has_odd_bytes(s, len))
		shell_doubt(line, "it has bytes that shells take in different ways");
	bool ok = p.list(&p, STOP_END);
	if (ok && p.heredoc_count)
		ok = shell_unclear(line, "a here-document has no end");
	shell_parser_end(&p);
	return ok;
}

static bool dollar(struct shell_parser *p, bool in_double);
static bool backtick(struct shell_parser *p, bool in_double);
static bool double_quoted(struct shell_parser *p, struct buf *out, bool *dynamic);

/* Reads '...' from after its first quote; out NULL: the text is not wanted. */
static bool single_quoted(struct shell_parser *p, struct buf *out)
{
	const char *from = p->s + p->at, *end = memchr(from, '\'', p->len - p->at);

	if (!end)
		return shell_unclear(p->line, "a quote is not closed");
	if (out)
		buf_add(out, from, (size_t)(end - from));
	p->at += (size_t)(end - from) + 1;
	return true;
}

/* Whether this is "name}", "name:-word}" or "name##pattern}": what dash and bash expand alike and without running
 * anything. "@P", "!", ":offset" and "[index]" of bash run what the variable holds; "=" sets it. */
static bool is_simple_expansion(const char *s, size_t len)
{
	size_t i = 0;

	if (len && strchr("@*#?$!-", *s) && len > 1 && s[1] == '}')
		return true;
	if (len && *s == '#')
		i++;
	if (i == len || (!isalnum((unsigned char)s[i]) && s[i] != '_'))
		return false;
	while (i < len && (isalnum((unsigned char)s[i]) || s[i] == '_'))
		i++;
	if (i + 1 < len && s[i] == ':' && strchr("-+?", s[i + 1]))
		i += 2;
	else if (i < len && strchr("-+?#%", s[i]))
		i++;
	else
		return i < len && s[i] == '}';
	while (i < len && (isalnum((unsigned char)s[i]) || strchr("_./,#%*? -", s[i])))
		i++;
	return i < len && s[i] == '}';
}

/* Reads ${...} from after its first brace. */
static bool braces(struct shell_parser *p, bool in_double)
{
	if (!is_simple_expansion(p->s + p->at, p->len - p->at))
		shell_doubt(p->line, "a '${' that shells may expand in different ways");
	for (int c; (c = shell_peek(p, 0)) != '}';) {
		bool ok = true;

		if (c < 0)
			return shell_unclear(p->line, "a '${' is not closed");
		p->at++;
		if (c == '\\')
			p->at += shell_peek(p, 0) >= 0;
		else if (c == '\'' && in_double)
			return shell_unclear(
			    p->line, "shells differ about a quote inside \"${ }\"");
		else if (c == '\'')
			ok = single_quoted(p, NULL);
		else if (c == '"')
			ok = double_quoted(p, NULL, &(bool){false});
		else if (c == '$')
			ok = dollar(p, in_double);
		else if (c == '`')
			ok = backtick(p, in_double);
		else if ((c == '<' || c == '>') && shell_peek(p, 0) == '(') {
			p->at++;
			ok = p->list(p, STOP_PAREN);
		}
		if (!ok)
			return false;
	}
	p->at++;
	return true;
}

/* Whether "$((" at p->at - 3 is arithmetic: its two closing brackets are side by side. *end: after
 * them. */
static bool is_arithmetic(const struct shell_parser *p, size_t *end)
{
	int open = 2;

	for (size_t i = p->at; i < p->len; i++) {
		open += (p->s[i] == '(') - (p->s[i] == ')');
		if (open == 1 && p->s[i] == ')') {
			*end = i + 2;
			return i + 1 < p->len && p->s[i + 1] == ')';
		}
	}
	return false;
}

/* Reads an arithmetic expression up to `end`. One with more than numbers is in doubt: a variable
 * may hold "a[$(command)]", which bash runs. */
static bool arithmetic(struct shell_parser *p, size_t end)
{
	if (strspn(p->s + p->at, "0123456789+-*/%() ") < end - p->at)
		shell_doubt(p->line, "a '$((' with more than numbers in it");
	while (p->at < end) {
		int c = p->s[p->at++];

		if (strchr("'\"\\", c))
			return shell_unclear(p->line, "a quote inside '$(('");
		if (c == '$' ? !dollar(p, true) : c == '`' && !backtick(p, true))
			return false;
	}
	return p->at == end || shell_unclear(p->line, "a '$((' is not closed");
}

static bool substitution(struct shell_parser *p)
{
	size_t end;

	if (shell_peek(p, 0) == '(') {
		p->at++;
		if (is_arithmetic(p, &end))
			return arithmetic(p, end);
		shell_doubt(p->line, "'$((' is arithmetic to some shells");
		p->at--;
	}
	return p->list(p, STOP_PAREN);
}

/* Reads an expansion from after its '$'. */
static bool dollar(struct shell_parser *p, bool in_double)
{
	int c = shell_peek(p, 0);

	if (c == '[')
		shell_doubt(p->line, "'$[' is arithmetic to some shells");
	if (c == '(') {
		p->at++;
		return substitution(p);
	}
	if (c == '{') {
		p->at++;
		return braces(p, in_double);
	}
	if (c == '\'' && !in_double) {
		const char *from = p->s + ++p->at, *quote;

		quote = memchr(from, '\'', p->len - p->at);
		if (quote && memchr(from, '\\', (size_t)(quote - from)))
			return shell_unclear(p->line, "shells differ about a backslash in $''");
		return single_quoted(p, NULL);
	}
	if (c >= 0 && strchr("*@#?$!-", c))
		p->at++;
	else
		while ((c = shell_peek(p, 0)) >= 0 && (isalnum(c) || c == '_'))
			p->at++;
	return true;
}

/* Reads a command substitution from after its '`'. One level of backslashes is removed from what is
 * run (XCU 2.6.3). */
static bool backtick(struct shell_parser *p, bool in_double)
{
	auto_buf inside = BUF_LIMIT(SHELL_BYTES + 1);

	for (int c; (c = shell_peek(p, 0)) != '`'; p->at++) {
		int next = shell_peek(p, 1);

		if (c < 0)
			return shell_unclear(p->line, "a '`' is not closed");
		if (c == '\\' || (in_double && c == '"'))
			shell_doubt(p->line, "shells differ about quotes inside '`'");
		if (c == '\\' && next >= 0 && strchr(in_double ? "$`\\\"" : "$`\\", next)) {
			c = next;
			p->at++;
		}
		buf_addc(&inside, (char)c);
	}
	p->at++;
	return shell_parse_inside(p, buf_str(&inside), inside.len, p->depth + 1, p->guess);
}

/* Reads "..." from after its first quote; out NULL: the text is not wanted. */
static bool double_quoted(struct shell_parser *p, struct buf *out, bool *dynamic)
{
	for (int c; (c = shell_peek(p, 0)) != '"';) {
		size_t from = p->at++;

		if (c < 0)
			return shell_unclear(p->line, "a quote is not closed");
		if (c == '\\') {
			int next = shell_peek(p, 0);

			if (next < 0)
				return shell_unclear(p->line, "a quote is not closed");
			p->at++;
			from += strchr("$`\"\\", next) != NULL;
			if (next == '\n')
				from = p->at;
		} else if (c == '$' || c == '`') {
			*dynamic = true;
			if (!(c == '$' ? dollar(p, true) : backtick(p, true)))
				return false;
		}
		if (out)
			buf_add(out, p->s + from, p->at - from);
	}
	p->at++;
	return true;
}

bool shell_substitutions(struct shell_parser *p)
{
	while (p->at < p->len) {
		int c = p->s[p->at++];

		if (c == '\\')
			p->at += p->at < p->len;
		else if (c == '$' ? !dollar(p, true) : c == '`' && !backtick(p, true))
			return false;
	}
	return true;
}

/* Whether {a,b} or {1..3} may be here, of which bash makes several words, and dash does not. */
static bool brace_expands(const struct shell_parser *p)
{
	for (size_t i = p->at; i < p->len && !strchr(" \t\n;&|<>()", p->s[i]); i++)
		if (p->s[i] == ',' || (p->s[i] == '.' && i + 1 < p->len && p->s[i + 1] == '.'))
			return true;
	return false;
}

static bool piece(struct shell_parser *p, struct buf *text, struct shell_word *w)
{
	size_t from = p->at;
	int c = p->s[p->at++], next = shell_peek(p, 0);
	bool ok = true;

	switch (c) {
	case '\'':
		w->quoted = true;
		return single_quoted(p, text);
	case '"':
		w->quoted = true;
		return double_quoted(p, text, &w->dynamic);
	case '\\':
		if (next < 0)
			shell_doubt(p->line, "shells keep a backslash at the end");
		p->at += next >= 0;
		if (next == '\n')
			return true;
		w->quoted = true;
		from++;
		break;
	case '$':
	case '`':
		/* a "$" at the end of a word is a dollar sign */
		w->dynamic |= c == '`' || !shell_is_meta(next) || next == '(';
		ok = c == '$' ? dollar(p, false) : backtick(p, false);
		break;
	case '*':
	case '?':
	case '[':
		w->dynamic = true;
		break;
	case '{':
		w->dynamic |= brace_expands(p);
		break;
	case '~':
		w->dynamic |= text->len == 0 || strchr("=:", text->data[text->len - 1]);
		break;
	}
	buf_add(text, p->s + from, p->at - from);
	return ok;
}

bool shell_word(struct shell_parser *p, struct shell_word *out)
{
	struct buf text = BUF_LIMIT(SHELL_BYTES + 1);
	bool ok = true;

	*out = (struct shell_word){0};
	while (ok && !shell_is_meta(shell_peek(p, 0)))
		ok = piece(p, &text, out);
	out->text = buf_take(&text);
	return ok;
}

bool shell_word_into(struct shell_parser *p, struct shell_words *words)
{
	struct shell_word w;
	bool ok = shell_word(p, &w);

	shell_words_add(words, &w);
	shell_word_free(&w);
	if (ok && shell_peek(p, 0) == '(')
		return shell_unclear(p->line, "a function or an array");
	return ok;
}

void shell_quote(struct buf *out, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-./=:,@%+";

	if (*text && !text[strspn(text, plain)]) {
		buf_adds(out, text);
		return;
	}
	buf_addc(out, '\'');
	for (; *text; text++)
		if (*text == '\'')
			buf_adds(out, "'\\''");
		else
			buf_addc(out, *text);
	buf_addc(out, '\'');
}
