/* SPDX-License-Identifier: MIT
 * Markdown to HTML with md4c. Only headings, line breaks, links and the tags of the two tables
 * below are written; everything else is text. Headings begin below those of the page.
 */
#include <md4c.h>
#include "base/base.h"
#include "base/json/xml.h"
#include "ui/export/export_html.h"

#define HEADING_OFFSET 2

struct html_page {
	FILE *out;
	struct highlight code; /* of the open code block */
	bool in_code;
	struct buf text; /* (owned) of the open code block */
	int images; /* images around the text, nested: their words are written without markup */
};

static const char *const block_tags[] = {
    [MD_BLOCK_QUOTE] = "blockquote",
    [MD_BLOCK_UL] = "ul",
    [MD_BLOCK_OL] = "ol",
    [MD_BLOCK_LI] = "li",
    [MD_BLOCK_HR] = "hr",
    [MD_BLOCK_CODE] = "pre",
    [MD_BLOCK_P] = "p",
    [MD_BLOCK_TABLE] = "table",
    [MD_BLOCK_THEAD] = "thead",
    [MD_BLOCK_TBODY] = "tbody",
    [MD_BLOCK_TR] = "tr",
    [MD_BLOCK_TH] = "th",
    [MD_BLOCK_TD] = "td",
};
static const char *const span_tags[] = {
    [MD_SPAN_EM] = "em",
    [MD_SPAN_STRONG] = "strong",
    [MD_SPAN_CODE] = "code",
    [MD_SPAN_DEL] = "del",
};
#define TAG(table, type) ((size_t)(type) < sizeof(table) / sizeof *(table) ? (table)[type] : NULL)

void html_text(FILE *out, const char *s, size_t len)
{
	auto_free char *text = xstrndup(s, len);
	auto_buf escaped = BUF_LIMIT(BUF_UNBOUNDED);

	xml_escape(&escaped, text);
	fputs(buf_str(&escaped), out);
}

void html_string(FILE *out, const char *s)
{
	html_text(out, s, strlen(s));
}

void html_code(FILE *out, struct highlight *h, const char *s, size_t len)
{
	auto_lines row = {0};
	size_t from = 0;

	highlight_line(h, STYLE_CODE, s, len, &row);
	lines_end(&row);
	const char *text = lines_text(&row, 0, &len);
	for (size_t i = 0; i < row.line[0].spans; i++) {
		const struct span *span = &row.span[row.line[0].span + i];
		const size_t n = span->len;
		const bool lit = span->style >= STYLE_COMMENT && span->style <= STYLE_NUMBER;

		if (lit) /* config/export.css has classes by the names of styles */
			fprintf(out, "<span class=\"%s\">", style_name(span->style));
		html_text(out, text + from, n);
		fputs(lit ? "</span>" : "", out);
		from += n;
	}
}

static int heading_level(const void *detail)
{
	const int level = (int)((const MD_BLOCK_H_DETAIL *)detail)->level + HEADING_OFFSET;

	return level > 6 ? 6 : level;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
	struct html_page *p = ctx;
	const char *tag = TAG(block_tags, type);

	if (type == MD_BLOCK_CODE) {
		const MD_ATTRIBUTE *name = &((MD_BLOCK_CODE_DETAIL *)detail)->info;

		p->in_code = true;
		p->code =
		    (struct highlight){.language = highlight_language(name->text, name->size)};
	}
	if (type == MD_BLOCK_H)
		fprintf(p->out, "<h%d>", heading_level(detail));
	else if (type == MD_BLOCK_OL)
		fprintf(p->out, "<ol start=\"%u\">\n", ((MD_BLOCK_OL_DETAIL *)detail)->start);
	else if (tag)
		fprintf(p->out, "<%s>", tag);
	if (type == MD_BLOCK_LI && ((MD_BLOCK_LI_DETAIL *)detail)->is_task)
		fputs(((MD_BLOCK_LI_DETAIL *)detail)->task_mark == ' ' ? "☐ " : "☑ ", p->out);
	return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
	struct html_page *p = ctx;
	const char *tag = TAG(block_tags, type);

	if (type == MD_BLOCK_CODE) {
		p->in_code = false;
		const char *s = buf_str(&p->text);
		for (size_t len; *s; s += len + (s[len] == '\n')) {
			len = strcspn(s, "\n");
			html_code(p->out, &p->code, s, len);
			fputc('\n', p->out);
		}
		buf_clear(&p->text);
	}
	if (type == MD_BLOCK_H)
		fprintf(p->out, "</h%d>\n", heading_level(detail));
	else if (type == MD_BLOCK_HR)
		fputc('\n', p->out);
	else if (tag)
		fprintf(p->out, "</%s>\n", tag);
	return 0;
}

static bool is_web(const MD_ATTRIBUTE *href)
{
	static const char *const schemes[] = {"https://", "http://", "mailto:"};

	for (size_t i = 0; i < ARRAY_SIZE(schemes); i++) {
		const size_t len = strlen(schemes[i]);
		if (href->size > len && strncmp(href->text, schemes[i], len) == 0)
			return true;
	}
	return false;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *ctx)
{
	struct html_page *p = ctx;
	const char *tag = TAG(span_tags, type);

	if (type == MD_SPAN_IMG)
		p->images++;
	if (p->images)
		return 0;
	if (type == MD_SPAN_A && is_web(&((MD_SPAN_A_DETAIL *)detail)->href)) {
		const MD_ATTRIBUTE *href = &((MD_SPAN_A_DETAIL *)detail)->href;
		fputs("<a rel=\"noreferrer\" href=\"", p->out);
		html_text(p->out, href->text, href->size);
		fputs("\">", p->out);
	} else if (tag)
		fprintf(p->out, "<%s>", tag);
	return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *ctx)
{
	struct html_page *p = ctx;
	const char *tag = TAG(span_tags, type);

	if (type == MD_SPAN_IMG)
		p->images--;
	else if (p->images)
		return 0;
	else if (type == MD_SPAN_A && is_web(&((MD_SPAN_A_DETAIL *)detail)->href))
		fputs("</a>", p->out);
	else if (tag)
		fprintf(p->out, "</%s>", tag);
	return 0;
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *s, MD_SIZE len, void *ctx)
{
	struct html_page *p = ctx;

	if (p->in_code)
		buf_add(&p->text, s, len);
	else if (type == MD_TEXT_BR)
		fputs("<br>\n", p->out);
	else if (type == MD_TEXT_SOFTBR)
		fputc('\n', p->out);
	else if (type == MD_TEXT_NULLCHAR)
		fputs("\xef\xbf\xbd", p->out);
	else if (type == MD_TEXT_ENTITY)
		fwrite(s, 1, len, p->out);
	else
		html_text(p->out, s, len);
	return 0;
}

void html_markdown(FILE *out, const char *s, size_t len)
{
	struct html_page p = {.out = out, .text = BUF_LIMIT(BUF_UNBOUNDED)};
	MD_PARSER parser = {
	    .flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS |
		     MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_NOHTML,
	    .enter_block = enter_block,
	    .leave_block = leave_block,
	    .enter_span = enter_span,
	    .leave_span = leave_span,
	    .text = take_text,
	};

	md_parse(s, (MD_SIZE)len, &parser, &p);
	buf_free(&p.text);
}
