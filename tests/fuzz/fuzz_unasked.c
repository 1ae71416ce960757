/* SPDX-License-Identifier: MIT
 * The promise that nothing runs unasked, held against the shells themselves. Command lines are made
 * by a grammar and by mutations; what mode ask would let go without asking is run by dash and bash
 * in a folder with nothing in it but executables that leave a mark, with a PATH of stubs that write
 * down what they were given. A mark, a stub run with what no rule allows, or a file that was not
 * there before is a finding.
 *
 * The input is a line, and its hash begins another one that the grammar makes.
 */
/* holds: commands-start-others */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "tests/fuzz/folder.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

#define RUN_MS 1000	/* a line is killed then */
#define LINE_BYTES 4000 /* longer ones are cut */
#define LOG_BYTES (1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char rules[] = "permissions.rules=[{allow: {command: git diff}}, {allow: {command: "
			    "make test}}, {allow: {command: other}}]";
/* Programs that the lines find by name: stubs, and the real ones that start others. */
static const char *const stubs[] = {"git", "make", "other", "evil", "rm", "ls", "cat", "grep",
    "head", "sort", "wc", "find", "touch", "watch", "flock", "sudo", "tee", NULL};
static const char *const real[] = {"sh", "dash", "bash", "env", "timeout", "nice", "nohup", "xargs",
    "setsid", "stdbuf", "time", "ionice", NULL};
static const char *const marked[] = {
    "evil", "eval", "trap", "sh", "git", "make", "timeout", "ls", "true", "other", "a", NULL};
static const char *const sourced[] = {
    "notes", ".bashrc", ".profile", ".bash_profile", ".shrc", NULL};

static struct {
	char *bin, *log, *empty; /* (owned) */
	struct permissions *permissions;
	struct workspace *workspace;
	size_t entries;
	size_t judged, ran; /* lines */
} ground;

/* ---- The ground ----------------------------------------------------------------------------- */

static void script(const char *folder, const char *name, const char *text)
{
	char *path = file_join(folder, name);

	if (!file_write(path, 0755, text, strlen(text), NULL))
		abort();
	free(path);
}

static size_t count_entries(void)
{
	DIR *d = opendir(ground.empty);
	size_t count = 0;

	while (d && readdir(d))
		count++;
	if (d)
		closedir(d);
	return count;
}

static void clear(void)
{
	printf("# %zu lines judged, %zu of them run\n", ground.judged, ground.ran);
	free(ground.bin);
	free(ground.log);
	free(ground.empty);
	permissions_free(ground.permissions);
	workspace_free(ground.workspace);
}

static void make_programs(void)
{
	/* One write a record, so that those of a pipeline do not mix. */
	char *stub = xasprintf("#!/bin/sh\n"
			       "u=$(printf '\\037') l=ran$u${0##*/}$u\n"
			       "for a; do l=$l$a$u; done\n"
			       "for a in \"${GIT_EXTERNAL_DIFF-}\" \"${GIT_PAGER-}\" "
			       "\"${MAKEFLAGS-}\" \"${BASH_ENV-}\"; do\n"
			       "case $a in '') ;; *) l=${l}variable$u ;; esac; done\n"
			       "case $(pwd -P) in '%s') ;; *) l=${l}moved$u ;; esac\n"
			       "printf '%%s\\036' \"$l\" >>'%s'\n",
	    ground.empty, ground.log);
	char *mark = xasprintf("#!/bin/sh\nprintf 'marked\\036' >>'%s'\n", ground.log);
	char *source = xasprintf("printf 'marked\\036' >>'%s'\n", ground.log);

	for (size_t i = 0; stubs[i]; i++)
		script(ground.bin, stubs[i], stub);
	for (size_t i = 0; marked[i]; i++)
		script(ground.empty, marked[i], mark);
	for (size_t i = 0; sourced[i]; i++)
		script(ground.empty, sourced[i], source);
	for (size_t i = 0; real[i]; i++) {
		char *from = xasprintf("/usr/bin/%s", real[i]),
		     *to = file_join(ground.bin, real[i]);

		if (access(from, X_OK) == 0 && symlink(from, to) < 0)
			abort();
		free(from);
		free(to);
	}
	free(source);
	free(mark);
	free(stub);
}

static void make_ground(void)
{
	static const char *const assignments[] = {rules, NULL};
	struct problems problems = PROBLEMS_INIT;
	struct settings_request request = {.workspace = fuzz_folder(), .assignments = assignments};
	struct settings *s = settings_load(&request, &problems);

	if (!s)
		abort();
	ground.permissions = permissions_new(s);
	settings_free(s);
	problems_free(&problems);
	ground.bin = file_join(fuzz_folder(), "bin");
	ground.log = file_join(fuzz_folder(), "log");
	ground.empty = file_join(fuzz_folder(), "empty");
	/* What a line set would show in these; make sets MAKEFLAGS for all it starts. */
	unsetenv("GIT_EXTERNAL_DIFF");
	unsetenv("GIT_PAGER");
	unsetenv("MAKEFLAGS");
	unsetenv("BASH_ENV");
	make_programs();
	setenv("PATH", ground.bin, 1);
	setenv("HOME", ground.empty, 1);
	setenv("SECRET", "s3cr3t", 1);
	ground.workspace = workspace_open(ground.empty, NULL);
	ground.entries = count_entries();
	atexit(clear);
}

