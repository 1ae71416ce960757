/*
 * What a program writes through a mapping is told when it closes the file.
 */
#include "workspace/file/file_watch.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>
#include "base/core/alloc.h"

#define EVENTS \
	(IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | \
	    IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW | IN_ONLYDIR)

struct file_watch {
	int fd; /* -1: there is no inotify, or a folder could not be watched */
};

struct file_watch *file_watch_new(void)
{
	struct file_watch *w = xcalloc(1, sizeof *w);

	w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	return w;
}

void file_watch_free(struct file_watch *w)
{
	if (!w)
		return;
	if (w->fd >= 0)
		close(w->fd);
	free(w);
}

void file_watch_add(struct file_watch *w, const char *folder)
{
	if (w->fd < 0 || inotify_add_watch(w->fd, folder, EVENTS) >= 0 || errno == ENOENT ||
	    errno == ENOTDIR)
		return;
	close(w->fd); /* watches are few and the user's other programs need some, too */
	w->fd = -1;
}

bool file_watch_changed(struct file_watch *w)
{
	char events[16384];
	bool changed = w->fd < 0;
	ssize_t got;

	while (w->fd >= 0 && (got = read(w->fd, events, sizeof events)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return changed || errno != EAGAIN;
		changed = true;
	}
	return changed;
}
