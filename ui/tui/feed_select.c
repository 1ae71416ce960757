/*
 * The selected block of the feed: what folds alone, what is copied; and which tags are shown.
 */
#include "ui/tui/feed_select.h"

#include <string.h>
#include "base/text.h"
#include "ui/tui/feed_find.h"
#include "ui/tui/feed_rows.h"
#include "ui/tui/feed_scroll.h"
#include "ui/tui/notify.h"
#include "ui/tui/terminal_row.h"
#include "ui/view/feed.h"

/* From none, the nearest one in view: the last that begins above the bottom, or the first. */
static size_t pick_start(struct tui *t, int step)
{
	size_t rows = 0, i = t->feed->first_block;

	if (step > 0)
		return i;
	while (i < t->model.count && rows < (size_t)t->layout.feed.rows + t->feed->first_row)
		rows += feed_rows(t, i++)->count;
	return i ? i - 1 : 0;
}

static void pick(struct tui *t, int step)
{
	size_t i = t->feed->picked ? t->feed->picked - 1 + (size_t)step : pick_start(t, step);

	while (i < t->model.count && feed_rows(t, i)->count == 0)
		i += (size_t)step;
	if (i >= t->model.count)
		return;
	t->feed->picked = i + 1;
	t->feed->copied = 0;
	feed_show(t, i, feed_rows(t, i)->count - 1);
	feed_show(t, i, 0);
}

static void pick_up(struct tui *t)
{
	pick(t, -1);
}

static void pick_down(struct tui *t)
{
	pick(t, 1);
}

static const struct block *last_answer(const struct tui *t)
{
	for (size_t i = t->model.count; i > 0; i--)
		if (t->model.blocks[i - 1].kind == BLOCK_ANSWER)
			return &t->model.blocks[i - 1];
	return NULL;
}

/* The selected block, else the newest answer. */
static const struct block *copied_block(const struct tui *t)
{
	if (t->feed->picked && t->feed->picked <= t->model.count)
		return &t->model.blocks[t->feed->picked - 1];
	return last_answer(t);
}

/* A terminal that is known to refuse is tried all the same, after it was said once. */
static bool refuses(struct tui *t)
{
	const bool told = t->attention->refusal_told;

	if (told || terminal_row_flag("clipboard", true))
		return false;
	t->attention->refusal_told = true;
	tui_hint(
	    t, "this terminal is known to refuse copies: Alt-S shows text to select; again tries");
	return true;
}

static void hand_over(struct tui *t, const char *text, size_t len, const char *what)
{
	if (!setting_bool(t->options.settings, "ui.clipboard")) {
		tui_hint(t, "copying is off; ui.clipboard: true turns it on");
	} else if (len > SCREEN_COPY_MAX) {
		tui_hint(t, "too long to copy: %zu KiB of at most %zu", len >> 10,
		    SCREEN_COPY_MAX >> 10);
	} else if (!refuses(t)) {
		screen_copy(&t->screen, text, len);
		tui_hint(t, "copied %s, %zu byte%s", what, len, text_plural(len, "", "s"));
	}
}

static void copy_one(struct tui *t, const struct block *b, const char *what)
{
	struct buf all = BUF_INIT;

	if (!b) {
		tui_hint(t, "there is nothing to copy yet");
		return;
	}
	buf_add(&all, buf_str(&b->text), b->text.len);
	if (feed_folds(b) && !b->folded) {
		buf_addc(&all, '\n');
		buf_add(&all, buf_str(&b->detail), b->detail.len);
	}
	hand_over(t, buf_str(&all), all.len, what);
	buf_free(&all);
}

static void copy(struct tui *t)
{
	copy_one(t, copied_block(t), t->feed->picked ? "the block" : "the answer");
}

/* What is in the feed, its blocks apart. */
static void copy_all(struct tui *t)
{
	struct buf all = BUF_INIT;

	for (size_t i = 0; i < t->model.count; i++) {
		const struct block *b = &t->model.blocks[i];
		const char *tag = b->kind == BLOCK_TAGGED ? phase_tag(b->phase)
				  : b->kind == BLOCK_USER ? "you:"
							  : "";

		buf_addf(&all, "%s%s%s%s\n", all.len ? "\n" : "", tag, *tag ? " " : "",
		    buf_str(&b->text));
	}
	hand_over(t, buf_str(&all), all.len, "the feed");
	buf_free(&all);
}

