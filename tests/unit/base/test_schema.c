/* SPDX-License-Identifier: MIT
 * The validator, keyword by keyword: schema, value, and what is said of it ("" when valid).
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
#include "base/json/schema.h"

struct row {
	const char *schema, *value, *said;
};
#define CHECK(...) \
	do { \
		static const struct row rows[] = {__VA_ARGS__}; \
		check_rows(rows, sizeof rows / sizeof *rows); \
	} while (0)

static json_t *json(const char *text)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);

	if (!value)
		fail_msg("no JSON: %s", text);
	return value;
}

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		json_t *schema = json(rows[i].schema), *value = json(rows[i].value);
		struct violations v = VIOLATIONS_INIT;
		struct buf said = BUF_INIT;
		bool valid = schema_check(schema, value, &v);

		for (size_t k = 0; k < v.count && k < SCHEMA_VIOLATIONS; k++)
			buf_addf(&said, "%s: %s\n", v.list[k].path, v.list[k].message);
		if (said.len)
			buf_cut(&said, said.len - 1);
		if (strcmp(buf_str(&said), rows[i].said) != 0 || valid != !v.count)
			fail_msg("%s on %s:\n  got  '%s'\n  want '%s'", rows[i].schema,
			    rows[i].value, buf_str(&said), rows[i].said);
		assert_int_equal(schema_check(schema, value, NULL), valid);
		buf_free(&said);
		violations_free(&v);
		json_decref(schema);
		json_decref(value);
	}
}

static void type(void **state)
{
	CHECK({"{\"type\":\"string\"}", "\"x\"", ""},
	    {"{\"type\":\"string\"}", "1", "$: is an integer, must be a string"},
	    {"{\"type\":\"integer\"}", "1", ""}, {"{\"type\":\"integer\"}", "1.0", ""},
	    {"{\"type\":\"integer\"}", "1e300", ""},
	    {"{\"type\":\"integer\"}", "1.5", "$: is a number, must be an integer"},
	    {"{\"type\":\"number\"}", "1", ""}, {"{\"type\":\"number\"}", "1.5", ""},
	    {"{\"type\":\"boolean\"}", "false", ""},
	    {"{\"type\":\"boolean\"}", "0", "$: is an integer, must be a boolean"},
	    {"{\"type\":\"null\"}", "null", ""}, {"{\"type\":\"array\"}", "[]", ""},
	    {"{\"type\":\"object\"}", "[]", "$: is an array, must be an object"},
	    {"{\"type\":[\"string\",\"null\"]}", "null", ""},
	    {"{\"type\":[\"string\",\"null\"]}", "{}", "$: is an object, must be a string or null"},
	    {"{\"type\":7}", "1", "$: 'type' is not a type's name"});
	(void)state;
}

/* holds: each-word-json */
static void dependent_schemas(void **state)
{
#define CARD "{\"dependentSchemas\":{\"card\":{\"required\":[\"address\"]}}}"
	CHECK({CARD, "{\"name\":1}", ""}, {CARD, "{\"card\":1,\"address\":2}", ""},
	    {CARD, "{\"card\":1}", "$: lacks 'address'"}, {CARD, "7", ""},
	    {"{\"dependencies\":{\"a\":[\"b\"]}}", "{\"a\":1}", "$: lacks 'b', which 'a' requires"},
	    {"{\"dependencies\":{\"a\":{\"minProperties\":2}}}", "{\"a\":1,\"c\":1}", ""},
	    {"{\"dependencies\":{\"a\":false}}", "{\"a\":1}", "$: is not allowed"},
	    {"{\"$recursiveRef\":\"#\"}", "1",
		"$: '$recursiveRef' is not supported ($dynamicRef is)"});
	(void)state;
}

