/* SPDX-License-Identifier: MIT
 * The value that a user's words become in a field of an MCP server's form.
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
#include "mcp/mcp_form.h"

/* Returns the answer to a form with one required field that the user answers with these words; owned. */
static char *answered(const char *field, const char *words)
{
	auto_free char *text = xasprintf(
	    "{\"requestedSchema\":{\"properties\":{\"x\":%s},\"required\":[\"x\"]}}", field);
	json_auto_t *params = json_parse(text, strlen(text), NULL);
	json_auto_t *given = json_pack("{s:s}", "choice", words);
	struct mcp_form form;

	assert_non_null(params);
	mcp_form_begin(&form, "test", params);
	json_decref(mcp_form_question(&form, "1"));
	mcp_form_take(&form, given);
	json_decref(mcp_form_question(&form, "1"));
	json_auto_t *answer = mcp_form_answer(&form);
	mcp_form_free(&form);
	return json_line(answer);
}

static void words_become_what_the_field_takes(void **state)
{
#define MANY "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"Guitar\",\"Drums\"]}}"
#define TITLED \
	"{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"Ann\"},{" \
	"\"const\":\"b\",\"title\":\"Bob\"}]}}"
	static const struct {
		const char *field, *words, *content; /* NULL: it is asked again */
	} rows[] = {
	    {"{\"type\":\"string\"}", "true", "{\"x\":\"true\"}"},
	    {"{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}", "b", "{\"x\":\"b\"}"},
	    {"{\"type\":\"string\",\"enum\":[\"a\",\"b\"]}", "c", NULL},
	    {"{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"Ann\"}]}", "Ann",
		"{\"x\":\"a\"}"},
	    {"{\"type\":\"boolean\"}", "yes", "{\"x\":true}"},
	    {"{\"type\":\"boolean\"}", "no", "{\"x\":false}"},
	    {"{\"type\":\"boolean\"}", "perhaps", NULL},
	    {"{\"type\":\"integer\"}", "42", "{\"x\":42}"},
	    {"{\"type\":\"integer\"}", "4.5", NULL},
	    {"{\"type\":\"number\",\"default\":3.5}", "3.5", "{\"x\":3.5}"},
	    {MANY, "Guitar", "{\"x\":[\"Guitar\"]}"},
	    {MANY, "Drums, Guitar", "{\"x\":[\"Drums\",\"Guitar\"]}"},
	    {MANY, "Drums, Flute", NULL},
	    {TITLED, "Bob,Ann", "{\"x\":[\"b\",\"a\"]}"},
	    {"{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"default\":[\"a\"]}", "[\"a\"]",
		"{\"x\":[\"a\"]}"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		auto_free char *answer = answered(rows[i].field, rows[i].words);
		auto_free char *want =
		    rows[i].content
			? xasprintf("{\"action\":\"accept\",\"content\":%s}", rows[i].content)
			: xstrdup("{\"action\":\"cancel\"}");

		if (strcmp(answer, want) != 0)
			fail_msg("%s '%s': %s", rows[i].field, rows[i].words, answer);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(words_become_what_the_field_takes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
