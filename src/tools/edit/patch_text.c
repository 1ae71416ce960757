/*
 * The parser: sections, their lines, and hunks as runs of these lines. Applying them is patch_hunks.c's.
 */
#include "tools/edit/patch_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"

static bool line_begins(const struct patch_line *line, const char *mark)
{
	size_t len = strlen(mark);

	return line->len >= len && !memcmp(line->text, mark, len);
}

bool patch_line_next(const char **at, const char *end, struct patch_line *line)
{
	const char *nl;

	if (*at >= end)
		return false;
	nl = memchr(*at, '\n', (size_t)(end - *at));
	line->text = *at;
	line->len = (size_t)((nl ? nl : end) - *at);
	*at = nl ? nl + 1 : end;
	if (line->len && line->text[line->len - 1] == '\r')
		line->len--;
	return true;
}

static char *path_behind(const struct patch_line *line, const char *mark)
{
	const char *from = line->text + strlen(mark), *to = line->text + line->len;

	while (from < to && *from == ' ')
		from++;
	while (to > from && to[-1] == ' ')
		to--;
	if (from[0] == '.' && to - from > 2 && from[1] == '/')
		from += 2;
	return xstrndup(from, (size_t)(to - from));
}

static struct patch_file *file_add(struct patch *p, enum patch_kind kind, char *path /* steals */)
{
	struct patch_file *f;

	for (size_t i = 0; i < p->count; i++)
		if (kind == PATCH_UPDATE && p->files[i].kind == kind &&
		    !strcmp(p->files[i].path, path)) {
			free(path);
			return &p->files[i];
		}
	array_reserve(&p->files, &p->cap, p->count + 1, sizeof *p->files);
	f = &p->files[p->count++];
	*f = (struct patch_file){.kind = kind, .path = path};
	return f;
}

static void hunk_add(struct patch_file *f)
{
	array_reserve(&f->hunks, &f->hunk_cap, f->hunk_count + 1, sizeof *f->hunks);
	f->hunks[f->hunk_count] = (struct patch_hunk){.first = f->line_count};
	f->hunk_count++;
}

static void line_add_op(struct patch_file *f, char op, const char *text, size_t len)
{
	array_reserve(&f->lines, &f->line_cap, f->line_count + 1, sizeof *f->lines);
	f->lines[f->line_count++] = (struct patch_line){op, text, len};
	if (f->hunk_count)
		f->hunks[f->hunk_count - 1].count++;
}

/* "@@", "@@ LINE", and "@@ -1,3 +1,4 @@ LINE" of another kind of patch. */
static void hunk_head(struct patch_file *f, const struct patch_line *line, bool fresh)
{
	const char *at = line->text + 2, *end = line->text + line->len, *second;
	const struct patch_hunk *last = f->hunk_count ? &f->hunks[f->hunk_count - 1] : NULL;
	bool narrows = last && last->count && f->lines[f->line_count - 1].op == '@' && !fresh;

	if (!narrows)
		hunk_add(f);
	if (at < end && *at == ' ')
		at++;
	if (at + 1 < end && *at == '-' && at[1] >= '0' && at[1] <= '9') {
		second = memmem(at, (size_t)(end - at), "@@", 2);
		at = second ? second + 2 : end;
		at += at < end && *at == ' ';
	}
	if (at < end)
		line_add_op(f, '@', at, (size_t)(end - at));
}

static bool fail_line(struct error *e, const struct patch_line *line, const char *why)
{
	int len = line->len < PATCH_SHOWN ? (int)line->len : PATCH_SHOWN;

	return error_set(e, ERR_PARSE, "the line '%.*s' of the patch %s", len, line->text, why);
}

/* A section's head; *f is the section from here on. False without e: it is none. */
static bool head_take(struct patch *p, const struct patch_line *line, struct patch_file **f)
{
	static const struct {
		const char *mark;
		enum patch_kind kind;
	} heads[] = {{"*** Add File:", PATCH_ADD}, {"*** Delete File:", PATCH_DELETE},
	    {"*** Update File:", PATCH_UPDATE}};

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (line_begins(line, heads[i].mark)) {
			*f = file_add(p, heads[i].kind, path_behind(line, heads[i].mark));
			return true;
		}
	return false;
}

