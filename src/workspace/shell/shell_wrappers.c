/* SPDX-License-Identifier: MIT
 * Finds the commands that other commands start. Their rows (config/commands.yaml) say how to find
 * where the other command begins; with an option that the row does not list the line is unclear,
 * since it may take an argument. What such a command starts is listed after it. One that does
 * nothing else itself, and has its bare name, is marked `through`; sudo is not: it gives what it
 * starts more rights.
 *
 * If it cannot be told what is started, every word from which a command could begin is listed as a
 * guess, so that a rule that denies it holds.
 */
#include "base/base.h"
#include "workspace/shell/command_row.h"
#include "workspace/shell/shell_parser.h"

#define GUESS_WORDS 16 /* words of a command that are tried as beginnings */

static const char unknown_option[] = "an option of a command that starts another one";
static const char unknown_text[] = "a command that is known only when it runs";

static bool text_inside(struct shell_parser *p, const char *text, int depth, bool guess)
{
	return shell_parse_inside(p, text, strlen(text), depth + 1, guess);
}

static void copy_words(struct shell_command *to, const struct shell_words *from, size_t at,
    size_t end, const char *replace)
{
	for (; at < end; at++) {
		shell_words_add(&to->words, &from->list[at]);
		if (replace && *replace && strstr(from->list[at].text, replace))
			to->words.list[to->words.count - 1].dynamic = true;
	}
}

/* ---- Guesses ------------------------------------------------------------------------------- */

/* Guesses that a command begins here. "git push" as one word may be a text that is run. */
static bool guess_at(struct shell_parser *p, size_t index, size_t at, int depth)
{
	const struct shell_words *words = &p->line->commands[index].words;
	struct shell_command inner = {.guess = true};
	const char *word = words->list[at].text, *value = strpbrk(word, "=!");

	if (strpbrk(word, " \t\n;&|!(`")) {
		auto_free char *text =
		    xasprintf("%s\n%s", word, value ? value + strspn(value, "=!") : "");
		return text_inside(p, text, depth, true);
	}
	if (words->list[at].dynamic || !*word || *word == '-')
		return true;
	copy_words(&inner, words, at, words->count, NULL);
	return shell_add(p, &inner, depth + 1);
}

static bool guess_inside(struct shell_parser *p, size_t index, int depth, const char *why)
{
	shell_doubt(p->line, why);
	for (size_t at = 1; at <= GUESS_WORDS && at < p->line->commands[index].words.count; at++)
		guess_at(p, index, at, depth);
	return true;
}

/* ---- What is started ------------------------------------------------------------------------ */

/* Finds where the command begins that this one starts; *at == words->count: it starts none. *replace: the text in it
 * that is replaced (`replaces` of the row), or NULL. False: it cannot be told. */
static bool find_start(const struct command_row *row, const struct shell_words *words, size_t *at,
    const char **replace)
{
	size_t i = row->words;

	*replace = NULL;
	for (struct option o; i < words->count; i += o.words) {
		o = command_option(row, words, i);
		if (o.kind == OPTION_UNKNOWN)
			return false;
		if (o.kind == OPTION_OPERAND)
			break;
		if (o.kind == OPTION_END) {
			i++;
			break;
		}
		if (!o.name || !row->replaces || *o.name != row->replaces[1])
			continue;
		if (*replace)
			return false; /* two such options */
		*replace = o.argument;
	}
	for (size_t n = 0; n < row->operands && i < words->count; n++, i++)
		if (words->list[i].dynamic)
			return false;
	*at = i;
	return true;
}

static bool is_assignment(const char *text)
{
	size_t len =
	    strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");

	return len && text[len] == '=' && !isdigit((unsigned char)*text);
}

/* Whether only the command that is started counts. A name with a path may be any program of that
 * name. */
static bool is_through(const struct shell_words *words, const struct command_row *row)
{
	return !row->itself && !strchr(words->list[0].text, '/');
}

static bool start_words(
    struct shell_parser *p, size_t index, const struct command_row *row, int depth)
{
	const struct shell_words *words = &p->line->commands[index].words;
	struct shell_command inner = {.guess = p->line->commands[index].guess};
	struct shell_word more = {.text = (char[]){"..."}, .dynamic = true};
	const char *replace;
	size_t at;

	if (!find_start(row, words, &at, &replace))
		return guess_inside(p, index, depth, unknown_option);
	for (size_t i = 0; i < p->line->commands[index].assigns.count; i++)
		shell_words_add(&inner.assigns, &p->line->commands[index].assigns.list[i]);
	while (row->assigns && at < words->count && is_assignment(words->list[at].text))
		shell_words_add(&inner.assigns, &words->list[at++]);
	copy_words(&inner, words, at, words->count, replace);
	if (!inner.words.count)
		return shell_add(p, &inner, depth);
	if (row->appends)
		shell_words_add(&inner.words, &more);
	p->line->commands[index].through = is_through(words, row);
	return shell_add(p, &inner, depth + 1);
}

/* Adds what sh -c TEXT runs. With a file it is a command like any other; with neither it runs its
 * input. */
static bool start_shell(
    struct shell_parser *p, size_t index, const struct command_row *row, int depth)
{
	const struct shell_words *words = &p->line->commands[index].words;
	const char *replace;
	bool text = false;
	size_t at;

