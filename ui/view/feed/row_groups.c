/* SPDX-License-Identifier: MIT
 * Decides which rows are rolled up. It follows from the blocks alone, so a replay that goes back
 * unrolls them. Rows that still grow, and the newest run of readings, are never rolled up.
 */
#include "ui/view/feed/row_groups.h"

#include "base/base.h"
#include "llm/model/price.h"
#include "session/event/event_data.h"

#define QUIET_ROWS 3  /* this many rows of a running turn stay in a quiet feed */
#define TESTS_TOLD 12 /* this many outcomes of tests are told in one row, the last ones */

static bool is_work_row(const struct ui_model *m, size_t i)
{
	return i < m->count && m->blocks[i].kind == BLOCK_TAGGED;
}

static bool same_turn(const struct ui_model *m, size_t a, size_t b)
{
	return is_work_row(m, a) && is_work_row(m, b) && m->blocks[a].turn == m->blocks[b].turn;
}

/* Whether the row may be rolled up: it is of a finished turn, or far enough from the end of this
 * one. The rows of the newest turn stay when it ends, unless the feed is quiet. */
bool row_rolls_up(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	const bool quiet = v->level == FEED_QUIET;
	const int stay = quiet && v->last_rows > QUIET_ROWS ? QUIET_ROWS : v->last_rows;
	const struct block *b = &m->blocks[i];

	if (v->last_rows <= 0 || !is_work_row(m, i) || b->unrolled || b->open || b->turn == 0 ||
	    (b->pinned && b->turn == m->turn && !quiet))
		return false;
	return b->turn < m->turn || (quiet && !m->running) || b->ordinal + stay <= m->turn_rows;
}

static size_t row_before(const struct ui_model *m, size_t i)
{
	while (
	    i > 0 && m->blocks[i - 1].kind != BLOCK_TAGGED && m->blocks[i - 1].kind != BLOCK_USER)
		i--;
	return i > 0 ? i - 1 : m->count;
}

static bool is_reading(const struct ui_model *m, size_t i, size_t of)
{
	return same_turn(m, i, of) && m->blocks[i].reads && !m->blocks[i].open &&
	       !m->blocks[i].pinned && !m->blocks[i].unrolled;
}

/* Finds the run of reading rows around i. False: no other row closes it yet, or it names fewer than two calls. */
static bool run_of(const struct ui_model *m, size_t i, size_t *begin, size_t *end)
{
	size_t acts = 0;

	if (!is_reading(m, i, i))
		return false;
	for (*begin = i; *begin > 0 && is_reading(m, *begin - 1, i);)
		--*begin;
	for (*end = i + 1; *end < m->count && is_reading(m, *end, i);)
		++*end;
	for (size_t k = *begin; k < *end; k++)
		acts += m->blocks[k].phase == PHASE_ACT;
	return acts > 1 && *end < m->count;
}

/* Whether the block is an answered approval between two rows of a turn that are both rolled up, and it with them. */
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
	return before < m->count && same_turn(m, before, after) && row_rolls_up(m, before, v) &&
	       row_rolls_up(m, after, v);
}

/* Whether a question is told in its call's row: the first one of a call that was tried and is asked about again. */
static bool is_told(const struct block *b)
{
	return b->kind == BLOCK_QUESTION && b->joined && !b->open;
}

bool row_asks_of_call(const struct ui_model *m, size_t i)
{
	const struct block *card = &m->blocks[i];
	const char *call = event_read_question(card->data).call;

	while (i > 1 && is_told(&m->blocks[i - 1]))
		i--;
	const struct block *b = i ? &m->blocks[i - 1] : NULL;
	if (!b || b->kind != BLOCK_TAGGED || b->phase != PHASE_ACT)
		return false;
	return call && b->key ? strcmp(call, b->key) == 0
			      : strcmp(buf_str(&b->text), buf_str(&card->text)) == 0;
}

/* Whether the open card below says what call i is, so that the call needs no row. The call of a
 * delegate keeps its own row. */
static bool said_by_card(const struct ui_model *m, size_t i)
{
	/* then its row has more than the card says */
	const bool edited = m->blocks[i].asked != NULL;

	while (++i < m->count && is_told(&m->blocks[i]))
		;
	const struct block *card = i < m->count ? &m->blocks[i] : NULL;

	return card && !edited && card->kind == BLOCK_QUESTION && card->open &&
	       !event_read_question(card->data).delegate && row_asks_of_call(m, i);
}

