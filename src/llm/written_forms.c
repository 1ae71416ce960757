/*
 * See written_forms.h.
 */
#include "llm/written_forms.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "llm/written_calls.h"

#define NAME_MOST 64

static void skip_blanks(struct written *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at))
		r->at++;
}

static bool skip(struct written *r, const char *mark)
{
	size_t len = strlen(mark);

	if ((size_t)(r->end - r->at) < len || memcmp(r->at, mark, len) != 0)
		return false;
	r->at += len;
	return true;
}

/* Behind the object or array that begins here; NULL: it does not end. */
static const char *value_end(const struct written *r)
{
	bool quoted = false;
	int depth = 0;

	for (const char *s = r->at; s < r->end; s++) {
		if (quoted) {
			if (*s == '\\')
				s++;
			else
				quoted = *s != '"';
		} else if (*s == '"') {
			quoted = true;
		} else if (*s == '{' || *s == '[') {
			depth++;
		} else if ((*s == '}' || *s == ']') && --depth == 0) {
			return s + 1;
		}
	}
	return NULL;
}

/* New reference; NULL: there is none. */
static json_t *read_value(struct written *r)
{
	const char *end;
	json_t *value;

	if (r->at >= r->end || !strchr("{[", *r->at) || !(end = value_end(r)))
		return NULL;
	value = json_parse_foreign(r->at, (size_t)(end - r->at), NULL);
	if (value)
		r->at = end;
	return value;
}

/* Borrowed; NULL: there is none of this name. */
static const json_t *tool_named(const json_t *tools, const char *name)
{
	const json_t *tool;
	size_t i;

	json_array_foreach (tools, i, tool)
		if (strcmp(json_str(tool, "name", ""), name) == 0)
			return tool;
	return NULL;
}

/* Steals arguments, which may be an object or its text. */
static bool add_call(struct written *r, const char *name, json_t *arguments)
{
	bool ok = tool_named(r->tools, name) &&
		  (json_is_object(arguments) || json_is_string(arguments) || !arguments);

	if (ok)
		json_array_append_new(r->calls, json_pack("{s:s, s:o}", "name", name, "arguments",
						    arguments ? arguments : json_object()));
	else
		json_decref(arguments);
	return ok;
}

static bool add_object(struct written *r, const json_t *call)
{
	json_t *arguments = json_object_get(call, "arguments");

	if (!arguments)
		arguments = json_object_get(call, "parameters");
	return add_call(r, json_str(call, "name", ""), json_incref(arguments));
}

/* {name, arguments}, or a list of such objects. */
static bool read_objects(struct written *r)
{
	json_t *value = read_value(r), *call;
	bool ok = json_is_object(value) ? add_object(r, value) : json_array_size(value) > 0;
	size_t i;

	json_array_foreach (value, i, call)
		ok = ok && add_object(r, call);
	json_decref(value);
	return ok;
}

static bool read_name(struct written *r, char name[NAME_MOST + 1])
{
	size_t len = 0;

	while (r->at < r->end && len < NAME_MOST &&
	       (isalnum((unsigned char)*r->at) || strchr("_-.", *r->at)))
		name[len++] = *r->at++;
	name[len] = '\0';
	return len > 0;
}

/* name[CALL_ID]id[ARGS]{…}, of which only the name and the object must be there. */
static bool read_named(struct written *r)
{
	char name[NAME_MOST + 1];
	const bool named = read_name(r, name);

	if (skip(r, "[CALL_ID]"))
		while (r->at < r->end && isalnum((unsigned char)*r->at))
			r->at++;
	skip(r, WRITTEN_ARGUMENTS);
	skip_blanks(r);
	return named && r->at < r->end && *r->at == '{' && add_call(r, name, read_value(r));
}

static bool read_mistral(struct written *r)
{
	skip_blanks(r);
	return r->at < r->end && strchr("[{", *r->at) ? read_objects(r) : read_named(r);
}

/* Whether one of the marks stands behind blanks, or nothing at all. */
static bool is_followed_by(const struct written *r, const char *at, const char *const marks[2])
{
	struct written behind = {.at = at, .end = r->end};

	skip_blanks(&behind);
	return behind.at == behind.end || skip(&behind, marks[0]) || skip(&behind, marks[1]);
}

/* Up to a closing mark behind which the call goes on or ends: the text may have such marks of its own.
 * A line break behind the opening mark and before the closing one is no part of it. False: it does not end. */
static bool read_text(
    struct written *r, const char *close, const char *const next[2], const char **text, size_t *len)
{
	const char *from = r->at, *at = from, *behind;

	while ((at = memmem(at, (size_t)(r->end - at), close, strlen(close)))) {
		behind = at + strlen(close);
		if (is_followed_by(r, behind, next))
			break;
		at = behind;
	}
	if (!at)
		return false;
	r->at = behind;
	if (from < at && *from == '\n')
		from++;
	if (from < at && at[-1] == '\n')
		at--;
	*text = from;
	*len = (size_t)(at - from);
	return true;
}

/* The type that the tool's schema names for an argument; "string" where it names none. */
static const char *type_of(const json_t *tools, const char *name, const char *key)
{
	const json_t *parameters = json_map(tool_named(tools, name), "parameters");

	return json_str(json_map(json_map(parameters, "properties"), key), "type", "string");
}

