/*
 * Commands that start other commands. One row each says how to find where the other one begins;
 * an option that the row does not know makes the line unclear, since it may take an argument.
 * What such a command starts is listed behind it. One that does nothing else itself is marked
 * `through`; sudo is not: it gives what it starts more than it would have.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "workspace/shell_parse.h"

enum starter_flag {
	ALSO_ITSELF = 1, /* is a command in its own right, too */
	ASSIGNS = 2,	 /* takes NAME=value in front */
	APPENDS = 4,	 /* adds words that are known only when it runs */
};
struct starter {
	const char *name;
	/* As getopt has them: a letter with ':' takes an argument, with '=' one that is joined or
	   none; '#' allows digits. Long ones without their dashes, "name=" takes an argument. */
	const char *letters, *longs;
	int operands; /* before the command */
	int flags;
};
static const struct starter starters[] = {
    {"builtin", "", "", 0, 0},
    {"busybox", "", "", 0, 0},
    {"command", "pvV", "", 0, 0},
    {"doas", "nsLC:u:", "", 0, ALSO_ITSELF},
    {"env", "i0vu:C:", "ignore-environment,null,debug,unset=,chdir=", 0, ASSIGNS},
    {"exec", "cla:", "", 0, 0},
    {"ionice", "c:n:t", "class=,classdata=,ignore", 0, 0},
    {"nice", "n:#", "adjustment=", 0, 0},
    {"nohup", "", "", 0, 0},
    {"setsid", "cfw", "ctty,fork,wait", 0, 0},
    {"stdbuf", "i:o:e:", "input=,output=,error=", 0, 0},
    {"sudo", "AbEHknPSsiu:g:h:p:C:r:t:U:D:R:T:",
	"askpass,background,preserve-env,set-home,reset-timestamp,non-interactive,"
	"preserve-groups,stdin,shell,login,user=,group=,host=,prompt=,close-from=,role=,type=,"
	"other-user=,chdir=,chroot=,command-timeout=",
	0, ALSO_ITSELF | ASSIGNS},
    {"time", "pvf:", "portability,verbose,format=", 0, 0},
    {"timeout", "k:s:v", "kill-after=,signal=,verbose,foreground,preserve-status", 1, 0},
    {"xargs", "0rtpoxI:i=n:P:L:l=s:d:E:e=a:",
	"null,no-run-if-empty,verbose,interactive,open-tty,exit,replace,max-args=,max-procs=,"
	"max-lines,max-chars=,delimiter=,eof,arg-file=,process-slot-var=",
	0, APPENDS},
};
static const char *const shells[] = {"sh", "bash", "dash", "zsh", "ksh", "ash", NULL};
static const char unknown_option[] = "an option of a command that starts another one";

static bool is_one_of(const char *const *names, const char *name)
{
	for (; *names; names++)
		if (!strcmp(*names, name))
			return true;
	return false;
}

/* ---- Options ------------------------------------------------------------------------------- */

/* 0: not one of the row's. Else how many words it takes: itself, and its argument. */
static size_t long_option(const struct starter *row, const char *word)
{
	size_t len = strcspn(word, "=");

	for (const char *p = row->longs; *p; p += strspn(p, ",")) {
		size_t n = strcspn(p, ",");
		bool argument = p[n - 1] == '=';

		if (n - argument == len && !memcmp(p, word, len))
			return argument && !word[len] ? 2 : 1;
		p += n;
	}
	return 0;
}

static size_t short_options(const struct starter *row, const char *letters)
{
	for (; *letters; letters++) {
		const char *known =
		    *letters == ':' || *letters == '=' ? NULL : strchr(row->letters, *letters);

		if (*letters >= '0' && *letters <= '9' && strchr(row->letters, '#'))
			continue;
		if (!known)
			return 0;
		if (known[1] == '=')
			return 1;
		if (known[1] == ':')
			return letters[1] ? 1 : 2;
	}
	return 1;
}

/* Where the command that the row's one starts begins; words.count: it starts none. False: it
 * cannot be told. */
static bool find_start(const struct starter *row, const struct shell_words *words, size_t *at)
{
	size_t i = 1, taken;

	for (; i < words->count; i += taken) {
		const struct shell_word *w = &words->list[i];

		if (w->dynamic && (*w->text == '-' || strchr("$`", *w->text)))
			return false;
		if (*w->text != '-' || !strcmp(w->text, "--"))
			break;
		taken = !w->text[1]	    ? 1
			: w->text[1] == '-' ? long_option(row, w->text + 2)
					    : short_options(row, w->text + 1);
		if (!taken)
			return false;
	}
	if (i < words->count && !strcmp(words->list[i].text, "--"))
		i++;
	i += (size_t)row->operands;
	*at = i < words->count ? i : words->count;
	return true;
}

static bool is_assignment(const char *text)
{
	size_t len =
	    strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");

	return len && text[len] == '=' && !(*text >= '0' && *text <= '9');
}

/* ---- What is started ------------------------------------------------------------------------ */

static bool text_inside(struct shell_line *line, const char *text, int depth)
{
	return shell_parse_inside(line, text, strlen(text), depth + 1);
}