bool row_group_passed(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	if (m->blocks[i].kind != BLOCK_NOTICE || !m->blocks[i].passing || v->level == FEED_FULL)
		return false;
	while (++i < m->count)
		if (!m->blocks[i].passing)
			return true;
	return v->level == FEED_QUIET;
}

/* Whether the row above says the same already. */
static bool repeats_row_above(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	const struct block *b = &m->blocks[i], *above;

	if (v->level == FEED_FULL || !is_work_row(m, i) || b->phase == PHASE_ACT || b->detail.len ||
	    b->text.len == 0 || b->pinned || !same_turn(m, i, i - 1))
		return false;
	above = &m->blocks[i - 1];
	return strstr(buf_str(&above->text), buf_str(&b->text)) != NULL;
}

/* Whether the rows of the turn that block i sums up became one, which says the same. */
static bool sum_is_rolled_up(const struct ui_model *m, size_t i, const struct feed_view *v)
{
	if (m->blocks[i].kind != BLOCK_SUM || v->only != PHASE_NONE)
		return m->blocks[i].kind == BLOCK_SUM;
	for (size_t k = i; k > 0 && m->blocks[k - 1].turn == m->blocks[i].turn; k--)
		if (row_rolls_up(m, k - 1, v))
			return m->blocks[i].turn < m->turn || v->level == FEED_QUIET;
	return false;
}

enum row_group row_group_of(
    const struct ui_model *m, size_t i, const struct feed_view *v, size_t *end)
{
	size_t begin;

	if ((v->card_apart && said_by_card(m, i)) || sum_is_rolled_up(m, i, v))
		return ROW_IN_GROUP;
	if (row_group_passed(m, i, v) ||
	    (v->only == PHASE_NONE && (said_between(m, i, v) || repeats_row_above(m, i, v))))
		return ROW_IN_GROUP;
	if (!is_work_row(m, i) || v->only != PHASE_NONE || v->level == FEED_FULL)
		return ROW_ALONE;
	if (row_rolls_up(m, i, v)) {
		size_t before = row_before(m, i);
		if (before < m->count && same_turn(m, before, i) && row_rolls_up(m, before, v))
			return ROW_IN_GROUP;
		for (*end = i + 1; *end < m->count && m->blocks[*end].turn == m->blocks[i].turn;)
			++*end;
		while (*end > i + 1 && !row_rolls_up(m, *end - 1, v))
			--*end;
		return *end > i + 1 ? ROW_GROUP_FIRST : ROW_ALONE;
	}
	return !v->group || !run_of(m, i, &begin, end) ? ROW_ALONE
	       : begin == i			       ? ROW_GROUP_FIRST
						       : ROW_IN_GROUP;
}

void row_group_text(const struct ui_model *m, size_t i, size_t end, struct buf *out)
{
	size_t named = 0;

	for (size_t k = i; k < end; k++) {
		if (!is_work_row(m, k) || m->blocks[k].phase != PHASE_ACT)
			continue;
		buf_adds(out, named++ ? "; " : "");
		block_call_text(&m->blocks[k], buf_str(&m->blocks[k].text), out);
	}
}

void row_group_open(struct ui_model *m, size_t i, size_t end)
{
	for (size_t k = i; k < end && k < m->count; k++) {
		m->blocks[k].unrolled = true;
		m->blocks[k].version = ++m->version;
	}
}

static void add_group_part(struct buf *out, const struct feed_view *v)
{
	buf_adds(out, out->len == 0 ? "" : v->ascii ? " - " : " · ");
}

/* Counts the calls that the model made: the program's checks are none of them. */
static size_t count_calls(const struct ui_model *m, size_t i, size_t end, const struct block **last)
{
	size_t calls = 0;

	for (size_t k = i; k < end; k++) {
		if (!is_work_row(m, k) || m->blocks[k].phase != PHASE_ACT ||
		    strcmp(json_str(m->blocks[k].data, "by", ""), "check") == 0)
			continue;
		*last = &m->blocks[k];
		calls++;
	}
	return calls;
}

