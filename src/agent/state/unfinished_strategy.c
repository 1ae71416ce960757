/* SPDX-License-Identifier: MIT
 * Events of a session may come from anywhere: what is loaded is held to the schema of a strategist's reply, and
 * what was judged then is judged again before it counts.
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

static bool is_aside(const json_t *data)
{
	const struct event_strategy s = event_read_strategy(data);

	return json_array_size(s.success_criteria) == 0 && s.complexity &&
	       strcmp(s.complexity, "simple") == 0;
}

void unfinished_take(struct unfinished *u, const struct event *ev)
{
	if (ev->type == EVENT_STRATEGY && is_aside(ev->data)) {
		u->aside = true;
	} else if (ev->type == EVENT_STRATEGY) {
		unfinished_free(u);
		u->strategy = json_deep_copy(ev->data);
	} else if (ev->type == EVENT_EVALUATION && u->strategy) {
		json_decref(u->criteria);
		u->criteria = json_deep_copy(event_read_evaluation(ev->data).criteria);
	} else if (ev->type == EVENT_TURN_END) {
		const struct event_turn_end end = event_read_turn_end(ev->data);

		if (!u->aside && end.outcome && strcmp(end.outcome, "answered") == 0)
			unfinished_free(u);
		u->aside = false;
	}
}

json_t *unfinished_save(const struct unfinished *u)
{
	json_t *o = json_object();

	json_put(o, "strategy", json_incref(u->strategy));
	json_put(o, "criteria", json_incref(u->criteria));
	json_put(o, "aside", json_boolean(u->aside));
	return o;
}

void unfinished_load(struct unfinished *u, const json_t *saved)
{
	u->strategy = json_deep_copy(json_map(saved, "strategy"));
	u->criteria = json_deep_copy(json_list(saved, "criteria"));
	u->aside = json_flag(saved, "aside", false);
}

/* Nothing is known of one that is not there. */
static struct event_criterion_state criterion_state_before(
    const struct unfinished *u, const char *id)
{
	json_each (row, u->criteria) {
		const struct event_criterion_state state = event_read_criterion_state(row);

		if (state.id && strcmp(state.id, id) == 0)
			return state;
	}
	return (struct event_criterion_state){0};
}

static void carry_state(const struct unfinished *u, struct criterion *c)
{
	const struct event_criterion_state state = criterion_state_before(u, c->id);

	if (!json_is_boolean(state.met))
		return;
	criterion_judge(c, json_is_true(state.met) ? MET_YES : MET_NO, state.evidence);
	c->told = c->met;
	c->at_write = -1;
}

bool unfinished_read(const struct unfinished *u, struct strategy *s)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	bool fits = u->strategy && schema_check(config_schema("strategy"), u->strategy, &v);

	if (!fits)
		return false;
	strategy_load(s, u->strategy);
	s->struck = json_incref(json_list(u->strategy, "struck"));
	for (size_t i = 0; i < s->count; i++) {
		struct criterion *c = &s->criteria[i];
		const json_t *row =
		    json_row(json_list(u->strategy, "success_criteria"), "id", c->id);

		c->own = json_flag(row, "own", false);
		carry_state(u, c);
	}
	return true;
}

char *unfinished_text(const struct unfinished *u, size_t max_bytes)
{
	freed_by(strategy_free) struct strategy s = {0};
	auto_buf json = BUF_INIT;
	char *line, *text = NULL;

	if (unfinished_read(u, &s)) {
		json_t *list = json_array();

		for (size_t i = 0; i < s.count; i++)
			json_array_append_new(list, criterion_json(&s.criteria[i]));
		json_t *value =
		    json_pack("{s:s, s:o}", "approach", s.approach, "success_criteria", list);
		line = json_line(value);
		buf_adds(&json, line);
		tags_neutralise(&json);
		if (json.len <= max_bytes)
			text = prompt_text("roles/strategist/unfinished",
			    (struct prompt_var[]){{"strategy", buf_str(&json)}}, 1);
		json_decref(value);
		free(line);
	}
	return text ? text : xstrdup("");
}