/* holds: each-word-json */
static void unevaluated_members(void **state)
{
#define U "\"unevaluatedProperties\":false"
	CHECK({"{\"properties\":{\"a\":true}," U "}", "{\"a\":1}", ""},
	    {"{\"properties\":{\"a\":true}," U "}", "{\"b\":1}",
		"$.b: is not described by the schema"},
	    {"{\"allOf\":[{\"properties\":{\"a\":true}}]," U "}", "{\"a\":1}", ""},
	    {"{\"allOf\":[{\"additionalProperties\":true}]," U "}", "{\"z\":1}", ""},
	    {"{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"properties\":{\"a\":true}}}," U "}",
		"{\"a\":1,\"b\":2}", "$.b: is not described by the schema"},
	    {"{\"anyOf\":[{\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]},"
	     "{\"properties\":{\"b\":true}}]," U "}",
		"{\"a\":1,\"b\":2}", "$.a: is not described by the schema"},
	    {"{\"if\":{\"properties\":{\"k\":{\"const\":1}}},\"then\":{\"properties\":{\"t\":true}}"
	     ","
	     "\"else\":{\"properties\":{\"k\":true,\"e\":true}}," U "}",
		"{\"k\":1,\"t\":1}", ""},
	    {"{\"if\":{\"properties\":{\"k\":{\"const\":1}}},\"then\":{\"properties\":{\"t\":true}}"
	     ","
	     "\"else\":{\"properties\":{\"k\":true,\"e\":true}}," U "}",
		"{\"k\":2,\"t\":1}", "$.t: is not described by the schema"},
	    {"{\"dependentSchemas\":{\"a\":{\"properties\":{\"a\":true,\"b\":true}}}," U "}",
		"{\"a\":1,\"b\":1}", ""},
	    {"{\"dependentSchemas\":{\"a\":{\"properties\":{\"a\":true,\"b\":true}}}," U "}",
		"{\"b\":1}", "$.b: is not described by the schema"},
	    {"{\"unevaluatedProperties\":{\"type\":\"string\"}}", "{\"b\":1}",
		"$.b: is an integer, must be a string"},
	    {"{\"allOf\":[{\"$ref\":\"#\"}]," U "}", "{\"b\":1}",
		"$: '$ref': '#' leads in a circle"});
#undef U
	(void)state;
}

static void unevaluated_items(void **state)
{
#define U "\"unevaluatedItems\":false"
	CHECK({"{\"prefixItems\":[true]," U "}", "[1]", ""},
	    {"{\"prefixItems\":[true]," U "}", "[1,2]", "$[1]: is not described by the schema"},
	    {"{\"allOf\":[{\"items\":true}]," U "}", "[1,2]", ""},
	    {"{\"contains\":{\"const\":1}," U "}", "[1,1]", ""},
	    {"{\"contains\":{\"const\":1}," U "}", "[1,2]", "$[1]: is not described by the schema"},
	    {"{\"unevaluatedItems\":{\"type\":\"string\"}}", "[\"a\",1]",
		"$[1]: is an integer, must be a string"});
#undef U
	(void)state;
}

static void enumeration(void **state)
{
	CHECK({"{\"enum\":[\"a\",1,null,[1]]}", "\"a\"", ""}, {"{\"enum\":[\"a\",1]}", "1.0", ""},
	    {"{\"enum\":[{\"a\":1,\"b\":2}]}", "{\"b\":2,\"a\":1}", ""},
	    {"{\"enum\":[\"pending\",\"completed\"]}", "\"doing\"",
		"$: is \"doing\", must be one of \"pending\", \"completed\""},
	    {"{\"enum\":[false]}", "0", "$: is 0, must be one of false"});
	(void)state;
}

static void constant(void **state)
{
	CHECK({"{\"const\":{\"a\":[1]}}", "{\"a\":[1.0]}", ""},
	    {"{\"const\":\"x\"}", "\"y\"", "$: is \"y\", must be \"x\""});
	(void)state;
}

static void lengths_count_code_points(void **state)
{
	CHECK({"{\"minLength\":2}", "\"éé\"", ""},
	    {"{\"minLength\":2}", "\"é\"", "$: is 1 character long, at least 2 are required"},
	    {"{\"minLength\":1}", "\"\"", "$: is 0 characters long, at least 1 is required"},
	    {"{\"maxLength\":2}", "\"😀😀\"", ""},
	    {"{\"maxLength\":2}", "\"abc\"", "$: is 3 characters long, at most 2 are allowed"},
	    {"{\"maxLength\":1}", "[1,2]", ""});
	(void)state;
}

static void pattern(void **state)
{
	CHECK({"{\"pattern\":\"^a+$\"}", "\"aa\"", ""}, {"{\"pattern\":\"b\"}", "\"abc\"", ""},
	    {"{\"pattern\":\"^a+$\"}", "\"ab\"", "$: does not match the pattern '^a+$'"},
	    {"{\"pattern\":\"^a+$\"}", "7", ""}, {"{\"pattern\":\"^\\\\p{L}+$\"}", "\"né\"", ""});
	(void)state;
}

static void bounds(void **state)
{
	CHECK({"{\"minimum\":1}", "1", ""},
	    {"{\"minimum\":1}", "0.5", "$: is 0.5, must be at least 1"},
	    {"{\"maximum\":3}", "3.0", ""}, {"{\"maximum\":3}", "4", "$: is 4, must be at most 3"},
	    {"{\"exclusiveMinimum\":1}", "1.5", ""},
	    {"{\"exclusiveMinimum\":1}", "1", "$: is 1, must be greater than 1"},
	    {"{\"exclusiveMaximum\":1}", "0", ""},
	    {"{\"exclusiveMaximum\":1}", "1.0", "$: is 1.0, must be less than 1"},
	    {"{\"maximum\":9007199254740992}", "9007199254740993",
		"$: is 9007199254740993, must be at most 9007199254740992"},
	    {"{\"minimum\":\"1\"}", "2", "$: 'minimum' is not a number"},
	    {"{\"minimum\":1}", "\"0\"", ""});
	(void)state;
}