/* Values stand as they are, without quotes: what is no text by the schema is JSON. */
static void put_value(const struct written *r, json_t *arguments, const char *name, const char *key,
    const char *text, size_t len)
{
	json_t *value = NULL;

	if (strcmp(type_of(r->tools, name, key), "string") != 0)
		value = json_loadb(text, len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
	json_put(arguments, key, value ? value : json_text(text, len));
}

/* <parameter=KEY>value</parameter> up to </function>; some leave out what closes the last ones. */
static bool read_parameters(struct written *r, const char *name, json_t *arguments)
{
	static const char *const next[2] = {"<parameter=", "</function>"};
	char key[NAME_MOST + 1];
	const char *text;
	size_t len;

	for (skip_blanks(r); skip(r, "<parameter="); skip_blanks(r)) {
		if (!read_name(r, key) || !skip(r, ">") ||
		    !read_text(r, "</parameter>", next, &text, &len))
			return false;
		put_value(r, arguments, name, key, text, len);
	}
	return true;
}

/* NAME>…</function> behind "<function=": parameters, or an object. */
static bool read_function(struct written *r)
{
	char name[NAME_MOST + 1];
	json_t *arguments;
	bool ok;

	if (!read_name(r, name) || !skip(r, ">"))
		return false;
	skip_blanks(r);
	arguments = r->at < r->end && *r->at == '{' ? read_value(r) : json_object();
	ok = arguments && read_parameters(r, name, arguments);
	skip(r, "</function>");
	skip_blanks(r);
	skip(r, "</tool_call>"); /* some write it without the mark that opens it */
	if (!ok)
		json_decref(arguments);
	return ok && add_call(r, name, arguments);
}

/* NAME, then <arg_key>KEY</arg_key><arg_value>value</arg_value> for each argument. */
static bool read_glm(struct written *r)
{
	static const char *const next[2] = {"<arg_key>", "</tool_call>"};
	json_t *arguments = json_object();
	char name[NAME_MOST + 1], key[NAME_MOST + 1];
	bool ok = read_name(r, name);
	const char *text;
	size_t len;

	for (skip_blanks(r); ok && skip(r, "<arg_key>"); skip_blanks(r)) {
		skip_blanks(r);
		ok = read_name(r, key);
		skip_blanks(r);
		ok = ok && skip(r, "</arg_key>");
		skip_blanks(r);
		ok =
		    ok && skip(r, "<arg_value>") && read_text(r, "</arg_value>", next, &text, &len);
		if (ok)
			put_value(r, arguments, name, key, text, len);
	}
	if (!ok)
		json_decref(arguments);
	return ok && add_call(r, name, arguments);
}

static bool read_tagged(struct written *r)
{
	bool ok;

	skip_blanks(r);
	if (r->at < r->end && strchr("[{", *r->at))
		ok = read_objects(r);
	else
		ok = skip(r, "<function=") ? read_function(r) : read_glm(r);
	skip_blanks(r);
	skip(r, "</tool_call>"); /* some stop before it */
	return ok;
}

/* Objects up to the end, with semicolons between them. */
static bool read_llama(struct written *r)
{
	do {
		skip_blanks(r);
		if (!read_objects(r))
			return false;
		skip_blanks(r);
	} while (skip(r, ";"));
	if (!skip(r, "<|eom_id|>"))
		skip(r, "<|eot_id|>");
	return true;
}

static const struct {
	const char *mark;
	bool (*read)(struct written *r);
} forms[] = {
    {"<tool_call>", read_tagged},
    {WRITTEN_CALL, read_mistral},
    {"<function=", read_function},
    {"<|python_tag|>", read_llama},
};
#define FORMS (sizeof forms / sizeof *forms)

enum written_mark written_begins(const char *at, const char *end)
{
	const size_t left = (size_t)(end - at);
	enum written_mark found = WRITTEN_NONE;

	for (size_t i = 0; i < FORMS; i++) {
		const size_t len = strlen(forms[i].mark);

		if (memcmp(at, forms[i].mark, left < len ? left : len) != 0)
			continue;
		if (left >= len)
			return WRITTEN_WHOLE;
		found = WRITTEN_PART;
	}
	return found;
}

static bool read_one(struct written *w)
{
	for (size_t i = 0; i < FORMS; i++)
		if (skip(w, forms[i].mark))
			return forms[i].read(w);
	return false;
}

bool written_read(struct written *w)
{
	while (w->at < w->end) {
		if (!read_one(w))
			return false;
		skip_blanks(w);
	}
	return json_array_size(w->calls) > 0;
}

/* Nothing but what a call has: a model may answer with an object that has a name. */
static bool is_bare_call(const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach ((json_t *)object, key, value)
		if (strcmp(key, "name") && strcmp(key, "parameters") && strcmp(key, "arguments") &&
		    strcmp(key, "type") && strcmp(key, "id"))
			return false;
	return json_is_object(json_object_get(object, "parameters")) ||
	       json_is_object(json_object_get(object, "arguments"));
}

bool written_read_bare(struct written *w)
{
	const char *from;
	json_t *first;
	bool bare;

	skip_blanks(w);
	from = w->at;
	first = from < w->end && *from == '{' ? read_value(w) : NULL;
	bare = json_is_object(first) && is_bare_call(first);
	json_decref(first);
	w->at = from;
	if (!bare || !read_llama(w))
		return false;
	skip_blanks(w);
	return w->at == w->end;
}
