/* SPDX-License-Identifier: MIT
 * The address where a local server is looked for, by the value of a variable like OLLAMA_HOST.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "cli/backend/local_servers.h"

static void each_form_of_a_host_is_a_base_url(void **state)
{
	static const char *const rows[][2] = {
	    {"127.0.0.1:9000", "http://127.0.0.1:9000/v1"},
	    {"127.0.0.1", "http://127.0.0.1:11434/v1"},
	    {":9000", "http://127.0.0.1:9000/v1"},
	    {"0.0.0.0", "http://127.0.0.1:11434/v1"},
	    {"0.0.0.0:9000", "http://127.0.0.1:9000/v1"},
	    {"[::]:9000", "http://127.0.0.1:9000/v1"},
	    {"[::1]", "http://[::1]:11434/v1"},
	    {"http://localhost:9000", "http://127.0.0.1:9000/v1"},
	    {"http://box:9000/", "http://box:9000/v1"},
	    {"http://box", "http://box:80/v1"},
	    {"https://box/v1", "https://box:443/v1"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *url = local_base_url("http://127.0.0.1:11434/v1", rows[i][0]);

		assert_string_equal(url, rows[i][1]);
		free(url);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_form_of_a_host_is_a_base_url),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
