/* SPDX-License-Identifier: MIT
 * The part of a schema that is sent to a server that takes a part of JSON Schema, and schemas that are not sent at all.
 * What is sent keeps the published rules (tests/support/schema_rules.h).
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/buf.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/wire/schema_subset.h"
#include "tests/support/schema_rules.h"

struct row {
	const char *schema, *sent; /* NULL: none is */
};
#define CHECK(...) \
	do { \
		static const struct row rows[] = {__VA_ARGS__}; \
		check_rows(rows, sizeof rows / sizeof *rows); \
	} while (0)

/* Returns the value of JSON text written with ' for ". */
static json_t *json(const char *text)
{
	struct buf out = BUF_INIT;
	json_t *value;

	for (; *text; text++)
		buf_addc(&out, *text == '\'' ? '"' : *text);
	value = json_loads(buf_str(&out), JSON_DECODE_ANY, NULL);
	if (!value)
		fail_msg("no JSON: %s", buf_str(&out));
	buf_free(&out);
	return value;
}

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		json_t *schema = json(rows[i].schema), *sent = schema_subset(schema);
		json_t *wanted = rows[i].sent ? json(rows[i].sent) : NULL;
		const char *fault = sent ? schema_rules_fault(sent) : NULL;

		if (fault)
			fail_msg("%s: the server refuses: %s", rows[i].schema, fault);
		if (sent != wanted && !json_equal(sent, wanted))
			fail_msg("%s:\n  got  %s\n  want %s", rows[i].schema,
			    sent ? json_dumps(sent, JSON_COMPACT) : "none",
			    rows[i].sent ? rows[i].sent : "none");
		json_decref(schema);
		json_decref(sent);
		json_decref(wanted);
	}
}

#define OBJECT(members) "{'type':'object','properties':{" members "},'additionalProperties':false}"

static void what_is_not_taken_is_left_out(void **state)
{
	CHECK({"{'type':'string','minLength':1,'maxLength':9,'pattern':'^a','description':'d'}",
		  "{'type':'string','description':'d'}"},
	    {"{'type':'integer','minimum':1,'maximum':9,'multipleOf':2,'title':'t','default':4}",
		"{'type':'integer','title':'t'}"},
	    {"{'type':'number','exclusiveMinimum':0,'$schema':'x','examples':[1]}",
		"{'type':'number'}"},
	    {"{'type':'string','format':'date-time'}", "{'type':'string','format':'date-time'}"},
	    {"{'type':'string','format':'regex'}", "{'type':'string'}"},
	    {"{'type':'string','not':{'const':'x'},'title':7}", "{'type':'string'}"},
	    {"{'type':'array','items':{'type':'null'},'maxItems':9,'uniqueItems':true}",
		"{'type':'array','items':{'type':'null'}}"},
	    {"{'type':'array','items':{'type':'boolean'},'minItems':1}",
		"{'type':'array','items':{'type':'boolean'},'minItems':1}"},
	    {"{'type':'array','items':{'type':'boolean'},'minItems':5}",
		"{'type':'array','items':{'type':'boolean'},'minItems':1}"},
	    {"{'type':'array','items':{'type':'boolean'},'minItems':0}",
		"{'type':'array','items':{'type':'boolean'}}"});
}

static void objects_are_closed(void **state)
{
	CHECK({"{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},"
	       "'required':['b','a','b']}",
		  "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},"
		  "'additionalProperties':false,'required':['a','b']}"},
	    {"{'properties':{'a':{'properties':{'b':{'type':'null'}}}},"
	     "'additionalProperties':true}",
		OBJECT("'a':" OBJECT("'b':{'type':'null'}"))},
	    {"{'type':'object','properties':{'required':{'type':'string'}},"
	     "'additionalProperties':{}}",
		OBJECT("'required':{'type':'string'}")},
	    {"{'type':'object','additionalProperties':false}", OBJECT("")});
}

