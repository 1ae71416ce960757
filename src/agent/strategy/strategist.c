/* SPDX-License-Identifier: MIT
 * Asks the strategist before the first round, and the planner when steps failed. Both see the project,
 * what work came to, and names and descriptions of the tools. If they give no answer the turn goes on
 * without. The same question is not asked twice in a session unless something was written between.
 */

#include "agent/strategy/strategist.h"

#include "agent/context/project_view.h"
#include "agent/roles/consult.h"
#include "agent/state/agent_state.h"
#include "agent/state/role.h"
#include "agent/state/route.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/state/turn_text.h"
#include "agent/state/unfinished_strategy.h"
#include "agent/strategy/evaluate.h"
#include "agent/strategy/past_strategies.h"
#include "agent/strategy/work_report.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/message.h"

/* Returns a line for each tool: "- read_file: Read a file, or some of its lines." Caller frees. */
static char *tool_lines(const struct agent *a)
{
	struct buf out = BUF_INIT;

	json_each (tool, a->head.tools) {
		auto_free char *first = text_sentence(json_str(tool, "description", ""), 160);

		buf_addf(&out, "- %s: %s\n", json_str(tool, "name", ""), first);
	}
	return buf_take(&out);
}

static char *models(const struct agent *a)
{
	auto_free char *system =
	    prompt_with("roles/system_model", {"workspace", workspace_path(a->workspace)});
	auto_free char *all = xasprintf("%s%s", system, a->head.memory ? a->head.memory : "");
	return prompt_with("roles/strategist/models", {"models", all});
}

/* Returns the last questions with their answers, each cut in its middle where it is long; what was
 * asked twice stands once. */
static char *recent(struct turn *t)
{
	int most = (int)setting_int(t->settings, "strategy.recent");
	size_t bytes = (size_t)setting_int(t->settings, "strategy.answer_bytes");
	const json_t *items = t->agent->conversation.items;
	json_auto_t *lines = json_array();
	auto_free char *answer = NULL;
	auto_buf out = BUF_INIT;

	for (size_t i = t->first_item; i > 0 && (int)json_array_size(lines) < most; i--) {
		const json_t *item = json_array_get(items, i - 1);
		bool user = strcmp(json_str(item, "role", ""), "user") == 0;

		if (strcmp(json_str(item, "type", ""), "message") != 0 ||
		    json_str(item, "kind", NULL))
			continue;
		auto_free char *words = message_text(item);
		if (user) {
			auto_free char *asked = text_line(words, 200);
			auto_free char *line =
			    xasprintf("- %s → %s", asked, answer ? answer : "no answer");

			json_array_append_new(lines, json_string(line));
		}
		if (user || (!answer && *words)) {
			string_take(&answer, user ? NULL : text_excerpt(words, bytes));
		}
	}
	for (size_t i = json_array_size(lines); i > 0; i--) {
		const char *line = json_string_value(json_array_get(lines, i - 1));

		if (!strstr(buf_str(&out), line))
			buf_addf(&out, "%s\n", line);
	}
	return out.len ? prompt_with("roles/strategist/recent", {"recent", buf_str(&out)})
		       : xstrdup("");
}

static void strategy_emit(struct turn *t, const char *why)
{
	const struct strategy *s = &t->strategy;
	auto_free char *first = text_sentence(s->approach, 100);
	struct buf summary = BUF_INIT;
	size_t len = strlen(first);

	buf_add(&summary, first, len - (len && first[len - 1] == '.'));
	for (size_t i = 0; i < s->count; i++)
		buf_addf(&summary, "%s%s", i ? " and " : "; done when ", s->criteria[i].text);
	emit(t->session, EVENT_STRATEGY, buf_take(&summary),
	    strategy_event(s, t->limits.rounds, why));
}

/* Criteria of work that goes on keep their checks and their state; the user's stay, and what the user struck does not
 * come back. */
static void begin_strategy(struct turn *t, const json_t *value)
{
	freed_by(strategy_free) struct strategy before = {0};
	const bool goes_on = unfinished_read(&t->agent->folds.unfinished, &before);

	strategy_free(&t->strategy);
	t->strategy.struck = json_incref(before.struck);
	strategy_extend(&t->strategy, value);
	if (goes_on)
		strategy_carry(&t->strategy, &before);
	strategy_keep_own(&t->strategy, &before);
}

static size_t context_bytes(const struct turn *t)
{
	return (size_t)setting_int(t->settings, "strategy.context_bytes");
}

void strategy_think(struct turn *t, const char *prompt)
{
	auto_free char *tools = tool_lines(t->agent), *known = models(t->agent),
		       *before = recent(t);
	const struct past_work *w = &t->agent->folds.work; /* of the turn before */
	auto_free char *project = project_view(t->agent),
		       *work = w->began ? work_report(t->agent, "strategist", w->failed, w->began,
					      context_bytes(t), false)
					: xstrdup("");
	auto_free char *similar = patterns_text(t->agent, prompt);
	auto_free char *open = unfinished_text(&t->agent->folds.unfinished, context_bytes(t));
	auto_free char *request = prompt_with("roles/strategist/request", {"request", prompt},
	    {"tools", tools}, {"models", known}, {"recent", before}, {"unfinished", open},
	    {"project", project}, {"work", work}, {"similar", similar});
	struct question q = {ROLE_STRATEGIST, "roles/strategist", request, "strategy",
	    "thinking about the approach"};
	auto_free char *why = NULL;
	json_auto_t *value = consult(t, &q, &why);

	if (value) {
		const char *answer = json_str(value, "answer", "");

		begin_strategy(t, value);
		strategy_emit(t, NULL);
		/* A simple request without anything to check needs no second call. */
		if (*answer && t->strategy.count == 0 &&
		    strcmp(t->strategy.complexity, "simple") == 0) {
			json_decref(turn_say(t, answer));
			t->answer.text = text_clean(answer, strlen(answer));
			turn_finish(t, OUTCOME_ANSWERED);
		}
	} else if (!t->over && !turn_cancelled(t)) {
		turn_react(t, "warning", "no strategy", why);
	}
}

bool strategy_anew(struct turn *t, const char *error)
{
	auto_buf now = BUF_INIT;
	struct question q = {ROLE_PLANNER, "roles/planner", NULL, "strategy", "planning anew"};
	auto_free char *request = NULL, *why = NULL, *work = NULL, *project = NULL, *tools = NULL;

	if (!t->strategy.approach)
		return false;
	work = work_report(t->agent, "planner", buf_str(&t->evaluation->step.output), t->start_seq,
	    context_bytes(t), false);
	project = project_view(t->agent);
	strategy_context(&t->strategy, "strategy/shown", t->past_steps, context_bytes(t), &now);
	request = prompt_with("roles/planner/request", {"request", t->prompt},
	    {"strategy", buf_str(&now)}, {"tools", tools = tool_lines(t->agent)}, {"error", error},
	    {"work", work}, {"project", project});
	q.request = request;
	json_auto_t *value = consult(t, &q, &why);
	bool found = value != NULL;
	if (found) {
		strategy_extend(&t->strategy, value);
		strategy_emit(t, error);
	} else if (!t->over && !turn_cancelled(t)) {
		emit_notice(t->session, "warning", "the plan stays as it is: %s", why);
	}
	return found;
}
