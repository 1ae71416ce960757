/*
 * Puts a tag in front of wrapped rows and what belongs to the whole row at the right edge of the first.
 */
#include "ui/view/feed/tag_row.h"

#include <string.h>
#include "base/text/text.h"

static int width(const char *s)
{
	return s ? text_width(s, strlen(s)) : 0;
}

int tag_row_room(const struct tag_row *r, int cells)
{
	return cells - TAG_CELLS - (width(r->right) ? 2 + width(r->right) : 1);
}

static void add_tag(struct lines *out, const struct tag_row *r)
{
	lines_adds(out, STYLE_TEXT, " ");
	lines_adds(out, r->style, r->tag);
	if (width(r->mark)) {
		lines_to(out, STYLE_TEXT, TAG_CELLS - 1 - width(r->mark));
		lines_adds(out, r->mark_style, r->mark);
	}
}

void tag_row_lines(struct lines *out, const struct tag_row *r, const struct lines *body, int cells)
{
	for (size_t i = 0; i < body->count; i++) {
		if (i == 0)
			add_tag(out, r);
		lines_to(out, STYLE_TEXT, TAG_CELLS);
		lines_copy(out, body, i);
		if (i == 0 && width(r->right)) {
			lines_to(out, STYLE_TEXT, cells - 1 - width(r->right));
			lines_adds(out, r->right_style, r->right);
		}
		lines_end(out);
	}
}

void tag_row_text(struct lines *out, const struct tag_row *r, enum style style, const char *text,
    size_t len, int cells)
{
	struct lines body = {0};

	lines_paragraph(&body, style, text, len, tag_row_room(r, cells), NULL);
	tag_row_lines(out, r, &body, cells);
	lines_free(&body);
}
