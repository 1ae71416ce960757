/* SPDX-License-Identifier: MIT
 * Parses lists and commands (POSIX XCU 2.9). Operators only separate commands here: what may run is
 * what counts, not when.
 */
#include "workspace/shell/shell.h"

#include "base/base.h"
#include "workspace/shell/shell_parser.h"

/* Redirections (POSIX XCU 2.7). The text of a here-document begins after the end of its line; what
 * is expanded in it runs, too. */

static bool shell_at_redirect(const struct shell_parser *p)
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

	if (h->quoted)
		return true;
	p->line->expands |=
	    memchr(p->s + from, '$', to - from) || memchr(p->s + from, '`', to - from);
	if (memmem(p->s + from, to - from, "\\\n", 2))
		return shell_unclear(p->line, "a here-document joins lines");
	bool ok = shell_substitutions(&inside);
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

/* Skips blanks and line ends, and reads the here-documents after these. */
static bool shell_skip_lines(struct shell_parser *p)
{
	while (shell_skip_blank(p) && shell_peek(p, 0) == '\n') {
		p->at++;
		if (!read_heredocs(p))
			return false;
	}
	return true;
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
	const bool errors = shell_peek(p, 0) == '2' && shell_peek(p, 1) == '>';
	const char *op = NULL;
	struct shell_word w;

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
	bool ok = shell_word(p, &w);
	p->line->errors_away |= ok && errors && strcmp(w.text, "/dev/null") == 0;
	if (ok && !strncmp(op, "<<", 2) && op[2] != '<')
		ok = heredoc_add(p, &w, op[2] == '-');
	else if (ok && !strcmp(op, "<<<"))
		p->line->expands |= w.dynamic;
	else if (ok && !(op[1] == '&' && is_descriptor(&w))) {
		array_push(p->line->redirects, p->line->redirect_count, p->line->redirect_cap,
		    (struct shell_redirect){w, strchr(op, '>') != NULL});
		return true;
	}
	shell_word_free(&w);
	return ok;
}

/* Reserved words, and the headings of loops and of `case` (POSIX XCU 2.9.4). */

/* Reads a loop's name, a variable that it sets. One in small letters and digits is harmless. */
static bool loop_name(struct shell_parser *p)
{
	freed_by(shell_words_free) struct shell_words words = {0};
	struct shell_command c = {.guess = p->guess};
	bool ok = shell_word_into(p, &words);
	const char *name = ok ? words.list[0].text : "";
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");

	if (ok && (words.list[0].dynamic || words.list[0].quoted || !*name))
		shell_doubt(p->line, "a loop that is not understood");
	if (ok && (name[len] || isdigit((unsigned char)*name))) {
		struct shell_word set = {.text = xasprintf("%s=", name), .dynamic = true};

		shell_words_add(&c.assigns, &set);
		free(set.text);
		ok = shell_add(p, &c, p->depth);
	}
	return ok;
}

/* Reads "NAME [in WORD...]" after `for`. What follows is read like any command. */
static bool for_heading(struct shell_parser *p)
{
	freed_by(shell_words_free) struct shell_words words = {0};

	shell_skip_blank(p);
	if (shell_peek(p, 0) == '(')
		return shell_unclear(p->line, "a 'for ((' loop");
	if (shell_is_meta(shell_peek(p, 0)))
		return shell_unclear(p->line, "a loop without a name");
	bool ok = loop_name(p) && shell_skip_lines(p);
	if (ok && shell_at_word(p, "in")) {
		p->at += 2;
		while (ok && shell_skip_blank(p) && !shell_is_meta(shell_peek(p, 0)))
			ok = shell_word_into(p, &words);
	}
	return ok;
}

/* Reads the patterns of one arm of `case`, and the ')'. */
static bool case_patterns(struct shell_parser *p)
{
	freed_by(shell_words_free) struct shell_words words = {0};
	bool ok = true;

	if (shell_peek(p, 0) == '(')
		p->at++;
	for (int c; ok && shell_skip_blank(p) && (c = shell_peek(p, 0)) != ')';) {
		if (c == '|')
			p->at++;
		else if (shell_is_meta(c))
			ok = shell_unclear(p->line, "a 'case' that is not understood");
		else
			ok = shell_word_into(p, &words);
	}
	p->at += ok;
	return ok;
}

static bool case_command(struct shell_parser *p)
{
	freed_by(shell_words_free) struct shell_words words = {0};
	bool ok = shell_skip_blank(p) && shell_word_into(p, &words) && shell_skip_lines(p);

	shell_doubt(p->line, "a 'case'");
	if (!ok)
		return false;
	if (!shell_at_word(p, "in"))
		return shell_unclear(p->line, "a 'case' that is not understood");
	p->at += 2;
	while (ok && (ok = shell_skip_lines(p)) && !shell_at_word(p, "esac"))
		ok = shell_peek(p, 0) < 0 ? shell_unclear(p->line, "a 'case' is not closed")
					  : case_patterns(p) && p->list(p, STOP_CASE);
	p->at += ok ? 4 : 0;
	return ok;
}

/* After `time` bash reads a pipeline, dash starts a program of that name with the words: what
 * either would run is found in what follows. */
static bool time_heading(struct shell_parser *p)
{
	shell_skip_blank(p);
	if (shell_at_word(p, "-p")) {
		p->at += 2;
		shell_skip_blank(p);
	}
	if (shell_peek(p, 0) == '-')
		shell_doubt(p->line, "an option of 'time'");
	while (shell_peek(p, 0) == '-' && !shell_is_meta(shell_peek(p, 0))) {
		freed_by(shell_words_free) struct shell_words words = {0};
		bool ok = shell_word_into(p, &words);

		if (!ok)
			return false;
		shell_skip_blank(p);
	}
	return true;
}

