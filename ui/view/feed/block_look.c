/* SPDX-License-Identifier: MIT
 * The look of a block, which follows from the block alone, kept in one place so that all that draw it agree.
 */
#include "ui/view/feed/block_look.h"

#include "base/base.h"
#include "session/event/event_data.h"

enum style feed_phase_style(enum phase phase)
{
	static const enum style styles[] = {[PHASE_NONE] = STYLE_DIM,
	    [PHASE_PLAN] = STYLE_PLAN,
	    [PHASE_ACT] = STYLE_ACT,
	    [PHASE_OBS] = STYLE_OBS,
	    [PHASE_REFLECT] = STYLE_REFLECT};

	return styles[phase];
}

const char *block_tag(const struct block *b)
{
	return b->by_rules ? "check" : phase_tag(b->phase);
}

const char *block_words(const struct block *b)
{
	return b->detail.len ? buf_str(&b->detail) : buf_str(&b->text);
}

enum feed_level feed_level(const char *name)
{
	return strcmp(name, "quiet") == 0  ? FEED_QUIET
	       : strcmp(name, "full") == 0 ? FEED_FULL
					   : FEED_NORMAL;
}

const struct level_look level_looks[] = {[LEVEL_INFO] = {"note", STYLE_DIM},
    [LEVEL_WARNING] = {"warning", STYLE_WARN},
    [LEVEL_ERROR] = {"error", STYLE_BAD}};

bool feed_moves(const struct block *b)
{
	return b->open && (b->kind == BLOCK_QUESTION || b->until_ms || block_runs(b));
}

bool feed_folds(const struct block *b)
{
	return (b->kind == BLOCK_TAGGED && b->detail.len && !b->open) ||
	       b->kind == BLOCK_THINKING || block_is_long_prompt(b);
}

bool block_runs(const struct block *b)
{
	return b->open && b->kind == BLOCK_TAGGED && b->phase == PHASE_ACT && !b->waits;
}

void block_call_text(const struct block *b, const char *text, struct buf *out)
{
	const char *tool = event_read_tool_call(b->data).tool;
	const char *name = text_is(tool, "run_command") ? strstr(text, tool) : NULL;

	if (!name) {
		buf_adds(out, text);
		return;
	}
	buf_add(out, text, (size_t)(name - text)); /* what stands before: "check: " */
	name += strlen(tool);
	buf_adds(out, name + (*name == ' '));
}

const char *ok_mark(bool ok, bool ascii)
{
	return ascii ? (ok ? "[x]" : "[!]") : ok ? "✔" : "✘";
}

const char *block_mark(const struct block *b, bool ascii)
{
	return !b->ended ? NULL : !b->runs_on ? ok_mark(b->ok, ascii) : ascii ? ">" : "▸";
}

const char *fold_mark(bool folded, bool ascii)
{
	return ascii ? (folded ? ">" : "v") : folded ? "▸" : "▾";
}
