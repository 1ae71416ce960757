/* SPDX-License-Identifier: MIT
 * Opens the parts of the agent in their order and closes them in the opposite one.
 */
#include "cli/program/program.h"

#include <signal.h>
#include "agent/budget/budget.h"
#include "agent/context/attach.h"
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "base/print.h"
#include "cli/program/program_session.h"
#include "cli/program/start_notices.h"
#include "llm/http/endpoint.h"
#include "llm/model/price.h"
#include "loop/process.h"

void program_prepare(struct program *p)
{
	static const char *const levels[] = {"debug", "info", "warn"};
	const char *level = setting_string(p->settings, "log.level");
	auto_free char *log = file_home(FILE_STATE, "agent.log");

	for (size_t i = 0; i < 3; i++)
		if (strcmp(level, levels[i]) == 0)
			log_open(log, p->options->verbose ? LOG_DEBUG : (enum log_level)i);
	log_stderr(p->options->verbose);
	/* A folder that is missing is no reason to stop: a notice says so, and it stays out of reach. */
	json_each (folder, setting_json(p->settings, "workspace.allow")) {
		auto_free char *path = file_expand(json_string_value(folder));
		auto_error e = ERROR_INIT;

		if (!workspace_allow(p->workspace, path, &e))
			program_notice(p, xasprintf("workspace.allow: %s", e.message));
	}
}

struct settings *program_settings(
    const struct options *o, const char *workspace, bool trust, struct problems *problems)
{
	return settings_load(&(struct settings_request){.workspace = workspace,
				 .only_file = o->config,
				 .assignments = (const char *const *)o->assignments,
				 .trust = trust},
	    problems);
}

int program_configure(struct program *p, const struct options *o)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct error e = ERROR_INIT;

	*p = (struct program){.options = o};
	p->workspace = workspace_open(o->cd ? o->cd : ".", &e);
	if (!p->workspace)
		return print_failed(2, &e);
	p->settings = program_settings(o, workspace_path(p->workspace), false, &problems);
	if (!p->settings)
		return settings_complain(&problems, stderr);
	program_prepare(p);
	program_notice_settings(p);
	return 0;
}

/* ---- Requests to the server ----------------------------------------------------------------------- */

static void on_timeout(void *ctx)
{
	((struct cancel *)ctx)->requested = true;
}

int64_t server_patience_ms(const struct program *p)
{
	return (int64_t)(setting_number(p->settings, "doctor.timeout_s") * 1000);
}

char *server_silent(const struct program *p, const char *url)
{
	auto_free char *shown = endpoint_shown(url);
	return xasprintf("%s: no answer within %g s (doctor.timeout_s); %s", shown,
	    setting_number(p->settings, "doctor.timeout_s"), SERVER_SILENT);
}

bool server_await(struct program *p, bool *done, struct error *e)
{
	const double seconds = setting_number(p->settings, "doctor.timeout_s");
	struct cancel late = {0};
	struct timer *timer = loop_after(p->loop, server_patience_ms(p), on_timeout, &late);

	if (!loop_await(p->loop, loop_flag, done, &late))
		return error_set(
		    e, ERR_TIMEOUT, "no answer within %g s (doctor.timeout_s)", seconds);
	timer_stop(timer);
	return true;
}

struct models_wait {
	bool done;
	json_t *models; /* (owned by the waiting function) NULL: error says why */
	struct error *error;
};

static void on_listed(void *ctx, const json_t *models, const struct error *e)
{
	struct models_wait *w = ctx;

	w->models = json_incref((json_t *)models);
	if (e && w->error)
		error_copy(w->error, e);
	w->done = true;
}

json_t *server_models(struct program *p, json_t *dropped, struct error *e)
{
	struct models_wait w = {.error = e};
	struct model_list *list = backend_models(p->backend, on_listed, &w);

	models_tell_dropped(list, dropped);
	if (!server_await(p, &w.done, NULL)) {
		auto_free char *why = server_silent(p, p->backend->base_url);

		models_stop(list);
		error_set(e, ERR_TIMEOUT, "%s", why);
	}
	return w.models;
}

/* Asks a server that lists prices for them if the model's price is unknown or only assumed. Adds them to budget.prices,
 * where the user's own take precedence, so that delegates know them, too. */
static void prices_ask(struct program *p)
{
	const struct backend *b = p->backend;
	const struct price price = price_for(p->settings, b, b->model);

	if (!b->lists_prices || !b->model || (price.known && !price.assumed))
		return;
	json_auto_t *models = server_models(p, NULL, NULL);
	json_t *prices = json_deep_copy(setting_json(p->settings, "budget.prices"));
	json_each (model, models) {
		const char *id = json_str(model, "id", "");

		if (json_map(model, "price") && budget_model_meant(p->settings, b, id) &&
		    !json_object_get(prices, id))
			json_put(prices, id, json_incref(json_map(model, "price")));
	}
	setting_change(p->settings, "budget.prices", prices, NULL);
}

/* Whether no budget is set, or the models have prices, without which a budget means nothing. False: e. */
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

/* Prints why program_open fails and keeps it for --output json. Frees e. Returns the exit code. */
static int refuse(struct program *p, struct error *e)
{
	error_copy(&p->error, e);
	return print_failed(2, e);
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