static bool fence(const char *line, size_t len)
{
	size_t indent = strspn(line, " ");

	return indent < 4 && len >= indent + 3 &&
	       (strncmp(line + indent, "```", 3) == 0 || strncmp(line + indent, "~~~", 3) == 0);
}

/* The code of fence n of a text, from 0; false: it has fewer. */
static bool code_of(const char *text, size_t n, const char **from, size_t *len)
{
	const char *begin = NULL;

	for (const char *s = text; *s;) {
		size_t line = strcspn(s, "\n");
		const char *next = s + line + (s[line] == '\n');
		if (fence(s, line)) {
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

/* One fence after the other, then from the first again. */
static void copy_code(struct tui *t)
{
	const struct block *b = copied_block(t);
	const char *code;
	size_t len;
	bool found = b && code_of(buf_str(&b->text), t->feed->copied, &code, &len);

	if (b && !found) {
		t->feed->copied = 0;
		found = code_of(buf_str(&b->text), 0, &code, &len);
	}
	if (!found) {
		tui_hint(t, "there is no code to copy");
		return;
	}
	t->feed->copied++;
	hand_over(t, code, len, "the code");
}

bool feed_copy(struct tui *t, const char *what)
{
	const bool picked = t->feed->picked && t->feed->picked <= t->model.count;

	if (strcmp(what, "answer") == 0)
		copy_one(t, last_answer(t), "the answer");
	else if (strcmp(what, "code") == 0)
		copy_code(t);
	else if (strcmp(what, "block") == 0)
		copy_one(t, picked ? &t->model.blocks[t->feed->picked - 1] : NULL, "the block");
	else if (strcmp(what, "all") == 0)
		copy_all(t);
	else
		return false;
	return true;
}

/* Nothing but words, over the whole width, and the mouse is the terminal's. */
static void select_text(struct tui *t)
{
	t->feed->bare = !t->feed->bare;
	tui_hint(t, t->feed->bare ? "the mouse selects plain text; Alt-S goes back" : NULL);
	feed_forget(t);
}

/* The block a row of the screen shows: what is folded in it unfolds. */
void feed_click(struct tui *t, int row)
{
	size_t i = t->feed->first_block, at = t->feed->first_row;

	for (row -= t->layout.feed.y; row > 0 && i < t->model.count; row--)
		if (++at >= feed_rows(t, i)->count)
			for (i++, at = 0; i < t->model.count && feed_rows(t, i)->count == 0;)
				i++;
	if (row != 0 || i >= t->model.count || feed_unroll(t, i))
		return;
	if (feed_folds(&t->model.blocks[i]))
		ui_fold(&t->model, i, !t->model.blocks[i].folded);
}

static const enum phase phases[] = {
    PHASE_NONE, PHASE_PLAN, PHASE_ACT, PHASE_OBS, PHASE_REFLECT, PHASE_NONE};

static void only(struct tui *t)
{
	size_t i = 0;

	while (phases[i] != t->feed->only)
		i++;
	t->feed->only = phases[i + 1];
	feed_forget(t);
}

const char *feed_only_name(const struct tui *t)
{
	static const char *const names[] = {[PHASE_NONE] = NULL,
	    [PHASE_PLAN] = "[Plan] only",
	    [PHASE_ACT] = "[Act] only",
	    [PHASE_OBS] = "[Obs] only",
	    [PHASE_REFLECT] = "[Reflect] only"};

	return names[t->feed->only];
}

const struct key_action feed_actions[] = {
    {"find", feed_find_begin, "find in the feed"},
    {"find-older", NULL, "an older match, while finding"},
    {"find-newer", NULL, "a newer match, while finding"},
    {"pick-up", pick_up, "select the block above"},
    {"pick-down", pick_down, "select the block below"},
    {"copy", copy, "copy the block, or the answer"},
    {"copy-code", copy_code, "copy its code, one fence after the other"},
    {"select-text", select_text, "plain text for the mouse to select"},
    {"only", only, "show only [Plan], [Act], [Obs], [Reflect]"},
    {NULL},
};
