/* SPDX-License-Identifier: MIT
 * The table of settings and config/default.yaml agree.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/clock.h"
#include "base/embed.h"
#include "base/error.h"
#include "config/prompt.h"
#include "config/settings_layer.h"

static struct problems problems;

static struct layer read_default_file(bool trusted)
{
	const struct embed *file = embed_find("config/default.yaml");
	struct layer l;

	assert_non_null(file);
	layer_init(&l, "config/default.yaml");
	if (!layer_read_text(&l, file->data, file->len, trusted, &problems)) {
		settings_complain(&problems, stderr);
		fail_msg("config/default.yaml has problems");
	}
	return l;
}

static void every_row_has_a_default_and_every_default_a_valid_value(void **state)
{
	struct layer l = read_default_file(false);

	(void)state;
	for (size_t i = 0; i < settings_count; i++)
		if (!l.entries[i].value)
			fail_msg("%s has no default", settings_table[i].name);
	layer_free(&l);
}

static void every_default_has_a_comment_above_it(void **state)
{
	const struct embed *file = embed_find("config/default.yaml");
	struct layer l = read_default_file(false);

	(void)state;
	for (size_t i = 0; i < settings_count; i++) {
		const char *line = file->data, *above = NULL;
		for (int n = 1; n < l.entries[i].line; n++) {
			above = line;
			line = strchr(line, '\n') + 1;
		}
		assert_non_null(above);
		if (above[strspn(above, " ")] != '#')
			fail_msg("%s has no comment", settings_table[i].name);
	}
	layer_free(&l);
}

static void rows_are_sorted_and_choices_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		if (i && strcmp(settings_table[i - 1].name, row->name) >= 0)
			fail_msg("%s stands after %s", row->name, settings_table[i - 1].name);
		assert_int_equal(row->type == SETTING_CHOICE, row->choices != NULL);
		if (row->schema)
			assert_non_null(config_schema(row->schema));
		assert_ptr_equal(setting_find(row->name), row);
	}
	config_forget();
}

static void loading_the_defaults_is_fast(void **state)
{
	int64_t start = clock_cpu_us(), spent;
	const int rounds = 50;

	(void)state;
	for (int i = 0; i < rounds; i++) {
		struct layer l = read_default_file(true);
		layer_free(&l);
	}
	spent = (clock_cpu_us() - start) / rounds;
	print_message("defaults: %d us\n", (int)spent);
	assert_true(spent < 20000); /* generous: sanitizers */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_row_has_a_default_and_every_default_a_valid_value),
	    cmocka_unit_test(every_default_has_a_comment_above_it),
	    cmocka_unit_test(rows_are_sorted_and_choices_fit),
	    cmocka_unit_test(loading_the_defaults_is_fast),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
