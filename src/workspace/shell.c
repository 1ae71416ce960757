/*
 * Lists and commands (POSIX XCU 2.9). Operators and reserved words only separate commands here:
 * what may run is what counts, not when.
 */
#include "workspace/shell.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "workspace/shell_parse.h"

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

int shell_peek(const struct shell_parser *p, size_t ahead)
{
	return p->at + ahead < p->len ? (unsigned char)p->s[p->at + ahead] : -1;
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

/* Blanks and line ends. */
static bool skip_lines(struct shell_parser *p)
{
	while (shell_skip_blank(p) && shell_peek(p, 0) == '\n') {
		p->at++;
		if (!shell_heredocs(p))
			return false;
	}
	return true;
}

/* Whether this plain word stands here. */
static bool at_word(const struct shell_parser *p, const char *word)
{
	size_t len = strlen(word);

	return p->len - p->at >= len && !memcmp(p->s + p->at, word, len) &&
	       shell_is_meta(shell_peek(p, len));
}

/* ---- Commands ---------------------------------------------------------------------------- */

void shell_words_add(struct shell_words *words, const struct shell_word *w)
{
	array_reserve(&words->list, &words->cap, words->count + 1, sizeof *words->list);
	words->list[words->count++] = (struct shell_word){xstrdup(w->text), w->dynamic, w->quoted};
}

void shell_words_free(struct shell_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		shell_word_free(&words->list[i]);
	free(words->list);
	*words = (struct shell_words){0};
}

static void command_free(struct shell_command *c)
{
	shell_words_free(&c->words);
	shell_words_free(&c->assigns);
}

bool shell_add(struct shell_line *line, struct shell_command *c, int depth)
{
	size_t index = line->count;

	if (!c->words.count && !c->assigns.count) {
		command_free(c);
		return true;
	}
	if (line->count == SHELL_COMMANDS) {
		command_free(c);
		return shell_unclear(line, "too many commands");
	}
	array_reserve(&line->commands, &line->cap, line->count + 1, sizeof *line->commands);
	line->commands[line->count++] = *c;
	*c = (struct shell_command){0};
	return shell_through(line, index, depth);
}

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

static bool word_into(struct shell_parser *p, struct shell_words *words)
{
	struct shell_word w;
	bool ok = shell_word(p, &w);

	shell_words_add(words, &w);
	shell_word_free(&w);
	if (ok && shell_peek(p, 0) == '(')
		return shell_unclear(p->line, "a function or an array");
	return ok;
}

/* <(...) and >(...) of bash, which dash takes for a redirection. */
static bool process_substitution(struct shell_parser *p, struct shell_words *words)
{
	struct shell_word w = {.text = (char[]){"<()"}, .dynamic = true};

	p->at += 2;
	shell_words_add(words, &w);
	shell_doubt(p->line, "'<(' and '>(' are known to some shells only");
	return shell_list(p, STOP_PAREN);
}

/* ---- Compound commands -------------------------------------------------------------------- */

/* The name of a loop is a variable that is set. A short one in small letters is nobody's else. */
static bool loop_name(struct shell_parser *p)
{
	struct shell_words words = {0};
	struct shell_command c = {.guess = p->guess};
	bool ok = word_into(p, &words);
	const char *name = ok ? words.list[0].text : "";
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");

	if (ok && (words.list[0].dynamic || words.list[0].quoted || !*name))
		shell_doubt(p->line, "a loop that is not understood");
	if (ok && (name[len] || isdigit((unsigned char)*name))) {
		struct shell_word set = {.text = xasprintf("%s=", name), .dynamic = true};

		shell_words_add(&c.assigns, &set);
		free(set.text);
		ok = shell_add(p->line, &c, p->depth);
	}
	shell_words_free(&words);
	return ok;
}

/* for NAME [in WORD...]: what follows is read like any command. */
static bool for_heading(struct shell_parser *p)
{
	struct shell_words words = {0};
	bool ok;

	shell_skip_blank(p);
	if (shell_peek(p, 0) == '(')
		return shell_unclear(p->line, "a 'for ((' loop");
	if (shell_is_meta(shell_peek(p, 0)))
		return shell_unclear(p->line, "a loop without a name");
	ok = loop_name(p) && skip_lines(p);
	if (ok && at_word(p, "in")) {
		p->at += 2;
		while (ok && shell_skip_blank(p) && !shell_is_meta(shell_peek(p, 0)))
			ok = word_into(p, &words);
	}
	shell_words_free(&words);
	return ok;
}

/* The patterns of one arm, up to and with the ')'. */
static bool case_patterns(struct shell_parser *p)
{
	struct shell_words words = {0};
	bool ok = true;

	if (shell_peek(p, 0) == '(')
		p->at++;
	for (int c; ok && shell_skip_blank(p) && (c = shell_peek(p, 0)) != ')';) {
		if (c == '|')
			p->at++;
		else if (shell_is_meta(c))
			ok = shell_unclear(p->line, "a 'case' that is not understood");
		else
			ok = word_into(p, &words);
	}
	p->at += ok;
	shell_words_free(&words);
	return ok;
}

static bool case_command(struct shell_parser *p)
{
	struct shell_words words = {0};
	bool ok = shell_skip_blank(p) && word_into(p, &words) && skip_lines(p);

	shell_words_free(&words);
	shell_doubt(p->line, "a 'case'");
	if (!ok)
		return false;
	if (!at_word(p, "in"))
		return shell_unclear(p->line, "a 'case' that is not understood");
	p->at += 2;
	while (ok && (ok = skip_lines(p)) && !at_word(p, "esac"))
		ok = shell_peek(p, 0) < 0 ? shell_unclear(p->line, "a 'case' is not closed")
					  : case_patterns(p) && shell_list(p, STOP_CASE);
	p->at += ok ? 4 : 0;
	return ok;
}

enum reserved { NOT_RESERVED, SEPARATES, LOOPS, SELECTS, CHOOSES, TIMES, DEFINES };

static enum reserved reserved_at(const struct shell_parser *p, const char **word)
{
	static const struct {
		const char *word;
		enum reserved kind;
	} rows[] = {
	    {"if", SEPARATES},
	    {"then", SEPARATES},
	    {"else", SEPARATES},
	    {"elif", SEPARATES},
	    {"fi", SEPARATES},
	    {"while", SEPARATES},
	    {"until", SEPARATES},
	    {"do", SEPARATES},
	    {"done", SEPARATES},
	    {"{", SEPARATES},
	    {"}", SEPARATES},
	    {"!", SEPARATES},
	    {"for", LOOPS},
	    {"select", SELECTS},
	    {"case", CHOOSES},
	    {"time", TIMES},
	    {"function", DEFINES},
	    {"coproc", DEFINES},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (at_word(p, rows[i].word)) {
			*word = rows[i].word;
			return rows[i].kind;
		}
	return NOT_RESERVED;
}

/* bash reads a pipeline behind it, dash starts a program of that name with the words: what either
 * would run is found in what follows. */
static bool time_heading(struct shell_parser *p)
{
	shell_skip_blank(p);
	if (at_word(p, "-p")) {
		p->at += 2;
		shell_skip_blank(p);
	}
	if (shell_peek(p, 0) == '-')
		shell_doubt(p->line, "an option of 'time'");
	while (shell_peek(p, 0) == '-' && !shell_is_meta(shell_peek(p, 0))) {
		struct shell_words words = {0};
		bool ok = word_into(p, &words);

		shell_words_free(&words);
		if (!ok)
			return false;
		shell_skip_blank(p);
	}
	return true;
}

/* A reserved word was read. */
static bool compound(struct shell_parser *p, enum reserved kind)
{
	switch (kind) {
	case NOT_RESERVED:
	case SEPARATES:
		return true;
	case SELECTS:
		shell_doubt(p->line, "a 'select'");
		return for_heading(p);
	case LOOPS:
		return for_heading(p);
	case TIMES:
		return time_heading(p);
	case CHOOSES:
		return case_command(p);
	case DEFINES:
		return shell_unclear(p->line, "a function or a coprocess");
	}
	return false;
}

/* ---- Lists -------------------------------------------------------------------------------- */

static bool command(struct shell_parser *p)
{
	struct shell_command c = {.guess = p->guess};
	bool fresh = true, ok = true;

	while (ok && shell_skip_blank(p)) {
		enum reserved kind;
		const char *word;
		int at = shell_peek(p, 0);

		if ((at == '<' || at == '>') && shell_peek(p, 1) == '(')
			ok = process_substitution(p, &c.words);
		else if (shell_at_redirect(p))
			ok = shell_redirect(p);
		else if (shell_is_meta(at))
			break;
		else if (fresh && (kind = reserved_at(p, &word)) != NOT_RESERVED) {
			p->at += strlen(word);
			ok = compound(p, kind);
			continue;
		} else
			ok = word_into(
			    p, !c.words.count && at_assignment(p) ? &c.assigns : &c.words);
		fresh = false;
	}
	if (ok && shell_peek(p, 0) == '(' && (c.words.count || c.assigns.count))
		ok = shell_unclear(p->line, "a function");
	if (!ok) {
		shell_add(p->line, &c, SHELL_DEPTH); /* what it is called may still be denied */
		return false;
	}
	return shell_add(p->line, &c, p->depth);
}

static bool subshell(struct shell_parser *p)
{
	p->at++;
	if (shell_peek(p, 0) == '(')
		shell_doubt(p->line, "'((' is arithmetic to some shells");
	return shell_list(p, STOP_PAREN);
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

		if (!skip_lines(p))
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
		if (stop == STOP_CASE && at_word(p, "esac"))
			return true;
		if (strchr(";&|", c))
			p->at++;
		else
			ok = c == '(' ? subshell(p) : command(p);
		if (!ok)
			return false;
	}
}

bool shell_list(struct shell_parser *p, enum shell_stop stop)
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

bool shell_parse_inside(struct shell_line *line, const char *s, size_t len, int depth, bool guess)
{
	struct shell_parser p = {.s = s, .len = len, .depth = depth, .line = line, .guess = guess};
	bool ok;

	if (len > SHELL_BYTES)
		return shell_unclear(line, "it is too long");
	if (has_odd_bytes(s, len))
		shell_doubt(line, "it has bytes that shells take in different ways");
	ok = shell_list(&p, STOP_END);
	if (ok && p.heredoc_count)
		ok = shell_unclear(line, "a here-document has no end");
	shell_parser_end(&p);
	return ok;
}

void shell_parse(const char *text, struct shell_line *out)
{
	*out = (struct shell_line){0};
	shell_parse_inside(out, text, strlen(text), 0, false);
}

void shell_line_free(struct shell_line *line)
{
	for (size_t i = 0; i < line->count; i++)
		command_free(&line->commands[i]);
	for (size_t i = 0; i < line->redirect_count; i++)
		shell_word_free(&line->redirects[i].target);
	free(line->commands);
	free(line->redirects);
	*line = (struct shell_line){0};
}

bool shell_split(const char *text, struct shell_words *out)
{
	struct shell_line line = {0};
	struct shell_parser p = {.s = text, .len = strlen(text), .line = &line};
	bool ok = p.len <= SHELL_BYTES;

	*out = (struct shell_words){0};
	while (ok && shell_skip_blank(&p) && p.at < p.len) {
		ok = !shell_is_meta(shell_peek(&p, 0)) && word_into(&p, out);
		ok = ok && !out->list[out->count - 1].dynamic;
	}
	shell_parser_end(&p);
	shell_line_free(&line);
	if (!ok)
		shell_words_free(out);
	return ok;
}

const char *shell_base(const char *word)
{
	const char *slash = strrchr(word, '/');

	return slash ? slash + 1 : word;
}
