/*
 * The text of the input and the one way to change it; what was typed before.
 */
#include "ui/input/composer.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/text.h"
#include "ui/input/composer_edit.h"

void composer_init(struct composer *c, struct prompt_history *history)
{
	*c = (struct composer){.history = history, .goal = -1, .cells = 80, .version = 1};
	c->text.max = COMPOSER_MAX;
}

void composer_free(struct composer *c)
{
	undo_forget(c);
	pastes_free(c);
	buf_free(&c->text);
	for (size_t i = 0; i < COMPOSER_KILLS; i++)
		free(c->kills[i]);
	free(c->draft);
}

const char *composer_text(const struct composer *c)
{
	return buf_str(&c->text);
}

bool composer_empty(const struct composer *c)
{
	return c->text.len == 0;
}

size_t composer_size(const struct composer *c)
{
	const char *s = composer_text(c), *end = s + c->text.len, *mark;
	size_t size = c->text.len;

	while ((mark = mark_next(s, (size_t)(end - s)))) {
		size += c->pastes[mark_of(mark)].len - MARK_BYTES;
		s = mark + MARK_BYTES;
	}
	return size;
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

/* The bare change of the text. */
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

static size_t size_of(const struct composer *c, const char *text, size_t len)
{
	const char *end = text + len, *mark;
	size_t size = len;

	while ((mark = mark_next(text, (size_t)(end - text)))) {
		size += c->pastes[mark_of(mark)].len - MARK_BYTES;
		text = mark + MARK_BYTES;
	}
	return size;
}

bool composer_change(
    struct composer *c, size_t from, size_t to, const char *text, size_t len, enum change_kind kind)
{
	if (len && composer_size(c) - size_of(c, composer_text(c) + from, to - from) +
			   size_of(c, text, len) >
		       COMPOSER_MAX)
		return false;
	if (len == 0 && from == to)
		return true;
	undo_note(c, &(struct composer_change){.at = from,
			 .cursor = c->at,
			 .removed = (char *)composer_text(c) + from,
			 .removed_len = to - from,
			 .inserted = (char *)text,
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
	struct buf safe = BUF_LIMIT(COMPOSER_MAX);

	text_sanitise(&safe, text, strlen(text));
	text_splice(c, 0, c->text.len, buf_str(&safe), safe.len);
	buf_free(&safe);
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
