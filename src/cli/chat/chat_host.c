/* SPDX-License-Identifier: MIT
 * The functions that slash commands call on the program: list models, connect, write a setting, leave.
 */
#include "cli/chat/chat_host.h"

#include "agent/context/mcp_head.h"
#include "agent/context/skill_use.h"
#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"
#include "cli/backend/backend_offer.h"
#include "cli/backend/backend_switch.h"
#include "cli/backend/local_servers.h"
#include "cli/chat/faces.h"
#include "config/settings_append.h"
#include "llm/http/api_key.h"

static void go(void *ctx, enum go where, const char *what)
{
	struct host *h = ctx;

	h->where = where;
	string_set(&h->what, what);
}

static void then(void *ctx, const char *command)
{
	string_set(&((struct host *)ctx)->then, command);
}

static void draft(void *ctx, const char *text)
{
	string_set(&((struct host *)ctx)->draft, text);
}

static bool keep(void *ctx, const char *key, const json_t *value, struct error *e)
{
	const struct host *h = ctx;

	if (h->program->options->config)
		return error_set(
		    e, ERR_USAGE, "the configuration is '%s'", h->program->options->config);
	return settings_keep(key, value, e);
}

static void connection_end(struct host *h)
{
	timer_stop(h->connection.patience);
	models_stop(h->connection.list);
	backend_free(h->connection.tried);
	h->connection.patience = NULL;
	h->connection.list = NULL;
	h->connection.tried = NULL;
}

static void on_connected(void *ctx, const json_t *models, const struct error *e)
{
	struct host *h = ctx;
	json_auto_t *chat = models ? models_for_chat(models) : NULL;
	auto_free char *why = e ? error_line(e) : NULL;

	h->connection.list = NULL;
	connection_end(h);
	h->connection.done(h->connection.ctx, chat, why);
}

static void on_silent(void *ctx)
{
	struct host *h = ctx;
	auto_free char *why = server_silent(h->program, h->connection.url);

	h->connection.patience = NULL;
	connection_end(h);
	h->connection.done(h->connection.ctx, NULL, why);
}

static struct server_choice choice_of(const struct host *h, const char *model)
{
	return (struct server_choice){.base_url = h->connection.url,
	    .key_env = h->connection.variable,
	    .model = model,
	    .key_command = h->connection.command,
	    .key_file = h->connection.file,
	    .profile = h->connection.profile};
}

static void connection_set(struct host *h, const struct connection *to)
{
	string_set(&h->connection.url, to->url);
	string_set(&h->connection.variable, to->variable);
	string_set(&h->connection.command, to->command);
	string_set(&h->connection.file, to->file);
	string_set(&h->connection.profile, to->profile);
}

static void connect_to(void *ctx, const struct connection *to,
    void (*done)(void *done_ctx, const json_t *models, const char *why), void *done_ctx)
{
	struct host *h = ctx;
	auto_error e = ERROR_INIT;

	connection_end(h);
	if (!to)
		return;
	connection_set(h, to);
	h->connection.done = done;
	h->connection.ctx = done_ctx;
	struct server_choice choice = choice_of(h, NULL);
	h->connection.tried = server_choice_backend(h->program, &choice, &e);
	if (h->connection.tried) {
		h->connection.list = backend_models(h->connection.tried, on_connected, h);
		h->connection.patience =
		    loop_after(h->program->loop, server_patience_ms(h->program), on_silent, h);
	} else {
		done(done_ctx, NULL, e.message);
	}
}

static bool use(void *ctx, const char *model, char **kept, struct error *e)
{
	struct host *h = ctx;
	const struct server_choice choice = choice_of(h, model);
	auto_error why = ERROR_INIT;

	if (!backend_switch(h->program, &choice, true, e))
		return false;
	offer_withdraw(h->program);
	*kept = backend_switch_keep(h->program, &choice, &why)
		    ? (choice.profile ? xasprintf("kept as profile %s", choice.profile)
				      : xstrdup("kept in your agent.yaml"))
		    : xasprintf("not kept: %s", why.message);
	return true;
}