/* Adds what the calls changed: "2 files +13 −2". */
static void add_changes(
    const struct ui_model *m, size_t i, size_t end, const struct feed_view *v, struct buf *out)
{
	json_auto_t *files = json_object();
	int added = 0, removed = 0;

	for (size_t k = i; k < end; k++) {
		const struct block *b = &m->blocks[k];
		if (b->files)
			json_object_update(files, b->files);
		else if (b->path && b->added + b->removed > 0)
			json_put(files, b->path, json_true());
		added += b->added;
		removed += b->removed;
	}
	const size_t count = json_object_size(files);
	if (count > 0) {
		add_group_part(out, v);
		buf_addf(out, "%zu file%s", count, text_plural((int64_t)count, "", "s"));
	}
	if (count > 0 && added + removed > 0)
		buf_addf(out, " +%d %s%d", added, v->ascii ? "-" : "−", removed);
}

/* Adds the time of the whole turn of block i if it took a second or more: in whole ones, since
 * tenths mean nothing. */
static void add_turn_time(
    const struct ui_model *m, size_t i, const struct feed_view *v, struct buf *out)
{
	int64_t ms = 0;
	char took[24];

	for (size_t k = i; k > 0 && m->blocks[k - 1].turn == m->blocks[i].turn; k--)
		if (m->blocks[k - 1].kind == BLOCK_USER)
			ms = m->blocks[k - 1].took_ms;
	if (ms < 1000)
		return;
	clock_spell_seconds(ms - ms % 1000, took);
	add_group_part(out, v);
	buf_adds(out, took);
}

/* Adds what a turn cost, and when it ended. */
static void add_end(const struct block *sum, const struct feed_view *v, struct buf *out)
{
	const double cost = event_read_totals(sum->data).cost_usd;
	char spelled[24], when[20];

	if (cost > 0) {
		price_spell(cost, spelled);
		add_group_part(out, v);
		buf_addf(out, "$%s", spelled);
	}
	clock_spell_date(sum->at_ms, when);
	if (!strchr(when, ' '))
		return;
	add_group_part(out, v);
	buf_adds(out, strchr(when, ' ') + 1);
}

void row_turn_sum(const struct ui_model *m, size_t i, const struct feed_view *v, struct buf *out)
{
	const struct block *last;
	size_t from = i;

	while (from > 0 && m->blocks[from - 1].turn == m->blocks[i].turn)
		from--;
	buf_adds(out, buf_str(&m->blocks[i].text));
	add_turn_time(m, i, v, out);
	add_group_part(out, v);
	const size_t calls = count_calls(m, from, i, &last);
	buf_addf(out, "%zu call%s", calls, text_plural((int64_t)calls, "", "s"));
	add_changes(m, from, i, v, out);
	add_end(&m->blocks[i], v, out);
}

void row_group_sum(
    const struct ui_model *m, size_t i, size_t end, const struct feed_view *v, struct buf *out)
{
	const bool over = m->blocks[i].turn < m->turn || v->level == FEED_QUIET;
	const struct block *sum = NULL;

	for (size_t k = i; !sum && k < m->count && m->blocks[k].turn <= m->blocks[i].turn; k++)
		if (m->blocks[k].kind == BLOCK_SUM)
			sum = &m->blocks[k];
	/* "9 calls", or the call where there was only one; where there was none, what the first row says. */
	const struct block *call = NULL;
	const size_t calls = count_calls(m, i, end, &call);
	if (calls > 1) {
		buf_addf(out, "%zu calls", calls);
	} else if (call) {
		if (!call->ran && text_is(event_read_tool_call(call->data).tool, "run_command"))
			buf_adds(out, call->ended && !call->ok ? "not run: " : "");
		else if (call->ended && !call->ok)
			buf_adds(out, v->ascii ? "[!] " : "✘ ");
		block_call_text(call, buf_str(&call->text), out);
	} else {
		buf_add(out, buf_str(&m->blocks[i].text), m->blocks[i].text.len);
	}
	add_changes(m, i, end, v, out);
	/* The outcomes of tests: "tests ✘ ✔". */
	size_t told = 0, count = 0;
	for (size_t n = i; n < end; n++)
		count += m->blocks[n].tests && m->blocks[n].ran;
	for (size_t n = i; n < end; n++) {
		const struct block *b = &m->blocks[n];
		if (!b->tests || !b->ran || ++told + TESTS_TOLD <= count)
			continue;
		if (told == 1 || told + TESTS_TOLD == count + 1) {
			add_group_part(out, v);
			buf_adds(out, "tests");
		}
		buf_addf(out, " %s", ok_mark(b->ok, v->ascii));
	}
	if (!sum || over)
		add_turn_time(m, i, v, out);
	if (sum && over)
		add_end(sum, v, out);
}