static void multiple_of_is_decimal(void **state)
{
	CHECK({"{\"multipleOf\":2}", "4", ""},
	    {"{\"multipleOf\":2}", "7", "$: is 7, must be a multiple of 2"},
	    {"{\"multipleOf\":0.01}", "19.99", ""}, {"{\"multipleOf\":0.01}", "4.35", ""},
	    {"{\"multipleOf\":0.0001}", "0.0075", ""},
	    {"{\"multipleOf\":0.01}", "0.015", "$: is 0.015, must be a multiple of 0.01"},
	    {"{\"multipleOf\":0.01}", "0.0100000000001",
		"$: is 0.0100000000001, must be a multiple of 0.01"},
	    {"{\"multipleOf\":0.1}", "-0.3", ""}, {"{\"multipleOf\":1.5}", "4.5", ""},
	    {"{\"multipleOf\":0.5}", "1e308", ""},
	    {"{\"multipleOf\":0.123456789}", "1e308",
		"$: is 1e308, must be a multiple of 0.123456789"},
	    {"{\"multipleOf\":3}", "-9223372036854775807",
		"$: is -9223372036854775807, must be a multiple of 3"},
	    {"{\"multipleOf\":1e-8}", "12391239123", ""}, {"{\"multipleOf\":10}", "0", ""},
	    {"{\"multipleOf\":100}", "1e3", ""},
	    {"{\"multipleOf\":0}", "1", "$: 'multipleOf' is not a number above 0"});
	(void)state;
}

static void counts_of_items_and_members(void **state)
{
	CHECK({"{\"minItems\":1}", "[0]", ""},
	    {"{\"minItems\":1}", "[]", "$: has 0 items, at least 1 is required"},
	    {"{\"maxItems\":1}", "[0]", ""},
	    {"{\"maxItems\":1}", "[1,2]", "$: has 2 items, at most 1 is allowed"},
	    {"{\"minProperties\":2}", "{\"a\":1}", "$: has 1 member, at least 2 are required"},
	    {"{\"minProperties\":1}", "{\"a\":1}", ""},
	    {"{\"maxProperties\":0}", "{\"a\":1}", "$: has 1 member, at most 0 are allowed"},
	    {"{\"maxProperties\":1}", "{\"a\":1}", ""});
	(void)state;
}

static void unique_items_are_compared_by_value(void **state)
{
	CHECK({"{\"uniqueItems\":true}", "[1,2,\"1\",true,null,[1],[2]]", ""},
	    {"{\"uniqueItems\":true}", "[1,1.0]", "$: items 0 and 1 are equal"},
	    {"{\"uniqueItems\":true}", "[0,-0.0]", "$: items 0 and 1 are equal"},
	    {"{\"uniqueItems\":true}", "[{\"a\":1,\"b\":2},3,{\"b\":2.0,\"a\":1}]",
		"$: items 0 and 2 are equal"},
	    {"{\"uniqueItems\":true}", "[[1,2],[2,1]]", ""},
	    {"{\"uniqueItems\":false}", "[1,1]", ""});
	(void)state;
}

static void many_unique_items_stay_within_the_bounds(void **state)
{
	json_t *schema = json("{\"uniqueItems\":true}"), *list = json_array();

	(void)state;
	for (int i = 0; i < 20000; i++)
		json_array_append_new(list, json_sprintf("item %d", i));
	assert_true(schema_check(schema, list, NULL));
	json_array_append_new(list, json_string("item 77"));
	assert_false(schema_check(schema, list, NULL));
	json_decref(schema);
	json_decref(list);
}

static void required(void **state)
{
	CHECK({"{\"required\":[\"a\",\"b\"]}", "{\"a\":1,\"b\":2}", ""},
	    {"{\"required\":[\"a\",\"b\"]}", "{}", "$: lacks 'a'\n$: lacks 'b'"},
	    {"{\"required\":[\"a\"]}", "[]", ""},
	    {"{\"properties\":{\"x\":{\"required\":[\"a\"]}}}", "{\"x\":{}}", "$.x: lacks 'a'"});
	(void)state;
}

static void dependent_required(void **state)
{
	CHECK({"{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"c\":1}", ""},
	    {"{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1,\"b\":1}", ""},
	    {"{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1}",
		"$: lacks 'b', which 'a' requires"});
	(void)state;
}

static void properties_and_their_paths(void **state)
{
	CHECK({"{\"properties\":{\"a\":{\"type\":\"string\"}}}", "{\"a\":\"x\",\"b\":1}", ""},
	    {"{\"properties\":{\"todos\":{\"items\":{\"properties\":{\"id\":{\"maxLength\":1}}}}}}",
		"{\"todos\":[{\"id\":\"a\"},{\"id\":\"bc\"}]}",
		"$.todos[1].id: is 2 characters long, at most 1 is allowed"},
	    {"{\"properties\":{\"a b\":false}}", "{\"a b\":1}", "$[\"a b\"]: is not allowed"},
	    {"{\"properties\":{\"\":false}}", "{\"\":1}", "$[\"\"]: is not allowed"});
	(void)state;
}