static void on_kept(void *ctx, const char *key, const struct error *e)
{
	struct host *h = ctx;

	h->keeping.run = NULL;
	h->keeping.done(h->keeping.ctx, e ? e->message : NULL);
}

static void keep_key(void *ctx, const char *command, const char *file, const char *key,
    void (*done)(void *done_ctx, const char *why), void *done_ctx)
{
	struct host *h = ctx;
	auto_error e = ERROR_INIT;
	auto_free char *path = file ? file_expand(file) : NULL;

	key_fetch_stop(h->keeping.run);
	h->keeping.run = NULL;
	if (!key)
		return;
	h->keeping.done = done;
	h->keeping.ctx = done_ctx;
	secret_add("api_key", key);
	if (command)
		h->keeping.run =
		    key_keep(h->program->loop, h->program->settings, command, key, on_kept, h);
	else if (file_write(path, 0600, key, strlen(key), &e))
		done(done_ctx, NULL);
	else
		done(done_ctx, e.message);
}

static bool use_profile(void *ctx, const char *name, struct error *e)
{
	struct host *h = ctx;
	const bool ok = backend_switch_profile(h->program, name, e);

	if (ok)
		offer_withdraw(h->program);
	return ok;
}

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct host *h = ctx;
	json_auto_t *chat = models ? models_for_chat(models) : NULL;

	h->list = NULL;
	h->done(h->ctx, chat);
}

static bool models(void *ctx, void (*done)(void *done_ctx, const json_t *models), void *done_ctx)
{
	struct host *h = ctx;
	struct program *p = h->program;

	models_stop(h->list);
	h->list = NULL;
	h->done = done;
	h->ctx = done_ctx;
	if (!done || !p->backend->base_url)
		return false;
	h->list = backend_models(p->backend, on_models, h);
	return true;
}

static const struct skills *skills(void *ctx)
{
	return agent_skills(((struct host *)ctx)->program->agent);
}

static struct mcp *mcp(void *ctx)
{
	return agent_mcp(((struct host *)ctx)->program->agent);
}

static bool detach(void *ctx, const struct commander *from, struct error *e)
{
	struct host *h = ctx;

	return faces_detach(h->program, &h->faces, from, e);
}

void host_init(struct host *h, struct program *p)
{
	*h = (struct host){
	    .chat = {.ctx = h,
		.go = go,
		.draft = draft,
		.then = then,
		.keep = keep,
		.models = models,
		.skills = skills,
		.mcp = mcp,
		.connect = connect_to,
		.keep_key = keep_key,
		.profile = use_profile,
		.detach = detach,
		.use = use},
	    .program = p,
	};
}

void host_stop(struct host *h)
{
	models_stop(h->list);
	h->list = NULL;
	faces_free(h->faces);
	h->faces = NULL;
	connection_end(h);
	h->program = NULL;
	connection_set(h, &(struct connection){0});
	key_fetch_stop(h->keeping.run);
	h->keeping.run = NULL;
}

static void say(void *face, const char *text)
{
	plain_note(face, text);
}

static void page(void *face, const char *title, struct lines *body, int hang)
{
	plain_page(face, title, body);
}

void host_commander(
    struct host *h, const struct chat_host *lent, struct plain *plain, struct commander *out)
{
	const struct plain_seen *seen = plain_seen(plain);
	const struct program *p = h->program;

	*out = (struct commander){.face = plain,
	    .say = say,
	    .page = page,
	    .changes = plain_changes(plain),
	    .grants = &seen->grants,
	    .jobs = &seen->jobs,
	    .tails = &seen->tails,
	    .running = &seen->running,
	    .loop = p->loop,
	    .session = p->session,
	    .settings = p->settings,
	    .cwd = workspace_path(p->workspace),
	    .plan = agent_plan(p->agent),
	    .host = lent};
}

void host_free(struct host *h)
{
	free_all(h->then, h->draft, h->what);
}
