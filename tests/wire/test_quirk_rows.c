/* SPDX-License-Identifier: MIT
 * Each quirk that a row of models.yaml, providers.yaml or refusals.yaml knows, by what it changes of a request:
 * data/quirks.yaml says what is sent with it, and without it the same request is another one. A quirk of the
 * tables that is not in that file fails here, and so does one whose loss nothing would show.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/completion/http_backend.h"
#include "llm/http/endpoint.h"
#include "llm/http/provider.h"
#include "llm/model/price.h"
#include "tests/support/scratch.h"
#include "tests/support/yaml_file.h"

#define FILE_OF_ROWS "tests/wire/data/quirks.yaml"

#define USER(text) \
	"{\"type\":\"message\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"" text \
	"\"}]}"
#define SAID(parts) "{\"type\":\"message\",\"role\":\"assistant\",\"parts\":[" parts "]}"
#define THOUGHT(wire, data) \
	"{\"type\":\"thinking\",\"wire\":\"" wire "\",\"data\":{" data ",\"text\":\"hm\"}}"
#define CALL(id) "{\"type\":\"call\",\"call\":\"" id "\",\"tool\":\"f\",\"arguments\":\"{}\"}"
#define RESULT(id) "{\"type\":\"tool_result\",\"call\":\"" id "\",\"text\":\"r\"}"
/* A call without a thought, then a thought that led to two calls; by each protocol. */
#define CONVERSATION(wire, data) \
	"[" USER("a") "," SAID(CALL("c0")) "," RESULT("c0") "," SAID(THOUGHT(wire, data) "," CALL( \
	    "c1") "," CALL("c2")) "," RESULT("c1") "," RESULT("c2") "," USER("b") "]"

static const char *const conversations[][2] = {
    {"chat", CONVERSATION("openai_chat", "\"seen\":1")},
    {"messages", CONVERSATION("messages", "\"signature\":\"S\"")},
    {"responses", CONVERSATION("responses", "\"item\":{\"type\":\"reasoning\",\"id\":\"rs1\","
					    "\"summary\":[],\"encrypted_content\":\"E\"}")},
};

struct tables {
	json_t *rows, *models, *providers, *refusals;
	struct loop *loop;
	struct settings *settings;
	char *dir;
};

static int set_up(void **state)
{
	struct tables *t = xcalloc(1, sizeof *t);
	struct problems problems = PROBLEMS_INIT;

	*state = t;
	t->dir = scratch_new();
	setenv("XDG_CONFIG_HOME", t->dir, 1);
	t->settings = settings_load(&(struct settings_request){.workspace = t->dir}, &problems);
	t->loop = loop_new();
	t->rows = yaml_load(FILE_OF_ROWS, NULL, &problems);
	t->models = config_table("models.yaml", NULL);
	t->providers = config_table("providers.yaml", NULL);
	t->refusals = config_table("refusals.yaml", NULL);
	return t->rows && t->models && t->providers && t->refusals && t->settings ? 0 : -1;
}

static int tear_down(void **state)
{
	struct tables *t = *state;

	json_decref(t->rows);
	json_decref(t->models);
	json_decref(t->providers);
	json_decref(t->refusals);
	loop_free(t->loop);
	settings_free(t->settings);
	scratch_free(t->dir);
	free(t);
	return 0;
}

/* Returns the row of a table's list whose member `key` is `name`; NULL: there is none. Borrowed. */
static const json_t *row_named(
    const json_t *table, const char *list, const char *key, const char *name)
{
	const json_t *row;
	size_t i;

	json_array_foreach (json_list(table, list), i, row)
		if (strcmp(json_str(row, key, ""), name) == 0)
			return row;
	return NULL;
}

/* ---- A request ------------------------------------------------------------------------------ */

/* What a request is made for. */
struct asked {
	const json_t *quirks, *learnt; /* of the provider; of refusals */
	const char *model, *protocol, *effort, *place;
	bool last; /* nothing is to be called any more */
};

static json_t *conversation_of(const char *protocol)
{
	for (size_t i = 0; i < 3; i++)
		if (strcmp(conversations[i][0], protocol) == 0)
			return json_parse(conversations[i][1], strlen(conversations[i][1]), NULL);
	fail_msg("no protocol '%s'", protocol);
	return NULL;
}

/* Adds, beside the members of the body, what quirks change of the connection and of the price. */
static void add_others(json_t *request, const struct http_backend *b, const char *id)
{
	char *headers[8] = {NULL}, *list = wire_models_url(b->wire, &b->model);

	json_put(request, "(headers)", json_object());
	b->wire->headers(&b->model, headers);
	for (size_t i = 0; i < 8 && headers[i]; i++) {
		headers[i][strcspn(headers[i], ":")] = '\0';
		json_put(json_map(request, "(headers)"), headers[i], json_true());
		free(headers[i]);
	}
	json_put_str(request, "(list)", list);
	json_put(request, "(unlisted)", json_boolean(b->backend.unlisted));
	json_put(request, "(lists_prices)", json_boolean(b->backend.lists_prices));
	json_put_int(request, "(longest)", price_of(id).longest);
	free(list);
}

