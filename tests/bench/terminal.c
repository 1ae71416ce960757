/* SPDX-License-Identifier: MIT
 * A program on a terminal of its own, timed: terminal MODE COLUMNSxROWS COUNT KEY NEEDLE COMMAND (for /bin/sh -c, with exec).
 *
 *   first   how long from the start until NEEDLE is on the screen; COUNT runs, the median
 *   keys    after NEEDLE types KEY COUNT times: how long until the first byte comes back
 *   settle  the same until the last one: nothing more came for a while
 *   until   runs it until NEEDLE has come COUNT times
 *
 * KEY may hold \e, \r, and # for a number below 100,000, another each time; of KEY|KEY the last third of the COUNT
 * types the other. The program is ended by Ctrl-C twice. Prints: median_ms, p95_ms, bytes read (keys: since NEEDLE),
 * CPU milliseconds and peak memory of the whole process.
 */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT_MAX 10000
#define PATIENCE_MS 60000
#define QUIET_MS 40

static struct {
	int fd;
	pid_t pid;
	char seen[1 << 16]; /* the last bytes */
	size_t len, bytes;
	struct rusage usage;
} child;

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void start(const char *command, int columns, int rows)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};

	child.len = child.bytes = 0;
	child.pid = forkpty(&child.fd, NULL, NULL, &size);
	if (child.pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (child.pid < 0) {
		perror("terminal");
		exit(2);
	}
}

static void trouble(const char *what)
{
	fprintf(stderr, "terminal: %s; the last bytes: %.*s\n", what, (int)child.len, child.seen);
	kill(child.pid, SIGKILL);
	exit(2);
}

/* Reads what is there, waiting for it so long. False: nothing came. */
static int hear(int ms)
{
	char bytes[16384];
	struct pollfd p = {.fd = child.fd, .events = POLLIN};

	if (poll(&p, 1, ms) <= 0)
		return 0;
	ssize_t n = read(child.fd, bytes, sizeof bytes);
	if (n <= 0)
		return -1;
	child.bytes += (size_t)n;
	if (child.len + (size_t)n > sizeof child.seen) {
		size_t keep = sizeof child.seen / 2 < child.len ? sizeof child.seen / 2 : child.len;
		memmove(child.seen, child.seen + child.len - keep, keep);
		child.len = keep;
	}
	memcpy(child.seen + child.len, bytes, (size_t)n);
	child.len += (size_t)n;
	return 1;
}

static void await(const char *needle, int count)
{
	double end = now_ms() + PATIENCE_MS;

	for (int found = 0; found < count;) {
		char *at = memmem(child.seen, child.len, needle, strlen(needle));
		if (at) {
			size_t used = (size_t)(at - child.seen) + strlen(needle);
			memmove(child.seen, child.seen + used, child.len - used);
			child.len -= used;
			found++;
			continue;
		}
		if (now_ms() > end || hear(100) < 0)
			trouble(needle);
	}
}

static void quiet(void)
{
	while (hear(QUIET_MS) > 0)
		;
}

static void stop(void)
{
	int status;

	if (write(child.fd, "\003", 1) == 1)
		quiet();
	if (write(child.fd, "\003", 1) == 1)
		quiet();
	for (double end = now_ms() + 3000; now_ms() < end && hear(100) >= 0;)
		;
	if (waitpid(child.pid, &status, WNOHANG) == 0) {
		kill(child.pid, SIGTERM);
		wait4(child.pid, &status, 0, &child.usage);
	} else {
		getrusage(RUSAGE_CHILDREN, &child.usage);
	}
	close(child.fd);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static const char *key_of(const char *text, int i)
{
	static char key[64];
	size_t n = 0;

	for (; *text && *text != '|' && n + 8 < sizeof key; text++) {
		const char next = text[0] == '\\' ? text[1] : '\0';
		if (*text == '#')
			n += (size_t)snprintf(key + n, 8, "%d", 1 + (i + 1) * 7919 % 99991);
		else
			key[n++] = next == 'e' ? '\033' : next == 'r' ? '\r' : *text;
		text += next == 'e' || next == 'r';
	}
	key[n] = '\0';
	return key;
}

static void press(const char *text, int count, bool settle, double *ms)
{
	const char *other = strchr(text, '|');

	for (int i = 0; i < count; i++) {
		const char *key = key_of(other && 3 * i >= 2 * count ? other + 1 : text, i);
		double start = now_ms();
		if (write(child.fd, key, strlen(key)) < 0 || hear(1000) <= 0)
			trouble("a key had no echo");
		ms[i] = now_ms() - start;
		while (hear(settle ? QUIET_MS : 5) > 0)
			if (settle)
				ms[i] = now_ms() - start;
	}
}

int main(int argc, char **argv)
{
	static double ms[COUNT_MAX];
	int columns, rows, count;

	if (argc != 7 || sscanf(argv[2], "%dx%d", &columns, &rows) != 2 ||
	    (count = (int)strtol(argv[3], NULL, 10)) < 1 || count > COUNT_MAX) {
		fprintf(stderr, "usage: terminal first|keys|settle|until COLUMNSxROWS COUNT KEY "
				"NEEDLE COMMAND\n");
		return 2;
	}
	bool first = strcmp(argv[1], "first") == 0, settle = strcmp(argv[1], "settle") == 0,
	     keys = settle || strcmp(argv[1], "keys") == 0;
	for (int i = 0; i < (first ? count : 1); i++) {
		double begin = now_ms();
		start(argv[6], columns, rows);
		await(argv[5], first || keys ? 1 : count);
		ms[i] = now_ms() - begin;
		if (keys) {
			quiet();
			child.bytes = 0;
			press(argv[4], count, settle, ms);
		}
		size_t bytes = child.bytes;
		stop();
		child.bytes = bytes;
	}
	if (strcmp(argv[1], "until") == 0)
		count = 1;
	qsort(ms, (size_t)count, sizeof *ms, by_value);
	printf("median_ms %.2f\tp95_ms %.2f\tbytes %zu\tcpu_ms %.1f\trss_kb %ld\n", ms[count / 2],
	    ms[count * 95 / 100], child.bytes,
	    (double)(child.usage.ru_utime.tv_sec + child.usage.ru_stime.tv_sec) * 1e3 +
		(double)(child.usage.ru_utime.tv_usec + child.usage.ru_stime.tv_usec) / 1e3,
	    child.usage.ru_maxrss);
	return 0;
}
