/* SPDX-License-Identifier: MIT
 * The actions of the selected block of the feed (fold, copy), and which tags are shown.
 */
#include "ui/tui/feed_select.h"

#include "base/base.h"
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/feed_find.h"
#include "ui/tui/terminal/osc.h"
#include "ui/tui/terminal/terminfo.h"
#include "ui/view/feed/feed.h"

/* Selects the block before or behind the selected one; if none is, the first in view, or going up the last. */
static void select_block(struct tui *t, const struct key_action *a)
{
	size_t i = t->feed->first_block, rows = 0;

	if (t->feed->selected) {
		i = t->feed->selected - 1 + (size_t)a->by;
	} else if (a->by < 0) {
		while (
		    i < t->model.count && rows < (size_t)t->layout.feed.rows + t->feed->first_row)
			rows += feed_rows(t, i++)->count;
		i -= i > 0;
	}
	while (i < t->model.count && feed_rows(t, i)->count == 0)
		i += (size_t)a->by;
	if (i >= t->model.count)
		return;
	t->feed->selected = i + 1;
	t->feed->copied = 0;
	feed_show(t, i, feed_rows(t, i)->count - 1);
	feed_show(t, i, 0);
}

static const struct block *picked_block(const struct tui *t)
{
	const bool picked = t->feed->selected && t->feed->selected <= t->model.count;

	return picked ? &t->model.blocks[t->feed->selected - 1] : NULL;
}

/* Returns the selected block, else the newest answer. */
static const struct block *copied_block(const struct tui *t)
{
	return picked_block(t) ? picked_block(t) : ui_newest(&t->model, BLOCK_ANSWER);
}

static void copy_text(struct tui *t, const char *text, size_t len, const char *what)
{
	if (!setting_bool(t->options.settings, "ui.clipboard")) {
		tui_hint(t, "copying is off; ui.clipboard: true turns it on");
	} else if (len > OSC_COPY_MAX) {
		tui_hint(
		    t, "too long to copy: %zu KiB of at most %zu", len >> 10, OSC_COPY_MAX >> 10);
	} else if (!t->feed->refusal_told && !terminal_table_flag("clipboard", true)) {
		t->feed->refusal_told = true;
		tui_hint(t,
		    "this terminal is known to refuse copies: Alt-S shows text to select; again "
		    "tries");
	} else {
		osc_copy(t->screen.fd_out, text, len);
		tui_hint(t, "copied %s, %zu byte%s", what, len, text_plural(len, "", "s"));
	}
}

static void copy_block(struct tui *t, const struct block *b, const char *what)
{
	auto_buf all = BUF_INIT;

	if (!b) {
		tui_hint(t, "there is nothing to copy yet");
		return;
	}
	buf_add(&all, buf_str(&b->text), b->text.len);
	if (feed_folds(b) && !b->folded) {
		buf_addc(&all, '\n');
		buf_add(&all, buf_str(&b->detail), b->detail.len);
	}
	copy_text(t, buf_str(&all), all.len, what);
}

static void copy_selected(struct tui *t)
{
	copy_block(t, copied_block(t), t->feed->selected ? "the block" : "the answer");
}

/* Finds the code in fence n (from 0) of a Markdown text. False: it has fewer. */
static bool find_code(const char *text, size_t n, const char **from, size_t *len)
{
	const char *begin = NULL;

	for (const char *s = text; *s;) {
		size_t line = strcspn(s, "\n");
		const char *next = s + line + (s[line] == '\n');
		size_t indent = strspn(s, " ");
		if (indent < 4 && line >= indent + 3 &&
		    (strncmp(s + indent, "```", 3) == 0 || strncmp(s + indent, "~~~", 3) == 0)) {
			if (begin && n-- == 0) {
				*from = begin;
				*len = (size_t)(s - begin);
				return true;
			}
			begin = begin ? NULL : next;
		}
		s = next;
	}
	return false;
}

/* Copies the code of the next fence with each call; after the last comes the first again. */
static void copy_code(struct tui *t)
{
	const struct block *b = copied_block(t);
	const char *code;
	size_t len;
	bool found = b && find_code(buf_str(&b->text), t->feed->copied, &code, &len);

	if (b && !found) {
		t->feed->copied = 0;
		found = find_code(buf_str(&b->text), 0, &code, &len);
	}
	if (!found) {
		tui_hint(t, "there is no code to copy");
		return;
	}
	t->feed->copied++;
	copy_text(t, code, len, "the code");
}

bool feed_copy(void *face, const char *what)
{
	struct tui *t = face;

	if (strcmp(what, "answer") == 0)
		copy_block(t, ui_newest(&t->model, BLOCK_ANSWER), "the answer");
	else if (strcmp(what, "code") == 0)
		copy_code(t);
	else if (strcmp(what, "block") == 0)
		copy_block(t, picked_block(t), "the block");
	else if (strcmp(what, "all") == 0) {
		auto_buf all = BUF_INIT;
		for (size_t i = 0; i < t->model.count; i++) {
			const struct block *b = &t->model.blocks[i];
			const char *tag = b->kind == BLOCK_TAGGED ? block_tag(b)
					  : b->kind == BLOCK_USER ? "you:"
								  : "";
			buf_addf(&all, "%s%s%s%s\n", all.len ? "\n" : "", tag, *tag ? " " : "",
			    buf_str(&b->text));
		}
		copy_text(t, buf_str(&all), all.len, "the feed");
	} else
		return false;
	return true;
}

/* Switches plain text over the whole width, without the program's mouse, so that the terminal selects clean text. */
static void select_text(struct tui *t)
{
	t->feed->plain = !t->feed->plain;
	tui_hint(t, t->feed->plain ? "the mouse selects plain text; Alt-S goes back" : NULL);
	feed_rows_forget(t);
}

void feed_click(struct tui *t, int row)
{
	size_t i = t->feed->first_block, at = t->feed->first_row;

	for (row -= t->layout.feed.y; row > 0 && i < t->model.count; row--)
		if (++at >= feed_rows(t, i)->count)
			for (i++, at = 0; i < t->model.count && feed_rows(t, i)->count == 0;)
				i++;
	if (row == 0 && i < t->model.count)
		feed_open(t, i);
}

static void show_next_phase(struct tui *t)
{
	t->feed->phase = t->feed->phase == PHASE_REFLECT ? PHASE_NONE : t->feed->phase + 1;
	feed_rows_forget(t);
}

const char *feed_phase_name(const struct tui *t)
{
	static const char *const names[] = {[PHASE_NONE] = NULL,
	    [PHASE_PLAN] = "[Plan] only",
	    [PHASE_ACT] = "[Act] only",
	    [PHASE_OBS] = "[Obs] only",
	    [PHASE_REFLECT] = "[Reflect] only"};

	return names[t->feed->phase];
}

const struct key_action feed_actions[] = {
    {"find", feed_find_begin, "find in the feed"},
    {"find-older", NULL, "an older match, while finding"},
    {"find-newer", NULL, "a newer match, while finding"},
    {"pick-up", NULL, "select the block above", select_block, -1},
    {"pick-down", NULL, "select the block below", select_block, 1},
    {"copy", copy_selected, "copy the block, or the answer"},
    {"copy-code", copy_code, "copy its code, one fence after the other"},
    {"select-text", select_text, "plain text for the mouse to select"},
    {"only", show_next_phase, "show only [Plan], [Act], [Obs], [Reflect]"},
    {NULL},
};
