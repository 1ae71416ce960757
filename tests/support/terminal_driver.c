/* SPDX-License-Identifier: MIT
 * Runs a program on a pseudo terminal, driven by a script on stdin, and checks in the end what it left
 * behind.
 *
 *	terminal_driver [--size 80x24] [--raw FILE] [--shell yes] COMMAND... <SCRIPT
 *
 * --shell: as a shell's job, which can be stopped; else it leads the session of the terminal.
 *
 *	wait WORDS      until WORDS stand in what was written since the last wait that was met
 *	send TEXT       keys: \e \r \n \t \\ and \xNN are taken apart
 *	size 40x12      another size, and the signal that tells it
 *	storm N         N sizes between 20x6 and 400x120, without a pause between
 *	signal N        to the program;   group N: to its group
 *	stopped         until it has stopped;   continue: until it runs again
 *	same            the modes of the terminal are those of before
 *	hangup          the terminal is closed
 *	end WHAT        until it has ended: a code, `signal N`, or `any`
 *	note            what was written so far is passed over
 *
 * Then: the modes of the terminal as before, the alternate screen left, the cursor shown, every mode
 * that was switched on off again, no process left. Each failure is a line on stderr, the exit 1.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/core/clock.h"

#define WAIT_MS 20000
#define QUIET_MS 20
#define SHOWN 1500

struct terminal {
	int master, slave, raw;
	pid_t child;  /* the program */
	pid_t shell;  /* who started it; 0: this process */
	int statuses; /* a pipe with the statuses that the shell gets of its job */
	struct termios before;
	struct buf seen;
	size_t mark;
	bool ended, stopped, failed, closed;
	int status;
};

static bool complain(struct terminal *t, const char *what, const char *subject)
{
	fprintf(stderr, "%s%s\n", what, subject);
	t->failed = true;
	return false;
}

/* Prints the end of what the program wrote, with control characters made visible. */
static void show_end(const struct terminal *t)
{
	size_t from = t->seen.len > SHOWN ? t->seen.len - SHOWN : 0;

	fputs("# ", stderr);
	for (size_t i = from; i < t->seen.len; i++) {
		unsigned char c = (unsigned char)t->seen.data[i];
		fprintf(stderr, c < 0x20 || c == 0x7f ? "\\x%02x" : "%c", c);
	}
	fputc('\n', stderr);
}

static void take_bytes(struct terminal *t, int wait_ms)
{
	struct pollfd p = {.fd = t->master, .events = POLLIN};
	char bytes[65536];

	if (t->closed || poll(&p, 1, wait_ms) <= 0)
		return;
	ssize_t n = read(t->master, bytes, sizeof bytes);
	if (n <= 0)
		return;
	buf_add(&t->seen, bytes, (size_t)n);
	if (t->raw >= 0 && write(t->raw, bytes, (size_t)n) < 0)
		complain(t, "cannot write the raw bytes", "");
}

static void note_status(struct terminal *t, int status)
{
	if (WIFSTOPPED(status)) {
		t->stopped = true;
	} else if (WIFCONTINUED(status)) {
		t->stopped = false;
	} else {
		t->ended = true;
		t->status = status;
	}
}

static void take_status(struct terminal *t)
{
	const int flags = WNOHANG | WUNTRACED | WCONTINUED;
	int status;

	if (t->shell)
		while (read(t->statuses, &status, sizeof status) == sizeof status)
			note_status(t, status);
	else
		while (!t->ended && waitpid(t->child, &status, flags) > 0)
			note_status(t, status);
}

/* Reads what the program writes until `done` returns true, or WAIT_MS are over (false). */
static bool until(
    struct terminal *t, bool (*done)(struct terminal *, const char *), const char *arg)
{
	int64_t end = clock_mono_ms() + WAIT_MS;

	while (!done(t, arg)) {
		if (clock_mono_ms() > end)
			return false;
		if (t->closed)
			poll(NULL, 0, QUIET_MS);
		take_bytes(t, QUIET_MS);
		take_status(t);
	}
	return true;
}

static bool has_words(struct terminal *t, const char *words)
{
	const char *from = buf_str(&t->seen) + t->mark;
	const char *at = memmem(from, t->seen.len - t->mark, words, strlen(words));

	if (at)
		t->mark = (size_t)(at - buf_str(&t->seen)) + strlen(words);
	return at != NULL;
}

static bool has_stopped(struct terminal *t, const char *arg)
{
	return t->stopped;
}

static bool runs_on(struct terminal *t, const char *arg)
{
	return !t->stopped;
}

static bool has_ended(struct terminal *t, const char *arg)
{
	return t->ended;
}

