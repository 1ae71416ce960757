/* SPDX-License-Identifier: MIT
 * Collects the instructions of a project: of each folder the first file of
 * agent.instructions_names. The user's own come first, then those of each folder from the top of
 * the repository (where .git is) down to the workspace; the nearer one holds where they differ, so
 * it comes last and gets its room first. A folder above that belongs to somebody else ends the way
 * up: its files are not the user's words. `@path` in a file brings another one with it.
 */
#include <sys/stat.h>

#include "base/base.h"
#include "base/file.h"
#include "base/text/code_text.h"
#include "config/prompt.h"
#include "memory/memory.h"
#include "session/event/event_data.h"
#include "tools/tool.h"
#include "workspace/walk.h"

#define LEVELS 64	     /* folders between the top and the workspace */
#define IMPORT_DEPTH 5	     /* files that bring files */
#define FILE_BYTES (1 << 20) /* read of one file at most */

struct reading {
	const struct instructions_ask *ask;
	struct workspace *root; /* no path may lead out of it */
	const char *place;	/* the workspace's path in the root, "": it is the root itself */
	const char *label;	/* prefix of shown paths outside the project; NULL: inside */
	size_t left;		/* bytes that may still be added */
	json_t *seen;		/* (owned) paths in the root that were added, as keys */
};

/* ---- Where ---------------------------------------------------------------------------------- */

static bool has_git(const char *folder)
{
	auto_free char *git = xasprintf("%s/.git", folder);
	struct stat st;
	return lstat(git, &st) == 0;
}

static bool is_ours(const char *folder, uid_t workspace)
{
	struct stat st;

	return stat(folder, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == workspace);
}

char *repository_top(const char *workspace)
{
	char *at = xstrdup(workspace), *slash;
	struct stat st;
	const uid_t owner = stat(workspace, &st) == 0 ? st.st_uid : geteuid();

	for (int up = 0; up < LEVELS && !has_git(at); up++) {
		slash = strrchr(at, '/');
		if (!slash || slash == at)
			break;
		*slash = '\0';
		if (!is_ours(at, owner))
			break;
	}
	if (has_git(at) && is_ours(at, owner))
		return at;
	free(at);
	return xstrdup(workspace);
}

/* Returns a path in the root as seen from the workspace. Caller frees. */
static char *seen_from_workspace(const struct reading *r, const char *path)
{
	const char *place = r->place;
	struct buf out = BUF_INIT;
	const size_t len = strlen(place);
	size_t same = 0;

	if (r->label)
		return xasprintf("%s%s", r->label, path);
	if (!len || (strncmp(path, place, len) == 0 && path[len] == '/'))
		return xstrdup(path + len + (len > 0));
	for (size_t i = 0; place[i] && place[i] == path[i]; i++)
		same = place[i] == '/' ? i + 1 : same;
	for (const char *at = place + same; *at; at += strcspn(at, "/"), at += *at == '/')
		buf_adds(&out, "../");
	buf_adds(&out, path + same);
	return buf_take(&out);
}

/* ---- Imports -------------------------------------------------------------------------------- */

/* Returns the next path from *at on, in words, that is marked with @, and moves *at behind it.
 * Caller frees; NULL: none. text: words before its code was blanked. */
static char *next_import(const char *text, const char *words, const char **at)
{
	for (const char *s = *at; (s = strchr(s, '@')); s++) {
		size_t len = strcspn(s + 1, " \t\n()<>\"'`");

		while (len && strchr(".,;:!?", s[len]))
			len--;
		*at = s + 1 + len;
		if (len && (s == words || strchr(" \t\n(", text[s - words - 1])))
			return xstrndup(s + 1, len);
	}
	return NULL;
}

/* Whether `@path` may import this file. In the workspace the rules decide; elsewhere only Markdown,
 * which is written to be read. */
