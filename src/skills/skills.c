/* SPDX-License-Identifier: MIT
 * Finds skills and commands in the folders of config/skills.yaml, in that order: the first of a
 * name is used, and skills take precedence over commands.
 */
#include "skills/skills.h"

#include <dirent.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "config/trust.h"
#include "memory/memory.h"
#include "skills/skill_file.h"

#define DEPTH 6
#define FOLDERS 2000
#define FILE_BYTES ((size_t)1 << 20)
#define DESCRIPTION_CHARS 1536

const char *const skill_words_names[] = {"from_zero", "from_one", "in_braces"};

struct skill_scan {
	struct skills *skills;
	const char *suffix; /* of command files; NULL: folders with SKILL.md */
	enum skill_words words;
	/* top of the repository, below which files must lie, links followed; NULL: the user's folders */
	const char *root;
	json_t *seen; /* folders visited, by device and inode */
};

/* ---- One file ------------------------------------------------------------------------------- */

static void add_problem(struct skills *s, const char *file, const char *why)
{
	auto_free char *shown = file_user_path(file);

	buf_addf(&s->notices, "%s: %s\n", shown, why);
}

static struct skill *skill_any(const struct skills *s, const char *name, size_t len)
{
	for (size_t i = 0; i < s->count; i++)
		if (strncmp(s->list[i].name, name, len) == 0 && !s->list[i].name[len])
			return &s->list[i];
	return NULL;
}

struct skill *skills_find(const struct skills *s, const char *name, size_t len)
{
	struct skill *found = s ? skill_any(s, name, len) : NULL;

	return found && found->trusted ? found : NULL;
}

static bool parse_file(
    const char *file, const struct buf *raw, struct skill_file *out, struct error *e)
{
	const char *dot = strrchr(file, '.');

	return text_is(dot, ".toml") ? skill_file_toml(buf_str(raw), raw->len, out, e)
				     : skill_file_markdown(buf_str(raw), raw->len, out, e);
}

static void add_skill(struct skill_scan *scan, const char *file, const char *name,
    const struct buf *raw, const struct skill_file *f)
{
	struct skills *s = scan->skills;
	const bool project = scan->root != NULL;
	const char *said = json_str(f->head, "description", ""),
		   *hint = json_str(f->head, "argument-hint", NULL);
	struct skill *same = skill_any(s, name, strlen(name));

	if (same) {
		if (same->is_skill && !scan->suffix)
			add_problem(s, file, "another skill of its name goes before it");
		return;
	}
	array_push(s->list, s->count, s->cap,
	    (struct skill){.name = xstrdup(name),
		.description = text_line(said, DESCRIPTION_CHARS),
		.hint = hint ? text_line(hint, 80) : NULL,
		.file = xstrdup(file),
		.words = scan->words,
		.is_skill = !scan->suffix,
		.for_model =
		    !scan->suffix && !json_flag(f->head, "disable-model-invocation", false),
		.for_user = json_flag(f->head, "user-invocable", true),
		.fork = strcmp(json_str(f->head, "context", ""), "fork") == 0,
		.project = project,
		.trusted = !project || trust_holds(file, buf_str(raw), raw->len)});
}

static void take_file(struct skill_scan *scan, const char *file, const char *name)
{
	auto_buf raw = BUF_INIT, why = BUF_INIT;
	freed_by(skill_file_free) struct skill_file f = {0};
	auto_error e = ERROR_INIT;
	auto_free char *clean = text_clean_line(name, strlen(name), 100),
		       *real = scan->root ? trust_inside(scan->root, file) : xstrdup(file);

	if (!real)
		add_problem(scan->skills, file, "it leads out of the repository");
	else if (!file_read(file, FILE_BYTES, &raw, &e) || !parse_file(file, &raw, &f, &e))
		add_problem(scan->skills, file, e.message);
	else if (scan->suffix || skill_file_check(f.head, name, &why))
		add_skill(scan, file, clean, &raw, &f);
	if (why.len)
		add_problem(scan->skills, file, buf_str(&why));
}

/* ---- Folders -------------------------------------------------------------------------------- */

static bool first_visit(struct skill_scan *scan, const struct stat *st)
{
	char key[48];

	snprintf(key, sizeof key, "%llx:%llx", (unsigned long long)st->st_dev,
	    (unsigned long long)st->st_ino);
	if (json_object_get(scan->seen, key) || json_object_size(scan->seen) >= FOLDERS)
		return false;
	json_object_set_new(scan->seen, key, json_true());
	return true;
}

static int visible(const struct dirent *d)
{
	return *d->d_name != '.' && strcmp(d->d_name, "node_modules") != 0;
}

static void scan_folder(struct skill_scan *scan, const char *folder, const char *prefix, int depth);

/* Takes a command's file, named without its suffix; ignores other files. */
static void take_command(
    struct skill_scan *scan, const char *path, const char *entry, const char *prefix)
{
	const size_t len = strlen(entry), end = strlen(scan->suffix);

