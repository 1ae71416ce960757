/*
 * Taking changes back and making them again. Typed characters join into words and erased ones into
 * runs; a move of the cursor, or any other change, ends what can be joined. The oldest changes are
 * forgotten when there are many or their texts are large.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "ui/input/composer_edit.h"

#define KEPT_BYTES (4 * COMPOSER_MAX)

static char *copy(const char *s, size_t len)
{
	char *to = xmalloc(len + 1);

	memcpy(to, s, len);
	to[len] = '\0';
	return to;
}

static void drop(struct composer_undo *u, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		u->bytes -= u->list[i].removed_len + u->list[i].inserted_len;
		free(u->list[i].removed);
		free(u->list[i].inserted);
	}
	if (to < u->count)
		memmove(u->list + from, u->list + to, (u->count - to) * sizeof *u->list);
	u->count -= to - from;
}

void undo_forget(struct composer *c)
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

/* Whether the change goes on where the last one ended, within a word. */
static bool joins(struct composer_undo *u, const struct composer_edit *new)
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

void undo_note(struct composer *c, const struct composer_edit *new)
{
	struct composer_undo *u = &c->undo;

	if (!joins(u, new)) {
		drop(u, u->done, u->count);
		array_reserve(&u->list, &u->cap, u->count + 1, sizeof *u->list);
		u->list[u->count] = (struct composer_change){.at = new->at,
		    .cursor = new->cursor,
		    .removed = copy(new->removed, new->removed_len),
		    .inserted = copy(new->inserted, new->inserted_len),
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
