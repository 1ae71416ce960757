/* SPDX-License-Identifier: MIT
 * Starts trials and finds what they changed. Layers are read through a descriptor of their tmpfs,
 * which the confined child sent. All in them was made by the command: links are not followed, only
 * regular files are opened.
 */
#include "sandbox/trial.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include "base/base.h"
#include "base/file.h"
#include "sandbox/caches.h"
#include "sandbox/child/path_list.h"
#include "sandbox/child_start.h"
#include "workspace/git_index.h"

#define DEPTH 256
#define INDEX_BYTES (64U << 20) /* a larger index of git counts as changed */
#define PIECE 65536
#define ATTRIBUTES 65536 /* bytes of their names, and of a value: the kernel's most */

struct trial_layer {
	char *lower; /* (owned) the folder it lies over, by its path outside */
	char *name;  /* (owned) the layer's path in the tmpfs, "3/layer" */
	bool tmp;
};
struct trial {
	int layers;		  /* (owned) descriptor of the tmpfs */
	struct trial_layer *list; /* (owned) */
	size_t count, cap;
};

const char *const trial_kind_words[TRIAL_TOUCHED + 1] = {
    [TRIAL_CREATED] = "created",
    [TRIAL_CHANGED] = "changed",
    [TRIAL_DELETED] = "deleted",
    [TRIAL_MODE] = "mode",
    [TRIAL_TOUCHED] = "touched",
};

/* ---- The start ------------------------------------------------------------------------------- */

/* Adds the layer of this number if its folder has a link of this name, which leads to what it lies over. */
static void add_layer(struct trial *t, const char *number, const char *link, bool tmp)
{
	auto_free char *path = file_join(number, link);
	char target[PATH_MAX];
	ssize_t n = readlinkat(t->layers, path, target, sizeof target - 1);

	if (n > 0) {
		target[n] = '\0';
		array_push(t->list, t->count, t->cap,
		    (struct trial_layer){xstrdup(target), file_join(number, "layer"), tmp});
	}
}

