/* SPDX-License-Identifier: MIT
 * agent plans: lists, shows, ends and exports the todo plans of this folder's sessions, or of all, read
 * from their events, with what was done for each item.
 */

#include "base/base.h"
#include "base/print.h"
#include "base/secret.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "plan/history/plan_estimate.h"
#include "plan/history/plan_history.h"

struct plans_wish {
	const char *words[2];
	int count;
	bool all, json, force;
	const char *format;
	struct plan_history history;
	const struct past_plan *plan; /* (borrowed from history) the named one; NULL: list */
	struct store *store;
	const struct program *program;
};

static const struct word_option options[] = {
    {"--all", WORD_FLAG, offsetof(struct plans_wish, all)},
    {"--output", WORD_OUTPUT, offsetof(struct plans_wish, json)},
    {"--force", WORD_FLAG, offsetof(struct plans_wish, force)},
    {"--format", WORD_TEXT, offsetof(struct plans_wish, format)},
    {NULL},
};

static void print_past_plan(const struct past_plan *p, int width)
{
	auto_buf line = BUF_INIT;
	char when[20], took[24];

	clock_spell_date(p->began_ms, when);
	clock_spell(past_plan_active_ms(p), took);
	buf_addf(&line, "%-26s  %-16s  %-9s  %3d/%-3zu  %7s  %s", p->plan.id, when,
	    plan_status_name(p->plan.status), plan_count(&p->plan, TODO_COMPLETED), p->plan.count,
	    took, p->plan.goal ? p->plan.goal : "");
	past_plan_apart(&p->plan, " · ", &line);
	if (p->plan.why)
		buf_addf(&line, " · abandoned: %s", p->plan.why);
	sessions_print_cut(buf_str(&line), width);
}

static int plans_list(struct plans_wish *w)
{
	const int width = sessions_width();
	json_t *list;

	if (w->json) {
		list = json_array();
		for (size_t i = w->history.count; i-- > 0;)
			json_array_append_new(list, past_plan_json(&w->history.list[i]));
		print_json_line(list);
		return 0;
	}
	if (w->history.count == 0)
		print_text(stderr, "agent: no plans%s\n",
		    w->all ? " yet" : " of this folder yet; --all lists those of others");
	else
		sessions_print_cut("ID                          BEGAN             STATUS       "
				   "DONE     TIME  GOAL",
		    width);
	for (size_t i = w->history.count; i-- > 0;)
		print_past_plan(&w->history.list[i], width);
	return 0;
}

/* Sets w->plan to the only plan in the history, which was read by an id, its beginning or "last". False: there is none
 * or more than one, and the message was printed. */
static bool find_plan(struct plans_wish *w)
{
	const char *id = w->count ? w->words[0] : "last";
	const size_t hits = w->history.count;

	if (hits == 0)
		print_text(stderr, "agent: no plan '%s'; agent plans list%s shows what there is\n",
		    id, w->all ? " --all" : "");
	else if (hits > 1)
		print_text(stderr, "agent: '%s' is the beginning of %zu plans; say more of it\n",
		    id, hits);
	w->plan = w->history.list;
	return hits == 1;
}

static int plans_show(struct plans_wish *w)
{
	const struct past_plan *p = w->plan;
	struct plan_estimate e;
	auto_buf spelled = BUF_INIT, text = BUF_INIT;

	/* Only of use for a plan under way. */
	const bool estimated =
	    p->plan.status == PLAN_ACTIVE &&
	    plan_estimate(w->store, w->all ? NULL : workspace_path(w->program->workspace), &p->plan,
		w->program->settings, &e);
	if (w->json) {
		json_t *o = past_plan_json(p);

		if (estimated)
			json_put(o, "estimate",
			    json_pack("{s:i, s:b, s:i, s:i, s:I, s:I}", "plans", e.samples, "alike",
				(int)e.alike, "rounds", e.rounds, "calls", e.calls, "active_ms",
				(json_int_t)e.active_ms, "tokens", (json_int_t)e.tokens));
		print_json_line(o);
		return 0;
	}
	if (estimated) {
		buf_adds(&spelled, "estimate  ");
		plan_estimate_spell(&e, &spelled);
	}
	if (p->plan.status == PLAN_ACTIVE)
		buf_addf(
		    &spelled, "%sgo on     agent --resume %s", spelled.len ? "\n" : "", p->session);
	past_plan_write(p, spelled.len ? buf_str(&spelled) : NULL, &text);
	print_text(stdout, "%s", buf_str(&text));
	return 0;
}

