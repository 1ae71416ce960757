/*
 * What stands around commands (POSIX XCU 2.9.4): reserved words, and the headings of loops and of `case`.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "workspace/shell/shell_parser.h"

/* The name of a loop is a variable that is set. A short one in small letters is nobody's else. */
static bool loop_name(struct shell_parser *p)
{
	struct shell_words words = {0};
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
	ok = loop_name(p) && shell_skip_lines(p);
	if (ok && shell_at_word(p, "in")) {
		p->at += 2;
		while (ok && shell_skip_blank(p) && !shell_is_meta(shell_peek(p, 0)))
			ok = shell_word_into(p, &words);
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
			ok = shell_word_into(p, &words);
	}
	p->at += ok;
	shell_words_free(&words);
	return ok;
}

static bool case_command(struct shell_parser *p)
{
	struct shell_words words = {0};
	bool ok = shell_skip_blank(p) && shell_word_into(p, &words) && shell_skip_lines(p);

	shell_words_free(&words);
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

/* bash reads a pipeline behind it, dash starts a program of that name with the words: what either
 * would run is found in what follows. */
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
		struct shell_words words = {0};
		bool ok = shell_word_into(p, &words);

		shell_words_free(&words);
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

bool shell_reserved(struct shell_parser *p, bool *ok)
{
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (shell_at_word(p, reserved[i].word)) {
			p->at += strlen(reserved[i].word);
			*ok = !reserved[i].read || reserved[i].read(p);
			return true;
		}
	return false;
}
