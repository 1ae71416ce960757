/*
 * See written_forms.h.
 */
#include "llm/written/written_forms.h"

#include <ctype.h>
#include <string.h>

#include "base/json/json.h"
#include "llm/written/written_calls.h"
#include "llm/written/written_sections.h"

static bool add_object(struct written *w, const json_t *call)
{
	json_t *arguments = json_object_get(call, "arguments");

	if (!arguments)
		arguments = json_object_get(call, "parameters");
	return written_add(w, json_str(call, "name", ""), json_incref(arguments));
}

/* {name, arguments}, or a list of such objects. */
static bool read_objects(struct written *w)
{
	json_t *value = written_value(w), *call;
	bool ok = json_is_object(value) ? add_object(w, value) : json_array_size(value) > 0;
	size_t i;

	json_array_foreach (value, i, call)
		ok = ok && add_object(w, call);
	json_decref(value);
	return ok;
}

/* name[CALL_ID]id[ARGS]{…}, of which only the name and the object must be there. */
static bool read_named(struct written *w)
{
	char name[WRITTEN_NAME_MOST + 1];
	const bool named = written_name(w, name);

	if (written_skip(w, "[CALL_ID]"))
		while (w->at < w->end && isalnum((unsigned char)*w->at))
			w->at++;
	written_skip(w, WRITTEN_ARGUMENTS);
	written_skip_blanks(w);
	return named && written_at(w, "{") && written_add(w, name, written_value(w));
}

static bool read_mistral(struct written *w)
{
	written_skip_blanks(w);
	return written_at(w, "[{") ? read_objects(w) : read_named(w);
}

/* <parameter=KEY>value</parameter> up to </function>; some leave out what closes the last ones. */
static bool read_parameters(struct written *w, const char *name, json_t *arguments)
{
	static const char *const next[2] = {"<parameter=", "</function>"};
	char key[WRITTEN_NAME_MOST + 1];
	const char *text;
	size_t len;

	for (written_skip_blanks(w); written_skip(w, "<parameter="); written_skip_blanks(w)) {
		if (!written_name(w, key) || !written_skip(w, ">") ||
		    !written_text(w, "</parameter>", next, &text, &len))
			return false;
		written_trim(&text, &len);
		written_put(arguments, key, written_type(w, name, key), text, len);
	}
	return true;
}

/* NAME>…</function> behind "<function=": parameters, or an object. */
static bool read_function(struct written *w)
{
	char name[WRITTEN_NAME_MOST + 1];
	json_t *arguments;
	bool ok;

	if (!written_name(w, name) || !written_skip(w, ">"))
		return false;
	written_skip_blanks(w);
	arguments = written_at(w, "{") ? written_value(w) : json_object();
	ok = arguments && read_parameters(w, name, arguments);
	written_skip(w, "</function>");
	written_skip_blanks(w);
	written_skip(w, "</tool_call>"); /* some write it without the mark that opens it */
	if (!ok)
		json_decref(arguments);
	return ok && written_add(w, name, arguments);
}

/* NAME, then <arg_key>KEY</arg_key><arg_value>value</arg_value> for each argument. */
static bool read_glm(struct written *w)
{
	static const char *const next[2] = {"<arg_key>", "</tool_call>"};
	json_t *arguments = json_object();
	char name[WRITTEN_NAME_MOST + 1], key[WRITTEN_NAME_MOST + 1];
	bool ok = written_name(w, name);
	const char *text;
	size_t len;

	for (written_skip_blanks(w); ok && written_skip(w, "<arg_key>"); written_skip_blanks(w)) {
		written_skip_blanks(w);
		ok = written_name(w, key);
		written_skip_blanks(w);
		ok = ok && written_skip(w, "</arg_key>");
		written_skip_blanks(w);
		ok = ok && written_skip(w, "<arg_value>") &&
		     written_text(w, "</arg_value>", next, &text, &len);
		if (!ok)
			break;
		written_trim(&text, &len);
		written_put(arguments, key, written_type(w, name, key), text, len);
	}
	if (!ok)
		json_decref(arguments);
	return ok && written_add(w, name, arguments);
}

static bool read_tagged(struct written *w)
{
	bool ok;

	written_skip_blanks(w);
	if (written_at(w, "[{"))
		ok = read_objects(w);
	else
		ok = written_skip(w, "<function=") ? read_function(w) : read_glm(w);
	written_skip_blanks(w);
	written_skip(w, "</tool_call>"); /* some stop before it */
	return ok;
}

/* Objects up to the end, with semicolons between them. */
static bool read_llama(struct written *w)
{
	do {
		written_skip_blanks(w);
		if (!read_objects(w))
			return false;
		written_skip_blanks(w);
	} while (written_skip(w, ";"));
	if (!written_skip(w, "<|eom_id|>"))
		written_skip(w, "<|eot_id|>");
	return true;
}

static const struct {
	const char *mark;
	bool (*read)(struct written *w);
} forms[] = {
    {"<tool_call>", read_tagged},
    {WRITTEN_CALL, read_mistral},
    {"<function=", read_function},
    {"<|python_tag|>", read_llama},
    {"<|tool_calls_section_begin|>", written_kimi},
    {"<|tool_call_section_begin|>", written_kimi}, /* as some of its checkpoints write it */
    {"<｜tool▁calls▁begin｜>", written_deepseek},
    {"<｜DSML｜function_calls>", written_dsml},
    {"<｜DSML｜tool_calls>", written_dsml},
    {"<minimax:tool_call>", written_minimax},
};
#define FORMS (sizeof forms / sizeof *forms)

enum written_mark written_begins(const char *at, const char *end)
{
	const size_t left = (size_t)(end - at);
	enum written_mark found = WRITTEN_NONE;

	for (size_t i = 0; i < FORMS; i++) {
		if (left > 1 && at[1] != forms[i].mark[1])
			continue; /* most brackets of a text: they are to cost little */

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
	w->from = w->at;
	for (size_t i = 0; i < FORMS; i++)
		if (written_skip(w, forms[i].mark))
			return forms[i].read(w);
	return false;
}

bool written_read(struct written *w)
{
	while (w->at < w->end) {
		if (!read_one(w))
			return false;
		written_skip_blanks(w);
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

	written_skip_blanks(w);
	w->from = from = w->at;
	first = from < w->end && *from == '{' ? written_value(w) : NULL;
	bare = json_is_object(first) && is_bare_call(first);
	json_decref(first);
	w->at = from;
	if (!bare || !read_llama(w))
		return false;
	written_skip_blanks(w);
	return w->at == w->end;
}
