/*
 * Large pastes: one mark each in the text. A paste lives as long as a mark for it stands anywhere:
 * in the text, in what can be undone, among the cuts, in the draft.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/text.h"
#include "ui/input/composer_edit.h"

#define FIRST 0x80 /* U+0080 to U+009F: C2 80 to C2 9F */
#define LEAD '\xc2'

int mark_of(const char *s)
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

static size_t count_lines(const char *s, size_t len)
{
	size_t lines = len && s[len - 1] != '\n';

	for (const char *end = s + len; (s = memchr(s, '\n', (size_t)(end - s))); s++)
		lines++;
	return lines;
}

static char *label_of(size_t lines, size_t len)
{
	if (lines > 1)
		return xasprintf("[pasted %zu lines]", lines);
	if (len < 10000)
		return xasprintf("[pasted %zu character%s]", len, text_plural(len, "", "s"));
	return xasprintf("[pasted %zu KB]", len / 1000);
}

static int free_place(struct composer *c)
{
	for (int i = 0; i < COMPOSER_PASTES; i++)
		if (!c->pastes[i].text)
			return i;
	return -1;
}

/* The mark for it; false: so many are there that it stays text. */
static bool fold(struct composer *c, const char *text, size_t len, size_t lines, char mark[3])
{
	int place = free_place(c);

	if (place < 0) {
		pastes_sweep(c);
		place = free_place(c);
	}
	if (place < 0)
		return false;
	c->pastes[place] = (struct composer_paste){
	    .text = xstrndup(text, len), .len = len, .label = label_of(lines, len)};
	c->pastes[place].cells = (int)strlen(c->pastes[place].label);
	mark[0] = LEAD;
	mark[1] = (char)(FIRST + place);
	return true;
}

bool composer_paste(
    struct composer *c, const char *text, size_t len, const struct paste_limits *limits)
{
	size_t lines = count_lines(text, len);
	bool large =
	    (limits->lines && lines >= limits->lines) || (limits->bytes && len >= limits->bytes);
	char mark[3] = "";

	c->killing = false;
	c->yanked = 0;
	c->undo.closed = true;
	if (composer_size(c) + len > COMPOSER_MAX)
		return false;
	if (large && fold(c, text, len, lines, mark))
		return composer_change(c, c->at, c->at, mark, MARK_BYTES, CHANGE_OTHER);
	return composer_change(c, c->at, c->at, text, len, CHANGE_OTHER);
}

const struct composer_paste *composer_mark_here(const struct composer *c, size_t *at)
{
	const struct composer_paste *p = composer_mark(c, *at = c->at);

	if (!p && c->at >= MARK_BYTES)
		p = composer_mark(c, *at = c->at - MARK_BYTES);
	return p;
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
