/*
 * AGENTS.md: the words of a project to whoever works in it. Every folder from the top of the
 * repository (where .git is) down to the workspace may have one; the nearer holds where they
 * differ, so it is told last and gets its room first. A folder above that belongs to somebody else
 * ends the way up: what stands there are not the user's words.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "memory/memory.h"
#include "tools/tool.h"

#define FILE_NAME "AGENTS.md"
#define LEVELS 64 /* folders between the top and the workspace */

static bool has_git(const char *folder)
{
	char *git = xasprintf("%s/.git", folder);
	struct stat st;
	bool there = lstat(git, &st) == 0;

	free(git);
	return there;
}

static bool is_ours(const char *folder, uid_t workspace)
{
	struct stat st;

	return stat(folder, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == workspace);
}

static uid_t owner_of(const char *folder)
{
	struct stat st;

	return stat(folder, &st) == 0 ? st.st_uid : geteuid();
}

/* How many folders the top of the repository lies above the workspace; 0 where it is the
 * workspace, or there is none. */
static int levels_up(const char *workspace, char **top)
{
	char *at = xstrdup(workspace), *slash;
	uid_t owner = owner_of(workspace);
	int up = 0;

	*top = NULL;
	while (up < LEVELS && !has_git(at)) {
		slash = strrchr(at, '/');
		if (!slash || slash == at)
			break;
		*slash = '\0';
		if (!is_ours(at, owner))
			break;
		up++;
	}
	if (up > 0 && has_git(at)) {
		*top = at;
		return up;
	}
	free(at);
	return 0;
}

static void add_notice(struct buf *notices, const char *name, const char *why)
{
	buf_addf(notices, "%s'%s' is not used: %s", notices->len ? "; " : "", name, why);
}

/* Reads the file through a root that it cannot lead out of. Owned; NULL: there is none. */
static char *read_one(
    struct workspace *w, const char *path, const char *shown, size_t *left, struct buf *notices)
{
	struct buf raw = BUF_INIT, clean = BUF_INIT;
	struct error e = ERROR_INIT;
	char *text = NULL;

	if (workspace_read(w, path, *left, &raw, NULL, &e)) {
		*left -= raw.len;
		text_sanitise(&clean, buf_str(&raw), raw.len);
		tags_neutralise(&clean);
		text = prompt_text("instructions",
		    (struct prompt_var[]){{"file", shown}, {"text", buf_str(&clean)}}, 2);
	} else if (e.code != ERR_NOT_FOUND) {
		add_notice(notices, shown, e.message);
	}
	error_free(&e);
	buf_free(&raw);
	buf_free(&clean);
	return text;
}

/* Reads the files of the folders above, nearest first, through the top of the repository as a
 * root. */
static size_t read_above(
    const char *workspace, const char *top, int up, size_t *left, char **parts, struct buf *notices)
{
	struct workspace *root = workspace_open(top, NULL);
	char *folder = xstrdup(workspace + strlen(top) + 1);
	struct buf shown = BUF_INIT;
	size_t count = 0;

	for (int i = 0; root && i < up; i++) {
		char *slash = strrchr(folder, '/'), *path;

		if (slash)
			*slash = '\0';
		path = slash ? xasprintf("%s/%s", folder, FILE_NAME) : xstrdup(FILE_NAME);
		buf_clear(&shown);
		for (int k = 0; k <= i; k++)
			buf_adds(&shown, "../");
		buf_adds(&shown, FILE_NAME);
		parts[count] = read_one(root, path, buf_str(&shown), left, notices);
		count += parts[count] != NULL;
		free(path);
	}
	buf_free(&shown);
	free(folder);
	workspace_free(root);
	return count;
}

char *instructions_text(const struct settings *s, struct workspace *w, struct buf *notices)
{
	size_t left = (size_t)setting_int(s, "agent.instructions_bytes"), count = 0;
	char *parts[LEVELS + 2], *top;
	int up = levels_up(workspace_path(w), &top);
	struct buf out = BUF_INIT;

	parts[0] = read_one(w, FILE_NAME, FILE_NAME, &left, notices);
	count = parts[0] != NULL;
	if (up > 0)
		count += read_above(workspace_path(w), top, up, &left, parts + count, notices);
	while (count-- > 0) {
		buf_adds(&out, parts[count]);
		if (count > 0)
			buf_addc(&out, '\n');
		free(parts[count]);
	}
	free(top);
	return buf_take(&out);
}
