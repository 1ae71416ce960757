/* SPDX-License-Identifier: MIT
 * What the shell parser finds in command lines, friendly and hostile. In the tables a found command
 * stands between bars: "~" one that only starts another, "?" one that is a guess, "<w>" a word known
 * only when it runs;
 * then "> file", "< file", "^" the folder changes, "!" not all is clear.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/core/clock.h"
#include "workspace/shell/shell.h"

static void add_words(struct buf *out, const struct shell_words *words)
{
	for (size_t i = 0; i < words->count; i++) {
		const struct shell_word *w = &words->list[i];
		const char *space = out->len && !strchr("|~?", out->data[out->len - 1]) ? " " : "";

		buf_addf(out, w->dynamic ? "%s<%s>" : "%s%s", space, w->text);
	}
}

static char *found(const char *text)
{
	struct shell_line line;
	struct buf out = BUF_INIT;

	shell_parse(text, &line);
	for (size_t i = 0; i < line.count; i++) {
		buf_adds(&out, i ? "|" : "");
		buf_adds(&out, line.commands[i].guess ? "?" : "");
		buf_adds(&out, line.commands[i].through ? "~" : "");
		add_words(&out, &line.commands[i].assigns);
		add_words(&out, &line.commands[i].words);
	}
	for (size_t i = 0; i < line.redirect_count; i++)
		buf_addf(&out, line.redirects[i].target.dynamic ? "%s%s <%s>" : "%s%s %s",
		    out.len ? " " : "", line.redirects[i].writes ? ">" : "<",
		    line.redirects[i].target.text);
	buf_adds(&out, line.moves ? " ^" : "");
	buf_adds(&out, line.unclear ? " !" : "");
	shell_line_free(&line);
	return buf_take(&out);
}

struct row {
	const char *line, *found;
};

static void check(const struct row *rows, size_t count)
{
	bool ok = true;

	for (size_t i = 0; i < count; i++) {
		char *got = found(rows[i].line);

		if (strcmp(got, rows[i].found) != 0) {
			print_error(
			    "%s\n  wanted %s\n  got    %s\n", rows[i].line, rows[i].found, got);
			ok = false;
		}
		free(got);
	}
	assert_true(ok);
}
#define CHECK(rows) check(rows, sizeof(rows) / sizeof *(rows))

static void words_lose_their_quotes(void **state)
{
	static const struct row rows[] = {
	    {"", ""},
	    {"ls", "ls"},
	    {"  ls   -l\t-a ", "ls -l -a"},
	    {"r\\m x", "rm x"},
	    {"'rm' x", "rm x"},
	    {"r''m x", "rm x"},
	    {"\"r\"m x", "rm x"},
	    {"'r'\"m\" x", "rm x"},
	    {"echo 'a b'  \"c d\"", "echo a b c d"},
	    {"echo 'it'\\''s'", "echo it's"},
	    {"echo \"a\\\"b\\\\c\\d\"", "echo a\"b\\c\\d"},
	    {"echo 'a;b' 'c&&d' \"e|f\"", "echo a;b c&&d e|f"},
	    {"rm\\\n x", "rm x"},
	    {"r\\\nm x", "rm x"},
	    {"echo a\\ b", "echo a b"},
	    {"echo a#b # c; rm x", "echo a#b"},
	    {"# rm x", ""},
	    {"echo 'a\nb'", "echo a\nb"},
	    {"echo \"$x\"", "echo <$x>"},
	    {"echo '$x'", "echo $x"},
	    {"echo \\$x", "echo $x"},
	    {"echo $", "echo $"},
	    {"echo ${x:-y} $? $1 $$", "echo <${x:-y}> <$?> <$1> <$$>"},
	    {"ls *.c a? [ab]", "ls <*.c> <a?> <[ab]>"},
	    {"ls '*.c'", "ls *.c"},
	    {"ls ~/x --dir=~/y a~", "ls <~/x> <--dir=~/y> a~"},
	    {"git {push,--force} a{1..3} {} {x}", "git <{push,--force}> <a{1..3}> {} {x}"},
	    {"echo $'a'", "echo <$'a'>"},
	    {"echo $\"a\"", "echo <$a>"},
	    {"echo $((1+2)) $(( (3) ))", "echo <$((1+2))> <$(( (3) ))>"},
	};

	(void)state;
	CHECK(rows);
}

static void operators_separate_commands(void **state)
{
	static const struct row rows[] = {
	    {"a && b", "a|b"},
	    {"a&&b", "a|b"},
	    {"a || b; c", "a|b|c"},
	    {"a | b |& c", "a|b|c"},
	    {"a & b &", "a|b"},
	    {"a\nb\r", "a|b\r !"},
	    {"a;\n\n;b", "a|b"},
	    {"(a; b) && c", "a|b|c"},
	    {"((a))", "a !"},
	    {"{ a; b; }", "a|b"},
	    {"! a", "a"},
	    {"a;(b|c)&(d)", "a|b|c|d"},
	    {"if a; then b; elif c; then d; else e; fi", "a|b|c|d|e"},
	    {"while a; do b; done", "a|b"},
	    {"until a\ndo\nb\ndone > out", "a|b > out"},
	    {"for x in 1 $(c) 3; do b $x; done", "c|b <$x>"},
	    {"for x; do b; done", "b"},
	    {"for x\ndo b; done", "b"},
	    {"case $x in a|b) c;; (*) d; e ;; esac; f", "c|d|e|f !"},
	    {"case x in a) b; esac", "b !"},
	    {"case $(a) in *) b ;; esac", "a|b !"},
	    {"case x in esac", " !"},
	    {"echo if then do", "echo if then do"},
	    {"'if' a", "if a"},
	    {"a #b\nc", "a|c"},
	};

	(void)state;
	CHECK(rows);
}

static void what_runs_inside_is_found(void **state)
{
	static const struct row rows[] = {
	    {"echo $(rm x)", "rm x|echo <$(rm x)>"},
	    {"echo `rm x`", "rm x|echo <`rm x`>"},
	    {"echo \"$(rm x)\"", "rm x|echo <$(rm x)>"},
	    {"echo \"a `rm x` b\"", "rm x|echo <a `rm x` b>"},
	    {"echo '$(rm x)'", "echo $(rm x)"},
	    {"echo \"\\$(rm x)\"", "echo $(rm x)"},
	    {"echo $(a $(b $(c)))", "c|b <$(c)>|a <$(b $(c))>|echo <$(a $(b $(c)))>"},
	    {"echo `a \\`b\\``", "b|a <`b`>|echo <`a \\`b\\``> !"},
	    {"echo ${x:-$(rm y)}", "rm y|echo <${x:-$(rm y)}> !"},
	    {"echo \"${x:-`rm y`}\"", "rm y|echo <${x:-`rm y`}> !"},
	    {"echo $(( $(rm x) + 1 ))", "rm x|echo <$(( $(rm x) + 1 ))> !"},
	    {"echo $( (rm x); b)", "rm x|b|echo <$( (rm x); b)>"},
	    {"echo $((rm x); b)", "rm x|b|echo <$((rm x); b)> !"},
	    {"x=$(rm y)", "rm y|<x=$(rm y)>"},
	    {"x=$(rm y) ls", "rm y|<x=$(rm y)> ls"},
	    {"echo $(case a in b) rm x;; esac)", "rm x|echo <$(case a in b) rm x;; esac)> !"},
	    {"echo $(echo ')'; rm x)", "echo )|rm x|echo <$(echo ')'; rm x)>"},
	    {"echo $(a # )\nrm x)", "a|rm x|echo <$(a # )\nrm x)>"},
	    {"diff <(rm a) <(rm b)", "rm a|rm b|diff <<()> <<()> !"},
	    {"tee >(rm a)", "rm a|tee <<()> !"},
	    {"cat <<E\n$(rm x)\nE\nls", "cat|rm x|ls"},
	    {"cat <<E\n`rm x`\nE\n", "cat|rm x"},
	    {"cat <<'E'\n$(rm x)\nE\nls", "cat|ls"},
	    {"cat <<\\E\n$(rm x)\nE\nls", "cat|ls"},
	    {"cat <<-E\n\ta; b\n\tE\nls", "cat|ls"},
	    {"cat <<A <<B && c\nx\nA\ny\nB\nd", "cat|c|d"},
	    {"cat <<E > out; c\nrm x\nE\nd", "cat|c|d > out"},
	    {"(cat <<E\nrm x\nE\n)", "cat"},
	    {"cat <<< $(rm x)", "rm x|cat"},
	};

	(void)state;
	CHECK(rows);
}

static void redirections_name_files(void **state)
{
	static const struct row rows[] = {
	    {"a > b", "a > b"},
	    {"a >b 2>c", "a > b > c"},
	    {"a >> b", "a > b"},
	    {"a >| b", "a > b"},
	    {"a <> b", "a > b"},
	    {"a < b", "a < b"},
	    {"a 2>&1", "a"},
	    {"a >&2 2>&- <&3", "a"},
	    {"a >& b", "a > b"},
	    {"a &> b", "a > b"},
	    {"> b", "> b"},
	    {"> b a c", "a c > b"},
	    {"a > $x", "a > <$x>"},
	    {"a > \"b c\"", "a > b c"},
	    {"a > 'b'/c", "a > b/c"},
	    {"a > ~/b", "a > <~/b>"},
	    {"a 12>b 12 >c", "a 12 > b > c"},
	    {"a > $(rm x)", "rm x|a > <$(rm x)>"},
	    {"{ a; } > b", "a > b"},
	    {"(a) > b", "a > b"},
	    {"exec 3<> /dev/tcp/h/1", "exec > /dev/tcp/h/1"},
	};

	(void)state;
	CHECK(rows);
}

static void assignments_stand_in_front(void **state)
{
	static const struct row rows[] = {
	    {"A=b c", "A=b c"},
	    {"A=b C=d e f=g", "A=b C=d e f=g"},
	    {"A=b", "A=b"},
	    {"A+=b c", "A+=b c"},
	    {"'A'=b c", "A=b c"},
	    {"1A=b c", "1A=b c"},
	    {"A='b c' d", "A=b c d"},
	    {"PATH=/tmp; ls", "PATH=/tmp|ls !"},
	};

	(void)state;
	CHECK(rows);
}

static void commands_that_start_others_are_looked_through(void **state)
{
	static const struct row rows[] = {
	    {"sudo rm x", "sudo rm x|rm x"},
	    {"sudo -u root -n rm x", "sudo -u root -n rm x|rm x"},
	    {"sudo -uroot A=b rm x", "sudo -uroot A=b rm x|A=b rm x"},
	    {"sudo --user=root -- rm x", "sudo --user=root -- rm x|rm x"},
	    {"doas rm x", "doas rm x|rm x"},
	    {"env rm x", "~env rm x|rm x"},
	    {"env -i A=b rm x", "env -i A=b rm x|?A=b rm x|?rm x|?x !"},
	    {"env", "env"},
	    {"env -C /tmp rm x", "env -C /tmp rm x|?/tmp rm x|?rm x|?x !"},
	    {"/usr/bin/env rm x", "/usr/bin/env rm x|rm x"},
	    {"timeout 5 rm x", "~timeout 5 rm x|rm x"},
	    {"timeout -k 1 -s KILL 5 rm x", "~timeout -k 1 -s KILL 5 rm x|rm x"},
	    {"timeout --signal KILL 5 rm x", "~timeout --signal KILL 5 rm x|rm x"},
	    {"nice rm x", "~nice rm x|rm x"},
	    {"nice -n 5 rm x", "~nice -n 5 rm x|rm x"},
	    {"nice -10 rm x", "~nice -10 rm x|rm x"},
	    {"nohup rm x &", "~nohup rm x|rm x"},
	    {"setsid -f rm x", "setsid -f rm x|?rm x|?x !"},
	    {"stdbuf -oL rm x", "~stdbuf -oL rm x|rm x"},
	    {"time rm x", "rm x"},
	    {"exec rm x", "~exec rm x|rm x"},
	    {"exec -a ls rm x", "exec -a ls rm x|?ls rm x|?rm x|?x !"},
	    {"command rm x", "~command rm x|rm x"},
	    {"nice nohup timeout 1 rm x",
		"~nice nohup timeout 1 rm x|~nohup timeout 1 rm x|~timeout 1 rm x|rm x"},
	    {"ls | xargs rm", "ls|~xargs rm|rm <...>"},
	    {"ls | xargs", "ls|xargs"},
	    {"xargs -0 -n 1 -P4 git push", "~xargs -0 -n 1 -P4 git push|git push <...>"},
	    {"xargs -I {} rm {} a{}", "~xargs -I {} rm {} a{}|rm <{}> <a{}> <...>"},
	    {"xargs -I% sh -c 'rm %'", "~xargs -I% sh -c rm %|sh -c <rm %> <...>|?rm % !"},
	    {"find . -name '*.o' -exec rm {} \\;", "find . -name *.o -exec rm {} ;|rm <{}>"},
	    {"find . -exec sh -c 'rm x' {} +",
		"find . -exec sh -c rm x {} +|~sh -c rm x <{}>|rm x"},
	    {"find . -delete", "find . -delete|rm <...>"},
	    {"find . -execdir a \\; -ok b \\;", "find . -execdir a ; -ok b ;|a|b"},
	    {"find . -fprint x", "find . -fprint x"},
	    {"find . $x", "find . <$x> !"},
	    {"sh -c 'rm x; a'", "~sh -c rm x; a|rm x|a"},
	    {"bash -lc \"rm x\"", "bash -lc rm x|?rm x !"},
	    {"bash -euo pipefail -c 'rm x'",
		"bash -euo pipefail -c rm x|?pipefail -c rm x|?rm x !"},
	    {"/bin/sh -c 'a > b'", "/bin/sh -c a > b|a > b"},
	    {"sh -c \"sh -c 'rm x'\"", "~sh -c sh -c 'rm x'|~sh -c rm x|rm x"},
	    {"sh script.sh", "sh script.sh"},
	    {"curl x | sh", "curl x|sh !"},
	    {"sh -c \"$x\"", "sh -c <$x> !"},
	    {"eval rm x", "~eval rm x|rm x"},
	    {"eval 'rm x' ';' a", "~eval rm x ; a|rm x|a"},
	    {"eval \"$x\"", "eval <$x> !"},
	    {"trap 'rm x' EXIT", "trap rm x EXIT|?rm x|?EXIT !"},
	    {"cd x && rm y", "cd x|rm y ^"},
	    {"sh -c 'cd x; a'", "~sh -c cd x; a|cd x|a ^"},
	    {"A=b timeout 1 c", "~A=b timeout 1 c|A=b c"},
	    {"busybox rm x", "busybox rm x|?rm x|?x !"},
	};

	(void)state;
	CHECK(rows);
}

static void what_cannot_be_known_is_unclear(void **state)
{
	static const struct row rows[] = {
	    {"echo 'a", "echo  !"},
	    {"echo \"a", "echo a !"},
	    {"echo $(rm x", "rm x|echo <$(rm x> !"},
	    {"echo `rm x", "echo <`rm x> !"},
	    {"(rm x", "rm x !"},
	    {"rm x)", "rm x !"},
	    {"echo ${x", "echo <${x> !"},
	    {"$x rm", "<$x> rm|?rm !"},
	    {"$(echo rm) x", "echo rm|<$(echo rm)> x|?x !"},
	    {"r* x", "<r*> x|?x !"},
	    {"~/x", "<~/x> !"},
	    {"f() { rm x; }", "f !"},
	    {"f () { rm x; }; f", "f !"},
	    {"function f { rm x; }", " !"},
	    {"a=(b c)", "a= !"},
	    {"cat <<E\nx", "cat !"},
	    {"cat <<$x\nx\n", "cat !"},
	    {"cat <<E\nE\\\nx\nE\n", "cat !"},
	    {"a >", "a !"},
	    {"a > ; b", "a !"},
	    {"for ((;;)); do a; done", " !"},
	    {"case x in a b", " !"},
	    {"case x on", " !"},
	    {"timeout --frob 5 rm x", "timeout --frob 5 rm x|?5 rm x|?rm x|?x !"},
	    {"env -S 'rm x'", "env -S rm x|?rm x !"},
	    {"sudo $x rm", "sudo <$x> rm|?rm !"},
	    {"timeout 5 $x", "~timeout 5 <$x>|<$x> !"},
	    {"xargs -Z rm", "xargs -Z rm|?rm !"},
	    {"echo $'a\\'b'", "echo <$'> !"},
	    {"echo \"${x:-'}'}\"", "echo <> !"},
	    {"find . -exec $x {} \\;", "find . -exec <$x> {} ;|<$x> <{}> !"},
	    {"cat $(cat <<E\nx\nE\n)", "cat|cat <$(cat <<E\nx\nE\n)>"},
	    {"cat <<E $(a\n)\nE\n", "a|cat <$(a\n> !"},
	};

	(void)state;
	CHECK(rows);
}

/* What one shell reads as data and another runs, or what holds a command only when it runs. */
static void what_shells_read_in_their_own_ways_is_unclear(void **state)
{
	static const struct row rows[] = {
	    {"bash --rcfile notes.txt -ic ''", "bash --rcfile notes.txt -ic |?notes.txt -ic  !"},
	    {"bash -ic 'rm x'", "bash -ic rm x|?rm x !"},
	    {"bash -lc 'rm x'", "bash -lc rm x|?rm x !"},
	    {"sh -c ''", "sh -c  !"},
	    {"sh -c ' '", "sh -c   !"},
	    {"sh -s x", "sh -s x|?x !"},
	    {"sh <<E\nrm x\nE\n", "sh !"},
	    {"sh -o x -c 'rm y'", "sh -o x -c rm y|?x -c rm y|?rm y !"},
	    {"./sh -c ''", "./sh -c  !"},
	    {"./sh -c a", "./sh -c a|a"},
	    {"./eval", "./eval !"},
	    {"./eval a", "./eval a|a"},
	    {"./trap", "./trap !"},
	    {"./timeout 5 git diff", "./timeout 5 git diff|git diff"},
	    {"eval", "eval !"},
	    {"eval ''", "eval  !"},
	    {"eval -- a", "eval -- a|?a !"},
	    {"time ! rm x", "rm x"},
	    {"time -p rm x", "rm x"},
	    {"time -f %e rm x", "%e rm x !"},
	    {"time { rm x; }", "rm x"},
	    {"A=b time -p rm x", "~A=b time -p rm x|A=b rm x"},
	    {"alias ls=rm", "alias ls=rm|?ls=rm !"},
	    {". ./x", ". ./x|?./x !"},
	    {"source x", "source x|?x !"},
	    {"flock l git push", "flock l git push|?l git push|?git push|?push !"},
	    {"watch 'git push'", "watch git push|?git push !"},
	    {"su root -c 'git push'", "su root -c git push|?root -c git push|?git push !"},
	    {"strace -f rm", "strace -f rm|?rm !"},
	    {"script -c 'rm x' /dev/null", "script -c rm x /dev/null|?rm x|?/dev/null !"},
	    {"parallel rm ::: x", "parallel rm ::: x|?rm ::: x|?::: x|?x !"},
	    {"git -c alias.x='!rm y' x", "git -c alias.x=!rm y x|?alias.x=!rm y|?rm y|?x !"},
	    {"git --exec-path=/x status", "git --exec-path=/x status|?status !"},
	    {"git bisect run make", "git bisect run make|?bisect run make|?run make|?make !"},
	    {"GIT_EXTERNAL_DIFF=./x git diff", "GIT_EXTERNAL_DIFF=./x git diff !"},
	    {"LD_PRELOAD=./x ls", "LD_PRELOAD=./x ls !"},
	    {"env PATH=. ls", "~env PATH=. ls|PATH=. ls !"},
	    {"export PATH=.", "export PATH=. !"},
	    {"for PATH in .; do ls; done", "<PATH=>|ls !"},
	    {"for X in .; do ls; done", "<X=>|ls"},
	    {"for x in .; do ls; done", "ls"},
	    {"xargs -0Imake make test", "~xargs -0Imake make test|<make> test <...>|?test <...> !"},
	    {"echo ${x:-<(rm y)}", "rm y|echo <${x:-<(rm y)}> !"},
	    {"echo ${x@P}", "echo <${x@P}> !"},
	    {"echo ${!x}", "echo <${!x}> !"},
	    {"echo ${a[$(rm x)]}", "rm x|echo <${a[$(rm x)]}> !"},
	    {"echo ${x:=y}", "echo <${x:=y}> !"},
	    {"echo ${x:1}", "echo <${x:1}> !"},
	    {"echo ${x} ${x:-y} ${x%%.c} ${#x}", "echo <${x}> <${x:-y}> <${x%%.c}> <${#x}>"},
	    {"echo $((a[1]))", "echo <$((a[1]))> !"},
	    {"echo $((x))", "echo <$((x))> !"},
	    {"echo $[1]", "echo <$[1]> !"},
	    {"echo \"$\\\n(rm x)\"", "echo <$(rm x)> !"},
	    {"echo a\\\nb", "echo ab"},
	    {"a &\\\n& b", "a|b !"},
	    {"git diff\\", "git diff !"},
	    {"eval 'git diff\\'", "~eval git diff\\|git diff !"},
	    {"echo \x01", "echo \x01 !"},
	    {"a >& $(rm x)", "rm x|a > <$(rm x)>"},
	    {"select x in a; do rm $x; done", "rm <$x> !"},
	};

	(void)state;
	CHECK(rows);
}

