/*
 * Which rows are rolled up follows from the blocks alone, so a replay that goes back rolls them
 * down again. The rows that are still growing, the newest run of readings among them, never are.
 */
#include "base/text.h"
#include "session/event_data.h"
#include "ui/view/row_groups.h"

#include <string.h>

static bool row(const struct ui_model *m, size_t i)
{
	return i < m->count && m->blocks[i].kind == BLOCK_TAGGED;
}

static bool same_turn(const struct ui_model *m, size_t a, size_t b)
{
	return row(m, a) && row(m, b) && m->blocks[a].turn == m->blocks[b].turn;
}

/* A row of this turn that may go: of a finished turn, or far enough from the end of this one. */
static bool rolls(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	const struct block *b = &m->blocks[i];

	if (v->last_rows <= 0 || !row(m, i) || b->unrolled || b->open || b->turn == 0)
		return false;
	return b->turn < m->turn || b->ordinal + v->last_rows <= m->turn_rows;
}

static size_t row_before(const struct ui_model *m, size_t i)
{
	while (
	    i > 0 && m->blocks[i - 1].kind != BLOCK_TAGGED && m->blocks[i - 1].kind != BLOCK_USER)
		i--;
	return i > 0 ? i - 1 : m->count;
}

static bool reading(const struct ui_model *m, size_t i, size_t of)
{
	return same_turn(m, i, of) && m->blocks[i].reads && !m->blocks[i].open &&
	       !m->blocks[i].unrolled;
}

/* The run of reading rows around i, when it is closed by something else and names two calls. */
static bool run_of(const struct ui_model *m, size_t i, size_t *begin, size_t *end)
{
	size_t acts = 0;

	if (!reading(m, i, i))
		return false;
	for (*begin = i; *begin > 0 && reading(m, *begin - 1, i);)
		--*begin;
	for (*end = i + 1; *end < m->count && reading(m, *end, i);)
		++*end;
	for (size_t k = *begin; k < *end; k++)
		acts += m->blocks[k].phase == PHASE_ACT;
	return acts > 1 && *end < m->count;
}

/* What the user said to a call stands between its rows, and goes where both go. */
static bool said_between(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	const struct block *b = &m->blocks[i];
	size_t before, after = i + 1;

	if (i >= m->count || b->kind != BLOCK_QUESTION || b->open ||
	    !text_is(event_read_question(b->data).kind, "approval"))
		return false;
	before = row_before(m, i);
	while (after < m->count && m->blocks[after].kind == BLOCK_QUESTION)
		after++;
	return before < m->count && same_turn(m, before, after) && rolls(m, before, v) &&
	       rolls(m, after, v);
}

bool row_asks_of_call(const struct ui_model *m, size_t i)
{
	const struct block *card = &m->blocks[i], *b = i ? &m->blocks[i - 1] : NULL;
	const char *call = event_read_question(card->data).call;

	if (!b || b->kind != BLOCK_TAGGED || b->phase != PHASE_ACT)
		return false;
	if (call && b->key)
		return strcmp(call, b->key) == 0;
	return strcmp(buf_str(&b->text), buf_str(&card->text)) == 0;
}

/* The card says the call it asks about: one of both is enough. That of a delegate has a row of its own. */
static bool said_by_card(const struct ui_model *m, size_t i)
{
	const struct block *card = i + 1 < m->count ? &m->blocks[i + 1] : NULL;

	return card && card->kind == BLOCK_QUESTION && card->open &&
	       !event_read_question(card->data).delegate && row_asks_of_call(m, i + 1);
}

enum row_group row_group_of(
    const struct ui_model *m, size_t i, const struct feed_view *v, size_t *end)
{
	size_t begin, before;

	if (v->card_apart && said_by_card(m, i))
		return ROW_IN_GROUP;
	if (v->only == PHASE_NONE && said_between(m, i, v))
		return ROW_IN_GROUP;
	if (!row(m, i) || v->only != PHASE_NONE)
		return ROW_ALONE;
	if (rolls(m, i, v)) {
		before = row_before(m, i);
		if (before < m->count && same_turn(m, before, i) && rolls(m, before, v))
			return ROW_IN_GROUP;
		for (*end = i + 1; *end < m->count && m->blocks[*end].turn == m->blocks[i].turn;)
			++*end;
		while (*end > i + 1 && !rolls(m, *end - 1, v))
			--*end;
		return *end > i + 1 ? ROW_GROUP_FIRST : ROW_ALONE;
	}
	if (!v->group || !run_of(m, i, &begin, end))
		return ROW_ALONE;
	return begin == i ? ROW_GROUP_FIRST : ROW_IN_GROUP;
}

void row_group_text(const struct ui_model *m, size_t i, size_t end, struct buf *out)
{
	size_t rows = 0, named = 0;

	for (size_t k = i; k < end; k++)
		rows += row(m, k);
	buf_addf(out, "%zu row%s: ", rows, text_plural(rows, "", "s"));
	for (size_t k = i; k < end; k++) {
		if (!row(m, k) || m->blocks[k].phase != PHASE_ACT)
			continue;
		buf_adds(out, named++ ? "; " : "");
		buf_add(out, buf_str(&m->blocks[k].text), m->blocks[k].text.len);
	}
	if (named == 0)
		buf_add(out, buf_str(&m->blocks[i].text), m->blocks[i].text.len);
}

void row_group_open(struct ui_model *m, size_t i, size_t end)
{
	for (size_t k = i; k < end && k < m->count; k++) {
		m->blocks[k].unrolled = true;
		m->blocks[k].version = ++m->version;
	}
}