static size_t unescape(const char *s, char *out)
{
	size_t len = 0;

	for (; *s; s++) {
		if (*s != '\\' || !s[1]) {
			out[len++] = *s;
			continue;
		}
		s++;
		if (*s == 'x' && isxdigit((unsigned char)s[1]) && isxdigit((unsigned char)s[2])) {
			out[len++] = (char)strtol((char[]){s[1], s[2], 0}, NULL, 16);
			s += 2;
		} else {
			out[len++] = *s == 'e'	 ? '\033'
				     : *s == 'r' ? '\r'
				     : *s == 'n' ? '\n'
				     : *s == 't' ? '\t'
						 : *s;
		}
	}
	return len;
}

static void do_wait(struct terminal *t, const char *arg)
{
	if (until(t, has_words, arg))
		return;
	complain(t, "never written: ", arg);
	show_end(t);
}

static void do_send(struct terminal *t, const char *arg)
{
	char *bytes = xmalloc(strlen(arg) + 1);
	size_t len = unescape(arg, bytes);

	if (write(t->master, bytes, len) != (ssize_t)len)
		complain(t, "keys did not get through: ", arg);
	free(bytes);
}

static void resize(struct terminal *t, int columns, int rows)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};

	ioctl(t->master, TIOCSWINSZ, &size);
}

static void do_size(struct terminal *t, const char *arg)
{
	int columns = (int)strtol(arg, NULL, 10);
	const char *x = strchr(arg, 'x');

	resize(t, columns, x ? (int)strtol(x + 1, NULL, 10) : 24);
}

static void do_storm(struct terminal *t, const char *arg)
{
	unsigned n = (unsigned)strtol(arg, NULL, 10), seed = 1;

	while (n-- > 0) {
		seed = seed * 1103515245u + 12345u;
		resize(t, 20 + (int)(seed / 65536 % 381), 6 + (int)(seed / 256 % 115));
		take_bytes(t, 1);
	}
}

static void do_signal(struct terminal *t, const char *arg)
{
	kill(t->child, (int)strtol(arg, NULL, 10));
}

static void do_group(struct terminal *t, const char *arg)
{
	kill(-t->child, (int)strtol(arg, NULL, 10));
}

static void do_stopped(struct terminal *t, const char *arg)
{
	if (!until(t, has_stopped, arg))
		complain(t, "it did not stop", "");
}

/* Does what a shell's fg does: gives the terminal to the group and continues it. */
static void do_continue(struct terminal *t, const char *arg)
{
	kill(t->shell ? t->shell : -t->child, t->shell ? SIGUSR1 : SIGCONT);
	if (!until(t, runs_on, arg))
		complain(t, "it did not go on", "");
}

static void do_same(struct terminal *t, const char *arg)
{
	struct termios now;

	if (t->closed || tcgetattr(t->slave, &now) != 0)
		return;
	if (now.c_iflag != t->before.c_iflag || now.c_oflag != t->before.c_oflag ||
	    now.c_cflag != t->before.c_cflag || now.c_lflag != t->before.c_lflag ||
	    memcmp(now.c_cc, t->before.c_cc, sizeof now.c_cc) != 0)
		complain(t, "the modes of the terminal are not as before", arg);
}

static void do_hangup(struct terminal *t, const char *arg)
{
	close(t->slave);
	close(t->master);
	t->closed = true;
}

static void do_end(struct terminal *t, const char *arg)
{
	char got[32];

	if (!until(t, has_ended, arg)) {
		complain(t, "it did not end", "");
		show_end(t);
		return;
	}
	if (WIFSIGNALED(t->status))
		snprintf(got, sizeof got, "signal %d", WTERMSIG(t->status));
	else
		snprintf(got, sizeof got, "%d", WEXITSTATUS(t->status));
	if (strcmp(arg, "any") != 0 && strcmp(arg, got) != 0)
		complain(t, "it ended with ", got);
}

static void do_note(struct terminal *t, const char *arg)
{
	for (size_t before = t->seen.len + 1; before != t->seen.len;) {
		before = t->seen.len;
		take_bytes(t, QUIET_MS);
	}
	t->mark = t->seen.len;
}

static const struct {
	const char *name;
	void (*run)(struct terminal *, const char *);
} orders[] = {{"wait", do_wait}, {"send", do_send}, {"size", do_size}, {"storm", do_storm},
    {"signal", do_signal}, {"group", do_group}, {"stopped", do_stopped}, {"continue", do_continue},
    {"same", do_same}, {"hangup", do_hangup}, {"end", do_end}, {"note", do_note}};

static void obey(struct terminal *t, char *line)
{
	size_t len = strcspn(line, " "), end = strcspn(line, "\n");

	line[end] = '\0';
	len = len < end ? len : end;
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		if (strlen(orders[i].name) == len && strncmp(orders[i].name, line, len) == 0) {
			orders[i].run(t, line[len] ? line + len + 1 : "");
			return;
		}
	}
	if (len)
		complain(t, "no such order: ", line);
}