/* ---- Running -------------------------------------------------------------------------------- */

/* Waits until nobody holds the pipe any more, or time is up; then nothing of it is left. */
static void wait_for(pid_t pid, int end)
{
	struct pollfd p = {.fd = end, .events = POLLIN};
	char byte;

	while (poll(&p, 1, RUN_MS) == 1 && read(end, &byte, 1) > 0)
		;
	kill(-pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* 9: what everything the line starts inherits, so its end can be told. */
static void run_line(const char *shell, const char *name, const char *line)
{
	char *const argv[] = {(char *)name, (char *)"-c", (char *)line, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		abort();
	sigemptyset(&none);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&files, ends[1], 9);
	posix_spawn_file_actions_addchdir_np(&files, ground.empty);
	posix_spawnattr_init(&how);
	posix_spawnattr_setpgroup(&how, 0);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
	if (posix_spawn(&pid, shell, &files, &how, argv, environ) == 0) {
		close(ends[1]);
		wait_for(pid, ends[0]);
	} else {
		close(ends[1]);
	}
	close(ends[0]);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
}

/* ---- What is a finding ---------------------------------------------------------------------- */

/* Words that no rule covers, of make, of git and of those that read. */
static bool is_bad_word(const char *name, const char *word)
{
	static const struct {
		const char *name, *beginning;
	} rows[] = {
	    {"make", "--eval"},
	    {"make", "--file"},
	    {"make", "-f"},
	    {"make", "-C"},
	    {"make", "--dir"},
	    {"make", "SHELL="},
	    {"git", "--outp"},
	    {"git", "--ext"},
	    {"git", "--textconv"},
	    {"git", "-O"},
	    {"find", "-exec"},
	    {"find", "-delete"},
	    {"find", "-fprint"},
	    {"sort", "--compress"},
	    {"sort", "-o"},
	    {"", "s3cr3t"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if ((!*rows[i].name || !strcmp(rows[i].name, name)) &&
		    !strncmp(word, rows[i].beginning, strlen(rows[i].beginning)))
			return true;
	return false;
}

static bool may_run(const char *name, const char *first)
{
	static const char *const reading[] = {
	    "ls", "cat", "grep", "head", "sort", "wc", "find", "other", NULL};

	if (!strcmp(name, "git") || !strcmp(name, "make"))
		return first && !strcmp(first, *name == 'g' ? "diff" : "test");
	for (size_t i = 0; reading[i]; i++)
		if (!strcmp(reading[i], name))
			return true;
	return false;
}

/* One line of the log: "ran", the name, the words. Git may also read in other ways. */
static bool is_finding(char *record)
{
	static const char *const gits[] = {"status", "log", "show", NULL};
	char *words[64] = {0}, *rest = record;
	size_t count = 0;

	for (char *word; count < 63 && (word = strsep(&rest, "\037")) && (rest || *word);)
		words[count++] = word;
	if (count < 2 || strcmp(words[0], "ran") != 0)
		return true;
	for (size_t i = 0; count > 2 && gits[i]; i++)
		if (!strcmp(words[1], "git") && !strcmp(words[2], gits[i]))
			words[2] = (char *)"diff";
	if (!may_run(words[1], words[2]))
		return true;
	for (size_t i = 2; i < count && strcmp(words[i], "--") != 0; i++)
		if (strcmp(words[1], "other") != 0 && is_bad_word(words[1], words[i]))
			return true;
	for (size_t i = 2; i < count; i++)
		if (!strcmp(words[i], "variable") || !strcmp(words[i], "moved"))
			return true;
	return false;
}

static void check_ran(const char *shell, const char *line)
{
	struct buf log = BUF_LIMIT(LOG_BYTES);
	char *text, *rest, *record;
	bool found = count_entries() != ground.entries;

	file_read(ground.log, LOG_BYTES - 1, &log, NULL);
	text = rest = buf_take(&log);
	while (!found && (record = strsep(&rest, "\036")))
		if (*record) {
			char *shown = xstrdup(record);

			found = is_finding(record);
			if (found)
				fprintf(stderr, "ran: %s\n", shown);
			free(shown);
		}
	if (found) {
		fprintf(stderr, "%s runs unasked: %s\n", shell, line);
		abort();
	}
	free(text);
	unlink(ground.log);
}

static void check_line(const char *line)
{
	static const char *const shells[][2] = {
	    {"/bin/dash", "sh"}, {"/bin/bash", "bash"}, {"/bin/bash", "sh"}};
	struct act act = {TOOL_RUNS, "run_command", line, .workspace = ground.workspace};

	if (!*line)
		return;
	ground.judged++;
	if (permission_decide(ground.permissions, APPROVE_ASK, &act).verdict != VERDICT_ALLOW)
		return;
	ground.ran++;
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (access(shells[i][0], X_OK) == 0) {
			run_line(shells[i][0], shells[i][1], line);
			check_ran(shells[i][0], line);
		}
}

/* ---- The grammar ---------------------------------------------------------------------------- */

struct grammar {
	uint64_t state;
	int depth;
	struct buf text;
};

static size_t below(struct grammar *g, size_t n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (size_t)(g->state % n);
}

static const char *one(struct grammar *g, const char *const *list, size_t count)
{
	return list[below(g, count)];
}
#define ONE(g, list) one(g, list, sizeof(list) / sizeof *(list))

/* In a form, %c is a command, %l a list, %w a word, %n a line's end. */
static void expand(struct grammar *g, const char *form);

static const char *const plain[] = {"git diff", "make test", "git diff --stat", "make test -k",
    "git diff a b", "other", "other -x", "ls", "cat a", "git diff HEAD -- a", "make test -j4",
    "true", "echo x", "test -f a", "head -n 2 a", "sort -r a", "find . -name a", "grep -n x a"};
static const char *const odd[] = {"evil", "./evil", "./eval", "./trap", "./sh -c ''", "./git diff",
    "eval", "trap evil EXIT", "alias git=evil", ". ./notes", "source notes", "hash -p ./evil git",
    "PATH=.", "export PATH=.", "cd /tmp", "exec evil", "rm a", "touch x", "sh", "bash -i",
    "sh notes", "bash --rcfile notes -i", "bash -lc 'git diff'", "f() { evil; }",
    "set -- --output=x", "tee x", "make", "git diff --output=x", "make test --eval=x",
    "make test SHELL=./evil", "make test -f notes", "find . -exec evil ;", "find . -delete",
    "sort -o x a", "sort --compress-program=evil a", "unset PATH", "read PATH", "PS4='$(evil)'",
    "set -x", "command evil", "test -v 'a[$(evil)]'", "printf -v 'a[$(evil)]' x",
    "let 'a[$(evil)]'", "enable -n true", "cat ./a $SECRET", "echo x >x"};
static const char *const forms[] = {"%c", "%c", "%c", "%c; %l", "%c && %l", "%c || %l", "%c | %c",
    "%c & %l", "%c%n%l", "(%l)", "{ %l; }", "! %c", "if %l; then %l; fi",
    "if %c; then %c; else %c; fi", "for x in %w %w; do %l; done", "for %v in %w; do %l; done",
    "while %c; do %c; break; done", "until %c; do %c; done", "case %w in %w) %l;; esac",
    "case %w in %w) %l;; *) %c; esac", "sh -c '%l'", "sh -c \"%l\"", "bash -c '%l'",
    "dash -ec '%l'", "eval '%l'", "eval %c", "eval \"%l\"", "time %c", "time ! %c", "time -p %c",
    "timeout 5 %c", "timeout -k 1 5 %c", "nice %c", "nice -n 5 %c", "nohup %c", "env %c",
    "env A=b %c", "env PATH=. %c", "env -i %c", "env -C /tmp %c", "env -S '%c'", "exec %c",
    "command %c", "command -p %c", "builtin %c", "setsid %c", "stdbuf -oL %c", "echo a | xargs %c",
    "echo --output=x | xargs %c", "echo evil | xargs -I{} %c {}",
    "echo evil | xargs -0Igit git diff", "%a %c", "%a; %c", "%a%n%c", "%c $(%l)", "%c `%l`",
    "%c \"$(%l)\"", "%c \"`%l`\"", "%c <(%l)", "%c ${x:-$(%l)}", "%c \"${x:-$(%l)}\"",
    "%c ${x:-<(%l)}", "%c $((%w))", "%c $((%w + $(%l)))", "%c $[%w]", "%c ${%w}", "%c ${x@P}",
    "%c ${x/a/$(%l)}", "%c <<E%n%w%nE%n%l", "%c <<E%n$(%l)%nE", "%c <<'E'%n%l%nE%n%c",
    "%c <<-E%n\t%l%n\tE%n%c", "%c <<<\"$(%l)\"", "%c 2>&1", "%c >/dev/null", "%c </dev/null",
    "%c >&2", "%c %w", "%c '%w'", "%c \"%w\"", "%c \\%w", "%c #%l", "%c #%l%n%c", "[[ %w ]] && %c",
    "((%w))", "%c |& %c", "%c &> /dev/null", "select x in a; do %c; done", "function f { %l; }; f",
    "f() { %l; }; f", "f() (%l)%nf", "coproc %l", "x=(%w $(%l))", "%c {a,%w}", "%c $'%w'",
    "%c $\"%w\"", "%c \\%n%c", "%c $\\%n(%l)", "%c \"$\\%n(%l)\"", "%w %c", "x=%w; %c $x",
    "for x in 'a[$(evil)]'; do %c $((x)); done", "for x in '$(evil)'; do %c ${x@P}; done",
    "for x in evil ./evil; do $x; %c; done", "for x in --output=x; do %c $x; done",
    "x='%l'; eval $x", "trap '%l' EXIT; %c", "alias %w='%l'%n%w", "%c; }%n%l", "%c; done%n%l",
    "if %c%nthen %c%nfi", "[ -n \"$(%l)\" ] && %c", "echo \"%w $(%l)\" | %c", "sh <<E%n%l%nE",
    "echo %c | sh"};
static const char *const words[] = {"a", "b", "x", "--output=x", "--ext-diff", "-f", "-fnotes",
    "--eval=x", "SHELL=./evil", "evil", "./evil", "*", "?", "[a]", "~", "$x", "\"$x\"", "$SECRET",
    "$(evil)", "`evil`", "'a[$(evil)]'", "a[$(evil)]", "x=evil", "PATH=.", "-", "--", "''", "\"\"",
    "\\", "'", "\"", "1+1", "!x", "x@P", "!", "#", "x:=evil", "x:-evil", "%%", "{", "}", "esac",
    "done", "in", "do", "E", "\t", "--outp=x"};
static const char *const variables[] = {"PATH", "IFS", "x", "GIT_EXTERNAL_DIFF", "BASH_ENV", "ENV",
    "PS4", "a", "MAKEFLAGS", "HOME", "LANG", "LC_ALL", "CI", "TERM"};

static void add_command(struct grammar *g)
{
	buf_adds(&g->text, below(g, 9) ? ONE(g, plain) : ONE(g, odd));
}

static void add_part(struct grammar *g, char kind)
{
	switch (kind) {
	case 'c':
		if (g->depth < 3 && !below(g, 3))
			expand(g, ONE(g, forms));
		else
			add_command(g);
		break;
	case 'l':
		if (g->depth < 5)
			expand(g, ONE(g, forms));
		else
			add_command(g);
		break;
	case 'w':
		buf_adds(&g->text, ONE(g, words));
		break;
	case 'v':
		buf_adds(&g->text, ONE(g, variables));
		break;
	case 'a':
		buf_addf(&g->text, "%s=%s", ONE(g, variables), ONE(g, words));
		break;
	case 'n':
		buf_addc(&g->text, '\n');
		break;
	default:
		buf_addc(&g->text, kind);
	}
}

static void expand(struct grammar *g, const char *form)
{
	g->depth++;
	for (; *form; form++) {
		if (*form == '%' && form[1])
			add_part(g, *++form);
		else
			buf_addc(&g->text, *form);
	}
	g->depth--;
}

/* A byte that means something to a shell is put in, doubled or taken away. */
static void disturb(struct grammar *g)
{
	static const char bytes[] = "'\"\\`$(){}<>|&;\n#*?~=! \t[]-%E";
	size_t at = below(g, g->text.len + 1);
	struct buf out = BUF_LIMIT(LINE_BYTES * 4);
	char c = bytes[below(g, sizeof bytes - 1)];
	size_t skip = below(g, 3) == 0 && at < g->text.len;

	buf_add(&out, buf_str(&g->text), at);
	if (below(g, 4))
		buf_addc(&out, c);
	buf_add(&out, buf_str(&g->text) + at + skip, g->text.len - at - skip);
	buf_free(&g->text);
	g->text = out;
}

static void check_grammar(uint64_t seed)
{
	struct grammar g = {.state = seed | 1, .text = BUF_LIMIT(LINE_BYTES * 4)};

	for (int i = 0; i < 8; i++)
		below(&g, 2);
	for (int i = 0; i < 16; i++) { /* a run costs much more than a line that asks */
		buf_clear(&g.text);
		g.depth = 0;
		expand(&g, ONE(&g, forms));
		for (size_t n = below(&g, 3) ? 0 : 1 + below(&g, 3); n > 0; n--)
			disturb(&g);
		if (g.text.len && g.text.len < LINE_BYTES)
			check_line(buf_str(&g.text));
	}
	buf_free(&g.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = xstrndup((const char *)data, size < LINE_BYTES ? size : LINE_BYTES);

	if (!ground.permissions)
		make_ground();
	check_line(line);
	check_grammar(hash_bytes(HASH_START, data, size));
	free(line);
	return 0;
}
