/* SPDX-License-Identifier: MIT
 * Folds the strategy of an unfinished turn. Events of a session may come from anywhere, so it is validated by the
 * schema of a strategist's reply, and its criteria are judged again before they count.
 */

#include "agent/state/unfinished_strategy.h"

#include "agent/state/strategy.h"
#include "base/base.h"
#include "base/json/schema.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/tool.h"

void unfinished_free(struct unfinished *u)
{
	json_decref(u->strategy);
	json_decref(u->criteria);
	*u = (struct unfinished){0};
}

void unfinished_take(struct unfinished *u, const struct event *ev)
{
	if (ev->type == EVENT_STRATEGY) {
		const struct event_strategy s = event_read_strategy(ev->data);

		if (json_array_size(s.success_criteria) == 0 && text_is(s.complexity, "simple")) {
			u->aside = true;
			return;
		}
		unfinished_free(u);
		u->strategy = json_deep_copy(ev->data);
	} else if (ev->type == EVENT_EVALUATION && u->strategy) {
		json_take(&u->criteria, json_deep_copy(event_read_evaluation(ev->data).criteria));
	} else if (ev->type == EVENT_TURN_END) {
		if (!u->aside && text_is(event_read_turn_end(ev->data).outcome, "answered"))
			unfinished_free(u);
		u->aside = false;
	}
}

json_t *unfinished_save(const struct unfinished *u)
{
	return json_pack("{s:O*, s:O*, s:b}", "strategy", u->strategy, "criteria", u->criteria,
	    "aside", u->aside);
}

void unfinished_load(struct unfinished *u, const json_t *saved)
{
	u->strategy = json_deep_copy(json_map(saved, "strategy"));
	u->criteria = json_deep_copy(json_list(saved, "criteria"));
	u->aside = json_flag(saved, "aside", false);
}

bool unfinished_read(const struct unfinished *u, struct strategy *s)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;

	if (!u->strategy || !schema_check(config_schema("strategy"), u->strategy, &v))
		return false;
	strategy_load(s, u->strategy);
	s->struck = json_incref(json_list(u->strategy, "struck"));
	for (struct criterion *c = s->criteria; c < s->criteria + s->count; c++) {
		const json_t *row =
		    json_row(json_list(u->strategy, "success_criteria"), "id", c->id);
		const struct event_criterion_state state =
		    event_read_criterion_state(json_row(u->criteria, "id", c->id));

		c->own = json_flag(row, "own", false);
		if (!json_is_boolean(state.met))
			continue;
		criterion_judge(c, json_is_true(state.met) ? MET_YES : MET_NO, state.evidence);
		c->told = c->met;
		c->at_write = -1;
	}
	return true;
}

char *unfinished_text(const struct unfinished *u, size_t max_bytes)
{
	freed_by(strategy_free) struct strategy s = {0};
	auto_buf json = BUF_INIT;

	if (unfinished_read(u, &s)) {
		json_auto_t *value = json_pack("{s:s, s:o}", "approach", s.approach,
		    "success_criteria", strategy_criteria(&s));
		json_write(&json, value);
		tags_neutralise(&json);
		if (json.len <= max_bytes)
			return prompt_with(
			    "roles/strategist/unfinished", {"strategy", buf_str(&json)});
	}
	return xstrdup("");
}