static void pattern_properties(void **state)
{
	CHECK({"{\"patternProperties\":{\"^x-\":{\"type\":\"string\"}}}", "{\"x-a\":\"1\",\"y\":1}",
		  ""},
	    {"{\"patternProperties\":{\"^x-\":{\"type\":\"string\"}}}", "{\"x-a\":1}",
		"$.x-a: is an integer, must be a string"});
	(void)state;
}

static void additional_properties(void **state)
{
	CHECK({"{\"properties\":{\"content\":{}},\"additionalProperties\":false}",
		  "{\"content\":1}", ""},
	    {"{\"properties\":{\"content\":{}},\"additionalProperties\":false}", "{\"contnet\":1}",
		"$.contnet: is not a known member (did you mean 'content'?)"},
	    {"{\"additionalProperties\":false}", "{\"a\":1}", "$.a: is not a known member"},
	    {"{\"patternProperties\":{\"^x\":{}},\"additionalProperties\":false}", "{\"xa\":1}",
		""},
	    {"{\"additionalProperties\":{\"type\":\"string\"}}", "{\"a\":\"x\"}", ""},
	    {"{\"additionalProperties\":{\"type\":\"string\"}}", "{\"a\":1}",
		"$.a: is an integer, must be a string"});
	(void)state;
}

static void property_names(void **state)
{
	CHECK({"{\"propertyNames\":{\"maxLength\":2}}", "{\"ab\":1}", ""},
	    {"{\"propertyNames\":{\"maxLength\":2}}", "{\"abc\":1}",
		"$.abc: is not an allowed name"});
	(void)state;
}

static void items_and_prefix_items(void **state)
{
	CHECK({"{\"items\":{\"type\":\"integer\"}}", "[1,2]", ""},
	    {"{\"items\":{\"type\":\"integer\"}}", "[1,\"x\",null]",
		"$[1]: is a string, must be an integer\n$[2]: is null, must be an integer"},
	    {"{\"prefixItems\":[{\"type\":\"integer\"}],\"items\":false}", "[1]", ""},
	    {"{\"prefixItems\":[{\"type\":\"integer\"}],\"items\":false}", "[1,2]",
		"$[1]: is not allowed"},
	    {"{\"prefixItems\":[{},{\"type\":\"integer\"}]}", "[1,\"x\"]",
		"$[1]: is a string, must be an integer"},
	    {"{\"prefixItems\":[{},{}]}", "[]", ""});
	(void)state;
}

static void contains(void **state)
{
	CHECK({"{\"contains\":{\"const\":1}}", "[0,1]", ""},
	    {"{\"contains\":{\"const\":1}}", "[0]",
		"$: has 0 of the items it must contain, at least 1 is required"},
	    {"{\"contains\":{\"const\":1},\"minContains\":2}", "[1,1]", ""},
	    {"{\"contains\":{\"const\":1},\"minContains\":2}", "[1]",
		"$: has 1 of the items it must contain, at least 2 are required"},
	    {"{\"contains\":{\"const\":1},\"maxContains\":1}", "[1,1]",
		"$: has 2 of the items it must contain, at most 1 is allowed"},
	    {"{\"contains\":{\"const\":1},\"minContains\":0}", "[]", ""},
	    {"{\"contains\":false}", "{}", ""});
	(void)state;
}

static void combinations(void **state)
{
	CHECK({"{\"allOf\":[{\"minimum\":1},{\"maximum\":3}]}", "2", ""},
	    {"{\"allOf\":[{\"minimum\":1},{\"maximum\":3}]}", "4", "$: is 4, must be at most 3"},
	    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "null", ""},
	    {"{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "1",
		"$: matches none of the 2 allowed forms"},
	    {"{\"oneOf\":[{\"minimum\":1},{\"maximum\":3}]}", "0", ""},
	    {"{\"oneOf\":[{\"minimum\":1},{\"maximum\":3}]}", "2",
		"$: matches 2 of the 2 forms, must match exactly one"},
	    {"{\"oneOf\":[false,false]}", "2", "$: matches none of the 2 allowed forms"},
	    {"{\"not\":{\"type\":\"string\"}}", "1", ""},
	    {"{\"not\":{\"type\":\"string\"}}", "\"x\"", "$: has a form that is excluded"});
	(void)state;
}

