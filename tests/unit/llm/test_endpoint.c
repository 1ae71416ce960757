/* SPDX-License-Identifier: MIT
 * Base URLs as people write them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "llm/http/endpoint.h"
#include "llm/wire/wire.h"

static void a_path_is_added_before_the_query(void **state)
{
	static const char *const rows[][2] = {
	    {"http://h/v1", "http://h/v1/models"},
	    {"http://h/v1/", "http://h/v1/models"},
	    {"http://h/v1///", "http://h/v1/models"},
	    {"http://h", "http://h/models"},
	    {"http://h/v1?a=b", "http://h/v1/models?a=b"},
	    {"http://h/v1#x", "http://h/v1/models"},
	    {"http://h/v1/chat/completions", "http://h/v1/models"},
	    {"http://chat/completions", "http://chat/completions/models"},
	    {"http://h/chat/completions", "http://h/models"},
	    {"http://h/v1/chat/completions/?a=b", "http://h/v1/models?a=b"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *url = endpoint_url(rows[i][0], "/chat/completions", "/models");

		assert_string_equal(url, rows[i][1]);
		free(url);
	}
}

/* The models of the provider's interface stand elsewhere than the deployment that is asked. */
static void the_model_stands_in_a_base_url_that_names_it(void **state)
{
	json_t *quirks = json_pack("{s:s}", "models_path", "/openai/models");
	struct model model = {
	    .id = "my model/1",
	    .base_url = "https://me.test/openai/deployments/{model}?api-version=2024-10-21",
	    .quirks = quirks,
	};
	char *url = wire_url(&wire_openai_chat, &model),
	     *models = wire_models_url(&wire_openai_chat, &model);

	assert_string_equal(url, "https://me.test/openai/deployments/my%20model%2F1/chat/"
				 "completions?api-version=2024-10-21");
	assert_string_equal(models, "https://me.test/openai/models?api-version=2024-10-21");
	assert_false(wire_version_missing(&wire_openai_chat, &model));
	free(url);
	free(models);
	json_decref(quirks);
}

static void what_is_shown_has_no_user_and_no_query(void **state)
{
	static const char *const rows[][2] = {
	    {"http://h/v1", "http://h/v1"},
	    {"https://u:p@h:1/v1?key=k#f", "https://h:1/v1"},
	    {"http://u@x:p@h/a@b", "http://h/a@b"},
	    {"nonsense?key=k", "nonsense"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *url = endpoint_shown(rows[i][0]);

		assert_string_equal(url, rows[i][1]);
		free(url);
	}
}

static void the_same_server_is_scheme_host_and_port(void **state)
{
	assert_true(endpoint_same("https://api.openai.com/v1", "https://API.openai.com:443/other"));
	assert_true(endpoint_same("http://h", "http://u:p@h:80/?x"));
	assert_false(endpoint_same("http://h", "https://h"));
	assert_false(endpoint_same("http://h", "http://h:8080"));
	assert_false(endpoint_same("https://api.openai.com", "https://api.openai.com.evil.test"));
	assert_false(endpoint_same("https://api.openai.com", "https://api.openai.com@evil.test"));
	assert_false(endpoint_same("", ""));
}

static void only_http_urls_with_a_host_are_valid(void **state)
{
	assert_true(endpoint_valid("http://127.0.0.1:8080/v1"));
	assert_true(endpoint_valid("HTTPS://[::1]/v1"));
	assert_false(endpoint_valid("http://"));
	assert_false(endpoint_valid("http:///v1"));
	assert_false(endpoint_valid("http://:80/"));
	assert_false(endpoint_valid("http://user@/"));
	assert_false(endpoint_valid("http://user:word@h/v1"));
	assert_false(endpoint_valid("ftp://h"));
	assert_false(endpoint_valid("h/v1"));
	assert_false(endpoint_valid("http://h/a b"));
	assert_false(endpoint_valid("http://h/\n"));
	assert_false(endpoint_valid(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_path_is_added_before_the_query),
	    cmocka_unit_test(the_model_stands_in_a_base_url_that_names_it),
	    cmocka_unit_test(what_is_shown_has_no_user_and_no_query),
	    cmocka_unit_test(the_same_server_is_scheme_host_and_port),
	    cmocka_unit_test(only_http_urls_with_a_host_are_valid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