static bool may_import(const struct reading *r, const char *path)
{
	const size_t place = strlen(r->place), len = strlen(path);
	const bool inside =
	    !r->label && strncmp(path, r->place, place) == 0 && (place == 0 || path[place] == '/');

	if (!inside)
		return len > 3 && strcmp(path + len - 3, ".md") == 0;
	return !r->ask->sight || visible_paths_shows(r->ask->sight, path + place + (place > 0));
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void add_notice(struct buf *notices, const char *name, const char *why)
{
	buf_addf(notices, "%s'%s' is not used: %s", notices->len ? "; " : "", name, why);
}

static bool add_file(struct reading *r, const char *path, int depth, struct buf *out);

static void add_imports(
    struct reading *r, const char *path, const char *text, int depth, struct buf *out)
{
	auto_free char *words = text_without_code(text);
	const char *slash = strrchr(path, '/'), *at = words;
	const int folder = slash ? (int)(slash - path) + 1 : 0;
	char *import, *name;

	while (depth < IMPORT_DEPTH && (import = next_import(text, words, &at))) {
		char *joined = xasprintf("%.*s%s", folder, path, import);
		name =
		    *import == '/' || *import == '~' ? NULL : workspace_name(r->root, joined, NULL);
		if (name && *name != '/' && may_import(r, name))
			add_file(r, name, depth + 1, out);
		free_all(name, joined, import);
	}
}

static void add_instructions(struct reading *r, const char *path, const char *shown,
    struct buf *raw, int depth, struct buf *out)
{
	auto_buf clean = BUF_INIT;

	text_sanitise(&clean, buf_str(raw), raw->len);
	tags_neutralise(&clean);
	auto_free char *text = prompt_text("turn/instructions",
	    (struct prompt_var[]){{"file", shown}, {"text", buf_str(&clean)}}, 2);
	buf_addf(out, "%s%s", out->len ? "\n" : "", text);
	add_imports(r, path, buf_str(&clean), depth, out);
}

/* Adds a file and its imports. False: there is none, or it is blank or was added before. */
static bool add_file(struct reading *r, const char *path, int depth, struct buf *out)
{
	auto_buf raw = BUF_INIT;
	auto_error e = ERROR_INIT;
	auto_free char *label = path_shown(path), *shown = seen_from_workspace(r, label);
	bool there = !json_object_get(r->seen, label) &&
		     workspace_read(r->root, path, FILE_BYTES, &raw, NULL, &e);
	const size_t bytes = raw.len;

	there = there && !text_is_blank(buf_str(&raw));
	if (there) {
		json_object_set_new(r->seen, label, json_true());
		memory_cut_lines(&raw, r->left);
		r->left -= raw.len;
		if (r->ask->files)
			json_array_append_new(r->ask->files,
			    event_build_context_file(&(struct event_context_file){
				.path = shown, .bytes = (int64_t)bytes, .used = (int64_t)raw.len}));
		if (raw.len)
			add_instructions(r, path, shown, &raw, depth, out);
		if (raw.len < bytes && !raw.len)
			add_notice(r->ask->notices, shown,
			    "it has more bytes than agent.instructions_bytes leaves");
		else if (raw.len < bytes)
			buf_addf(r->ask->notices, "%s'%s' is cut (agent.instructions_bytes)",
			    r->ask->notices->len ? "; " : "", shown);
	} else if (e.code && e.code != ERR_NOT_FOUND && depth == 0) {
		add_notice(r->ask->notices, shown, e.message);
	}
	return there;
}

/* Returns the instructions of a folder of the root ("": the root itself). Caller frees; NULL: there
 * are none. */
static char *read_folder(struct reading *r, const char *folder)
{
	struct buf out = BUF_INIT;

	json_each (name, setting_json(r->ask->settings, "agent.instructions_names")) {
		auto_free char *path =
		    xasprintf("%s%s%s", folder, *folder ? "/" : "", json_string_value(name));

		if (add_file(r, path, 0, &out))
			break;
	}
	return out.len ? buf_take(&out) : NULL;
}

static void reading_close(struct reading *r)
{
	workspace_free(r->root);
	json_decref(r->seen);
}

/* Returns the user's own instructions, in the config folder. Caller frees; NULL: there are none. */
static char *read_own(struct reading *r)
{
	auto_free char *folder = file_home(FILE_CONFIG, NULL), *shown = file_user_path(folder),
		       *label = xasprintf("%s/", shown);
	freed_by(reading_close) struct reading own = *r;

	own.root = workspace_open(folder, NULL);
	own.label = label;
	own.seen = json_object();
	return own.root ? read_folder(&own, "") : NULL;
}

/* Opens the repository that the workspace is in, for reading. */
static void reading_open(struct reading *r, const struct instructions_ask *ask)
{
	const char *workspace = workspace_path(ask->workspace);
	auto_free char *top = repository_top(workspace);
	const size_t len = strlen(top);

	*r = (struct reading){.ask = ask,
	    .root = workspace_open(top, NULL),
	    .place = workspace[len] ? workspace + len + 1 : "",
	    .left = (size_t)setting_int(ask->settings, "agent.instructions_bytes"),
	    .seen = json_object()};
}

char *instructions_text(const struct instructions_ask *ask)
{
	freed_by(reading_close) struct reading r = {0};
	struct buf out = BUF_INIT;
	char *parts[LEVELS + 2];
	size_t count = 0;

	reading_open(&r, ask);
	auto_free char *folder = xstrdup(r.place);
	for (bool more = r.root != NULL; more; count += parts[count] != NULL) {
		char *slash = strrchr(folder, '/');

		parts[count] = read_folder(&r, folder);
		more = *folder != '\0';
		*(slash ? slash : folder) = '\0';
	}
	parts[count] = read_own(&r);
	count += parts[count] != NULL;
	while (count-- > 0) {
		buf_adds(&out, parts[count]);
		if (count > 0)
			buf_addc(&out, '\n');
		free(parts[count]);
	}
	return buf_take(&out);
}

char *instructions_of_folder(const struct instructions_ask *ask, const char *folder)
{
	freed_by(reading_close) struct reading r = {0};

	reading_open(&r, ask);
	auto_free char *path = xasprintf("%s%s%s", r.place, *r.place ? "/" : "", folder);
	return r.root ? read_folder(&r, path) : NULL;
}