static void values_and_unions_are_said_by_type(void **state)
{
	CHECK({"{'enum':['a','b']}", "{'type':'string','enum':['a','b']}"},
	    {"{'const':3}", "{'type':'integer','enum':[3]}"},
	    {"{'const':null}", "{'type':'null','enum':[null]}"},
	    {"{'enum':[1,1.5]}", "{'type':'number','enum':[1,1.5]}"},
	    {"{'type':'string','enum':['a',null,{}]}", "{'type':'string','enum':['a']}"},
	    {"{'type':['string','null']}", "{'anyOf':[{'type':'string'},{'type':'null'}]}"},
	    {"{'type':['string','null'],'enum':['a',null]}",
		"{'anyOf':[{'type':'string','enum':['a']},{'type':'null','enum':[null]}]}"},
	    {"{'type':['object','null'],'properties':{'a':{'type':'string'}}}",
		"{'anyOf':[" OBJECT("'a':{'type':'string'}") ",{'type':'null'}]}"},
	    {"{'type':['string']}", "{'type':'string'}"},
	    {"{'oneOf':[{'type':'string'},{'type':'null'}],'description':'d'}",
		"{'anyOf':[{'type':'string'},{'type':'null'}],'description':'d'}"},
	    {"{'type':'object','oneOf':[{'properties':{'a':{'const':'x'}}},"
	     "{'properties':{'b':{'type':'null'}}}]}",
		"{'anyOf':[" OBJECT("'a':{'type':'string','enum':['x']}") "," OBJECT(
		    "'b':{'type':'null'}") "]}"},
	    {"{'allOf':[{'type':'string'}],'description':'d'}",
		"{'type':'string','description':'d'}"});
}

static void what_is_referred_to_is_sent_once(void **state)
{
	CHECK({"{'type':'object','properties':{'a':{'$ref':'#/$defs/x'},'b':{'$ref':'#/$defs/x',"
	       "'description':'d'}},'$defs':{'x':{'type':'string','minLength':1},'y':true}}",
		  "{'type':'object','properties':{'a':{'$ref':'#/$defs/x'},'b':{'$ref':'#/$defs/"
		  "x'}},'additionalProperties':false,'$defs':{'x':{'type':'string'}}}"},
	    {"{'$ref':'#/definitions/x','definitions':{'x':{'properties':{'a':{'$ref':'#/"
	     "definitions/y'}}},'y':{'type':'null'}}}",
		"{'$ref':'#/definitions/x','definitions':{'x':" OBJECT(
		    "'a':{'$ref':'#/definitions/y'}") ",'y':{'type':'null'}}}"},
	    {"{'allOf':[{'$ref':'#/$defs/x'}],'$defs':{'x':{'type':'string'}}}",
		"{'$ref':'#/$defs/x','$defs':{'x':{'type':'string'}}}"});
}

/* holds: schema-sent-server */
static void what_cannot_be_said_is_not_sent(void **state)
{
	CHECK({"true", NULL}, {"7", NULL}, {"[]", NULL}, {"{}", NULL}, {"{'minimum':3}", NULL},
	    /* members that nobody names */
	    {"{'type':'object'}", NULL}, {"{'type':'object','properties':{}}", NULL},
	    {"{'type':'object','additionalProperties':{'type':'string'}}", NULL},
	    {"{'properties':{'a':{'type':'null'}},'additionalProperties':{'type':'null'}}", NULL},
	    {"{'properties':{'a':{'type':'null'}},'patternProperties':{'^x':{'type':'null'}}}",
		NULL},
	    {"{'properties':{'a':{'type':'null'}},'required':['b']}", NULL},
	    {"{'properties':{'a':{'type':'null'}},'required':[7]}", NULL},
	    {"{'properties':{'a':{'type':'null'}},'if':{},'then':{'required':['b']}}", NULL},
	    {"{'properties':{'a':{'type':'null'}},'anyOf':[{'required':['a']}]}", NULL},
	    {"{'allOf':[{'properties':{'a':{'type':'null'}}},{'properties':{'b':{'type':'null'}}}]"
	     "}",
		NULL},
	    /* any value */
	    {"{'type':'array'}", NULL}, {"{'type':'array','items':true}", NULL},
	    {"{'type':'array','items':[{'type':'null'}]}", NULL},
	    {"{'properties':{'a':{'description':'any'}}}", NULL}, {"{'type':'file'}", NULL},
	    {"{'type':[]}", NULL}, {"{'type':['string',7]}", NULL}, {"{'anyOf':[]}", NULL},
	    {"{'enum':[]}", NULL}, {"{'enum':['a',{}]}", NULL}, {"{'enum':['a',1]}", NULL},
	    {"{'const':{'a':1}}", NULL}, {"{'type':'string','enum':[1]}", NULL},
	    /* what refers to itself or elsewhere */
	    {"{'properties':{'a':{'$ref':'#'}}}", NULL},
	    {"{'$ref':'#/$defs/x','$defs':{'x':{'$ref':'#/$defs/x'}}}", NULL},
	    {"{'$ref':'#/$defs/x','$defs':{'x':{'properties':{'a':{'type':'array','items':{'$ref':"
	     "'#/$defs/y'}}}},'y':{'anyOf':[{'$ref':'#/$defs/x'},{'type':'null'}]}}}",
		NULL},
	    {"{'$ref':'https://e.org/s.json'}", NULL}, {"{'$ref':'#/$defs/none'}", NULL},
	    {"{'$ref':'#/$defs'}", NULL}, {"{'$ref':'#/$defs/x/items','$defs':{'x':{}}}", NULL},
	    {"{'$ref':7}", NULL});
}

