/* SPDX-License-Identifier: MIT
 * Watches the mounts of a confined command. The id of the mount that a path leads to tells whether
 * it is still the one that was made for it. inotify reports changed names, the same in all
 * namespaces; most are of other files, and cost one search for the name.
 */
#include "sandbox/linux/mount_watch.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include "base/base.h"
#include "sandbox/aside.h"
#include "sandbox/child/confined.h"

#define PATHS 1024
#define NAMES_CHANGE (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)
#define NO_MOUNT 0
#define ANOTHERS UINT64_MAX

static const struct confinement *confinement;
static uint64_t mounts[PATHS];
static int events = -1;
static bool blind; /* a folder above a path could not be watched, though it is there */

static bool is_watched(const struct confine_path *p)
{
	return p->kind == CONFINE_PINNED || p->kind == CONFINE_PROTECTED ||
	       p->kind == CONFINE_MASKED || p->kind == CONFINE_ABSENT;
}

/* Returns the id of the mount at a path; ANOTHERS: the path belongs to a mount above it; NO_MOUNT:
 * nothing is there. */
static uint64_t mount_at(const char *path)
{
	struct statx st;

	if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_MNT_ID, &st) != 0)
		return NO_MOUNT;
	return st.stx_attributes & STATX_ATTR_MOUNT_ROOT ? st.stx_mnt_id : ANOTHERS;
}

/* Watches the folders above a path, from the nearest up to one that is watched already. */
static void watch_above(const char *path)
{
	static int highest;
	char above[PATH_MAX], *slash;

	snprintf(above, sizeof above, "%s", path);
	while ((slash = strrchr(above, '/')) != NULL) {
		slash[slash == above] = '\0';
		const int wd = inotify_add_watch(events, above, NAMES_CHANGE);

		blind = blind || (wd < 0 && errno != ENOENT && errno != ENOTDIR);
		if (slash == above || (wd >= 0 && wd <= highest))
			return;
		highest = wd > highest ? wd : highest;
	}
}

void mount_watch_begin(const struct confinement *c)
{
	errno = E2BIG;
	confine_need(c->count <= PATHS, "watch so many paths for");
	confinement = c;
	for (size_t i = 0; i < c->count; i++)
		if (is_watched(&c->paths[i]))
			mounts[i] = mount_at(c->paths[i].path);
}

int mount_watch_open(void)
{
	events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	blind = events < 0;
	for (size_t i = 0; events >= 0 && i < confinement->count; i++)
		if (is_watched(&confinement->paths[i]))
			watch_above(confinement->paths[i].path);
	return events;
}

bool mount_watch_is_blind(void)
{
	return blind;
}

/* Whether a path is no longer protected or masked; was: its mount at the start. What appeared at a
 * protected path may be the command's own, but not a secret: those lie where commands do not write.
 * A secret that the user cannot read cannot be lost. */
static bool is_lost(const struct confine_path *p, uint64_t was)
{
	const uint64_t now = mount_at(p->path);

	if (now == was && now != ANOTHERS)
		return false;
	if (p->kind == CONFINE_ABSENT)
		return now != NO_MOUNT;
	if (p->kind == CONFINE_MASKED)
		return now != NO_MOUNT && access(p->path, R_OK) == 0;
	return was != NO_MOUNT;
}

/* Whether a watched path contains this name. */
static bool matters(const char *name)
{
	for (size_t i = 0; i < confinement->count; i++)
		if (is_watched(&confinement->paths[i]) && strstr(confinement->paths[i].path, name))
			return true;
	return false;
}

bool mount_watch_told(void)
{
	char bytes[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	const struct inotify_event *event;
	bool found = false;
	ssize_t n;

	while ((n = read(events, bytes, sizeof bytes)) > 0)
		for (const char *at = bytes; at < bytes + n; at += sizeof *event + event->len) {
			event = (const struct inotify_event *)(const void *)at;
			found = found || event->mask & IN_Q_OVERFLOW ||
				(event->len > 0 && matters(event->name));
		}
	return found;
}

const char *mount_watch_lost(void)
{
	for (size_t i = 0; confinement != NULL && i < confinement->count; i++) {
		const struct confine_path *p = &confinement->paths[i];

		if (!is_watched(p))
			continue;
		if (mounts[i] == NO_MOUNT && events >= 0)
			watch_above(p->path); /* folders above it may have been made meanwhile */
		if (is_lost(p, mounts[i]))
			return p->path;
	}
	return NULL;
}

/* Renames it to NAME.set-aside; what has that name and gives no way is renamed to NAME.N.set-aside before. */
static void rename_aside(const char *path)
{
	char aside[PATH_MAX + 16], other[PATH_MAX + 16];

	snprintf(aside, sizeof aside, "%s" ASIDE, path);
	for (int n = 1; rename(path, aside) != 0 && n <= ASIDE_MOST; n++) {
		snprintf(other, sizeof other, "%s.%d" ASIDE, path, n);
		renameat2(AT_FDCWD, aside, AT_FDCWD, other, RENAME_NOREPLACE);
	}
	unlink(path); /* also where both names are the same file's: then rename does nothing */
}

const char *mount_watch_set_aside(void)
{
	const char *first = NULL;
	char folder[PATH_MAX];
	struct stat st;

	for (size_t i = 0; confinement != NULL && i < confinement->count; i++) {
		const char *path = confinement->paths[i].path;

		if (confinement->paths[i].kind != CONFINE_ABSENT)
			continue;
		snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
		/* The command may have taken a right from the folder that looking or renaming needs. */
		const bool lent = lstat(folder, &st) == 0 && (st.st_mode & 0300) != 0300 &&
				  chmod(folder, (st.st_mode & 07777) | 0300) == 0;
		if (mount_at(path) != NO_MOUNT) {
			rename_aside(path);
			first = first != NULL ? first : path;
		}
		if (lent)
			chmod(folder, st.st_mode & 07777);
	}
	return first;
}
