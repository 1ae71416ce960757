/*
 * agent plans: the todo plans of this folder's sessions, or of all. They are read from the events,
 * so what was planned is what was done, with the evidence of each item.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/print.h"
#include "base/secret.h"
#include "cli/command_words.h"
#include "cli/program.h"
#include "cli/run.h"
#include "cli/session_show.h"
#include "cli/sessions.h"
#include "plan/plan_estimate.h"
#include "plan/plan_history.h"

struct plans_wish {
	const char *words[2];
	int count;
	bool all, json, force;
	const char *format;
	struct plan_history history;
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

static int done_of(const struct plan *p)
{
	return plan_count(p, TODO_COMPLETED);
}

/* ", 1 skipped, 2 failed"; owned. */
static char *apart(const struct plan *p)
{
	int skipped = plan_count(p, TODO_SKIPPED), failed = plan_count(p, TODO_FAILED);
	struct buf out = BUF_INIT;

	if (skipped)
		buf_addf(&out, ", %d skipped", skipped);
	if (failed)
		buf_addf(&out, ", %d failed", failed);
	return buf_take(&out);
}

static void print_row(const struct past_plan *p, int width)
{
	struct buf line = BUF_INIT;
	char when[20], took[24], *rest = apart(&p->plan);

	time_spell(p->began_ms, when);
	clock_spell(past_active_ms(p), took);
	buf_addf(&line, "%-26s  %-16s  %-9s  %3d/%-3zu  %7s  %s", p->plan.id, when,
	    plan_status_name(p->plan.status), done_of(&p->plan), p->plan.count, took,
	    p->plan.goal ? p->plan.goal : "");
	if (*rest)
		buf_addf(&line, " · %s", rest + 2);
	if (p->plan.why)
		buf_addf(&line, " · abandoned: %s", p->plan.why);
	free(rest);
	sessions_print_cut(buf_str(&line), width);
	buf_free(&line);
}

static int plans_list(struct plans_wish *w)
{
	const int width = sessions_width();
	json_t *list;

	if (w->json) {
		list = json_array();
		for (size_t i = w->history.count; i-- > 0;)
			json_array_append_new(list, past_json(&w->history.list[i]));
		sessions_json(list);
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
		print_row(&w->history.list[i], width);
	return 0;
}

/* The plan an id, its beginning or "last" names, the only ones that were read; NULL: the message was
 * printed. */
static const struct past_plan *find(const struct plans_wish *w)
{
	const char *id = w->count ? w->words[0] : "last";
	const size_t hits = w->history.count;

	if (hits == 0)
		print_text(stderr, "agent: no plan '%s'; agent plans list%s shows what there is\n",
		    id, w->all ? " --all" : "");
	else if (hits > 1)
		print_text(stderr, "agent: '%s' is the beginning of %zu plans; say more of it\n",
		    id, hits);
	return hits == 1 ? &w->history.list[0] : NULL;
}

static void add_list(struct buf *out, const char *what, const json_t *list)
{
	json_t *one;
	size_t i;

	if (json_array_size(list) > 0)
		buf_addf(out, " · %s", what);
	json_array_foreach (list, i, one) {
		buf_adds(out, i && *what ? ", " : *what ? " " : i ? ", " : "");
		if (json_is_string(one))
			buf_adds(out, json_string_value(one));
		else
			buf_addf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(one));
	}
}

static void print_evidence(const struct past_plan *past, const struct todo *t)
{
	struct buf line = BUF_INIT;
	int64_t ms = todo_active_ms(t, past->plan.seen_ms);
	char took[24];

	if (t->attempts == 0 && !t->claimed)
		return;
	clock_spell(ms, took);
	buf_adds(&line, took);
	if (t->attempts > 1)
		buf_addf(&line, " · %d attempts", t->attempts);
	if (t->spent.calls)
		buf_addf(&line, " · %d call%s", t->spent.calls, t->spent.calls == 1 ? "" : "s");
	add_list(&line, "", t->spent.files);
	add_list(&line, "exit", t->spent.exits);
	if (t->spent.tokens)
		buf_addf(&line, " · %" PRId64 " tokens", t->spent.tokens);
	if (t->spent.cost_usd > 0 && !t->spent.unpriced)
		buf_addf(&line, " · $%.4f", t->spent.cost_usd);
	if (t->claimed)
		buf_adds(&line, " · claimed: nothing was done for it");
	print_text(stdout, "      %s\n", buf_str(&line));
	buf_free(&line);
}

static void print_item(const struct past_plan *past, const struct todo *t)
{
	static const char *const marks[] = {
	    [TODO_PENDING] = "[ ]",
	    [TODO_IN_PROGRESS] = "[>]",
	    [TODO_COMPLETED] = "[x]",
	    [TODO_FAILED] = "[!]",
	    [TODO_SKIPPED] = "[-]",
	};

	print_text(stdout, "  %s %s", marks[t->status], t->content);
	if (t->total > 0)
		printf(" (%d of %d)", t->processed, t->total);
	if (t->by == AUTHOR_USER)
		printf(" (yours)");
	putchar('\n');
	if (t->error || t->result)
		print_text(stdout, "      %s%s\n", t->error ? "failed: " : "",
		    t->error ? t->error : t->result);
	print_evidence(past, t);
}

/* Of a plan under way. */
static bool estimate(
    const struct plans_wish *w, const struct past_plan *past, struct plan_estimate *out)
{
	return past->plan.status == PLAN_ACTIVE &&
	       plan_estimate(w->store, w->all ? NULL : workspace_path(w->program->workspace),
		   &past->plan, w->program->settings, out);
}

