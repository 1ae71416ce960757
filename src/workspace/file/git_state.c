/* SPDX-License-Identifier: MIT
 * Reads a repository's files without git. Packed references and objects are left to git, so this
 * takes microseconds.
 */
#include "workspace/file/git_state.h"

#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"

#define FILE_BYTES 4096 /* of HEAD, or of a .git that names a folder */
#define COMMIT_DIGITS 8

char *git_root(const char *folder)
{
	char *at = xstrdup(folder), *slash;

	for (;;) {
		auto_free char *git = file_join(at, ".git");
		struct stat st;

		if (lstat(git, &st) == 0)
			return at;
		slash = strrchr(at, '/');
		if (!slash || !at[1]) {
			free(at);
			return NULL;
		}
		slash[slash == at] = '\0';
	}
}

/* Returns what follows `key` on the first line, or NULL if that begins otherwise. Caller frees. */
static char *first_line_value(const char *text, size_t len, const char *key)
{
	const char *end = len ? memchr(text, '\n', len) : NULL;
	size_t skip = strlen(key), line = end ? (size_t)(end - text) : len;

	while (line && strchr(" \t\r", text[line - 1]))
		line--;
	if (line <= skip || memcmp(text, key, skip) != 0 || memchr(text, '\0', line))
		return NULL;
	return xstrndup(text + skip, line - skip);
}

struct git_head git_head_parse(const char *text, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	char *ref = first_line_value(text, len, "ref: refs/heads/"), *commit;

	if (ref)
		return (struct git_head){.branch = ref};
	commit = first_line_value(text, len, "");
	if (commit && strlen(commit) >= 2 * COMMIT_DIGITS &&
	    strspn(commit, digits) == strlen(commit)) {
		commit[COMMIT_DIGITS] = '\0';
		return (struct git_head){.commit = commit};
	}
	free(commit);
	return (struct git_head){0};
}

/* Returns what follows `key` in DIR/NAME, to its end as git reads it, as a path from dir. Caller
 * frees; NULL: none. */
static char *path_in(const char *dir, const char *name, const char *key)
{
	auto_free char *file = file_join(dir, name);
	char *path = NULL;
	auto_buf text = BUF_LIMIT(FILE_BYTES);
	const size_t skip = strlen(key);

	file_read(file, FILE_BYTES - 1, &text, NULL);
	while (text.len && strchr("\r\n", text.data[text.len - 1]))
		buf_cut(&text, text.len - 1);
	if (text.len > skip && strncmp(buf_str(&text), key, skip) == 0)
		path = file_join(dir, buf_str(&text) + skip);
	return path;
}

/* Returns the folder with HEAD: .git itself, or what a file .git names. Caller frees; NULL:
 * neither. */
static char *folder_of_head(const char *root)
{
	char *git = file_join(root, ".git");
	struct stat st;

	if (stat(git, &st) == 0 && S_ISDIR(st.st_mode))
		return git;
	free(git);
	return path_in(root, ".git", "gitdir: ");
}

static char *real_path(char *path /* steals; may be NULL */)
{
	auto_free char *own = path;

	return own ? realpath(own, NULL) : NULL;
}

char *git_folder(const char *root)
{
	return real_path(folder_of_head(root));
}

bool git_worktree(const char *root, struct git_worktree *out)
{
	char *git = file_join(root, ".git");
	struct stat st;
	const bool is_file = lstat(git, &st) == 0 && S_ISREG(st.st_mode);
	auto_free char *own = is_file ? real_path(path_in(root, ".git", "gitdir: ")) : NULL;
	auto_free char *back = own ? real_path(path_in(own, "gitdir", "")) : NULL;
	char *name = own ? strrchr(own, '/') : NULL;
	auto_free char *here = real_path(git);
	auto_free char *common = own ? real_path(path_in(own, "commondir", "")) : NULL;
	static const char above[] = "/worktrees";
	const size_t len = name ? (size_t)(name - own) : 0;
	const bool is_one = back && here && common && strcmp(back, here) == 0 &&
			    len == strlen(common) + strlen(above) &&
			    memcmp(own, common, strlen(common)) == 0 &&
			    memcmp(name - strlen(above), above, strlen(above)) == 0;

	*out = (struct git_worktree){0};
	if (is_one)
		*out = (struct git_worktree){xstrdup(own), xstrdup(common)};
	return is_one;
}

void git_worktree_free(struct git_worktree *w)
{
	free_all(w->own, w->common);
	*w = (struct git_worktree){0};
}

struct git_head git_head(const char *root)
{
	auto_free char *folder = folder_of_head(root),
		       *path = folder ? file_join(folder, "HEAD") : NULL;
	auto_buf text = BUF_LIMIT(FILE_BYTES);
	struct git_head head = {0};

	if (path && file_read(path, FILE_BYTES - 1, &text, NULL))
		head = git_head_parse(buf_str(&text), text.len);
	return head;
}

void git_head_free(struct git_head *h)
{
	free_all(h->branch, h->commit);
	*h = (struct git_head){0};
}

/* "XY NAME\0"; if it was renamed or copied, the former name follows: "FORMER\0". */
bool git_change_next(const char **at, const char *end, struct git_change *out)
{
	const char *s = *at, *stop = end - s > 3 ? memchr(s, '\0', (size_t)(end - s)) : NULL;

	if (!stop || stop - s < 4 || s[2] != ' ')
		return false;
	*out = (struct git_change){s, s + 3, (size_t)(stop - s - 3)};
	if (s[0] == 'R' || s[0] == 'C')
		stop = memchr(stop + 1, '\0', (size_t)(end - stop - 1));
	*at = stop ? stop + 1 : end;
	return true;
}
