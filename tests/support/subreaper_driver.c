/* SPDX-License-Identifier: MIT
 * Runs a command as the reaper of everything below it, and reports what is left when it has ended:
 *
 *	subreaper_driver PIDFILE WAIT_MS COMMAND...
 *
 * The command's process id is put into PIDFILE. After its end every orphan comes to this program; it
 * waits for their ends WAIT_MS at most, then prints one line for each that is left, kills it, and ends
 * with 1. With 0 when nothing is left.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/core/clock.h"

static bool write_pid(const char *path, pid_t pid)
{
	char part[4096];
	FILE *f;

	snprintf(part, sizeof part, "%s.part", path);
	f = fopen(part, "w");
	if (f == NULL)
		return false;
	fprintf(f, "%d\n", (int)pid);
	return fclose(f) == 0 && rename(part, path) == 0;
}

static pid_t launch(char **argv, const sigset_t *before)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	sigprocmask(SIG_SETMASK, before, NULL);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

/* Reaps what has ended. True: no child is left. */
static bool reap(pid_t first, bool *first_ended)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
		*first_ended |= pid == first;
	return pid < 0 && errno == ECHILD;
}

static pid_t parent_of(pid_t pid, char *line, size_t size)
{
	char path[64];
	int parent = 0;
	const char *behind;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	if (f == NULL)
		return 0;
	if (fgets(line, (int)size, f) != NULL && (behind = strrchr(line, ')')) != NULL)
		sscanf(behind + 1, " %*c %d", &parent);
	fclose(f);
	return parent;
}

static int tell_left(void)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	char line[512];
	int count = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		if (!isdigit((unsigned char)entry->d_name[0]) ||
		    parent_of(pid, line, sizeof line) != getpid())
			continue;
		printf("left: %.100s\n", line);
		kill(pid, SIGKILL);
		count++;
	}
	if (dir != NULL)
		closedir(dir);
	return count;
}

int main(int argc, char **argv)
{
	int64_t wait_ms = argc > 3 ? strtol(argv[2], NULL, 10) : 0, end = 0;
	sigset_t child, before;
	bool ended = false;
	pid_t first;

	if (argc < 4)
		return 2;
	prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	first = launch(argv + 3, &before);
	if (first < 0 || !write_pid(argv[1], first))
		return 2;
	while (!reap(first, &ended)) {
		struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};

		if (ended && end == 0)
			end = clock_mono_ms() + wait_ms;
		if (end && clock_mono_ms() > end)
			return tell_left() > 0;
		sigtimedwait(&child, NULL, &pause);
	}
	return 0;
}