/* Nesting and length cost no more than what is looked at. */
static void hostile_sizes_end_unclear_and_soon(void **state)
{
	static const char *const pieces[] = {"$(", "`", "${x:-", "$((", "(", "sh -c ", "sudo ",
	    "{ ", "case x in a) ", "\"$(", "<(", "find -exec ", "xargs ", "eval ", "<<E ", "\\",
	    "'", "a;", "if ", "for x in $("};
	int64_t start = clock_cpu_us();

	(void)state;
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
		for (size_t times = 30; times <= 12000; times *= 20) {
			struct buf text = BUF_LIMIT(1 << 20);
			struct shell_line line;

			for (size_t n = 0; n < times; n++)
				buf_adds(&text, pieces[i]);
			shell_parse(buf_str(&text), &line);
			if (times > 600 && !line.unclear && strcmp(pieces[i], "{ ") != 0 &&
			    strcmp(pieces[i], "\\") != 0 && strcmp(pieces[i], "'") != 0 &&
			    strcmp(pieces[i], "if ") != 0)
				fail_msg("'%s' %zu times is clear", pieces[i], times);
			shell_line_free(&line);
			buf_free(&text);
		}
	assert_true(clock_cpu_us() - start < 4000000);
}

static void plain_words_are_split(void **state)
{
	struct shell_words words;

	(void)state;
	assert_true(shell_split("git  push 'a b'", &words));
	assert_int_equal(words.count, 3);
	assert_string_equal(words.list[2].text, "a b");
	shell_words_free(&words);
	assert_false(shell_split("git; rm", &words));
	assert_false(shell_split("git $x", &words));
	assert_false(shell_split("git 'x", &words));
	assert_int_equal(words.count, 0);
	assert_string_equal(shell_base("/usr/bin/git"), "git");
}