static json_t *request_for(struct tables *t, const struct asked *a)
{
	json_t *schema = json_pack(
		   "{s:s, s:{s:{s:s}}}", "type", "object", "properties", "x", "type", "string"),
	       *tools = json_pack(
		   "[{s:s, s:s, s:O}]", "name", "f", "description", "", "parameters", schema),
	       *items = conversation_of(a->protocol), *request;
	struct answer_wanted answer = {ANSWER_SCHEMA, "answer", schema};
	struct context context = {.system = "be good",
	    .tools = tools,
	    .no_calls = a->last,
	    .items = items,
	    .answer = a->last ? NULL : &answer,
	    .session = "s"};
	struct model model = {.id = a->model,
	    .base_url = a->place,
	    .key = "k",
	    .protocol = a->protocol,
	    .effort = a->effort,
	    .temperature = 0.5,
	    .max_tokens = 200000,
	    .quirks = a->quirks};
	struct backend *backend = backend_http_new(t->loop, t->settings, &model);
	struct http_backend *b = (struct http_backend *)backend;
	struct buf body = BUF_INIT;

	http_backend_look_up(b);
	if (a->learnt)
		http_backend_learn(b, a->learnt, false);
	http_backend_request(b, &context, &body);
	request = json_parse(buf_str(&body), body.len, NULL);
	assert_non_null(request);
	add_others(request, b, a->model);
	buf_free(&body);
	backend_free(backend);
	json_decref(items);
	json_decref(tools);
	json_decref(schema);
	return request;
}

/* Whether a value has all of `wanted`: members of an object, items of an array by their index, null for what must
 * be absent, "*" for anything. */
static bool has(const json_t *value, const json_t *wanted)
{
	const char *key;
	json_t *member;

	if (json_is_null(wanted))
		return !value;
	if (json_is_string(wanted) && strcmp(json_string_value(wanted), "*") == 0)
		return value != NULL;
	if (!json_is_object(wanted))
		return json_equal(value, wanted);
	json_object_foreach ((json_t *)wanted, key, member) {
		const json_t *at = json_is_array(value)
				       ? json_array_get(value, strtoul(key, NULL, 10))
				       : json_object_get(value, key);

		if (!has(at, member))
			return false;
	}
	return value != NULL;
}

/* ---- With a quirk and without it ------------------------------------------------------------- */

/* Returns a copy of the quirks without one; "effort_bodies.low" is one level of a quirk. */
static json_t *without(const json_t *quirks, const char *name)
{
	json_t *out = quirks ? json_deep_copy(quirks) : json_object();
	const char *dot = strchr(name, '.');
	char *of = xstrndup(name, dot ? (size_t)(dot - name) : strlen(name));

	json_object_del(dot ? json_map(out, of) : out, dot ? dot + 1 : of);
	free(of);
	return out;
}

static const json_t *quirk_named(const json_t *quirks, const char *name)
{
	const char *dot = strchr(name, '.');
	char *of = xstrndup(name, dot ? (size_t)(dot - name) : strlen(name));
	const json_t *found = json_object_get(quirks, of);

	if (dot)
		found = json_object_get(found, dot + 1);
	free(of);
	return found;
}

/* Fails the test unless the request has what the row says, and lacks it without the quirk. */
static void expect_change(
    struct tables *t, const json_t *row, const char *name, struct asked *with, struct asked *less)
{
	const json_t *wanted = json_map(row, "sends");
	json_t *one = request_for(t, with), *other = request_for(t, less);
	const char *quirk = json_str(row, "quirk", "");
	char *line = json_line(one);

	assert_non_null(wanted);
	if (!has(one, wanted))
		fail_msg("%s, %s: it sends %s", name, quirk, line);
	if (has(other, wanted))
		fail_msg("%s, %s: without it the request is the same", name, quirk);
	free(line);
	json_decref(one);
	json_decref(other);
}

static struct asked asked_of(const json_t *row, const char *protocol, const char *place)
{
	return (struct asked){
	    .model = json_str(row, "model", "m"),
	    .protocol = json_str(row, "protocol", protocol),
	    .effort = json_str(row, "effort", NULL),
	    .last = json_flag(row, "last", false),
	    .place = place,
	};
}

/* Of the provider too, if the row names one, since a model's quirks go before its. */
static void each_quirk_of_a_model_is_seen_in_a_request(void **state)
{
	struct tables *t = *state;
	const json_t *row;
	size_t i;

	json_array_foreach (json_list(t->rows, "models"), i, row) {
		const char *name = json_str(row, "row", ""), *quirk = json_str(row, "quirk", "");
		const json_t *known = row_named(t->models, "models", "match", name),
			     *provider = row_named(
				 t->providers, "providers", "name", json_str(row, "provider", "")),
			     *of_provider = json_map(provider, "quirks");
		struct asked with = asked_of(row, "chat", "http://h/v1"), less = with;
		json_t *of_model = without(json_map(known, "quirks"), quirk), *both;

		if (model_row(t->models, with.model) != known)
			fail_msg("%s is not of %s", with.model, name);
		if (!quirk_named(json_map(known, "quirks"), quirk))
			fail_msg("%s has no %s", name, quirk);
		both = http_backend_quirks(of_provider, of_model);
		with.quirks = of_provider;
		less.quirks = both;
		less.model = "m";
		expect_change(t, row, name, &with, &less);
		json_decref(both);
		json_decref(of_model);
	}
}

