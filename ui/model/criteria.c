/* SPDX-License-Identifier: MIT
 * Folds strategies and evaluations. A strategy is kept until the next turn begins; each evaluation
 * changes the state of the criteria it names.
 */
#include "ui/model/criteria.h"

#include "base/base.h"
#include "session/event/event_data.h"

void criteria_free(struct criteria *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free_all(c->list[i].id, c->list[i].text);
		json_decref(c->list[i].check);
	}
	free_all(c->list, c->approach);
	*c = (struct criteria){0};
}

static enum criterion_state criterion_state_of(const json_t *met)
{
	return json_is_true(met)    ? CRITERION_MET
	       : json_is_false(met) ? CRITERION_UNMET
				    : CRITERION_OPEN;
}

/* Replaces the strategy by a new one, which says itself what is known of criteria it keeps. */
static void take_strategy(struct criteria *c, const json_t *data)
{
	const struct event_strategy strategy = event_read_strategy(data);
	const json_t *list = strategy.success_criteria;
	struct criteria next = {.approach = xstrdup(strategy.approach ? strategy.approach : "")};

	next.list = xcalloc(json_array_size(list) + 1, sizeof *next.list);
	json_each (row, list) {
		const char *id = json_str(row, "id", "");

		next.list[next.count++] =
		    (struct criterion_seen){xstrdup(id), xstrdup(json_str(row, "text", "")),
			criterion_state_of(json_object_get(row, "met")),
			json_incref(json_map(row, "check"))};
	}
	criteria_free(c);
	*c = next;
}

void criteria_take(struct criteria *c, const struct event *ev)
{
	if (ev->type == EVENT_TURN_START)
		criteria_free(c);
	else if (ev->type == EVENT_STRATEGY) {
		take_strategy(c, ev->data);
		c->seq = ev->seq;
	} else if (ev->type == EVENT_EVALUATION) {
		json_each (row, event_read_evaluation(ev->data).criteria) {
			const json_t *met = json_object_get(row, "met");

			for (size_t k = 0; k < c->count; k++)
				if (strcmp(c->list[k].id, json_str(row, "id", "")) == 0)
					c->list[k].state = criterion_state_of(met);
		}
	}
}

json_t *criteria_json(const struct criteria *c)
{
	if (!c->approach)
		return NULL;
	json_t *list = json_array();
	for (size_t i = 0; i < c->count; i++)
		json_array_append_new(list,
		    json_pack("{s:s, s:s, s:i, s:O*}", "id", c->list[i].id, "text", c->list[i].text,
			"state", (int)c->list[i].state, "check", c->list[i].check));
	return json_pack("{s:s, s:o, s:I}", "approach", c->approach, "success_criteria", list,
	    "seq", (json_int_t)c->seq);
}

void criteria_load(struct criteria *c, const json_t *value)
{
	const json_t *list = json_list(value, "success_criteria");

	criteria_free(c);
	if (!json_is_object(value))
		return;
	take_strategy(c, value);
	c->seq = json_int(value, "seq", 0);
	for (size_t i = 0; i < c->count; i++) {
		const int64_t state = json_int(json_array_get(list, i), "state", 0);

		c->list[i].state = state == CRITERION_MET || state == CRITERION_UNMET
				       ? (enum criterion_state)state
				       : CRITERION_OPEN;
	}
}