static int plans_end(struct plans_wish *w)
{
	const struct past_plan *p = w->plan;
	struct error e = ERROR_INIT;

	if (!past_plan_end(
		p, w->store, w->program->settings, w->count > 1 ? w->words[1] : NULL, &e))
		return sessions_fail(&e);
	print_text(
	    stderr, "agent: the plan is ended: %s\n", p->plan.goal ? p->plan.goal : p->plan.id);
	return 0;
}

static int plans_export(struct plans_wish *w)
{
	const struct past_plan *p = w->plan;
	struct error e = ERROR_INIT;
	auto_buf out = BUF_INIT;

	if (!plan_export(p, w->format ? w->format : w->json ? "json" : "md", &out, &e))
		return sessions_fail(&e);
	secret_redact(&out);
	return sessions_write(w->count > 1 ? w->words[1] : NULL, w->force, &out);
}

static const struct plans_action {
	const char *name;
	int (*run)(struct plans_wish *w);
	int most; /* words */
} actions[] = {
    {"list", plans_list, 0},
    {"show", plans_show, 1},
    {"export", plans_export, 2},
    {"end", plans_end, 2},
};

/* Reads into the history the plans that the action needs, and no others: it may be long. False: e. */
static bool read_wanted(struct plans_wish *w, const struct plans_action *a, struct error *e)
{
	const char *folder = w->all ? NULL : workspace_path(w->program->workspace);
	const char *id = w->count ? w->words[0] : "last";

	if (a->run == plans_list && w->json)
		return plan_history_read(&w->history, w->store, folder, (struct past_wish){0}, e);
	if (a->run == plans_list)
		return plan_history_read(&w->history, w->store, folder,
		    (struct past_wish){.part = PLAN_LAST_IF_OVER}, e);
	if (strcmp(id, "last") == 0)
		return plan_history_read_last(
		    &w->history, w->store, folder, w->program->settings, e);
	return plan_history_read(&w->history, w->store, folder, (struct past_wish){.id = id}, e);
}

static int run_action(const struct options *o, const struct plans_action *a, char *const *rest)
{
	struct program p;
	struct plans_wish w = {.json = o->output == OUTPUT_JSON, .program = &p};
	struct error e = ERROR_INIT;
	int code =
	    command_words_take(&command_plans, options, &w, rest, w.words, &w.count, a->most);

	if (code != 0)
		return code;
	code = program_configure(&p, o);
	if (code == 0 && (!(w.store = program_store(&e)) || !read_wanted(&w, a, &e)))
		code = sessions_fail(&e);
	if (code == 0) {
		plan_history_drop_trivial(&w.history, p.settings);
		code = a->run != plans_list && !find_plan(&w) ? 2 : a->run(&w);
	}
	plan_history_free(&w.history);
	store_close(w.store);
	program_close(&p);
	return code;
}

static int run(const struct options *o, char *const *rest)
{
	const char *name = rest[0] && rest[0][0] != '-' ? rest[0] : "list";

	for (size_t i = 0; i < ARRAY_SIZE(actions); i++)
		if (strcmp(actions[i].name, name) == 0)
			return run_action(o, &actions[i], rest + (rest[0] && rest[0][0] != '-'));
	return command_words_usage(&command_plans, "unknown word", name);
}

const struct command command_plans = {
    .name = "plans",
    .usage = "[list [--all] | show [ID] | end [ID] [WHY] | export [ID] [FILE] --format "
	     "md|json|org|taskwarrior]",
    .summary = "list, show, end and export the todo plans of past sessions",
    .run = run,
};
