/* SPDX-License-Identifier: MIT
 * Draws Markdown by the callbacks of md4c for blocks, spans and text: a paragraph is collected as
 * one styled line and wrapped when its block ends. Containers (quotes, list items) are margins:
 * `first` stands before the next row, `rest` before the others. Tables are markdown_table.c, code
 * is markdown_code.c, links and entities are markdown_inline.c.
 */
#include "ui/view/markdown/markdown.h"

#include <md4c.h>
#include "base/base.h"
#include "ui/view/markdown/markdown_code.h"
#include "ui/view/markdown/markdown_grow.h"
#include "ui/view/markdown/markdown_inline.h"
#include "ui/view/markdown/markdown_table.h"

#define CONTAINERS 16 /* containers that are deeper are drawn without a further margin */

struct container {
	size_t first, rest; /* the lengths that the margins had outside of it */
	bool ordered, task;
	unsigned number;
};
#define PROSE_CELLS 100 /* prose is wrapped at this width, since longer rows are hard to read */

struct md {
	struct lines *out;
	struct lines row; /* the paragraph so far, one unfinished line */
	struct buf first, rest;
	struct container containers[CONTAINERS];
	int depth, lists;
	struct markdown_code code;
	struct markdown_table table;
	int cells;
	bool ascii, gap, in_code, in_cell;
	int strong, emph, strike, mono, link;
	size_t link_at;
	unsigned leads; /* the number of the address that the text leads to; 0: none */
	enum style base;
	size_t begin; /* how many lines `out` had before this text */
	bool below;   /* rows of an earlier part of the text stand above */
	unsigned number;
	struct markdown_grow *grow; /* (borrowed) NULL: the text is whole */
};

static enum style style_of(const struct md *m)
{
	const enum style look = m->mono	    ? STYLE_CODE
				: m->link   ? STYLE_LINK
				: m->strong ? STYLE_STRONG
				: m->emph   ? STYLE_EMPH
				: m->strike ? STYLE_STRIKE
					    : m->base;

	return look | STYLE_LINK_TO(m->leads);
}

static void margin_used(struct md *m)
{
	buf_clear(&m->first);
	buf_add(&m->first, buf_str(&m->rest), m->rest.len);
}

static void add_gap(struct md *m)
{
	if (!m->gap)
		return;
	m->gap = false;
	if (m->below || m->out->count > m->begin)
		lines_end_with(m->out, STYLE_DIM, "%s", buf_str(&m->rest));
}

/* Wraps the paragraph that was collected; nothing collected makes no row. */
static void flush_paragraph(struct md *m)
{
	struct margin margin = {buf_str(&m->first), buf_str(&m->rest), STYLE_DIM};

	if (m->row.text.len) {
		lines_end(&m->row);
		lines_wrap(
		    m->out, &m->row, 0, m->cells < PROSE_CELLS ? m->cells : PROSE_CELLS, &margin);
		margin_used(m);
	}
	lines_clear(&m->row);
}

static void push_margin(struct md *m, const char *first, const char *rest)
{
	if (m->depth < CONTAINERS) {
		struct container *c = &m->containers[m->depth];
		c->first = m->first.len;
		c->rest = m->rest.len;
		if (text_width(buf_str(&m->rest), m->rest.len) < m->cells / 2) {
			buf_adds(&m->first, first);
			buf_adds(&m->rest, rest);
		}
	}
	m->depth++;
}

static void pop_margin(struct md *m)
{
	if (--m->depth >= CONTAINERS)
		return;
	buf_cut(&m->rest, m->containers[m->depth].rest);
	margin_used(m);
}

static struct container *enclosing_list(struct md *m)
{
	return m->depth > 0 && m->depth <= CONTAINERS ? &m->containers[m->depth - 1] : NULL;
}

static void enter_list(struct md *m, bool ordered, unsigned start)
{
	flush_paragraph(m);
	if (m->lists == 0)
		add_gap(m);
	m->lists++;
	push_margin(m, "", "");
	struct container *c = enclosing_list(m);
	if (c) {
		c->ordered = ordered;
		c->number = m->number ? m->number : start;
	}
	m->number = 0;
}

static void enter_item(struct md *m, const MD_BLOCK_LI_DETAIL *li)
{
	struct container *list = enclosing_list(m);
	char mark[32], blank[32];

	if (m->grow && m->depth == 1 && m->lists == 1)
		grow_begin(m->grow, GROW_ITEM, m->out->count, m->gap,
		    list && list->ordered ? list->number : 0);
	add_gap(m);
	if (li->is_task)
		snprintf(mark, sizeof mark, "[%c] ", li->task_mark == ' ' ? ' ' : 'x');
	else if (list && list->ordered)
		snprintf(mark, sizeof mark, "%u. ", list->number++);
	else
		snprintf(mark, sizeof mark, "%s ", m->ascii ? "-" : "•");
	snprintf(blank, sizeof blank, "%*s", text_width(mark, strlen(mark)), "");
	push_margin(m, mark, blank);
}