static void find_layers(struct trial *t)
{
	const int fd = openat(t->layers, ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	auto_closedir DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	auto_close const int unread = dir ? -1 : fd;
	const struct dirent *d;

	while (dir && (d = readdir(dir)))
		if (d->d_name[0] != '.') {
			add_layer(t, d->d_name, "folder", false);
			add_layer(t, d->d_name, "tmp", true);
		}
}

/* Whether a line of /proc/self/mountinfo is of a mount below the folder. Its fifth word is the
 * place, with blanks spelled as \040. */
static bool mounted_below(const char *line, const char *folder)
{
	const size_t len = strlen(folder);

	for (int word = 0; word < 4 && line; word++) {
		line = strchr(line, ' ');
		line += line != NULL;
	}
	return line && strncmp(line, folder, len) == 0 && line[len] == '/';
}

/* Returns a folder below a layer in which something is mounted, borrowed; NULL: none is known. */
static const char *folder_with_mounts(const struct trial *t)
{
	const char *found = NULL;
	auto_free char *line = NULL;
	size_t cap = 0;
	FILE *mounts = fopen("/proc/self/mountinfo", "re");

	while (mounts && !found && getline(&line, &cap, mounts) > 0)
		for (size_t i = 0; i < t->count && !found; i++)
			if (!t->list[i].tmp && mounted_below(line, t->list[i].lower))
				found = t->list[i].lower;
	if (mounts)
		fclose(mounts);
	return found;
}

struct trial *trial_start(struct loop *l, struct sandbox *sandbox, const struct process_spec *spec,
    bool keeps_tmp, struct process **process, struct error *e)
{
	struct process_spec tried = *spec;
	struct trial *t;
	int ends[2];

	*process = NULL;
	if (sandbox_tier(sandbox) != SANDBOX_NAMESPACES) {
		error_set(e, ERR_DENIED, "only tier namespaces can try a command");
		return NULL;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
		error_set(e, ERR_IO, "no trial: %s", error_system(errno));
		return NULL;
	}
	t = xcalloc(1, sizeof *t);
	t->layers = -1;
	tried.cwd_fd = ends[1];
	struct process *p = child_start(l, sandbox,
	    &(struct child_wish){.kind = CHILD_TRIAL, .keeps_tmp = keeps_tmp}, &tried, NULL, e);
	*process = p;
	if (*process)
		t->layers = launch_receive_fd(ends[0]);
	close(ends[0]);
	close(ends[1]);
	const char *mounted = NULL;
	if (t->layers >= 0) {
		find_layers(t);
		mounted = folder_with_mounts(t);
	} else if (*process) {
		error_set(e, ERR_IO, "no trial: nothing came of its layer");
	}
	if (mounted)
		error_set(e, ERR_UNSUPPORTED, "no trial: something is mounted in '%s'", mounted);
	if (t->layers >= 0 && !mounted)
		return t;
	process_stop(*process, 0);
	*process = NULL;
	trial_free(t);
	return NULL;
}

void trial_free(struct trial *trial)
{
	if (!trial)
		return;
	for (size_t i = 0; i < trial->count; i++)
		free_all(trial->list[i].lower, trial->list[i].name);
	free(trial->list);
	if (trial->layers >= 0)
		close(trial->layers);
	free(trial);
}

/* ---- What changed ---------------------------------------------------------------------------- */

struct trial_walk {
	const struct trial_layer *layer;
	struct trial_changes *out;
	size_t most;
	int depth;
	/* in a folder of the layer that lies over none: its path outside may lead through a link */
	bool alone;
	char *unread; /* (owned) the first folder that could not be read; NULL: none */
};
/* A name in the layer, and what has that name in the folder below. */
struct trial_pair {
	int dir; /* folder of the layer that has the name */
	const char *name;
	const char *lower; /* its path outside */
	struct stat upper, below;
	bool exists; /* it exists outside */
};

static bool add_change(
    struct trial_walk *w, const struct trial_pair *p, enum trial_kind kind, bool folder)
{
	struct trial_changes *out = w->out;
	const size_t len = strlen("/" CACHES_DIR);
	const char *rest = p->lower + strlen(w->layer->lower);
	const bool in_caches =
	    w->layer->tmp && strncmp(rest, "/" CACHES_DIR, len) == 0 && strchr("/", rest[len]);

	if (out->count == w->most) {
		out->more = true;
		return false;
	}
	array_push(out->list, out->count, out->cap,
	    (struct trial_change){xstrdup(p->lower), kind, folder, w->layer->tmp, in_caches});
	return true;
}

static bool same_owner_and_mode(const struct stat *a, const struct stat *b)
{
	return a->st_mode == b->st_mode && a->st_uid == b->st_uid && a->st_gid == b->st_gid;
}

static bool read_piece(int fd, char *out, ssize_t *len)
{
	while ((*len = read(fd, out, PIECE)) < 0 && errno == EINTR)
		;
	return *len >= 0;
}

/* Whether two files have the same bytes from here to their ends. */
static bool same_bytes(int a, int b)
{
	static char x[PIECE], y[PIECE];
	ssize_t n, m;

	do {
		if (!read_piece(a, x, &n) || !read_piece(b, y, &m) || n != m ||
		    memcmp(x, y, (size_t)n) != 0)
			return false;
	} while (n > 0);
	return true;
}

/* Appends a file to out. False: out would have more than `most` bytes, or reading failed. */
static bool read_all(int fd, size_t most, struct buf *out)
{
	static char piece[PIECE];
	ssize_t n;

	while (read_piece(fd, piece, &n) && n > 0) {
		if (out->len + (size_t)n > most)
			return false;
		buf_add(out, piece, (size_t)n);
	}
	return n == 0;
}

/* Whether both are indexes of git that name the same files with the same content. */
static bool same_index(const struct trial_pair *p, int upper, int below)
{
	auto_buf a = BUF_INIT, b = BUF_INIT;
	return strcmp(p->name, "index") == 0 && p->upper.st_size < (off_t)INDEX_BYTES &&
	       p->below.st_size < (off_t)INDEX_BYTES && lseek(upper, 0, SEEK_SET) == 0 &&
	       lseek(below, 0, SEEK_SET) == 0 && read_all(upper, INDEX_BYTES, &a) &&
	       read_all(below, INDEX_BYTES, &b) &&
	       git_index_same(buf_str(&a), a.len, buf_str(&b), b.len);
}

/* Whether an extended attribute is one that a command can set. */
static bool is_own_attribute(const char *name)
{
	return (strncmp(name, "user.", 5) == 0 && strncmp(name, "user.overlay.", 13) != 0) ||
	       strncmp(name, "system.posix_acl_", 17) == 0;
}

/* Counts the attributes of `a` that a command can set; *other: those that `b` lacks or has
 * otherwise. */
static size_t count_attributes(int a, int b, size_t *other)
{
	static char names[ATTRIBUTES], x[ATTRIBUTES], y[ATTRIBUTES];
	const ssize_t len = flistxattr(a, names, sizeof names);
	size_t count = 0;

	*other = len < 0 && errno != ENOTSUP;
	for (const char *name = names; len > 0 && name < names + len; name += strlen(name) + 1) {
		if (!is_own_attribute(name))
			continue;
		const ssize_t n = fgetxattr(a, name, x, sizeof x);
		*other +=
		    n < 0 || fgetxattr(b, name, y, sizeof y) != n || memcmp(x, y, (size_t)n) != 0;
		count++;
	}
	return count;
}

static bool same_attributes(int a, int b)
{
	size_t other, other_of_b;

	return count_attributes(a, b, &other) == count_attributes(b, a, &other_of_b) &&
	       other == 0 && other_of_b == 0;
}

static bool same_link(const struct trial_pair *p)
{
	char a[PATH_MAX], b[PATH_MAX];
	ssize_t n = readlinkat(p->dir, p->name, a, sizeof a);

	return n >= 0 && n == readlink(p->lower, b, sizeof b) && memcmp(a, b, (size_t)n) == 0;
}

/* Adds the change, if any, by a name that is no folder in the layer. False: there is no room for it. */
static bool add_file(struct trial_walk *w, const struct trial_pair *p)
{
	const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	const bool files = S_ISREG(p->upper.st_mode) && S_ISREG(p->below.st_mode);

	/* A character device 0:0 in a layer marks what was deleted. */
	if (S_ISCHR(p->upper.st_mode) && p->upper.st_rdev == makedev(0, 0))
		return !p->exists || add_change(w, p, TRIAL_DELETED, S_ISDIR(p->below.st_mode));
	if (!p->exists)
		return add_change(w, p, TRIAL_CREATED, false);
	if (S_ISLNK(p->upper.st_mode) && S_ISLNK(p->below.st_mode) && same_link(p))
		return true;
	auto_close int upper = files ? openat(p->dir, p->name, flags) : -1;
	auto_close int below = files ? open(p->lower, flags) : -1;
	const bool read = upper >= 0 && below >= 0;
	const bool same = read && p->upper.st_size == p->below.st_size && same_bytes(upper, below);
	const bool index = read && same_index(p, upper, below);
	const bool attributes = read && same_attributes(upper, below);
	if (!same && !index)
		return add_change(w, p, TRIAL_CHANGED, false);
	if (!same_owner_and_mode(&p->upper, &p->below))
		return add_change(w, p, TRIAL_MODE, false);
	const bool touched =
	    !attributes || (!index && (p->upper.st_mtim.tv_sec != p->below.st_mtim.tv_sec ||
					  p->upper.st_mtim.tv_nsec != p->below.st_mtim.tv_nsec));
	return !touched || add_change(w, p, TRIAL_TOUCHED, false);
}

static bool walk_folder(struct trial_walk *w, int dir, const char *lower);

/* Adds what a folder that hides the one below deletes: every name there that it does not have itself. */
static bool add_hidden(struct trial_walk *w, int dir, const char *lower)
{
	auto_closedir DIR *names = opendir(lower);
	const struct dirent *d;
	bool goes_on = true;

	while (names && goes_on && (d = readdir(names))) {
		struct trial_pair p = {.dir = dir, .name = d->d_name};
		auto_free char *path = NULL;

		if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0 ||
		    fstatat(dir, d->d_name, &p.upper, AT_SYMLINK_NOFOLLOW) == 0)
			continue;
		p.lower = path = file_join(lower, d->d_name);
		if (lstat(path, &p.below) == 0)
			goes_on = add_change(w, &p, TRIAL_DELETED, S_ISDIR(p.below.st_mode));
	}
	return goes_on;
}

