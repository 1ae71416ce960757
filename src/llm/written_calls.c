/*
 * See written_calls.h.
 */
#include "llm/written_calls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"

#define NAME_MOST 64
#define PLACES 2000000 /* indexes of calls that have none begin here */

struct reader {
	const char *at, *end;
	const json_t *tools;
	json_t *calls; /* (owned) [{name, arguments}] */
};

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at))
		r->at++;
}

static bool skip(struct reader *r, const char *mark)
{
	size_t len = strlen(mark);

	if ((size_t)(r->end - r->at) < len || memcmp(r->at, mark, len) != 0)
		return false;
	r->at += len;
	return true;
}

/* Behind the object or array that begins here; NULL: it does not end. */
static const char *value_end(const struct reader *r)
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
static json_t *read_value(struct reader *r)
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

static bool is_tool(const json_t *tools, const char *name)
{
	const json_t *tool;
	size_t i;

	json_array_foreach (tools, i, tool)
		if (strcmp(json_str(tool, "name", ""), name) == 0)
			return true;
	return false;
}

/* Steals arguments, which may be an object or its text. */
static bool add_call(struct reader *r, const char *name, json_t *arguments)
{
	bool ok = is_tool(r->tools, name) &&
		  (json_is_object(arguments) || json_is_string(arguments) || !arguments);

	if (ok)
		json_array_append_new(r->calls, json_pack("{s:s, s:o}", "name", name, "arguments",
						    arguments ? arguments : json_object()));
	else
		json_decref(arguments);
	return ok;
}

static bool add_object(struct reader *r, const json_t *call)
{
	json_t *arguments = json_object_get(call, "arguments");

	if (!arguments)
		arguments = json_object_get(call, "parameters");
	return add_call(r, json_str(call, "name", ""), json_incref(arguments));
}

/* {name, arguments}, or a list of them. */
static bool read_objects(struct reader *r)
{
	json_t *value = read_value(r), *call;
	bool ok = json_is_object(value) ? add_object(r, value) : json_array_size(value) > 0;
	size_t i;

	json_array_foreach (value, i, call)
		ok = ok && add_object(r, call);
	json_decref(value);
	return ok;
}

/* name[CALL_ID]id[ARGS]{…}, of which only the name and the object must be there. */
static bool read_named(struct reader *r)
{
	char name[NAME_MOST + 1];
	size_t len = 0;

	while (r->at < r->end && len < NAME_MOST &&
	       (isalnum((unsigned char)*r->at) || strchr("_-.", *r->at)))
		name[len++] = *r->at++;
	name[len] = '\0';
	if (skip(r, "[CALL_ID]"))
		while (r->at < r->end && isalnum((unsigned char)*r->at))
			r->at++;
	skip(r, WRITTEN_ARGUMENTS);
	skip_blanks(r);
	return len && r->at < r->end && *r->at == '{' && add_call(r, name, read_value(r));
}

static bool read_mistral(struct reader *r)
{
	skip_blanks(r);
	return r->at < r->end && strchr("[{", *r->at) ? read_objects(r) : read_named(r);
}

static bool read_hermes(struct reader *r)
{
	skip_blanks(r);
	if (!read_objects(r))
		return false;
	skip_blanks(r);
	skip(r, "</tool_call>"); /* some stop before it */
	return true;
}

static const struct {
	const char *mark;
	bool (*read)(struct reader *r);
} forms[] = {
    {"<tool_call>", read_hermes},
    {WRITTEN_CALL, read_mistral},
};
#define FORMS (sizeof forms / sizeof *forms)

/* Calls up to the end and nothing else. */
static bool read_all(struct reader *r)
{
	while (r->at < r->end) {
		bool read = false;

		for (size_t i = 0; i < FORMS && !read; i++)
			if (skip(r, forms[i].mark)) {
				if (!forms[i].read(r))
					return false;
				read = true;
			}
		if (!read)
			return false;
		skip_blanks(r);
	}
	return json_array_size(r->calls) > 0;
}

/* The first mark outside of code; NULL: there is none. */
static const char *first_mark(const char *text, const char *end)
{
	bool in_code = false, quoted = false;

	for (const char *s = text; s < end; s++) {
		const bool begins = s == text || s[-1] == '\n';

		if (begins && end - s >= 3 && (!memcmp(s, "```", 3) || !memcmp(s, "~~~", 3))) {
			in_code = !in_code;
			s += 2;
			continue;
		}
		quoted = !begins && (quoted ^ (*s == '`'));
		for (size_t i = 0; i < FORMS && !in_code && !quoted; i++) {
			struct reader r = {.at = s, .end = end};

			if (skip(&r, forms[i].mark))
				return s;
		}
	}
	return NULL;
}

static bool take_one(struct reply *r, const json_t *call)
{
	const json_t *arguments = json_object_get(call, "arguments");
	int64_t index = PLACES + (int64_t)r->call_count;
	struct reply_call *c = reply_call_new(r, index, NULL);
	char *line = json_is_string(arguments) ? xstrdup(json_string_value(arguments))
					       : json_line(arguments);
	bool ok = c && reply_call_add(c, line, strlen(line), NULL);

	free(line);
	if (!ok)
		return false;
	c->name = xstrdup(json_str(call, "name", ""));
	if (r->part_count)
		reply_part_new(r, REPLY_CALL, index);
	return true;
}

static size_t take_all(struct reply *r, const json_t *calls)
{
	const json_t *call;
	size_t i;

	json_array_foreach (calls, i, call)
		if (!take_one(r, call))
			break;
	reply_settle_calls(r);
	return r->call_count;
}

static void cut_text(struct reply *r, size_t len)
{
	while (len && strchr(" \t\r\n", r->text.data[len - 1]))
		len--;
	buf_cut(&r->text, len);
	r->restarted = true; /* who has shown it takes it back */
}

size_t written_calls_take(struct reply *r, const json_t *tools)
{
	const char *text = buf_str(&r->text), *end = text + r->text.len;
	struct reader reader = {.end = end, .tools = tools};
	size_t taken = 0;

	if (r->call_count || !json_array_size(tools) || r->finish == FINISH_LENGTH ||
	    r->finish == FINISH_FILTER || !(reader.at = first_mark(text, end)))
		return 0;
	end = reader.at;
	reader.calls = json_array();
	if (read_all(&reader)) {
		cut_text(r, (size_t)(end - text));
		taken = take_all(r, reader.calls);
	}
	json_decref(reader.calls);
	return taken;
}
