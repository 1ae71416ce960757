/* SPDX-License-Identifier: MIT
 * agent models: what the configured server can be asked for.
 */

#include "base/base.h"
#include "base/print.h"
#include "cli/backend/local_servers.h"
#include "cli/doctor/models_check.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"

#define NEWEST 30 /* of a catalogue are checked */

struct models_wish {
	bool json, check;
	int64_t count;
	const char *update;
};
static const struct word_option options[] = {
    {"--output", WORD_OUTPUT, offsetof(struct models_wish, json)},
    {"--update", WORD_TEXT, offsetof(struct models_wish, update)},
    {"--check", WORD_FLAG, offsetof(struct models_wish, check)},
    {"--count", WORD_NUMBER, offsetof(struct models_wish, count)},
    {NULL},
};

struct models_listing {
	bool done;
	json_t *models;	 /* (owned) NULL: they could not be had */
	json_t *dropped; /* (owned) of the server's list */
	struct error error;
};

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct models_listing *l = ctx;

	l->models = json_incref((json_t *)models);
	if (e)
		error_copy(&l->error, e);
	l->done = true;
}

/* False: the server did not tell, and l->error says why. */
static bool fetch_models(struct program *p, struct models_listing *l)
{
	struct model_list *list = backend_models(p->backend, on_models, l);
	auto_error late = ERROR_INIT;

	models_tell_dropped(list, l->dropped);
	if (server_await(p, &l->done, &late))
		return l->models != NULL;
	models_stop(list);
	auto_free char *why = server_silent(p, p->backend->base_url);
	error_set(&l->error, late.code, "%s", why);
	return false;
}

static int print_models(const json_t *models, bool as_json)
{
	if (as_json) {
		sessions_json(json_incref((json_t *)models));
		return 0;
	}
	json_each (model, models) {
		int64_t tokens = json_int(model, "context_tokens", 0);
		const json_t *price = json_map(model, "price");

		print_text(stdout, "%s", json_str(model, "id", ""));
		if (tokens)
			printf("  %lld tokens", (long long)tokens);
		if (price)
			printf("  $%.2f in, $%.2f out", json_num(price, "input", 0),
			    json_num(price, "output", 0));
		putchar('\n');
	}
	return 0;
}

static int print_model_list(struct program *p, bool as_json)
{
	struct models_listing l = {.dropped = json_array(), .error = ERROR_INIT};
	auto_error e = ERROR_INIT;
	int code = 0;

	p->loop = loop_new();
	p->backend = backend_choose(p->loop, p->settings, &e);
	if (!p->backend) {
		code = print_failure(2, "%s", e.message);
	} else if (!p->backend->base_url) {
		code = print_failure(
		    2, "no server is configured; agent doctor tells how to connect one");
	} else {
		code = fetch_models(p, &l) ? print_models(l.models, as_json)
					   : print_failed(1, &l.error);
	}
	json_each (one, l.dropped)
		print_text(stderr, "agent: the server's list has '%s', which is left out: %s\n",
		    json_str(one, "name", ""), json_str(one, "why", ""));
	json_decref(l.dropped);
	json_decref(l.models);
	error_free(&l.error);
	return code;
}

static int run(const struct options *o, char *const *rest)
{
	struct models_wish w = {.count = NEWEST};
	const char *words[WORD_TEXTS_MOST];
	freed_by(program_close) struct program p = {0};
	int count = 0, code = command_words_take(
			   &command_models, options, &w, rest, words, &count, WORD_TEXTS_MOST);

	if (code)
		return code;
	if (count && !w.check)
		return command_words_usage(&command_models, "is only for --check", words[0]);
	code = program_configure(&p, o);
	if (code == 0 && w.update)
		code = models_update(&p, w.update);
	if (code == 0 && w.check)
		code = models_check(&p, words, count, w.count, w.json);
	else if (code == 0 && !w.update)
		code = print_model_list(&p, w.json);
	return code;
}

const struct command command_models = {
    .name = "models",
    .usage = "[--update FILE|URL] [--check [FILE|URL|MODEL...]] [--count N] [--output json]",
    .summary = "what the configured server can be asked for, what is known of models",
    .run = run,
};
