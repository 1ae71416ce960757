/* SPDX-License-Identifier: MIT
 * agent stats: statistics of plans over any period, each figure beside its target. One pass over the
 * stored events (plan/history/plan_tally.h); nothing is written.
 */
#include "cli/sessions/stats.h"

#include "base/base.h"
#include "base/print.h"
#include "base/text/moment_words.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"

/* ---- As JSON ------------------------------------------------------------------------------------- */

static json_t *real_or_null(bool any, double n)
{
	return any ? json_real(n) : json_null();
}

static json_t *text_of(const char *name)
{
	return json_text(name, strlen(name));
}

static json_t *spread_json(const struct spread *s)
{
	return json_pack("{s:i, s:o, s:o}", "count", (int)s->count, "median",
	    real_or_null(s->count > 0, s->median), "p90", real_or_null(s->count > 0, s->p90));
}

static json_t *figure_json(const struct figure *f)
{
	static const char *const rules[] = {
	    [RULE_AT_LEAST] = "at_least",
	    [RULE_BELOW] = "below",
	    [RULE_ABOUT] = "about",
	};
	const enum figure_verdict verdict = figure_verdict(f);

	return json_pack("{s:s*, s:s*, s:s, s:o, s:I, s:I, s:s*, s:s, s:o, s:o}", "figure", f->key,
	    "group", f->group, "unit", f->unit == UNIT_PERCENT ? "percent" : "mean", "value",
	    real_or_null(f->among > 0, f->among ? figure_value(f) : 0), "count",
	    (json_int_t)f->count, "among", (json_int_t)f->among, "of", f->of, "rule",
	    rules[f->rule], "target", real_or_null(f->targeted, f->target), "met",
	    verdict == VERDICT_NONE ? json_null() : json_boolean(verdict == VERDICT_MET));
}

static json_t *share(size_t part, size_t whole)
{
	return real_or_null(whole > 0, whole ? 100.0 * (double)part / (double)whole : 0);
}

static json_t *tasks_json(const struct plan_figures *f)
{
	json_t *list = json_array();

	for (size_t i = 0; i < TASK_PARTS; i++) {
		const struct task_part *part = &f->parts[i];

		json_array_append_new(
		    list, json_pack("{s:s, s:i, s:i, s:o, s:o, s:o}", "part", part->name, "tasks",
			      (int)part->tasks, "answered", (int)part->answered, "percent",
			      share(part->answered, part->tasks), "ms", spread_json(&part->ms),
			      "usd", spread_json(&part->usd)));
	}
	return list;
}

static json_t *plans_json(const struct plan_part *parts, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list,
		    json_pack("{s:o, s:i, s:i, s:i, s:o, s:o}", "part", text_of(parts[i].name),
			"plans", (int)parts[i].plans, "ended", (int)parts[i].ended, "completed",
			(int)parts[i].done, "percent", share(parts[i].done, parts[i].ended), "ms",
			spread_json(&parts[i].ms)));
	return list;
}

static json_t *places_json(const struct failure_place *places, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_pack("{s:o, s:i}", "part", text_of(places[i].name),
						"count", (int)places[i].count));
	return list;
}

json_t *stats_period_json(int64_t since_ms, int64_t until_ms, const char *folder)
{
	return json_pack("{s:o, s:o, s:o}", "since",
	    since_ms ? json_integer(since_ms) : json_null(), "until",
	    until_ms != INT64_MAX ? json_integer(until_ms) : json_null(), "workspace",
	    folder ? text_of(folder) : json_null());
}

