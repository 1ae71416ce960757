/* SPDX-License-Identifier: MIT
 * How a session stands, in a few figures: what a fold of its end knows, kept so that the next list has them at
 * once.
 */
#include "ui/command/session_summary.h"

#include "base/base.h"
#include "ui/model/model_snapshot.h"
#include "ui/view/plan_view.h"

#define KIND "sum 2"
#define MINUTE ((int64_t)60 * 1000)

struct session_sum {
	struct event_source *past; /* (owned) */
	int64_t last;
	struct ui_seek way;
	struct ui_model model;
	bool on;
};

struct session_sum *session_sum_new(struct store *s, const char *id)
{
	struct session_sum *sum = xcalloc(1, sizeof *sum);

	sum->past = event_source_stored(s, id);
	sum->last = event_source_last(sum->past);
	ui_model_init(&sum->model);
	return sum;
}

void session_sum_free(struct session_sum *s)
{
	if (!s)
		return;
	if (s->on)
		ui_seek_end(&s->way);
	ui_model_free(&s->model);
	event_source_free(s->past);
	free(s);
}

static json_t *figures(const struct ui_model *m)
{
	json_t *sum = json_pack("{s:s*, s:I, s:o*}", "outcome",
	    m->running ? "not ended" : m->outcome, "tokens", (json_int_t)(m->input + m->output),
	    "cost_usd", m->usages && m->priced ? json_real(m->cost_usd) : NULL);

	if (plan_shown(&m->plan))
		json_object_update_new(
		    sum, json_pack("{s:i, s:i, s:i}", "done", plan_count(&m->plan, TODO_COMPLETED),
			     "skipped", plan_count(&m->plan, TODO_SKIPPED), "items",
			     (int)m->plan.count));
	return sum;
}

json_t *session_sum_step(struct session_sum *s, int64_t until_us)
{
	int64_t at = s->last;
	json_t *sum = s->on ? NULL : event_source_kept(s->past, KIND, &at);
	auto_error e = ERROR_INIT;

	if (sum && at == s->last)
		return sum;
	json_decref(sum);
	if (!s->on)
		ui_seek_begin(&s->way, &s->model, s->past, s->last, s->last + 1);
	s->on = true;
	if (ui_seek_step(&s->way, until_us, &e) == UI_SEEK_GOES_ON)
		return NULL;
	sum = figures(&s->model);
	event_source_keep(s->past, KIND, s->last, sum);
	return sum;
}

void session_spell_age(int64_t ms, struct buf *out)
{
	static const struct {
		int64_t unit, most;
		const char *name;
	} ages[] = {{MINUTE, 60, "min"}, {60 * MINUTE, 48, "h"}, {24 * 60 * MINUTE, 60, "d"},
	    {30 * 24 * 60 * MINUTE, INT64_MAX, "months"}};

	if (ms < MINUTE) {
		buf_adds(out, "now");
		return;
	}
	for (size_t i = 0;; i++)
		if (ms / ages[i].unit < ages[i].most) {
			buf_addf(out, "%lld %s ago", (long long)(ms / ages[i].unit), ages[i].name);
			return;
		}
}

void session_spell(const json_t *row, const json_t *sum, int64_t now_ms, struct buf *out)
{
	const int64_t at = json_int(row, "updated_at", 0), items = json_int(sum, "items", 0);
	const char *outcome = json_str(sum, "outcome", NULL);
	char tokens[24];

	session_spell_age(now_ms - at, out);
	if (outcome)
		buf_addf(out, " · %s", outcome);
	if (json_object_get(sum, "cost_usd"))
		buf_addf(out, " · $%.3f", json_num(sum, "cost_usd", 0));
	else if (json_int(sum, "tokens", 0) > 0) {
		ui_spell_tokens(json_int(sum, "tokens", 0), tokens);
		buf_addf(out, " · %s", tokens);
	}
	if (items > 0)
		buf_addf(
		    out, " · %lld/%lld", (long long)json_int(sum, "done", 0), (long long)items);
	if (items > 0 && json_int(sum, "skipped", 0) > 0)
		buf_addf(out, ", %lld skipped", (long long)json_int(sum, "skipped", 0));
}
