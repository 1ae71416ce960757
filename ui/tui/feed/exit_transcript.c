/*
 * Prints the end of the chat once its screen is closed. The rows are those of the feed, over the terminal's
 * whole width, and the last line can be pasted into a shell as it is.
 */
#include "ui/tui/feed/exit_transcript.h"

#include <stdio.h>
#include <string.h>
#include "base/text/text.h"
#include "ui/output/plain.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/feed_window.h"

/* Returns the first block that is printed; count: none. */
static size_t first_block(struct tui *t, const char *what)
{
	const struct ui_model *m = &t->model;
	size_t from = m->turn_block;

	if (strcmp(what, "nothing") == 0 || m->turn == 0)
		return m->count;
	if (strcmp(what, "session") == 0) {
		while (feed_window_earlier(t) > 0)
			;
		return 0;
	}
	for (size_t i = m->count; strcmp(what, "answer") == 0 && i > from; i--)
		if (m->blocks[i - 1].kind == BLOCK_ANSWER)
			return i - 1;
	return from;
}

static void print_blocks(struct tui *t, size_t from)
{
	const struct plain_options options = {.out = stdout,
	    .color = t->screen.colors > 0,
	    .ascii = tui_ascii(t),
	    .theme = setting_string(t->options.settings, "ui.theme")};
	struct plain *p = plain_new(&options);
	struct lines rows = {0};

	for (size_t i = from; i < t->model.count; i++)
		feed_rows_print(t, i, &rows);
	plain_lines(p, &rows);
	lines_free(&rows);
	plain_free(p);
}

static void add_separated(struct buf *out, const char *part)
{
	buf_addf(out, "%s%s", out->len ? ", " : "  # ", part);
}

/* "2 files +13 −2" */
static void add_files(struct tui *t, struct buf *out)
{
	const struct changes_lines lines = changes_lines(t->changes);
	const size_t files = changes_count(t->changes);
	char part[96];

	if (files == 0)
		return;
	snprintf(part, sizeof part, "%zu file%s", files, text_plural((int64_t)files, "", "s"));
	add_separated(out, part);
	if (lines.added + lines.removed > 0)
		buf_addf(out, " +%lld %s%lld", (long long)lines.added, tui_ascii(t) ? "-" : "−",
		    (long long)lines.removed);
}

/* " # 3/5 steps, 2 files +13 −2, 79.0k tok": a comment to the shell, short enough for a row of 80
 * cells. Nothing, where nothing was done. */
static void add_totals(struct tui *t, struct buf *out)
{
	const struct plan *plan = &t->model.plan;
	const int64_t used = t->model.input + t->model.output;
	char part[64];

	if (plan->count > 0) {
		snprintf(part, sizeof part, "%d/%zu step%s", plan_count(plan, TODO_COMPLETED),
		    plan->count, text_plural((int64_t)plan->count, "", "s"));
		add_separated(out, part);
	}
	add_files(t, out);
	if (used > 0) {
		ui_spell_tokens(used, part);
		add_separated(out, part);
	}
}

void exit_transcript_print(struct tui *t, const char *resume_id)
{
	const char *what = setting_string(t->options.settings, "ui.on_exit");
	struct buf sum = BUF_INIT;

	if (!t->options.replay)
		print_blocks(t, first_block(t, what));
	if (resume_id) {
		add_totals(t, &sum);
		printf("\nagent --resume %s%s\n", resume_id, buf_str(&sum));
	}
	fflush(stdout);
	buf_free(&sum);
}