/* Returns the schema of an object with so many members of a kind, `optional` of which may be left out. */
static json_t *wide(int members, int optional, const char *of_each)
{
	json_t *schema = json("{'type':'object','properties':{},'required':[]}");
	char name[16];

	for (int i = 0; i < members; i++) {
		snprintf(name, sizeof name, "m%d", i);
		json_object_set_new(json_map(schema, "properties"), name, json(of_each));
		if (i >= optional)
			json_array_append_new(json_list(schema, "required"), json_string(name));
	}
	return schema;
}

static void more_than_a_server_takes_is_not_sent(void **state)
{
	static const struct {
		int members, optional;
		const char *of_each;
		bool sent;
	} rows[] = {
	    {60, 24, "{'type':'string'}", true},
	    {60, 25, "{'type':'string'}", false},
	    {16, 0, "{'type':['string','null']}", true},
	    {17, 0, "{'type':['string','null']}", false},
	    {5000, 0, "{'type':'string'}", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *schema = wide(rows[i].members, rows[i].optional, rows[i].of_each);
		json_t *sent = schema_subset(schema);

		assert_int_equal(sent != NULL, rows[i].sent);
		if (sent)
			assert_null(schema_rules_fault(sent));
		json_decref(schema);
		json_decref(sent);
	}
}

/* Returns a schema wrapped `levels` times in the texts `before` and `after`. */
static json_t *deep(int levels, const char *before, const char *after)
{
	struct buf text = BUF_INIT;
	json_t *schema;

	for (int i = 0; i < levels; i++)
		buf_adds(&text, before);
	buf_adds(&text, "{'type':'null'}");
	for (int i = 0; i < levels; i++)
		buf_adds(&text, after);
	schema = json(buf_str(&text));
	buf_free(&text);
	return schema;
}

/* As deep as JSON may be read, and what would double with each level. */
static void a_schema_that_is_made_to_be_too_much_is_given_up_soon(void **state)
{
	static const char *const wraps[][2] = {
	    {"{'properties':{'a':", "}}"},
	    {"{'type':'array','items':", "}"},
	    {"{'anyOf':[", ",{'type':'null'}]}"},
	    {"{'allOf':[", "]}"},
	    {"{'type':['array','array','array'],'items':", "}"},
	    {"{'type':['object','object','object'],'properties':{'a':", "}}"},
	};

	for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
		json_t *shallow = deep(1, wraps[i][0], wraps[i][1]),
		       *schema = deep(900, wraps[i][0], wraps[i][1]),
		       *sent = schema_subset(shallow);

		assert_non_null(sent);
		assert_null(schema_subset(schema));
		json_decref(sent);
		json_decref(schema);
		json_decref(shallow);
	}
}

static void a_chain_of_references_ends(void **state)
{
	json_t *schema = json("{'$ref':'#/$defs/d0','$defs':{}}");
	char name[16], ref[32];

	for (int i = 0; i < 20000; i++) {
		snprintf(name, sizeof name, "d%d", i);
		snprintf(ref, sizeof ref, "#/$defs/d%d", i + 1);
		json_object_set_new(
		    json_map(schema, "$defs"), name, json_pack("{s:s}", "$ref", ref));
	}
	assert_null(schema_subset(schema));
	json_decref(schema);
}

/* Each role's schema is one that can be sent. */
static void the_roles_answers_can_be_held(void **state)
{
	static const char *const names[] = {
	    "answers/strategy", "answers/evaluation", "answers/summary"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		json_t *sent = schema_subset(config_schema(names[i]));

		assert_non_null(sent);
		assert_null(schema_rules_fault(sent));
		assert_true(json_equal(
		    json_list(sent, "required"), json_list(config_schema(names[i]), "required")));
		json_decref(sent);
	}
	config_forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_not_taken_is_left_out),
	    cmocka_unit_test(objects_are_closed),
	    cmocka_unit_test(values_and_unions_are_said_by_type),
	    cmocka_unit_test(what_is_referred_to_is_sent_once),
	    cmocka_unit_test(what_cannot_be_said_is_not_sent),
	    cmocka_unit_test(more_than_a_server_takes_is_not_sent),
	    cmocka_unit_test(a_schema_that_is_made_to_be_too_much_is_given_up_soon),
	    cmocka_unit_test(a_chain_of_references_ends),
	    cmocka_unit_test(the_roles_answers_can_be_held),
	};

	json_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