static void add_rule(struct md *m)
{
	add_gap(m);
	lines_adds(m->out, STYLE_DIM, buf_str(&m->first));
	lines_fill(m->out, STYLE_RULE, m->ascii ? "-" : "─",
	    m->cells - text_width(buf_str(&m->first), m->first.len));
	lines_end(m->out);
	margin_used(m);
	m->gap = true;
}

/* Notes that a block begins here: reading can go on from here if its first text says where that is. */
static void block_begins(struct md *m, MD_BLOCKTYPE type)
{
	const bool of_item = m->grow->waits == GROW_ITEM && type == MD_BLOCK_P;

	if (m->depth == 0 && (type == MD_BLOCK_P || type == MD_BLOCK_H))
		grow_begin(m->grow, GROW_BLOCK, m->out->count, m->gap, 0);
	else if (!of_item)
		m->grow->waits = GROW_NONE;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
	struct md *m = ctx;

	if (m->grow)
		block_begins(m, type);
	switch (type) {
	case MD_BLOCK_QUOTE:
		flush_paragraph(m);
		add_gap(m);
		push_margin(m, m->ascii ? "| " : "│ ", m->ascii ? "| " : "│ ");
		m->base = STYLE_QUOTE;
		break;
	case MD_BLOCK_UL:
		enter_list(m, false, 0);
		break;
	case MD_BLOCK_OL:
		enter_list(m, true, ((MD_BLOCK_OL_DETAIL *)detail)->start);
		break;
	case MD_BLOCK_LI:
		enter_item(m, detail);
		break;
	case MD_BLOCK_HR:
		add_rule(m);
		break;
	case MD_BLOCK_H:
		add_gap(m);
		m->base = STYLE_HEADING;
		break;
	case MD_BLOCK_CODE:
		/* Text of a tight item stands directly above. */
		m->gap = m->gap || m->row.text.len;
		flush_paragraph(m);
		add_gap(m);
		m->in_code = true;
		code_begin(&m->code, detail);
		break;
	case MD_BLOCK_P:
		add_gap(m);
		break;
	case MD_BLOCK_TABLE:
		flush_paragraph(m);
		add_gap(m);
		table_begin(&m->table);
		break;
	case MD_BLOCK_TR:
		table_row(&m->table);
		break;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
		m->in_cell = true;
		m->strong += type == MD_BLOCK_TH;
		break;
	default: /* the document, parts of a table, raw HTML */
		break;
	}
	return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
	struct md *m = ctx;

	switch (type) {
	case MD_BLOCK_QUOTE:
		flush_paragraph(m);
		pop_margin(m);
		m->base = STYLE_TEXT;
		m->gap = true;
		break;
	case MD_BLOCK_UL:
	case MD_BLOCK_OL:
		m->lists--;
		pop_margin(m);
		m->gap = m->gap || m->lists == 0;
		break;
	case MD_BLOCK_LI:
		flush_paragraph(m);
		if (m->first.len > m->rest.len ||
		    memcmp(buf_str(&m->first), buf_str(&m->rest), m->rest.len) != 0) {
			/* An item without text still shows its mark. */
			lines_end_with(m->out, STYLE_DIM, "%s", buf_str(&m->first));
		}
		pop_margin(m);
		break;
	case MD_BLOCK_CODE:
		code_lines(&m->code, m->out,
		    &(struct margin){buf_str(&m->first), buf_str(&m->rest), STYLE_DIM}, m->cells,
		    m->ascii, m->depth == 0 ? m->grow : NULL);
		margin_used(m);
		m->in_code = false;
		m->gap = true;
		break;
	case MD_BLOCK_H:
	case MD_BLOCK_P:
	case MD_BLOCK_HTML:
		flush_paragraph(m);
		m->base = type == MD_BLOCK_H ? STYLE_TEXT : m->base;
		m->gap = true;
		break;
	case MD_BLOCK_TABLE:
		table_lines(&m->table, m->out, m->cells, buf_str(&m->rest), m->ascii);
		margin_used(m);
		m->gap = true;
		break;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
		lines_end(&m->row);
		table_cell(
		    &m->table, &m->row, ((MD_BLOCK_TD_DETAIL *)detail)->align == MD_ALIGN_RIGHT);
		lines_clear(&m->row);
		m->in_cell = false;
		m->strong -= type == MD_BLOCK_TH;
		break;
	default: /* the document, a rule, parts of a table */
		break;
	}
	return 0;
}

static int *open_counter(struct md *m, MD_SPANTYPE type)
{
	switch (type) {
	case MD_SPAN_STRONG:
		return &m->strong;
	case MD_SPAN_DEL:
		return &m->strike;
	case MD_SPAN_A:
	case MD_SPAN_IMG:
	case MD_SPAN_WIKILINK:
		return &m->link;
	case MD_SPAN_CODE:
	case MD_SPAN_LATEXMATH:
	case MD_SPAN_LATEXMATH_DISPLAY:
		return &m->mono;
	default:
		return &m->emph;
	}
}

