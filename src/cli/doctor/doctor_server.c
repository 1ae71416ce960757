/* SPDX-License-Identifier: MIT
 * The checks of doctor that ask the configured server: whether it answers, whether it has the model, how
 * large its window is, what it takes.
 */
#include "cli/doctor/doctor_server.h"

#include "agent/roles/role_answer.h"
#include "base/base.h"
#include "cli/backend/local_servers.h"
#include "cli/doctor/doctor_check.h"
#include "config/prompt.h"

#define REPLY_TOKENS 16 /* the least that the Responses protocol allows */
#define TOOL "list_files"
#define ANSWER "evaluation"

struct ability_try {
	bool done;
	enum failure failure;
	struct error error;
};

enum ability { ABILITY_UNKNOWN, ABILITY_YES, ABILITY_NO };

static void on_reply(
    void *ctx, const struct reply *reply, enum failure failure, const struct error *e)
{
	struct ability_try *t = ctx;

	t->done = true;
	t->failure = failure;
	if (failure != FAILURE_NONE)
		error_copy(&t->error, e);
}

/* Sends a request with these tools and this form of answer (NULL: without). Caller frees the result's error. */
static struct ability_try try_ability(
    struct program *p, const json_t *tools, const struct answer_wanted *answer)
{
	json_auto_t *items = json_array();
	auto_free char *text = prompt_text("doctor", NULL, 0);
	const struct context context = {
	    .tools = tools, .answer = answer, .items = items, .max_output = REPLY_TOKENS};
	struct ability_try t = {.error = ERROR_INIT};
	const struct reply_sink sink = {.done = on_reply, .ctx = &t};

	json_array_append_new(items, user_message(text, NULL));
	struct completion *c = p->backend->start(p->backend, &context, &sink);
	if (!server_await(p, &t.done, &t.error)) {
		p->backend->stop(c);
		t.failure = FAILURE_TIMEOUT;
	}
	/* A request is not refused where the model's thinking alone exceeded the output limit. */
	if (t.failure == FAILURE_REQUEST && t.error.message &&
	    strcasestr(t.error.message, "output limit was reached"))
		t.failure = FAILURE_NONE;
	return t;
}

static enum ability told(const json_t *entry, const char *key)
{
	const json_t *flag = json_object_get(entry, key);

	return !json_is_boolean(flag) ? ABILITY_UNKNOWN
	       : json_is_true(flag)   ? ABILITY_YES
				      : ABILITY_NO;
}

/* Whether another request would fail for the same reason, or take as long. */
static bool is_hopeless(const struct ability_try *t)
{
	return t->failure == FAILURE_AUTH || t->failure == FAILURE_QUOTA ||
	       t->failure == FAILURE_TIMEOUT;
}

/* ---- output ---------------------------------------------------------------------------------- */

static const char *const tools_words[] = {
    [ABILITY_UNKNOWN] = "not known",
    [ABILITY_YES] = "yes",
    [ABILITY_NO] = "no (plan and answer come in words)",
};
static const char *const answer_words[] = {
    [ANSWER_SCHEMA] = "yes",
    [ANSWER_OBJECT] = "as JSON without a schema (which is checked here)",
    [ANSWER_WORDS] = "no (checked here instead)",
};

static void say_failure(const char *what, const struct error *e)
{
	auto_free char *why = error_line(e);

	doctor_row("", "-> %s: %s", what, why);
}

struct abilities {
	enum ability tools, answer; /* answer UNKNOWN: the form is not certain */
	enum answer_form form;
	struct ability_try with_tools, with_answer;
	bool asked, answered;
};

/* ---- requests -------------------------------------------------------------------------------- */

static void find_tools(struct program *p, struct abilities *a)
{
	const struct ability_try *t = &a->with_tools;

	if (a->tools != ABILITY_UNKNOWN)
		return;
	auto_free char *about = prompt_text("tools/" TOOL, NULL, 0);
	json_auto_t *tools = json_pack("[{s:s, s:s, s:O}]", "name", TOOL, "description", about,
	    "parameters", config_schema("tools/" TOOL));
	a->with_tools = try_ability(p, tools, NULL);
	a->asked = true;
	a->answered |= t->failure == FAILURE_NONE;
	a->tools = t->failure == FAILURE_NONE				   ? ABILITY_YES
		   : t->failure == FAILURE_REQUEST || p->backend->no_tools ? ABILITY_NO
									   : ABILITY_UNKNOWN;
}

static void find_answer(struct program *p, struct abilities *a)
{
	const struct ability_try *t = &a->with_answer;
	struct answer_wanted wanted = {.name = ANSWER, .schema = config_schema("answers/" ANSWER)};

	a->form = wanted.form =
	    a->answer == ABILITY_NO ? ANSWER_WORDS : backend_answer_form(p->backend);
	if (a->form == ANSWER_WORDS)
		a->answer = ABILITY_NO;
	if (a->answer != ABILITY_UNKNOWN)
		return;
	a->with_answer = try_ability(p, NULL, &wanted);
	a->asked = true;
	a->answered |= t->failure == FAILURE_NONE;
	/* role_answer_refused sets a form that the server refuses to the best one that is left. */
	if (t->failure == FAILURE_NONE || role_answer_refused(&wanted, t->failure, &t->error)) {
		a->answer = ABILITY_YES;
		a->form = wanted.form;
	}
}

/* Finds out the abilities and prints the row: from the model's entry in the server's list (NULL: none) and the tables
 * if they say it, else by a request with one real tool or schema of the program and a reply of a few tokens, which may
 * be cut: what counts is that it is not refused. False: the server answers no request. */
