/* SPDX-License-Identifier: MIT
 * Opens the parts of the agent in their order and closes them in the opposite one.
 */
#include "cli/program/program.h"

#include <signal.h>
#include "agent/budget/budget.h"
#include "agent/budget/budget_price.h"
#include "agent/context/attach.h"
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "base/print.h"
#include "cli/program/program_session.h"
#include "cli/program/start_notices.h"
#include "llm/model/price.h"
#include "loop/process.h"

static int fail(const struct error *e)
{
	auto_free char *line = error_line(e);

	print_text(stderr, "agent: %s\n", line);
	return 2;
}

void program_prepare(struct program *p)
{
	static const char *const levels[] = {"debug", "info", "warn"};
	const char *level = setting_string(p->settings, "log.level");
	auto_free char *log = file_home(FILE_STATE, "agent.log");

	for (size_t i = 0; i < 3; i++)
		if (strcmp(level, levels[i]) == 0)
			log_open(log, p->options->verbose ? LOG_DEBUG : (enum log_level)i);
	log_stderr(p->options->verbose);
	/* A folder that is not there is no reason to stop: it is told, and stays out of reach. */
	json_each (folder, setting_json(p->settings, "workspace.allow")) {
		auto_free char *path = file_expand(json_string_value(folder));
		auto_error e = ERROR_INIT;

		if (!workspace_allow(p->workspace, path, &e))
			program_notice(p, xasprintf("workspace.allow: %s", e.message));
	}
}

int program_configure(struct program *p, const struct options *o)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct settings_request request = {
	    .only_file = o->config,
	    .assignments = (const char *const *)o->assignments,
	};
	auto_error e = ERROR_INIT;

	*p = (struct program){.options = o};
	p->workspace = workspace_open(o->cd ? o->cd : ".", &e);
	if (!p->workspace)
		return fail(&e);
	request.workspace = workspace_path(p->workspace);
	p->settings = settings_load(&request, &problems);
	if (!p->settings)
		return settings_complain(&problems, stderr);
	program_prepare(p);
	program_notice_settings(p);
	return 0;
}

struct price_list {
	bool done;
	json_t *models; /* (owned) NULL: they could not be had */
};

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct price_list *l = ctx;

	l->models = json_incref((json_t *)models);
	l->done = true;
}

static void on_late(void *ctx)
{
	((struct cancel *)ctx)->requested = true;
}

/* Puts the prices of the server's list into budget.prices, behind what the user has there: so
 * delegates know them too. */
static void prices_take(struct program *p, const json_t *models)
{
	json_t *prices = json_deep_copy(setting_json(p->settings, "budget.prices"));

	json_each (model, models) {
		const char *id = json_str(model, "id", "");

		if (json_map(model, "price") && budget_model_meant(p->settings, p->backend, id) &&
		    !json_object_get(prices, id))
			json_put(prices, id, json_incref(json_map(model, "price")));
	}
	setting_change(p->settings, "budget.prices", prices, NULL);
}

/* A server that lists prices is asked where a budget depends on one that is not known, or assumed. */
static void prices_ask(struct program *p)
{
	const struct backend *b = p->backend;
	const struct price price = price_for(p->settings, b, b->model);
	struct price_list l = {0};
	struct cancel late = {0};

	if (!b->lists_prices || !b->model || (price.known && !price.assumed))
		return;
	struct model_list *list = backend_models(p->backend, on_models, &l);
	struct timer *patience = loop_after(p->loop,
	    (int64_t)(setting_number(p->settings, "doctor.timeout_s") * 1000), on_late, &late);
	if (loop_await(p->loop, loop_flag, &l.done, &late))
		timer_stop(patience);
	else
		models_stop(list);
	prices_take(p, l.models);
	json_decref(l.models);
}

/* A budget means nothing for a model without a price. */
static bool budget_possible(struct program *p, struct error *e)
{
	if (!budget_set(p->settings))
		return true;
	prices_ask(p);
	struct price price = price_for(p->settings, p->backend, p->backend->model);
	if (p->backend->base_url && price.known && price.assumed)
		program_notice(p,
		    xasprintf(
			"the price of %s is not known: $%g in and $%g out for a million tokens are "
			"assumed, its family's (budget.prices, agent models --update)",
			p->backend->model, price.input, price.output));
	return budget_models_priced(p->settings, p->backend, e);
}

/* Prints why program_open fails and keeps it for --output json. Frees e. */
static int refuse(struct program *p, struct error *e)
{
	const int code = fail(e);

	error_copy(&p->error, e);
	error_free(e);
	return code;
}

int program_open(struct program *p, bool asks)
{
	struct error e = ERROR_INIT;

	if (!setting_string(p->settings, "approve"))
		setting_change(
		    p->settings, "approve", json_string(asks ? "ask" : "read-only"), NULL);
	p->loop = loop_new();
	p->backend = backend_choose(p->loop, p->settings, &e);
	if (p->backend)
		program_open_store(p);
	if (!p->backend || !budget_possible(p, &e) || !program_open_session(p, &e))
		return refuse(p, &e);
	session_asks(p->session, asks);
	program_notice(p, xstrdup(p->options->said));
	p->agent = agent_new(&(struct agent_spec){
	    .loop = p->loop,
	    .settings = p->settings,
	    .session = p->session,
	    .workspace = p->workspace,
	    .backend = p->backend,
	});
	for (size_t i = 0; i < p->options->attach.count; i++)
		if (!agent_attach(p->agent, p->options->attach.list[i], &e))
			return refuse(p, &e);
	return 0;
}

void program_stop(struct program *p, int signo)
{
	p->signo = signo;
	inbox_push(p->session, (struct intent){INTENT_STOP, NULL});
	inbox_push(p->session, (struct intent){INTENT_QUIT, NULL});
}

static void on_signal(void *ctx, int signo)
{
	program_stop(ctx, signo);
}

void program_signals(struct program *p)
{
	loop_signal(p->loop, SIGINT, on_signal, p);
	loop_signal(p->loop, SIGTERM, on_signal, p);
	loop_signal(p->loop, SIGHUP, on_signal, p);
}

void program_close(struct program *p)
{
	work_stop(p->prune);
	agent_free(p->agent);
	if (p->loop)
		loop_await(p->loop, processes_settled, p->loop, NULL);
	session_free(p->session);
	if (p->store)
		store_wipe_all(p->store, NULL);
	snapshots_free(p->snapshots);
	event_source_free(p->history);
	backend_free(p->backend);
	for (size_t i = 0; i < p->replaced_count; i++)
		backend_free(p->replaced[i]);
	free(p->replaced);
	store_close(p->store);
	loop_free(p->loop);
	settings_free(p->settings);
	workspace_free(p->workspace);
	for (size_t i = 0; i < p->notice_count; i++)
		free(p->notices[i]);
	free(p->past);
	json_decref(p->origin);
	error_free(&p->error);
	log_close();
}

bool program_color(const struct options *o, const struct settings *s, int fd)
{
	const char *wish = setting_string(s, "ui.color"), *term = getenv("TERM"),
		   *none = getenv("NO_COLOR");

	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	if (strcmp(wish, "auto") != 0)
		return strcmp(wish, "always") == 0;
	return isatty(fd) && !(none && *none) && term && strcmp(term, "dumb") != 0;
}
