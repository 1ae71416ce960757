/* SPDX-License-Identifier: MIT
 * The composer's text: undo and redo, the marks that stand for large pastes, and the functions that change it.
 */
#include "ui/input/composer.h"

#include "base/base.h"
#include "ui/input/composer_edit.h"
#include "ui/model/model.h"

/* ---- Undo ---------------------------------------------------------------------------------------- */

#define KEPT_BYTES (4 * COMPOSER_MAX)

static void drop(struct composer_undo *u, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		u->bytes -= u->list[i].removed_len + u->list[i].inserted_len;
		free_all(u->list[i].removed, u->list[i].inserted);
	}
	if (to < u->count)
		memmove(u->list + from, u->list + to, (u->count - to) * sizeof *u->list);
	u->count -= to - from;
}

static void undo_forget(struct composer *c)
{
	if (c->undo.count)
		drop(&c->undo, 0, c->undo.count);
	free(c->undo.list);
	c->undo = (struct composer_undo){0};
}

static bool blank(char ch)
{
	return ch == ' ' || ch == '\n' || ch == '\t';
}

static void append_text(char **to, size_t *to_len, const char *s, size_t len, bool before)
{
	*to = xrealloc(*to, *to_len + len + 1);
	memmove(*to + (before ? len : *to_len), before ? *to : s, before ? *to_len : len);
	if (before)
		memcpy(*to, s, len);
	*to_len += len;
	(*to)[*to_len] = '\0';
}

/* Joins a change to the last one if it goes on where that ended, within a word. False: it does not. */
static bool join_to_last(struct composer_undo *u, const struct composer_edit *new)
{
	struct composer_change *last = u->done ? &u->list[u->done - 1] : NULL;

	if (!last || u->closed || u->done < u->count || last->kind != new->kind)
		return false;
	if (new->kind == CHANGE_TYPED) {
		if (new->removed_len || last->removed_len || new->inserted_len == 0 ||
		    new->at != last->at + last->inserted_len ||
		    (blank(last->inserted[last->inserted_len - 1]) && !blank(*new->inserted)))
			return false;
		append_text(
		    &last->inserted, &last->inserted_len, new->inserted, new->inserted_len, false);
		u->bytes += new->inserted_len;
		return true;
	}
	if (new->kind != CHANGE_ERASED || new->at + new->removed_len != last->at ||
	    (blank(*last->removed) && !blank(new->removed[new->removed_len - 1])))
		return false;
	append_text(&last->removed, &last->removed_len, new->removed, new->removed_len, true);
	last->at = new->at;
	u->bytes += new->removed_len;
	return true;
}

/* Adds a copy of a change to the undo list, before it is made. */
static void undo_note(struct composer *c, const struct composer_edit *new)
{
	struct composer_undo *u = &c->undo;

	if (!join_to_last(u, new)) {
		drop(u, u->done, u->count);
		array_reserve(&u->list, &u->cap, u->count + 1, sizeof *u->list);
		u->list[u->count] = (struct composer_change){.at = new->at,
		    .cursor = new->cursor,
		    .removed = xstrndup(new->removed, new->removed_len),
		    .inserted = xstrndup(new->inserted, new->inserted_len),
		    .removed_len = new->removed_len,
		    .inserted_len = new->inserted_len,
		    .kind = new->kind};
		u->bytes += new->removed_len + new->inserted_len;
		u->done = ++u->count;
	}
	u->closed = false;
	while (u->count > 1 && (u->count > COMPOSER_UNDO || u->bytes > KEPT_BYTES)) {
		drop(u, 0, 1);
		u->done--;
	}
}

bool composer_undo(struct composer *c)
{
	struct composer_undo *u = &c->undo;

	if (u->done == 0)
		return false;
	const struct composer_change *last = &u->list[--u->done];
	text_splice(c, last->at, last->at + last->inserted_len, last->removed, last->removed_len);
	c->at = last->cursor;
	u->closed = true;
	return true;
}

bool composer_redo(struct composer *c)
{
	struct composer_undo *u = &c->undo;

	if (u->done == u->count)
		return false;
	const struct composer_change *next = &u->list[u->done++];
	text_splice(c, next->at, next->at + next->removed_len, next->inserted, next->inserted_len);
	u->closed = true;
	return true;
}

/* ---- The text ------------------------------------------------------------------------------------ */

#define FIRST 0x80 /* marks are U+0080 to U+009F: C2 80 to C2 9F */
#define LEAD '\xc2'

const char *composer_text(const struct composer *c)
{
	return buf_str(&c->text);
}

bool composer_empty(const struct composer *c)
{
	return c->text.len == 0;
}

/* ---- Marks ---------------------------------------------------------------------------------- */

