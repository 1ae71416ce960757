/* SPDX-License-Identifier: MIT
 * Parses patches (patch_text.h) and applies their hunks. A hunk is found by its lines, exactly if possible,
 * else apart from blanks and quotes, searching from where the hunk before ended.
 */
#include "base/base.h"
#include "tools/edit/edit_fit.h"
#include "tools/edit/patch_text.h"
#include "tools/read/read_errors.h"

/* --- the parser: sections, their lines, and hunks as runs of these lines --- */

static bool line_begins(const struct patch_line *line, const char *mark)
{
	size_t len = strlen(mark);

	return line->len >= len && !memcmp(line->text, mark, len);
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

static void hunk_add(struct patch_file *f)
{
	array_push(
	    f->hunks, f->hunk_count, f->hunk_cap, (struct patch_hunk){.first = f->line_count});
}

static void line_add_op(struct patch_file *f, char op, const char *text, size_t len)
{
	array_push(f->lines, f->line_count, f->line_cap, (struct patch_line){op, text, len});
	if (f->hunk_count)
		f->hunks[f->hunk_count - 1].count++;
}

/* Takes a hunk's head: "@@", "@@ LINE", or "@@ -1,3 +1,4 @@ LINE" as in unified diffs. */
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

/* Takes the head of a section; *f is its file from here on: the one there is, if updated twice. False: it is none. */
static bool head_take(struct patch *p, const struct patch_line *line, struct patch_file **f)
{
	static const struct {
		const char *mark;
		enum patch_kind kind;
	} heads[] = {{"*** Add File:", PATCH_ADD}, {"*** Delete File:", PATCH_DELETE},
	    {"*** Update File:", PATCH_UPDATE}};

	size_t i = 0;
	while (i < ARRAY_SIZE(heads) && !line_begins(line, heads[i].mark))
		i++;
	if (i == ARRAY_SIZE(heads))
		return false;
	char *path = path_behind(line, heads[i].mark);
	for (size_t k = 0; heads[i].kind == PATCH_UPDATE && k < p->count; k++)
		if (p->files[k].kind == PATCH_UPDATE && !strcmp(p->files[k].path, path)) {
			free(path);
			*f = &p->files[k];
			return true;
		}
	array_push(
	    p->files, p->count, p->cap, (struct patch_file){.kind = heads[i].kind, .path = path});
	*f = &p->files[p->count - 1];
	return true;
}

static bool body_take(
    struct patch_file *f, const struct patch_line *line, bool *fresh, struct error *e)
{
	if (f->kind == PATCH_DELETE)
		return !line->len || fail_line(e, line, "stands below a file that is deleted");
	if (f->kind == PATCH_ADD) {
		if (!line->len || *line->text != '+')
			return fail_line(e, line, "is to begin with '+', as all of a new file do");
		line_add_op(f, '+', line->text + 1, line->len - 1);
	} else if (line_begins(line, "*** Move to:") && !f->move_to) {
		f->move_to = path_behind(line, "*** Move to:");
	} else if (line_begins(line, "*** End of File")) {
		if (f->hunk_count)
			f->hunks[f->hunk_count - 1].at_end = true;
	} else if (line_begins(line, "@@")) {
		hunk_head(f, line, *fresh);
		*fresh = false;
	} else if (line->len && !strchr(" +-", *line->text)) {
		return fail_line(e, line, "begins with none of ' ', '+', '-' and '@@'");
	} else {
		const size_t op = line->len > 0; /* models leave out the blank of an empty line */

		if (*fresh)
			hunk_add(f);
		*fresh = false;
		line_add_op(f, op ? *line->text : ' ', line->text + op, line->len - op);
	}
	return true;
}

static bool files_are_whole(const struct patch *p, struct error *e)
{
	if (!p->count)
		return error_set(e, ERR_PARSE,
		    "the patch names no file: *** Add File: PATH, *** Update File: PATH or "
		    "*** Delete File: PATH");
	for (size_t i = 0; i < p->count; i++) {
		const struct patch_file *f = &p->files[i];

		if (!*f->path || (f->move_to && !*f->move_to))
			return error_set(e, ERR_PARSE, "a section of the patch names no file");
		if (f->kind == PATCH_UPDATE && !f->hunk_count && !f->move_to)
			return error_set(e, ERR_PARSE, "the patch changes nothing in %s", f->path);
	}
	return true;
}

bool patch_parse(struct patch *p, const char *text, size_t len, struct error *e)
{
	struct patch_line line = {0};
	struct patch_file *f = NULL;
	bool fresh = true;

	*p = (struct patch){.text = xstrndup(text, len)};
	const char *end = p->text + len;
	const char *at = memmem(p->text, len, "*** Begin Patch", 15);
	if (!at)
		return error_set(e, ERR_PARSE, "the patch has no line '*** Begin Patch'");
	line_next(&at, end, &line.text, &line.len);
	while (line_next(&at, end, &line.text, &line.len) && !line_begins(&line, "*** End Patch")) {
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
	for (size_t i = 0; i < p->count; i++) {
		/* Empty lines at the end of a section are between it and the next, not of the file. */
		f = &p->files[i];
		while (f->hunk_count && f->hunks[f->hunk_count - 1].count &&
		       !f->lines[f->line_count - 1].len && f->lines[f->line_count - 1].op == ' ' &&
		       f->lines[f->line_count - 1].text[0] != ' ') {
			f->line_count--;
			f->hunks[f->hunk_count - 1].count--;
		}
	}
	return files_are_whole(p, e);
}

void patch_free(struct patch *p)
{
	for (struct patch_file *f = p->files; f < p->files + p->count; f++)
		free_all(f->path, f->move_to, f->lines, f->hunks);
	free_all(p->files, p->text);
	*p = (struct patch){0};
}

struct file_lines {
	struct patch_line *list;
	size_t count, cap;
};

static bool is_old(const struct patch_line *line)
{
	return line->op == ' ' || line->op == '-';
}

/* Whether the old lines of the hunk stand at line `at`. */
static bool hunk_stands(const struct file_lines *t, size_t at, const struct patch_line *lines,
    size_t count, enum likeness how)
{
	for (size_t i = 0; i < count; i++) {
		if (!is_old(&lines[i]))
			continue;
		if (at >= t->count || !lines_alike(t->list[at].text, t->list[at].len, lines[i].text,
					  lines[i].len, how))
			return false;
		at++;
	}
	return true;
}

static size_t old_count(const struct patch_line *lines, size_t count)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		n += is_old(&lines[i]);
	return n;
}

/* Moves *at behind the lines that a hunk's head names, each looked for below the one before: a line like the
 * name, or at least one that contains it. False: one of them is not there. */
static bool context_find(
    const struct file_lines *t, size_t *at, const struct patch_line *names, size_t count)
{
	for (const struct patch_line *name = names; name < names + count; name++) {
		bool found = false;

		for (int how = LIKE_EXACT; how <= LIKENESSES && !found; how++)
			for (size_t i = *at; i < t->count && !found; i++) {
				const char *line = t->list[i].text;
				const size_t len = t->list[i].len;

				found = how < LIKENESSES
					    ? lines_alike(line, len, name->text, name->len,
						  (enum likeness)how)
					    : name->len && memmem(line, len, name->text, name->len);
				*at = found ? i + 1 : *at;
			}
		if (!found)
			return false;
	}
	return true;
}

static bool lines_find(const struct file_lines *t, size_t from, bool at_end,
    const struct patch_line *lines, size_t count, size_t *at)
{
	size_t wanted = old_count(lines, count);

	for (int how = LIKE_EXACT; how < LIKENESSES && wanted <= t->count; how++) {
		*at = t->count - wanted;
		if (at_end && hunk_stands(t, *at, lines, count, (enum likeness)how))
			return true;
		for (*at = from; *at + wanted <= t->count; ++*at)
			if (hunk_stands(t, *at, lines, count, (enum likeness)how))
				return true;
	}
	return false;
}

/* A hunk split into the lines of its head and its body. */
struct hunk_parts {
	const struct patch_line *names, *body;
	size_t name_count, body_count;
	bool at_end;
};

static struct hunk_parts parts_of(const struct patch_file *f, const struct patch_hunk *h)
{
	struct hunk_parts p = {.names = f->lines + h->first, .at_end = h->at_end};

	while (p.name_count < h->count && p.names[p.name_count].op == '@')
		p.name_count++;
	p.body = p.names + p.name_count;
	p.body_count = h->count - p.name_count;
	return p;
}

/* Finds the line *at where the hunk belongs: from `from`, the end of the hunk before, on, else
 * anywhere, since models do not always keep the order. */
static bool hunk_find(
    const struct file_lines *t, const struct hunk_parts *p, size_t from, size_t *at)
{
	bool named = context_find(t, &from, p->names, p->name_count);

	if (!old_count(p->body, p->body_count)) {
		*at = p->name_count && !p->at_end ? from : t->count;
		return named;
	}
	return lines_find(t, from, p->at_end, p->body, p->body_count, at) ||
	       (from && lines_find(t, 0, p->at_end, p->body, p->body_count, at));
}

/* Copies the lines of the file from `from` to before `to` as they are. end: of the file's text. */
static void lines_keep(
    struct buf *out, const struct file_lines *t, size_t from, size_t to, const char *end)
{
	const char *last = to < t->count ? t->list[to].text : end;

	if (from < to)
		buf_add(out, t->list[from].text, (size_t)(last - t->list[from].text));
}

static void line_put(struct buf *out, const struct patch_line *line, const char *ending)
{
	if (out->len && out->data[out->len - 1] != '\n')
		buf_adds(out, ending);
	buf_add(out, line->text, line->len);
	buf_adds(out, ending);
}

static bool fail_hunk(
    struct error *e, const struct patch_file *f, const struct hunk_parts *p, size_t n)
{
	const struct patch_line *first = p->name_count ? p->names : NULL;

	for (size_t i = 0; i < p->body_count && !first; i++)
		if (is_old(&p->body[i]))
			first = &p->body[i];
	int len = !first ? 0 : first->len < PATCH_SHOWN ? (int)first->len : PATCH_SHOWN;
	return error_set(e, ERR_NOT_FOUND,
	    "hunk %zu of %s has no place: its lines from '%.*s' on are not in the file as they "
	    "stand there; read it again and copy them",
	    n + 1, f->path, len, first ? first->text : "");
}

/* Applies hunk n to *text. *from: the line where the search begins; it moves behind the hunk. False:
 * e says that the hunk has no place. */
static bool hunk_apply(
    const struct patch_file *f, size_t n, struct buf *text, size_t *from, struct error *e)
{
	const struct hunk_parts p = parts_of(f, &f->hunks[n]);
	struct file_lines t = {0};
	struct buf out = BUF_LIMIT(text->max);
	const char *at_text = buf_str(text), *end = at_text + text->len, *ending;
	struct patch_line line = {0};
	size_t at, reached;

	ending = memmem(at_text, text->len, "\r\n", 2) ? "\r\n" : "\n";
	while (line_next(&at_text, end, &line.text, &line.len))
		array_push(t.list, t.count, t.cap, line);
	bool ok = hunk_find(&t, &p, *from, &at);
	if (ok) {
		lines_keep(&out, &t, 0, at, end);
		size_t next = reached = at;
		for (size_t i = 0; i < p.body_count; i++) {
			if (p.body[i].op == '+')
				line_put(&out, &p.body[i], ending);
			else if (p.body[i].op == ' ')
				lines_keep(&out, &t, next, next + 1, end);
			next += is_old(&p.body[i]);
			reached += p.body[i].op != '-';
		}
		lines_keep(&out, &t, next, t.count, end);
		*from = reached;
		buf_free(text);
		*text = out;
	} else {
		fail_hunk(e, f, &p, n);
		buf_free(&out);
	}
	free(t.list);
	return ok;
}

bool patch_apply(
    const struct patch_file *f, const char *text, size_t len, struct buf *out, struct error *e)
{
	size_t bom = text_bom(text, len), from = 0;
	auto_buf now = BUF_LIMIT(out->max);
	bool ok = true;

	for (size_t i = 0; f->kind == PATCH_ADD && i < f->line_count; i++)
		line_put(&now, &f->lines[i], "\n");
	buf_add(&now, text + bom, len - bom);
	for (size_t i = 0; f->kind == PATCH_UPDATE && i < f->hunk_count && ok; i++)
		ok = hunk_apply(f, i, &now, &from, e);
	if (ok) {
		buf_add(out, text, bom);
		buf_add(out, buf_str(&now), now.len);
		out->truncated |= now.truncated;
	}
	return ok;
}
