/* SPDX-License-Identifier: MIT
 * Esc Esc: back to an earlier prompt. The prompts of this session are a list to choose from; the
 * session is forked before the chosen one, whose text is then in the input. The log itself is never
 * cut: what was said since stays where it was.
 */
#include "ui/tui/rewind.h"

#include "base/base.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/input/input_mode.h"

#define TWICE_MS 1000
#define LISTED 200
#define READ_BACK 32 /* times that earlier events are read for the list */
#define LINE_CHARS 200

/* Whether a block of the user's is the prompt of its turn, its first block; later ones only steered it. */
static bool is_prompt_block(const struct tui *t, size_t i)
{
	const struct ui_model *m = &t->model;
	const struct block *b = &m->blocks[i];

	if (b->kind != BLOCK_USER || b->seq <= 1 || b->turn == 0)
		return false;
	while (i-- > 0)
		if (m->blocks[i].turn == b->turn)
			return false;
		else if (m->blocks[i].turn)
			return true;
	return b->turn == 1;
}

static size_t count_prompts(const struct tui *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->model.count; i++)
		n += is_prompt_block(t, i);
	return n;
}

static void fill_list(void *ctx, const char *filter, struct pick_rows *out)
{
	struct tui *t = ctx;

	for (size_t i = t->model.count; i > 0 && out->count < LISTED; i--) {
		const struct block *b = &t->model.blocks[i - 1];
		if (!is_prompt_block(t, i - 1))
			continue;
		auto_free char *line = text_line(buf_str(&b->text), LINE_CHARS);
		auto_free char *turn = xasprintf("turn %d", b->turn);
		auto_free char *seq = xasprintf("%" PRId64, b->seq);
		pick_rows_add(out, line, turn, seq);
	}
}

static void list_chosen(void *ctx, const struct pick_row *row)
{
	struct tui *t = ctx;
	const struct chat_host *host = t->options.host;
	const int64_t seq = strtoll(row->value, NULL, 10);
	size_t i = 0;

	while (i < t->model.count && (t->model.blocks[i].seq != seq || !is_prompt_block(t, i)))
		i++;
	if (i == t->model.count || !host || !host->draft)
		return;
	host->draft(host->ctx, buf_str(&t->model.blocks[i].text));
	slash_go(&t->commander, GO_FORK, session_id(t->session), seq - 1);
	if (!t->quitting)
		host->draft(host->ctx, NULL);
}

void rewind_prompt(struct tui *t)
{
	const struct pick_source source = {.title = "Back to an earlier prompt",
	    .empty = "there is none yet",
	    .keys = "the files stay as they are",
	    .fill = fill_list,
	    .chosen = list_chosen,
	    .ctx = t};
	const int64_t now = clock_mono_ms();
	const bool twice = t->input->last_stop_ms && now - t->input->last_stop_ms < TWICE_MS;

	t->input->last_stop_ms = twice ? 0 : now;
	if (!composer_empty(&t->input->composer) || t->model.running || t->model.commanding)
		return;
	if (twice) {
		for (int i = 0; i < READ_BACK && count_prompts(t) < LISTED &&
				feed_pieces_earlier(&t->feed->window, &t->model);
		     i++)
			;
		t->commander.pick(t, &source);
	} else if (count_prompts(t)) {
		tui_hint(t, "Esc again: back to an earlier prompt");
	}
}