static bool select_heading(struct shell_parser *p)
{
	shell_doubt(p->line, "a 'select'");
	return for_heading(p);
}

static bool definition(struct shell_parser *p)
{
	return shell_unclear(p->line, "a function or a coprocess");
}

static const struct {
	const char *word;
	bool (*read)(
	    struct shell_parser *p); /* what follows it; NULL: it only separates commands */
} reserved[] = {
    {"if", NULL},
    {"then", NULL},
    {"else", NULL},
    {"elif", NULL},
    {"fi", NULL},
    {"while", NULL},
    {"until", NULL},
    {"do", NULL},
    {"done", NULL},
    {"{", NULL},
    {"}", NULL},
    {"!", NULL},
    {"for", for_heading},
    {"select", select_heading},
    {"case", case_command},
    {"time", time_heading},
    {"function", definition},
    {"coproc", definition},
};

/* Whether a reserved word is here; reads it then with what belongs to it. *ok: false if something
 * in that is unclear. */
static bool shell_reserved(struct shell_parser *p, bool *ok)
{
	for (size_t i = 0; i < ARRAY_SIZE(reserved); i++)
		if (shell_at_word(p, reserved[i].word)) {
			p->at += strlen(reserved[i].word);
			*ok = !reserved[i].read || reserved[i].read(p);
			return true;
		}
	return false;
}

static bool parse_list(struct shell_parser *p, enum shell_stop stop);

/* Whether NAME= or NAME+= is here, unquoted. */
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

static bool command(struct shell_parser *p)
{
	struct shell_command c = {.guess = p->guess};
	const struct shell_word inside = {.text = (char[]){"<()"}, .dynamic = true};
	bool fresh = true, ok = true;

	while (ok && shell_skip_blank(p)) {
		int at = shell_peek(p, 0);

		if ((at == '<' || at == '>') && shell_peek(p, 1) == '(') {
			/* <(...) and >(...) of bash, which dash takes for a redirection. */
			p->at += 2;
			shell_words_add(&c.words, &inside);
			shell_doubt(p->line, "'<(' and '>(' are known to some shells only");
			ok = parse_list(p, STOP_PAREN);
		} else if (shell_at_redirect(p))
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
		shell_add(p, &c, SHELL_DEPTH); /* its name may still be denied */
		return false;
	}
	return shell_add(p, &c, p->depth);
}

/* Whether the last command only prepares others, so that nobody misses its status. */
static bool only_prepares(const struct shell_line *line)
{
	static const char *const names[] = {
	    "cd", "export", "set", "unset", "source", ".", "pushd", "umask", "shopt", NULL};
	const struct shell_command *c = line->count ? &line->commands[line->count - 1] : NULL;

	if (!c || c->words.count == 0)
		return true;
	for (size_t i = 0; names[i]; i++)
		if (strcmp(c->words.list[0].text, names[i]) == 0)
			return true;
	return false;
}

/* Reads an operator between two commands. */
static void operator_between(struct shell_parser *p)
{
	const int c = shell_peek(p, 0), next = shell_peek(p, 1);
	const bool pipes = c == '|' && next != '|',
		   twice = c != ';' && (c == next || (pipes && next == '&'));

	p->at += 1 + twice;
	if (p->depth != 1 || (c == '&' && (twice || next == '>')))
		return;
	p->line->pipes |= pipes;
	p->line->hides |= c == '&';
	p->unseen |= !pipes && (c != ';' || !only_prepares(p->line));
}

static bool list_items(struct shell_parser *p, enum shell_stop stop)
{
	for (;;) {
		if (shell_skip_blank(p) && shell_peek(p, 0) == '\n' && p->depth == 1)
			p->unseen |= !only_prepares(p->line);
		if (!shell_skip_lines(p))
			return false;
		int c = shell_peek(p, 0);
		if (c < 0)
			return stop == STOP_END ||
			       shell_unclear(p->line, "a bracket or 'case' is not closed");
		if (c == ')') {
			p->at++;
			return stop == STOP_PAREN || shell_unclear(p->line, "a ')' too many");
		}
		const int next = shell_peek(p, 1);
		if (stop == STOP_CASE && c == ';' && (next == ';' || next == '&')) {
			/* ";;", ";&", ";;&" of a case */
			p->at += 2 + (shell_peek(p, 2) == '&');
			return true;
		}
		if (stop == STOP_CASE && shell_at_word(p, "esac"))
			return true;
		if (strchr(";&|", c)) {
			operator_between(p);
			continue;
		}
		p->line->hides |= p->unseen;
		if (c == '(') {
			p->at++;
			if (shell_peek(p, 0) == '(')
				shell_doubt(p->line, "'((' is arithmetic to some shells");
		}
		if (!(c == '(' ? parse_list(p, STOP_PAREN) : command(p)))
			return false;
	}
}

static bool parse_list(struct shell_parser *p, enum shell_stop stop)
{
	int open = p->heredoc_count;

	if (p->depth >= SHELL_DEPTH)
		return shell_unclear(p->line, "nested too deeply");
	p->depth++;
	bool ok = list_items(p, stop);
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
	freed_by(shell_line_free) struct shell_line line = {0};
	struct shell_parser p = {.s = text, .len = strlen(text), .line = &line, .list = parse_list};
	bool ok = p.len <= SHELL_BYTES;

	*out = (struct shell_words){0};
	while (ok && shell_skip_blank(&p) && p.at < p.len) {
		ok = !shell_is_meta(shell_peek(&p, 0)) && shell_word_into(&p, out);
		ok = ok && !out->list[out->count - 1].dynamic;
	}
	shell_parser_end(&p);
	if (!ok)
		shell_words_free(out);
	return ok;
}