static int enter_span(MD_SPANTYPE type, void *detail, void *ctx)
{
	struct md *m = ctx;
	const MD_ATTRIBUTE *to = link_address(type, detail);

	++*open_counter(m, type);
	if (to) {
		m->link_at = m->row.text.len;
		m->leads = link_number(to);
	}
	return 0;
}

/* Ends a span. A link's address is shown, unless the text of the link is the address but for its
 * scheme. */
static int leave_span(MD_SPANTYPE type, void *detail, void *ctx)
{
	struct md *m = ctx;
	const MD_ATTRIBUTE *to = link_address(type, detail);

	--*open_counter(m, type);
	if (!to)
		return 0;
	const enum style lead = STYLE_DIM | STYLE_LINK_TO(m->leads);
	m->leads = 0;
	const size_t shown = m->row.text.len - m->link_at;
	if (link_is_shown(to, buf_str(&m->row.text) + m->link_at, shown))
		return 0;
	lines_adds(&m->row, STYLE_DIM, shown ? " (" : "(");
	lines_add(&m->row, lead, to->text, to->size);
	lines_adds(&m->row, STYLE_DIM, ")");
	return 0;
}

static void add_text(struct md *m, const char *s, size_t len)
{
	while (len) { /* raw HTML comes with line breaks in it */
		const char *nl = memchr(s, '\n', len);
		size_t n = nl ? (size_t)(nl - s) : len;
		lines_add(&m->row, style_of(m), s, n);
		if (nl && !m->in_cell)
			flush_paragraph(m);
		n += nl != NULL;
		s += n;
		len -= n;
	}
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *s, MD_SIZE len, void *ctx)
{
	struct md *m = ctx;

	if (m->grow && !m->in_code)
		grow_text(m->grow, s);
	if (m->in_code) {
		const struct buf *code = &m->code.text;
		const char *nl = code->len ? memrchr(code->data, '\n', code->len) : NULL;

		if (m->grow && m->depth == 0)
			grow_code(m->grow, s, nl ? (size_t)(nl - code->data) + 1 : 0);
		buf_add(&m->code.text, s, len);
		return 0;
	}
	switch (type) {
	case MD_TEXT_NULLCHAR:
		lines_adds(&m->row, style_of(m), "\xef\xbf\xbd");
		break;
	case MD_TEXT_BR:
		if (!m->in_cell)
			flush_paragraph(m);
		break;
	case MD_TEXT_SOFTBR:
		lines_adds(&m->row, style_of(m), " ");
		break;
	case MD_TEXT_ENTITY:
		entity_add(&m->row, style_of(m), s, len);
		break;
	case MD_TEXT_NORMAL:
	case MD_TEXT_CODE:
	case MD_TEXT_HTML:
	case MD_TEXT_LATEXMATH:
		add_text(m, s, len);
		break;
	}
	return 0;
}

static void parse_markdown(struct md *m, const char *text, size_t len)
{
	MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS |
				     MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOINDENTEDCODEBLOCKS,
	    .enter_block = enter_block,
	    .leave_block = leave_block,
	    .enter_span = enter_span,
	    .leave_span = leave_span,
	    .text = take_text};

	m->cells = m->cells < 8 ? 8 : m->cells;
	m->begin = m->out->count;
	md_parse(text, (MD_SIZE)len, &parser, m);
	flush_paragraph(m);
	lines_free(&m->row);
	buf_free(&m->first);
	buf_free(&m->rest);
	buf_free(&m->code.text);
	table_free(&m->table);
}

void markdown_lines(struct lines *out, const char *text, size_t len, int cells, bool ascii)
{
	struct md m = {.out = out, .cells = cells, .ascii = ascii};

	parse_markdown(&m, text, len);
}

void markdown_more(struct lines *out, const char *text, size_t len, int cells, bool ascii,
    struct markdown_place *p)
{
	auto_buf again = BUF_INIT;
	struct markdown_grow g = {.text = text + p->at,
	    .len = len - p->at,
	    .from = p->at,
	    .place = *p,
	    .fence = p->fence,
	    .fence_len = p->fence_len};
	struct md m = {.out = out,
	    .cells = cells,
	    .ascii = ascii,
	    .gap = p->gap,
	    .below = p->below,
	    .number = p->number,
	    .code = {.inside = p->inside,
		.goes_on = p->fence_len && p->at > p->fence + p->fence_len + 1},
	    .grow = &g};
	const size_t before = out->count;

	g.place.rows = before;
	if (p->fence_len) {
		buf_add(&again, text + p->fence, p->fence_len);
		buf_addc(&again, '\n');
		g.skip = again.len;
		buf_add(&again, text + p->at, len - p->at);
		g.text = again.data;
		g.len = again.len;
	}
	parse_markdown(&m, g.text, g.len);
	g.place.rows -= before;
	g.place.below = p->below || g.place.rows > 0;
	*p = g.place;
}