	if (!find_start(row, words, &at, &replace))
		return guess_inside(p, index, depth, unknown_option);
	for (size_t i = row->words; i < at; i++)
		text |= words->list[i].text[0] == '-' && words->list[i].text[1] != '-' &&
			strchr(words->list[i].text, 'c');
	if (at >= words->count)
		return guess_inside(p, index, depth, "a shell that reads what it runs");
	if (!text)
		return words->list[at].dynamic ? shell_doubt(p->line, unknown_text) : true;
	if (words->list[at].dynamic)
		return guess_inside(p, index, depth, unknown_text);
	if (text_is_blank(words->list[at].text))
		return shell_doubt(p->line, "a shell that is given nothing to run");
	p->line->commands[index].through = is_through(words, row);
	return text_inside(p, words->list[at].text, depth, p->line->commands[index].guess);
}

/* Adds what eval runs: its words as a text. */
static bool start_text(
    struct shell_parser *p, size_t index, const struct command_row *row, int depth)
{
	const struct shell_words *words = &p->line->commands[index].words;
	auto_buf text = BUF_LIMIT(SHELL_BYTES + 1);
	bool known = true;

	for (size_t i = row->words; i < words->count; i++) {
		known &= !words->list[i].dynamic;
		buf_addf(&text, "%s%s", i > row->words ? " " : "", words->list[i].text);
	}
	known &= text.len > 0 && *buf_str(&text) != '-';
	p->line->commands[index].through = known && is_through(words, row);
	return known ? text_inside(p, buf_str(&text), depth, p->line->commands[index].guess)
		     : guess_inside(p, index, depth, unknown_text);
}

/* Adds what find starts: the words after -exec and its like, up to ';' or '+'. */
static bool start_found(struct shell_parser *p, size_t index, int depth)
{
	static const char *const execs[] = {"-exec", "-execdir", "-ok", "-okdir", NULL};
	struct shell_word found = {.text = (char[]){"..."}, .dynamic = true};
	struct shell_word rm = {.text = (char[]){"rm"}};

	for (size_t i = 1; i < p->line->commands[index].words.count; i++) {
		const struct shell_words *words = &p->line->commands[index].words;
		const char *w = words->list[i].text;
		struct shell_command inner = {.guess = p->line->commands[index].guess};
		size_t end = i + 1, n = 0;

		while (execs[n] && strcmp(execs[n], w) != 0)
			n++;
		if (words->list[i].dynamic && strchr("$`-{", *w))
			shell_doubt(p->line, "a word of find that is known only when it runs");
		if (!strcmp(w, "-delete")) {
			shell_words_add(&inner.words, &rm);
			shell_words_add(&inner.words, &found);
		} else if (execs[n]) {
			while (end < words->count && strcmp(words->list[end].text, ";") != 0 &&
			       strcmp(words->list[end].text, "+") != 0)
				end++;
			copy_words(&inner, words, i + 1, end, "{}");
			if (end == i + 1)
				shell_doubt(p->line, "find starts a command that is not there");
			i = end;
		} else
			continue;
		if (!shell_add(p, &inner, depth + 1))
			return false;
	}
	return true;
}

/* ---- By its row ------------------------------------------------------------------------------ */

static bool is_run_option(const struct command_row *row, const char *word)
{
	json_each (item, row->runs) {
		const char *option = json_string_value(item);
		size_t len = json_string_length(item);

		if (!strncmp(word, option, len) &&
		    (!word[len] || word[len] == '=' || (len == 2 && *option == '-')))
			return true;
	}
	return false;
}

/* Doubts a line that sets a variable by which a shell or a program is made to run something else. */
static bool check_assignments(struct shell_parser *p, const struct shell_words *words, size_t from)
{
	for (size_t i = from; i < words->count; i++)
		if (command_variable(words->list[i].text, strcspn(words->list[i].text, "+=")))
			return shell_doubt(p->line, "a variable that decides what runs");
	return true;
}

static bool by_row(struct shell_parser *p, size_t index, const struct command_row *row, int depth)
{
	const struct shell_words *words = &p->line->commands[index].words;

	p->line->moves |= row->moves;
	for (size_t i = row->words; i < words->count; i++)
		if (is_run_option(row, words->list[i].text))
			return guess_inside(p, index, depth, "an option that runs a program");
	switch (row->starts) {
	case STARTS_NOTHING:
		break;
	case STARTS_WORDS:
		return start_words(p, index, row, depth);
	case STARTS_TEXT:
		return start_text(p, index, row, depth);
	case STARTS_SHELL:
		return start_shell(p, index, row, depth);
	case STARTS_FOUND:
		return start_found(p, index, depth);
	case STARTS_UNKNOWN:
		return guess_inside(p, index, depth, unknown_text);
	}
	return !row->assigns || check_assignments(p, words, row->words);
}

bool shell_add(struct shell_parser *p, struct shell_command *c, int depth)
{
	struct shell_line *line = p->line;
	const size_t index = line->count;
	const struct shell_words words = c->words;
	struct command_row row;

	if ((!words.count && !c->assigns.count) || index == SHELL_COMMANDS) {
		const bool none = !words.count && !c->assigns.count;

		shell_command_free(c);
		return none || shell_unclear(line, "too many commands");
	}
	array_push(line->commands, line->count, line->cap, *c);
	*c = (struct shell_command){0};
	check_assignments(p, &line->commands[index].assigns, 0);
	if (!words.count)
		return true;
	if (depth >= SHELL_DEPTH)
		return shell_unclear(line, "nested too deeply");
	if (words.list[0].dynamic)
		return guess_inside(
		    p, index, depth, "a command whose name is known only when it runs");
	return !command_row_find(&words, &row) || by_row(p, index, &row, depth);
}