static bool update_take(
    struct patch_file *f, const struct patch_line *line, bool *fresh, struct error *e)
{
	if (line_begins(line, "*** Move to:") && !f->move_to) {
		f->move_to = path_behind(line, "*** Move to:");
		return true;
	}
	if (line_begins(line, "*** End of File")) {
		if (f->hunk_count)
			f->hunks[f->hunk_count - 1].at_end = true;
		return true;
	}
	if (line_begins(line, "@@")) {
		hunk_head(f, line, *fresh);
		*fresh = false;
		return true;
	}
	if (line->len && !strchr(" +-", *line->text))
		return fail_line(e, line, "begins with none of ' ', '+', '-' and '@@'");
	if (*fresh)
		hunk_add(f);
	*fresh = false;
	if (line->len)
		line_add_op(f, *line->text, line->text + 1, line->len - 1);
	else
		line_add_op(
		    f, ' ', line->text, 0); /* models leave out the blank of an empty line */
	return true;
}

static bool body_take(
    struct patch_file *f, const struct patch_line *line, bool *fresh, struct error *e)
{
	switch (f->kind) {
	case PATCH_ADD:
		if (!line->len || *line->text != '+')
			return fail_line(e, line, "is to begin with '+', as all of a new file do");
		line_add_op(f, '+', line->text + 1, line->len - 1);
		return true;
	case PATCH_DELETE:
		return !line->len || fail_line(e, line, "stands below a file that is deleted");
	case PATCH_UPDATE:
		break;
	}
	return update_take(f, line, fresh, e);
}

static bool file_is_whole(const struct patch_file *f, struct error *e)
{
	if (!*f->path || (f->move_to && !*f->move_to))
		return error_set(e, ERR_PARSE, "a section of the patch names no file");
	if (f->kind == PATCH_UPDATE && !f->hunk_count && !f->move_to)
		return error_set(e, ERR_PARSE, "the patch changes nothing in %s", f->path);
	return true;
}

static bool files_are_whole(const struct patch *p, struct error *e)
{
	if (!p->count)
		return error_set(e, ERR_PARSE,
		    "the patch names no file: *** Add File: PATH, *** Update File: PATH or "
		    "*** Delete File: PATH");
	for (size_t i = 0; i < p->count; i++)
		if (!file_is_whole(&p->files[i], e))
			return false;
	return true;
}

/* Empty lines at the end of a section are between it and the next, not of the file. */
static void trim_end(struct patch_file *f)
{
	while (f && f->hunk_count && f->hunks[f->hunk_count - 1].count &&
	       !f->lines[f->line_count - 1].len && f->lines[f->line_count - 1].op == ' ' &&
	       f->lines[f->line_count - 1].text[0] != ' ') {
		f->line_count--;
		f->hunks[f->hunk_count - 1].count--;
	}
}

bool patch_parse(struct patch *p, const char *text, size_t len, struct error *e)
{
	const char *at, *end;
	struct patch_line line;
	struct patch_file *f = NULL;
	bool fresh = true;

	*p = (struct patch){.text = xstrndup(text, len)};
	end = p->text + len;
	at = memmem(p->text, len, "*** Begin Patch", 15);
	if (!at)
		return error_set(e, ERR_PARSE, "the patch has no line '*** Begin Patch'");
	patch_line_next(&at, end, &line);
	while (patch_line_next(&at, end, &line) && !line_begins(&line, "*** End Patch")) {
		if (head_take(p, &line, &f)) {
			fresh = true;
			continue;
		}
		if (!f && line.len)
			return fail_line(e, &line, "stands before the first file");
		if (f && !body_take(f, &line, &fresh, e))
			return false;
	}
	if (!line_begins(&line, "*** End Patch"))
		return error_set(e, ERR_PARSE, "the patch has no line '*** End Patch'");
	for (size_t i = 0; i < p->count; i++)
		trim_end(&p->files[i]);
	return files_are_whole(p, e);
}

void patch_free(struct patch *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->files[i].path);
		free(p->files[i].move_to);
		free(p->files[i].lines);
		free(p->files[i].hunks);
	}
	free(p->files);
	free(p->text);
	*p = (struct patch){0};
}
