/* SPDX-License-Identifier: MIT
 * Finds descendants by reading the parents of all processes from /proc once, and then marking
 * descendants level by level until no more are found.
 */
#include "loop/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include "base/base.h"

struct process_entry {
	pid_t pid, parent;
	bool below;
};

/* Returns the parent from /proc/PID/stat, "PID (NAME) STATE PARENT"; the name may contain anything, so
 * its end is searched from the right. 0: the process is gone, or, with *complete cleared, resources to
 * read it were lacking. */
static pid_t parent_of(const char *pid, bool *complete)
{
	char path[32], text[512], *behind;

	snprintf(path, sizeof path, "/proc/%.16s/stat", pid);
	auto_close int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (n < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM))
		*complete = false;
	text[n > 0 ? n : 0] = '\0';
	behind = strrchr(text, ')');
	if (behind == NULL || strlen(behind) < 5)
		return 0;
	return (pid_t)strtol(behind + 4, NULL, 10);
}

static int by_pid(const void *a, const void *b)
{
	const struct process_entry *x = a, *y = b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

static struct process_entry *processes(size_t *count, bool *complete)
{
	struct process_entry *list = NULL;
	size_t cap = 0;
	auto_closedir DIR *dir = opendir("/proc");
	const struct dirent *d;

	*count = 0;
	*complete = dir != NULL;
	while (dir != NULL && (d = readdir(dir)) != NULL) {
		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		array_push(list, *count, cap,
		    (struct process_entry){
			(pid_t)strtol(d->d_name, NULL, 10), parent_of(d->d_name, complete), false});
	}
	if (*count > 0)
		qsort(list, *count, sizeof *list, by_pid);
	return list;
}

bool descendants_each(pid_t above, void (*fn)(void *ctx, pid_t pid), void *ctx)
{
	size_t count;
	bool complete;
	auto_free struct process_entry *list = processes(&count, &complete);

	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < count; i++) {
			const struct process_entry key = {.pid = list[i].parent},
						   *parent = bsearch(
						       &key, list, count, sizeof *list, by_pid);

			if (list[i].below || (key.pid != above && !(parent && parent->below)))
				continue;
			list[i].below = more = true;
			fn(ctx, list[i].pid);
		}
	}
	return complete;
}

static void kill_one(void *ctx, pid_t pid)
{
	kill(pid, SIGKILL);
}

void descendants_kill(pid_t above)
{
	descendants_each(above, kill_one, NULL);
}
