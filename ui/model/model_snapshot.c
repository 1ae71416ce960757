/* SPDX-License-Identifier: MIT
 * Writes and reads the state as JSON by one table. A new member of the state that a later event does not bring anew
 * needs a row there; when what a member means changes, SNAPSHOT_KIND must. A session's id, title and folder come from
 * the store: a fork shares the snapshots of the session it was forked from.
 */
#include "ui/model/model_snapshot.h"

#include "base/base.h"

enum snapshot_field_kind { TEXT, NUMBER, LONG, MONEY, FLAG };
static const struct snapshot_field {
	const char *name;
	enum snapshot_field_kind kind;
	size_t offset;
} fields[] = {
#define FIELD(name, kind) \
	{ \
#name, kind, offsetof(struct ui_model, name) \
	}
    FIELD(model, TEXT),
    FIELD(depth, TEXT),
    FIELD(question, TEXT),
    FIELD(outcome, TEXT),
    FIELD(running, FLAG),
    FIELD(turn, NUMBER),
    FIELD(turn_rows, NUMBER),
    FIELD(turn_observes, FLAG),
    FIELD(iteration, NUMBER),
    FIELD(max_iterations, NUMBER),
    FIELD(more_rounds, NUMBER),
    FIELD(turn_started_ms, LONG),
    FIELD(worked_ms, LONG),
    FIELD(input, LONG),
    FIELD(output, LONG),
    FIELD(cached, LONG),
    FIELD(sent, LONG),
    FIELD(resent, LONG),
    FIELD(breaks, NUMBER),
    FIELD(cost_usd, MONEY),
    FIELD(priced, FLAG),
    FIELD(usages, NUMBER),
    FIELD(context_tokens, LONG),
    FIELD(context_used, LONG),
    FIELD(seq, LONG),
    FIELD(at_ms, LONG),
#undef FIELD
};
#define FIELDS ARRAY_SIZE(fields)

static json_t *snapshot_value(const struct snapshot_field *f, const void *at)
{
	switch (f->kind) {
	case TEXT:
		return *(char *const *)at ? json_string(*(char *const *)at) : NULL;
	case NUMBER:
		return json_integer(*(const int *)at);
	case LONG:
		return json_integer(*(const int64_t *)at);
	case MONEY:
		return json_real(*(const double *)at);
	case FLAG:
		return json_boolean(*(const bool *)at);
	}
	return NULL;
}

static void set_value(const struct snapshot_field *f, void *at, const json_t *snapshot)
{
	const char *text;

	switch (f->kind) {
	case TEXT:
		text = json_str(snapshot, f->name, NULL);
		*(char **)at = text ? xstrdup(text) : NULL;
		break;
	case NUMBER:
		*(int *)at = (int)json_int(snapshot, f->name, 0);
		break;
	case LONG:
		*(int64_t *)at = json_int(snapshot, f->name, 0);
		break;
	case MONEY:
		*(double *)at = json_num(snapshot, f->name, 0);
		break;
	case FLAG:
		*(bool *)at = json_flag(snapshot, f->name, false);
		break;
	}
}

json_t *ui_snapshot(const struct ui_model *m)
{
	json_t *snapshot = json_object();

	for (size_t i = 0; i < FIELDS; i++)
		json_put(snapshot, fields[i].name,
		    snapshot_value(&fields[i], (const char *)m + fields[i].offset));
	json_put(snapshot, "plan", plan_save(&m->plan));
	json_put(snapshot, "plans", json_deep_copy(m->plans));
	json_put(snapshot, "criteria", criteria_json(&m->criteria));
	json_put(snapshot, "jobs", job_list_save(&m->jobs));
	json_put(snapshot, "settings", json_incref(m->settings));
	json_put(snapshot, "limits", json_incref(m->limits));
	return snapshot;
}

bool ui_restore(struct ui_model *m, const json_t *snapshot)
{
	const unsigned removed = m->removed, version = m->version;

	if (!json_is_object(snapshot) || json_int(snapshot, "seq", -1) < 0)
		return false;
	ui_model_free(m);
	m->removed = removed + 1;
	m->version = version + 1;
	for (size_t i = 0; i < FIELDS; i++)
		set_value(&fields[i], (char *)m + fields[i].offset, snapshot);
	plan_restore(&m->plan, json_map(snapshot, "plan"));
	m->plans = json_deep_copy(json_list(snapshot, "plans"));
	criteria_load(&m->criteria, json_map(snapshot, "criteria"));
	job_list_load(&m->jobs, json_map(snapshot, "jobs"));
	m->settings = json_deep_copy(json_map(snapshot, "settings"));
	m->limits = json_deep_copy(json_list(snapshot, "limits"));
	return true;
}