/* Returns the index of the paste whose mark these bytes are; -1: they are no mark. */
static int mark_of(const char *s)
{
	int n = *s == LEAD ? (unsigned char)s[1] - FIRST : -1;

	return n >= 0 && n < COMPOSER_PASTES ? n : -1;
}

const char *mark_next(const char *s, size_t len)
{
	const char *end = s + len, *at;

	while ((at = memchr(s, LEAD, (size_t)(end - s)))) {
		if (mark_of(at) >= 0)
			return at;
		s = at + 1;
	}
	return NULL;
}

const struct composer_paste *composer_mark(const struct composer *c, size_t at)
{
	int n = at < c->text.len ? mark_of(c->text.data + at) : -1;

	return n >= 0 ? &c->pastes[n] : NULL;
}

const struct composer_paste *composer_mark_here(const struct composer *c, size_t *at)
{
	const struct composer_paste *p = composer_mark(c, *at = c->at);

	if (!p && c->at >= MARK_BYTES)
		p = composer_mark(c, *at = c->at - MARK_BYTES);
	return p;
}

size_t char_after(const struct composer *c, size_t at)
{
	const char *s = composer_text(c), *mark;

	if (at >= c->text.len)
		return c->text.len;
	if (mark_of(s + at) >= 0)
		return at + MARK_BYTES;
	size_t to = text_next(s, c->text.len, at);
	mark = mark_next(s + at, to - at); /* a joiner before it does not join a mark */
	return mark ? (size_t)(mark - s) : to;
}

size_t char_before(const struct composer *c, size_t at)
{
	const char *s = composer_text(c), *mark;

	if (at == 0)
		return 0;
	if (at >= MARK_BYTES && mark_of(s + at - MARK_BYTES) >= 0)
		return at - MARK_BYTES;
	size_t from = text_prev(s, at);
	while ((mark = mark_next(s + from, at - from)))
		from = (size_t)(mark - s) + MARK_BYTES;
	return from;
}

/* Returns the length of a text with pastes instead of their marks. */
static size_t composer_text_size(const struct composer *c, const char *text, size_t len)
{
	const char *end = text + len, *mark;
	size_t size = len;

	while ((mark = mark_next(text, (size_t)(end - text)))) {
		size += c->pastes[mark_of(mark)].len - MARK_BYTES;
		text = mark + MARK_BYTES;
	}
	return size;
}

size_t composer_size(const struct composer *c)
{
	return composer_text_size(c, composer_text(c), c->text.len);
}

char *composer_whole(const struct composer *c, json_t *pasted)
{
	const char *s = composer_text(c), *end = s + c->text.len, *mark;
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	while ((mark = mark_next(s, (size_t)(end - s)))) {
		const struct composer_paste *p = &c->pastes[mark_of(mark)];
		buf_add(&out, s, (size_t)(mark - s));
		if (pasted)
			json_array_append_new(
			    pasted, json_pack("[I, I]", (json_int_t)out.len, (json_int_t)p->len));
		buf_add(&out, p->text, p->len);
		s = mark + MARK_BYTES;
	}
	buf_add(&out, s, (size_t)(end - s));
	return buf_take(&out);
}

void text_splice(struct composer *c, size_t from, size_t to, const char *text, size_t len)
{
	auto_buf tail = BUF_LIMIT(BUF_UNBOUNDED);

	buf_add(&tail, composer_text(c) + to, c->text.len - to);
	buf_cut(&c->text, from);
	buf_add(&c->text, text, len);
	c->at = c->text.len;
	buf_add(&c->text, buf_str(&tail), tail.len);
	c->goal = -1;
	c->version++;
}

/* ---- Pastes --------------------------------------------------------------------------------- */

static void note_used(const char *s, size_t len, bool used[COMPOSER_PASTES])
{
	const char *mark, *end = s + len;

	while ((mark = mark_next(s, (size_t)(end - s)))) {
		used[mark_of(mark)] = true;
		s = mark + MARK_BYTES;
	}
}

/* Frees the pastes without a mark in the text, in what can be undone, in the cuts and in the draft. */
static void pastes_sweep(struct composer *c)
{
	bool used[COMPOSER_PASTES] = {false};

	note_used(composer_text(c), c->text.len, used);
	for (size_t i = 0; i < c->undo.count; i++) {
		note_used(c->undo.list[i].removed, c->undo.list[i].removed_len, used);
		note_used(c->undo.list[i].inserted, c->undo.list[i].inserted_len, used);
	}
	for (size_t i = 0; i < COMPOSER_KILLS && c->kills[i]; i++)
		note_used(c->kills[i], strlen(c->kills[i]), used);
	if (c->draft)
		note_used(c->draft, strlen(c->draft), used);
	for (size_t i = 0; i < COMPOSER_PASTES; i++) {
		if (used[i] || !c->pastes[i].text)
			continue;
		free_all(c->pastes[i].text, c->pastes[i].label);
		c->pastes[i] = (struct composer_paste){0};
	}
}

