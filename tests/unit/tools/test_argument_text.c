/* SPDX-License-Identifier: MIT
 * The text of arguments as models send it: with one possible reading it is read, with several it is an error.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "tools/dialect/argument_text.h"

static void what_has_one_reading_is_read(void **state)
{
	static const struct {
		const char *sent, *read, *note; /* note NULL: it was JSON */
	} rows[] = {
	    {"", "{}", NULL},
	    {" \n", "{}", NULL},
	    {"null", "{}", NULL},
	    {"{\"a\":1}\n", "{\"a\":1}", NULL},
	    {"\"{\\\"a\\\": 1}\"", "{\"a\":1}", "the object inside a string"},
	    {"[{\"a\": 1}]", "{\"a\":1}", "the object inside a list"},
	    {"{'a': 'it\\'s', 'b': True, 'c': None, 'd': [False, 1.5]}",
		"{\"a\":\"it's\",\"b\":true,\"c\":null,\"d\":[false,1.5]}",
		"quotes of Python, an escaped ', words of Python"},
	    {"{'a': 'say \"hi\"'}", "{\"a\":\"say \\\"hi\\\"\"}", "quotes of Python"},
	    {"{\"a\": \"\"\"x\n\"y\"\n\"\"\"}", "{\"a\":\"x\\n\\\"y\\\"\\n\"}",
		"quotes of Python, raw line breaks"},
	    {"{\"a\": \"one\ntwo\tx\"}", "{\"a\":\"one\\ntwo\\tx\"}", "raw line breaks"},
	    {"{\"a\": 1}}", "{\"a\":1}", "a bracket too many"},
	    {"{\"a\": [1, 2}", NULL, NULL},
	    {"{\"a\": {\"b\": [1, 2]}", NULL, NULL},
	    {"{\"a\": [1, 2,],}", "{\"a\":[1,2]}", "a comma at the end"},
	    {"```json\n{\"a\": 1}\n```", "{\"a\":1}", "a code fence"},
	    {"{a: 1, b_c: \"d\"}", "{\"a\":1,\"b_c\":\"d\"}", "keys without quotes"},
	    {"{\"a\": \"\\d+\\.c\"}", "{\"a\":\"\\\\d+\\\\.c\"}", "a single \\"},
	    {"{\"a\": \"x\\\ny\"}", "{\"a\":\"x\\\\\\ny\"}", "raw line breaks"},
	    /* No single reading. */
	    {"{\"a\": \"echo \"hi\"\"}", NULL, NULL},
	    {"{\"a\": \"one", NULL, NULL},
	    {"{\"a\":", NULL, NULL},
	    {"{\"a\": 1} {\"b\": 2}", NULL, NULL},
	    {"{\"a\": 1, \"a\": 2}", NULL, NULL},
	    {"ls -l", NULL, NULL},
	    {"{\"a\": ls}", NULL, NULL},
	    {"read(path='x')", NULL, NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		json_t *notes = json_array(),
		       *value = argument_text_read(rows[i].sent, strlen(rows[i].sent), notes, &e);
		char *is = value ? json_line(value) : NULL;
		const char *note = json_string_value(json_array_get(notes, 0));

		if (!is != !rows[i].read || (is && strcmp(is, rows[i].read)))
			fail_msg("%s: %s", rows[i].sent, is ? is : e.message);
		if (!note != !rows[i].note || (note && !strstr(note, rows[i].note)))
			fail_msg("%s: %s", rows[i].sent, note ? note : "no note");
		assert_true(value || e.message);
		error_free(&e);
		json_decref(value);
		json_decref(notes);
		free(is);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_has_one_reading_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
