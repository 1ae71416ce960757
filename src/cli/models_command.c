/* SPDX-License-Identifier: MIT
 * agent models: lists the models of the configured server, updates the catalogue, prints what is known of models.
 */

#include "base/base.h"
#include "base/print.h"
#include "cli/doctor/models_check.h"
#include "cli/program/command_words.h"
#include "cli/program/line_peer.h"
#include "cli/program/program.h"
#include "cli/run.h"

#define NEWEST 30 /* models of a catalogue that --check prints without --count */

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

static int print_model_list(struct program *p, bool as_json)
{
	json_auto_t *dropped = json_array();
	struct error e = ERROR_INIT;
	int code = 0;

	p->loop = loop_new();
	p->backend = backend_choose(p->loop, p->settings, &e);
	if (!p->backend) {
		code = print_failure(2, "%s", e.message);
		error_free(&e);
	} else if (!p->backend->base_url) {
		code = print_failure(
		    2, "no server is configured; agent doctor tells how to connect one");
	} else {
		json_auto_t *models = server_models(p, dropped, &e);

		if (!models)
			code = print_failed(1, &e);
		else if (as_json)
			print_json_line(json_incref(models));
		json_each (model, as_json ? NULL : models) {
			const int64_t tokens = json_int(model, "context_tokens", 0);
			const json_t *price = json_map(model, "price");

			print_text(stdout, "%s", json_str(model, "id", ""));
			if (tokens)
				printf("  %lld tokens", (long long)tokens);
			if (price)
				printf("  $%.2f in, $%.2f out", json_num(price, "input", 0),
				    json_num(price, "output", 0));
			putchar('\n');
		}
	}
	json_each (one, dropped)
		print_text(stderr, "agent: the server's list has '%s', which is left out: %s\n",
		    json_str(one, "name", ""), json_str(one, "why", ""));
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
