/* SPDX-License-Identifier: MIT
 * Draws a fenced block: its ground, its colours, and its language behind the first line.
 */
#include "ui/view/markdown/markdown_code.h"

#include "base/base.h"
#include "ui/view/markdown/highlight.h"

/* A name that is too long is not kept. */
void code_begin(struct markdown_code *c, const MD_BLOCK_CODE_DETAIL *fence)
{
	const size_t size = fence->lang.text ? fence->lang.size : 0;
	const size_t len = size < sizeof c->name ? size : 0;

	c->language = fence->lang.text ? highlight_language(fence->lang.text, size) : NULL;
	if (len)
		memcpy(c->name, fence->lang.text, len);
	c->name[len] = '\0';
}

/* Adds one line of code. If it is too long it goes on in rows that are marked, since their text
 * stands in another column there than in the code. */
static void code_row(struct lines *out, const struct lines *code, const char *margin,
    const char *rest, const char *name, int cells, bool ascii)
{
	const int all = cells - text_width(margin, strlen(margin));
	const int naming = *name ? text_width(name, strlen(name)) + 2 : 0;
	const bool named = naming < all / 2;
	size_t len, from = 0, n;
	const char *s = lines_text(code, 0, &len);

	do {
		const int room = from ? all - 2 : named ? all - naming : all;

		n = text_fit(s + from, len - from, room > 1 ? room : 1);
		n = n || from == len ? n : len - from; /* no cell is wide enough */
		size_t word = n; /* it is cut between words where they are not too long */
		while (from + n < len && word > n / 2 && !strchr(" ,;(", s[from + word - 1]))
			word--;
		n = word > n / 2 ? word : n;
		lines_adds(out, STYLE_DIM, from ? rest : margin);
		const char *shown = !from && named ? name : "";
		auto_lines row = {0};
		if (from)
			lines_adds(&row, STYLE_DIM, ascii ? "> " : "↪ ");
		lines_slice(&row, code, 0, from, from + n);
		if (*shown) {
			lines_to(&row, STYLE_TEXT, all - text_width(shown, strlen(shown)));
			lines_adds(&row, STYLE_DIM, shown);
		} else if (n == 0) {
			lines_adds(&row, STYLE_TEXT, " ");
		}
		lines_end(&row);
		lines_ground(out, &row, 0, STYLE_ON_CODE);
		lines_end(out);
		from += n;
	} while (from < len);
}

void code_lines(struct markdown_code *c, struct lines *out, const struct margin *margin, int cells,
    bool ascii, struct markdown_grow *grow)
{
	auto_buf first = BUF_INIT, rest = BUF_INIT;
	struct highlight h = {.language = c->language, .inside = c->inside};
	const char *s = buf_str(&c->text);
	size_t len = c->text.len, at = 0, end;

	if (len && s[len - 1] == '\n')
		len--;
	buf_addf(&first, "%s  ", margin->first);
	buf_addf(&rest, "%s  ", margin->rest);
	do {
		const char *nl = at < len ? memchr(s + at, '\n', len - at) : NULL;
		auto_lines one = {0};

		end = nl ? (size_t)(nl - s) : len;
		if (grow)
			grow_code_row(grow, at, out->count, h.inside);
		highlight_line(&h, c->language ? STYLE_TEXT : STYLE_CODE, s + at, end - at, &one);
		lines_end(&one);
		code_row(out, &one, buf_str(at ? &rest : &first), buf_str(&rest),
		    at || c->goes_on ? "" : c->name, cells, ascii);
		at = end + 1;
	} while (at < len);
	buf_clear(&c->text);
	c->inside = 0;
	c->goes_on = false;
	if (grow) {
		grow->fence_len = grow->line = 0;
		grow->in_code = false;
	}
}
