/*
 * The rows, the filter and the keys of a list; pick_lines.c makes its lines.
 */
#include "ui/input/pick_state.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "ui/input/fuzzy.h"
#include "ui/input/meaning.h"
#include "ui/keys/keys.h"

#define FILTER_MAX 512
#define ROW_TEXT 400
#define WORTH_MORE 10000

void pick_rows_add(struct pick_rows *r, const char *text, const char *detail, const char *value)
{
	array_reserve(&r->list, &r->cap, r->count + 1, sizeof *r->list);
	r->list[r->count++] = (struct pick_row){
	    .text = text_line(text, ROW_TEXT),
	    .detail = detail ? text_line(detail, ROW_TEXT) : NULL,
	    .value = xstrdup(value ? value : text),
	};
}

void pick_rows_free(struct pick_rows *r)
{
	for (size_t i = 0; i < r->count; i++) {
		free(r->list[i].text);
		free(r->list[i].detail);
		free(r->list[i].value);
	}
	free(r->list);
	*r = (struct pick_rows){0};
}

/* Letters anywhere: in both columns, but those in the text alone are worth more. */
static int score(const struct pick *p, const struct pick_row *row, const char *filter)
{
	int here;
	char *both;

	if (p->source.by_meaning)
		return meaning_score(filter, row->text, row->detail);
	here = fuzzy_score(filter, row->text);
	if (here > 0 || !row->detail)
		return here ? here + WORTH_MORE : 0;
	both = xasprintf("%s %s", row->text, row->detail);
	here = fuzzy_score(filter, both);
	free(both);
	return here;
}

static void rank(struct pick *p)
{
	const char *filter = buf_str(&p->filter);
	bool all = p->source.searches || filter[strspn(filter, " ")] == '\0';

	array_reserve(&p->shown, &p->shown_cap, p->rows.count + 1, sizeof *p->shown);
	p->count = 0;
	for (size_t i = 0; i < p->rows.count; i++) {
		const struct pick_row *row = &p->rows.list[i];
		int points = all ? 1 : score(p, row, filter);
		if (points > 0)
			p->shown[p->count++] =
			    (struct fuzzy_hit){i, all ? 0 : strlen(row->text), points};
	}
	fuzzy_sort(p->shown, p->count);
}

static void select_value(struct pick *p, const char *value)
{
	for (size_t i = 0; value && i < p->count; i++) {
		if (strcmp(p->rows.list[p->shown[i].index].value, value) == 0) {
			p->selected = i;
			return;
		}
	}
	if (p->selected >= p->count)
		p->selected = p->count ? p->count - 1 : 0;
}

void pick_refill(struct pick *p)
{
	const struct pick_row *row = pick_selected(p);
	char *value = row ? xstrdup(row->value) : NULL;

	pick_rows_free(&p->rows);
	p->source.fill(p->source.ctx, buf_str(&p->filter), &p->rows);
	rank(p);
	select_value(p, value);
	free(value);
}

struct pick *pick_new(const struct pick_source *source)
{
	struct pick *p = xcalloc(1, sizeof *p);

	p->source = *source;
	p->filter.max = FILTER_MAX;
	p->source.fill(p->source.ctx, "", &p->rows);
	rank(p);
	select_value(p, source->current);
	return p;
}

void pick_free(struct pick *p)
{
	if (!p)
		return;
	if (p->source.closed)
		p->source.closed(p->source.ctx);
	pick_rows_free(&p->rows);
	buf_free(&p->filter);
	free(p->shown);
	free(p);
}

const struct pick_source *pick_source(const struct pick *p)
{
	return &p->source;
}

const struct pick_row *pick_selected(const struct pick *p)
{
	return p->selected < p->count ? &p->rows.list[p->shown[p->selected].index] : NULL;
}

/* Another filter: the best row is selected. */
static void filtered(struct pick *p)
{
	p->selected = p->top = 0;
	if (p->source.searches)
		pick_refill(p);
	else
		rank(p);
	p->selected = 0;
}

void pick_type(struct pick *p, const char *text, size_t len)
{
	size_t fits = len;

	while (p->filter.len + fits > FILTER_MAX)
		fits = text_prev(text, fits);
	for (size_t i = 0; i < fits; i++)
		buf_addc(&p->filter, text[i] == '\n' || text[i] == '\t' ? ' ' : text[i]);
	filtered(p);
}

static void move(struct pick *p, long by)
{
	long to = (long)p->selected + by, last = p->count ? (long)p->count - 1 : 0;

	p->selected = (size_t)(to < 0 ? 0 : to > last ? last : to);
}

static void cut_filter(struct pick *p, size_t to)
{
	if (to == p->filter.len)
		return;
	buf_cut(&p->filter, to);
	filtered(p);
}

enum picked pick_key(struct pick *p, unsigned key, int rows)
{
	long page = rows > 4 ? rows - 3 : 1;
	char bytes[4];

	if (input_is_text(key)) {
		int n = utf8_encode(key, bytes);
		pick_type(p, bytes, n > 0 ? (size_t)n : 0);
		return PICK_OPEN;
	}
	if (p->source.key && p->source.key(p->source.ctx, key, pick_selected(p)))
		return PICK_OPEN;
	switch (key) {
	case INPUT_ENTER:
		return pick_selected(p) ? PICK_CHOSEN : PICK_OPEN;
	case INPUT_ESC:
	case INPUT_CTRL | 'c':
		return PICK_CLOSED;
	case INPUT_BACKSPACE:
		cut_filter(p, p->filter.len ? text_prev(buf_str(&p->filter), p->filter.len) : 0);
		break;
	case INPUT_CTRL | 'u':
		cut_filter(p, 0);
		break;
	case INPUT_UP:
	case INPUT_CTRL | 'p':
	case INPUT_WHEEL_UP:
		move(p, -1);
		break;
	case INPUT_DOWN:
	case INPUT_CTRL | 'n':
	case INPUT_WHEEL_DOWN:
		move(p, 1);
		break;
	case INPUT_PAGE_UP:
		move(p, -page);
		break;
	case INPUT_PAGE_DOWN:
		move(p, page);
		break;
	case INPUT_HOME:
		move(p, -(long)p->count);
		break;
	case INPUT_END:
		move(p, (long)p->count);
		break;
	}
	return PICK_OPEN;
}

bool pick_click(struct pick *p, int line)
{
	const size_t at =
	    line < 0 || (size_t)line < p->above ? p->count : p->top + (size_t)line - p->above;

	if (at >= p->count)
		return false;
	p->selected = at;
	return true;
}