static void if_then_else(void **state)
{
	static const char schema[] = "{\"if\":{\"required\":[\"id\"]},\"then\":{\"required\":["
				     "\"action\"]},\"else\":{\"required\":"
				     "[\"command\"]}}";
	CHECK({schema, "{\"id\":1,\"action\":2}", ""}, {schema, "{\"id\":1}", "$: lacks 'action'"},
	    {schema, "{\"command\":1}", ""}, {schema, "{}", "$: lacks 'command'"},
	    {"{\"then\":false}", "1", ""}, {"{\"if\":true,\"else\":false}", "1", ""});
	(void)state;
}

static void references(void **state)
{
	CHECK({"{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"integer\"}}}", "1", ""},
	    {"{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"integer\"}}}", "\"x\"",
		"$: is a string, must be an integer"},
	    {"{\"$ref\":\"#/$defs/n\",\"maximum\":3,\"$defs\":{\"n\":{\"type\":\"integer\"}}}", "4",
		"$: is 4, must be at most 3"},
	    {"{\"$ref\":\"#tall\",\"$defs\":{\"x\":{\"$anchor\":\"tall\",\"minimum\":5}}}", "4",
		"$: is 4, must be at least 5"},
	    {"{\"$ref\":\"#tall\",\"enum\":[{\"$anchor\":\"tall\"}]}", "4",
		"$: is 4, must be one of "
		"{\"$anchor\":\"tall\"}\n$: "
		"'$ref': '#tall' leads nowhere"},
	    {"{\"$ref\":\"#/$defs/a~1b%25\",\"$defs\":{\"a/b%\":false}}", "1", "$: is not allowed"},
	    {"{\"$ref\":\"#/prefixItems/1\",\"prefixItems\":[true,false]}", "1",
		"$: is not allowed"},
	    {"{\"properties\":{\"next\":{\"$ref\":\"#\"}},\"additionalProperties\":false}",
		"{\"next\":{\"next\":{\"x\":1}}}", "$.next.next.x: is not a known member"},
	    {"{\"$ref\":\"http://x/y\"}", "1", "$: '$ref': 'http://x/y' leads nowhere"},
	    {"{\"$ref\":\"#/none\"}", "1", "$: '$ref': '#/none' leads nowhere"});
	(void)state;
}

static void dynamic_references(void **state)
{
	CHECK({"{\"$dynamicRef\":\"#t\",\"$defs\":{\"x\":{\"$dynamicAnchor\":\"t\",\"type\":"
	       "\"string\"}}}",
		  "1", "$: is an integer, must be a string"},
	    {"{\"$ref\":\"#t\",\"$defs\":{\"x\":{\"$dynamicAnchor\":\"t\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"https://example.com/"
	     "root\",\"$ref\":\"list\",\"$defs\":{\"s\":{\"$dynamicAnchor\":\"itemType\",\"type\":"
	     "\"string\"},\"list\":{\"$id\":\"list\",\"type\":\"array\",\"items\":{\"$dynamicRef\":"
	     "\"#itemType\"},\"$defs\":{\"any\":{\"$dynamicAnchor\":\"itemType\"}}}}}",
		"[\"a\",\"b\"]", ""},
	    {"{\"$id\":\"https://example.com/"
	     "root\",\"$ref\":\"list\",\"$defs\":{\"s\":{\"$dynamicAnchor\":\"itemType\",\"type\":"
	     "\"string\"},\"list\":{\"$id\":\"list\",\"type\":\"array\",\"items\":{\"$dynamicRef\":"
	     "\"#itemType\"},\"$defs\":{\"any\":{\"$dynamicAnchor\":\"itemType\"}}}}}",
		"[\"a\",1]", "$[1]: is an integer, must be a string"},
	    {"{\"$id\":\"https://example.com/"
	     "root\",\"$ref\":\"list\",\"$defs\":{\"s\":{\"$anchor\":\"itemType\",\"type\":"
	     "\"string\"},\"list\":{\"$id\":\"list\",\"type\":\"array\",\"items\":{\"$dynamicRef\":"
	     "\"#itemType\"},\"$defs\":{\"any\":{\"$dynamicAnchor\":\"itemType\"}}}}}",
		"[\"a\",1]", ""},
	    {"{\"$id\":\"https://example.com/"
	     "strict\",\"$dynamicAnchor\":\"node\",\"$ref\":\"tree\",\"unevaluatedProperties\":"
	     "false,\"$defs\":{\"tree\":{\"$id\":\"tree\",\"$dynamicAnchor\":\"node\",\"type\":"
	     "\"object\",\"properties\":{\"kids\":{\"type\":\"array\",\"items\":{\"$dynamicRef\":"
	     "\"#node\"}}}}}}",
		"{\"kids\":[{\"kids\":[]}]}", ""},
	    {"{\"$id\":\"https://example.com/"
	     "strict\",\"$dynamicAnchor\":\"node\",\"$ref\":\"tree\",\"unevaluatedProperties\":"
	     "false,\"$defs\":{\"tree\":{\"$id\":\"tree\",\"$dynamicAnchor\":\"node\",\"type\":"
	     "\"object\",\"properties\":{\"kids\":{\"type\":\"array\",\"items\":{\"$dynamicRef\":"
	     "\"#node\"}}}}}}",
		"{\"kids\":[{\"kid\":[]}]}", "$.kids[0].kid: is not described by the schema"},
	    {"{\"$dynamicRef\":\"#none\"}", "1", "$: '$dynamicRef': '#none' leads nowhere"},
	    {"{\"$dynamicRef\":\"#a\",\"$dynamicAnchor\":\"a\"}", "1",
		"$: '$dynamicRef': '#a' leads in a circle"},
	    {"{\"$dynamicRef\":7}", "1", "$: '$dynamicRef' is not a string"});
	(void)state;
}