/* Returns the object of --output json; new reference. */
static json_t *stats_json(const struct stats *s)
{
	const struct plan_figures *f = &s->figures;
	json_t *o = stats_period_json(s->since_ms, s->until_ms, s->folder), *list = json_array();

	for (size_t i = 0; i < FIGURES; i++)
		json_array_append_new(list, figure_json(&f->list[i]));
	json_auto_t *more =
	    json_pack("{s:i, s:i, s:i, s:i, s:{s:I, s:I}, s:o, s:{s:o, s:o}, s:o, s:o, s:o,"
		      " s:{s:i, s:o, s:o, s:o}, s:{s:i, s:i, s:i}, s:{s:i, s:i, s:i}}",
		"sessions", (int)f->sessions, "tasks", (int)f->tasks, "plans", (int)f->plans,
		"open", (int)f->open, "passed_over", "unknown", (json_int_t)s->unknown,
		"unreadable", (json_int_t)s->unreadable, "figures", list, "times", "item_ms",
		spread_json(&f->item_ms), "plan_ms", spread_json(&f->plan_ms), "task_parts",
		tasks_json(f), "sizes", plans_json(f->sizes, SIZES), "shapes",
		plans_json(f->shapes, f->shape_count), "failures", "count", (int)f->failures,
		"place", places_json(f->places, 3), "first_word",
		places_json(f->kinds, f->kind_count), "tool", places_json(f->tools, f->tool_count),
		"abandoned", "replaced", (int)f->endings[ENDING_REPLACED], "by_user",
		(int)f->endings[ENDING_USER], "idle", (int)f->endings[ENDING_IDLE], "user",
		"changes", (int)f->edits, "sent_back", (int)f->refusals, "steered", (int)f->steers);
	json_object_update(o, more);
	return o;
}

struct stats_wish {
	bool all, json;
	const char *since, *until; /* as given */
	int64_t since_ms, until_ms;
};

static const struct word_option options[] = {
    {"--all", WORD_FLAG, offsetof(struct stats_wish, all)},
    {"--output", WORD_OUTPUT, offsetof(struct stats_wish, json)},
    {"--since", WORD_TEXT, offsetof(struct stats_wish, since)},
    {"--until", WORD_TEXT, offsetof(struct stats_wish, until)},
    {NULL},
};

static int moment(const struct command *c, const char *text, bool end, int64_t *out)
{
	if (!text || period_moment(text, clock_now_ms(), end, out))
		return 0;
	return command_words_usage(
	    c, "is no time; 7d, 12h, today, 2026-10-01 and 2026-10-01T14:30 are", text);
}

int stats_period(const struct command *c, const char *since, const char *until, int64_t *since_ms,
    int64_t *until_ms)
{
	int code = moment(c, since, false, since_ms);

	if (code == 0)
		code = moment(c, until, true, until_ms);
	if (code == 0 && *since_ms >= *until_ms)
		code = command_words_usage(c, "ends before it begins", until ? until : since);
	return code;
}

static int make(struct stats *s, const struct stats_wish *w, const struct program *p)
{
	struct error e = ERROR_INIT;
	struct store *store = program_store(&e);
	freed_by(tally_free) struct tally tally = {0};
	const char *folder = w->all ? NULL : workspace_path(p->workspace);
	const bool ok = store && store_scan(store, folder, w->since_ms, tally_take, &tally, &e);

	store_close(store);
	if (!ok)
		return sessions_fail(&e);
	tally_end(&tally);
	*s = (struct stats){
	    .since_ms = w->since_ms,
	    .until_ms = w->until_ms,
	    .folder = folder,
	    .unknown = tally.unknown,
	    .unreadable = tally.unreadable,
	    .rows = (size_t)setting_int(p->settings, "stats.rows"),
	};
	figures_make(&s->figures, &tally, p->settings, w->since_ms, w->until_ms);
	return 0;
}

static int run(const struct options *o, char *const *rest)
{
	struct stats_wish w = {.json = o->output == OUTPUT_JSON, .until_ms = INT64_MAX};
	freed_by(program_close) struct program p = {0};
	struct theme theme = {0};
	struct stats s;
	auto_error e = ERROR_INIT;
	int none = 0, code = command_words_take(&command_stats, options, &w, rest, NULL, &none, 0);

	if (code == 0)
		code = stats_period(&command_stats, w.since, w.until, &w.since_ms, &w.until_ms);
	if (code == 0)
		code = program_configure(&p, o);
	if (code == 0)
		code = make(&s, &w, &p);
	if (code != 0)
		return code;
	if (w.json) {
		print_json_line(stats_json(&s));
		return 0;
	}
	if (program_color(o, p.settings, STDOUT_FILENO)) {
		if (!theme_open(&theme, setting_string(p.settings, "ui.theme"), &e))
			print_text(stderr, "agent: %s\n", e.message);
		s.theme = &theme;
	}
	stats_print(&s);
	return 0;
}

const struct command command_stats = {
    .name = "stats",
    .usage = "[--all] [--since WHEN] [--until WHEN] [--output text|json]",
    .summary = "how plans went, beside their targets",
    .run = run,
};
