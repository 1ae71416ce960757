/*
 * Two sessions as lines. A pair is what stands in one row: the same in both, different, or only
 * in one. Rows of a turn are aligned by what they say (base/text/diff.h).
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/text/diff.h"
#include "base/text/text.h"
#include "ui/view/diff/compare.h"
#include "ui/view/feed/feed.h"
#include "ui/view/plan_view.h"

struct page_of_two {
	const struct compare_view *v;
	struct lines *out;
	bool wide;
	size_t differ;
};
struct compare_cell {
	enum style style;
	const char *tag, *text; /* text NULL: this side of the row is empty */
};

static bool same(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static void wrap_cell(const struct compare_cell *c, int cells, struct lines *out)
{
	struct lines one = {0};
	char margin[16];

	snprintf(margin, sizeof margin, "%*s", (int)text_width(c->tag, strlen(c->tag)), "");
	struct margin m = {.first = "", .rest = margin, .style = c->style};

	lines_adds(&one, c->style, c->tag);
	lines_adds(&one, STYLE_TEXT, c->text);
	lines_end(&one);
	lines_wrap(out, &one, 0, cells, &m);
	lines_free(&one);
}

static const char *mark_of(const struct compare_cell *a, const struct compare_cell *b, bool ascii)
{
	if (!a->text)
		return ascii ? ">" : "›";
	if (!b->text)
		return ascii ? "<" : "‹";
	return same(a->text, b->text) ? (ascii ? "|" : "│") : (ascii ? "!" : "≠");
}

static void put_half(struct lines *out, const struct lines *half, size_t i)
{
	if (i < half->count)
		lines_copy(out, half, i);
}

static void put_wide(
    struct page_of_two *p, const struct compare_cell *a, const struct compare_cell *b)
{
	const int half = (p->v->cells - 5) / 2;
	const bool differs = !a->text || !b->text || !same(a->text, b->text);
	struct lines left = {0}, right = {0};

	if (a->text)
		wrap_cell(a, half, &left);
	if (b->text)
		wrap_cell(b, half, &right);
	for (size_t i = 0; i < left.count || i < right.count; i++) {
		lines_adds(p->out, STYLE_TEXT, " ");
		put_half(p->out, &left, i);
		lines_to(p->out, STYLE_TEXT, half + 2);
		lines_adds(p->out, differs ? STYLE_WARN : STYLE_RULE,
		    i == 0 || !differs ? mark_of(a, b, p->v->ascii)
		    : p->v->ascii      ? "|"
				       : "│");
		lines_adds(p->out, STYLE_TEXT, " ");
		put_half(p->out, &right, i);
		lines_end(p->out);
	}
	lines_free(&left);
	lines_free(&right);
}

static void put_one(
    struct page_of_two *p, const char *mark, enum style style, const struct compare_cell *c)
{
	lines_adds(p->out, style, mark);
	lines_adds(p->out, c->style, c->tag);
	lines_adds(p->out, style == STYLE_TEXT ? STYLE_TEXT : style, c->text);
	lines_end(p->out);
}

static void put_narrow(
    struct page_of_two *p, const struct compare_cell *a, const struct compare_cell *b)
{
	if (a->text && b->text && same(a->text, b->text)) {
		put_one(p, "  ", STYLE_TEXT, a);
		return;
	}
	if (a->text)
		put_one(p, "- ", STYLE_DEL, a);
	if (b->text)
		put_one(p, "+ ", STYLE_ADD, b);
}

static void put_pair(
    struct page_of_two *p, enum style style, const char *tag, const char *a, const char *b)
{
	const struct compare_cell left = {style, tag, a}, right = {style, tag, b};

	if (!a && !b)
		return;
	p->differ += !a || !b || !same(a, b);
	if (p->wide)
		put_wide(p, &left, &right);
	else
		put_narrow(p, &left, &right);
}

/* ---- Rows of a turn ------------------------------------------------------------------------- */

static bool same_row(const void *a, int i, const void *b, int k)
{
	const struct compared_row *x = a, *y = b;

	return x[i].phase == y[k].phase && same(x[i].text, y[k].text);
}

static void put_row(
    struct page_of_two *p, const struct compared_row *a, const struct compared_row *b)
{
	const struct compared_row *any = a ? a : b;
	char tag[16];

	snprintf(tag, sizeof tag, "%-10s", phase_tag(any->phase));
	put_pair(p, feed_phase_style(any->phase), tag, a ? a->text : NULL, b ? b->text : NULL);
}

/* Puts the rows between two common ones; they go in pairs while both are of one kind. */
static void put_between(struct page_of_two *p, const struct compared_turn *a, size_t i,
    size_t i_end, const struct compared_turn *b, size_t j, size_t j_end)
{
	while (i < i_end || j < j_end) {
		const bool both = i < i_end && j < j_end && a->rows[i].phase == b->rows[j].phase;
		const bool left = both || (i < i_end && (i_end - i >= j_end - j || j == j_end));

		put_row(p, left ? &a->rows[i] : NULL, both || !left ? &b->rows[j] : NULL);
		i += left;
		j += both || !left;
	}
}

static void put_rows(
    struct page_of_two *p, const struct compared_turn *a, const struct compared_turn *b)
{
	bool *only_a = xcalloc(a->count + 1, sizeof *only_a);
	bool *only_b = xcalloc(b->count + 1, sizeof *only_b);
	size_t i = 0, j = 0;

	diff_mark(&(struct diff_sequences){
	    a->rows, b->rows, (int)a->count, (int)b->count, same_row, only_a, only_b});
	while (i < a->count || j < b->count) {
		const size_t from_i = i, from_j = j;

		while (i < a->count && only_a[i])
			i++;
		while (j < b->count && only_b[j])
			j++;
		put_between(p, a, from_i, i, b, from_j, j);
		if (i < a->count)
			put_row(p, &a->rows[i++], &b->rows[j++]);
	}
	free(only_a);
	free(only_b);
}

/* ---- Turns and facts ------------------------------------------------------------------------ */

static char *turn_cost(const struct compared_turn *t)
{
	char spelled[24], tokens[24], money[32] = "";

	clock_spell(t->to_ms - t->from_ms, spelled);
	ui_spell_tokens(t->tokens, tokens);
	if (t->tokens && !t->unpriced)
		snprintf(money, sizeof money, " · $%.4f", t->usd);
	return xasprintf("%s · %d round%s · %s · %s%s", t->outcome ? t->outcome : "not ended",
	    t->rounds, text_plural(t->rounds, "", "s"), spelled, tokens, money);
}

static void put_turn(
    struct page_of_two *p, size_t n, const struct compared_turn *a, const struct compared_turn *b)
{
	static const struct compared_turn none;
	char *left = a ? turn_cost(a) : NULL, *right = b ? turn_cost(b) : NULL;
	/* A turn with a prompt differs from one without. */
	const char *nothing = a && b ? "" : NULL;

	lines_end(p->out);
	lines_addf(p->out, STYLE_HEADING, "%sTurn %zu", p->wide ? " " : "", n);
	if (!a || !b)
		lines_addf(p->out, STYLE_WARN, "  only in the %s", a ? "first" : "second");
	lines_end(p->out);
	put_pair(p, STYLE_USER, "you       ",
	    a && a->prompt ? a->prompt
	    : a		   ? nothing
			   : NULL,
	    b && b->prompt ? b->prompt
	    : b		   ? nothing
			   : NULL);
	if (!same(a ? a->depth : NULL, b ? b->depth : NULL))
		put_pair(p, STYLE_DIM, "depth     ", a ? a->depth : NULL, b ? b->depth : NULL);
	put_rows(p, a ? a : &none, b ? b : &none);
	put_pair(p, STYLE_TEXT, "answer    ", a ? a->answer : NULL, b ? b->answer : NULL);
	put_pair(p, STYLE_DIM, "end       ", left, right);
	free(left);
	free(right);
}

static char *session_sums(const struct compared_session *s)
{
	const struct ui_model *m = &s->state;
	char tokens[24], money[32] = "", spelled[24];
	int64_t ms = 0;

	for (size_t i = 0; i < s->count; i++)
		ms += s->turns[i].to_ms - s->turns[i].from_ms;
	clock_spell(ms, spelled);
	ui_spell_tokens(m->input + m->output, tokens);
	if (m->usages && m->priced)
		snprintf(money, sizeof money, " · $%.4f", m->cost_usd);
	return xasprintf("%zu turn%s · %s · %s%s · %d file change%s", s->count,
	    text_plural(s->count, "", "s"), spelled, tokens, money, s->files,
	    text_plural(s->files, "", "s"));
}

static char *plan_of(const struct compared_session *s)
{
	const struct plan *p = &s->state.plan;
	struct buf progress = BUF_INIT;

	if (!plan_shown(p))
		return NULL;
	plan_progress(p, &progress);
	return buf_take(&progress);
}

static void put_facts(
    struct page_of_two *p, const struct compared_session *a, const struct compared_session *b)
{
	char *left = session_sums(a), *right = session_sums(b), *plan_a = plan_of(a),
	     *plan_b = plan_of(b);

	put_pair(p, STYLE_DIM, "session   ", a->state.id, b->state.id);
	put_pair(p, STYLE_DIM, "title     ", a->state.title, b->state.title);
	put_pair(p, STYLE_DIM, "folder    ", a->state.cwd, b->state.cwd);
	put_pair(p, STYLE_DIM, "model     ", a->state.model, b->state.model);
	put_pair(p, STYLE_DIM, "plan      ", plan_a, plan_b);
	put_pair(p, STYLE_DIM, "all       ", left, right);
	free(left);
	free(right);
	free(plan_a);
	free(plan_b);
}

size_t compare_lines(const struct compared_session *a, const struct compared_session *b,
    const struct compare_view *v, struct lines *out)
{
	struct page_of_two p = {.v = v, .out = out, .wide = v->cells >= COMPARE_WIDE};
	size_t turns = a->count > b->count ? a->count : b->count, differ = 0;

	put_facts(&p, a, b);
	for (size_t i = 0; i < turns; i++) {
		p.differ = 0;
		put_turn(&p, i + 1, i < a->count ? &a->turns[i] : NULL,
		    i < b->count ? &b->turns[i] : NULL);
		differ += p.differ > 0;
	}
	return differ;
}