static void addresses_are_those_of_the_document(void **state)
{
	CHECK({"{\"$id\":\"http://a/b/"
	       "c\",\"$ref\":\"d\",\"$defs\":{\"x\":{\"$id\":\"d\",\"type\":\"string\"}}}",
		  "1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"http://a/b/"
	     "d\",\"$defs\":{\"x\":{\"$id\":\"d\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"../d\",\"$defs\":{\"x\":{\"$id\":\"/"
	     "d\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"./e/../"
	     "d\",\"$defs\":{\"x\":{\"$id\":\"d\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"//a/b/"
	     "d\",\"$defs\":{\"x\":{\"$id\":\"d\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/"
	     "c\",\"$ref\":\"?q\",\"$defs\":{\"x\":{\"$id\":\"?q\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/"
	     "c\",\"$ref\":\"urn:x:y\",\"$defs\":{\"x\":{\"$id\":\"urn:x:y\",\"type\":\"string\"}}"
	     "}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"d#\",\"$defs\":{\"x\":{\"$id\":\"http://a/b/"
	     "d\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"/x/./y/..\",\"$defs\":{\"x\":{\"$id\":\"http://"
	     "a/x/\",\"type\":\"string\"}}}",
		"1", "$: is an integer, must be a string"},
	    {"{\"$id\":\"http://a/b/c\",\"$ref\":\"d#/$defs/"
	     "n\",\"$defs\":{\"x\":{\"$id\":\"d\",\"$defs\":{\"n\":{\"minimum\":3}}}}}",
		"1", "$: is 1, must be at least 3"},
	    {"{\"$id\":\"http://a/b/"
	     "c\",\"$ref\":\"d#n\",\"$defs\":{\"y\":{\"$anchor\":\"n\"},\"x\":{\"$id\":\"d\",\"$"
	     "defs\":{\"n\":{\"$anchor\":\"n\",\"minimum\":3}}}}}",
		"1", "$: is 1, must be at least 3"},
	    {"{\"$ref\":\"d\",\"$defs\":{\"x\":{\"$id\":\"d\",\"$ref\":\"#/$defs/"
	     "n\",\"$defs\":{\"n\":{\"minimum\":3}}},\"n\":true}}",
		"1", "$: is 1, must be at least 3"},
	    {"{\"$ref\":\"d\",\"enum\":[1],\"const\":1,\"$defs\":{\"x\":{\"const\":{\"$id\":\"d\"}}"
	     "}}",
		"1", "$: '$ref': 'd' leads nowhere"});
	(void)state;
}

static void a_dialect_without_assertions_has_none(void **state)
{
	CHECK({"{\"$schema\":\"http://a/"
	       "meta\",\"properties\":{\"n\":{\"minimum\":10},\"no\":false},\"$defs\":{\"m\":{\"$"
	       "id\":\"http://a/meta\",\"$vocabulary\":{\"https://json-schema.org/draft/2020-12/"
	       "vocab/applicator\":true}}}}",
		  "{\"n\":1}", ""},
	    {"{\"$schema\":\"http://a/"
	     "meta\",\"properties\":{\"n\":{\"minimum\":10},\"no\":false},\"$defs\":{\"m\":{\"$"
	     "id\":\"http://a/meta\",\"$vocabulary\":{\"https://json-schema.org/draft/2020-12/"
	     "vocab/applicator\":true}}}}",
		"{\"no\":1}", "$.no: is not allowed"},
	    {"{\"$schema\":\"http://a/"
	     "meta\",\"properties\":{\"n\":{\"minimum\":10}},\"$defs\":{\"m\":{\"$id\":\"http://a/"
	     "meta\",\"$vocabulary\":{\"https://json-schema.org/draft/2020-12/vocab/"
	     "validation\":false}}}}",
		"{\"n\":1}", "$.n: is 1, must be at least 10"},
	    {"{\"$schema\":\"http://a/unknown\",\"minimum\":10}", "1",
		"$: is 1, must be at least 10"});
	(void)state;
}