/* Adds the change, if any, of a folder's own mode, owner and attributes. A folder below that cannot
 * be read counts as the same: only a program that may read it could have changed it. */
static bool add_folder_itself(struct trial_walk *w, const struct trial_pair *p, int fd)
{
	if (!same_owner_and_mode(&p->upper, &p->below))
		return add_change(w, p, TRIAL_MODE, true);
	auto_close int below = open(p->lower, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return below < 0 || same_attributes(fd, below) || add_change(w, p, TRIAL_TOUCHED, true);
}

static bool add_folder(struct trial_walk *w, const struct trial_pair *p)
{
	const bool over = p->exists && S_ISDIR(p->below.st_mode), alone = w->alone;
	auto_close int fd =
	    openat(p->dir, p->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool goes_on = over ? add_folder_itself(w, p, fd)
			    : add_change(w, p, p->exists ? TRIAL_CHANGED : TRIAL_CREATED, true);

	char value;

	/* A folder that took the place of another hides what is below: that counts as deleted. */
	if (goes_on && over && fd >= 0 && fgetxattr(fd, "user.overlay.opaque", &value, 1) == 1 &&
	    value == 'y')
		goes_on = add_hidden(w, fd, p->lower);
	w->alone = alone || !over;
	goes_on = goes_on && walk_folder(w, fd, p->lower);
	w->alone = alone;
	return goes_on;
}

/* Adds the changes in a folder of the layer, by name. dir: -1 if it could not be opened. False:
 * there are as many changes as were asked for, or it could not be read. */
static bool walk_folder(struct trial_walk *w, int dir, const char *lower)
{
	struct dirent **names;
	int count =
	    w->depth < DEPTH && dir >= 0 ? scandirat(dir, ".", &names, NULL, alphasort) : -1;
	bool goes_on = count >= 0;

	if (!goes_on)
		w->unread = xstrdup(lower);
	w->depth++;
	for (int i = 0; i < count; i++) {
		struct trial_pair p = {.dir = dir, .name = names[i]->d_name};
		auto_free char *path = file_join(lower, p.name);

		p.lower = path;
		if (goes_on && strcmp(p.name, ".") != 0 && strcmp(p.name, "..") != 0 &&
		    fstatat(dir, p.name, &p.upper, AT_SYMLINK_NOFOLLOW) == 0) {
			p.exists = !w->alone && lstat(path, &p.below) == 0;
			goes_on = S_ISDIR(p.upper.st_mode) ? add_folder(w, &p) : add_file(w, &p);
		}
		free(names[i]);
	}
	if (count >= 0)
		free(names);
	w->depth--;
	return goes_on;
}

bool trial_find_changes(
    const struct trial *trial, size_t most, struct trial_changes *out, struct error *e)
{
	struct statvfs room;

	*out = (struct trial_changes){0};
	for (size_t i = 0; i < trial->count && !out->more; i++) {
		struct trial_walk w = {.layer = &trial->list[i], .out = out, .most = most};
		auto_close int fd =
		    openat(trial->layers, w.layer->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		struct trial_pair p = {.dir = fd, .name = ".", .lower = w.layer->lower};
		bool goes_on = true;
		/* A layer's own folder has the mode of the one below it, but not its owner. */
		if (fd >= 0 && fstat(fd, &p.upper) == 0 && lstat(p.lower, &p.below) == 0) {
			p.below.st_uid = p.upper.st_uid;
			p.below.st_gid = p.upper.st_gid;
			goes_on = add_folder_itself(&w, &p, fd);
		}
		if (goes_on)
			walk_folder(&w, fd, p.lower);
		if (w.unread) {
			error_set(e, ERR_IO, "cannot read what a trial wrote in '%s'", w.unread);
			free(w.unread);
			return false;
		}
	}
	out->full = fstatvfs(trial->layers, &room) == 0 && room.f_bfree == 0;
	return true;
}

void trial_changes_free(struct trial_changes *changes)
{
	for (size_t i = 0; i < changes->count; i++)
		free(changes->list[i].path);
	free(changes->list);
	*changes = (struct trial_changes){0};
}

/* ---- One file -------------------------------------------------------------------------------- */

/* Opens a path below a folder, following no link. -1: errno. */
static int open_below(int at, const char *path)
{
	char *copy = xstrdup(path), *rest = copy, *name;
	int fd = fcntl(at, F_DUPFD_CLOEXEC, 3);

	while (fd >= 0 && (name = strsep(&rest, "/"))) {
		const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

		if (*name == '\0')
			continue;
		int next = strcmp(name, "..") == 0 ? -1 : openat(fd, name, flags);
		close(fd);
		fd = next;
	}
	free(copy);
	return fd;
}

bool trial_read_file(
    const struct trial *trial, const char *path, size_t most, struct buf *out, struct error *e)
{
	for (size_t i = 0; i < trial->count; i++) {
		const struct trial_layer *layer = &trial->list[i];
		struct stat st;

		if (!path_holds(layer->lower, path))
			continue;
		auto_close int root =
		    openat(trial->layers, layer->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		auto_close int fd = root < 0 ? -1 : open_below(root, path + strlen(layer->lower));
		if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
		    read_all(fd, most, out))
			return true;
	}
	return error_set(
	    e, ERR_NOT_FOUND, "'%s' is no file that the trial changed, or is too large", path);
}
