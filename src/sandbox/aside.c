/* SPDX-License-Identifier: MIT
 * Sets files aside by renaming them, in the folder itself, which is opened beneath the workspace.
 */
#include "sandbox/aside.h"

#include <fcntl.h>
#include <sys/stat.h>
#include "base/base.h"

/* A path, as its folder, opened beneath the workspace, and its name there. */
struct rename_place {
	int fd; /* (owned) -1: it cannot be opened */
	const char *name;
	char *aside;	/* (owned) */
	struct stat st; /* of the folder */
	bool lent;	/* the folder got rights here that renaming needs */
};

static struct rename_place place_of(struct workspace *w, const char *path)
{
	const char *slash = strrchr(path, '/');
	auto_free char *folder = slash ? xstrndup(path, (size_t)(slash - path)) : xstrdup(".");
	struct rename_place at = {.name = slash ? slash + 1 : path};

	at.aside = xasprintf("%s" ASIDE, at.name);
	at.fd = workspace_openat(w, folder, O_RDONLY | O_DIRECTORY, 0, NULL);
	if (at.fd >= 0 && fstat(at.fd, &at.st) == 0 && (at.st.st_mode & 0300) != 0300)
		at.lent = fchmod(at.fd, (at.st.st_mode & 07777) | 0300) == 0;
	return at;
}

static void place_leave(struct rename_place *at)
{
	if (at->lent)
		fchmod(at->fd, at->st.st_mode & 07777);
	if (at->fd >= 0)
		close(at->fd);
	free(at->aside);
}

bool aside_rename(struct workspace *w, const char *path, int *before)
{
	struct rename_place at = place_of(w, path);
	struct stat st;
	bool done = at.fd >= 0 && fstatat(at.fd, at.aside, &st, AT_SYMLINK_NOFOLLOW) != 0;

	for (int n = 1; at.fd >= 0 && !done && n <= ASIDE_MOST; n++) {
		auto_free char *other = xasprintf("%s.%d" ASIDE, at.name, n);

		done = renameat2(at.fd, at.aside, at.fd, other, RENAME_NOREPLACE) == 0;
		*before = done ? n : *before;
	}
	done = done && renameat(at.fd, at.name, at.fd, at.aside) == 0;
	place_leave(&at);
	return done;
}

bool aside_rename_back(struct workspace *w, const char *path)
{
	struct rename_place at = place_of(w, path);
	const bool done =
	    at.fd >= 0 && renameat2(at.fd, at.aside, at.fd, at.name, RENAME_NOREPLACE) == 0;

	place_leave(&at);
	return done;
}