static void properties_of_characters_have_their_long_names(void **state)
{
	CHECK({"{\"pattern\":\"^\\\\p{Letter}+$\"}", "\"né\"", ""},
	    {"{\"pattern\":\"^\\\\p{Letter}+$\"}", "\"1\"",
		"$: does not match the pattern '^\\p{Letter}+$'"},
	    {"{\"pattern\":\"^\\\\P{Letter}+$\"}", "\"12\"", ""},
	    {"{\"pattern\":\"^\\\\p{General_Category=Decimal_Number}$\"}", "\"٣\"", ""},
	    {"{\"pattern\":\"^\\\\p{gc=Uppercase_Letter}\\\\p{Lowercase_Letter}$\"}", "\"Éé\"", ""},
	    {"{\"pattern\":\"^\\\\p{Cased_Letter}$\"}", "\"É\"", ""},
	    {"{\"pattern\":\"^\\\\p{Lu}$\"}", "\"É\"", ""},
	    {"{\"pattern\":\"^\\\\p{Script=Greek}$\"}", "\"λ\"", ""},
	    {"{\"pattern\":\"^\\\\p{Script=Greek}$\"}", "\"l\"",
		"$: does not match the pattern '^\\p{Script=Greek}$'"},
	    {"{\"pattern\":\"^[\\\\p{Letter}\\\\p{digit}_]+$\"}", "\"né_3\"", ""},
	    {"{\"pattern\":\"\\\\\\\\p{Letter}\"}", "\"\\\\p{Letter}\"", ""},
	    {"{\"pattern\":\"\\\\\\\\p\\\\{Letter}\"}", "\"\\\\p{Letter}\"", ""},
	    {"{\"pattern\":\"\\\\p{Nonsense}\"}", "\"x\"",
		"$: pattern '\\p{Nonsense}': bad pattern '\\p{Nonsense}': unknown property after "
		"\\P or \\p at byte 13"});
	(void)state;
}

static void a_circle_of_references_is_invalid_also_under_not(void **state)
{
	CHECK({"{\"$ref\":\"#\"}", "1", "$: '$ref': '#' leads in a circle"},
	    {"{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/"
	     "b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
		"1", "$: '$ref': '#/$defs/a' leads in a circle"},
	    {"{\"not\":{\"$ref\":\"#/$defs/a\"},\"$defs\":{\"a\":{\"not\":{\"$ref\":\"#/$defs/"
	     "a\"}}}}",
		"1", "$: '$ref': '#/$defs/a' leads in a circle"},
	    {"{\"anyOf\":[{\"$ref\":\"#\"},true]}", "1", "$: '$ref': '#' leads in a circle"});
	(void)state;
}

static void boolean_schemas(void **state)
{
	CHECK({"true", "1", ""}, {"false", "1", "$: is not allowed"}, {"{}", "1", ""},
	    {"7", "1", "$: a schema must be an object, true or false"});
	(void)state;
}

static void a_broken_pattern_is_the_schemas_fault(void **state)
{
	json_t *schema = json("{\"not\":{\"pattern\":\"(\"}}"), *value = json("\"x\"");
	struct violations v = VIOLATIONS_INIT;

	(void)state;
	assert_false(schema_check(schema, value, &v));
	assert_int_equal(v.count, 1);
	assert_string_equal(v.list[0].keyword, "schema");
	assert_string_equal(v.list[0].path, "$");
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
}

/* Each keyword of the table says its own name, so that programs can tell. */
static void violations_name_the_keyword(void **state)
{
	json_t *schema = json("{\"maxLength\":1,\"enum\":[\"a\"]}"), *value = json("\"xy\"");
	struct violations v = VIOLATIONS_INIT;

	(void)state;
	assert_false(schema_check(schema, value, &v));
	assert_int_equal(v.count, 2);
	assert_string_equal(v.list[0].keyword, "enum");
	assert_string_equal(v.list[1].keyword, "maxLength");
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
}

/* People and models read no "$". */
static void places_are_shown_without_a_root(void **state)
{
	json_t *schema = json(
		   "{\"required\":[\"a\"],\"properties\":{\"b\":{\"items\":{\"type\":\"null\"}}}}"),
	       *value = json("{\"b\":[1]}");
	struct violations v = VIOLATIONS_INIT;
	struct buf said = BUF_INIT;

	assert_false(schema_check(schema, value, &v));
	violations_write(&v, "the reply", &said);
	assert_string_equal(
	    buf_str(&said), "the reply lacks 'a'\nb[0]: is an integer, must be null\n");
	buf_free(&said);
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
}

static void more_violations_than_are_kept_are_counted(void **state)
{
	json_t *schema = json("{\"items\":false}"), *list = json_array();
	struct violations v = VIOLATIONS_INIT;
	struct buf said = BUF_INIT;

	(void)state;
	for (int i = 0; i < 25; i++)
		json_array_append_new(list, json_integer(i));
	assert_false(schema_check(schema, list, &v));
	assert_int_equal(v.count, 25);
	violations_write(&v, "the list", &said);
	assert_non_null(strstr(buf_str(&said), "\n[19]: is not allowed\nand 5 more\n"));
	buf_free(&said);
	violations_free(&v);
	json_decref(schema);
	json_decref(list);
}