/* Whether a mode is on: the last "ESC[?...h" or "ESC[?...l" with it decides. */
static bool mode_on(const struct terminal *t, const char *mode)
{
	const char *s = buf_str(&t->seen), *end = s + t->seen.len;
	bool on = false;

	while ((s = memmem(s, (size_t)(end - s), "\033[?", 3))) {
		s += 3;
		size_t len = strspn(s, "0123456789;");
		for (const char *p = s; p < s + len; p += strcspn(p, ";") + 1)
			if (strtol(p, NULL, 10) == strtol(mode, NULL, 10))
				on = s[len] == 'h' ? true : s[len] == 'l' ? false : on;
	}
	return on;
}

static void look_at_the_end(struct terminal *t)
{
	static const char *const modes[] = {
	    "1", "47", "1000", "1002", "1003", "1004", "1006", "1049", "2004", "2026"};

	do_same(t, "");
	for (size_t i = 0; i < sizeof modes / sizeof *modes && !t->closed; i++)
		if (mode_on(t, modes[i]))
			complain(t, "left switched on: mode ", modes[i]);
	if (!t->closed && memmem(buf_str(&t->seen), t->seen.len, "\033[?25l", 6) &&
	    !mode_on(t, "25"))
		complain(t, "the cursor was left hidden", "");
	if (waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD)
		complain(t, "a process was left", "");
}

static bool nobody_left(struct terminal *t, const char *arg)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void run(struct terminal *t, char *const *command)
{
	execvp(command[0], command);
	perror(command[0]);
	_exit(127);
}

static pid_t job; /* of the shell */

static void on_hangup(int signo)
{
	kill(-job, SIGHUP);
}

static void on_foreground(int signo)
{
	tcsetpgrp(STDIN_FILENO, job);
	kill(-job, SIGCONT);
}

/* Is a shell with one job; while the job is stopped the terminal is the shell's. */
static void be_shell(struct terminal *t, char *const *command, int statuses)
{
	struct sigaction foreground = {.sa_handler = on_foreground, .sa_flags = SA_RESTART};
	struct sigaction hangup = {.sa_handler = on_hangup, .sa_flags = SA_RESTART};
	int status;

	signal(SIGTTOU, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	job = fork();
	if (job == 0) {
		setpgid(0, 0);
		tcsetpgrp(STDIN_FILENO, getpid());
		signal(SIGTTOU, SIG_DFL);
		signal(SIGTSTP, SIG_DFL);
		run(t, command);
	}
	setpgid(job, job);
	sigaction(SIGUSR1, &foreground, NULL);
	sigaction(SIGHUP, &hangup, NULL);
	if (write(statuses, &job, sizeof job) < 0)
		_exit(1);
	while (waitpid(job, &status, WUNTRACED | WCONTINUED) > 0) {
		if (WIFSTOPPED(status))
			tcsetpgrp(STDIN_FILENO, getpgrp());
		if (write(statuses, &status, sizeof status) < 0)
			break;
	}
	_exit(0);
}

static bool start(struct terminal *t, char *const *command, const char *size, bool shell)
{
	int ends[2];

	if (openpty(&t->master, &t->slave, NULL, NULL, NULL) != 0 || pipe2(ends, O_CLOEXEC) != 0)
		return false;
	do_size(t, size);
	tcgetattr(t->slave, &t->before);
	fcntl(t->master, F_SETFD, FD_CLOEXEC);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	t->child = fork();
	if (t->child == 0) {
		signal(SIGHUP, SIG_DFL);
		signal(SIGPIPE, SIG_DFL);
		close(t->master);
		close(ends[0]);
		login_tty(t->slave);
		if (shell)
			be_shell(t, command, ends[1]);
		run(t, command);
	}
	t->statuses = ends[0];
	close(ends[1]);
	fcntl(t->slave, F_SETFD, FD_CLOEXEC);
	if (shell) {
		t->shell = t->child;
		if (read(ends[0], &t->child, sizeof t->child) != sizeof t->child)
			return false;
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
	}
	return t->child > 0;
}

int main(int argc, char **argv)
{
	struct terminal t = {.raw = -1, .seen = BUF_LIMIT(BUF_UNBOUNDED)};
	const char *size = "80x24";
	bool shell = false;
	char *line = NULL;
	size_t room = 0;
	int at = 1;

	for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
		if (strcmp(argv[at], "--size") == 0)
			size = argv[at + 1];
		else if (strcmp(argv[at], "--shell") == 0)
			shell = true;
		else if (strcmp(argv[at], "--raw") == 0)
			t.raw = open(argv[at + 1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	}
	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	if (at >= argc || !start(&t, argv + at, size, shell))
		return 2;
	while (!t.failed && getline(&line, &room, stdin) > 0)
		obey(&t, line);
	if (!t.failed && !t.ended)
		do_end(&t, "any");
	if (!t.failed) {
		take_bytes(&t, QUIET_MS);
		until(&t, nobody_left, NULL);
		look_at_the_end(&t);
	}
	if (!t.ended)
		kill(-t.child, SIGKILL);
	free(line);
	buf_free(&t.seen);
	return t.failed;
}
