/* SPDX-License-Identifier: MIT
 * Makes the blocks: what changed is noted while events pass, and sent with the next request.
 */

#include "agent/context/context_blocks.h"

#include "agent/context/folder_view.h"
#include "agent/context/skill_use.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

static bool moves(const struct turn *t)
{
	return strcmp(setting_string(t->settings, "context.tail"), "move") == 0;
}

/* Appends what the approval mode forbids: a model that does not know it loses rounds. */
static void add_limits(const struct turn *t, struct buf *out)
{
	const char *mode = setting_string(t->settings, "approve");

	if (strcmp(mode, "plan") == 0)
		model_line(out, "limits/plan", NULL, NULL);
	else if (strcmp(mode, "read-only") == 0)
		model_line(out, "limits/read_only", "mode", mode);
	else if (strcmp(mode, "ask") == 0 && !session_can_ask(t->session))
		model_line(out, "limits/nobody", "mode", mode);
}

static void add_plan(const struct turn *t, struct buf *out)
{
	const struct agent *a = t->agent;

	if (a->head.door != PLANNER_OFF)
		plan_context(
		    &a->plan, (size_t)setting_int(a->settings, "planner.context_bytes"), out);
}

static void add_strategy(const struct turn *t, const json_t *steps, struct buf *out)
{
	strategy_context(&t->strategy, "strategy/tail", steps,
	    (size_t)setting_int(t->settings, "strategy.context_bytes"), out);
}

char *context_blocks_tail(struct turn *t)
{
	struct buf out = BUF_INIT;

	if (moves(t)) {
		add_limits(t, &out);
		add_plan(t, &out);
		add_strategy(t, t->past_steps, &out);
	}
	return buf_take(&out);
}

void context_blocks_take(struct agent *a, const struct event *ev)
{
	struct context_blocks *b = a->turn ? a->turn->blocks : NULL;

	if (!b)
		return;
	if (ev->type == EVENT_PLAN) {
		/* The model knows what it wrote itself. */
		if (event_is_by(ev, "model") || event_is_by(ev, "text"))
			b->plan_round = a->turn->iteration;
		else
			b->plan_due = b->plan_shown = true;
	} else if (ev->type == EVENT_STRATEGY) {
		b->strategy_due = true;
	} else if (ev->type == EVENT_COMPACTION && event_read_compaction(ev->data).summary) {
		b->plan_due = b->strategy_due = true;
		string_set(&b->limits, NULL);
	}
}

/* Returns the last block of limits in the conversation, of this turn or an earlier one, or "". Caller frees. */
static char *limits_told(const struct agent *a)
{
	static const char open[] = "<active-limits>", close[] = "</active-limits>";

	json_each_back (item, a->conversation.items) {
		if (!text_is(json_str(item, "kind", NULL), "context"))
			continue;
		auto_free char *text = message_text(item);
		const char *from = strstr(text, open), *to = from ? strstr(from, close) : NULL;
		if (to)
			return xasprintf("%.*s\n", (int)(to + strlen(close) - from), from);
	}
	return xstrdup("");
}

/* Appends the limits if they are not those told last, which hold until others are told, in later turns too. */
static void tell_limits(struct turn *t, struct buf *out)
{
	struct context_blocks *b = t->blocks;
	auto_buf now = BUF_INIT;

	if (!b->limits)
		b->limits = limits_told(t->agent);
	add_limits(t, &now);
	if (!now.len && *b->limits)
		model_line(&now, "limits/lifted", "mode", setting_string(t->settings, "approve"));
	if (strcmp(b->limits, buf_str(&now)) != 0) {
		buf_add(out, now.data, now.len);
		string_set(&b->limits, buf_str(&now));
	}
}

static bool is_due(const struct turn *t, bool due, int told)
{
	return due || t->iteration - told >= setting_int(t->settings, "context.repeat_rounds");
}

static void tell_plan(struct turn *t, struct buf *out)
{
	struct context_blocks *b = t->blocks;
	size_t before = out->len;

	if (!is_due(t, b->plan_due, b->plan_round))
		return;
	add_plan(t, out);
	if (out->len > before)
		b->plan_shown = true;
	else if (b->plan_due && b->plan_shown) {
		model_line(out, "plan/none", NULL, NULL);
		b->plan_shown = false;
	}
	b->plan_due = false;
	b->plan_round = t->iteration;
}

static void tell_strategy(struct turn *t, struct buf *out)
{
	struct context_blocks *b = t->blocks;

	if (is_due(t, b->strategy_due, b->strategy_round)) {
		add_strategy(t, NULL, out);
		b->strategy_due = false;
		b->strategy_round = t->iteration;
	} else {
		strategy_news(&t->strategy, out);
	}
	strategy_shown(&t->strategy);
}

void context_blocks_tell(struct turn *t)
{
	struct agent *a = t->agent;
	struct context_blocks *b = t->blocks;
	auto_buf out = BUF_INIT;

	if (!*a->backend->wire)
		return;
	session_settle(a->session, session_cancel(a->session)); /* all events are folded then */
	if (!b->begun)
		b->begun = b->plan_due = b->strategy_due = true;
	if (!moves(t) && !turn_is_direct(t))
		tell_limits(t, &out);
	skill_use_tell(a);
	folder_view_tell(a, &out);
	if (!moves(t)) {
		tell_plan(t, &out);
		tell_strategy(t, &out);
	}
	while (out.len && out.data[out.len - 1] == '\n')
		buf_cut(&out, out.len - 1);
	if (out.len)
		emit(a->session, EVENT_MESSAGE, NULL, user_message(buf_str(&out), "context"));
}

void context_blocks_free(struct context_blocks *b)
{
	free(b->limits);
	*b = (struct context_blocks){0};
}
