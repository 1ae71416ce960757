/* SPDX-License-Identifier: MIT
 * What a server says beside its replies: the list of its models, when to come again, where it is.
 * Names that are offered show as they are; a wait is one that makes sense.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "llm/backend.h"
#include "llm/http/endpoint.h"
#include "llm/http/retry.h"
#include "llm/server/server_window.h"
#include "llm/wire/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_models(const char *body, size_t len)
{
	json_t *models = models_read(body, len, NULL), *model;
	size_t i;

	json_array_foreach (models, i, model) {
		const char *id = json_str(model, "id", "");
		char *clean = text_clean(id, strlen(id));

		check(*id && strcmp(clean, id) == 0 && !strchr(id, '\n'));
		check(json_int(model, "context_tokens", 1) > 0);
		free(clean);
	}
	json_decref(models);
}

static void check_windows(const char *body, size_t len)
{
	json_t *table = config_table("providers.yaml", NULL), *kind, *quirks,
	       *answer = json_parse_foreign(body, len, NULL);
	size_t i;

	json_array_foreach (json_list(table, "windows"), i, kind) {
		check(window_told(kind, "m", answer) >= 0);
		quirks = window_quirks(kind, "responses", answer);
		check(!quirks || json_object_size(quirks) > 0);
		json_decref(quirks);
	}
	json_decref(answer);
	json_decref(table);
}

static void check_wait(const char *text)
{
	const int64_t now = 1795249564000;
	const struct retry_rules rules = {
	    .retries = 3, .base_ms = 500, .max_ms = 8000, .asked_max_ms = 60000};

	for (int i = 0; i < 3; i++) {
		struct retry_hints h = {
		    i == 0 ? text : NULL, i == 1 ? text : NULL, i == 2 ? text : NULL};
		int64_t wait = retry_wait_ms(&rules, FAILURE_RETRY, 1, &h, now, 0.5, NULL);

		check(retry_asked_ms(&h, now) >= -1);
		check(wait >= -1 && wait <= rules.asked_max_ms);
	}
}

static void check_endpoint(const char *text)
{
	char *shown = endpoint_shown(text), *url;

	check(!strchr(shown, '?') && !strchr(shown, '#'));
	if (endpoint_valid(text)) {
		check(endpoint_same(text, text));
		url = endpoint_url(text, "/chat/completions", "/models");
		check(endpoint_same(text, url) && endpoint_valid(url));
		free(url);
	}
	free(shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xstrndup((const char *)data, size);

	check_models((const char *)data, size);
	check(wire_count_read((const char *)data, size) >= 0);
	check_windows((const char *)data, size);
	check_wait(text);
	check_endpoint(text);
	free(text);
	return 0;
}
