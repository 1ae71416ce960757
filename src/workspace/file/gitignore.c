/* SPDX-License-Identifier: MIT
 * Parses and matches ignore rules. Rules point into one copy of the file's text, cut into strings. Each notes how
 * many bytes at its beginning are literal: they are compared first, and wildcards start behind them, as git does it
 * (so "a**" + "/b" crosses folders behind its 'a', though the manual denies it).
 */
#include "workspace/file/gitignore.h"

#include <fcntl.h>
#include <sys/stat.h>
#include "base/base.h"
#include "workspace/file/glob.h"

#define IGNORE_BYTES (1 << 20) /* of one file; what follows is not read */

enum rule_kind {
	RULE_NAME, /* against the last component */
	RULE_TAIL, /* "*" + literal, against the last component */
	RULE_PATH, /* against the whole path */
};

struct ignore_rule {
	const char *text; /* (borrowed) from ignore.text */
	size_t len, literal;
	enum rule_kind kind;
	bool negated, folder;
};

struct ignore {
	char *text; /* (owned) */
	struct ignore_rule *rules;
	size_t count, cap;
};

static void trim_spaces(char *line)
{
	char *cut = NULL;
	for (char *p = line; *p; p++) {
		if (*p == ' ') {
			cut = cut ? cut : p;
			continue;
		}
		cut = NULL;
		if (*p == '\\' && !*++p)
			return;
	}
	if (cut)
		*cut = '\0';
}

static void rule_add(struct ignore *ig, char *line)
{
	struct ignore_rule r = {.negated = *line == '!'};
	r.text = line += r.negated;
	r.len = strlen(line);
	if (r.len && line[r.len - 1] == '/') {
		r.folder = true;
		line[--r.len] = '\0';
	}
	if (!r.len)
		return;
	r.literal = strcspn(line, "*?[\\");
	if (strchr(line, '/'))
		r.kind = RULE_PATH;
	else if (*line == '*' && !line[1 + strcspn(line + 1, "*?[\\")])
		r.kind = RULE_TAIL;
	if (r.kind == RULE_PATH && *line == '/') {
		r.text++;
		r.len--;
		r.literal--;
	}
	array_push(ig->rules, ig->count, ig->cap, r);
}

struct ignore *ignore_parse(const char *text, size_t len)
{
	size_t bom = text_bom(text, len);
	struct ignore *ig = xcalloc(1, sizeof *ig);
	ig->text = xstrndup(
	    text + bom, len - bom); /* up to a NUL; what follows it is not read as a rule */
	for (char *line = ig->text, *next; *line; line = next) {
		char *end = strchrnul(line, '\n');
		next = *end ? end + 1 : end;
		if (*end && end > line && end[-1] == '\r')
			end[-1] = '\0';
		*end = '\0';
		if (*line == '#')
			continue;
		trim_spaces(line);
		rule_add(ig, line);
	}
	if (ig->count)
		return ig;
	ignore_free(ig);
	return NULL;
}

struct ignore *ignore_load(int folder, const char *name)
{
	auto_close int fd =
	    openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
	struct stat st;
	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0)
		return NULL;
	size_t cap = st.st_size < IGNORE_BYTES ? (size_t)st.st_size : IGNORE_BYTES;
	auto_free char *text = xmalloc(cap);
	ssize_t n = read(fd, text, cap);
	return n > 0 ? ignore_parse(text, (size_t)n) : NULL;
}

static bool path_matches(const struct ignore_rule *r, const char *path, size_t len)
{
	if (r->literal > len || memcmp(r->text, path, r->literal))
		return false;
	if (r->literal == r->len)
		return len == r->len;
	return glob_wild(r->text + r->literal, path + r->literal, true);
}

static bool name_matches(const struct ignore_rule *r, const char *name, size_t len)
{
	if (r->kind == RULE_TAIL)
		return len >= r->len - 1 &&
		       !memcmp(name + len - (r->len - 1), r->text + 1, r->len - 1);
	if (r->literal == r->len)
		return len == r->len && !memcmp(name, r->text, len);
	return glob_wild(r->text, name, false);
}

enum ignore_verdict ignore_check(const struct ignore *ig, const char *path, bool folder)
{
	size_t len = strlen(path);
	const char *slash = memrchr(path, '/', len), *name = slash ? slash + 1 : path;
	size_t name_len = len - (size_t)(name - path);
	for (size_t i = ig->count; i-- > 0;) {
		const struct ignore_rule *r = &ig->rules[i];
		if (r->folder && !folder)
			continue;
		if (r->kind == RULE_PATH ? path_matches(r, path, len)
					 : name_matches(r, name, name_len))
			return r->negated ? IGNORE_KEPT : IGNORE_OUT;
	}
	return IGNORE_SILENT;
}

void ignore_free(struct ignore *ig)
{
	if (ig)
		free_all(ig->text, ig->rules, ig);
}
