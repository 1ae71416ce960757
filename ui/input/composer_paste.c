/*
 * A large paste is one mark in the text. Its text is kept beside it until no mark stands for it any
 * more (pastes_sweep).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "ui/input/composer_edit.h"

static size_t count_pasted_lines(const char *s, size_t len)
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
static bool fold(
    struct composer *c, const char *text, size_t len, size_t lines, char mark[static MARK_BYTES])
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
	mark_write(place, mark);
	return true;
}

bool composer_paste(
    struct composer *c, const char *text, size_t len, const struct paste_limits *limits)
{
	size_t lines = count_pasted_lines(text, len);
	bool large =
	    (limits->lines && lines >= limits->lines) || (limits->bytes && len >= limits->bytes);
	char mark[MARK_BYTES];

	c->killing = false;
	c->yanked = 0;
	c->undo.closed = true;
	if (composer_size(c) + len > COMPOSER_MAX)
		return false;
	if (large && fold(c, text, len, lines, mark))
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
