/*
 * The hunks of a patch put into a text (patch_text.h): each is found by its lines, exactly where that
 * can be, else but for blanks, from where the one before ended.
 */
#include "tools/edit/patch_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/text/text.h"
#include "tools/edit/edit_fit.h"

struct file_lines {
	struct patch_line *list;
	size_t count, cap;
	bool crlf;
};

static void lines_read(struct file_lines *t, const char *text, size_t len)
{
	const char *at = text, *end = text + len;
	struct patch_line line;

	t->crlf = memmem(text, len, "\r\n", 2) != NULL;
	while (patch_line_next(&at, end, &line)) {
		array_reserve(&t->list, &t->cap, t->count + 1, sizeof *t->list);
		t->list[t->count++] = line;
	}
}

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

/* Whether a line of the file is the one a hunk's head names: like it, or at least with it inside. */
static bool is_named(const struct patch_line *line, const struct patch_line *name, int how)
{
	if (how < LIKENESSES)
		return lines_alike(
		    line->text, line->len, name->text, name->len, (enum likeness)how);
	return name->len && memmem(line->text, line->len, name->text, name->len);
}

/* Moves *at behind the lines that stand before the place, each below the one before. False where
 * one of them is not there. */
static bool context_find(
    const struct file_lines *t, size_t *at, const struct patch_line *names, size_t count)
{
	for (size_t n = 0; n < count; n++) {
		bool found = false;

		for (int how = LIKE_EXACT; how <= LIKENESSES && !found; how++)
			for (size_t i = *at; i < t->count && !found; i++)
				if ((found = is_named(&t->list[i], &names[n], how)))
					*at = i + 1;
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

/* Searches from the end of the hunk before; else anywhere, since models do not always keep the
 * order. */
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

/* Copies the lines from..to of the file as they are. */
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
	int len;

	for (size_t i = 0; i < p->body_count && !first; i++)
		if (is_old(&p->body[i]))
			first = &p->body[i];
	len = !first ? 0 : first->len < PATCH_SHOWN ? (int)first->len : PATCH_SHOWN;
	return error_set(e, ERR_NOT_FOUND,
	    "hunk %zu of %s has no place: its lines from '%.*s' on are not in the file as they "
	    "stand there; read it again and copy them",
	    n + 1, f->path, len, first ? first->text : "");
}

/* One hunk in *text. *from: the line the search begins at, and where it ended. */
static bool hunk_apply(
    const struct patch_file *f, size_t n, struct buf *text, size_t *from, struct error *e)
{
	const struct hunk_parts p = parts_of(f, &f->hunks[n]);
	struct file_lines t = {0};
	struct buf out = BUF_LIMIT(text->max);
	const char *end = buf_str(text) + text->len, *ending;
	size_t at, next, reached;
	bool ok;

	lines_read(&t, buf_str(text), text->len);
	ending = t.crlf ? "\r\n" : "\n";
	ok = hunk_find(&t, &p, *from, &at);
	if (ok) {
		lines_keep(&out, &t, 0, at, end);
		next = reached = at;
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
	struct buf now = BUF_LIMIT(out->max);
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
	buf_free(&now);
	return ok;
}
