/* SPDX-License-Identifier: MIT
 * Makes the private /tmp: a folder that is locked while its program lives, and noted beside others by a symbolic link
 * to it. A later program removes noted folders that it can lock, which killed programs left.
 */
#include "sandbox/tmp_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/file.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"

#define NOTES "tmp" /* folder of the notes, which are named by device and inode of what they note */
#define NAME_CHARS 48
#define TREE_DEPTH 64 /* descriptors that the removal of a tree takes at most */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	if (type == FTW_DNR && chmod(path, 0700) == 0)
		tmp_folder_remove(path);
	remove(path);
	return 0;
}

void tmp_folder_remove(const char *path)
{
	nftw(path, remove_one, TREE_DEPTH, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

static void note_name(const struct stat *st, char out[static NAME_CHARS])
{
	snprintf(out, NAME_CHARS, "%llx-%llx", (unsigned long long)st->st_dev,
	    (unsigned long long)st->st_ino);
}

/* Opens and locks the folder; returns the descriptor. -1: it cannot be opened, or another process has the lock. */
static int lock_folder(const char *path)
{
	const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Whether the locked folder is the one that the note was written for. Its path, even its inode, may
 * be another folder's by now; one of another user, or open to others, is not ours. */
static bool is_noted(int fd, const char *note)
{
	char name[NAME_CHARS];
	struct stat st;

	if (fstat(fd, &st) != 0)
		return false;
	note_name(&st, name);
	return strcmp(name, note) == 0 && st.st_uid == geteuid() && (st.st_mode & 0777) == 0700;
}

/* Whether a path is one that mkdtemp made for us: "/tmp/agent-AbC123". */
static bool is_ours(const char *path)
{
	const char *name = strrchr(path, '/');

	return *path == '/' && name && strncmp(name, "/agent-", 7) == 0 && strlen(name) == 13;
}

/* Removes the folder that a note names, unless its program still lives, and a note without a folder. */
static void sweep_one(const char *notes, const char *note)
{
	auto_free char *file = file_join(notes, note);
	char path[PATH_MAX];
	const ssize_t len = readlink(file, path, sizeof path - 1);
	struct stat st;

	path[len < 0 ? 0 : len] = '\0';
	if (is_ours(path)) {
		auto_close const int fd = lock_folder(path);

		if (fd >= 0 && is_noted(fd, note)) {
			log_add(LOG_INFO, "removing '%s' of a program that was killed", path);
			tmp_folder_remove(path);
		}
	}
	if (len <= 0 || lstat(path, &st) != 0)
		unlink(file);
}

/* Notes the folder for a later program: else nobody removes it. Returns the note's path, owned;
 * NULL: no folder is there. */
static char *write_note(const char *notes, const char *path)
{
	char name[NAME_CHARS], *file;
	struct stat st;

	if (lstat(path, &st) != 0)
		return NULL;
	note_name(&st, name);
	file = file_join(notes, name);
	if (file_make_dirs(notes, 0700, NULL) && symlink(path, file) != 0)
		log_add(LOG_INFO, "'%s' cannot be noted: %s", path, error_system(errno));
	return file;
}

bool tmp_folder_make(struct tmp_folder *t, struct error *e)
{
	const char *dir = getenv("TMPDIR");
	auto_free char *path = xasprintf("%s/agent-XXXXXX", dir && *dir == '/' ? dir : "/tmp"),
		       *notes = file_home(FILE_STATE, NOTES);
	auto_closedir DIR *noted = opendir(notes);
	const struct dirent *one;
	char *real = NULL;

	while (noted && (one = readdir(noted)))
		if (*one->d_name != '.')
			sweep_one(notes, one->d_name);
	if (!mkdtemp(path)) {
		error_set(
		    e, ERR_IO, "no folder for commands like '%s': %s", path, error_system(errno));
	} else if (!(real = realpath(path, NULL))) {
		error_set(e, ERR_IO, "no folder for commands: %s", error_system(errno));
	} else {
		*t = (struct tmp_folder){
		    .path = real, .lock = lock_folder(real), .note = write_note(notes, real)};
	}
	return real != NULL;
}

void tmp_folder_free(struct tmp_folder *t)
{
	if (!t->path)
		return;
	rmdir(t->path);
	if (access(t->path, F_OK) != 0 && t->note)
		unlink(t->note);
	if (t->lock >= 0)
		close(t->lock);
	free_all(t->note, t->path);
	*t = (struct tmp_folder){0};
}
