/* SPDX-License-Identifier: MIT
 * Watches folders for changes by inotify.
 */
#include "workspace/file_watch.h"

#include "base/base.h"

struct file_watch {
	int fd; /* (owned) -1: there is no inotify, or a folder could not be watched */
	uint32_t events;
};

struct file_watch *file_watch_new(uint32_t events)
{
	struct file_watch *w = xcalloc(1, sizeof *w);

	w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	w->events = events | IN_DONT_FOLLOW | IN_ONLYDIR;
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
	if (w->fd < 0 || inotify_add_watch(w->fd, folder, w->events) >= 0 || errno == ENOENT ||
	    errno == ENOTDIR)
		return;
	close(w->fd); /* watches are few and the user's other programs need some, too */
	w->fd = -1;
}

/* Whether any event matters. One without a name is of the folder itself, or says that events were lost. */
static bool any_matters(const char *events, size_t len, file_watch_fn *matters, const void *ctx)
{
	for (size_t at = 0; at < len;) {
		const struct inotify_event *e = (const void *)(events + at);

		if (!matters || (e->mask & (IN_Q_OVERFLOW | IN_UNMOUNT)) ||
		    matters(ctx, e->len ? e->name : "", (e->mask & IN_ISDIR) != 0))
			return true;
		at += sizeof *e + e->len;
	}
	return false;
}

bool file_watch_changed(struct file_watch *w, file_watch_fn *matters, const void *ctx)
{
	_Alignas(struct inotify_event) char events[16384];
	bool changed = w->fd < 0;
	ssize_t got;

	while (w->fd >= 0 && (got = read(w->fd, events, sizeof events)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return changed || errno != EAGAIN;
		changed = changed || any_matters(events, (size_t)got, matters, ctx);
	}
	return changed;
}