static int free_place(struct composer *c)
{
	for (int i = 0; i < COMPOSER_PASTES; i++)
		if (!c->pastes[i].text)
			return i;
	return -1;
}

/* Keeps a paste and writes its mark. False: all COMPOSER_PASTES are in use. */
static bool fold(struct composer *c, const char *text, size_t len, char mark[static MARK_BYTES])
{
	int place = free_place(c);

	if (place < 0) {
		pastes_sweep(c);
		place = free_place(c);
	}
	if (place < 0)
		return false;
	c->pastes[place] = (struct composer_paste){
	    .text = xstrndup(text, len), .len = len, .label = paste_label(text, len)};
	c->pastes[place].cells = (int)strlen(c->pastes[place].label);
	mark[0] = LEAD;
	mark[1] = (char)(FIRST + place);
	return true;
}

bool composer_paste(
    struct composer *c, const char *text, size_t len, const struct paste_limits *limits)
{
	const size_t lines = paste_lines(text, len);
	bool large =
	    (limits->lines && lines >= limits->lines) || (limits->bytes && len >= limits->bytes);
	char mark[MARK_BYTES];

	c->killing = false;
	c->yanked = 0;
	c->undo.closed = true;
	if (composer_size(c) + len > COMPOSER_MAX)
		return false;
	if (large && fold(c, text, len, mark))
		return composer_change(c, c->at, c->at, mark, MARK_BYTES, CHANGE_OTHER);
	return composer_change(c, c->at, c->at, text, len, CHANGE_OTHER);
}

bool composer_unfold(struct composer *c)
{
	size_t at;
	const struct composer_paste *p = composer_mark_here(c, &at);

	if (!p)
		return false;
	composer_replace_range(c, at, at + MARK_BYTES, p->text, p->len);
	return true;
}

void composer_init(struct composer *c, struct prompt_history *history)
{
	*c = (struct composer){.history = history, .goal = -1, .cells = 80, .version = 1};
	c->text.max = COMPOSER_MAX;
}

void composer_free(struct composer *c)
{
	undo_forget(c);
	for (size_t i = 0; i < COMPOSER_PASTES; i++)
		free_all(c->pastes[i].text, c->pastes[i].label);
	buf_free(&c->text);
	for (size_t i = 0; i < COMPOSER_KILLS; i++)
		free(c->kills[i]);
	free(c->draft);
}

bool composer_change(
    struct composer *c, size_t from, size_t to, const char *text, size_t len, enum change_kind kind)
{
	if (len && composer_size(c) - composer_text_size(c, composer_text(c) + from, to - from) +
			   composer_text_size(c, text, len) >
		       COMPOSER_MAX)
		return false;
	if (len == 0 && from == to)
		return true;
	undo_note(c, &(struct composer_edit){.at = from,
			 .cursor = c->at,
			 .removed = composer_text(c) + from,
			 .removed_len = to - from,
			 .inserted = text,
			 .inserted_len = len,
			 .kind = kind});
	text_splice(c, from, to, text, len);
	return true;
}

bool composer_insert(struct composer *c, const char *text, size_t len)
{
	c->killing = false;
	c->yanked = 0;
	return composer_change(c, c->at, c->at, text, len, CHANGE_TYPED);
}

void composer_replace_range(
    struct composer *c, size_t from, size_t to, const char *text, size_t len)
{
	c->killing = false;
	c->yanked = 0;
	c->undo.closed = true;
	composer_change(c, from, to, text, len, CHANGE_OTHER);
}

void composer_replace_all(struct composer *c, const char *text, size_t len)
{
	composer_replace_range(c, 0, c->text.len, text, len);
}

void composer_set(struct composer *c, const char *text)
{
	auto_buf safe = BUF_LIMIT(COMPOSER_MAX);

	text_sanitise(&safe, text, strlen(text));
	text_splice(c, 0, c->text.len, buf_str(&safe), safe.len);
	free(c->draft);
	c->draft = NULL;
	c->recalled = 0;
	c->killing = false;
	c->yanked = 0;
	undo_forget(c);
	pastes_sweep(c);
}

void composer_clear(struct composer *c)
{
	composer_set(c, "");
}

void composer_wipe(struct composer *c)
{
	for (size_t i = 0; i < c->undo.count; i++) {
		explicit_bzero(c->undo.list[i].removed, c->undo.list[i].removed_len);
		explicit_bzero(c->undo.list[i].inserted, c->undo.list[i].inserted_len);
	}
	if (c->text.data)
		explicit_bzero(c->text.data, c->text.cap);
	composer_clear(c);
}
