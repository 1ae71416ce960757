/* SPDX-License-Identifier: MIT
 * Replaces exact text in a text, or inserts lines. Places are searched as bytes; in a text with CRLF in a copy
 * with LF only, and a walk over both finds where they are in the text itself.
 */
#include "tools/edit/edit_text.h"

#include "base/base.h"

struct edit_places {
	size_t *at; /* (owned) byte offsets, ascending */
	size_t count, cap;
};

/* Finds the places of edit->old, and the line numbers of the first. With edit->all they do not overlap; else
 * overlapping ones count too, since each makes the text not unique. */
static enum edit_result places_find(struct edit_places *p, const char *text, size_t len,
    const struct text_edit *edit, struct edit_found *found)
{
	const char *end = text + len, *s = text;
	size_t line = 1, at = 0;

	while ((edit->all || p->count < EDIT_LINES) &&
	       (s = memmem(s, (size_t)(end - s), edit->old, edit->old_len))) {
		array_push(p->at, p->count, p->cap, (size_t)(s - text));
		s += edit->all ? edit->old_len : 1;
	}
	found->count = p->count;
	for (size_t i = 0; i < p->count && i < EDIT_LINES; i++) {
		for (; at < p->at[i]; at++)
			line += text[at] == '\n';
		found->lines[i] = line;
	}
	if (!p->count)
		return EDIT_MISSING;
	return edit->all || p->count == 1 ? EDIT_DONE : EDIT_AMBIGUOUS;
}

/* Appends the text without the CR of each CRLF. */
static void add_lf(struct buf *out, const char *s, size_t len)
{
	const char *end = s + len, *cr;

	while ((cr = memmem(s, (size_t)(end - s), "\r\n", 2))) {
		buf_add(out, s, (size_t)(cr - s));
		s = cr + 1;
	}
	buf_add(out, s, (size_t)(end - s));
}

/* Appends the text with each lone LF made CRLF. */
static void add_crlf(struct buf *out, const char *s, size_t len)
{
	const char *end = s + len, *nl;

	while ((nl = memchr(s, '\n', (size_t)(end - s)))) {
		buf_add(out, s, (size_t)(nl - s));
		buf_adds(out, nl > s && nl[-1] == '\r' ? "\n" : "\r\n");
		s = nl + 1;
	}
	buf_add(out, s, (size_t)(end - s));
}

/* A position in a text with CRLF: `raw` in its bytes, `lf` as if each CRLF were LF. */
struct walk_lf {
	const char *text;
	size_t len, raw, lf;
	size_t next_nl; /* cached: the first LF at or after raw, len if none */
};

static void walk_to(struct walk_lf *w, size_t lf, bool mapped)
{
	if (!mapped)
		w->raw = lf;
	for (; mapped && w->lf < lf; w->lf++)
		w->raw +=
		    w->text[w->raw] == '\r' && w->raw + 1 < w->len && w->text[w->raw + 1] == '\n'
			? 2
			: 1;
}

/* Whether the line the walk stands on ends in CRLF; the last line goes by the one before it. */
static bool line_is_crlf(struct walk_lf *w)
{
	const char *nl;

	if (w->next_nl < w->raw || !w->next_nl) {
		nl = memchr(w->text + w->raw, '\n', w->len - w->raw);
		w->next_nl = nl ? (size_t)(nl - w->text) : w->len;
	}
	if (w->next_nl < w->len)
		return w->next_nl > 0 && w->text[w->next_nl - 1] == '\r';
	nl = memrchr(w->text, '\n', w->raw);
	return nl && nl > w->text && nl[-1] == '\r';
}

/* As edit_text, searching byte for byte; mapped: as if both texts had LF only, and keeping the line ends
 * that the file has. */
static enum edit_result edit_in(const char *text, size_t len, const struct text_edit *edit,
    bool mapped, struct buf *out, struct edit_found *found)
{
	auto_buf view = BUF_LIMIT(len + 1), old = BUF_LIMIT(edit->old_len + 1),
		 new = BUF_LIMIT(edit->new_len + 1);
	struct text_edit as = *edit;
	struct edit_places p = {0};
	struct walk_lf w = {.text = text, .len = len};
	size_t done = 0;

	if (mapped) {
		add_lf(&view, text, len);
		add_lf(&old, edit->old, edit->old_len);
		as.old = buf_str(&old), as.old_len = old.len;
	}
	if (mapped && memmem(edit->old, edit->old_len, "\r\n", 2)) {
		add_lf(&new, edit->new, edit->new_len);
		as.new = buf_str(&new), as.new_len = new.len;
	}
	enum edit_result result =
	    places_find(&p, mapped ? buf_str(&view) : text, mapped ? view.len : len, &as, found);
	for (size_t i = 0; result == EDIT_DONE && i < p.count; i++) {
		walk_to(&w, p.at[i], mapped);
		buf_add(out, text + done, w.raw - done);
		if (mapped && line_is_crlf(&w))
			add_crlf(out, as.new, as.new_len);
		else
			buf_add(out, as.new, as.new_len);
		walk_to(&w, p.at[i] + as.old_len, mapped);
		done = w.raw;
	}
	if (result == EDIT_DONE)
		buf_add(out, text + done, len - done);
	free(p.at);
	return result;
}

enum edit_result edit_text(const char *text, size_t len, const struct text_edit *edit,
    struct buf *out, struct edit_found *found)
{
	bool text_crlf = memmem(text, len, "\r\n", 2) != NULL;
	bool old_crlf = memmem(edit->old, edit->old_len, "\r\n", 2) != NULL;
	enum edit_result result = EDIT_MISSING;

	if (old_crlf || !text_crlf)
		result = edit_in(text, len, edit, false, out, found);
	if (result == EDIT_MISSING && (old_crlf || text_crlf))
		result = edit_in(text, len, edit, true, out, found);
	if (result == EDIT_MISSING && text_crlf && !old_crlf)
		result = edit_in(text, len, edit, false, out, found);
	return result;
}

/* The new lines end as the line before them does, and at the beginning of a text as its first line. */
int64_t edit_insert(
    const char *text, size_t len, int64_t line, const char *new, size_t new_len, struct buf *out)
{
	int64_t n = 0;
	size_t at = 0;

	for (; (line < 0 || n < line) && at < len; n++) {
		const char *nl = memchr(text + at, '\n', len - at);

		at = nl ? (size_t)(nl + 1 - text) : len;
	}
	if (n < line)
		return n;
	const char *nl = at ? memrchr(text, '\n', at) : NULL;
	if (!nl && len)
		nl = memchr(text, '\n', len);
	bool crlf = nl && nl > text && nl[-1] == '\r', open = at && text[at - 1] != '\n';
	bool last = new_len && new[new_len - 1] == '\n';
	buf_add(out, text, at);
	buf_adds(out, !open ? "" : crlf ? "\r\n" : "\n");
	if (crlf)
		add_crlf(out, new, new_len);
	else
		buf_add(out, new, new_len);
	buf_adds(out, last || open ? "" : crlf ? "\r\n" : "\n");
	buf_add(out, text + at, len - at);
	return n;
}