static void depth_is_bounded(void **state)
{
	json_t *schema = json("{\"items\":{\"$ref\":\"#\"}}"), *value = json_array();
	struct violations v = VIOLATIONS_INIT;

	(void)state;
	for (int i = 0; i < 200; i++)
		value = json_pack("[o]", value);
	assert_false(schema_check(schema, value, &v));
	assert_string_equal(v.list[0].keyword, "schema");
	assert_string_equal(v.list[0].message, "is nested deeper than 64 levels");
	assert_int_equal(v.count, 1);
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
}

static void steps_are_bounded(void **state)
{
	/* Each level tries both forms of the next: 2^30 ways without a bound. */
	struct buf text = BUF_INIT;
	struct violations v = VIOLATIONS_INIT;
	json_t *schema, *value = json("1");

	(void)state;
	buf_adds(&text, "{\"$ref\":\"#/$defs/0\",\"$defs\":{");
	for (int i = 0; i < 25; i++)
		buf_addf(&text,
		    "\"%d\":{\"allOf\":[{\"$ref\":\"#/$defs/%d\"},{\"$ref\":\"#/$defs/%d\"}]},", i,
		    i + 1, i + 1);
	buf_adds(&text, "\"25\":{}}}");
	schema = json(buf_str(&text));
	assert_false(schema_check(schema, value, &v));
	assert_string_equal(v.list[0].message, "takes more than 200000 steps to check");
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
	buf_free(&text);
}

static void a_pattern_that_explodes_gives_up(void **state)
{
	json_t *schema = json("{\"pattern\":\"^(a+)+$\"}");
	json_t *value =
	    json("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"");
	struct violations v = VIOLATIONS_INIT;

	(void)state;
	assert_false(schema_check(schema, value, &v));
	assert_int_equal(v.count, 1);
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
}

static void a_long_foreign_name_is_cut_in_the_path(void **state)
{
	json_t *schema = json("{\"additionalProperties\":false}"), *value = json_object();
	struct violations v = VIOLATIONS_INIT;
	char name[100001];

	(void)state;
	memset(name, 'k', sizeof name - 1);
	name[sizeof name - 1] = 0;
	json_object_set_new(value, name, json_true());
	assert_false(schema_check(schema, value, &v));
	assert_true(strlen(v.list[0].path) < 300);
	violations_free(&v);
	json_decref(schema);
	json_decref(value);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(type),
	    cmocka_unit_test(enumeration),
	    cmocka_unit_test(dependent_schemas),
	    cmocka_unit_test(unevaluated_members),
	    cmocka_unit_test(unevaluated_items),
	    cmocka_unit_test(constant),
	    cmocka_unit_test(lengths_count_code_points),
	    cmocka_unit_test(pattern),
	    cmocka_unit_test(bounds),
	    cmocka_unit_test(multiple_of_is_decimal),
	    cmocka_unit_test(counts_of_items_and_members),
	    cmocka_unit_test(unique_items_are_compared_by_value),
	    cmocka_unit_test(many_unique_items_stay_within_the_bounds),
	    cmocka_unit_test(required),
	    cmocka_unit_test(dependent_required),
	    cmocka_unit_test(properties_and_their_paths),
	    cmocka_unit_test(pattern_properties),
	    cmocka_unit_test(additional_properties),
	    cmocka_unit_test(property_names),
	    cmocka_unit_test(items_and_prefix_items),
	    cmocka_unit_test(contains),
	    cmocka_unit_test(combinations),
	    cmocka_unit_test(if_then_else),
	    cmocka_unit_test(references),
	    cmocka_unit_test(dynamic_references),
	    cmocka_unit_test(addresses_are_those_of_the_document),
	    cmocka_unit_test(a_dialect_without_assertions_has_none),
	    cmocka_unit_test(properties_of_characters_have_their_long_names),
	    cmocka_unit_test(a_circle_of_references_is_invalid_also_under_not),
	    cmocka_unit_test(boolean_schemas),
	    cmocka_unit_test(a_broken_pattern_is_the_schemas_fault),
	    cmocka_unit_test(violations_name_the_keyword),
	    cmocka_unit_test(places_are_shown_without_a_root),
	    cmocka_unit_test(more_violations_than_are_kept_are_counted),
	    cmocka_unit_test(depth_is_bounded),
	    cmocka_unit_test(steps_are_bounded),
	    cmocka_unit_test(a_pattern_that_explodes_gives_up),
	    cmocka_unit_test(a_long_foreign_name_is_cut_in_the_path),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
