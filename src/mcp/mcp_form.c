/* SPDX-License-Identifier: MIT
 * A form is asked field by field, since a question has one answer; a field at most three times.
 */
#include "mcp/mcp_form.h"

#include "base/base.h"
#include "base/json/schema.h"
#include "session/event/event_data.h"

#define TRIES 3
#define OPTIONS 9
#define CHARS 500
#define SKIP "(leave it out)"
#define DECLINE "(decline)"
#define OPENED "I have opened it"

void mcp_form_begin(struct mcp_form *f, const char *server, const json_t *params)
{
	*f = (struct mcp_form){
	    .server = xstrdup(server), .params = json_deep_copy(params), .content = json_object()};
}

void mcp_form_free(struct mcp_form *f)
{
	free_all(f->server, f->wrong);
	json_decref_all(f->params, f->content);
	*f = (struct mcp_form){0};
}

/* ---- Fields ------------------------------------------------------------------------------------ */

/* Returns the schema of the i-th field, and its name in *name; NULL: there are no more. */
static const json_t *field_at(const json_t *params, size_t i, const char **name)
{
	json_members (key, schema, json_map(json_map(params, "requestedSchema"), "properties")) {
		*name = key;
		if (!i--)
			return schema;
	}
	return NULL;
}

static bool type_is(const json_t *schema, const char *type)
{
	return text_is(json_str(schema, "type", "string"), type);
}

/* Returns what may be chosen for a field, [{words, value}], or its default alone. New reference. */
static json_t *choices_of(const json_t *schema)
{
	const json_t *items = json_map(schema, "items"), *of = items ? items : schema,
		     *list = json_list(of, "enum"), *preset = json_object_get(schema, "default");
	json_t *out = type_is(schema, "boolean") ? json_pack("[{s:s, s:b}, {s:s, s:b}]", "words",
						       "yes", "value", 1, "words", "no", "value", 0)
						 : json_array();

	list = list ? list : json_list(of, "oneOf");
	list = list ? list : json_list(of, "anyOf");
	json_each (one, list) {
		const char *value = json_str(one, "const", json_string_value(one)),
			   *words = json_str(one, "title", value);

		if (value)
			json_array_append_new(
			    out, json_pack("{s:s, s:s}", "words", words, "value", value));
	}
	if (preset && !json_array_size(out)) {
		auto_free char *words =
		    json_is_string(preset) ? xstrdup(json_string_value(preset)) : json_line(preset);

		json_array_append_new(
		    out, json_pack("{s:s, s:O}", "words", words, "value", preset));
	}
	return out;
}

/* Returns the value that text means for the field, new reference; else text as a string, which the schema refuses. */
static json_t *field_value(const json_t *schema, const char *text)
{
	json_auto_t *choices = choices_of(schema);
	json_t *value = json_object_get(json_row(choices, "words", text), "value"), *list;

	if (value && type_is(schema, "array") && !json_is_array(value))
		return json_pack("[O]", value);
	if (value)
		return json_incref(value);
	if (type_is(schema, "string"))
		return json_string(text);
	if (!type_is(schema, "array")) {
		value = json_parse_foreign(text, strlen(text), NULL);
		return value ? value : json_string(text);
	}
	for (list = json_array(); *text; text += *text == ',') {
		const size_t n = strcspn(text, ",");
		auto_free char *word = text_clean_line(text, n, CHARS);

		if (*word)
			json_array_append_new(
			    list, field_value(json_map(schema, "items"), word + strspn(word, " ")));
		text += n;
	}
	return list;
}

/* ---- Questions --------------------------------------------------------------------------------- */

static json_t *options_for(const json_t *schema, bool needed)
{
	json_auto_t *choices = choices_of(schema);
	json_t *options = json_array();

	json_each (choice, choices)
		if (json_array_size(options) < OPTIONS - 2)
			json_array_append(options, json_object_get(choice, "words"));
	if (!needed)
		json_array_append_new(options, json_string(SKIP));
	json_array_append_new(options, json_string(DECLINE));
	return options;
}