/* p: it has a pipe; h: the status of a command in it is lost; e: what a command says of errors is thrown away. */
static void it_is_known_what_an_exit_status_does_not_tell(void **state)
{
	static const struct row rows[] = {
	    {"make test", ""},
	    {"make && make test", ""},
	    {"make test | tail", "p"},
	    {"make test |& tail", "p"},
	    {"(make | tail) && echo", ""},
	    {"grep 'a|b;c' x", ""},
	    {"make test; echo done", "h"},
	    {"make test\necho done", "h"},
	    {"make test;", ""},
	    {"make test\n", ""},
	    {"cd src; make", ""},
	    {"export A=1; B=2; make", ""},
	    {"cd src && make test; echo $?", "h"},
	    {"make test || true", "h"},
	    {"make test &", "h"},
	    {"make test &> log", ""},
	    {"make 2>&1 | tail; ls", "ph"},
	    {"ls x 2>/dev/null", "e"},
	    {"ls x 2> /dev/null || true", "he"},
	    {"ls x >/dev/null", ""},
	    {"for f in *; do cc $f; done", "h"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct shell_line line;
		char found[4] = "";

		shell_parse(rows[i].line, &line);
		snprintf(found, sizeof found, "%s%s%s", line.pipes ? "p" : "",
		    line.hides ? "h" : "", line.errors_away ? "e" : "");
		if (strcmp(found, rows[i].found))
			print_error("%s: %s\n", rows[i].line, found);
		assert_string_equal(found, rows[i].found);
		shell_line_free(&line);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(it_is_known_what_an_exit_status_does_not_tell),
	    cmocka_unit_test(words_lose_their_quotes),
	    cmocka_unit_test(operators_separate_commands),
	    cmocka_unit_test(what_runs_inside_is_found),
	    cmocka_unit_test(redirections_name_files),
	    cmocka_unit_test(assignments_stand_in_front),
	    cmocka_unit_test(commands_that_start_others_are_looked_through),
	    cmocka_unit_test(what_cannot_be_known_is_unclear),
	    cmocka_unit_test(what_shells_read_in_their_own_ways_is_unclear),
	    cmocka_unit_test(hostile_sizes_end_unclear_and_soon),
	    cmocka_unit_test(plain_words_are_split),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