/* The replacement string of xargs; NULL: none. */
static const char *replaced(const struct shell_words *words, size_t start)
{
	for (size_t i = 1; i < start; i++) {
		const char *w = words->list[i].text;

		if (!strcmp(w, "-I") && i + 1 < start)
			return words->list[i + 1].text;
		if (!strncmp(w, "-I", 2) || (!strncmp(w, "-i", 2) && w[2]))
			return w + 2;
		if (!strcmp(w, "-i") || !strcmp(w, "--replace"))
			return "{}";
		if (!strncmp(w, "--replace=", 10))
			return w + 10;
	}
	return NULL;
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

static bool start_words(struct shell_line *line, size_t index, const struct starter *row, int depth)
{
	struct shell_command inner = {0};
	const struct shell_words *words = &line->commands[index].words;
	struct shell_word more = {.text = (char[]){"..."}, .dynamic = true};
	size_t at;

	if (!find_start(row, words, &at))
		return shell_unclear(line, unknown_option);
	for (size_t i = 0; i < line->commands[index].assigns.count; i++)
		shell_words_add(&inner.assigns, &line->commands[index].assigns.list[i]);
	while (row->flags & ASSIGNS && at < words->count && is_assignment(words->list[at].text))
		shell_words_add(&inner.assigns, &words->list[at++]);
	if (!strcmp(row->name, "env") && words->count > 1)
		for (size_t i = 1; i < at; i++)
			line->moves |= !strncmp(words->list[i].text, "-C", 2) ||
				       !strncmp(words->list[i].text, "--ch", 4);
	copy_words(
	    &inner, words, at, words->count, row->flags & APPENDS ? replaced(words, at) : NULL);
	if (!inner.words.count)
		return shell_add(line, &inner, depth);
	if (row->flags & APPENDS)
		shell_words_add(&inner.words, &more);
	line->commands[index].through = !(row->flags & ALSO_ITSELF);
	return shell_add(line, &inner, depth + 1);
}

/* sh -c TEXT. Without -c it is a command like any other. */
static bool start_shell(struct shell_line *line, size_t index, int depth)
{
	static const struct starter row = {"sh",
	    "abefhiklmnprtuvxBCHPcso:O:", "norc,noprofile,posix,login,rcfile=,init-file=", 0, 0};
	const struct shell_words *words = &line->commands[index].words;
	bool text = false;
	size_t at;

	if (!find_start(&row, words, &at))
		return shell_unclear(line, unknown_option);
	for (size_t i = 1; i < at; i++)
		text |= words->list[i].text[0] == '-' && words->list[i].text[1] != '-' &&
			strchr(words->list[i].text, 'c');
	if (!text || at == words->count)
		return true;
	if (words->list[at].dynamic)
		return shell_unclear(line, "a command that is known only when it runs");
	line->commands[index].through = true;
	return text_inside(line, words->list[at].text, depth);
}

/* eval and trap run words as text. */
static bool start_text(struct shell_line *line, size_t index, size_t count, int depth)
{
	const struct shell_words *words = &line->commands[index].words;
	struct buf text = BUF_LIMIT(SHELL_BYTES + 1);
	bool ok = true;

	for (size_t i = 1; i < words->count && i <= count; i++) {
		if (words->list[i].dynamic)
			ok = shell_unclear(line, "a command that is known only when it runs");
		buf_addf(&text, "%s%s", i > 1 ? " " : "", words->list[i].text);
	}
	line->commands[index].through = true;
	ok = ok && text_inside(line, buf_str(&text), depth);
	buf_free(&text);
	return ok;
}

/* find starts what stands behind -exec and its like, up to ';' or '+'. */
static bool start_found(struct shell_line *line, size_t index, int depth)
{
	static const char *const execs[] = {"-exec", "-execdir", "-ok", "-okdir", NULL};
	static const char *const files[] = {"-fprint", "-fprint0", "-fprintf", "-fls", NULL};
	struct shell_word found = {.text = (char[]){"..."}, .dynamic = true};
	struct shell_word rm = {.text = (char[]){"rm"}};

	for (size_t i = 1; i < line->commands[index].words.count; i++) {
		const struct shell_words *words = &line->commands[index].words;
		const char *w = words->list[i].text;
		struct shell_command inner = {0};
		size_t end = i + 1;

		if (words->list[i].dynamic && strchr("$`-", *w))
			return shell_unclear(
			    line, "a word of find that is known only when it runs");
		if (is_one_of(files, w))
			return shell_unclear(line, "a file that find writes");
		if (!strcmp(w, "-delete")) {
			shell_words_add(&inner.words, &rm);
			shell_words_add(&inner.words, &found);
		} else if (is_one_of(execs, w)) {
			while (end < words->count && strcmp(words->list[end].text, ";") != 0 &&
			       strcmp(words->list[end].text, "+") != 0)
				end++;
			copy_words(&inner, words, i + 1, end, "{}");
			i = end;
		} else
			continue;
		if (!shell_add(line, &inner, depth + 1))
			return false;
	}
	return true;
}

bool shell_through(struct shell_line *line, size_t index, int depth)
{
	static const char *const movers[] = {"cd", "pushd", "popd", NULL};
	const struct shell_words *words = &line->commands[index].words;
	const char *name;

	if (!words->count)
		return true;
	if (words->list[0].dynamic)
		return shell_unclear(line, "a command whose name is known only when it runs");
	if (depth >= SHELL_DEPTH)
		return shell_unclear(line, "nested too deeply");
	name = shell_base(words->list[0].text);
	if (is_one_of(movers, name))
		line->moves = true;
	if (is_one_of(shells, name))
		return start_shell(line, index, depth);
	if (!strcmp(name, "eval"))
		return start_text(line, index, words->count, depth);
	if (!strcmp(name, "trap"))
		return start_text(line, index, 1, depth);
	if (!strcmp(name, "find"))
		return start_found(line, index, depth);
	for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
		if (!strcmp(name, starters[i].name))
			return start_words(line, index, &starters[i], depth);
	return true;
}
