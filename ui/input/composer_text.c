/*
 * The bytes of the input and what they stand for: characters, and marks of pastes. Nothing here can be
 * taken back; that is composer.c's.
 */
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "ui/input/composer_edit.h"

#define FIRST 0x80 /* U+0080 to U+009F: C2 80 to C2 9F */
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

/* Which paste these bytes stand for; -1: none. */
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

void mark_write(int paste, char out[static MARK_BYTES])
{
	out[0] = LEAD;
	out[1] = (char)(FIRST + paste);
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
	size_t to;

	if (at >= c->text.len)
		return c->text.len;
	if (mark_of(s + at) >= 0)
		return at + MARK_BYTES;
	to = text_next(s, c->text.len, at);
	mark = mark_next(s + at, to - at); /* a joiner before it does not join a mark */
	return mark ? (size_t)(mark - s) : to;
}

size_t char_before(const struct composer *c, size_t at)
{
	const char *s = composer_text(c), *mark;
	size_t from;

	if (at == 0)
		return 0;
	if (at >= MARK_BYTES && mark_of(s + at - MARK_BYTES) >= 0)
		return at - MARK_BYTES;
	from = text_prev(s, at);
	while ((mark = mark_next(s + from, at - from)))
		from = (size_t)(mark - s) + MARK_BYTES;
	return from;
}

size_t composer_text_size(const struct composer *c, const char *text, size_t len)
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

char *composer_whole(const struct composer *c)
{
	const char *s = composer_text(c), *end = s + c->text.len, *mark;
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	while ((mark = mark_next(s, (size_t)(end - s)))) {
		const struct composer_paste *p = &c->pastes[mark_of(mark)];
		buf_add(&out, s, (size_t)(mark - s));
		buf_add(&out, p->text, p->len);
		s = mark + MARK_BYTES;
	}
	buf_add(&out, s, (size_t)(end - s));
	return buf_take(&out);
}

void text_splice(struct composer *c, size_t from, size_t to, const char *text, size_t len)
{
	struct buf tail = BUF_LIMIT(BUF_UNBOUNDED);

	buf_add(&tail, composer_text(c) + to, c->text.len - to);
	buf_cut(&c->text, from);
	buf_add(&c->text, text, len);
	c->at = c->text.len;
	buf_add(&c->text, buf_str(&tail), tail.len);
	buf_free(&tail);
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

void pastes_sweep(struct composer *c)
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
		free(c->pastes[i].text);
		free(c->pastes[i].label);
		c->pastes[i] = (struct composer_paste){0};
	}
}

void pastes_free(struct composer *c)
{
	for (size_t i = 0; i < COMPOSER_PASTES; i++) {
		free(c->pastes[i].text);
		free(c->pastes[i].label);
	}
}