static void each_quirk_of_a_provider_is_seen_in_a_request(void **state)
{
	struct tables *t = *state;
	const json_t *row;
	size_t i;

	json_array_foreach (json_list(t->rows, "providers"), i, row) {
		const char *name = json_str(row, "row", ""), *quirk = json_str(row, "quirk", "");
		const json_t *known = row_named(t->providers, "providers", "name", name);
		char *place = provider_place(known, json_str(known, "base_url", "https://h"));
		struct asked with = asked_of(row, provider_protocol(known), place), less = with;
		json_t *rest = without(json_map(known, "quirks"), quirk);

		if (!quirk_named(json_map(known, "quirks"), quirk))
			fail_msg("%s has no %s", name, quirk);
		with.quirks = json_map(known, "quirks");
		less.quirks = rest;
		expect_change(t, row, name, &with, &less);
		json_decref(rest);
		free(place);
	}
}

static void each_quirk_that_is_learnt_is_seen_in_a_request(void **state)
{
	struct tables *t = *state;
	const json_t *row;
	size_t i;

	json_array_foreach (json_list(t->rows, "learnt"), i, row) {
		const json_t *provider =
		    row_named(t->providers, "providers", "name", json_str(row, "provider", ""));
		struct asked with = asked_of(row, "chat", "http://h/v1"), less = with;
		json_t *learnt = json_object();

		with.quirks = less.quirks = json_map(provider, "quirks");
		json_put(
		    learnt, json_str(row, "quirk", ""), json_deep_copy(json_object_get(row, "as")));
		with.learnt = learnt;
		expect_change(t, row, "learnt", &with, &less);
		json_decref(learnt);
	}
}

/* ---- None is missing ------------------------------------------------------------------------- */

static bool is_shown(const json_t *rows, const char *name, const char *quirk)
{
	const json_t *row;
	size_t i;

	json_array_foreach (rows, i, row)
		if (strcmp(json_str(row, "row", ""), name) == 0 &&
		    strcmp(json_str(row, "quirk", ""), quirk) == 0)
			return true;
	return false;
}

/* Fails the test unless each quirk has a row; each level of an effort is a quirk of its own. */
static void expect_shown(const json_t *rows, const char *name, const json_t *quirks)
{
	const char *quirk, *level;
	json_t *value, *inner;

	json_object_foreach ((json_t *)quirks, quirk, value) {
		if (!json_object_size(value) && !is_shown(rows, name, quirk))
			fail_msg("%s has %s, and no row of " FILE_OF_ROWS " shows it", name, quirk);
		json_object_foreach (value, level, inner) {
			char *whole = xasprintf("%s.%s", quirk, level);

			if (!is_shown(rows, name, whole))
				fail_msg("%s has %s, and no row of " FILE_OF_ROWS " shows it", name,
				    whole);
			free(whole);
		}
	}
}

static bool is_learnt(
    const json_t *rows, const char *protocol, const char *quirk, const json_t *value)
{
	const json_t *row;
	size_t i;

	json_array_foreach (rows, i, row)
		if (strcmp(json_str(row, "quirk", ""), quirk) == 0 &&
		    json_equal(json_object_get(row, "as"), value) &&
		    (!protocol || strcmp(json_str(row, "protocol", "chat"), protocol) == 0))
			return true;
	return false;
}

static void no_quirk_of_the_tables_is_without_a_row(void **state)
{
	struct tables *t = *state;
	const char *quirk;
	json_t *row, *value;
	size_t i;

	json_array_foreach (json_list(t->models, "models"), i, row)
		expect_shown(json_list(t->rows, "models"), json_str(row, "match", ""),
		    json_map(row, "quirks"));
	json_array_foreach (json_list(t->providers, "providers"), i, row)
		expect_shown(json_list(t->rows, "providers"), json_str(row, "name", ""),
		    json_map(row, "quirks"));
	json_array_foreach (json_list(t->refusals, "refusals"), i, row)
		json_object_foreach (json_map(row, "quirks"), quirk, value)
			if (!is_learnt(json_list(t->rows, "learnt"),
				json_str(row, "protocol", NULL), quirk, value))
				fail_msg("refusals teach %s, and no row of " FILE_OF_ROWS
					 " shows it",
				    quirk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_quirk_of_a_model_is_seen_in_a_request),
	    cmocka_unit_test(each_quirk_of_a_provider_is_seen_in_a_request),
	    cmocka_unit_test(each_quirk_that_is_learnt_is_seen_in_a_request),
	    cmocka_unit_test(no_quirk_of_the_tables_is_without_a_row),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