	if (len <= end || strcmp(entry + len - end, scan->suffix) != 0)
		return;
	auto_free char *name = xasprintf("%s%.*s", prefix, (int)(len - end), entry);
	take_file(scan, path, name);
}

static void take_folder(
    struct skill_scan *scan, const char *path, const char *entry, const char *prefix, int depth)
{
	const bool named = scan->words == WORDS_IN_BRACES;
	auto_free char *file = file_join(path, "SKILL.md"),
		       *below = xasprintf("%s%s:", prefix, entry);
	struct stat st;

	if (!scan->suffix && stat(file, &st) == 0)
		take_file(scan, file, entry);
	else
		scan_folder(scan, path, named ? below : "", depth + 1);
}

static void scan_folder(struct skill_scan *scan, const char *folder, const char *prefix, int depth)
{
	struct dirent **entries = NULL;
	struct stat st;

	if (depth > DEPTH || stat(folder, &st) || !S_ISDIR(st.st_mode) || !first_visit(scan, &st))
		return;
	int count = scandir(folder, &entries, visible, alphasort);
	for (int i = 0; i < count; i++) {
		auto_free char *path = file_join(folder, entries[i]->d_name);

		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
			take_folder(scan, path, entries[i]->d_name, prefix, depth);
		else if (scan->suffix)
			take_command(scan, path, entries[i]->d_name, prefix);
		free(entries[i]);
	}
	free(entries);
}

/* Scans `place` in each folder from the workspace up to the top of the repository. The user's home
 * ends this: it is not the project's. */
static void scan_project(
    struct skill_scan *scan, const char *place, const char *workspace, const char *home)
{
	auto_free char *at = xstrdup(workspace);

	while (strlen(at) >= strlen(scan->root) && strcmp(at, home) != 0) {
		auto_free char *folder = file_join(at, place);
		char *slash = strrchr(at, '/');

		scan_folder(scan, folder, "", 0);
		if (!slash || slash == at)
			break;
		*slash = '\0';
	}
}

struct skills *skills_load(const char *workspace)
{
	struct skills *s = xcalloc(1, sizeof *s);
	auto_free char *top = repository_top(workspace), *home = file_expand("~");
	json_auto_t *config = config_builtin("skills.yaml");

	json_each (row, json_list(config, "places")) {
		const char *in = json_str(row, "in", ""), *place = json_str(row, "path", "");
		struct skill_scan scan = {.skills = s,
		    .suffix = json_str(row, "suffix", NULL),
		    .root = text_is(in, "workspace") ? top : NULL,
		    .seen = json_object()};
		for (int i = WORDS_FROM_ZERO; i <= WORDS_IN_BRACES; i++)
			if (text_is(json_str(row, "words", NULL), skill_words_names[i]))
				scan.words = (enum skill_words)i;
		auto_free char *folder =
		    text_is(in, "config") ? file_home(FILE_CONFIG, place) : file_join(home, place);

		if (scan.root)
			scan_project(&scan, place, workspace, home);
		else
			scan_folder(&scan, folder, "", 0);
		json_decref(scan.seen);
	}
	return s;
}

void skills_free(struct skills *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->count; i++)
		free_all(s->list[i].name, s->list[i].description, s->list[i].hint, s->list[i].file);
	buf_free(&s->notices);
	free_all(s->list, s);
}

/* ---- Using them ----------------------------------------------------------------------------- */

size_t skills_waiting(const struct skills *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		n += !s->list[i].trusted;
	return n;
}

char *skill_folder(const struct skill *s)
{
	return xstrndup(s->file, (size_t)(strrchr(s->file, '/') - s->file));
}

char *skill_body(const struct skill *s, struct error *e)
{
	auto_buf raw = BUF_INIT;
	freed_by(skill_file_free) struct skill_file f = {0};
	char *body = NULL;
	if (!file_read(s->file, FILE_BYTES, &raw, e))
		return NULL;
	if (s->project && !trust_holds(s->file, buf_str(&raw), raw.len))
		error_set(e, ERR_DENIED,
		    "'%s' is not the text that was trusted; `agent config trust` trusts it",
		    s->name);
	else if (parse_file(s->file, &raw, &f, e))
		body = xstrdup(f.body);
	return body;
}

static bool is_offered(const struct skill *s)
{
	return s->for_model && s->trusted;
}

char *skills_catalogue(const struct skills *s, size_t bytes)
{
	size_t count = 0, names = 0;
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < s->count; i++)
		if (is_offered(&s->list[i])) {
			count++;
			names += strlen(s->list[i].name) + sizeof "- : ";
		}
	for (size_t i = 0; i < s->count; i++) {
		const size_t room = bytes > names ? (bytes - names) / (count ? count : 1) : 0;

		if (!is_offered(&s->list[i]))
			continue;
		auto_free char *said = text_line(s->list[i].description, room > 20 ? room : 20);
		buf_addf(&out, "%s- %s: %s", out.len ? "\n" : "", s->list[i].name, said);
	}
	return buf_take(&out);
}
