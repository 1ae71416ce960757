/* SPDX-License-Identifier: MIT
 * Facts that follow from a block alone, kept in one place so that all that draw it agree.
 */
#include "ui/view/feed/block_facts.h"

#include "base/base.h"
#include "session/event/event_data.h"

enum style feed_phase_style(enum phase phase)
{
	switch (phase) {
	case PHASE_NONE:
		return STYLE_DIM;
	case PHASE_PLAN:
		return STYLE_PLAN;
	case PHASE_ACT:
		return STYLE_ACT;
	case PHASE_OBS:
		return STYLE_OBS;
	case PHASE_REFLECT:
		return STYLE_REFLECT;
	}
	return STYLE_DIM;
}

const char *block_tag(const struct block *b)
{
	return b->by_rules ? "check" : phase_tag(b->phase);
}

const char *block_words(const struct block *b)
{
	return b->detail.len ? buf_str(&b->detail) : buf_str(&b->text);
}

enum style block_tag_style(const struct block *b)
{
	return b->by_rules ? STYLE_DIM : feed_phase_style(b->phase);
}

enum feed_level feed_level(const char *name)
{
	static const char *const names[] = {
	    [FEED_NORMAL] = "normal", [FEED_QUIET] = "quiet", [FEED_FULL] = "full"};
	size_t i = sizeof names / sizeof *names;

	while (i-- > 0)
		if (strcmp(names[i], name) == 0)
			return (enum feed_level)i;
	return FEED_NORMAL;
}

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

static void add_call_words(const struct block *b, const char *text, struct buf *out)
{
	const char *tool = event_read_tool_call(b->data).tool;
	const char *name = text_is(tool, "run_command") ? strstr(text, tool) : NULL;

	if (!name) {
		buf_adds(out, text);
		return;
	}
	buf_add(out, text, (size_t)(name - text)); /* "check: " */
	name += strlen(tool);
	buf_adds(out, name + (*name == ' '));
}

void block_call_text(const struct block *b, struct buf *out)
{
	add_call_words(b, buf_str(&b->text), out);
}

void block_asked_text(const struct block *b, struct buf *out)
{
	if (b->asked)
		add_call_words(b, b->asked, out);
}

const char *block_mark(const struct block *b, bool ascii)
{
	if (!b->ended)
		return NULL;
	if (b->runs_on)
		return ascii ? ">" : "▸";
	if (ascii)
		return b->ok ? "[x]" : "[!]";
	return b->ok ? "✔" : "✘";
}
