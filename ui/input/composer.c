/*
 * The text of the input and the one way to change it; what was typed before.
 */
#include "ui/input/composer.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
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