static void print_estimate(const struct plans_wish *w, const struct past_plan *past)
{
	struct plan_estimate e;
	struct buf line = BUF_INIT;

	if (!estimate(w, past, &e))
		return;
	plan_estimate_spell(&e, &line);
	print_text(stdout, "estimate  %s\n", buf_str(&line));
	buf_free(&line);
}

static json_t *show_json(const struct plans_wish *w, const struct past_plan *past)
{
	json_t *o = past_json(past);
	struct plan_estimate e;

	if (estimate(w, past, &e))
		json_put(o, "estimate",
		    json_pack("{s:i, s:b, s:i, s:i, s:I, s:I}", "plans", e.samples, "alike",
			(int)e.alike, "rounds", e.rounds, "calls", e.calls, "active_ms",
			(json_int_t)e.active_ms, "tokens", (json_int_t)e.tokens));
	return o;
}

static void print_plan(const struct plans_wish *w, const struct past_plan *past)
{
	const struct plan *p = &past->plan;
	char began[20], ended[20], took[24], *rest = apart(p);

	time_spell(past->began_ms, began);
	time_spell(past->ended_ms, ended);
	clock_spell(past_active_ms(past), took);
	print_text(stdout, "%s\n\n", p->goal ? p->goal : "Plan");
	print_text(stdout, "id        %s\n", p->id);
	print_text(stdout, "session   %s\n", past->session);
	print_text(stdout, "status    %s%s%s%s, %d of %zu done%s\n", plan_status_name(p->status),
	    past->replaced ? " for another plan" : "", p->why ? ": " : "", p->why ? p->why : "",
	    done_of(p), p->count, rest);
	free(rest);
	print_text(stdout, "when      %s to %s\n", began, ended);
	print_text(stdout, "took      %s · %d rounds · %d calls · %" PRId64 " tokens\n", took,
	    past->rounds, past->calls, past->tokens);
	printf("changes   %d, %d of them by you · %d failed · %d tried again\n", past->changes,
	    past->by_user, past->failures, past->retries);
	print_estimate(w, past);
	putchar('\n');
	for (size_t i = 0; i < p->count; i++)
		print_item(past, &p->items[i]);
}

static int plans_show(struct plans_wish *w)
{
	const struct past_plan *p = find(w);

	if (!p)
		return 2;
	if (w->json)
		sessions_json(show_json(w, p));
	else
		print_plan(w, p);
	return 0;
}

static int write_out(const char *path, bool force, const struct buf *text)
{
	struct error e = ERROR_INIT;
	FILE *out = sessions_target(path, force, &e);

	if (!out)
		return sessions_fail(&e);
	if (fwrite(buf_str(text), 1, text->len, out) == text->len &&
	    (out == stdout ? fflush(out) : fclose(out)) == 0)
		return 0;
	error_set(&e, ERR_IO, "cannot write '%s': %s", path ? path : "-", error_system(errno));
	return sessions_fail(&e);
}

static int plans_export(struct plans_wish *w)
{
	const struct past_plan *p = find(w);
	struct error e = ERROR_INIT;
	struct buf out = BUF_INIT;
	int code;

	if (!p)
		return 2;
	if (!plan_export(p, w->format ? w->format : w->json ? "json" : "md", &out, &e))
		return sessions_fail(&e);
	secret_redact(&out);
	code = write_out(w->count > 1 ? w->words[1] : NULL, w->force, &out);
	buf_free(&out);
	return code;
}

static const struct plans_action {
	const char *name;
	int (*run)(struct plans_wish *w);
	int most; /* words */
} actions[] = {
    {"list", plans_list, 0},
    {"show", plans_show, 1},
    {"export", plans_export, 2},
};

/* No more than the action asks for: a history may be long. */
static bool read_wanted(struct plans_wish *w, const struct plans_action *a, struct error *e)
{
	const char *folder = w->all ? NULL : workspace_path(w->program->workspace);
	const char *id = w->count ? w->words[0] : "last";

	if (a->run == plans_list && w->json)
		return plan_history_read(&w->history, w->store, folder, e);
	if (a->run == plans_list)
		return plan_history_list(&w->history, w->store, folder, e);
	if (strcmp(id, "last") == 0)
		return plan_history_read_last(
		    &w->history, w->store, folder, w->program->settings, e);
	return plan_history_find(&w->history, w->store, folder, id, e);
}

static int read_history(struct plans_wish *w, const struct plans_action *a)
{
	struct error e = ERROR_INIT;

	w->store = program_store(&e);
	if (!w->store || !read_wanted(w, a, &e))
		return sessions_fail(&e);
	plan_history_drop_trivial(&w->history, w->program->settings);
	return 0;
}

static int run_action(const struct options *o, const struct plans_action *a, char *const *rest)
{
	struct program p;
	struct plans_wish w = {.json = o->output == OUTPUT_JSON, .program = &p};
	int code =
	    command_words_take(&command_plans, options, &w, rest, w.words, &w.count, a->most);

	if (code != 0)
		return code;
	code = program_configure(&p, o);
	if (code == 0)
		code = read_history(&w, a);
	if (code == 0)
		code = a->run(&w);
	plan_history_free(&w.history);
	store_close(w.store);
	program_close(&p);
	return code;
}

static int run(const struct options *o, char *const *rest)
{
	const char *name = rest[0] && rest[0][0] != '-' ? rest[0] : "list";

	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (strcmp(actions[i].name, name) == 0)
			return run_action(o, &actions[i], rest + (rest[0] && rest[0][0] != '-'));
	return command_words_usage(&command_plans, "unknown word", name);
}

const struct command command_plans = {
    .name = "plans",
    .usage = "[list [--all] | show [ID] | export [ID] [FILE] --format "
	     "md|json|org|taskwarrior]",
    .summary = "list, show and export the todo plans of past sessions",
    .run = run,
};
