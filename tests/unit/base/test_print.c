/* SPDX-License-Identifier: MIT
 * Printed lines that quote foreign text: what they quote is made safe. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/print.h"

static void what_is_quoted_controls_nothing(void **state)
{
	char *out = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&out, &len);

	print_text(to, "agent: '%s': %d\n", "a\033]2;x\a\xff", 7);
	fclose(to);
	assert_string_equal(out, "agent: 'a\xe2\x90\x9b]2;x\xe2\x90\x87\xef\xbf\xbd': 7\n");
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_quoted_controls_nothing)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