static bool doctor_abilities(struct program *p, const json_t *entry)
{
	struct abilities a = {.tools = told(entry, "tools"), .answer = told(entry, "schema")};

	setting_change(
	    p->settings, "backend.retries", json_integer(0), NULL); /* they would only wait */
	find_tools(p, &a);
	bool hopeless = is_hopeless(&a.with_tools);
	if (!hopeless)
		find_answer(p, &a);
	hopeless |= is_hopeless(&a.with_answer);
	if (a.asked && !a.answered && !hopeless) { /* a request without tools and schema */
		struct ability_try plain = try_ability(p, NULL, NULL);

		a.answered = plain.failure == FAILURE_NONE;
		error_free(&plain.error);
	}
	if (!a.asked || a.answered) {
		doctor_row("abilities", "tools %s, structured output %s", tools_words[a.tools],
		    a.answer == ABILITY_UNKNOWN ? "not known" : answer_words[a.form]);
		if (a.with_tools.failure !=
		    FAILURE_NONE) /* the error may say what the server needs */
			say_failure("asked with a tool", &a.with_tools.error);
		if (a.answer == ABILITY_UNKNOWN)
			say_failure("asked with a schema", &a.with_answer.error);
	} else
		say_failure("it answers no request", a.with_tools.failure != FAILURE_NONE
							 ? &a.with_tools.error
							 : &a.with_answer.error);
	error_free(&a.with_tools.error);
	error_free(&a.with_answer.error);
	return !a.asked || a.answered;
}

/* ---- The server ---------------------------------------------------------------------------------- */

#define NAMED 5 /* models that are listed by name */

struct server_check {
	struct program *p;
	bool done, failed;
	json_t *models; /* (owned) NULL: the list could not be read, why says why */
	char *why;	/* (owned) */
	bool silent;
	int64_t window;
	json_t *kind; /* (owned) */
};

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct server_check *c = ctx;

	c->models = json_incref((json_t *)models);
	c->why = e ? error_line(e) : NULL;
	c->done = true;
}

static void on_window(void *ctx, int64_t tokens, const json_t *kind)
{
	struct server_check *c = ctx;

	c->window = tokens;
	c->kind = json_incref((json_t *)kind);
	c->done = true;
}

/* Lets the window probe load the model: the requests behind it would do that as well. */
static void on_loading(void *ctx)
{
}

/* Returns the entry of a model, borrowed from the list; NULL: it is not listed. */
static const json_t *listed(const json_t *models, const char *id)
{
	json_each (model, models)
		if (model_is_listed_as(json_str(model, "id", ""), id))
			return model;
	return NULL;
}

/* Returns the entry of the backend's model (none set: the first of the list), or NULL if it is not listed. */
static const json_t *entry(const struct server_check *c)
{
	const char *id = c->p->backend->model;

	return id ? listed(c->models, id) : json_array_get(c->models, 0);
}

static void say_models(struct server_check *c)
{
	const char *model = c->p->backend->model;
	size_t count = json_array_size(c->models);
	auto_buf names = BUF_INIT;

	for (size_t i = 0; i < count && i < NAMED; i++)
		buf_addf(&names, "%s%s", i ? ", " : "",
		    json_str(json_array_get(c->models, i), "id", ""));
	if (count)
		doctor_row("server", "answers; %zu model%s: %s%s", count,
		    text_plural(count, "", "s"), buf_str(&names), count > NAMED ? ", ..." : "");
	else
		doctor_row("server", "answers, and lists no model");
	if (count && model && !c->p->backend->unlisted && !listed(c->models, model)) {
		doctor_row("", "-> it does not list %s; agent models shows all it has", model);
		c->failed = true;
	} else if (!model && count != 1) {
		doctor_row("", "-> choose a model with -m; agent models shows all it has");
		c->failed = true;
	}
}

static void say_window(struct server_check *c)
{
	const json_t *model = entry(c);
	int64_t tokens = setting_int(c->p->settings, "backend.context_tokens");

	if (tokens <= 0)
		tokens = c->window ? c->window : json_int(model, "context_tokens", 0);
	if (tokens <= 0)
		return;
	doctor_row("window", "%lld tokens", (long long)tokens);
	if (tokens >= setting_int(c->p->settings, "tools.small_window"))
		return;
	doctor_row("", "-> little for work with tools%s%s", c->kind ? "; for more: " : "",
	    json_str(c->kind, "raise", ""));
}

bool doctor_server(struct program *p)
{
	struct server_check c = {.p = p};
	struct error late = ERROR_INIT;

	struct model_list *list = backend_models(p->backend, on_models, &c);
	if (!server_await(p, &c.done, &late)) {
		models_stop(list);
		c.silent = true;
		c.why = error_line(&late);
		error_free(&late);
	}
	if (c.models) {
		if (!p->backend->model)
			backend_takes_only(p->backend, c.models);
		say_models(&c);
		c.done = false;
		struct window_probe *probe = backend_window(p->backend, on_window, &c);
		if (probe)
			window_probe_loads(probe, on_loading, NULL);
		if (probe && !server_await(p, &c.done, NULL))
			window_probe_stop(probe);
		if (!c.failed)
			say_window(&c);
		if (!c.failed)
			c.failed = !doctor_abilities(p, entry(&c));
	} else {
		doctor_row("server", "%s", c.why ? c.why : "was not asked");
		if (c.silent)
			doctor_row("", "-> %s", SERVER_SILENT);
		c.failed = true;
	}
	json_decref_all(c.models, c.kind);
	free(c.why);
	return !c.failed;
}