static json_t *ask_words(const struct buf *raw, const char *call, json_t *options)
{
	auto_free char *text = text_clean(buf_str(raw), raw->len);

	return event_build_question(&(struct event_question){
	    .kind = "ask_user", .text = text, .options = options, .call = call});
}

static bool is_address(const struct mcp_form *f)
{
	return text_is(json_str(f->params, "mode", "form"), "url");
}

json_t *mcp_form_question(struct mcp_form *f, const char *call)
{
	const char *name = "", *about;
	const json_t *schema = field_at(f->params, f->field, &name);
	auto_buf text = BUF_INIT;

	if (f->action)
		return NULL;
	if (is_address(f)) {
		buf_addf(&text, "the MCP server '%s' wants you to open an address: %s\n%s",
		    f->server, json_str(f->params, "message", ""), json_str(f->params, "url", ""));
		return ask_words(&text, call, json_pack("[s, s]", OPENED, DECLINE));
	}
	if (!schema) {
		f->action = "accept";
		return NULL;
	}
	const bool needed =
	    json_holds_str(json_list(json_map(f->params, "requestedSchema"), "required"), name);
	about = json_str(schema, "description", NULL);
	buf_addf(&text, "the MCP server '%s' asks: %s\n%s%s%s", f->server,
	    json_str(f->params, "message", ""), json_str(schema, "title", name), about ? ": " : "",
	    about ? about : "");
	if (f->wrong)
		buf_addf(&text, "\n%s", f->wrong);
	return ask_words(&text, call, options_for(schema, needed));
}

static void take_field(struct mcp_form *f, const json_t *schema, const char *name, const char *said)
{
	json_auto_t *value = field_value(schema, said);
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	auto_buf why = BUF_INIT;

	string_set(&f->wrong, NULL);
	if (text_is(said, SKIP) || schema_check(schema, value, &v)) {
		if (!text_is(said, SKIP))
			json_object_set(f->content, name, value);
		f->field++;
		f->tries = 0;
	} else if (++f->tries >= TRIES) {
		f->action = "cancel";
	} else {
		violations_write(&v, "the answer", &why);
		f->wrong = buf_take(&why);
	}
}

void mcp_form_take(struct mcp_form *f, const json_t *answer)
{
	const struct event_answer a = event_read_answer(answer);
	const char *said = a.text && *a.text ? a.text : a.choice, *name;
	const json_t *schema = field_at(f->params, f->field, &name);

	const bool yes_or_no = schema && type_is(schema, "boolean");

	if (text_is(said, DECLINE) || (text_is(said, "no") && !yes_or_no))
		f->action = "decline";
	else if (text_is(a.choice, "cancelled") || text_is(a.choice, "denied"))
		f->action = "cancel";
	else if (is_address(f))
		f->action = text_is(said, OPENED) ? "accept" : "decline";
	else if (schema)
		take_field(f, schema, name, said);
}

json_t *mcp_form_answer(const struct mcp_form *f)
{
	json_t *answer = json_pack("{s:s}", "action", f->action ? f->action : "cancel");

	if (text_is(f->action, "accept") && !is_address(f))
		json_put(answer, "content", json_incref(f->content));
	return answer;
}

json_t *mcp_form_unattended(const json_t *params, const char *rule)
{
	const json_t *schema = json_map(params, "requestedSchema");
	json_auto_t *content = json_object();

	json_members (name, field, json_map(schema, "properties"))
		if (json_object_get(field, "default"))
			json_object_set(content, name, json_object_get(field, "default"));
	if (text_is(rule, "defaults") && text_is(json_str(params, "mode", "form"), "form") &&
	    (!schema || schema_check(schema, content, NULL)))
		return json_pack("{s:s, s:O}", "action", "accept", "content", content);
	return json_pack("{s:s}", "action", text_is(rule, "decline") ? "decline" : "cancel");
}
